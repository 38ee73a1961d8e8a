// The benchmark's page before anything has run, on a machine where nothing can: our own figures, by their words and places.
import { readFileSync } from 'node:fs';
import { publishedIn } from '../../scripts/records.mjs';
import type { Plan } from '../../www/bench/plan';
import type { Report, Row } from '../../www/bench/record';
import { expect, type Page, test } from './test';

async function open(page: Page): Promise<void> {
  await page.goto('/bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
}

/** What the page hands out as JSON. */
async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON' }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

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
  // as the published record has it
  const record: Report = JSON.parse(readFileSync('docs/benchmarks/browser.json', 'utf8'));
  const { rows } = record.scenes.find(({ beads }) => beads === 100_000)!;
  const exact = rows.find(({ positions }) => positions === 'symplectic')!.wall!.median;
  await expect(table.getByRole('row', { name: /^\d+ Exact, symplectic/ })).toContainText(
    exact.toPrecision(3),
  );
  const fits = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(await fits()).toBe(true);
  const numbers = await page.getByRole('img', { name: 'largest gap' }).locator('.key').allTextContents();
  // a row that was left out has no point
  expect(numbers.flatMap((text) => text.split(', ').map(Number)).sort((a, b) => a - b)).toEqual(
    (await table.locator('tr:not(.missing) .key').allTextContents()).map(Number),
  );
  await page.getByRole('button', { name: 'All columns' }).click();
  // all that say something in some row: no necklace has stops, or contacts
  await expect(table.getByRole('columnheader')).toHaveCount(17);
  await expect(table.getByRole('columnheader', { name: 'overshoot' })).toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: 'residual' })).toBeAttached();
  expect(await fits()).toBe(false);
});

test('a column sorts its table: rising, falling, as measured; what says nothing comes last', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await open(page);
  const table = page.getByRole('region', { name: 'necklaces, 100,000 beads' });
  const head = table.getByRole('columnheader', { name: 'largest gap' });
  const column = () =>
    table.evaluate((part) => {
      const at = [...part.querySelectorAll('thead th, thead td')].findIndex((cell) =>
        cell.textContent.startsWith('largest gap'),
      );
      return [...part.querySelectorAll('tbody tr')].map((row) =>
        Number.parseFloat(row.children[at]!.textContent),
      );
    });
  const measured = await column();
  const numbers = measured.filter((gap) => !Number.isNaN(gap));
  expect(numbers.length).toBeGreaterThan(5);
  const nothing = Array(measured.length - numbers.length).fill(Number.NaN);
  const rising = numbers.toSorted((a, b) => a - b);
  for (const [state, wanted] of [
    ['ascending', [...rising, ...nothing]],
    ['descending', [...rising.toReversed(), ...nothing]],
    ['none', measured],
  ] as const) {
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', state);
    await expect(head.getByRole('button')).toBeFocused();
    expect(await column()).toEqual(wanted);
  }
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
  const names = publishedIn('docs/benchmarks');
  expect(names).toEqual(expect.arrayContaining(['browser', 'native']));
  for (const name of names) {
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
  // of the first scene alone
  const curves = browser.curves.slice(0, 1);
  expect(published.report).toEqual({ ...browser, scenes: [browser.scenes[at]], curves, notes: [] });
  expect(published.curveCells).toEqual(shown.curveCells.slice(0, 1));
});

test('without WebGPU our own figures stand until a quick run has measured the processor', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(page.locator('#doing')).toContainText('no graphics device');
  await expect(page.getByRole('radio', { name: 'Graphics device' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Processor' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'necklaces, 100,000 beads' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Rapier' }).check();
  await page.getByRole('button', { name: 'Quick run' }).click();
  await expect(page.locator('#doing')).toHaveText('Done');
  await expect(page.locator('#machine')).toContainText('the processor, one thread with SIMD');
  await expect(page.getByRole('region', { name: 'necklaces, 1,000 beads' })).toContainText('Rapier 0.');
  const report = JSON.parse(await saved(page));
  expect(report.machine.backend).toBe('wasm');
  const rows: Row[] = report.scenes[0].rows;
  // one way of each solver, and first what most people came for
  expect(rows.map(({ solver, positions }) => [solver.split(' ')[0], positions])).toEqual([
    ['article', null],
    ['direct', 'pulled'],
    ['direct', 'projected'],
    ['direct', 'symplectic'],
    ['auto', null],
    ['rapier3d-simd', null],
    ['xpbd', null],
    ['avbd', null],
  ]);
  for (const { wall, quality, dispatches, fault } of rows) {
    expect(fault).toBeNull();
    expect(wall!.median).toBeGreaterThan(0);
    expect(quality!.error).toBeGreaterThan(0);
    expect(dispatches).toBeNull();
  }
  const error = (name: string) =>
    rows.find(({ solver, positions }) => name === `${solver} ${positions}`)!.quality!.error!;
  expect(error('direct symplectic')).toBeLessThan(0.1 * error('direct pulled'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('where bodies touch, a curve is judged by how far they moved, how deep they lie or how far joints opened', async ({
  page,
}) => {
  await open(page);
  for (const [scene, judged, most] of [
    ['pyramid', 'moved', 0.05],
    ['heap', 'depth', 0.05],
    ['wrecking', 'gap', 0.1],
  ] as const) {
    const { report, curveCells, curveCautions } = await page.evaluate(
      (scene) =>
        window.beadworkBenchmark({
          ...{ machine: 'cpu', scene, sizes: [], rounds: 1, curves: 15, gaps: false, only: ['gauss-seidel'] },
          ...(scene === 'pyramid' && { peers: ['rapier'] }),
        }),
      scene,
    );
    const [curve] = report.curves!;
    expect(curve!.judged).toBe(judged);
    expect(curveCautions[0], scene).toContain('ten seconds');
    const own = curve!.rows.filter(({ contactSolver }) => contactSolver === 'gauss-seidel');
    const [first, ...others] = own.map(({ substeps }) => substeps);
    expect(others, scene).toEqual([0.25, 0.5, 2, 4].map((times) => Math.max(1, Math.round(times * first!))));
    for (const { quality } of own) expect(quality!.error, scene).toBeGreaterThan(0);
    expect(own[0]!.quality!.error, scene).toBeLessThan(most);
    const lines = new Map(curveCells[0]!.map(([name, ...cells]) => [name!, cells.at(-1)]));
    expect(lines.get('contacts: gauss-seidel'), scene).toMatch(/^[01]\.\d\d times$/);
    if (scene === 'pyramid') expect([...lines.keys()].some((name) => name.startsWith('rapier3d'))).toBe(true);
    await expect(page.locator('#results figure').first()).toBeVisible();
  }
});

test('a curve that was stopped goes on by lines; every solver of contacts is as soft as the scene', async ({
  page,
}) => {
  await open(page);
  const only = ['gauss-seidel', 'jacobi'];
  const run = async (before?: Report) => {
    const asked: Partial<Plan> = {
      machine: 'cpu',
      scene: 'heap',
      sizes: [],
      rounds: 1,
      curves: 15,
      only,
      before,
    };
    return (await page.evaluate((plan) => window.beadworkBenchmark({ ...plan, gaps: false }), asked)).report;
  };
  const linesOf = ({ curves }: Report) =>
    only.map((name) => curves![0]!.rows.filter(({ contactSolver }) => contactSolver === name));
  const stopped = await run();
  const [first, second] = linesOf(stopped).map((rows) => rows.map((row) => row.contactSoftness));
  expect(first![0]).toBeGreaterThan(0);
  expect(second).toEqual(first);

  const [curve] = stopped.curves!;
  curve!.whole = false;
  curve!.rows.at(-1)!.quality = null;
  const after = await run(stopped);
  const [[kept, anew], [before]] = [linesOf(after), linesOf(stopped)];
  expect(kept).toEqual(before);
  expect(anew!.map(({ substeps }) => substeps)).toEqual(before!.map(({ substeps }) => substeps));
  for (const { quality } of anew!) expect(quality!.error).toBeGreaterThan(0);
  expect(after.curves).toMatchObject([{ whole: true }]);
});
