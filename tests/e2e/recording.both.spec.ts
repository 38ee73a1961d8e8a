// A recording plays back to the same bits, whatever happened while it was made.
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

test('every kind of change, from the middle of a run, through JSON, to the same hash', async ({ webgpu }) => {
  const found = await page.evaluate(async () => {
    const { Simulation, kernels, record, replay, stateHash } = window.beadwork;
    const source = kernels().find((kernel) => kernel.name === 'compute_free_velocity')!.source;
    const slower = `${source}\n// edited\n`;
    const simulation = await Simulation.create({
      scene: 'net',
      parameters: { solver: 'jacobi', iterations: 9 },
    });
    // the CPU has none to edit
    const edit = async (name: string, wgsl: string) => {
      if (simulation.machine === 'gpu') await simulation.replaceKernel(name, wgsl);
    };
    await simulation.step(11);
    simulation.setFixed(9, true);
    simulation.cut(4);
    await edit('compute_free_velocity', slower);
    await simulation.step(5);

    const recorder = record(simulation);
    for (let i = 0; i < 40; i += 1) await simulation.step();
    simulation.setParameters({ solver: 'gauss-seidel', substeps: 2 });
    await Promise.all([simulation.step(3), simulation.step(4), simulation.measure()]);
    simulation.cut(7);
    simulation.setFixed(9, false);
    await simulation.measure({ byIteration: true });
    await simulation.step(6);
    simulation.restoreKernels();
    const state = await simulation.readState();
    state.linearVelocities.fill(0.25);
    state.positions[0] = -0;
    simulation.writeState(state);
    await simulation.step(7);
    // steps go on while these get ready
    const editing = edit('compute_free_velocity', slower);
    for (let i = 0; i < 5; i += 1) await simulation.step();
    await editing;
    await edit('compute_positions', 'nonsense');
    const loading = simulation.load('curtain', { chains: 3, beads: 8 });
    for (let i = 0; i < 5; i += 1) await simulation.step();
    await loading;
    await simulation.step(20);
    simulation.setParameters({ gravity: [1, -3, 0.5], solver: 'auto' });
    await simulation.step(20);
    simulation.reset();
    await simulation.step(13);
    const recording = await recorder.stop();
    const end = stateHash(await simulation.readState());
    // what comes after it is not in it
    await simulation.step(3);
    const text = JSON.stringify(recording);
    const hashes = [];
    for (const given of [text, JSON.parse(text), recording]) {
      const again = await replay(given);
      hashes.push(stateHash(await again.readState()));
      again.destroy();
    }
    const calls = recording.log.map((change) => change.call);
    const { hash, frames, ended } = recording;
    simulation.destroy();
    return { hash, end, hashes, frames, ended, calls: [...new Set(calls)].sort(), entries: calls.length };
  });
  expect(found.hash).toBe(found.end);
  expect(found.hashes).toEqual([found.hash, found.hash, found.hash]);
  expect(found.ended).toBeNull();
  expect(found.frames).toBe(40 + 7 + 6 + 7 + 5 + 5 + 20 + 20 + 13);
  expect(found.calls).toEqual(
    [
      'cut',
      'load',
      'measure',
      ...(webgpu ? ['replaceKernel'] : []),
      'reset',
      'restoreKernels',
      'setFixed',
      'setParameters',
      'step',
      'writeState',
    ].sort(),
  );
  // forty single steps are one line
  expect(found.entries).toBeLessThan(40);
});

test('velocities and pushes are in it, and what was pushed before waits in it for the first frame', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, record, replay, stateHash } = window.beadwork;
    const scene = {
      version: 2 as const,
      bodies: [0, 1, 2, 3].map((k) => ({
        position: [0.2 * k, 1, 0] as [number, number, number],
        radius: 0.1,
        kinematic: k === 0,
      })),
      joints: [0, 1, 2].map((a) => ({
        type: 'point' as const,
        a,
        b: a + 1,
        anchorA: [0.1, 0, 0] as [number, number, number],
        anchorB: [-0.1, 0, 0] as [number, number, number],
      })),
    };
    const played = async (push: boolean) => {
      const simulation = await Simulation.create({ scene });
      await simulation.step(3);
      if (push) {
        simulation.push(2, { impulse: [0.1, 0.7, -0.3], at: [0.45, 1.05, 0.3] });
        simulation.push(2, { force: [0, 0, 99.9] });
      }
      const recorder = record(simulation);
      for (let i = 0; i < 12; i += 1) {
        if (push) {
          simulation.setVelocity(0, { linear: [0.3 * Math.sin(i), 0, 0], angular: [0, i, 0] });
          const given = {
            force: [0, 31 * i, 7] as [number, number, number],
            torque: [0.1, -0, 0] as [number, number, number],
          };
          simulation.push(3, given);
          // what is done to an argument afterwards is nobody's business
          given.force[0] = 1e6;
          simulation.push(1, { force: [3, 0, 0], at: [0.2, 1.1, 0] });
        }
        await simulation.step(i % 3 === 0 ? 2 : 1);
      }
      if (push) simulation.push(1, { force: [1, 2, 3] });
      const recording = await recorder.stop();
      simulation.destroy();
      const hashes = [];
      for (const given of [recording, JSON.stringify(recording)]) {
        const again = await replay(given);
        hashes.push(stateHash(await again.readState()));
        again.destroy();
      }
      const pushes = recording.log.filter(({ call }) => call === 'push').length;
      return { hash: recording.hash, hashes, pushes };
    };
    return { moved: await played(true), still: await played(false) };
  });
  expect(found.moved.hash).not.toBeNull();
  expect(found.moved.hash).not.toBe(found.still.hash);
  for (const { hash, hashes } of [found.moved, found.still]) expect(hashes).toEqual([hash, hash]);
  expect([found.moved.pushes, found.still.pushes]).toEqual([2 + 2 * 12 + 1, 0]);
});

test('joints that were changed, and how they turn and break, are in it', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, record, replay, stateHash } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'linkage' });
    await simulation.step(3);
    simulation.setJoint(1, { recoverySpeed: [0.3, 0.4], softness: { hertz: 4 } });
    simulation.setJoint(2, { breakForce: 1e-6 });
    await simulation.step(5);
    simulation.setJoint(2, { breakForce: null });
    const { torques, broken } = await simulation.readState();
    const recorder = record(simulation);
    await simulation.step(4);
    const changes = { softness: { hertz: 2, dampingRatio: 0.1 } };
    simulation.setJoint(0, changes);
    // what is done to an argument afterwards is nobody's business
    changes.softness.hertz = 20;
    simulation.setParameters({ recoverySpeed: [0.1, 0.2] });
    await simulation.step(6);
    simulation.setJoint(1, { softness: null });
    await simulation.step(2);
    const recording = await recorder.stop();
    simulation.reset();
    simulation.setParameters({ recoverySpeed: 'auto' });
    await simulation.step(5);
    const fresh = stateHash(await simulation.readState());
    simulation.destroy();
    const hashes = [];
    let reset = '';
    for (const given of [recording, JSON.stringify(recording)]) {
      const again = await replay(given);
      hashes.push(stateHash(await again.readState()));
      again.reset();
      again.setParameters({ recoverySpeed: 'auto' });
      await again.step(5);
      reset = stateHash(await again.readState());
      again.destroy();
    }
    const turning = torques!.some((x) => x !== 0);
    return { hash: recording.hash, hashes, fresh, reset, turning, broken: [...broken!] };
  });
  expect(found.hash).not.toBeNull();
  expect(found.hashes).toEqual([found.hash, found.hash]);
  expect(found.reset).toBe(found.fresh);
  expect([found.turning, found.broken]).toEqual([true, [2]]);
});

test('a hand that pulls a bead is in it', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, View, record, replay, stateHash } = window.beadwork;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 240];
    document.body.append(canvas);
    const simulation = await Simulation.create({ sceneOptions: { beads: 6, tilt: 0 } });
    const view = await View.create(simulation, canvas);
    view.render();
    let at: [number, number] | null = null;
    for (let y = 10; y < 240 && !at; y += 6) if ((await view.pick(160, y)) !== null) at = [160, y];
    const recorder = record(simulation);
    const held = at ? ((await view.grab(at[0], at[1] + 30)) ?? (await view.grab(...at))) : null;
    for (let i = 0; i < 30; i += 1) {
      if (i < 20) view.drag(160 + 3 * i, 120);
      else view.release();
      await simulation.step();
    }
    const recording = await recorder.stop();
    const again = await replay(JSON.stringify(recording));
    const hash = stateHash(await again.readState());
    const still = await Simulation.create({ sceneOptions: { beads: 6, tilt: 0 } });
    await still.step(30);
    const without = stateHash(await still.readState());
    view.destroy();
    for (const one of [simulation, again, still]) one.destroy();
    return {
      held,
      same: hash === recording.hash,
      moved: hash !== without,
      pulls: recording.log.filter((c) => c.call === 'pull').length,
    };
  });
  expect(found.held).not.toBeNull();
  expect([found.same, found.moved]).toEqual([true, true]);
  expect(found.pulls).toBeGreaterThan(10);
});

test('one recording at a time; one that was broken off says so and plays to there', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, record, replay } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'net', parameters: { solver: 'article' } });
    const recorder = record(simulation);
    let twice = '';
    try {
      record(simulation);
    } catch (error) {
      twice = (error as { code: string }).code;
    }
    let code = '';
    for (let i = 0; i < 300 && !code; i += 1)
      await simulation.step().catch((error) => {
        code = error.code;
      });
    const recording = await recorder.stop();
    const again = await replay(recording);
    const { finite } = await again.measure();
    record(simulation);
    simulation.destroy();
    again.destroy();
    return { twice, code, ended: recording.ended, hash: recording.hash, finite };
  });
  expect(found).toEqual({
    twice: 'busy',
    code: 'non-finite',
    ended: 'interrupted',
    hash: null,
    finite: true,
  });
});

test('what was made on the CPU is played there, to the same bits', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, record, replay, stateHash } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'ragdolls', machine: 'cpu' });
    const recorder = record(simulation);
    await simulation.step(40);
    simulation.cut(3);
    simulation.push(2, { impulse: [1, 2, 0] });
    await simulation.step(40);
    const recording = await recorder.stop();
    const again = await replay(JSON.stringify(recording));
    const out = { machine: again.machine, hash: stateHash(await again.readState()), recording };
    again.destroy();
    simulation.destroy();
    return out;
  });
  expect(found.recording.machine).toBe('cpu');
  expect([found.machine, found.hash]).toEqual(['cpu', found.recording.hash]);
});
