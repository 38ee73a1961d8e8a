// Every scene fills the room beside or below the words, no word lies on a bead, and numbers stay in their own room: at
// three widths, as it starts and while it moves.
import { idle, openLab, pause } from './lab-page';
import { expect, type Page, test } from './test';

const SCENES: Record<string, string> = {
  opening: '',
  race: '?scene=pendant&compare=jacobi+article+chebyshev+gauss-seidel+conjugate-gradient+direct&beads=12&mass-ratio=200',
  necklaces: '?scene=necklaces&chains=9',
  ring: '?scene=ring',
  curtain: '?scene=curtain&chains=16',
  bridge: '?scene=bridge',
  tree: '?scene=tree',
  net: '?scene=net',
  'two bridges': '?scene=bridge&compare=jacobi+direct',
};
const WIDTHS = [
  [1280, 800],
  [390, 844],
  [2000, 1200],
] as const;
const SECONDS = 10;

/** Beads of all copies as circles, and the boxes of all words that can be seen, CSS pixels of the page. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const { lab } = window;
    const beads: { x: number; y: number; r: number }[] = [];
    const { fieldOfView, distance } = lab.view()!.camera;
    const canvas = document.getElementById('canvas')!.getBoundingClientRect();
    const pixels = canvas.height / (2 * Math.tan(fieldOfView / 2) * distance);
    for (let copy = 0; copy < lab.runners().length; copy++) {
      const { bodies } = await lab.runners()[copy]!.simulation.describe();
      (await lab.places(copy)).forEach(({ x, y }, body) => {
        beads.push({ x, y, r: bodies[body]!.radius! * pixels });
      });
    }
    const words: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNode(node);
      for (const box of range.getClientRects()) words.push({ text, box });
    }
    const { left, top, right, bottom } = canvas;
    // a bead is drawn within the picture only: what of a word lies there may not lie on one
    const on = words.filter(({ box }) => {
      const [west, east] = [Math.max(box.left, left), Math.min(box.right, right)];
      const [north, south] = [Math.max(box.top, top), Math.min(box.bottom, bottom)];
      if (west >= east || north >= south) return false;
      return beads.some(
        ({ x, y, r }) =>
          Math.hypot(x - Math.min(Math.max(x, west), east), y - Math.min(Math.max(y, north), south)) < r,
      );
    });
    const ends = (selector: string) =>
      Math.max(
        ...[...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect().bottom),
      );
    // how far numbers and what is said of them reach into the buttons below
    const below = ends('.figure') - ends('#figures');
    return { beads, canvas: { left, top, right, bottom }, on: on.map(({ text }) => text), below };
  });

for (const [name, query] of Object.entries(SCENES)) {
  test(`${name}: in its room, and no word on a bead`, async ({ page }) => {
    test.slow();
    await openLab(page, query);
    await pause(page);
    await page.keyboard.press('r');
    await idle(page);
    for (const [width, height] of WIDTHS) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(300);
      await idle(page);
      const { beads, canvas, on, below } = await look(page);
      expect(on, `${width} px`).toEqual([]);
      expect(below, `${width} px, numbers`).toBeLessThanOrEqual(0);
      const xs = beads.flatMap(({ x, r }) => [x - r, x + r]);
      const ys = beads.flatMap(({ y, r }) => [y - r, y + r]);
      expect(Math.min(...xs), `${width} px, left`).toBeGreaterThanOrEqual(canvas.left - 1);
      expect(Math.max(...xs), `${width} px, right`).toBeLessThanOrEqual(canvas.right + 1);
      expect(Math.min(...ys), `${width} px, above`).toBeGreaterThanOrEqual(canvas.top - 1);
      expect(Math.max(...ys), `${width} px, below`).toBeLessThanOrEqual(canvas.bottom + 1);
    }
    // ten seconds of it, in the last and largest window; a net solved exactly moves as this one does, in ten times the time
    if (name === 'net')
      await page.evaluate(() => window.lab.runners()[0]!.simulation.setParameters({ solver: 'chebyshev' }));
    const reach = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    let room = { left: 0, right: 0, top: 0, bottom: 0 };
    for (let k = 0; k < 2 * SECONDS; k++) {
      await page.evaluate(() =>
        Promise.all(window.lab.runners().map(({ simulation }) => simulation.step(30))),
      );
      const { beads, canvas, on } = await look(page);
      expect(on, `after ${(k + 1) / 2} s`).toEqual([]);
      room = canvas;
      for (const { x, y, r } of beads) {
        reach.left = Math.min(reach.left, x - r);
        reach.right = Math.max(reach.right, x + r);
        reach.top = Math.min(reach.top, y - r);
        reach.bottom = Math.max(reach.bottom, y + r);
      }
    }
    const wide = (reach.right - reach.left) / (room.right - room.left);
    const high = (reach.bottom - reach.top) / (room.bottom - room.top);
    expect(Math.max(wide, high), `fills ${wide.toFixed(2)} x ${high.toFixed(2)}`).toBeGreaterThan(0.6);
    // among six solvers there is one that lets its chain out of any picture
    if (name === 'race') return;
    expect(reach.left, 'left').toBeGreaterThanOrEqual(room.left - 1);
    expect(reach.right, 'right').toBeLessThanOrEqual(room.right + 1);
    expect(reach.top, 'above').toBeGreaterThanOrEqual(room.top - 1);
    expect(reach.bottom, 'below').toBeLessThanOrEqual(room.bottom + 1);
  });
}
