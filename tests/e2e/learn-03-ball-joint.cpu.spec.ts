// Chapter 3: every matrix of a ball joint against the twin, and the GPU's own answer beside it.

import { expectClose, live, matrix, open, set, values } from './learn-helpers';
import { expect, type Page, test } from './test';

type Case = (typeof values.ballJoint)[number];
/** Positions of the twin's scene are f32: a gap of 0.1 m comes back within 1e-8, over h twice. */
const WITHIN = 1e-5;

async function put(page: Page, input: Case['input']) {
  await page.evaluate((to) => {
    const form = document.querySelector<HTMLFormElement>('#numbers')!;
    const put = (name: string, value: number) => {
      (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
    };
    for (const body of ['A', 'B'] as const) {
      put(`mass${body}`, to[body].mass);
      put(`inertia${body}`, to[body].inertia);
      for (const name of ['arm', 'linear', 'angular']) {
        for (const [i, axis] of ['x', 'y', 'z'].entries()) put(`${name}${body}${axis}`, to[body][name][i]);
      }
    }
    for (const [i, axis] of ['x', 'y', 'z'].entries()) put(`gap${axis}`, to.gap[i]);
    put('dt', to.dt);
    put('stabilisation', to.stabilisation);
    (form.elements.namedItem('pinned') as HTMLInputElement).checked = to.pinned;
    form.dispatchEvent(new Event('input', { bubbles: true }));
  }, input);
}

test('opens on the worked example: A = diag(2, 2.5, 2.5) and an impulse of 0.408', async ({ page }) => {
  await open(page, '03-ball-joint');
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

test('every matrix is the twin’s, general arms and a pinned body included', async ({ page }) => {
  await open(page, '03-ball-joint');
  for (const { input, ...wanted } of values.ballJoint as Case[]) {
    await put(page, input);
    for (const key of Object.keys(wanted)) {
      expectClose(await matrix(page, key), wanted[key], `${key} of ${JSON.stringify(input)}`, WITHIN);
    }
  }
});

test('a single axis is one row of the same matrix', async ({ page }) => {
  await open(page, '03-ball-joint');
  await page.locator('[name="rows"]').selectOption('1');
  expectClose(await matrix(page, 'J'), [values.ballJoint[0].J[1]], 'J');
  expectClose(await matrix(page, 'A'), [[2.5]], 'A');
  await expect(page.locator('#ask')).toBeDisabled();
});

test('the kernels give the same λ', async ({ page }) => {
  await open(page, '03-ball-joint');
  const general = (values.ballJoint as Case[])[2];
  await put(page, general.input);
  await page.locator('#ask').click();
  await expect(page.locator('#gpu-words')).toContainText('The GPU answers');
  const found = JSON.parse((await page.locator('#gpu-words').getAttribute('data-value'))!);
  // f32 on both sides of a division by h²
  expectClose([found], [general.lambda], 'λ from the GPU', 1e-5);
});

test('the picture turns by keys as it does by dragging', async ({ page }) => {
  await open(page, '03-ball-joint');
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

test('the first joint pulls with what stops the anchors in one step, whatever the arm', async ({ page }) => {
  await open(page, '03-ball-joint');
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
