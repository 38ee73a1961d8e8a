// Scenes that come to rest wait for a hand: one button makes something happen in them.
import type { NumberedJoint } from '../../www/beadwork';
import { idle, openLab, pause } from './lab-page';
import { expect, type Page, test } from './test';

const act = (page: Page) => page.locator('#act');

const press = async (page: Page) => {
  await act(page).click();
  await idle(page);
};

/** How many bodies each copy has. */
const bodies = (page: Page) =>
  page.evaluate(() => window.lab.runners().map(({ simulation }) => simulation.bodies().length));

const undo = async (page: Page) => {
  await page.locator('#undo').click();
  await idle(page);
};

test('a heavy ball falls onto the top of a stack, of both copies', async ({ page }) => {
  const problems = await openLab(page, '?scene=stack&boxes=4&compare=gauss-seidel+direct');
  await pause(page);
  const [before] = await bodies(page);
  await expect(act(page)).toHaveText('Drop a heavy ball on it');
  await press(page);
  await expect.poll(() => bodies(page)).toEqual([before! + 1, before! + 1]);
  const [aside, above] = await page.evaluate(async () => {
    const { simulation } = window.lab.runners()[0]!;
    const poses = await simulation.readPoses();
    const [ball, top] = simulation
      .bodies()
      .slice(-2)
      .reverse()
      .map((body) => poses.subarray(7 * body, 7 * body + 3));
    return [Math.hypot(ball![0]! - top![0]!, ball![2]! - top![2]!), ball![1]! - top![1]!];
  });
  expect(aside).toBeLessThan(0.1);
  expect(above).toBeGreaterThan(2);
  await undo(page);
  expect(await bodies(page)).toEqual([before, before]);
  expect(problems).toEqual([]);
});

test('a cable of the bridge is cut once, until it is whole again', async ({ page }) => {
  await openLab(page, '?scene=suspension&planks=8');
  await pause(page);
  // the pivot that is cut: both its ends are bars of one cable, near the middle of the bridge
  const joint = 4 * (8 + 1) + 8;
  const ends = await page.evaluate(async (joint) => {
    const { simulation } = window.lab.runners()[0]!;
    const poses = await simulation.readPoses();
    const { type, a, b } = (await simulation.describe()).joints![joint] as NumberedJoint;
    const at = [a, b].map((body) => [...poses.subarray(7 * (body as number), 7 * (body as number) + 3)]);
    return { type, at };
  }, joint);
  expect(ends.type).toBe('point');
  for (const [x, y, z] of ends.at) {
    expect(Math.abs(x!)).toBeLessThan(0.5);
    expect(y).toBeGreaterThan(0.8);
    expect(z).toBeCloseTo(0.5, 1);
  }
  await act(page).focus();
  await page.keyboard.press('Enter');
  await expect(act(page)).toBeHidden();
  await expect(page.locator('#canvas')).toBeFocused();
  await idle(page);
  await expect.poll(() => new URL(page.url()).searchParams.get('cut')).toBe(String(joint));
  await undo(page);
  await expect(act(page)).toBeVisible();
});

test('the arm swings round and back', async ({ page }) => {
  await openLab(page, '?scene=arm');
  await pause(page);
  const target = () =>
    page.evaluate(async () => {
      const { joints } = await window.lab.runners()[0]!.simulation.describe();
      return (joints![0] as unknown as { servo: { target: number } }).servo.target;
    });
  const before = await target();
  await press(page);
  await expect.poll(target).toBeCloseTo(-before, 6);
  // the number is of the target that it has now
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(400));
  await page.locator('#step').click();
  await expect(page.locator('#figures')).toContainText(/^[012]\.\d°/);
  await press(page);
  await expect.poll(target).toBeCloseTo(before, 6);
});

test('a cloth is pulled away once, and all that stood on it is on the table', async ({ page }) => {
  await openLab(page, '?scene=tablecloth');
  await pause(page);
  await page.locator('#step').click();
  await expect(page.locator('#figures')).toContainText(/^15\s*of 15 things are on the table/);
  await press(page);
  await expect(act(page)).toBeHidden();
  const [x] = await page.evaluate(async () => {
    const { simulation } = window.lab.runners()[0]!;
    await simulation.step(180);
    const { joints } = await simulation.describe();
    const cloth = (joints![0] as NumberedJoint).b as number;
    return [...(await simulation.readState()).positions.subarray(3 * cloth)];
  });
  expect(x).toBeGreaterThan(2.19);
  await page.locator('#step').click();
  await expect(page.locator('#figures')).toContainText(/^15\s*of 15 things are on the table/);
  await undo(page);
  await expect(act(page)).toBeVisible();
});

test('what moves by itself has no such button', async ({ page }) => {
  await openLab(page, '?scene=bridge');
  await expect(act(page)).toBeHidden();
});
