// Pulling, turning, pinning and cutting by mouse.

import { idle, onScreen, openLab, parameters, pause, pictures, positions, steps } from './lab-page';
import { expect, type Page, test } from './test';

const TOP = 2;

const at = (all: number[], body: number) => all.slice(3 * body, 3 * body + 3);
const apart = (a: number[], b: number[]) => Math.hypot(...a.map((x, axis) => x - b[axis]!));

async function press(page: Page, body: number): Promise<{ x: number; y: number }> {
  const point = await onScreen(page, body);
  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  return point;
}

test('a bead is pulled, in both copies, and let go; beside it the view turns, and the address keeps it', async ({
  page,
}) => {
  await openLab(page, '?gravity=0+0+0&damping=1');
  await pause(page);
  const before = await positions(page);
  const started = await steps(page);
  const { x, y } = await press(page, 12);
  // a press that may still be a tap moves nothing
  await pictures(page, 10);
  await idle(page);
  expect(await steps(page)).toBe(started);
  // time runs while a bead is pulled, even in a pause
  await page.mouse.move(x + 60, y - 20, { steps: 4 });
  await expect.poll(async () => apart(at(await positions(page), 12), at(before, 12))).toBeGreaterThan(0.8);
  const both = await page.evaluate(() =>
    Promise.all(
      window.lab
        .runners()
        .map(async ({ simulation }) => (await simulation.readState()).positions.slice(36, 39)),
    ),
  );
  expect(apart([...both[1]!], at(before, 12))).toBeGreaterThan(0.5);
  await page.mouse.up();
  await idle(page);
  const let_go = await steps(page);
  await pictures(page, 10);
  await idle(page);
  expect(await steps(page)).toBe(let_go);
  // the view did not turn with it
  const yaw = () => page.evaluate(() => window.lab.view()!.camera.yaw);
  expect(await yaw()).toBe(0);
  expect((await page.evaluate(() => window.lab.state())).camera).toBeNull();
  expect(new URL(page.url()).searchParams.has('camera')).toBe(false);

  const box = (await page.locator('#canvas').boundingBox())!;
  await page.mouse.move(box.x + box.width - 90, box.y + 0.6 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 190, box.y + 0.6 * box.height, { steps: 5 });
  await page.mouse.up();
  await expect.poll(yaw).toBeGreaterThan(0.3);
  await expect.poll(() => new URL(page.url()).searchParams.has('camera')).toBe(true);

  // the wheel is the page's until the picture has the focus
  await page.locator('#canvas').evaluate((canvas) => canvas.blur());
  const distance = () => page.evaluate(() => window.lab.view()!.camera.distance);
  const far = await distance();
  await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.5 * box.height);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await distance()).toBe(far);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('#canvas').focus();
  await page.mouse.wheel(0, 120);
  await expect.poll(distance).toBeGreaterThan(far);
});

test('a tapped bead is pinned, its thread cut, and both undone and done again', async ({ page }) => {
  await openLab(page, '?scene=pendant&solver=direct');
  await pause(page);
  await press(page, TOP + 10);
  await page.mouse.up();
  await expect(page.locator('#bead')).toContainText('Bead 13');
  await expect(page.locator('.ring:visible')).toHaveCount(1);

  const run = async (frames: number) => {
    await page.evaluate((frames) => window.lab.runners()[0]!.simulation.step(frames), frames);
    return positions(page);
  };
  const start = await positions(page);
  await page.locator('#bead').getByRole('button', { name: 'Pin', exact: true }).click();
  await idle(page);
  const pinned = await run(20);
  expect(apart(at(pinned, 12), at(start, 12))).toBeLessThan(1e-6);
  expect(apart(at(pinned, 23), at(start, 23))).toBeGreaterThan(0.1);

  await page.locator('#bead').getByRole('button', { name: 'Cut below' }).click();
  await idle(page);
  const before = await positions(page);
  const cut = await run(30);
  // what hung below falls freely: half a second of it
  expect(at(before, 23)[1]! - at(cut, 23)[1]!).toBeGreaterThan(0.9);
  expect(apart(at(cut, 13), at(cut, 12))).toBeGreaterThan(1);

  // the thread is whole again, where it was when it was cut
  await page.locator('#undo').click();
  await idle(page);
  expect(await positions(page)).toEqual(before);
  const whole = await run(30);
  expect(apart(at(whole, 13), at(whole, 12))).toBeLessThan(0.51);
  expect(apart(at(whole, 12), at(start, 12))).toBeLessThan(1e-5);
  await page.locator('#undo').click();
  await idle(page);
  const free = await run(20);
  expect(apart(at(free, 12), at(start, 12))).toBeGreaterThan(0.01);
  await expect(page.locator('#undo')).toBeDisabled();

  await page.locator('#redo').click();
  await page.locator('#redo').click();
  await idle(page);
  await expect(page.locator('#redo')).toBeDisabled();
  await run(30);
  const again = await positions(page);
  expect(apart(at(again, 13), at(again, 12))).toBeGreaterThan(1);
  // an undone cut leaves the parameters alone
  expect((await parameters(page)).solver).toBe('direct');
});
