// Servos in the lab: where they are drawn is set by sliders and by handles on the picture, in scenes that have some.
import type { SceneDescription } from '../../www/beadwork';
import { choose, idle, open, openLab, pause, take } from './lab-page';
import { expect, type Page, test } from './test';

const box = (halfExtents: [number, number, number]) => ({ type: 'box' as const, halfExtents });
/** An arm on a hinge between stops, a block on a rail, and a box that may turn about z alone. */
const machine: SceneDescription = {
  version: 2,
  gravity: [0, 0, 0],
  bodies: [
    { position: [0, 2, 0], shape: box([0.2, 0.1, 0.1]), fixed: true },
    { position: [0.5, 2, 0], shape: box([0.5, 0.05, 0.05]) },
    { position: [0, 1.3, 0], shape: box([0.1, 0.1, 0.1]) },
    { position: [0, 2.7, 0], shape: box([0.2, 0.1, 0.1]) },
  ],
  joints: [
    {
      ...{ type: 'hinge', a: 0, b: 1, anchorA: [0, 0, 0], anchorB: [-0.5, 0, 0], axisA: [0, 0, 1] },
      ...{ limit: [-1, 1.2], servo: { target: 0, hertz: 4 } },
    },
    {
      ...{ type: 'slider', a: 0, b: 2, anchorA: [0, -0.7, 0], anchorB: [0, 0, 0], axisA: [1, 0, 0] },
      ...{ servo: { target: 0, hertz: 4, maxForce: 500 } },
    },
    {
      ...{ type: 'six-dof', a: 0, b: 3, anchorA: [0, 0.7, 0], anchorB: [0, 0, 0] },
      axes: {
        ...{ x: 'fixed', y: 'fixed', z: 'fixed', rx: 'fixed', ry: 'fixed' },
        rz: { limit: [-0.5, 0.5], servo: { target: 0.1, hertz: 4 } },
      },
    },
  ],
};

/** In place of the scene that is there. */
async function openMachine(page: Page): Promise<void> {
  await pause(page);
  await expect(page.locator('#servos')).toBeHidden();
  await open(page, 'machine.json', JSON.stringify(machine));
  await expect(page.locator('#notice')).toContainText('machine.json is open.');
  await idle(page);
}

/** With the controls open. */
async function withMachine(page: Page, query = ''): Promise<string[]> {
  const problems = await openLab(page, `?scene=pendant&solver=direct${query}`);
  await page.locator('#controls-switch').click();
  await openMachine(page);
  return problems;
}

/** Of the joints' driven coordinates, in every copy, after so many frames. */
const coordinates = (page: Page, frames: number) =>
  page.evaluate(async (frames) => {
    const of = window.lab.runners().map(async ({ simulation }) => {
      await simulation.step(frames);
      const [hinge, slider, six] = await simulation.readJoints();
      return [hinge!.coordinates[3]!, slider!.coordinates[0]!, six!.coordinates[5]!];
    });
    return Promise.all(of);
  }, frames);

const near = (found: number[][], wanted: number[]) => {
  for (const copy of found)
    wanted.forEach((value, k) => {
      expect(Math.abs(copy[k]! - value), JSON.stringify(found)).toBeLessThan(2e-3);
    });
};

const slider = (page: Page, name: string) =>
  page.locator(`.field[data-name="servo-${name}"] input[type="range"]`);

test('a slider for each servo, by mouse and by keyboard, for every copy', async ({ page }) => {
  const problems = await withMachine(page, '&compare=gauss-seidel');
  await expect(page.locator('#servos .field')).toHaveCount(3);
  await expect(page.locator('#servos')).toContainText('Joint 1');
  await expect(page.locator('#servos')).toContainText('Joint 3, about its z');
  near(await coordinates(page, 120), [0, 0, 0.1]);

  await page.locator('#field-servo-0').fill('0.8');
  await page.locator('#field-servo-0').press('Enter');
  // no further than its stop
  await page.locator('#field-servo-2-rz').fill('3');
  await page.locator('#field-servo-2-rz').press('Enter');
  await expect(slider(page, '2-rz')).toHaveValue('0.5');
  await slider(page, '1').focus();
  const before = Number(await slider(page, '1').inputValue());
  for (let k = 0; k < 5; k++) await page.keyboard.press('ArrowRight');
  const slid = Number(await slider(page, '1').inputValue());
  expect(slid).toBeGreaterThan(before);
  near(await coordinates(page, 240), [0.8, slid, 0.5]);

  // a double click and a new beginning bring back what the scene has
  await page.locator('.field[data-name="servo-1"] label').dblclick();
  near(await coordinates(page, 240), [0.8, 0, 0.5]);
  await page.locator('#reset').click();
  await idle(page);
  await expect(page.locator('#field-servo-0')).toHaveValue('0');
  await pause(page);
  near(await coordinates(page, 240), [0, 0, 0.1]);

  await page.locator('#scene').selectOption('ring');
  await idle(page);
  await expect(page.locator('#servos')).toBeHidden();
  expect(problems).toEqual([]);
});

test('what was driven stays so when a cut is taken back; the table says what stops, and how often it was solved', async ({
  page,
}) => {
  await withMachine(page);
  await page.locator('#field-servo-0').fill('0.8');
  await page.locator('#field-servo-0').press('Enter');
  // letters are typed where something is typed
  await page.locator('#field-servo-0').blur();
  await choose(page, 3);
  await page.keyboard.press('x');
  await idle(page);
  await expect(page.locator('.field[data-name="servo-1"]')).toBeHidden();
  await page.locator('#undo').click();
  await idle(page);
  await expect(page.locator('.field[data-name="servo-1"]')).toBeVisible();
  near(await coordinates(page, 240), [0.8, 0, 0.1]);

  await page.locator('#field-servo-0').fill('1.2');
  await page.locator('#field-servo-0').press('Enter');
  await page.locator('#step').click();
  await idle(page);
  await expect(page.locator('#measures')).toContainText('Rounds for limits and motors');
  await expect(page.locator('#field-rounds')).toBeVisible();
  await page.locator('#scene').selectOption('ring');
  await idle(page);
  await expect(page.locator('#measures')).not.toContainText('Rounds');
  await expect(page.locator('#field-rounds')).toBeHidden();
});

test('a handle is dragged about a hinge and along a slide, while joints are shown', async ({ page }) => {
  const problems = await withMachine(page, '&compare=gauss-seidel');
  const handles = page.locator('#handles .handle');
  await expect(handles).toHaveCount(6);
  await expect(handles.first()).toBeHidden();
  await page.locator('#show').selectOption('joints');
  await expect(handles.first()).toBeVisible();
  const middle = async (k: number) => {
    const { x, y, width, height } = (await handles.nth(k).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const drag = async (k: number, dx: number, dy: number) => {
    const { x, y } = await middle(k);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
    await page.mouse.move(x + dx, y + dy, { steps: 3 });
    await page.mouse.up();
    await idle(page);
    return { dx: (await middle(k)).x - x, dy: (await middle(k)).y - y };
  };
  // the arm of the first copy stands level: up is further round
  await drag(0, 0, -30);
  const arm = Number(await slider(page, '0').inputValue());
  expect(arm).toBeGreaterThan(0.1);
  // far above, it stops where the arm does
  await drag(0, -20, -400);
  await expect(page.locator('#field-servo-0')).toHaveValue('1.2');
  // the block, by the handle of the second copy
  const moved = await drag(4, 30, 0);
  const block = Number(await page.locator('#field-servo-1').inputValue());
  expect(block).toBeGreaterThan(0.05);
  expect(Math.abs(moved.dx - 30)).toBeLessThan(3);
  near(await coordinates(page, 240), [1.2, block, 0.1]);
  await page.locator('#show').selectOption('');
  await expect(handles.first()).toBeHidden();
  expect(problems).toEqual([]);
});

test('on a phone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await withMachine(page, '&show=joints');
  await expect(page.locator('#servos')).toBeVisible();
  await expect(page.locator('#handles .handle').first()).toBeVisible();
  const wide = () =>
    page.evaluate(() => {
      const panel = document.getElementById('controls')!;
      return [document.documentElement.scrollWidth - innerWidth, panel.scrollWidth - panel.clientWidth];
    });
  for (const over of await wide()) expect(over).toBeLessThanOrEqual(0);
  // a finger's width
  const { width } = (await page.locator('#handles .handle').first().boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(24);
});

test('a servo that was driven while it was recorded plays back to the same bits', async ({ page }) => {
  await withMachine(page);
  await page.locator('#take-switch').click();
  await page.locator('#take-recording').click();
  await page.locator('#step').click();
  await idle(page);
  for (const [name, target] of [
    ['0', '0.7'],
    ['2-rz', '-0.3'],
  ] as const) {
    await page.locator(`#field-servo-${name}`).fill(target);
    await page.locator(`#field-servo-${name}`).press('Enter');
    for (let k = 0; k < 3; k++) {
      await page.locator('#step').click();
      await idle(page);
    }
  }
  const { name, bytes } = await take(page, '#take-recording');
  const text = bytes.toString();
  const calls = JSON.parse(text).log.filter(({ call }: { call: string }) => call === 'setJoint');
  expect(calls).toHaveLength(2);
  await open(page, name, text);
  await expect(page.locator('#notice')).toContainText('Played back 7 frames, to the same bits.');
  // it goes on from there, to where it was drawn last
  await expect(page.locator('#field-servo-0')).toHaveValue('0.7');
  near(await coordinates(page, 240), [0.7, 0, -0.3]);
});
