// The API of the public module, end to end in a browser.
import { expect, type Page, test } from './test';

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
  expect(found.scenes).toEqual([
    'necklaces',
    'pendant',
    'ring',
    'curtain',
    'bridge',
    'tree',
    'net',
    'linkage',
    'track',
    'suspension',
    'rope',
    'springs',
    'glider',
    'ragdolls',
    'arm',
    'ragdoll-drop',
    'joint-grid',
    'stable-spherical-chain',
    'stack',
    'pyramid',
    'heap',
    'cradle',
    'wrecking',
    'dominoes',
    'pour',
    'car',
    'large-pyramid',
    'many-pyramids',
    'high-mass-ratio',
  ]);
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
    gravity: [0, -9.81, 0],
    relaxation: 'auto',
    warmStart: 'auto',
    stabilisation: 'auto',
    positions: 'auto',
    recoverySpeed: 'auto',
    rounds: 8,
    damping: 0,
    stiffnessGuard: 'auto',
    contacts: 'auto',
    contactSolver: 'auto',
    contactPasses: 'auto',
    contactSoftness: 'auto',
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
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const throwing = {
      get damping() {
        throw new Error('no');
      },
    };
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
      ['iterations', { iterations: 5n }],
      ['iterations', { iterations: () => 5 }],
      ['solver', { solver: Symbol('direct') }],
      ['timestep', { timestep: null }],
      ['gravity', { gravity: new Map() }],
      ['gravity', { gravity: [0, -9.81] }],
      ['gravity[0]', { gravity: cyclic }],
      ['damping', throwing],
      ['damping', { damping: 10, timestep: 0.1, substeps: 1 }],
      ['stiffnessGuard', { stiffnessGuard: 'yes' }],
      ['recoverySpeed', { recoverySpeed: [1, Number.NaN] }],
      ['recoverySpeed', { recoverySpeed: [0, 5] }],
      ['rounds', { rounds: 1 }],
      ['rounds', { rounds: 33 }],
      ['rounds', { rounds: 'auto' }],
      ['execution', { execution: 'cpu' }],
      ['relaxation', { relaxation: 0 }],
      ['stabilisation', { stabilisation: '0.1' }],
      ['parameters', null as unknown as object],
      ['parameters', 'fast' as unknown as object],
      ['parameters', [] as object],
    ];
    const faults: unknown[] = [];
    for (const [path, changes] of wrong) {
      try {
        // with something right beside it, which must not be taken either
        const beside = changes !== null && !Array.isArray(changes) && typeof changes === 'object';
        simulation.setParameters(beside && changes !== throwing ? { substeps: 3, ...changes } : changes);
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
    [`await Simulation.create({ scene: { version: 3, bodies: [${body}] } })`, 'scene', 'version'],
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
      "await Simulation.create({ scene: 'net', sceneOptions: { rows: 80, columns: 80 }, parameters: { solver: 'direct' } })",
      'not-applicable',
      'solver',
    ],
    ['await Simulation.create({ wings: 2 })', 'parameter', 'wings'],
    ['await Simulation.create({ scene: 7 })', 'scene', 'scene'],
    ['await Simulation.create({ scene: null })', 'scene', 'scene'],
    ['await Simulation.create({ scene: [] })', 'scene', undefined],
    ['await Simulation.create({ scene: new Map() })', 'scene', undefined],
    ["await Simulation.create('pendant')", 'parameter', 'options'],
    ['await Simulation.create(null)', 'parameter', 'options'],
    ['await Simulation.create({ parameters: 3 })', 'parameter', 'parameters'],
    ['await Simulation.create({ parameters: { iterations: -1 } })', 'parameter', 'iterations'],
    ['await Simulation.create({ sceneOptions: { beads: 8.5 } })', 'scene', 'sceneOptions.beads'],
    ['await Simulation.create({ sceneOptions: { beads: 8n } })', 'scene', 'sceneOptions.beads'],
    ['await Simulation.create({ sceneOptions: { get beads() { throw 1 } } })', 'scene', 'sceneOptions.beads'],
    [
      `const bodies = [${body}]; bodies.push(bodies); await Simulation.create({ scene: { version: 1, bodies } })`,
      'scene',
      'bodies[1]',
    ],
    [
      `await Simulation.create({ scene: { version: 1, bodies: [{ get position() { throw 1 }, radius: 1 }] } })`,
      'scene',
      'bodies[0].position',
    ],
    [
      `await Simulation.create({ scene: { version: 1, bodies: [{ position: [0, 1n, 0], radius: 1 }] } })`,
      'scene',
      'bodies[0].position',
    ],
    [`await Simulation.create({ scene: { version: 1, bodies: [] } })`, 'scene', 'bodies'],
    [`await Simulation.create({ scene: { version: 1, bodies: { length: 1 } } })`, 'scene', 'bodies'],
    [`await Simulation.create({ scene: { version: 1, bodies: new Array(1e9) } })`, 'limit', 'bodies'],
    [
      "await Simulation.create({ scene: 'necklaces', sceneOptions: { chains: 100000, beads: 10000 } })",
      'limit',
      'sceneOptions.chains',
    ],
    ['new Simulation()', 'parameter', 'options'],
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

test('a scene comes back through JSON text to every bit, signs of zero included', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const first = await Simulation.create({ scene: 'tree', parameters: { gravity: [0, -3.72, 0] } });
    await first.step(40);
    const state = await first.readState();
    state.positions[0] = -0;
    state.linearVelocities[5] = -0;
    state.multipliers[2] = -0;
    first.writeState(state);
    const text = JSON.stringify(await first.describe());
    const second = await Simulation.create({ scene: JSON.parse(text) });
    const bits = (x: Float32Array) => new Uint32Array(x.buffer).join();
    const [a, b] = [await first.readState(), await second.readState()];
    const result = {
      same: (['positions', 'rotations', 'linearVelocities', 'angularVelocities', 'multipliers'] as const).map(
        (name) => bits(a[name]) === bits(b[name]),
      ),
      sign: Object.is(b.positions[0], -0),
      time: a.time === b.time,
      gravity: second.parameters.gravity,
      again: JSON.stringify(await second.describe()) === text,
    };
    first.destroy();
    second.destroy();
    return result;
  });
  expect(found).toEqual({
    same: [true, true, true, true, true],
    sign: true,
    time: true,
    gravity: [0, -3.72, 0],
    again: true,
  });
});

test('load keeps the parameters, those set while it was under way too', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const simulation = await Simulation.create({ parameters: { solver: 'jacobi', iterations: 7 } });
    await simulation.step(3);
    const loading = simulation.load('bridge', { beads: 12 });
    simulation.setParameters({ damping: 0.5 });
    const during = simulation.bodyCount;
    await simulation.step(2);
    await loading;
    const { solver, iterations, damping } = simulation.parameters;
    const { steps, time } = await simulation.measure();
    const refused = await simulation.load({ version: 1, bodies: [] }).catch((error) => error.code);
    simulation.setParameters({ solver: 'direct' });
    const unfit = await simulation.load('net', { rows: 80, columns: 80 }).catch((error) => error.code);
    await simulation.step();
    const after = await simulation.measure();
    const bodies = simulation.bodyCount;
    simulation.destroy();
    return { during, solver, iterations, damping, steps, time, refused, unfit, after: after.steps, bodies };
  });
  expect(found).toEqual({
    during: 24,
    solver: 'jacobi',
    iterations: 7,
    damping: 0.5,
    steps: 0,
    time: 0,
    refused: 'scene',
    unfit: 'not-applicable',
    after: 1,
    bodies: 12,
  });
});

test("a scene's gravity counts unless the same call gives one", async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const scene = {
      version: 1 as const,
      gravity: [0, -1.62, 0] as [number, number, number],
      bodies: [{ position: [0, 0, 0] as [number, number, number], radius: 0.1 }],
    };
    const moon = await Simulation.create({ scene });
    const own = await Simulation.create({ scene, parameters: { gravity: [1, 2, 3] } });
    const none = await Simulation.create({ scene: { ...scene, gravity: undefined } });
    none.setParameters({ gravity: [0, 0, -5] });
    await none.load({ version: 1, bodies: scene.bodies });
    const kept = none.parameters.gravity;
    await none.load(scene);
    const gravities = [moon, own, none].map((simulation) => simulation.parameters.gravity);
    for (const simulation of [moon, own, none]) simulation.destroy();
    return [...gravities, kept];
  });
  expect(found).toEqual([
    [0, -1.62, 0],
    [1, 2, 3],
    [0, -1.62, 0],
    [0, 0, -5],
  ]);
});

test('pins, cuts and steps refuse what is not there', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({ sceneOptions: { beads: 4 } });
    const acts: [string, () => unknown][] = [
      ['body', () => simulation.setFixed(4, true)],
      ['body', () => simulation.setFixed(-1, true)],
      ['body', () => simulation.setFixed(0.5, true)],
      ['fixed', () => simulation.setFixed(1, 1 as unknown as boolean)],
      ['joint', () => simulation.cut(3)],
      ['joint', () => simulation.cut(Number.NaN)],
      ['joint', () => simulation.cut('0' as unknown as number)],
      ['frames', () => simulation.step(-1)],
      ['frames', () => simulation.step(1.5)],
      ['frames', () => simulation.step(1e9)],
      ['frames', () => simulation.step(Number.POSITIVE_INFINITY)],
      ['frames', () => simulation.step(2n as unknown as number)],
      ['byIteration', () => simulation.measure({ byIteration: 'yes' as unknown as boolean })],
      ['name', () => simulation.replaceKernel('fuse', '')],
      ['wgsl', () => simulation.replaceKernel('measure', undefined as unknown as string)],
      ['time', () => simulation.writeState(undefined as never)],
      ['time', () => simulation.writeState({ time: Number.NaN } as never)],
    ];
    const faults: unknown[] = [];
    for (const [path, act] of acts) {
      try {
        await act();
        faults.push([String(act), 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== 'parameter' || where !== path) faults.push([String(act), code, where, message]);
      }
    }
    await simulation.step(0);
    const { steps } = await simulation.measure();
    simulation.destroy();
    return { faults, steps };
  });
  expect(found).toEqual({
    faults: [[expect.stringContaining('time: Number.NaN'), 'parameter', 'positions', expect.anything()]],
    steps: 0,
  });
});

test('a joint is changed between steps, is described and drawn so, and comes back by a reset', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'pendant', sceneOptions: { beads: 6 } });
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    document.body.append(canvas);
    const view = await View.create(simulation, canvas);
    const gap = async (frames: number) => {
      await simulation.step(frames);
      view.render();
      const [first] = await simulation.readJoints([1]);
      return {
        open: Math.abs(first!.coordinates[1]!),
        state: (await simulation.readState()).torques?.length,
      };
    };
    const firm = await gap(10);
    simulation.setJoint(1, { softness: { hertz: 1, dampingRatio: 0.5 }, breakForce: 1e9 });
    view.render();
    const described = (await simulation.describe()).joints![1]!;
    const soft = await gap(20);
    simulation.setJoint(1, { softness: null, breakForce: null });
    const cleared = Object.keys((await simulation.describe()).joints![1]!);
    simulation.setJoint(1, { softness: { hertz: 2 } });
    simulation.setParameters({ recoverySpeed: [0.5, 1] });
    await gap(2);
    simulation.reset();
    simulation.setParameters({ recoverySpeed: 'auto' });
    const again = await gap(10);
    view.render();
    await simulation.step();
    view.destroy();
    canvas.remove();
    simulation.destroy();
    return { firm, soft, again, described, cleared };
  });
  expect(found.described).toMatchObject({ softness: { hertz: 1, dampingRatio: 0.5 }, breakForce: 1e9 });
  expect(found.cleared).not.toContain('softness');
  expect(found.cleared).not.toContain('breakForce');
  expect(found.firm.open).toBeLessThan(1e-4);
  // several beads hang on a spring made for two
  expect(found.soft.open).toBeGreaterThan(0.05);
  expect(found.again).toEqual(found.firm);
  expect([found.firm.state, found.soft.state]).toEqual([undefined, 15]);
});

test('readings tell at which stop a joint stands, and what has all its force', async () => {
  const found = await page.evaluate(async () => {
    const bar = (x: number) => ({
      position: [x, 2, 0] as [number, number, number],
      shape: { type: 'box' as const, halfExtents: [0.5, 0.05, 0.05] as [number, number, number] },
      mass: 2,
    });
    const hinge = (b: number, x: number) => ({
      ...{ type: 'hinge' as const, a: 0, b, axisA: [0, 0, 1] as [number, number, number] },
      anchorA: [x, 0, 0] as [number, number, number],
      anchorB: [-0.5, 0, 0] as [number, number, number],
    });
    const simulation = await window.beadwork.Simulation.create({
      scene: {
        ...{ version: 2, gravity: [0, -10, 0] },
        bodies: [{ position: [0, 2, 0], radius: 0.1, fixed: true }, ...[0.5, 2.5, 4.5, 6.5].map(bar)],
        joints: [
          { ...hinge(1, 0), limit: [-0.4, 0.7] },
          { ...hinge(2, 2), servo: { target: 0.2, hertz: 30 } },
          { ...hinge(3, 4), motor: { speed: 1, maxForce: 40 }, limit: [-1, 0.5] },
          { ...hinge(4, 6) },
        ],
      },
    });
    await simulation.step(600);
    simulation.setJoint(3, { motor: { speed: 40, maxForce: 4 } });
    await simulation.step(5);
    const weak = await simulation.readJoints([3]);
    simulation.setJoint(3, { motor: null });
    await simulation.step(1);
    const readings = await simulation.readJoints();
    const { maxOvershoot, rounds } = await simulation.measure();
    simulation.cut(0);
    const [cut] = await simulation.readJoints([0]);
    simulation.destroy();
    const about = readings.map(({ states, forces }) => [states[3], Math.round(10 * forces[3]!) / 10]);
    return { about, weak: weak[0]!, first: readings[0]!, cut, maxOvershoot, rounds };
  });
  const round = (x: number) => Math.round(10 * x) / 10;
  expect(found.about.slice(0, 2)).toEqual([
    ['low', round(10 * Math.cos(0.4))],
    ['held', round(10 * Math.cos(0.2))],
  ]);
  expect(found.weak.states[3]).toBe('saturated');
  expect(found.weak.forces[3]).toBeCloseTo(4, 3);
  expect(found.about[2]).toEqual(['high', round(10 * Math.cos(0.5))]);
  expect(found.about[3]).toEqual(['free', 0]);
  expect(found.first.states).toEqual(['held', 'held', 'held', 'low', 'held', 'held']);
  expect(Math.abs(found.first.coordinates[3]! + 0.4)).toBeLessThan(1e-4);
  expect(found.first.gap).toBeLessThan(1e-4);
  expect(found.cut!.states).toEqual(Array(6).fill('free'));
  expect([found.cut!.gap, found.cut!.angle]).toEqual([0, 0]);
  expect(found.maxOvershoot).toBeLessThan(1e-3);
  expect(found.rounds).toBeGreaterThan(0);
});

test('changes of a joint that make no sense are refused, and change nothing', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'pendant',
      sceneOptions: { beads: 6 },
    });
    const before = JSON.stringify(await simulation.describe());
    const acts: [string, unknown, unknown][] = [
      ['joint', 6, {}],
      ['joint', -1, {}],
      ['joint', '0', {}],
      ['changes', 0, undefined],
      ['changes', 0, null],
      ['changes', 0, 'soft'],
      ['type', 0, { type: 'hinge' }],
      ['a', 0, { a: 3 }],
      ['torque', 0, { torque: [0, 0, 1] }],
      ['softness', 0, { softness: [] }],
      ['softness.hertz', 0, { softness: { hertz: Number.NaN } }],
      ['softness.hertz', 0, { softness: { hertz: null } }],
      ['softness.dampingRatio', 0, { softness: { hertz: 1, dampingRatio: -1 } }],
      ['breakForce', 0, { breakForce: Number.NaN }],
      ['breakTorque', 0, { breakForce: 1, breakTorque: Number.POSITIVE_INFINITY }],
      ['recoverySpeed', 0, { recoverySpeed: [1] }],
      ['anchorA', 0, { anchorA: [0, 1] }],
      ['anchorB', 0, { anchorB: null }],
      ['frameA', 0, { frameA: [0, 0, 0, 1] }],
      ['max', 0, { max: 1 }],
      ['motor', 0, { motor: null }],
    ];
    const faults: unknown[] = [];
    for (const [path, joint, changes] of acts) {
      try {
        simulation.setJoint(joint as number, changes as object);
        faults.push([path, 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== 'parameter' || where !== path || !/\.$/.test(message))
          faults.push([path, code, where, message]);
      }
    }
    simulation.cut(2);
    simulation.setJoint(2, { breakForce: 4 });
    simulation.setJoint(2, {});
    await simulation.step(2);
    simulation.reset();
    const after = JSON.stringify(await simulation.describe());
    simulation.destroy();
    return { faults, same: before === after };
  });
  expect(found).toEqual({ faults: [], same: true });
});

test('a velocity is there at once; a push acts in the next frame and in no other', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: {
        version: 2,
        gravity: [0, 0, 0],
        bodies: [
          { position: [0, 1, 0], radius: 0.1, mass: 2 },
          { position: [1, 1, 0], radius: 0.1, kinematic: true },
        ],
      },
      parameters: { timestep: 0.02, substeps: 2 },
    });
    const moving = async () => {
      const { linearVelocities: v, angularVelocities: w, positions: x } = await simulation.readState();
      return { v: [...v], w: [...w], x: [...x] };
    };
    simulation.setVelocity(0, { angular: new Float32Array([0, 0, 5]) as never });
    simulation.setVelocity(1, { linear: [0.5, 0, 0] });
    simulation.setVelocity(0, { linear: [0, 0, 1] });
    const set = await moving();
    // two forces at one point, 10 N m on 0.008 kg m², would give 25 rad/s; their opposite torque takes it back
    simulation.push(0, { force: [0, 60, 0], at: [0.1, 1, 0] });
    simulation.push(0, { force: [0, 40, 0], at: [0.1, 1, 0], torque: [0, 0, -10] });
    simulation.push(0, { impulse: [0.3, 0, 0] });
    simulation.push(0, {});
    const waiting = await moving();
    const described = await simulation.describe();
    await simulation.step();
    const after = await moving();
    await simulation.step(4);
    const later = await moving();
    simulation.destroy();
    return { set, waiting, after, later, described: described.bodies.length };
  });
  expect(found.set.v).toEqual([0, 0, 1, 0.5, 0, 0]);
  expect(found.set.w).toEqual([0, 0, 5, 0, 0, 0]);
  expect(found.waiting).toEqual(found.set);
  const close = (ours: number[], wanted: number[]) => {
    for (const [i, x] of ours.entries()) expect(x).toBeCloseTo(wanted[i]!, 5);
  };
  // F dt/m and J/m; the torques add up to nothing
  close(found.after.v, [0.15, 1, 1, 0.5, 0, 0]);
  close(found.after.w, [0, 0, 5, 0, 0, 0]);
  expect(found.later.v).toEqual(found.after.v);
  close(found.later.x.slice(3), [1.05, 1, 0]);
});

test('velocities and pushes that make no sense are refused, and change nothing', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: {
        version: 2,
        gravity: [0, 0, 0],
        bodies: [
          { position: [0, 1, 0], radius: 0.1 },
          { position: [1, 1, 0], radius: 0.1, fixed: true },
          { position: [2, 1, 0], radius: 0.1, kinematic: true },
        ],
      },
    });
    const set = (body: unknown, velocity: unknown) => () =>
      simulation.setVelocity(body as number, velocity as object);
    const push = (body: unknown, given: unknown) => () => simulation.push(body as number, given as object);
    const acts: [string, () => unknown][] = [
      ['body', set(1, { linear: [1, 0, 0] })],
      ['body', set(3, { linear: [1, 0, 0] })],
      ['body', set('0', { linear: [1, 0, 0] })],
      ['velocity', set(0, undefined)],
      ['velocity', set(0, [1, 0, 0])],
      ['linear', set(0, { linear: [1, 0] })],
      ['linear', set(0, { linear: [1, 0, 1.1e6] })],
      ['linear', set(0, { linear: null })],
      ['angular', set(0, { linear: [1, 0, 0], angular: [0, Number.NaN, 0] })],
      ['velocity', set(0, { velocity: [1, 0, 0] })],
      ['body', push(1, { force: [1, 0, 0] })],
      ['body', push(2, { force: [1, 0, 0] })],
      ['body', push(-1, { force: [1, 0, 0] })],
      ['body', push(undefined, undefined)],
      ['push', push(0, null)],
      ['push', push(0, 'up')],
      ['force', push(0, { force: [1, 0, Number.POSITIVE_INFINITY] })],
      ['force', push(0, { force: { x: 1 } })],
      ['force', push(0, { force: [1e300, 0, 0] })],
      ['torque', push(0, { torque: [0, 2e18, 0] })],
      ['impulse', push(0, { impulse: ['1', 0, 0] })],
      ['at', push(0, { force: [1, 0, 0], at: [0, -2e6, 0] })],
      ['point', push(0, { force: [1, 0, 0], point: [0, 0, 0] })],
    ];
    const faults: unknown[] = [];
    for (const [path, act] of acts) {
      try {
        act();
        faults.push([path, 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== 'parameter' || where !== path || !/^[A-Z].*\.$|^[a-z]+ .*\.$/.test(message))
          faults.push([path, code, where, message]);
      }
    }
    await simulation.step(2);
    const state = await simulation.readState();
    simulation.destroy();
    const still = [...state.linearVelocities, ...state.angularVelocities].every((x) => x === 0);
    return { faults, still };
  });
  expect(found).toEqual({ faults: [], still: true });
});

test('more work than a page can bear in one call is refused', async () => {
  const found = await fault(`
    const simulation = await Simulation.create({ scene: 'net', parameters: { solver: 'jacobi', iterations: 1000, substeps: 100 } });
    await simulation.step(100000);`);
  expect([found.code, found.path]).toEqual(['limit', 'frames']);
  expect(found.message).toMatch(/at most \d+ frames/);
});

test('a number that is not finite is noticed, named and gone after a reset', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({ sceneOptions: { beads: 6 } });
    const state = await simulation.readState();
    state.positions[3 * 4] = Number.NaN;
    simulation.writeState(state);
    const measures = await simulation.measure();
    const described = await simulation.describe().catch((error) => error.code);
    simulation.reset();
    await simulation.step();
    const after = await simulation.measure();
    simulation.destroy();
    return { finite: measures.finite, bad: measures.badBody, described, after: after.finite };
  });
  expect(found).toEqual({ finite: false, bad: 4, described: 'non-finite', after: true });
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

test('everything says destroyed afterwards', async () => {
  const codes = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({ sceneOptions: { beads: 4 } });
    const state = await simulation.readState();
    simulation.destroy();
    const acts: (() => unknown)[] = [
      () => simulation.bodyCount,
      () => simulation.jointCount,
      () => simulation.parameters,
      () => simulation.setParameters({}),
      () => simulation.step(),
      () => simulation.measure(),
      () => simulation.setFixed(0, true),
      () => simulation.cut(0),
      () => simulation.replaceKernel('measure', ''),
      () => simulation.restoreKernels(),
      () => simulation.readState(),
      () => simulation.writeState(state),
      () => simulation.describe(),
      () => simulation.load('ring'),
      () => simulation.reset(),
    ];
    const found = new Set<string>();
    for (const act of acts) {
      try {
        await act();
        found.add(String(act));
      } catch (error) {
        found.add((error as { code: string }).code);
      }
    }
    const loading = await window.beadwork.Simulation.create();
    const late = loading.load('necklaces').then(
      () => 'loaded',
      (error) => error.code,
    );
    loading.destroy();
    found.add(await late);
    return [...found];
  });
  expect(codes).toEqual(['destroyed']);
});

test('runs in a worker too', async () => {
  const found = await page.evaluate(async () => {
    const text = `import { Simulation } from '${location.origin}/www/beadwork.ts';
      const simulation = await Simulation.create();
      await simulation.step(3);
      postMessage((await simulation.measure()).steps);`;
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), {
      type: 'module',
    });
    const steps = await new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => reject(new Error(event.message));
    });
    worker.terminate();
    return steps;
  });
  expect(found).toBe(3);
});

test('a brace left open is reported within the kernel as written', { tag: '@gpu' }, async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, kernels } = window.beadwork;
    const simulation = await Simulation.create({ sceneOptions: { beads: 4 } });
    const source = kernels()
      .find((kernel) => kernel.name === 'compute_positions')!
      .source.trimEnd();
    const messages = await simulation.replaceKernel('compute_positions', source.slice(0, -1));
    const bindings = await simulation.replaceKernel(
      'compute_positions',
      source.replaceAll('poses', 'elsewhere').replace('@binding(5)', '@binding(40)'),
    );
    await simulation.step();
    const { finite } = await simulation.measure();
    simulation.destroy();
    return {
      lines: source.split('\n').length,
      errors: messages.filter((m) => m.type === 'error'),
      refused: bindings.some((m) => m.type === 'error'),
      finite,
    };
  });
  expect(found.errors.length).toBeGreaterThan(0);
  for (const { line } of found.errors) expect(line).toBeLessThanOrEqual(found.lines);
  expect([found.refused, found.finite]).toEqual([true, true]);
});

test('kernels: a broken edit says where, a good one takes over, restoring brings the stock one back', {
  tag: '@gpu',
}, async () => {
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

test('a device that goes away gives its code, and the next simulation a fresh one', {
  tag: '@gpu',
}, async () => {
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
