// Many <bead-work> on one page, and many after one another: what they share, and what they leave behind.
import type { CDPSession } from '@playwright/test';
import { expect, type Page, test } from './test';

/** Counts what the page asks of WebGPU. */
async function open(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked = { devices: 0, pipelines: [] as string[] };
    Object.assign(window, { asked });
    const ask = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = function (...args) {
      asked.devices += 1;
      return ask.apply(this, args);
    };
    for (const name of ['createComputePipeline', 'createRenderPipeline'] as const) {
      const make = GPUDevice.prototype[name] as (...args: unknown[]) => never;
      GPUDevice.prototype[name] = function (this: GPUDevice, ...args: unknown[]) {
        const [what] = args as [GPUComputePipelineDescriptor & GPURenderPipelineDescriptor];
        const { constants = {}, entryPoint } = what.compute ?? what.vertex;
        asked.pipelines.push(JSON.stringify([what.label, entryPoint, constants]));
        return make.apply(this, args);
      };
    }
  });
  await page.goto('/tests/e2e/pages/element.html');
  await page.waitForFunction(() => Boolean(customElements.get('bead-work')));
}

const asked = (page: Page) =>
  page.evaluate(() => (window as unknown as { asked: { devices: number; pipelines: string[] } }).asked);

/** Puts so many on the page, all in sight, and waits for the last one's picture. */
const put = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    const scenes = ['pendant', 'ring', 'bridge', 'tree'];
    document.body.style.cssText = 'display:grid;grid-template-columns:repeat(6,1fr);max-width:none;gap:4px';
    const all = Array.from({ length: count }, (_, k) => {
      const element = document.createElement('bead-work');
      element.setAttribute('scene', scenes[k % scenes.length]!);
      element.setAttribute('autoplay', '');
      return element;
    });
    document.body.prepend(...all);
    await Promise.all(all.map((element) => element.ready));
  }, count);

test('twenty on a page share one device and its pipelines, and all of them draw and move', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await open(page);
  await put(page, 20);
  const fewest = () =>
    page.evaluate(async () => {
      const all = [...document.querySelectorAll('bead-work')];
      const found = await Promise.all(all.map((element) => element.simulation!.measure()));
      return Math.min(...found.map(({ steps }) => steps));
    });
  await expect.poll(fewest, { timeout: 200_000 }).toBeGreaterThan(0);
  const drawn = await page.evaluate(
    () =>
      [...document.querySelectorAll('bead-work')].filter((element) =>
        element.shadowRoot!.querySelector('canvas.drawn'),
      ).length,
  );
  expect(drawn).toBe(20);
  await put(page, 4);
  const { devices, pipelines } = await asked(page);
  expect(devices).toBe(1);
  expect(pipelines.length).toBeGreaterThan(10);
  expect(pipelines.filter((made, k) => pipelines.indexOf(made) < k)).toEqual([]);
});

/** Bytes that JavaScript, the wasm and the device hold, and nodes of the document and out of it. */
async function held(page: Page, session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  const rest = await page.evaluate(async () => {
    const wasm = await import('/www/wasm/beadwork.js' as string);
    const { memory } = await wasm.default();
    return { wasm: memory.buffer.byteLength, device: JSON.parse(wasm.deviceFacts()).allocated as number };
  });
  return { heap: usedSize, nodes, ...rest };
}

/** A cycle is one element put on the page and taken away; ten of them at a time. */
const cycle = (page: Page, times: number) =>
  page.evaluate(async (times) => {
    for (let batch = 0; batch < times / 10; batch++) {
      const all = Array.from({ length: 10 }, () => document.createElement('bead-work'));
      for (const [k, element] of all.entries()) {
        if (k % 5 === 4) element.setAttribute('scene', 'tree');
        else element.setAttribute('beads', '4');
        element.setAttribute('loading', k % 2 ? 'lazy' : 'eager');
      }
      document.body.append(...all);
      // one batch in four goes once it is there; the others while their scenes, or only their turns, are awaited
      if (batch % 4 === 0) await Promise.all(all.map((element) => element.ready));
      else for (let k = batch % 4; k > 0; k--) await new Promise(requestAnimationFrame);
      for (const element of all) element.remove();
      await new Promise((resolve) => setTimeout(resolve));
    }
    for (let wait = 0; wait < 20; wait++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, times);

/** With BEADWORK_LONG=1 a thousand. */
const TIMES = process.env.BEADWORK_LONG ? 1000 : 400;

test('hundreds come and go, and leave nothing behind', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await open(page);
  await page.evaluate(() => {
    document.body.style.cssText = 'display:grid;grid-template-columns:repeat(6,1fr);max-width:none';
  });
  const session = await page.context().newCDPSession(page);
  // elements that are on their way come to their end
  const allGone = () => expect.poll(async () => (await held(page, session)).device).toBe(0);
  // as many as it takes until the browser has compiled what it will
  await cycle(page, 160);
  await allGone();
  const before = await held(page, session);
  await cycle(page, TIMES);
  await allGone();
  const after = await held(page, session);
  expect(after.nodes - before.nodes, 'nodes').toBeLessThan(100);
  expect(after.heap - before.heap, 'heap, bytes').toBeLessThan(500 * TIMES);
  // it grows by steps of some hundred kB until there is room for as many as are there at once, which a slow machine has more of; one
  // simulation that stayed behind takes more than this
  expect(after.wasm - before.wasm, 'wasm, bytes').toBeLessThan(4_000 * TIMES);
});
