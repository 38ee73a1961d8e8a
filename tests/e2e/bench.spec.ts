// The benchmark's page: what it runs it can stop, show and hand out.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Report } from '../../www/bench/record';
import type { Page } from './test';
import { expect, test, withoutWebGpu } from './test';

const SOLVERS = ['article', 'jacobi', 'chebyshev', 'gauss-seidel', 'conjugate-gradient', 'direct', 'auto'];

async function open(page: Page): Promise<void> {
  await page.goto('/bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
}

/** Little enough for a test. */
const LITTLE = { sizes: [200], rounds: 1, frames: 1, gaps: false, curves: 0 };

test('our own figures stand until something has run here, and no other engine is fetched unless it is asked for', async ({
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
  expect(asked.filter((url) => /rapier|jolt|physx|mujoco|havok/i.test(url))).toEqual([]);
  const host = new URL(page.url()).host;
  expect(asked.filter((url) => new URL(url).host !== host && !url.startsWith('data:'))).toEqual([]);
});

test('every solver gets a row with its error, the article reads one, Rapier stands beside them, and a phone shows it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const [{ report }, markdown] = await page.evaluate(async (plan) => {
    const found = await window.beadworkBenchmark({ ...plan, rounds: 2, frames: 120, peers: ['rapier'] });
    return [found, await window.beadworkMarkdown(found.report)] as const;
  }, LITTLE);
  const rows = report.scenes[0]!.rows;
  for (const solver of SOLVERS) expect(rows.map((row) => row.solver)).toContain(solver);
  for (const row of rows) {
    expect(row.wall!.median, row.solver).toBeGreaterThan(0);
    expect(row.quality!.finite, row.solver).toBe(true);
    const ours = !row.solver.startsWith('rapier');
    expect(row.quality!.hash ?? '', row.solver).toMatch(ours ? /^[0-9a-f]{16}$/ : /^$/);
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
  // what `auto` is, and no other solver's
  const bits = (solver: string) => of(solver).quality!.hash;
  expect(bits('auto')).toBe(way('symplectic').hash);
  expect(bits('jacobi')).not.toBe(bits('gauss-seidel'));
  expect(markdown).toContain('| `direct, symplectic` |');
  await expect(page.getByRole('region', { name: 'necklaces, 200 beads' })).toContainText('Rapier 0.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
});

test('what an error costs: a curve for each solver, an engine beside them, and a line in a table for each', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.route(/jolt.*\.wasm/, (route) => route.abort());
  const plan = { ...LITTLE, scene: 'necklaces', sizes: [], curves: 20, peers: ['rapier', 'jolt'] };
  const [{ report, curveCells }, markdown] = await page.evaluate(async (plan) => {
    const found = await window.beadworkBenchmark(plan);
    return [found, await window.beadworkMarkdown(found.report)] as const;
  }, plan);
  const [scene] = report.curves!;
  const settings = (solver: string, positions: string | null = null) =>
    scene!.rows.filter((row) => row.solver.startsWith(solver) && row.positions === positions);
  expect(settings('jacobi').map(({ iterations }) => iterations)).toEqual([5, 10, 20, 40, 80]);
  expect(settings('direct', 'symplectic').map(({ substeps }) => substeps)).toEqual([1, 2, 4, 8]);
  expect(settings('rapier').map(({ substeps }) => substeps)).toEqual([1, 2, 4, 8]);
  for (const row of scene!.rows.filter(({ fault }) => fault === null)) {
    expect(row.wall!.median, row.solver).toBeGreaterThan(0);
    expect(row.quality!.error, `${row.solver} ${row.iterations} × ${row.substeps}`).toBeGreaterThan(0);
  }
  // second order: half the step, a quarter of the error, or near
  const [one, two] = settings('direct', 'symplectic').map(({ quality }) => quality!.error!);
  expect(two! / one!).toBeLessThan(0.4);
  expect(settings('jolt')[0]!.fault).toMatch(/^Jolt could not be loaded/);
  const lines = new Map(curveCells[0]!.map(([solver, ...others]) => [solver!, others.at(-1)]));
  // by the one step a frame, or by more that happened to be quicker
  expect(lines.get('direct, symplectic')).toMatch(/^[01]\.\d\d times$/);
  expect([...lines.keys()].filter((name) => name.startsWith('rapier3d-simd'))).toHaveLength(1);
  expect(markdown).toContain('## What an error costs');
  expect(markdown).toContain('### necklaces, ');
  await expect(page.getByRole('region', { name: 'What an error costs' })).toContainText(
    'Jolt could not be loaded',
  );
  await expect(page.getByRole('img', { name: 'error, by settings' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('an engine that cannot be fetched, or refuses the scene, says so in its row, and the others run', async ({
  page,
}) => {
  await open(page);
  await page.route(/jolt.*\.wasm/, (route) => route.abort());
  const { report } = await page.evaluate(
    (plan) =>
      window.beadworkBenchmark({
        ...plan,
        scene: 'pendant',
        sizes: [10],
        peers: ['jolt', 'havok', 'rapier'],
        peerPasses: [8, 4],
      }),
    LITTLE,
  );
  const rows = report.scenes[0]!.rows.filter(({ execution }) => execution === 'peer');
  const told = rows.map(({ solver, iterations, fault, wall }) => [
    solver.split(' ')[0],
    iterations,
    fault === null ? 'runs' : fault,
    wall !== null,
  ]);
  const lost = expect.stringMatching(/^Jolt could not be loaded: ./);
  const deaf = 'Havok cannot be told how many passes to take.';
  expect(told).toEqual([
    ['jolt-physics', null, lost, false],
    ['jolt-physics', 8, lost, false],
    ['jolt-physics', 4, lost, false],
    ['havok', null, 'runs', true],
    ['havok', 8, deaf, false],
    ['havok', 4, deaf, false],
    // its own number is 4
    ['rapier3d-simd', 4, 'runs', true],
    ['rapier3d-simd', 8, 'runs', true],
  ]);
  for (const { execution, wall, solver } of report.scenes[0]!.rows)
    if (execution !== 'peer') expect(wall, solver).not.toBeNull();
  await expect(page.getByRole('region', { name: 'pendant' })).toContainText('Jolt could not be loaded');
  expect(report.notes).toContainEqual(expect.stringMatching(/^havok .*: steps of 1\/60 s/));
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
  // as the published record has it
  const record: Report = JSON.parse(readFileSync('docs/benchmarks/browser.json', 'utf8'));
  const { rows } = record.scenes.find(({ beads }) => beads === 100_000)!;
  const exact = rows.find(({ positions }) => positions === 'symplectic')!.wall!.median;
  await expect(table.getByRole('row', { name: '12 Exact, symplectic' })).toContainText(exact.toPrecision(3));
  const fits = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(await fits()).toBe(true);
  const numbers = await page.getByRole('img', { name: 'largest gap' }).locator('.key').allTextContents();
  // a row that was left out has no point
  expect(numbers.flatMap((text) => text.split(', ').map(Number)).sort((a, b) => a - b)).toEqual(
    (await table.locator('tr:not(.missing) .key').allTextContents()).map(Number),
  );
  await page.getByRole('button', { name: 'All columns' }).click();
  // all that say something in some row: no necklace has stops, or contacts
  await expect(table.getByRole('columnheader')).toHaveCount(15);
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
  // of the first scene alone
  const curves = browser.curves.slice(0, 1);
  expect(published.report).toEqual({ ...browser, scenes: [browser.scenes[at]], curves, notes: [] });
  expect(published.curveCells).toEqual(shown.curveCells.slice(0, 1));
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
  await page.getByLabel('Time against error').uncheck();
  await page.getByLabel('Rounds').fill('50');
  const engines = page.getByRole('group', { name: 'Engines' }).getByRole('checkbox');
  await expect(engines).toHaveCount(5);
  for (const engine of await engines.all()) await expect(engine).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Havok' }).check();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('#results table')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#results table')).toContainText('Havok');
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
  expect(head).toContain('scene,beads,joints,contract,solver,execution,positions,passes,substeps,ms_median');
  for (const line of lines) expect(line.split(',').length).toBe(head!.split(',').length);
  expect(await take('Markdown')).toContain('# Benchmark');
});

test('a run that was stopped goes on with what it had found', async ({ page }) => {
  await open(page);
  const before = await page.evaluate(async (plan) => {
    const stop = () => document.querySelector<HTMLButtonElement>('#stop')!.click();
    const changed = ({ report }: { report: { scenes: { whole?: boolean }[] } }) => {
      if (report.scenes[0]?.whole) stop();
    };
    const sizes = [80, 160];
    const found = await window.beadworkBenchmark({ ...plan, sizes, rounds: 2, frames: 3 }, { changed });
    return found.report;
  }, LITTLE);
  expect(before.scenes.map(({ whole }) => whole)).toEqual([true]);
  await expect(page.locator('#results')).toContainText('Stopped before its end.');
  const goOn = page.getByRole('button', { name: 'Go on' });
  await expect(goOn).toBeFocused();
  await goOn.click();
  await expect(page.locator('#doing')).toHaveText('Done', { timeout: 60_000 });
  await expect(goOn).toBeHidden();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const after = JSON.parse(readFileSync((await (await download).path())!, 'utf8'));
  // not measured again: the very same times
  expect(after.scenes[0].rows).toEqual(JSON.parse(JSON.stringify(before.scenes[0]!.rows)));
  expect(after.scenes.map(({ beads, whole }: { beads: number; whole: boolean }) => [beads, whole])).toEqual([
    [80, true],
    [160, true],
  ]);
  expect(after.notes).not.toContain('Stopped before its end.');
});
