// Nothing grows while the page runs: not what JavaScript holds, not the wasm's memory, not the device's.

import { openLab, steps } from './lab-page';
import { expect, test } from './test';

/** Simulated seconds until it counts, and for how many it then does: few here, more where there is time. */
const [SETTLE, WATCH] = process.env.BEADWORK_LONG ? [12, 20] : [1, 2];
/** A picture whose machine has other work at times changes its sharpness so often at most. */
const CHANGES = 4;

async function memory(): Promise<{ wasm: number; device: number }> {
  const wasm = await import('/www/wasm/beadwork.js' as string);
  const { memory } = await wasm.default();
  return { wasm: memory.buffer.byteLength, device: JSON.parse(wasm.deviceFacts()).allocated };
}

test('nothing grows while it runs, plots and starts again', async ({ page }) => {
  test.slow();
  // few pixels: quick pictures keep their sharpness
  await page.setViewportSize({ width: 480, height: 640 });
  const problems = await openLab(page, '?plots=gap+residual+energy+time');
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const held = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const heap = await session.send('Runtime.getHeapUsage');
    const pixels = await page
      .locator('#canvas')
      .evaluate(({ width, height }: HTMLCanvasElement) => width * height);
    return { heap: heap.usedSize, pixels, ...(await page.evaluate(memory)) };
  };
  const running = (seconds: number) =>
    expect.poll(() => steps(page), { timeout: 120_000 }).toBeGreaterThan(60 * seconds);
  await running(SETTLE);
  let after = await held();
  let before = after;
  for (let k = 0; k <= CHANGES; k++) {
    before = after;
    // also when all begins again
    for (let half = 0; half < 2; half++) {
      await page.keyboard.press('r');
      await expect.poll(() => steps(page)).toBeLessThan(60);
      await running(WATCH / 2);
    }
    after = await held();
    // a picture of more pixels takes more memory, and that is no growth
    if (after.pixels === before.pixels) break;
  }
  expect(after.pixels).toBe(before.pixels);
  // the plots' own rows: four a second for 20 s, 30 numbers of 8 bytes, twice over, and a JIT's own growth
  expect(after.heap - before.heap).toBeLessThan(1.5e6);
  expect(after.wasm).toBe(before.wasm);
  // a reading or two may be under way
  expect(after.device - before.device).toBeLessThan(65_536);
  expect(problems).toEqual([]);
});
