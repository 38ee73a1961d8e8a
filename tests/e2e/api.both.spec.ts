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
