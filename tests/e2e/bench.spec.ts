// The benchmark's page: what it runs it can stop, show and hand out.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from './test';
import { expect, test, withoutWebGpu } from './test';

const SOLVERS = ['article', 'jacobi', 'chebyshev', 'gauss-seidel', 'conjugate-gradient', 'direct', 'auto'];

async function open(page: Page): Promise<void> {
  await page.goto('/bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
}

/** Little enough for a test. */
const LITTLE = { sizes: [200], rounds: 1, frames: 1, gaps: false };

test('our own figures stand until something has run here, and nothing of Rapier is fetched unless it is asked for', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  await expect(page.locator('#machine')).toContainText('Our own run');
  await expect(page.getByRole('region', { name: 'necklaces, 100,000 beads' })).toContainText('Rapier 0.20');
  await expect(page.getByRole('img', { name: 'largest gap' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV' })).toBeDisabled();
  await page.evaluate((plan) => window.beadworkBenchmark(plan), LITTLE);
  await expect(page.locator('#results')).not.toContainText('100,000');
  await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled();
  expect(asked.filter((url) => url.includes('rapier'))).toEqual([]);
});

test('every solver gets a row with its error, the article reads one, Rapier stands beside them, and a phone shows it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const [{ report }, markdown] = await page.evaluate(async (plan) => {
    const found = await window.beadworkBenchmark({ ...plan, rounds: 2, frames: 120, rapier: true });
    return [found, await window.beadworkMarkdown(found.report)] as const;
  }, LITTLE);
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
  const way = (positions: string) => rows.find((row) => row.positions === positions)!.quality!;
  expect(way('projected').maxGapRadii).toBeLessThan(2e-4);
  expect(way('symplectic').maxGapRadii).toBeLessThan(5e-4);
  // of second order beside first
  expect(way('symplectic').error).toBeLessThan(0.1 * way('pulled').error!);
  expect(of('rapier3d-simd').quality!.error).toBeGreaterThan(way('symplectic').error!);
  expect(markdown).toContain('| `direct, symplectic` |');
  await expect(page.getByRole('region', { name: 'necklaces, 200 beads' })).toContainText('Rapier 0.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
});

test('four columns first, by the lab’s names and numbered as the points of the plot; the others at a button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const table = page.getByRole('region', { name: 'necklaces, 100,000 beads' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'solver',
    'ms per step',
    'largest gap',
    'times faster',
  ]);
  await expect(table.getByRole('row', { name: '12 Exact, symplectic' })).toContainText('40.0');
  const fits = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(await fits()).toBe(true);
  const numbers = await page.locator('svg .key').allTextContents();
  expect(numbers.flatMap((text) => text.split(', ').map(Number)).sort((a, b) => a - b)).toEqual(
    (await table.locator('.key').allTextContents()).map(Number),
  );
  await page.getByRole('button', { name: 'All columns' }).click();
  // all that say something in some row: no necklace has stops, or contacts
  await expect(table.getByRole('columnheader')).toHaveCount(14);
  await expect(table.getByRole('columnheader', { name: 'overshoot' })).toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: 'residual' })).toBeAttached();
  expect(await fits()).toBe(false);
});

test('in the plot nothing lies on anything, at any width', async ({ page }) => {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    const svg = page.getByRole('img', { name: 'largest gap' });
    await expect(svg).toBeVisible();
    const hits = await svg.evaluate((plot) => {
      const words = [...plot.querySelectorAll('text')];
      const marks = [...plot.querySelectorAll('circle, .mark')];
      const outer = plot.getBoundingClientRect();
      const boxes = [...words, ...marks].map((part) => ({ part, box: part.getBoundingClientRect() }));
      const found: string[] = [];
      for (const [at, { part, box }] of boxes.entries()) {
        if (box.left < outer.left - 1 || box.right > outer.right + 1)
          found.push(`${part.textContent} leaves`);
        for (const other of boxes.slice(at + 1)) {
          // points may touch each other: that is what was measured
          if (part.tagName === 'circle' && other.part.tagName !== 'text') continue;
          const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          // a line of text is higher than its digits
          if (wide > 1 && high > 4) found.push(`${part.textContent} on ${other.part.textContent}`);
        }
      }
      return found;
    });
    expect(hits, `${width} px`).toEqual([]);
    expect(await svg.locator('text').allTextContents()).toEqual(
      expect.arrayContaining(['10', '100', '1,000', '10,000', '60 per second']),
    );
  }
});

test('the page and a native run write the same document, and these are the published ones', async ({
  page,
}) => {
  await open(page);
  const read = (path: string) => readFileSync(path, 'utf8');
  for (const name of ['native', 'browser', 'joint-grid', 'ragdolls', 'contacts', 'pour']) {
    const records = JSON.parse(read(`docs/benchmarks/${name}.json`));
    // src/benchmark/report.rs has the same test of the native side
    expect(await page.evaluate((report) => window.beadworkMarkdown(report), records)).toBe(
      read(`docs/benchmarks/${name}.md`),
    );
  }
  const browser = JSON.parse(read('docs/benchmarks/browser.json'));
  const shown = await page.evaluate((report) => window.beadworkShown(report), browser);
  const at = browser.scenes.findIndex(({ beads }: { beads: number }) => beads === 100_000);
  const published = JSON.parse(read('www/generated/benchmark.json'));
  expect(published.cells).toEqual([shown.cells[at]]);
  expect(published.explanation).toEqual(shown.explanation);
  expect(published.report).toEqual({ ...browser, scenes: [browser.scenes[at]], notes: [] });
});

test('without WebGPU it says so, and our own figures stay', async ({ page }) => {
  await withoutWebGpu(page);
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
  expect(head).toContain('scene,beads,joints,solver,execution,positions,passes,substeps,ms_median');
  for (const line of lines) expect(line.split(',').length).toBe(head!.split(',').length);
  expect(await take('Markdown')).toContain('# Benchmark');
});
