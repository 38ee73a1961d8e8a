// The benchmark of the built site: the engines that it brings, and what each says that it fetches.
import { expect, test } from './test';

test('each engine is fetched when it is asked for, as large as the form says', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
  const inputs = page.locator('#peers label input');
  const names = await inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
  expect(names.length).toBe(5);
  const { report, fetched } = await page.evaluate(async (peers) => {
    // nothing is forgotten while five engines come
    performance.setResourceTimingBufferSize(10_000);
    const began: number[] = [];
    const progress = (what: string) => {
      if (what.includes('building it in')) began.push(performance.now());
      else if (began.length === peers.length) began.push(performance.now());
    };
    const plan = { sizes: [9], rounds: 1, frames: 0, gaps: false, curves: 0, peers };
    const { report } = await window.beadworkBenchmark(plan, { progress });
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const within = (from: number, to: number) =>
      all.filter(({ startTime }) => startTime >= from && startTime < to);
    const fetched = peers.map((_, k) =>
      within(began[k]!, began[k + 1]!).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    );
    return { report, fetched };
  }, names);
  const rows = report.scenes[0]!.rows.filter(({ execution }) => execution === 'peer');
  const said = await page.locator('#peers label small').allTextContents();
  for (const [k, name] of names.entries()) {
    expect(rows[k]!.fault, name).toBeNull();
    expect(rows[k]!.wall!.median, name).toBeGreaterThan(0);
    expect(said[k], name).toBe(`${Math.round(fetched[k]! / 1e6)} MB`);
  }
});
