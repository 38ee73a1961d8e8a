// The page of puzzles where nothing can run them.
import { open } from './learn-helpers';
import { expect, test } from './test';

test('without WebGPU the puzzles can be read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { problems } = await open(page, 'puzzles');
  expect(problems).toEqual([]);
  await expect(page.locator('#no-webgpu')).toContainText('need WebGPU');
  await expect(page.locator('.editor')).toHaveCount(0);
  await expect(page.locator('#advance .seen .wanted')).toHaveCount(24);
  await expect(page.locator('#advance > .code').first().locator('pre')).toContainText('// yours');
  await page.locator('#advance .solution > summary').click();
  await expect(page.locator('#advance .solution pre')).toContainText('step.h * velocities[i]');
});
