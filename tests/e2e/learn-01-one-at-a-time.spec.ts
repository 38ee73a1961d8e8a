// Chapter 1: repairs one at a time, against the twin's dense code, and what the exercise takes.

import { expectClose, open, values } from './learn-helpers';
import { expect, type Page, test } from './test';

type Case = (typeof values.column)[number];

const faults = (page: Page) =>
  page
    .locator('#column [data-place]')
    .evaluateAll((places) => places.map((place) => Number((place as SVGElement).dataset.value)));

async function set(page: Page, { beads, weight, standing }: Case['input']) {
  await page.locator(`[name="way"][value="${standing ? 'standing' : 'hanging'}"]`).check();
  await page.locator('[name="beads"]').fill(String(beads));
  await page.locator('[name="weight"]').fill(String(weight));
}

test('each repair leaves what the dense code says, hanging and standing', async ({ page }) => {
  await open(page, '01-one-at-a-time');
  for (const { input, repairs, swept } of values.column as Case[]) {
    await set(page, input);
    for (const { row, faults: wanted } of repairs) {
      await page.locator(`[data-place="${row}"]`).focus();
      await page.keyboard.press('Enter');
      expectClose([await faults(page)], [wanted], `after place ${row} of ${JSON.stringify(input)}`);
    }
    await page.locator('#column-sweep').click();
    expectClose([await faults(page)], [swept], `after a sweep of ${JSON.stringify(input)}`);
  }
});

test('a repair breaks its neighbours and says so', async ({ page }) => {
  await open(page, '01-one-at-a-time');
  await page.locator('[data-place="0"]').click();
  await expect(page.locator('#column-words')).toContainText('made place 2 worse');
  await expect(page.locator('[data-live="fixCount"]').last()).toHaveText('1');
});

test('twice the beads take more than three times the sweeps, and the exercise knows', async ({ page }) => {
  await open(page, '01-one-at-a-time');
  const sweeps = async (beads: number) => {
    await page.locator('[name="beads"]').fill(String(beads));
    await page.locator('#column-until').click();
    return Number(await page.locator('#column-words').getAttribute('data-sweeps'));
  };
  const ratio = (await sweeps(12)) / (await sweeps(6));
  expect(ratio).toBeGreaterThan(2.9);
  expect(ratio).toBeLessThan(4.1);
  const answer = page.locator('.exercise input');
  await answer.fill('2');
  await answer.press('Tab');
  await expect(page.locator('.verdict')).toContainText('More than that');
  await answer.fill('3.2');
  await answer.press('Tab');
  await expect(page.locator('.exercise')).toHaveClass(/solved/);
});
