// Chapter 1: corrections one at a time, against the dense code.

import { expectClose, shared, values } from './learn-helpers';
import { expect, type Page, test } from './test';

type Case = (typeof values.column)[number];

const faults = (page: Page) =>
  page
    .locator('#column [data-joint]')
    .evaluateAll((joints) => joints.map((joint) => Number((joint as SVGElement).dataset.value)));

async function set(page: Page, { beads, weight, standing }: Case['input']) {
  await page.locator(`[name="way"][value="${standing ? 'standing' : 'hanging'}"]`).check();
  await page.locator('[name="beads"]').fill(String(beads));
  await page.locator('[name="weight"]').fill(String(weight));
}

const visit = shared('01-one-at-a-time');

test('a correction breaks its neighbours and says so', async () => {
  const { page } = visit;
  await page.locator('[data-joint="0"]').click();
  await expect(page.locator('#column-words')).toContainText('made joint 2 worse');
  await expect(page.locator('[data-live="fixCount"]').last()).toHaveText('1');
});

test('twice the beads take more than three times the passes', async () => {
  const { page } = visit;
  const passes = async (beads: number) => {
    await page.locator('[name="beads"]').fill(String(beads));
    await page.locator('#column-until').click();
    return Number(await page.locator('#column-words').getAttribute('data-passes'));
  };
  const ratio = (await passes(12)) / (await passes(6));
  expect(ratio).toBeGreaterThan(2.9);
  expect(ratio).toBeLessThan(4.1);
});

test('each correction leaves what the dense code says, hanging and standing', async () => {
  const { page } = visit;
  for (const { input, repairs, swept } of values.column as Case[]) {
    await set(page, input);
    for (const { row, faults: wanted } of repairs) {
      await page.locator(`[data-joint="${row}"]`).focus();
      await page.keyboard.press('Enter');
      expectClose([await faults(page)], [wanted], `after joint ${row} of ${JSON.stringify(input)}`);
    }
    await page.locator('#column-sweep').click();
    expectClose([await faults(page)], [swept], `after a pass of ${JSON.stringify(input)}`);
  }
});
