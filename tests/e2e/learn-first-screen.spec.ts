// What a reader meets without scrolling: in every chapter a figure that moves or can be moved, right after the question. And the small
// picture that comes back in every chapter with one part more.
import { chapters } from './learn-helpers';
import { expect, type Page, test } from './test';

/** The first figure of a page: what stands before it, how much of it and of its picture is in sight, and what can be moved there. */
const firstFigure = (page: Page) =>
  page.evaluate(() => {
    const seen = (each: Element) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return height === 0 ? 0 : Math.max(0, Math.min(innerHeight, bottom) - Math.max(0, top));
    };
    const figure = document.querySelector('main figure')!;
    const before = [...figure.parentElement!.children].slice(
      0,
      [...figure.parentElement!.children].indexOf(figure),
    );
    const pictures = [...figure.querySelectorAll('canvas, svg, bead-work, img, table')].map(seen);
    return {
      before: before.map((each) => each.className || each.localName),
      figure: seen(figure),
      picture: Math.max(0, ...pictures),
      hands: figure.querySelectorAll('input, select, button').length,
      scrolled: scrollY,
    };
  });

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`on the first screen of ${width} × ${height} pixels every chapter has a figure to move`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const { number, name } of chapters) {
      await page.goto(`/learn/${name}.html`, { waitUntil: 'load' });
      // pictures that are drawn by the page's script, or stand in for it
      await expect
        .poll(async () => (await firstFigure(page)).picture, `chapter ${number}`)
        .toBeGreaterThan(100);
      const { before, figure, hands, scrolled } = await firstFigure(page);
      expect(before, `chapter ${number}: what stands before its figure`).toEqual(['header', 'question']);
      expect(figure, `chapter ${number}: pixels of its figure in sight`).toBeGreaterThan(200);
      expect(hands, `chapter ${number}: what can be moved`).toBeGreaterThan(0);
      expect(scrolled).toBe(0);
    }
  });

test('the small picture comes back in every chapter with one part more, large enough to read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/learn/');
  const pictures = await page.evaluate(
    async (names) => {
      const found = [];
      for (const name of names) {
        const html = await (await fetch(`/learn/${name}.html`)).text();
        const parsed = new DOMParser().parseFromString(html, 'text/html');
        found.push(
          [...parsed.querySelectorAll('.diagram')].map((diagram) => ({
            parts: [...diagram.querySelectorAll<SVGElement>('[data-part]')].map(
              ({ dataset }) => dataset.part!,
            ),
            empty: [...diagram.querySelectorAll('[data-part]')].filter((part) => part.children.length === 0)
              .length,
            fresh: [...diagram.querySelectorAll<SVGElement>('.new')].map(({ dataset }) => dataset.part!),
            says: diagram.querySelector('figcaption')!.textContent!.length,
          })),
        );
      }
      return found;
    },
    chapters.map(({ name }) => name),
  );
  let before: string[] = [];
  for (const [k, drawn] of pictures.entries()) {
    const where = `chapter ${chapters[k]!.number}`;
    expect(drawn.length, `${where}: pictures`).toBe(1);
    const { parts, empty, fresh, says } = drawn[0]!;
    expect(parts.slice(0, -1), `${where}: what was there before`).toEqual(before);
    expect(fresh, `${where}: what is new`).toEqual([parts.at(-1)]);
    expect(before).not.toContain(parts.at(-1));
    expect(empty).toBe(0);
    expect(says, `${where}: its words`).toBeGreaterThan(30);
    before = parts;
  }
  // the fullest of them, on a phone
  await page.goto(`/learn/${chapters.at(-1)!.name}.html`);
  const small = await page.locator('.diagram text').evaluateAll((words) => {
    const picture = document.querySelector('.diagram svg')!.getBoundingClientRect();
    return words.flatMap((word) => {
      const { left, right, top, bottom, height } = word.getBoundingClientRect();
      const inside =
        left >= picture.left &&
        right <= picture.right &&
        top >= picture.top - 2 &&
        bottom <= picture.bottom + 2;
      return inside && height >= 12
        ? []
        : [`${word.textContent}: ${Math.round(left)} to ${Math.round(right)}, ${height} high`];
    });
  });
  expect(small).toEqual([]);
});
