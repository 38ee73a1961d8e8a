// A graphics device that is lost: everything of the page is rebuilt from its last good state, or says why not.

import type { Simulation, State, View } from '../../www/beadwork';
import { type Browser, expect, type Page, test, watch } from './test';

interface Bench {
  /** What the page was told, in order. */
  told: string[];
  destroyDevice(): void;
  deviceError(): string | undefined;
  /** Resolves when the page was told so for the nth time. */
  hear(what: string, times?: number): Promise<void>;
  /** Steps until a state was kept, by the page's clock, and notes the bits of every state on the way. */
  run(simulation: Simulation): Promise<Map<number, string>>;
  bits(state: State): string;
  coloured(view: View): Promise<number>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

async function open(browser: Browser, baseURL?: string): Promise<Page> {
  const page = await watch(await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  await page.evaluate(async () => {
    const wasm = await import('/www/wasm/beadwork.js' as string);
    const told: string[] = [];
    let ahead = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + ahead;
    const { watchDevice } = window.beadwork;
    watchDevice({
      lost: (error) => told.push(error.code),
      restored: () => told.push('restored'),
      refused: (error) => told.push(`${error.code}: ${error.message}`),
    });
    const bits = (state: State) => {
      let hash = 0;
      for (const name of ['positions', 'rotations', 'linearVelocities', 'multipliers'] as const) {
        for (const word of new Uint32Array(state[name].buffer)) hash = (Math.imul(hash, 31) + word) | 0;
      }
      return `${state.time} ${hash}`;
    };
    window.bench = {
      told,
      bits,
      destroyDevice: () => wasm.destroyDevice(),
      deviceError: () => wasm.takeDeviceError(),
      async hear(what, times = 1) {
        while (told.filter((word) => word.startsWith(what)).length < times)
          await new Promise((resolve) => setTimeout(resolve, 5));
      },
      async run(simulation) {
        const seen = new Map<number, string>();
        for (let frame = 0; frame < 12; frame += 1) {
          // a state is kept once a second
          ahead += 300;
          await simulation.step();
          const { steps } = await simulation.measure();
          seen.set(steps, bits(await simulation.readState()));
        }
        return seen;
      },
      async coloured(view) {
        const picture = await createImageBitmap(await view.screenshot());
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, picture.width, picture.height);
        const colours = new Set<number>();
        for (let i = 0; i < data.length; i += 4)
          colours.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
        return colours.size;
      },
    };
  });
  return page;
}

test('simulations and views stand again, at a state that was, in the canvas that they had', async ({
  browser,
}) => {
  const page = await open(browser);
  const found = await page.evaluate(async () => {
    const { bench } = window;
    const { Simulation, View } = window.beadwork;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 240];
    document.body.append(canvas);
    const one = await Simulation.create({ scene: 'net' });
    const two = await Simulation.create({ scene: 'pendant' });
    const view = await View.create(one, canvas, { theme: 'light' });
    view.stand(1, two, { offset: [2, 0, 0] });
    view.place({ target: [0, 1, 0], yaw: 0.4, pitch: 0.1, distance: 5, fieldOfView: 0.7 });
    const camera = JSON.stringify(view.camera);
    const before = await bench.coloured(view);
    const seen = await bench.run(one);
    const last = Math.max(...seen.keys());
    bench.destroyDevice();
    // what comes meanwhile is refused and nothing more
    const meanwhile = await one.step().catch((error) => error.code);
    await bench.hear('restored');
    const { steps, time } = await one.measure();
    const state = await one.readState();
    const after = await bench.coloured(view);
    await Promise.all([one.step(3), two.step(3)]);
    view.render();
    const second = await two.measure();
    return {
      before,
      after,
      meanwhile,
      told: bench.told,
      error: bench.deviceError() ?? null,
      sameCamera: JSON.stringify(view.camera) === camera,
      known: seen.get(steps) === bench.bits(state),
      back: last - steps,
      steps,
      time,
      second: [second.steps, second.finite],
    };
  });
  expect(found.before).toBeGreaterThan(50);
  expect(found.after).toBeGreaterThan(50);
  expect(found.meanwhile).toBe('device-lost');
  expect(found.told).toEqual(['device-lost', 'restored']);
  expect(found.error).toBeNull();
  expect(found.sameCamera).toBe(true);
  // one of the states that it went through, bit for bit
  expect(found.known).toBe(true);
  expect(found.steps).toBeGreaterThan(0);
  expect(found.time).toBeCloseTo(found.steps / 60, 9);
  // the other one never stepped before: it starts from its scene
  expect(found.second).toEqual([3, true]);
  await page.close();
});

test('parameters, pins, cuts and edited kernels are still there', async ({ browser }) => {
  const page = await open(browser);
  const found = await page.evaluate(async () => {
    const { bench } = window;
    const { Simulation, kernels } = window.beadwork;
    const make = () => Simulation.create({ scene: 'curtain', sceneOptions: { chains: 3, beads: 6 } });
    const source = kernels().find((kernel) => kernel.name === 'compute_positions')!.source;
    const tell = async (simulation: Simulation) => {
      simulation.setParameters({ solver: 'jacobi', substeps: 2 });
      simulation.setFixed(4, true);
      simulation.cut(7);
      await simulation.replaceKernel(
        'compute_positions',
        source.replace('step.h * v.linear', '0.5 * step.h * v.linear'),
      );
    };
    const [lost, kept] = [await make(), await make()];
    await tell(lost);
    bench.destroyDevice();
    await bench.hear('restored');
    // the one beside it was told the same, on the new device only
    await tell(kept);
    await Promise.all([lost.step(10), kept.step(10)]);
    return {
      same: bench.bits(await lost.readState()) === bench.bits(await kept.readState()),
      parameters: [lost.parameters.solver, lost.parameters.substeps],
      joints: (await lost.describe()).joints!.length - lost.jointCount,
      error: bench.deviceError() ?? null,
    };
  });
  expect(found).toEqual({ same: true, parameters: ['jacobi', 2], joints: -1, error: null });
  await page.close();
});

test('a loss at every single await of start, load, step and readback', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await open(browser);
  const found = await page.evaluate(async () => {
    const { bench } = window;
    const { Simulation } = window.beadwork;
    let n = 0;
    let countdown = Number.POSITIVE_INFINITY;
    // two who ask at once are each given a device, and one of the two is taken back at once
    const devices: GPUDevice[] = [];
    const waits: [{ prototype: object }, string][] = [
      [GPUAdapter, 'requestDevice'],
      [GPUDevice, 'popErrorScope'],
      [GPUQueue, 'onSubmittedWorkDone'],
      [GPUBuffer, 'mapAsync'],
      [GPUShaderModule, 'getCompilationInfo'],
    ];
    for (const [{ prototype }, name] of waits) {
      const methods = prototype as Record<string, (...args: unknown[]) => Promise<unknown>>;
      const original = methods[name]!;
      methods[name] = async function (this: unknown, ...args: unknown[]) {
        countdown -= 1;
        const now = countdown === 0;
        const answer = original.apply(this, args);
        if (now) for (const device of devices) device.destroy();
        const value = await answer;
        if (name === 'requestDevice') devices.push(value as GPUDevice);
        return value;
      };
    }
    const code = (error: { code?: string }) => error.code ?? String(error);
    const outcomes = new Set<string>();
    const faults: string[] = [];
    for (let reached = true; reached && n < 80; ) {
      n += 1;
      countdown = n;
      const losses = bench.told.filter((word) => word === 'device-lost').length;
      // its few small kernels compile soonest, time after time
      const parameters = { solver: 'jacobi', execution: 'global' } as const;
      const options = { scene: 'pendant', sceneOptions: { beads: 5 }, parameters } as const;
      const simulation = await Simulation.create(options).catch((error) => {
        outcomes.add(`create ${code(error)}`);
        return null;
      });
      if (simulation) {
        const calls: [string, () => Promise<unknown>][] = [
          ['step', () => simulation.step(2)],
          ['load', () => simulation.load('ring', { beads: 8 })],
          ['measure', () => simulation.measure()],
          ['readState', () => simulation.readState()],
          ['describe', () => simulation.describe()],
          ['replaceKernel', () => simulation.replaceKernel('compute_positions', 'nonsense')],
        ];
        for (const [name, call] of calls)
          await call().then(
            () => outcomes.add(`${name} done`),
            (error) => outcomes.add(`${name} ${code(error)}`),
          );
      }
      reached = countdown <= 0;
      countdown = Number.POSITIVE_INFINITY;
      if (reached) {
        const count = (what: string) => bench.told.filter((word) => word === what).length;
        while (count('device-lost') > count('restored'))
          await new Promise((resolve) => setTimeout(resolve, 5));
      }
      // whatever broke off, the page goes on
      const again = simulation ?? (await Simulation.create(options));
      await again.step(3).catch((error) => faults.push(`${n}: step after it ${code(error)} (${losses})`));
      const measures = await again.measure().catch((error) => faults.push(`${n}: ${code(error)}`));
      if (typeof measures === 'object' && !(measures.finite && measures.steps >= 3))
        faults.push(`${n}: state`);
      again.destroy();
    }
    return {
      n,
      outcomes: [...outcomes].sort(),
      faults,
      refused: bench.told.filter((w) => w.startsWith('rec')),
    };
  });
  expect(found.faults).toEqual([]);
  expect(found.refused).toEqual([]);
  expect(found.n).toBeGreaterThan(10);
  expect(found.n).toBeLessThan(80);
  const codes = new Set(found.outcomes.map((outcome) => outcome.split(' ')[1]));
  expect([...codes].sort()).toEqual(['device-lost', 'done']);
  await page.close();
});

test('a device that is lost again before any step is done ends in recovery-refused', async ({ browser }) => {
  const page = await open(browser);
  const told = await page.evaluate(async () => {
    const { bench } = window;
    const simulation = await window.beadwork.Simulation.create();
    await simulation.step();
    for (let i = 1; !bench.told.some((word) => word.startsWith('recovery')) && i < 20; i += 1) {
      bench.destroyDevice();
      await Promise.race([bench.hear('restored', i), bench.hear('recovery-refused')]);
    }
    return bench.told;
  });
  expect(told.filter((word) => word === 'restored').length).toBe(4);
  expect(told.at(-1)).toMatch(/^recovery-refused: .*new tab\.$/);
  await page.close();
});

test('a graphics process that crashes once: everything is rebuilt; twice: one sentence, and no reloading', async ({
  playwright,
}) => {
  const { launchOptions, baseURL } = test.info().project.use;
  // a browser of its own: after the second crash it gives no adapter any more
  const browser = await playwright.chromium.launch(launchOptions);
  const crash = async () =>
    (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess').catch(() => undefined);
  try {
    const [page, other] = [await open(browser, baseURL), await open(browser, baseURL)];
    let navigations = 0;
    page.on('framenavigated', () => {
      navigations += 1;
    });
    await page.evaluate(async () => {
      const { Simulation, View } = window.beadwork;
      const canvas = document.createElement('canvas');
      document.body.append(canvas);
      const simulation = await Simulation.create({ scene: 'ring' });
      const view = await View.create(simulation, canvas);
      const seen = await window.bench.run(simulation);
      Object.assign(window, { simulation, view, seen });
    });
    // what the other page's one owes, and is asked at once after that
    await other.evaluate(async () => {
      const { Simulation } = window.beadwork;
      const simulation = await Simulation.create({ scene: 'necklaces', sceneOptions: { chains: 300 } });
      const code = (error: { code: string }) => error.code;
      const calls = [simulation.step(200), simulation.readState(), simulation.measure()];
      const owed = Promise.all(calls.map((call) => call.then(() => 'done', code)));
      const next = owed.then(() => simulation.step().then(() => 'stepped', code));
      Object.assign(window, { simulation, owed, next });
    });
    await crash();
    const loaded = await other.evaluate(async () => {
      const { simulation, owed, next } = window as unknown as {
        simulation: Simulation;
        owed: Promise<string[]>;
        next: Promise<string>;
      };
      const codes = [...(await owed), await next];
      // goes on with a fresh device
      await simulation.load('pendant', { beads: 9 });
      await simulation.step(3);
      const { steps, finite } = await simulation.measure();
      return { codes, steps, finite, bodies: simulation.bodyCount };
    });
    expect(loaded).toEqual({ codes: Array(4).fill('device-lost'), steps: 3, finite: true, bodies: 9 });
    const found = await page.evaluate(async () => {
      const { simulation, view, seen, bench } = window as unknown as Window & {
        simulation: Simulation;
        view: View;
        seen: Map<number, string>;
      };
      await bench.hear('restored');
      const { steps } = await simulation.measure();
      const known = seen.get(steps) === bench.bits(await simulation.readState());
      await simulation.step(5);
      return { known, steps, colours: await bench.coloured(view), told: bench.told };
    });
    expect(found.known).toBe(true);
    expect(found.steps).toBeGreaterThan(0);
    expect(found.colours).toBeGreaterThan(20);
    expect(found.told).toEqual(['device-lost', 'restored']);

    await crash();
    const codes = await other.evaluate(async () => {
      const { simulation } = window as unknown as { simulation: Simulation };
      const code = (error: { code: string }) => error.code;
      const { Simulation } = window.beadwork;
      return [
        await simulation.readState().then(() => 'read', code),
        await simulation.load('ring').then(() => 'loaded', code),
        await Simulation.create({ machine: 'gpu' }).then(() => 'made', code),
        await Simulation.create().then(({ machine }) => machine, code),
      ];
    });
    expect(codes).toEqual(['device-lost', 'recovery-refused', 'recovery-refused', 'cpu']);
    const end = await page.evaluate(async () => {
      await window.bench.hear('recovery-refused');
      return window.bench.told.at(-1);
    });
    expect(end).toMatch(/open it in a new tab/);
    expect(navigations).toBe(0);
  } finally {
    await browser.close();
  }
});
