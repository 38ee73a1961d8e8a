// Chapter 17: what the figure measures against the formula, and its exercise.
import { chapters, expectNear, live, open, openStill, set, stepTo } from './learn-helpers';
import { expect, test } from './test';

const NAME = '17-stacks';

test('a swing takes as long as the formula says, for every length', async ({ page }) => {
  await openStill(page, NAME);
  for (const length of [1, 0.25]) {
    if (length !== 1) {
      await set(page, '#rod', { length });
      await expect(page.locator('#lab')).toHaveAttribute('data-frame', '0');
    }
    const period = 2 * Math.PI * Math.sqrt(length / 9.81);
    expectNear(await live(page, 'period'), period, 1e-9, 'T');
    await stepTo(page, Math.ceil(60 * period) + 2);
    // a swing of 0.2 rad takes 0.25 % longer than a small one
    expectNear(await live(page, 'seen'), period, 0.005, `a swing of ${length} m`);
  }
});

test('the exercise: a hint for what is wrong, and what is right', async ({ page }) => {
  const { problems } = await open(page, NAME);
  const exercise = page.locator('[data-exercise="twice-as-slow"]');
  await exercise.locator('input').fill('2');
  await exercise.locator('input').press('Enter');
  await expect(exercise.locator('.verdict')).toHaveText(/√2/);
  await exercise.locator('input').fill('4');
  await exercise.locator('input').press('Enter');
  await expect(exercise).toHaveAttribute('data-verdict', 'right');
  expect(problems).toEqual([]);
  expect(chapters.map(({ name }) => name)).toContain(NAME);
});
