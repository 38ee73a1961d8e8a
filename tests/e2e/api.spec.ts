// The API of the public module, end to end in a browser.
import { expect, type Page, test } from '@playwright/test';

type Api = typeof import('../../www/beadwork');

declare global {
  interface Window {
    beadwork: Api;
  }
}

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
});

test.afterAll(() => page.close());

/** Code, path and sentence of what `act` throws or rejects with. */
function fault(act: string): Promise<{ code: string; path?: string; message: string; kind: string }> {
  return page.evaluate(async (text) => {
    const { Simulation, BeadworkError } = window.beadwork;
    const run = new Function('Simulation', `return (async () => { ${text} })()`);
    try {
      await run(Simulation);
    } catch (error) {
      const { code, path, message } = error as InstanceType<typeof BeadworkError>;
      return { code, path, message, kind: error instanceof BeadworkError ? 'BeadworkError' : String(error) };
    }
    return { code: 'none', message: 'nothing was thrown', kind: 'none' };
  }, act);
}

test('scenes, solvers and kernels are known before any wasm is there', async ({ browser }) => {
  const fresh = await browser.newPage();
  await fresh.route('**/*.wasm', (route) => route.abort());
  await fresh.goto('/tests/e2e/pages/api.html');
  await fresh.waitForFunction(() => Boolean(window.beadwork));
  const found = await fresh.evaluate(() => ({
    scenes: window.beadwork.scenes().map((scene) => scene.name),
    solvers: window.beadwork.solvers().map((solver) => solver.name),
    kernel: window.beadwork.kernels().find((kernel) => kernel.name === 'update_multipliers'),
    verdicts: window.beadwork
      .solvers()
      .every((solver) => solver.verdict.length > 20 && solver.title.length > 0),
  }));
  expect(found.scenes).toEqual(['necklaces', 'pendant', 'ring', 'curtain', 'bridge', 'tree', 'net']);
  expect(found.solvers.sort()).toEqual([
    'article',
    'auto',
    'chebyshev',
    'conjugate-gradient',
    'direct',
    'gauss-seidel',
    'jacobi',
  ]);
  expect(found.kernel?.source).toContain('fn update_multipliers');
  expect(found.verdicts).toBe(true);
  const refused = await fresh.evaluate(() =>
    window.beadwork.Simulation.create().then(
      () => 'made',
      (error) => error.code,
    ),
  );
  expect(refused).toBe('wasm');
  await fresh.close();
});

test('the defaults are the documented ones', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create();
    const { parameters, bodyCount, jointCount } = simulation;
    simulation.destroy();
    return { parameters, bodyCount, jointCount };
  });
  expect(found.jointCount).toBe(found.bodyCount - 1);
  expect(found.parameters).toEqual({
    solver: 'auto',
    execution: 'auto',
    iterations: 20,
    substeps: 1,
    timestep: 1 / 60,
    gravity: [0, expect.closeTo(-9.81, 5), 0],
    relaxation: 'auto',
    warmStart: 'auto',
    stabilisation: 'auto',
    damping: 0,
    stiffnessGuard: 'auto',
  });
});

test('steps and measures', async () => {
  const measures = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'pendant',
      sceneOptions: { beads: 20 },
    });
    await simulation.step(60);
    const found = await simulation.measure();
    simulation.destroy();
    return { ...found, curve: found.residualByIteration.length };
  });
  expect(measures.steps).toBe(60);
  expect(measures.time).toBeCloseTo(1, 9);
  expect(measures.solver).toBe('direct');
  expect(measures.finite).toBe(true);
  expect(measures.maxGapRadii).toBeLessThan(0.02);
  expect(measures.residual).toBeLessThan(1e-3);
  expect(measures.kineticEnergy).toBeGreaterThan(0);
  expect(measures.curve).toBe(0);
});

test('residuals by iteration: one more than iterations, and falling', async () => {
  const curve = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'net',
      sceneOptions: { rows: 6, columns: 6 },
      parameters: { solver: 'chebyshev', iterations: 30 },
    });
    await simulation.measure({ byIteration: true });
    await simulation.step(10);
    const found = await simulation.measure();
    simulation.destroy();
    return { curve: [...found.residualByIteration], residual: found.residual };
  });
  expect(curve.curve).toHaveLength(31);
  expect(curve.curve[30]!).toBeLessThan(curve.curve[0]!);
  expect(Math.abs(curve.curve[30]! - curve.residual)).toBeLessThan(1e-4 * curve.residual + 1e-7);
});

test('a wrong parameter is refused by name and nothing changes', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'pendant',
      sceneOptions: { beads: 8 },
    });
    const other = await window.beadwork.Simulation.create({ scene: 'pendant', sceneOptions: { beads: 8 } });
    await simulation.step(5);
    await other.step(5);
    const before = JSON.stringify(simulation.parameters);
    const wrong: [string, object][] = [
      ['iterations', { iterations: 0 }],
      ['iterations', { solver: 'jacobi', iterations: Number.NaN }],
      ['timestep', { timestep: Number.POSITIVE_INFINITY }],
      ['gravity', { gravity: [0, Number.NaN, 0] }],
      ['substeps', { substeps: 1.5 }],
      ['warmStart', { warmStart: 2 }],
      ['solver', { solver: 'magic' }],
      ['colour', { colour: 'red' }],
      ['toString', { toString: 1 }],
      ['damping', { damping: -1 }],
      ['parameters', { iterations: 5n }],
    ];
    const faults: unknown[] = [];
    for (const [path, changes] of wrong) {
      try {
        simulation.setParameters(changes);
        faults.push([path, 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== 'parameter' || where !== path || message.length < 15)
          faults.push([path, code, where, message]);
      }
    }
    await simulation.step(5);
    await other.step(5);
    const [a, b] = [await simulation.readState(), await other.readState()];
    const same = a.positions.every((x, i) => Object.is(x, b.positions[i]));
    const unchanged = JSON.stringify(simulation.parameters) === before;
    simulation.destroy();
    other.destroy();
    return { faults, same, unchanged };
  });
  expect(found).toEqual({ faults: [], same: true, unchanged: true });
});

test('wrong scenes are refused with code and path', async () => {
  const body = '{ position: [0, 0, 0], radius: 0.1 }';
  const cases: [string, string, string | undefined][] = [
    ["await Simulation.create({ scene: 'atlantis' })", 'scene', 'scene'],
    [
      "await Simulation.create({ scene: 'pendant', sceneOptions: { beads: 1e9 } })",
      'scene',
      'sceneOptions.beads',
    ],
    [
      "await Simulation.create({ scene: 'pendant', sceneOptions: { wings: 2 } })",
      'scene',
      'sceneOptions.wings',
    ],
    [`await Simulation.create({ scene: { version: 2, bodies: [${body}] } })`, 'scene', 'version'],
    [
      `await Simulation.create({ scene: { version: 1, bodies: [{ position: [0, 0, 0] }] } })`,
      'scene',
      'bodies[0].radius',
    ],
    [`await Simulation.create({ scene: { version: 1, bodies: [${body}], wings: [] } })`, 'scene', 'wings'],
    [
      `await Simulation.create({ scene: { version: 1, bodies: [{ position: [0, NaN, 0], radius: 1 }] } })`,
      'scene',
      'bodies[0].position',
    ],
    [
      `await Simulation.create({ scene: { version: 1, bodies: [${body}, ${body}], joints: [{ type: 'point', a: 0, b: 7, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }] } })`,
      'scene',
      'joints[0].b',
    ],
    [
      "await Simulation.create({ scene: 'net', parameters: { solver: 'direct' } })",
      'not-applicable',
      'solver',
    ],
    ['await Simulation.create({ wings: 2 })', 'parameter', 'wings'],
    ['await Simulation.create({ scene: 7 })', 'scene', 'scene'],
  ];
  for (const [act, code, path] of cases) {
    const found = await fault(act);
    expect
      .soft({ code: found.code, path: found.path, kind: found.kind }, act)
      .toEqual({ code, path, kind: 'BeadworkError' });
  }
});

test('what describe() writes, load() reads back to the same bits', async () => {
  const same = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const first = await Simulation.create({ scene: 'pendant', sceneOptions: { beads: 12 } });
    first.setFixed(6, true);
    first.cut(9);
    await first.step(30);
    const second = await Simulation.create({ scene: 'ring' });
    await second.load(JSON.parse(JSON.stringify(await first.describe())));
    const counts = [first.jointCount, second.jointCount];
    await first.step(20);
    await second.step(20);
    const [a, b] = [await first.readState(), await second.readState()];
    const equal = (x: Float32Array, y: Float32Array) =>
      x.length === y.length && x.every((v, i) => v === y[i]);
    const found = {
      counts,
      time: a.time === b.time,
      positions: equal(a.positions, b.positions),
      rotations: equal(a.rotations, b.rotations),
      velocities: equal(a.linearVelocities, b.linearVelocities),
    };
    first.destroy();
    second.destroy();
    return found;
  });
  expect(same).toEqual({ counts: [11, 10], time: true, positions: true, rotations: true, velocities: true });
});

test('a state that is written is the state that is read, and reset goes back', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'pendant',
      sceneOptions: { beads: 5 },
    });
    const start = await simulation.readState();
    await simulation.step(30);
    const moved = await simulation.readState();
    simulation.writeState(start);
    const written = await simulation.readState();
    simulation.writeState(moved);
    simulation.reset();
    const reset = await simulation.readState();
    let short = '';
    try {
      simulation.writeState({ ...start, positions: new Float32Array(3) });
    } catch (error) {
      short = `${(error as { code: string }).code} ${(error as { path: string }).path}`;
    }
    simulation.destroy();
    const same = (a: Float32Array, b: Float32Array) => a.every((x, i) => x === b[i]);
    return {
      moved: !same(start.positions, moved.positions),
      written: same(start.positions, written.positions),
      reset: same(start.positions, reset.positions) && reset.time === 0,
      short,
    };
  });
  expect(found).toEqual({ moved: true, written: true, reset: true, short: 'parameter positions' });
});

test('calls made at once queue; several simulations share the page', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const one = await Simulation.create({ scene: 'pendant', sceneOptions: { beads: 6 } });
    const two = await Simulation.create({ scene: 'pendant', sceneOptions: { beads: 6 } });
    await Promise.all([one.step(3), one.step(4), one.measure(), one.step(3), one.readState(), two.step(10)]);
    const [a, b] = [await one.readState(), await two.readState()];
    const loads = await Promise.allSettled([
      one.load('ring'),
      one.load('atlantis'),
      one.load('bridge', { beads: 9 }),
    ]);
    const bodies = one.bodyCount;
    one.destroy();
    two.destroy();
    return {
      same: a.positions.every((x, i) => x === b.positions[i]),
      loads: loads.map((l) => l.status),
      bodies,
    };
  });
  expect(found).toEqual({ same: true, loads: ['fulfilled', 'rejected', 'fulfilled'], bodies: 9 });
});

test('destroy rejects what is pending and may be called twice', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'necklaces',
      sceneOptions: { chains: 50 },
    });
    const pending = simulation.step(20).then(
      () => 'done',
      (error) => error.code,
    );
    simulation.destroy();
    simulation.destroy();
    let later = '';
    try {
      simulation.setParameters({ iterations: 3 });
    } catch (error) {
      later = (error as { code: string }).code;
    }
    return [await pending, later];
  });
  expect(found).toEqual(['destroyed', 'destroyed']);
});

test('kernels: a broken edit says where, a good one takes over, restoring brings the stock one back', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, kernels } = window.beadwork;
    const make = () =>
      Simulation.create({
        scene: 'net',
        sceneOptions: { rows: 4, columns: 4 },
        parameters: { solver: 'jacobi' },
      });
    const simulation = await make();
    const plain = await make();
    const source = kernels().find((kernel) => kernel.name === 'update_multipliers')!.source;
    const lines = source.split('\n');
    const at = lines.findIndex((line) => line.includes('let change'));
    const broken = await simulation.replaceKernel(
      'update_multipliers',
      lines.map((line, i) => (i === at ? 'let change = nonsense;' : line)).join('\n'),
    );
    await simulation.step(5);
    await plain.step(5);
    const [a, b] = [await simulation.readState(), await plain.readState()];
    const good = await simulation.replaceKernel(
      'update_multipliers',
      source.replace('step.gain', '(0.5 * step.gain)'),
    );
    await simulation.step(5);
    await plain.step(5);
    const [c, d] = [await simulation.readState(), await plain.readState()];
    simulation.writeState(d);
    simulation.restoreKernels();
    await simulation.step(5);
    await plain.step(5);
    const [e, f] = [await simulation.readState(), await plain.readState()];
    simulation.destroy();
    plain.destroy();
    const same = (x: Float32Array, y: Float32Array) => x.every((v, i) => v === y[i]);
    return {
      line: broken.find((message) => message.type === 'error')?.line === at + 1,
      untouched: same(a.positions, b.positions),
      accepted: good.every((message) => message.type !== 'error'),
      changed: !same(c.positions, d.positions),
      restored: same(e.positions, f.positions),
    };
  });
  expect(found).toEqual({ line: true, untouched: true, accepted: true, changed: true, restored: true });
});

test('a device that goes away gives its code, and the next simulation a fresh one', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const simulation = await Simulation.create();
    const wasm = await import('/www/wasm/beadwork.js' as string);
    wasm.destroyDevice();
    const code = await simulation.step().then(
      () => 'stepped',
      (error) => error.code,
    );
    const next = await Simulation.create();
    await next.step(2);
    const { steps } = await next.measure();
    next.destroy();
    return { code, steps };
  });
  expect(found).toEqual({ code: 'device-lost', steps: 2 });
});
