// Drop: bodies fall into a running scene; undo, links, files and recordings have them.
import type { SceneVersion2 } from '../../www/beadwork';
import {
  bodyCounts,
  idle,
  onScreen,
  open,
  openLab,
  pause,
  pictures,
  ready,
  soundInBothThemes,
  take,
  written,
} from './lab-page';
import { expect, type Page, test } from './test';

const THINGS = { Box: 1, Ball: 1, Ragdoll: 10, Chain: 8 };
type Thing = keyof typeof THINGS;

/** Bodies that are there, of the first copy. */
const there = (page: Page) => page.evaluate(() => window.lab.runners()[0]!.simulation.bodies());

const joints = (page: Page) => page.evaluate(() => window.lab.runners()[0]!.simulation.joints().length);

const described = (page: Page) =>
  page.evaluate(() => window.lab.runners()[0]!.simulation.describe()) as Promise<SceneVersion2>;

const run = (page: Page, frames: number) =>
  page.evaluate(
    (frames) => Promise.all(window.lab.runners().map(({ simulation }) => simulation.step(frames))),
    frames,
  );

async function choose(page: Page, thing: Thing): Promise<void> {
  const button = page.locator('#drop-bar').getByRole('button', { name: thing, exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

/** At shares of the picture's width and height, and it is there. */
async function dropAt(page: Page, x: number, y: number): Promise<void> {
  const before = (await there(page)).length;
  const { x: left, y: top, width, height } = (await page.locator('#canvas').boundingBox())!;
  await page.mouse.click(left + x * width, top + y * height);
  await expect.poll(async () => (await there(page)).length).toBeGreaterThan(before);
  await idle(page);
}

const undo = async (page: Page) => {
  await page.locator('#undo').click();
  await idle(page);
};

test('a box, a ball, a ragdoll and a chain fall where the picture is clicked, go again by Undo and come back', async ({
  page,
}) => {
  const problems = await openLab(page, '?scene=stack&count=4');
  await pause(page);
  const [start, before] = [await there(page), await described(page)];
  const half = before.bodies[1]!.shape as { halfExtents: number[] };
  await page.locator('#drop-switch').click();
  const counts = [start.length];
  for (const [k, [thing, bodies]] of Object.entries(THINGS).entries()) {
    await choose(page, thing as Thing);
    await dropAt(page, 0.3 + 0.12 * k, 0.8);
    counts.push(counts.at(-1)! + bodies);
    expect((await there(page)).length).toBe(counts.at(-1));
  }
  // nine of the ragdoll, seven of the chain
  expect(await joints(page)).toBe(16);
  // as large and as heavy as what is there, above the ground
  const [box, ball] = (await described(page)).bodies.slice(start.length);
  expect(box!.shape).toEqual({
    type: 'box',
    halfExtents: half.halfExtents.map(() => expect.closeTo(half.halfExtents[0]!, 2)),
  });
  expect(box!.mass! / before.bodies[1]!.mass!).toBeCloseTo(1, 1);
  expect(ball!.mass! / box!.mass!).toBeCloseTo(1, 2);
  expect(box!.position[1]).toBeGreaterThan(half.halfExtents[1]!);
  await run(page, 20);
  const later = (await described(page)).bodies.slice(start.length);
  expect(later[0]!.position[1]).toBeLessThan(box!.position[1] - 0.1);
  // it takes no body that was there
  await expect(page.locator('#bead')).toBeHidden();

  for (const count of counts.slice(0, -1).reverse()) {
    await undo(page);
    expect((await there(page)).length).toBe(count);
  }
  expect(await there(page)).toEqual(start);
  await expect(page.locator('#undo')).toBeDisabled();
  for (let k = 0; k < 4; k++) await page.locator('#redo').click();
  await idle(page);
  expect((await there(page)).length).toBe(counts.at(-1));
  expect((await described(page)).bodies[start.length]!.position).toEqual(box!.position);

  // what was dropped is gone once all begin again
  await page.locator('#reset').click();
  await idle(page);
  expect(await there(page)).toEqual(start);
  await written(page);
  expect(new URL(page.url()).searchParams.has('drop')).toBe(false);
  expect(problems).toEqual([]);
});

test('a link opens what was dropped, pins of it too, and Again keeps that', async ({ page }) => {
  await openLab(page, '?scene=stack&count=3&compare=auto+jacobi');
  await pause(page);
  const start = await there(page);
  await page.locator('#drop-switch').click();
  await choose(page, 'Chain');
  await dropAt(page, 0.5, 0.5);
  await choose(page, 'Ragdoll');
  await dropAt(page, 0.6, 0.7);
  expect(await bodyCounts(page)).toEqual([start.length + 18, start.length + 18]);
  await page.keyboard.press('Escape');
  await expect(page.locator('#drop-bar')).toBeHidden();
  // the first bead of the chain is pinned
  const { x, y } = await page.evaluate((body) => window.lab.place(body), start.length);
  await page.mouse.click(x, y);
  await expect(page.locator('#bead')).toContainText(`Bead ${start.length + 1}`);
  await page.locator('#bead').getByRole('button', { name: 'Pin', exact: true }).click();
  await idle(page);
  await written(page);
  const dropped = (scene: SceneVersion2) =>
    scene.bodies.slice(start.length).map(({ position, mass, colour }) => ({ position, mass, colour }));
  const before = dropped(await described(page));
  await page.reload();
  await ready(page);
  await pause(page);
  await page.locator('#reset').click();
  await idle(page);
  expect(await bodyCounts(page)).toEqual([start.length + 18, start.length + 18]);
  expect(await joints(page)).toBe(16);
  const opened = await described(page);
  expect(dropped(opened)).toEqual(before);
  expect(opened.bodies[start.length]!.fixed).toBe(true);

  // one more goes with the next start; those that the link brought stay
  await page.locator('#drop-switch').click();
  await choose(page, 'Ball');
  await dropAt(page, 0.4, 0.7);
  await page.locator('#reset').click();
  await idle(page);
  expect((await there(page)).length).toBe(start.length + 18);
  // the other way round: pin, ragdoll, chain
  for (let k = 0; k < 3; k++) await undo(page);
  expect(await there(page)).toEqual(start);

  await page.goto('/?scene=stack&count=3&drop=cow+0+1+0+1+1000,ball+0+9+0+0.5+1000,ball+0+12+0+-1+1000');
  await ready(page);
  await expect(page.locator('#notice')).toContainText('words that make no sense');
  expect((await there(page)).length).toBe(start.length + 1);
});

test('a file of the scene and a recording have what was dropped', async ({ page }) => {
  await openLab(page, '?scene=stack&count=3');
  await pause(page);
  const start = (await there(page)).length;
  await page.locator('#take-switch').click();
  await page.locator('#take-recording').click();
  await page.locator('#drop-switch').click();
  await choose(page, 'Ragdoll');
  await dropAt(page, 0.4, 0.6);
  await run(page, 10);
  await choose(page, 'Ball');
  await dropAt(page, 0.6, 0.4);
  await run(page, 10);
  await undo(page);
  await run(page, 10);
  const now = await described(page);
  const file = await take(page, '#take-json');
  expect((JSON.parse(file.bytes.toString()) as SceneVersion2).bodies).toEqual(now.bodies);
  const recording = await take(page, '#take-recording');
  const { log, version } = JSON.parse(recording.bytes.toString());
  expect(version).toBe(2);
  expect(log.map(({ call }: { call: string }) => call)).toEqual(
    expect.arrayContaining(['addBodies', 'addJoints', 'removeBodies']),
  );
  await open(page, 'recording.json', recording.bytes.toString());
  await expect(page.locator('#notice')).toContainText('Played back 30 frames, to the same bits.');
  expect((await there(page)).length).toBe(start + 10);
  expect((await described(page)).bodies.map(({ position }) => position)).toEqual(
    now.bodies.map(({ position }) => position),
  );
});

test('cuts, drops and what is chosen find their way back in any order', async ({ page }) => {
  const problems = await openLab(page, '?scene=pendant&solver=direct&contacts=true');
  await pause(page);
  const start = await there(page);
  await page.locator('#drop-switch').click();
  await choose(page, 'Chain');
  await dropAt(page, 0.7, 0.4);
  await run(page, 3);
  await undo(page);
  await page.keyboard.press('Escape');
  // two places are free now; the state before the cut still has them
  const cut = async (body: number) => {
    const { x, y } = await page.evaluate((body) => window.lab.place(body), body);
    await page.mouse.click(x, y);
    await page.locator('#bead').getByRole('button', { name: /^Cut/ }).first().click();
    await idle(page);
    await page.keyboard.press('Escape');
  };
  const poses = () => page.evaluate(async () => [...(await window.lab.runners()[0]!.simulation.readPoses())]);
  await cut(12);
  const before = (await poses()).slice(0, 7 * start.length);
  await run(page, 10);
  await undo(page);
  expect(await poses()).toEqual(before);
  expect(await there(page)).toEqual(start);

  await page.locator('#drop-switch').click();
  await dropAt(page, 0.7, 0.4);
  await page.keyboard.press('Escape');
  const dropped = start.length + 4;
  const hung = await poses();
  await cut(dropped);
  await run(page, 5);
  await undo(page);
  expect(await poses()).toEqual(hung);
  expect(await joints(page)).toBe(start.length - 1 + 7);
  // a joint of what was dropped, by its number, and none once it is gone
  const { x, y } = await page.evaluate((body) => window.lab.place(body), dropped);
  await page.mouse.click(x, y);
  await page.locator('#bead').getByRole('button', { name: 'See why' }).click();
  await expect(page.locator('#why h3:visible')).toHaveText(`Bead ${dropped + 1}`);
  await undo(page);
  await expect(page.locator('#why h3:visible')).toHaveCount(0);
  await expect(page.locator('#bead')).toBeHidden();
  await page.keyboard.press('n');
  await expect(page.locator('#bead')).toContainText('Bead');
  expect(problems).toEqual([]);
});

test('by keyboard alone, in a worker too', async ({ page }) => {
  // so many bodies that may touch are computed by a worker
  const problems = await openLab(page, '?scene=heap&count=520');
  await pause(page);
  const start = (await there(page)).length;
  expect(start).toBeGreaterThan(500);
  await page.locator('#drop-switch').focus();
  await page.keyboard.press('Enter');
  await page.locator('#drop-bar').getByRole('button', { name: 'Ball' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('d');
  await expect.poll(async () => (await there(page)).length).toBe(start + 1);
  await page.getByRole('button', { name: 'In the middle' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await there(page)).length).toBe(start + 2);
  await expect(page.locator('#drop-bar [role="status"]')).toHaveText(
    'Ball dropped. 2 bodies were dropped so far.',
  );
  await idle(page);
  const height = async () => (await described(page)).bodies[start]!.position[1];
  const high = await height();
  await run(page, 5);
  expect(await height()).toBeLessThan(high);
  await page.keyboard.press('Escape');
  await expect(page.locator('#drop-bar')).toBeHidden();
  await expect(page.locator('#drop-switch')).toBeFocused();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await there(page)).length).toBe(start);
  // the sheet of keys has it
  await page.keyboard.press('?');
  await expect(page.locator('#sheet')).toContainText('Drop what is chosen');
  expect(problems).toEqual([]);
});

test('where bodies do not touch, where a solver takes no such joint and while a scene is made it says so', async ({
  page,
}) => {
  await openLab(page, '?scene=pendant&solver=conjugate-gradient');
  await pause(page);
  const start = await there(page);
  await page.locator('#drop-switch').click();
  await choose(page, 'Ragdoll');
  await page.getByRole('button', { name: 'In the middle' }).click();
  await expect(page.locator('#drop-bar [role="alert"]')).toContainText(
    'This solver takes hard point joints only',
  );
  await idle(page);
  expect(await there(page)).toEqual(start);
  await expect(page.locator('#undo')).toBeDisabled();
  await choose(page, 'Ball');
  await expect(page.locator('#drop-bar [role="alert"]')).toBeEmpty();
  await page.getByRole('button', { name: 'Let them touch' }).click();
  await expect(page.locator('#drop-bar [role="alert"]')).not.toBeEmpty();

  await page.goto('/?scene=pendant&solver=direct&gravity=0+-9.81+0');
  await ready(page);
  await pause(page);
  await page.locator('#drop-switch').click();
  await expect(page.locator('#drop-bar')).toContainText('Bodies do not touch here');
  await choose(page, 'Ball');
  await dropAt(page, 0.9, 0.5);
  // no ground stops it here
  await run(page, 400);
  await page.locator('#step').click();
  await expect(page.locator('#fallen')).toHaveText(/What you dropped has fallen out of the picture/);
  await page.locator('#fallen-undo').click();
  await expect(page.locator('#fallen')).toBeHidden();
  await page.getByRole('button', { name: 'Let them touch' }).click();
  await expect(page.locator('#drop-bar')).not.toContainText('Bodies do not touch here', {
    useInnerText: true,
  });
  expect(await page.evaluate(() => window.lab.runners()[0]!.simulation.parameters.contacts)).toBe(true);

  await page.locator('#make-switch').click();
  await page.getByRole('button', { name: 'Start with an empty scene' }).click();
  await idle(page);
  await expect(page.locator('#drop-bar')).toBeHidden();
  await expect(page.locator('#drop-switch')).toHaveAttribute('aria-disabled', 'true');
  await page.locator('#drop-switch').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#notice')).toContainText('come from its sheet');
  await expect(page.locator('#drop-bar')).toBeHidden();
  // while it is tried things fall, and what was made stays as it was
  await page.locator('#play').click();
  await expect(page.locator('#drop-switch')).toHaveAttribute('aria-disabled', 'false');
  await page.locator('#drop-switch').click();
  await dropAt(page, 0.5, 0.5);
  await page.getByRole('button', { name: 'Back to making' }).click();
  await idle(page);
  expect((await described(page)).bodies.length).toBe(1);
});

test('it is no repair of what is broken, and Undo leaves the repair as it was', async ({ page }) => {
  const problems = await openLab(page, '?repair=rope');
  await pause(page);
  const start = await there(page);
  await page.locator('#drop-switch').click();
  await choose(page, 'Chain');
  await page.getByRole('button', { name: 'In the middle' }).click();
  await expect(page.locator('#repair')).toContainText('Something was dropped');
  await undo(page);
  expect(await there(page)).toEqual(start);
  await page.locator('#step').click();
  await expect(page.locator('#repair')).not.toContainText('Something was dropped');
  expect(problems).toEqual([]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a tap drops it, and chooses again once that is done', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openLab(page, '?scene=stack&count=3');
    await pause(page);
    const before = await there(page);
    const start = before.length;
    await page.locator('#drop-switch').tap();
    await page.locator('#drop-bar').getByRole('button', { name: 'Ball' }).tap();
    const { x, y, width, height } = (await page.locator('#canvas').boundingBox())!;
    await page.touchscreen.tap(x + 0.5 * width, y + 0.5 * height);
    await expect.poll(async () => (await there(page)).length).toBe(start + 1);
    await expect(page.locator('#bead')).toBeHidden();
    // the next one falls on it
    await page.touchscreen.tap(x + 0.5 * width, y + 0.5 * height);
    await expect.poll(async () => (await there(page)).length).toBe(start + 2);
    await idle(page);
    await page.locator('#drop-bar').getByRole('button', { name: 'Done' }).tap();
    await expect(page.locator('#drop-bar')).toBeHidden();
    // the picture has its place and its size again, and shows the ball
    await pictures(page, 3);
    const ball = (await there(page)).find((body) => !before.includes(body))!;
    const at = await onScreen(page, ball);
    await page.touchscreen.tap(at.x, at.y);
    await expect(page.locator('#bead')).toContainText(`Bead ${ball + 1}`);
    expect((await there(page)).length).toBe(start + 2);
  });
});

for (const [name, width] of Object.entries({ 'a desk': 1280, 'a phone': 390 }))
  test(`on ${name} it hides nothing that is clicked, and readers can read it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openLab(page, '?scene=pendant');
    await pause(page);
    await page.locator('#drop-switch').click();
    const { canvas, bar, over } = await page.evaluate(() => {
      const of = (id: string) => document.getElementById(id)!.getBoundingClientRect().toJSON() as DOMRect;
      return {
        canvas: of('canvas'),
        bar: of('drop-bar'),
        over: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect(over).toBeLessThanOrEqual(0);
    const covered =
      Math.max(0, Math.min(bar.bottom, canvas.bottom) - Math.max(bar.top, canvas.top)) * bar.width;
    expect(covered / (canvas.width * canvas.height)).toBeLessThan(0.2);
    await soundInBothThemes(page);
  });
