// The page as a visitor meets it.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from './test';

async function open(page: Page, address = ''): Promise<string[]> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`/${address}`);
  await page.waitForFunction(() => Boolean(window.lab?.view()));
  return problems;
}

/** Frames the first simulation has taken. */
const steps = (page: Page) =>
  page.evaluate(async () => (await window.lab.runners()[0]!.simulation.measure()).steps);

test('opens on two pendants under one weight, and only one of them stretches', async ({ page }) => {
  const problems = await open(page);
  await expect(page.locator('h1')).toContainText('One of them is solved');
  await page.locator('#controls summary').click();
  await page.locator('#play').click();
  // two seconds of simulated time, whatever this machine takes for them
  const stretch = await page.evaluate(async () => {
    const runners = window.lab.runners();
    await Promise.all(runners.map(({ simulation }) => simulation.step(120)));
    return Promise.all(runners.map(async ({ simulation }) => (await simulation.measure()).maxGap));
  });
  expect(stretch[0]!).toBeGreaterThan(0.05);
  expect(stretch[1]!).toBeLessThan(1e-3);
  expect(problems).toEqual([]);
});

test('plays, pauses and steps, by keyboard as well', async ({ page }) => {
  await open(page);
  await expect.poll(() => steps(page), { timeout: 30_000 }).toBeGreaterThan(3);
  await page.locator('#controls summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#play').focus();
  await page.keyboard.press('Space');
  await expect(page.locator('#play')).toHaveText('Play');
  await page.waitForTimeout(300);
  const before = await steps(page);
  await page.waitForTimeout(500);
  expect(await steps(page)).toBe(before);
  await page.locator('#step').press('Enter');
  await expect.poll(() => steps(page)).toBe(before + 1);
});

test('choices reach the simulation and stay in the address', async ({ page }) => {
  await open(page, '?scene=necklaces&solver=jacobi&iterations=60&chains=9');
  const chosen = () =>
    page.evaluate(() => {
      // none for a moment, while another is being made
      const [runner] = window.lab.runners();
      if (!runner) return null;
      const { solver, iterations, substeps } = runner.simulation.parameters;
      return { solver, iterations, substeps, beads: runner.simulation.bodyCount };
    });
  expect(await chosen()).toEqual({ solver: 'jacobi', iterations: 60, substeps: 1, beads: 360 });
  await page.locator('#controls summary').click();
  await page.locator('#iterations').fill('120');
  await page.locator('#substeps').fill('2');
  await page.locator('#substeps').press('Tab');
  await expect.poll(chosen).toEqual({ solver: 'jacobi', iterations: 120, substeps: 2, beads: 360 });
  await page.locator('#solver').selectOption('direct');
  await expect.poll(chosen).toMatchObject({ solver: 'direct', substeps: 2 });
  await page.reload();
  await page.waitForFunction(() => Boolean(window.lab?.view()));
  expect(await chosen()).toMatchObject({ solver: 'direct', iterations: 120, beads: 360 });
});

test('a solver that does not fit says so in the place of the picture', async ({ page }) => {
  await open(page, '?scene=net');
  await page.locator('#controls summary').click();
  await page.locator('#solver').selectOption('direct');
  await expect(page.locator('#message')).toHaveAttribute('data-code', 'not-applicable');
  await expect(page.locator('#message')).toContainText('loop');
});

test('the picture has beads in it, in both themes', async ({ page }) => {
  for (const theme of ['dark', 'light']) {
    await open(page, `?theme=${theme}`);
    await page.waitForTimeout(1500);
    const shot = await page.locator('#canvas').screenshot();
    const spread = await page.evaluate(
      async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let [low, high] = [255, 0];
        for (let i = 0; i < data.length; i += 4) {
          low = Math.min(low, data[i + 1]!);
          high = Math.max(high, data[i + 1]!);
        }
        return high - low;
      },
      [...shot],
    );
    // pearls are ivory on near-black, and shaded on cream
    expect(spread, theme).toBeGreaterThan(120);
  }
});

test('without WebGPU there is one sentence, and the page stays readable', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
  await page.goto('/');
  await expect(page.locator('#message')).toHaveAttribute('data-code', 'no-webgpu');
  await expect(page.locator('#message')).toContainText('WebGPU');
  await expect(page.locator('h1')).toBeVisible();
});

test('fits a phone, and axe finds nothing serious', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await page.locator('#controls summary').click();
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
