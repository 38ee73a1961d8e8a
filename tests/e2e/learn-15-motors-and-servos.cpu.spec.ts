// Chapter 15: the motor against its closed form, the two faults of the arm as the text has them, and their repair.
import { expectNear, live, set, shared, stepTo } from './learn-helpers';
import { expect, type Page, test } from './test';

const NAME = '15-motors-and-servos';
/** kg m²: of a bar of water of 0.9, 0.12 and 0.1 m, about its middle. */
const INERTIA = (10.8 * (0.9 ** 2 + 0.12 ** 2)) / 12;
const ELBOW = 2;

const cell = (page: Page, name: string, joint = ELBOW) =>
  page.locator(`[data-cell="${name}-${joint}"]`).evaluate((place) => (place as HTMLElement).dataset.value!);

const exercise = (page: Page, name: string) => page.locator(`[data-exercise="${name}"]`);
async function expectVerdict(page: Page, name: string, verdict: string, words?: RegExp) {
  await expect(exercise(page, name)).toHaveAttribute('data-verdict', verdict);
  if (words) await expect(exercise(page, name).locator('.verdict')).toHaveText(words);
}

/** Changes a servo and lets the arm come to rest. */
async function settle(page: Page, fields: Record<string, string | number>): Promise<void> {
  await set(page, '#servo', fields);
  await stepTo(page, Number(await page.locator('#lab').getAttribute('data-frame')) + 301);
}

const visit = shared(NAME);

test('the first fault lacks torque: more hertz mend nothing, a larger torque does', async () => {
  const { page } = visit;
  const first = page.locator('#lab [data-cell="angle-2"]');
  const written = await first.textContent();
  await stepTo(page, 180);
  await expect(first).toHaveText(written!);
  await stepTo(page, 300);
  expect(await cell(page, 'state')).toBe('saturated');
  expectNear(Number(await cell(page, 'torque')), 150, 1e-5, 'all it has');
  await expectVerdict(page, 'first-fault', 'open');
  // softness is not what is wrong
  await settle(page, { hertz: 60 });
  await expectVerdict(page, 'first-fault', 'wrong', /cannot push harder/);
  await page.locator('#lab [data-do="restart"]').click();
  await settle(page, { cap: 300 });
  await expectVerdict(page, 'first-fault', 'wrong', /frequency of the elbow back/);
  await settle(page, { hertz: 40 });
  await expectVerdict(page, 'first-fault', 'right', /largest torque/);
});

test('the second fault is too soft: a larger torque mends nothing, more hertz do', async () => {
  const { page } = visit;
  await set(page, '#servo', { fault: 'second' });
  await expect(page.locator('#lab')).toHaveAttribute('data-frame', '0');
  await expect(page.locator('[name="hertz-value"]')).toHaveText('5 Hz');
  await stepTo(page, 300);
  await expectVerdict(page, 'second-fault', 'open');
  expect(await cell(page, 'state')).toBe('held');
  expect(Math.round(Number(await cell(page, 'torque')))).toBe(186);
  const off = Number(await cell(page, 'off'));
  expect(off).toBeGreaterThan(15);
  expect(off).toBeLessThan(17);
  // λ/k with k by frequency: the mass that the row moves is the same at 5 and 10 Hz but for what the arm has turned
  const soft = await live(page, 'stiffness');
  await settle(page, { cap: 800 });
  await expectVerdict(page, 'second-fault', 'wrong', /could push harder/);
  await set(page, '#servo', { fault: 'none' });
  await set(page, '#servo', { fault: 'second' });
  await settle(page, { hertz: 10 });
  expectNear((await live(page, 'stiffness')) / soft, 4, 0.15, 'twice the frequency');
  await settle(page, { hertz: 20 });
  await expectVerdict(page, 'second-fault', 'right', /frequency/);
});

test('the spin-up is judged, with a hint for what is nearly right; a link puts all servos back', async () => {
  const { page } = visit;
  const answer = async (text: string, verdict: string, words: RegExp) => {
    await exercise(page, 'spin-up').locator('input').fill(text);
    await exercise(page, 'spin-up').locator('input').press('Tab');
    await expectVerdict(page, 'spin-up', verdict, words);
  };
  await answer(((6 * INERTIA) / 4).toFixed(2), 'wrong', /without the brake/);
  await answer(((6 * INERTIA) / 5).toFixed(2), 'wrong', /against the motor/);
  await answer((3 / INERTIA).toFixed(2), 'wrong', /in a second/);
  await answer('9', 'wrong', /Not yet/);
  await answer(`${((6 * INERTIA) / 3).toFixed(2)} s`, 'right', /4\.45/);
  await set(page, '#servo', { which: 1 });
  await expect(page.locator('[name="cap-value"]')).toHaveText('700 N m');
  await set(page, '#servo', { cap: 100 });
  await expect(page.locator('[data-cell="cap-1"]')).toHaveText('100');
  await exercise(page, 'second-fault').locator('.assign a').click();
  await expect(page.locator('[data-cell="cap-1"]')).toHaveText('700');
  await expect(page.locator('[name="hertz-value"]')).toHaveText('5 Hz');
});

test('the computed line of the motor, step by step, is its closed form', async () => {
  const { page } = visit;
  const found = await page.evaluate(async () => {
    const { stepped } = await import(`${'/www/learn/15-wheel.ts'}`);
    let u = 0;
    for (let i = 0; i < 60; i++) u = stepped(u, { speed: 6, cap: 2, brake: 0.5 }).u;
    return u;
  });
  expectNear(found, 1.5 / INERTIA, 1e-9, 'after a second');
});
