// What the public module refuses, and what is so before and after: one machine shows it, and the CPU is quick.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from './test';

type Named = { name: string }[];

const names = (all: Named) => all.map(({ name }) => name);
/** As the crate writes it. */
const catalogue: { scenes: Named; solvers: Named } = JSON.parse(
  readFileSync('www/generated/catalogue.json', 'utf8'),
);

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
  expect(found.scenes).toEqual(names(catalogue.scenes));
  expect(found.solvers).toEqual(names(catalogue.solvers));
  expect(found.solvers).toContain('direct');
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
    forces: 'each',
    relaxation: 'auto',
    passOrder: 'auto',
    compliance: 0,
    softness: 'auto',
    penalty: 1,
    penaltyGrowth: 30,
    penaltyKept: 0.999,
    gapKept: 0.99,
    hard: 'auto',
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
    const acts: [string, () => unknown, string?][] = [
      ['body', () => simulation.setFixed(4, true), 'not-found'],
      ['body', () => simulation.setFixed(-1, true)],
      ['body', () => simulation.setFixed(0.5, true)],
      ['fixed', () => simulation.setFixed(1, 1 as unknown as boolean)],
      ['joint', () => simulation.cut(3), 'not-found'],
      ['joint', () => simulation.cut(Number.NaN)],
      ['joint', () => simulation.cut([0] as unknown as number)],
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
    for (const [path, act, expected = 'parameter'] of acts) {
      try {
        await act();
        faults.push([String(act), 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== expected || where !== path) faults.push([String(act), code, where, message]);
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

test('changes of a joint that make no sense are refused, and change nothing', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'pendant',
      sceneOptions: { beads: 6 },
    });
    const before = JSON.stringify(await simulation.describe());
    const acts: [string, unknown, unknown, string?][] = [
      ['joint', 6, {}, 'not-found'],
      ['joint', -1, {}],
      ['joint', [0], {}],
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
    for (const [path, joint, changes, expected = 'parameter'] of acts) {
      try {
        simulation.setJoint(joint as number, changes as object);
        faults.push([path, 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== expected || where !== path || !/\.$/.test(message))
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
    const acts: [string, () => unknown, string?][] = [
      ['body', set(1, { linear: [1, 0, 0] })],
      ['body', set(3, { linear: [1, 0, 0] }), 'not-found'],
      ['body', set([0], { linear: [1, 0, 0] })],
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
    for (const [path, act, expected = 'parameter'] of acts) {
      try {
        act();
        faults.push([path, 'was taken']);
      } catch (error) {
        const { code, path: where, message } = error as { code: string; path: string; message: string };
        if (code !== expected || where !== path || !/^[A-Z].*\.$|^[a-z]+ .*\.$/.test(message))
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

test('a shape that makes no sense is refused with its path', async () => {
  const refused = await page.evaluate(async () => {
    const { Simulation, BeadworkError } = window.beadwork;
    const box = { position: [0, 0, 0], shape: { type: 'box', halfExtents: [1, -1, 1] } };
    const plane = { position: [0, 0, 0], shape: { type: 'plane' } };
    const simulation = await Simulation.create({ scene: { version: 2, bodies: [plane] } as never });
    const codes: unknown[] = [];
    const tell = (error: unknown) => {
      if (!(error instanceof BeadworkError)) throw error;
      codes.push([error.code, error.path]);
    };
    for (const scene of [
      { version: 1, bodies: [plane] },
      { version: 2, bodies: [box] },
      { version: 3, bodies: [] },
    ])
      await simulation.load(scene as never).catch(tell);
    try {
      simulation.setFixed(0, false);
    } catch (error) {
      tell(error);
    }
    simulation.destroy();
    return codes;
  });
  expect(refused).toEqual([
    ['scene', 'bodies[0].shape'],
    ['scene', 'bodies[0].shape.halfExtents'],
    ['scene', 'version'],
    ['parameter', 'body'],
  ]);
});

test('more work than a page can bear in one call is refused', async () => {
  const found = await fault(`
    const simulation = await Simulation.create({ scene: 'net', parameters: { solver: 'jacobi', iterations: 1000, substeps: 100 } });
    await simulation.step(100000);`);
  expect([found.code, found.path]).toEqual(['limit', 'frames']);
  expect(found.message).toMatch(/at most \d+ frames/);
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
