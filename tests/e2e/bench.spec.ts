// The benchmark's page: what it runs it can stop, show and hand out.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from './test';
import { expect, test } from './test';

const SOLVERS = ['article', 'jacobi', 'chebyshev', 'gauss-seidel', 'conjugate-gradient', 'direct', 'auto'];

async function open(page: Page): Promise<void> {
  await page.goto('/bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
}

/** Little enough for a test. */
const SMALL = { sizes: [200], rounds: 2, frames: 30, gaps: false };

test('every solver gets a row with its error, the article reads one, and Rapier stands beside them', async ({
  page,
}) => {
  await open(page);
  const { report, markdown } = await page.evaluate(
    (plan) => window.beadworkBenchmark({ ...plan, rapier: true }),
    SMALL,
  );
  const rows = report.scenes[0]!.rows;
  for (const solver of SOLVERS) expect(rows.map((row) => row.solver)).toContain(solver);
  for (const row of rows) {
    expect(row.wall!.median, row.solver).toBeGreaterThan(0);
    expect(row.quality!.finite, row.solver).toBe(true);
  }
  const of = (solver: string) => rows.find((row) => row.solver.startsWith(solver))!;
  expect(of('article').timesFaster).toBe(1);
  expect(of('direct').bytes).toBeGreaterThan(0);
  expect(of('direct').quality!.maxGapRadii).toBeLessThan(of('jacobi').quality!.maxGapRadii);
  expect(of('rapier3d-simd').quality!.maxGapRadii).toBeGreaterThan(0);
  expect(markdown).toContain('| `direct` |');
  await expect(page.getByRole('region', { name: 'necklaces, 200 beads' })).toContainText('rapier3d-simd');
});

test('nothing of Rapier is fetched unless it is asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  await page.evaluate((plan) => window.beadworkBenchmark(plan), SMALL);
  expect(asked.filter((url) => url.includes('rapier'))).toEqual([]);
});

test('shows our own figures until something has run here', async ({ page }) => {
  await open(page);
  await expect(page.locator('#machine')).toContainText('Our own run');
  await expect(page.getByRole('region', { name: 'necklaces, 100,000 beads' })).toContainText('rapier3d-simd');
  await expect(page.getByRole('img', { name: 'largest gap' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV' })).toBeDisabled();
  await page.evaluate((plan) => window.beadworkBenchmark({ ...plan, rounds: 1, frames: 0 }), SMALL);
  await expect(page.locator('#results')).not.toContainText('100,000');
  await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled();
});

test('without WebGPU it says so, and our own figures stay', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
  await open(page);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('#doing')).toHaveAttribute('data-code', 'no-webgpu');
  await expect(page.locator('#doing')).toContainText('no WebGPU here');
  await expect(page.getByRole('region', { name: 'necklaces, 100,000 beads' })).toBeVisible();
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(page.locator('#doing')).toContainText('no WebGPU here');
});

test('runs from the form, stops when told, and hands out what there is', async ({ page }) => {
  await open(page);
  await page.getByLabel('1,000', { exact: true }).check();
  await page.getByLabel('10,000', { exact: true }).uncheck();
  await page.getByLabel('Rounds').fill('50');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('#results table')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('#results')).toContainText('Stopped before its end.');
  const take = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    return readFileSync((await (await download).path())!, 'utf8');
  };
  const json = JSON.parse(await take('JSON'));
  expect(json.scenes[0].beads).toBe(1000);
  const [head, ...lines] = (await take('CSV')).trim().split('\n');
  expect(lines.length).toBe(json.scenes[0].rows.length);
  for (const line of lines) expect(line.split(',').length).toBe(head!.split(',').length);
  expect(await take('Markdown')).toContain('# Benchmark');
});

test('fits a phone, and axe finds nothing serious', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.evaluate((plan) => window.beadworkBenchmark(plan), SMALL);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
});
