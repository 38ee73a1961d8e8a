// What can go wrong around a simulation: each fault reaches the page as one BeadworkError with its code, and
// takes nothing else down with it.
import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, type Route, test } from './test';

const PAGE = '/tests/e2e/pages/api.html';
const WASM = new URL('../../www/wasm/beadwork_bg.wasm', import.meta.url);

let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  // each page looks at its device itself
  await context.addInitScript(() => localStorage.clear());
});

test.afterAll(() => context.close());

async function open(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(PAGE);
  await page.waitForFunction(() => Boolean(window.beadwork));
  return page;
}

/** Code and sentence of what a simulation on the GPU is refused with on a page of its own, and what takes its place. */
async function refusal(prepare: (page: Page) => Promise<unknown>) {
  const page = await open(prepare);
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const refused = await Simulation.create({ machine: 'gpu' }).then(
      () => ({ code: 'made', message: '' }),
      ({ code, message }) => ({ code, message }),
    );
    const instead = await Simulation.create().then(
      ({ machine, machineReason }) => `${machine}: ${machineReason}`,
      ({ code }) => code,
    );
    return { ...refused, instead };
  });
  await page.close();
  return found;
}

/** Answers the wasm's address with something else. */
const instead = (answer: Parameters<Route['fulfill']>[0]) => (page: Page) =>
  page.route('**/beadwork_bg.wasm*', (route) => route.fulfill(answer));

test('a browser without WebGPU', async () => {
  const found = await refusal((page) =>
    page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
    }),
  );
  expect(found.code).toBe('no-webgpu');
  expect(found.instead).toBe('cpu: This browser has no WebGPU here, so the CPU computes and WebGL draws.');
});

test('no adapter', async () => {
  for (const answer of ['null', 'refusal']) {
    const found = await refusal((page) =>
      page.addInitScript((how) => {
        GPU.prototype.requestAdapter = async () => {
          if (how === 'refusal') throw new Error('blocked');
          return null;
        };
      }, answer),
    );
    expect(found.code, answer).toBe('no-adapter');
    expect(found.instead, answer).toMatch(/^cpu: .*no graphics device/);
  }
});

test('an adapter that gives no device', async () => {
  const found = await refusal((page) =>
    page.addInitScript(() => {
      GPUAdapter.prototype.requestDevice = async () => {
        throw new DOMException('limits', 'OperationError');
      };
    }),
  );
  expect(found.code).toBe('no-adapter');
  expect(found.instead).toMatch(/^cpu: .*no graphics device/);
});

test('the wasm missing, of another kind, cut short, out of reach: four sentences', async () => {
  const whole = readFileSync(WASM);
  const sentences = [
    await refusal(instead({ status: 404, body: 'no' })),
    await refusal(instead({ status: 200, contentType: 'text/html', body: '<h1>Front page</h1>' })),
    await refusal(
      instead({ status: 200, contentType: 'application/wasm', body: whole.subarray(0, whole.length >> 1) }),
    ),
    await refusal((page) => page.route('**/beadwork_bg.wasm*', (route) => route.abort())),
  ];
  expect(sentences.map((found) => found.code)).toEqual(['wasm', 'wasm', 'wasm', 'wasm']);
  expect(sentences[0]!.message).toMatch(/missing.*404/);
  expect(sentences[1]!.message).toMatch(/no WebAssembly module.*text\/html/);
  expect(sentences[2]!.message).toMatch(/damaged or cut short/);
  expect(sentences[3]!.message).toMatch(/could not be fetched/);
});

test('after the wasm could not be had, the next call tries again, from elsewhere too', async () => {
  let answers = 0;
  const page = await open(async (page) => {
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

test('the wasm may be given as bytes', async () => {
  const page = await open();
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

test("a content security policy without 'wasm-unsafe-eval', or without the module's address", async () => {
  for (const policy of [
    "script-src 'self' 'unsafe-inline'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'none'",
  ]) {
    const found = await refusal((page) =>
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

test('a panic rejects what that simulation owes, and the others go on', async () => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const code = (error: { code: string }) => error.code;
    // a state is kept once a second, in a buffer made for it: not in here
    const now = performance.now();
    performance.now = () => now;
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

test('an exception out of a browser call is internal too', async () => {
  const page = await open();
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

test('a view that breaks down takes nobody with it but what it was drawing', async () => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const canvas = () => {
      const made = document.createElement('canvas');
      document.body.append(made);
      return made;
    };
    const code = (error: { code: string }) => error.code;
    const attempt = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return code(error as { code: string });
      }
    };
    const [one, two] = [await Simulation.create(), await Simulation.create()];
    const [view, other] = [await View.create(one, canvas()), await View.create(two, canvas())];
    view.render();
    other.render();
    const { createTexture } = GPUDevice.prototype;
    GPUDevice.prototype.createTexture = () => {
      throw new RangeError('no more');
    };
    const resized = attempt(() => view.resize(77, 55));
    const made = await View.create(two, canvas()).then(() => 'made', code);
    GPUDevice.prototype.createTexture = createTexture;
    const after = [attempt(() => view.render()), await view.pick(3, 3).then(() => 'picked', code)];
    const pending = other.pick(5, 5).then(() => 'picked', code);
    other.destroy();
    const gone = [
      await pending,
      attempt(() => other.render()),
      await other.pick(5, 5).then(() => 'picked', code),
    ];
    view.destroy();
    view.destroy();
    // what it drew was not being drawn when it broke, and goes on in another
    const next = await View.create(two, canvas());
    next.stand(1, one, { offset: [1, 0, 0] });
    await Promise.all([one.step(2), two.step(2)]);
    next.render();
    const { pearls } = await next.statistics();
    // here it was
    const { submit } = GPUQueue.prototype;
    GPUQueue.prototype.submit = () => {
      throw new TypeError('not now');
    };
    const drawn = attempt(() => next.render());
    GPUQueue.prototype.submit = submit;
    const stepped = await two.step().then(() => 'stepped', code);
    next.destroy();
    one.destroy();
    two.destroy();
    const fresh = await Simulation.create();
    const last = await View.create(fresh, canvas());
    await fresh.step();
    last.render();
    const { pearls: lastPearls } = await last.statistics();
    return { resized, made, after, gone, pearls: pearls > 0, drawn, stepped, last: lastPearls > 0 };
  });
  expect(found).toEqual({
    resized: 'internal',
    made: 'internal',
    after: ['internal', 'internal'],
    gone: ['destroyed', 'destroyed', 'destroyed'],
    pearls: true,
    drawn: 'internal',
    stepped: 'internal',
    last: true,
  });
  await page.close();
});

test('destroy frees the memory at once; a failed create leaves none behind', async () => {
  const page = await open();
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
    const refused = await Simulation.create({
      scene: 'net',
      sceneOptions: { rows: 80, columns: 80 },
      parameters: { solver: 'direct' },
    }).catch((e) => e.code);
    await keep.load('net').catch(() => undefined);
    await keep.load('pendant');
    await keep.step();
    return { grew: most > before + 1e6, freed: after - before, refused, left: allocated() - before };
  });
  expect(found).toEqual({ grew: true, freed: 0, refused: 'not-applicable', left: 0 });
  await page.close();
});

test('out of memory: on the way to a scene the old one stays, on the way to a solver the last good state', async () => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const wasm = await import('/www/wasm/beadwork.js' as string);
    const allocated = () => JSON.parse(wasm.deviceFacts()).allocated as number;
    const { pushErrorScope, popErrorScope } = GPUDevice.prototype;
    const filters: GPUErrorFilter[] = [];
    let full = false;
    GPUDevice.prototype.pushErrorScope = function (filter) {
      filters.push(filter);
      return pushErrorScope.call(this, filter);
    };
    GPUDevice.prototype.popErrorScope = async function () {
      const filter = filters.pop();
      const now = full;
      const found = await popErrorScope.call(this);
      return now && filter === 'out-of-memory' ? new GPUOutOfMemoryError('no more') : found;
    };
    const code = (error: { code: string }) => error.code;
    const simulation = await Simulation.create({ scene: 'net', parameters: { solver: 'jacobi' } });
    await simulation.step(7);
    await simulation.measure();
    const before = allocated();
    full = true;
    const created = await Simulation.create().then(() => 'made', code);
    const loaded = await simulation.load('curtain').then(() => 'loaded', code);
    const left = allocated() - before;
    await simulation.step(3);
    const { steps } = await simulation.measure();
    const good = await simulation.readState();
    simulation.writeState(good);
    simulation.setParameters({ solver: 'conjugate-gradient' });
    const stepped = await simulation.step(2).then(() => 'stepped', code);
    const back = await simulation.readState();
    full = false;
    simulation.setParameters({ solver: 'chebyshev' });
    await simulation.step(2);
    const { finite, time } = await simulation.measure();
    simulation.destroy();
    return {
      codes: [created, loaded, stepped],
      left,
      steps,
      bodies: back.positions.length / 3,
      back: back.time === good.time && back.positions.every((x, i) => x === good.positions[i]),
      finite,
      time,
    };
  });
  expect(found.codes).toEqual(['out-of-memory', 'out-of-memory', 'out-of-memory']);
  expect([found.left, found.steps, found.bodies, found.back, found.finite]).toEqual([0, 10, 320, true, true]);
  expect(found.time).toBeCloseTo(12 / 60, 9);
  await page.close();
});

test('just inside a limit it runs, just outside it is refused before anything is allocated', async () => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const { Simulation, scenes } = window.beadwork;
    const wasm = await import('/www/wasm/beadwork.js' as string);
    const allocated = () => JSON.parse(wasm.deviceFacts()).allocated as number;
    const outcome = async (options: object) => {
      const before = allocated();
      try {
        const simulation = await Simulation.create(options);
        await simulation.step();
        const { finite } = await simulation.measure();
        simulation.destroy();
        return finite ? 'ran' : 'not finite';
      } catch (error) {
        const { code, path } = error as { code: string; path?: string };
        return `${code} ${path} ${allocated() - before}`;
      }
    };
    const keep = await Simulation.create();
    await keep.step();
    const limits: [string, unknown, unknown][] = [
      ['iterations', 1000, 1001],
      ['timestep', 0.1, 0.1000001],
      ['timestep', 1e-5, 0.99e-5],
      ['warmStart', 1, 1.000001],
      ['gravity', [1000, -1000, 0], [0, 1000.001, 0]],
    ];
    const wrong: string[] = [];
    for (const [name, inside, outside] of limits) {
      const told = (value: unknown) => ({ sceneOptions: { beads: 3 }, parameters: { [name]: value } });
      const [one, two] = [await outcome(told(inside)), await outcome(told(outside))];
      if (one !== 'ran' || two !== `parameter ${name} 0`) wrong.push(`${name}: ${one}, ${two}`);
    }
    for (const { name: scene, options } of scenes()) {
      for (const { name, min, max } of options) {
        const beyond = max + Math.max(1, Math.abs(max)) * 1e-3 + 1;
        const below = min - Math.max(1, Math.abs(min)) * 1e-3 - 1;
        for (const value of [beyond, below]) {
          const said = await outcome({ scene, sceneOptions: { [name]: value } });
          if (!said.startsWith('scene ') || !said.endsWith(' 0'))
            wrong.push(`${scene} ${name} ${value}: ${said}`);
        }
      }
    }
    const field = (body: object, joint?: object) => ({
      scene: {
        version: 1,
        bodies: [
          { position: [0, 0, 0], radius: 0.1, ...body },
          { position: [0, -0.2, 0], radius: 0.1 },
        ],
        joints: [{ type: 'point', a: 0, b: 1, anchorA: [0, -0.1, 0], anchorB: [0, 0.1, 0], ...joint }],
      },
    });
    const ranges: [string, unknown, unknown][] = [
      ['position', [1e6, 0, 0], [1.001e6, 0, 0]],
      ['angularVelocity', [0, 1e6, 0], [0, 1.001e6, 0]],
      ['radius', 1e3, 1.001e3],
      ['mass', 1e-9, 0.99e-9],
    ];
    for (const [name, inside, outside] of ranges) {
      // far outside what f32 can solve well, so that it may leave all bounds, but it says so
      const one = await outcome(field({ [name]: inside, fixed: true }));
      const two = await outcome(field({ [name]: outside }));
      if (!/^(ran|non-finite)/.test(one) || two !== `scene bodies[0].${name} 0`)
        wrong.push(`${name}: ${one}, ${two}`);
    }
    await keep.step();
    const { steps } = await keep.measure();
    return { wrong, steps };
  });
  expect(found).toEqual({ wrong: [], steps: 2 });
  await page.close();
});

test('loaded once it needs no network; two copies on a page keep out of each other', async () => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const first = await Simulation.create();
    // the same module again, and a copy of the wasm as another version of the package would bring it
    const again = (await import('/www/beadwork.ts' as string)) as typeof window.beadwork;
    const copy = await import('/www/wasm/beadwork.js?another' as string);
    await copy.default({ module_or_path: '/www/wasm/beadwork_bg.wasm' });
    const one = await copy.WebSimulation.create(1, 'ring', false, '{}', '{}');
    await Promise.all([one.step(5), first.step(5)]);
    copy.destroyDevice();
    // its loss is its own
    await first.step(5);
    const { steps } = await first.measure();
    return { same: again.Simulation === Simulation, steps, lost: one.stranded };
  });
  expect(found).toEqual({ same: true, steps: 10, lost: true });
  await page.context().setOffline(true);
  const offline = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({ scene: 'tree' });
    await simulation.load('net');
    await simulation.step(3);
    return (await simulation.measure()).steps;
  });
  expect(offline).toBe(3);
  await page.close();
});
