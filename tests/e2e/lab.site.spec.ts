// The built lab, as a host gives it: it paints before its simulations are there, and says what it waits for.
import { expect, test } from './test';

test('words stand on the page at once, and each stage of loading is named', async ({ page }) => {
  await page.goto('.');
  await page.waitForFunction(() => performance.getEntriesByName('loading: done').length > 0);
  const at = await page.evaluate(() =>
    Object.fromEntries(performance.getEntries().map(({ name, startTime }) => [name, startTime])),
  );
  const stages = ['download', 'compile', 'picture', 'done'].map((stage) => at[`loading: ${stage}`]!);
  expect(stages).toEqual([...stages].sort((a, b) => a - b));
  // it does not wait for the simulations, let alone for their picture
  expect(at['first-contentful-paint']).toBeLessThan(stages[2]!);
  await expect(page.locator('#loading')).toBeHidden();
});
