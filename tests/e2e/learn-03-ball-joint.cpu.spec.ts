// Chapter 3: every matrix of a ball joint against the twin. The GPU's own answer: learn-kernels.ts.

import { expectClose, live, matrix, set, shared, values } from './learn-helpers';
import { putJoint } from './learn-kernels';
import { expect, test } from './test';

type Case = (typeof values.ballJoint)[number];
/** Positions of the twin's scene are f32: a gap of 0.1 m comes back within 1e-8, over h twice. */
const WITHIN = 1e-5;

const visit = shared('03-ball-joint');

test('opens on the worked example: A = diag(2, 2.5, 2.5) and an impulse of 0.408', async () => {
  const { page } = visit;
  expectClose(
    await matrix(page, 'A'),
    [
      [2, 0, 0],
      [0, 2.5, 0],
      [0, 0, 2.5],
    ],
    'A',
  );
  expectClose(await matrix(page, 'impulse'), [0, 0.408, 0], 'hλ');
  expectClose(await matrix(page, 'parting'), [0, -0.02, 0], 'JV');
  await expect(page.locator('[data-live="impulseY"]').last()).toHaveText('0.408');
});

test('the picture turns by keys as it does by dragging', async () => {
  const { page } = visit;
  const picture = page.locator('#space');
  const arm = () => picture.locator('.arm.a').getAttribute('x1');
  const before = await arm();
  await picture.focus();
  await page.keyboard.press('ArrowRight');
  const turned = await arm();
  expect(turned).not.toBe(before);
  await page.keyboard.press('ArrowLeft');
  expect(Number(await arm())).toBeCloseTo(Number(before), 6);
  const { x, y } = (await picture.boundingBox())!;
  await page.mouse.move(x + 80, y + 80);
  await page.mouse.down();
  // twelve pixels of dragging are one press
  await page.mouse.move(x + 92, y + 80);
  await page.mouse.up();
  expect(Number(await arm())).toBeCloseTo(Number(turned), 6);
});

test('the first joint pulls with what stops the anchors in one step, whatever the arm', async () => {
  const { page } = visit;
  for (const [spin, reach] of [
    [2, 0.5],
    [-5, 0.7],
    [3, 0],
  ] as const) {
    await set(page, '#spin-form', { spin, reach });
    const speed = Math.abs(spin) * reach;
    expect(await live(page, 'firstSpeed')).toBeCloseTo(speed, 9);
    // across the arms: 1/m twice, and (arm)²/I of both
    expect(await live(page, 'firstForce')).toBeCloseTo(speed / 0.1 / (2 + reach ** 2 + 0.25), 9);
  }
});

test('a single axis is one row of the same matrix', async () => {
  const { page } = visit;
  await page.locator('[name="rows"]').selectOption('1');
  expectClose(await matrix(page, 'J'), [values.ballJoint[0].J[1]], 'J');
  expectClose(await matrix(page, 'A'), [[2.5]], 'A');
  await expect(page.locator('#ask')).toBeDisabled();
});

test('every matrix is the twin’s, general arms and a pinned body included', async () => {
  const { page } = visit;
  await page.locator('[name="rows"]').selectOption('');
  for (const { input, ...wanted } of values.ballJoint as Case[]) {
    await putJoint(page, input);
    for (const key of Object.keys(wanted)) {
      expectClose(await matrix(page, key), wanted[key], `${key} of ${JSON.stringify(input)}`, WITHIN);
    }
  }
});
