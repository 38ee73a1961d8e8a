// The benchmark's page: what it runs it can stop, show and hand out. One page for all tests, so that kernels are compiled once.
// What it shows before anything has run: bench.cpu.spec.ts.
import { readFileSync } from 'node:fs';
import type { Plan } from '../../www/bench/plan';
import type { Report } from '../../www/bench/record';
import { faultsIn } from './axe';
import { expect, type Page, test } from './test';

const SOLVERS = [
  'article',
  'jacobi',
  'chebyshev',
  'gauss-seidel',
  'conjugate-gradient',
  'nncg',
  'soft-step',
  'xpbd',
  'avbd',
  'direct',
  'auto',
];

let page: Page;
const asked: string[] = [];
/** With how fast buffers are copied, which takes longer than what most tests look at. */
let before: Report | undefined;

test.beforeAll(async ({ browser }) => {
  // of a context, as axe wants it
  page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
});

test.afterAll(() => page.context().close());

/** Runs little enough for a test, and what `plan` says otherwise. */
async function run(plan: Partial<Plan> = {}) {
  const little = { sizes: [200], rounds: 1, frames: 1, gaps: false, curves: 0, before };
  const found = await page.evaluate((plan) => window.beadworkBenchmark(plan), { ...little, ...plan });
  before ??= { ...found.report, scenes: [], curves: [], notes: [] };
  return found;
}

const markdown = (report: Report) => page.evaluate((report) => window.beadworkMarkdown(report), report);
const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);

test('our own figures stand until something has run here, and no other engine is fetched unless it is asked for', async () => {
  await expect(page.locator('#machine')).toContainText('Our own run');
  await expect(page.getByRole('region', { name: 'necklaces, 100,000 beads' })).toContainText('Rapier 0.20');
  await expect(page.getByRole('img', { name: 'largest gap' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV' })).toBeDisabled();
  const { report } = await run();
  await expect(page.locator('#results')).not.toContainText('100,000');
  // what a dispatch costs here, and how much of each row that is
  expect(report.launches!.map(({ what }) => what)).toEqual([
    'alone',
    'after another',
    'indirect',
    'in its own pass',
  ]);
  expect(report.launches![1]!.microseconds).toBeGreaterThan(0);
  for (const { solver, dispatches, waitShare } of report.scenes[0]!.rows) {
    expect(dispatches, solver).toBeGreaterThan(0);
    expect(waitShare, solver).toBeGreaterThan(0);
  }
  await expect(page.locator('#launches')).toContainText('dispatches a step');
  expect(await markdown(report)).toContain('| after another |');
  await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled();
  expect(asked.filter((url) => /rapier|jolt|physx|mujoco|havok/i.test(url))).toEqual([]);
  const host = new URL(page.url()).host;
  expect(asked.filter((url) => new URL(url).host !== host && !url.startsWith('data:'))).toEqual([]);
});

test('every solver gets a row with its error, the article reads one, Rapier stands beside them, and a phone shows it', async () => {
  // a third of a second is enough to compare errors
  const { report } = await run({ frames: 20, errorFrames: 20, peers: ['rapier'] });
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
  expect(await markdown(report)).toContain('| `direct, symplectic` |');
  await expect(page.getByRole('region', { name: 'necklaces, 200 beads' })).toContainText('Rapier 0.');
  expect(await scrollWidth()).toBeLessThanOrEqual(390);
  expect(await faultsIn(page, { serious: true })).toEqual([]);
});

test('what an error costs, and rows of engines: one that cannot be fetched, or refuses, says so, and the others run', async () => {
  await page.route(/jolt.*\.wasm/, (route) => route.abort());
  const { report, curveCells } = await run({
    sizes: [10],
    curves: 20,
    errorFrames: 20,
    peers: ['jolt', 'havok', 'rapier'],
    peerPasses: [8, 4],
  });
  await page.unroute(/jolt.*\.wasm/);
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
  const text = await markdown(report);
  expect(text).toContain('## What an error costs');
  expect(text).toContain('### necklaces, ');
  await expect(page.getByRole('region', { name: 'What an error costs' })).toContainText(
    'Jolt could not be loaded',
  );
  await expect(page.getByRole('img', { name: 'error, by settings' })).toBeVisible();
  expect(await scrollWidth()).toBeLessThanOrEqual(390);

  const { rows, beads } = report.scenes[0]!;
  const told = rows
    .filter(({ execution }) => execution === 'peer')
    .map(({ solver, iterations, fault, wall }) => [
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
  for (const { execution, wall, solver } of rows)
    if (execution !== 'peer') expect(wall, solver).not.toBeNull();
  await expect(page.getByRole('region', { name: `Necklaces, ${beads} beads`, exact: true })).toContainText(
    'Jolt could not be loaded',
  );
  expect(report.notes).toContainEqual(expect.stringMatching(/^havok .*: steps of 1\/60 s/));
});

test('a run that was stopped goes on with what it had found', async () => {
  const stopped = await page.evaluate(async (before) => {
    const stop = () => document.querySelector<HTMLButtonElement>('#stop')!.click();
    const changed = ({ report }: { report: { scenes: { whole?: boolean }[] } }) => {
      if (report.scenes[0]?.whole) stop();
    };
    const plan = { sizes: [80, 160], rounds: 1, frames: 1, gaps: false, curves: 0, before };
    const found = await window.beadworkBenchmark(plan, { changed });
    return found.report;
  }, before);
  expect(stopped.scenes.map(({ whole }) => whole)).toEqual([true]);
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
  expect(after.scenes[0].rows).toEqual(JSON.parse(JSON.stringify(stopped.scenes[0]!.rows)));
  expect(after.scenes.map(({ beads, whole }: { beads: number; whole: boolean }) => [beads, whole])).toEqual([
    [80, true],
    [160, true],
  ]);
  expect(after.notes).not.toContain('Stopped before its end.');
});

test('runs from the form, stops when told, and hands out what there is', async () => {
  await page.getByLabel('1,000', { exact: true }).check();
  await page.getByLabel('10,000', { exact: true }).uncheck();
  await page.getByLabel('Time against error').uncheck();
  await page.getByLabel('Rounds').fill('50');
  const engines = page.getByRole('group', { name: 'Engines' }).getByRole('checkbox');
  await expect(engines).toHaveCount(5);
  for (const engine of await engines.all()) await expect(engine).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Havok' }).check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const table = page.getByRole('region', { name: 'necklaces, 1,000 beads' }).getByRole('table');
  await expect(table).toContainText('Havok', { timeout: 60_000 });
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
