// The benchmark of the built site: the engines that it brings, and what each says that it fetches.
import { expect, test } from './test';

test('each engine is fetched when it is asked for, as large as the form says', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('bench.html');
  await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
  const labels = await page.locator('#peers label').all();
  expect(labels.length).toBe(5);
  const plan = { sizes: [9], rounds: 1, frames: 0, gaps: false };
  // so that what follows is fetched for engines alone
  await page.evaluate((plan) => window.beadworkBenchmark(plan), plan);
  for (const label of labels) {
    const name = await label.locator('input').inputValue();
    const asked: Promise<number>[] = [];
    const hear = (response: import('@playwright/test').Response) =>
      asked.push(response.body().then(({ length }) => length));
    page.on('response', hear);
    const { report } = await page.evaluate(
      ([plan, name]) => window.beadworkBenchmark({ ...plan, peers: [name] }),
      [plan, name] as const,
    );
    page.off('response', hear);
    const row = report.scenes[0]!.rows.at(-1)!;
    expect(row.fault, name).toBeNull();
    expect(row.wall!.median, name).toBeGreaterThan(0);
    const bytes = (await Promise.all(asked)).reduce((sum, one) => sum + one, 0);
    expect(await label.locator('small').textContent(), name).toBe(`${Math.round(bytes / 1e6)} MB`);
  }
});
