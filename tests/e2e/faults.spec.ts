// What can go wrong around a simulation: each fault reaches the page as one BeadworkError with its code, and
// takes nothing else down with it.
import { readFileSync } from 'node:fs';
import type { Simulation } from '../../www/beadwork';
import { type Browser, expect, type Page, type Route, test } from './test';

const PAGE = '/tests/e2e/pages/api.html';
const WASM = new URL('../../www/wasm/beadwork_bg.wasm', import.meta.url);

async function open(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await browser.newPage();
  await prepare?.(page);
  await page.goto(PAGE);
  await page.waitForFunction(() => Boolean(window.beadwork));
  return page;
}

/** Code and sentence of what `create()` rejects with on a page of its own. */
async function refusal(browser: Browser, prepare: (page: Page) => Promise<unknown>) {
  const page = await open(browser, prepare);
  const found = await page.evaluate(() =>
    window.beadwork.Simulation.create().then(
      () => ({ code: 'made', message: '' }),
      ({ code, message }) => ({ code, message }),
    ),
  );
  await page.close();
  return found;
}

/** Answers the wasm's address with something else. */
const instead = (answer: Parameters<Route['fulfill']>[0]) => (page: Page) =>
  page.route('**/beadwork_bg.wasm*', (route) => route.fulfill(answer));

test('a browser without WebGPU', async ({ browser }) => {
  const found = await refusal(browser, (page) =>
    page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
    }),
  );
  expect(found.code).toBe('no-webgpu');
});

test('no adapter', async ({ browser }) => {
  for (const answer of ['null', 'refusal']) {
    const found = await refusal(browser, (page) =>
      page.addInitScript((how) => {
        GPU.prototype.requestAdapter = async () => {
          if (how === 'refusal') throw new Error('blocked');
          return null;
        };
      }, answer),
    );
    expect(found.code, answer).toBe('no-adapter');
  }
});

test('an adapter that gives no device', async ({ browser }) => {
  const found = await refusal(browser, (page) =>
    page.addInitScript(() => {
      GPUAdapter.prototype.requestDevice = async () => {
        throw new DOMException('limits', 'OperationError');
      };
    }),
  );
  expect(found.code).toBe('no-adapter');
});

test('the wasm missing, of another kind, cut short, out of reach: four sentences', async ({ browser }) => {
  const whole = readFileSync(WASM);
  const sentences = [
    await refusal(browser, instead({ status: 404, body: 'no' })),
    await refusal(browser, instead({ status: 200, contentType: 'text/html', body: '<h1>Front page</h1>' })),
    await refusal(
      browser,
      instead({ status: 200, contentType: 'application/wasm', body: whole.subarray(0, whole.length >> 1) }),
    ),
    await refusal(browser, (page) => page.route('**/beadwork_bg.wasm*', (route) => route.abort())),
  ];
  expect(sentences.map((found) => found.code)).toEqual(['wasm', 'wasm', 'wasm', 'wasm']);
  expect(sentences[0]!.message).toMatch(/missing.*404/);
  expect(sentences[1]!.message).toMatch(/no WebAssembly module.*text\/html/);
  expect(sentences[2]!.message).toMatch(/damaged or cut short/);
  expect(sentences[3]!.message).toMatch(/could not be fetched/);
});

test('after the wasm could not be had, the next call tries again, from elsewhere too', async ({
  browser,
}) => {
  let answers = 0;
  const page = await open(browser, async (page) => {
    await page.route('**/beadwork_bg.wasm*', (route) => {
      answers += 1;
      return route.fulfill({ status: 503 });
    });
    await page.route('**/elsewhere.bin', (route) =>
      route.fulfill({ contentType: 'text/plain', body: readFileSync(WASM) }),
    );
  });
  const found = await page.evaluate(async () => {
    const { init, Simulation } = window.beadwork;
    const code = (error: { code: string }) => error.code;
    const first = await init().catch(code);
    const second = await Simulation.create().catch(code);
    await init({ wasm: '/elsewhere.bin' });
    const simulation = await Simulation.create();
    await simulation.step();
    simulation.destroy();
    return [first, second];
  });
  expect(found).toEqual(['wasm', 'wasm']);
  expect(answers).toBe(2);
  await page.close();
});

test('the wasm may be given as bytes', async ({ browser }) => {
  const page = await open(browser);
  const bodies = await page.evaluate(async () => {
    const { init, Simulation } = window.beadwork;
    const response = await fetch('/www/wasm/beadwork_bg.wasm');
    await init({ wasm: await response.arrayBuffer() });
    const simulation = await Simulation.create({ sceneOptions: { beads: 7 } });
    return simulation.bodyCount;
  });
  expect(bodies).toBe(7);
  await page.close();
});

test("a content security policy without 'wasm-unsafe-eval', or without the module's address", async ({
  browser,
}) => {
  for (const policy of [
    "script-src 'self' 'unsafe-inline'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'none'",
  ]) {
    const found = await refusal(browser, (page) =>
      page.route(`**${PAGE}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': policy },
        });
      }),
    );
    expect(found.code, policy).toBe('csp');
    expect(found.message).toMatch(/-src\.$/);
  }
});

test('a panic rejects what that simulation owes, and the others go on', async ({ browser }) => {
  const page = await open(browser);
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const code = (error: { code: string }) => error.code;
    const one = await Simulation.create();
    const two = await Simulation.create();
    const createBuffer = GPUDevice.prototype.createBuffer;
    const pending = one.step(50).then(() => 'stepped', code);
    const others = two.step(50).then(() => 'stepped', code);
    GPUDevice.prototype.createBuffer = () => {
      throw new RangeError('no more');
    };
    // at once, within a call; and later, within a task of the wasm's own
    const broken = await one.readState().then(() => 'read', code);
    const created = Simulation.create().then(() => 'made', code);
    const loaded = two.load('ring').then(() => 'loaded', code);
    // what two ran before runs on: only the new scene broke
    const late = [await created, await loaded, await two.step().then(() => 'stepped', code)];
    GPUDevice.prototype.createBuffer = createBuffer;
    const after = await one.step().then(() => 'stepped', code);
    one.destroy();
    one.destroy();
    const three = await Simulation.create();
    await three.step(3);
    const { steps } = await three.measure();
    return { broken, pending: await pending, others: await others, late, after, steps };
  });
  expect(found).toEqual({
    broken: 'internal',
    pending: 'internal',
    others: 'stepped',
    late: ['internal', 'internal', 'stepped'],
    after: 'internal',
    steps: 3,
  });
  await page.close();
});

test('an exception out of a browser call is internal too', async ({ browser }) => {
  const page = await open(browser);
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const code = (error: { code: string }) => error.code;
    const one = await Simulation.create();
    const two = await Simulation.create();
    const { submit } = GPUQueue.prototype;
    const { createCommandEncoder } = GPUDevice.prototype;
    GPUQueue.prototype.submit = () => {
      throw new TypeError('not now');
    };
    const stepped = await one.step().then(() => 'stepped', code);
    GPUQueue.prototype.submit = submit;
    GPUDevice.prototype.createCommandEncoder = () => {
      throw new TypeError('not now');
    };
    const created = await Simulation.create().then(() => 'made', code);
    GPUDevice.prototype.createCommandEncoder = createCommandEncoder;
    await two.step(2);
    const { steps } = await two.measure();
    const three = await Simulation.create();
    await three.step();
    return { stepped, created, steps };
  });
  expect(found).toEqual({ stepped: 'internal', created: 'internal', steps: 2 });
  await page.close();
});

test('destroy frees the memory at once; a failed create leaves none behind', async ({ browser }) => {
  const page = await open(browser);
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const wasm = await import('/www/wasm/beadwork.js' as string);
    const allocated = () => JSON.parse(wasm.deviceFacts()).allocated as number;
    const keep = await Simulation.create();
    await keep.step();
    const before = allocated();
    const big = await Simulation.create({ scene: 'necklaces', sceneOptions: { chains: 200 } });
    await big.step();
    await big.measure({ byIteration: true });
    const most = allocated();
    big.destroy();
    const after = allocated();
    const refused = await Simulation.create({ scene: 'net', parameters: { solver: 'direct' } }).catch(
      (e) => e.code,
    );
    await keep.load('net').catch(() => undefined);
    await keep.load('pendant');
    await keep.step();
    return { grew: most > before + 1e6, freed: after - before, refused, left: allocated() - before };
  });
  expect(found).toEqual({ grew: true, freed: 0, refused: 'not-applicable', left: 0 });
  await page.close();
});

test.describe('a graphics process that crashes', () => {
  // one crash a browser: after the second it gives no adapter any more
  test('pending calls get device-lost, load goes on with a fresh device, a second crash is final', async ({
    playwright,
  }) => {
    const { launchOptions, baseURL } = test.info().project.use;
    const browser = await playwright.chromium.launch(launchOptions);
    try {
      const page = await (await browser.newContext({ baseURL })).newPage();
      await page.goto(PAGE);
      await page.waitForFunction(() => Boolean(window.beadwork));
      const crash = async () =>
        (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess').catch(() => undefined);
      await page.evaluate(async () => {
        const { Simulation } = window.beadwork;
        const simulation = await Simulation.create({ scene: 'necklaces', sceneOptions: { chains: 300 } });
        const code = (error: { code: string }) => error.code;
        const calls = [simulation.step(200), simulation.readState(), simulation.measure()];
        const pending = calls.map((call) => call.then(() => 'done', code));
        Object.assign(window, { simulation, pending });
      });
      await crash();
      const found = await page.evaluate(async () => {
        const { simulation, pending } = window as unknown as {
          simulation: Simulation;
          pending: Promise<string>[];
        };
        const code = (error: { code: string }) => error.code;
        const owed = await Promise.all(pending);
        const next = await simulation.step().then(() => 'stepped', code);
        await simulation.load('pendant', { beads: 9 });
        await simulation.step(3);
        const { steps, finite } = await simulation.measure();
        return { owed, next, steps, finite, bodies: simulation.bodyCount };
      });
      expect(found).toEqual({
        owed: ['device-lost', 'device-lost', 'device-lost'],
        next: 'device-lost',
        steps: 3,
        finite: true,
        bodies: 9,
      });
      await crash();
      const after = await page.evaluate(async () => {
        const { simulation } = window as unknown as {
          simulation: Simulation;
        };
        const code = (error: { code: string }) => error.code;
        const step = await simulation.readState().then(() => 'read', code);
        const load = await simulation.load('ring').then(() => 'loaded', code);
        const create = await window.beadwork.Simulation.create().then(() => 'made', code);
        return [step, load, create];
      });
      expect(after).toEqual(['device-lost', 'recovery-refused', 'recovery-refused']);
    } finally {
      await browser.close();
    }
  });
});
