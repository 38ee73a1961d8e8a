// What the lab runs on: shown with its reason, switched, and kept in the address; and how much of a scene runs smoothly on it.
import { bodyCounts, openLab, pause, ready, steps } from './lab-page';
import { expect, test, withoutWebGpu } from './test';

test('says what it runs on and why, and opens anew on another machine with the scene that was there', async ({
  page,
}) => {
  const problems = await openLab(page, '?scene=bridge&beads=20&solver=jacobi');
  await page.keyboard.press('c');
  const line = page.locator('.field[data-name="machine"] small');
  await expect(line).toHaveText('GPU. This browser has WebGPU.');
  await expect(page.locator('#runs-on')).toBeHidden();
  const opened = page.waitForEvent('load');
  await page.locator('#machine').selectOption('cpu');
  await opened;
  await ready(page);
  expect(new URL(page.url()).searchParams.get('machine')).toBe('cpu');
  const { scene, options, parameters } = await page.evaluate(() => window.lab.state());
  expect([scene, options.beads, parameters.solver]).toEqual(['bridge', 20, 'jacobi']);
  await page.keyboard.press('c');
  await expect(line).toHaveText('CPU. The CPU was asked for.');
  await expect(page.locator('#measures')).toContainText('Runs onCPU');
  await pause(page);
  const before = await steps(page);
  await page.locator('#step').click();
  await expect.poll(() => steps(page)).toBe(before + 1);
  expect(problems).toEqual([]);
});

test('without WebGPU it runs on the CPU and says so, and the address stays as it was', async ({ page }) => {
  await withoutWebGpu(page);
  const problems = await openLab(page);
  await expect(page.locator('#runs-on')).toHaveText(
    'This browser has no WebGPU here, so the CPU computes and WebGL draws.',
  );
  await expect(page.locator('#message')).toBeHidden();
  await expect.poll(() => steps(page)).toBeGreaterThan(3);
  expect(new URL(page.url()).search).toBe('');
  // a bead is found and hauled as ever
  await pause(page);
  await page.keyboard.press('n');
  await expect(page.locator('#bead')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a scene from a file is not lost to another machine', async ({ page }) => {
  const problems = await openLab(page, '?machine=cpu&scene=ring');
  const scene = await page.evaluate(() => window.lab.runners()[0]!.simulation.describe());
  const file = { name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(scene)) };
  await page.locator('#open').setInputFiles(file);
  await expect(page.locator('#missing')).toBeVisible();
  await page.keyboard.press('c');
  await page.locator('#machine').selectOption('auto');
  await expect(page.locator('#notice')).toContainText('keep it first');
  await expect(page.locator('#machine')).toHaveValue('cpu');
  expect(problems).toEqual([]);
});

test('an address that names a size wins, and without one a measurement picks it', async ({ page }) => {
  await openLab(page, '?scene=necklaces&chains=25');
  expect(await bodyCounts(page)).toEqual([1000]);
  await page.goto('/?scene=necklaces');
  await ready(page);
  const [beads] = await bodyCounts(page);
  const smooth = await page.evaluate(() => Number(localStorage.getItem('beadwork-smooth')));
  expect(smooth).toBeGreaterThan(0);
  expect([9, 25, 100, 250, 1000, 2500].map((chains) => 40 * chains)).toContain(beads);
  // what would not run smoothly is marked
  await page.locator('#controls-switch').click();
  const marks = await page.locator('#size option').evaluateAll((options) =>
    options.map((option) => ({
      beads: 40 * Number((option as HTMLOptionElement).value),
      slow: option.textContent!.includes('slow here'),
    })),
  );
  for (const mark of marks) expect(mark.slow, String(mark.beads)).toBe(mark.beads > smooth);
  await expect.poll(() => new URL(page.url()).searchParams.get('chains')).toBe(String(beads! / 40));
});
