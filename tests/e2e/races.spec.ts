// Calls that meet: whatever comes in between, each ends as it says, nothing is left behind, and time does not jump.
import { expect, type Page, test } from './test';

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  await page.evaluate(async () => {
    const wasm = await import('/www/wasm/beadwork.js' as string);
    Object.assign(window, { facts: () => JSON.parse(wasm.deviceFacts()), initialise: wasm.default });
  });
});

test.afterAll(() => page.close());

interface Tools {
  facts(): { allocated: number };
  initialise(): Promise<{ memory: WebAssembly.Memory }>;
}

test('steps that were asked for at once are all taken, in order', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const options = { scene: 'net', parameters: { solver: 'chebyshev' } } as const;
    const [many, one] = [await Simulation.create(options), await Simulation.create(options)];
    const order: number[] = [];
    const frames = [3, 1, 7, 2, 11, 1, 1, 4];
    await Promise.all(
      frames.map((n, i) =>
        many.step(n).then(() => {
          order.push(i);
        }),
      ),
    );
    await one.step(30);
    const [ours, theirs] = [await many.readState(), await one.readState()];
    const { steps, time } = await many.measure();
    const same = ours.positions.every((x, i) => x === theirs.positions[i]);
    many.destroy();
    one.destroy();
    return { steps, time, same, order };
  });
  expect([found.steps, found.same]).toEqual([30, true]);
  expect(found.time).toBeCloseTo(0.5, 12);
  expect(found.order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('every call during every other one', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, kernels } = window.beadwork;
    const source = kernels().find((kernel) => kernel.name === 'compute_positions')!.source;
    const simulation = await Simulation.create({ scene: 'net', sceneOptions: { rows: 8, columns: 6 } });
    const other = await simulation.describe();
    for (const body of other.bodies) body.inertia = [1e-3, 1.1e-3, 1.2e-3];
    type Call = [string, () => unknown];
    const calls: Call[] = [
      ['step', () => simulation.step(5)],
      ['load', () => simulation.load('ring', { beads: 9 })],
      ['load described', () => simulation.load(other)],
      ['measure', () => simulation.measure({ byIteration: true })],
      ['readState', () => simulation.readState()],
      ['writeState', () => simulation.readState().then((state) => simulation.writeState(state))],
      ['describe', () => simulation.describe()],
      ['setParameters', () => simulation.setParameters({ substeps: 2, damping: 0.1 })],
      ['replaceKernel', () => simulation.replaceKernel('compute_positions', source)],
      ['restoreKernels', () => simulation.restoreKernels()],
      ['setFixed', () => simulation.setFixed(3, true)],
      ['cut', () => simulation.cut(2)],
      ['setJoint', () => simulation.setJoint(4, { softness: { hertz: 5 } })],
      ['setVelocity', () => simulation.setVelocity(8, { linear: [0.1, 0, 0] })],
      ['push', () => simulation.push(8, { impulse: [0, 0.1, 0] })],
      ['reset', () => simulation.reset()],
    ];
    const faults: string[] = [];
    let pairs = 0;
    const run = async ([name, call]: Call, beside: string) => {
      try {
        await call();
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        // a state that was read before a load fits no more
        if (name === 'writeState' && /load/.test(beside) && code === 'parameter') return;
        faults.push(`${name} beside ${beside}: ${code} ${message}`);
      }
    };
    for (const first of calls) {
      for (const second of calls) {
        await Promise.all([run(first, second[0]), run(second, first[0])]);
        pairs += 1;
      }
      await simulation.step(2);
      const { finite } = await simulation.measure();
      if (!finite) faults.push(`${first[0]}: not finite`);
    }
    simulation.destroy();
    return { faults, pairs };
  });
  expect(found.faults).toEqual([]);
  expect(found.pairs).toBe(256);
});

test('destroyed during anything: destroyed is what it says, and nothing stays allocated', async () => {
  const found = await page.evaluate(async () => {
    const { facts } = window as unknown as Tools;
    const { Simulation, View, kernels } = window.beadwork;
    const code = (error: { code: string }) => error.code;
    const keep = await Simulation.create();
    await keep.step();
    await keep.measure();
    const before = facts().allocated;
    const source = kernels().find((kernel) => kernel.name === 'compute_positions')!.source;
    const out: Record<string, string> = {};
    type It = Awaited<ReturnType<typeof Simulation.create>>;
    const calls: Record<string, (it: It) => Promise<unknown>> = {
      step: (it) => it.step(20),
      load: (it) => it.load('curtain'),
      measure: (it) => it.measure(),
      readState: (it) => it.readState(),
      describe: (it) => it.describe(),
      replaceKernel: (it) => it.replaceKernel('compute_positions', source),
    };
    for (const [name, call] of Object.entries(calls)) {
      const simulation = await Simulation.create({ scene: 'net' });
      const canvas = document.createElement('canvas');
      const view = await View.create(simulation, canvas);
      view.render();
      const pending = call(simulation).then(() => 'done', code);
      simulation.destroy();
      let drawn = 'drawn';
      try {
        view.render();
      } catch (error) {
        drawn = code(error as { code: string });
      }
      view.destroy();
      view.destroy();
      simulation.destroy();
      const after = await call(simulation).then(() => 'done', code);
      out[name] = `${await pending} ${drawn} ${after}`;
    }
    await keep.step();
    // what was on its way arrives, and is dropped
    for (let i = 0; i < 100 && facts().allocated !== before; i += 1) await keep.step();
    const left = facts().allocated - before;
    keep.destroy();
    return { out, left };
  });
  for (const [name, said] of Object.entries(found.out))
    expect(said, name).toBe('destroyed destroyed destroyed');
  expect(found.left).toBe(0);
});

test('of two loads at once the last one asked for stays', async () => {
  const bodies = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const simulation = await Simulation.create();
    const counts = [];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        simulation.load('necklaces', { chains: 200, beads: 20 }),
        simulation.load('net', { rows: 1000 }).catch(() => undefined),
        simulation.load('pendant', { beads: 5 + round }),
      ]);
      counts.push(simulation.bodyCount);
    }
    simulation.destroy();
    return counts;
  });
  expect(bodies).toEqual([5, 6, 7, 8, 9]);
});

test('an edited kernel is still at work after any scene is loaded', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, kernels } = window.beadwork;
    const source = kernels().find((kernel) => kernel.name === 'compute_positions')!.source;
    const still = source.replace('step.h * v.linear', '0.0 * v.linear');
    // the exact solver moves bodies by itself
    const simulation = await Simulation.create({ scene: 'net', parameters: { solver: 'chebyshev' } });
    const bricks = await simulation.describe();
    for (const body of bricks.bodies) body.inertia = [1e-3, 1.1e-3, 1.2e-3];
    const moved = [];
    const pending = simulation.replaceKernel('compute_positions', still);
    // compiled for spheres, and met by bricks
    for (const scene of [bricks, 'net', bricks] as const) {
      await simulation.load(scene);
      await pending;
      const { positions: start } = await simulation.readState();
      await simulation.step(10);
      const { positions: end } = await simulation.readState();
      moved.push(start.some((x, i) => x !== end[i]));
    }
    simulation.destroy();
    return moved;
  });
  expect(found).toEqual([false, false, false]);
});

test('a storm of sizes: none, huge, not a number, while it is drawn', async () => {
  const found = await page.evaluate(async () => {
    const { facts } = window as unknown as Tools;
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'ring' });
    // what a step needs is made at the first
    await simulation.step();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [0, 0];
    document.body.append(canvas);
    const before = facts().allocated;
    const view = await View.create(simulation, canvas);
    view.render();
    const seen = new Set<string>();
    const side = (n: number) => [0, 1, 2, 17, 64, 300, -5, 0.4, 257][n % 9]!;
    for (let i = 0; i < 200; i += 1) {
      view.resize(side(i), side(3 * i + 1));
      view.render();
      if (i % 20 === 0) {
        await simulation.step();
        seen.add(`${await view.pick(1, 1)}`);
      }
    }
    const refused: string[] = [];
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      try {
        view.resize(100, wrong);
      } catch (error) {
        refused.push((error as { code: string }).code);
      }
    }
    const huge = [];
    for (const [width, height] of [
      [1e9, 3],
      [3, 1e9],
      [40000, 30000],
    ] as const) {
      view.resize(width, height);
      if (width * height < 1e10) view.render();
      huge.push([canvas.width, canvas.height]);
    }
    view.resize(64, 48);
    view.render();
    await simulation.step();
    const { size } = await view.screenshot();
    const last = [canvas.width, canvas.height];
    view.destroy();
    const left = facts().allocated - before;
    simulation.destroy();
    return { refused, huge, last, size, left };
  });
  expect(found.refused).toEqual(['parameter', 'parameter']);
  expect(found.last).toEqual([64, 48]);
  expect(found.size).toBeGreaterThan(100);
  for (const [width, height] of found.huge as [number, number][]) {
    expect(width).toBeGreaterThan(0);
    expect(width * height).toBeLessThanOrEqual(7680 * 4320);
  }
  const [width, height] = found.huge[2] as [number, number];
  expect(width / height).toBeLessThanOrEqual(4 / 3 + 0.01);
  expect(found.left).toBeLessThan(5000);
});

test('a thousand simulations and views made and destroyed leave nothing behind', async () => {
  const found = await page.evaluate(async () => {
    const { facts, initialise } = window as unknown as Tools;
    const { Simulation, View } = window.beadwork;
    const { memory } = await initialise();
    const canvases = Array.from({ length: 8 }, () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [96, 64];
      return canvas;
    });
    const keep = await Simulation.create();
    await keep.step();
    const allocated: number[] = [];
    const wasm: number[] = [];
    const net = { scene: 'net', sceneOptions: { rows: 6, columns: 5 } } as const;
    for (let i = 0; i < 1000; i += 1) {
      const simulation = await Simulation.create(i % 2 ? { scene: 'ring' } : net);
      const view = await View.create(simulation, canvases[i % canvases.length]!);
      if (i % 4 === 0) {
        await simulation.step(2);
        view.render();
      }
      // half of them with work under way
      if (i % 8 === 0) simulation.step(2).catch(() => undefined);
      view.destroy();
      simulation.destroy();
      if (i % 100 === 99) {
        await keep.step();
        allocated.push(facts().allocated);
        wasm.push(memory.buffer.byteLength);
      }
    }
    keep.destroy();
    return { allocated, wasm };
  });
  expect(new Set(found.allocated).size, String(found.allocated)).toBe(1);
  // it may round itself up once more, by a page or two
  expect(found.wasm.at(-1)! - found.wasm[1]!, String(found.wasm)).toBeLessThan(1 << 20);
});
