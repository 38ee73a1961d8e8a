// What a recording leaves out, takes for old, and refuses: one machine shows it.
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

test('measures that switch nothing are not in it', async () => {
  const measured = await page.evaluate(async () => {
    const { Simulation, record } = window.beadwork;
    const simulation = await Simulation.create({ sceneOptions: { beads: 6 } });
    const recorder = record(simulation);
    for (const byIteration of [false, false, true, true, false, undefined]) {
      await simulation.measure({ byIteration });
      await simulation.step();
    }
    const { log } = await recorder.stop();
    simulation.destroy();
    return log.filter(({ call }) => call === 'measure').length;
  });
  expect(measured).toBe(2);
});

test('a damaged recording is refused with its path', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, record, replay } = window.beadwork;
    const simulation = await Simulation.create({ sceneOptions: { beads: 4 } });
    const recorder = record(simulation);
    await simulation.step(2);
    simulation.setParameters({ damping: 1 });
    const whole = JSON.stringify(await recorder.stop());
    simulation.destroy();
    const damage: [string, string, unknown?][] = [
      ['recording', 'beadwork'],
      ['recording', 'version', 3],
      ['bodies', 'log/1', { at: 2, call: 'removeBodies', with: [] }],
      ['bodies[0].radius', 'log/1', { at: 2, call: 'addBodies', with: [[{ position: [0, 0, 0] }]] }],
      ['origin', 'origin', null],
      ['origin', 'origin/changes/cut'],
      ['state.positions', 'state/positions', '***'],
      ['state.rotations', 'state/rotations', 'AAA='],
      ['positions', 'state/positions', ''],
      ['log', 'log', {}],
      ['log[0]', 'log/0', null],
      ['log[0]', 'log/0/call', 'constructor'],
      ['log[0]', 'log/0/times', 1e300],
      ['frames', 'log/0/with', [-1]],
      ['damping', 'log/1/with', [{ damping: 'x' }]],
      ['force', 'log/1', { at: 2, call: 'push', with: [2, { force: [1, 2, null] }] }],
      ['body', 'log/1', { at: 2, call: 'setVelocity', with: [] }],
      ['softness', 'log/1', { at: 2, call: 'setJoint', with: [0, { softness: 'x' }] }],
      ['breakForce', 'origin/changes/joints', [[0, { breakForce: -1 }]]],
      ['solver', 'parameters/solver', '<b>'],
      ['bodies[0].radius', 'origin/scene/bodies/0/radius', -1],
      ['body', 'origin/changes/fixed', { 99: true }],
      ['name', 'origin/changes/kernels', { nothing: '' }],
    ];
    const faults: string[] = [];
    for (const [path, where, value] of damage) {
      const recording = JSON.parse(whole);
      const steps = where.split('/');
      const last = steps.pop()!;
      let at = recording as Record<string, unknown>;
      for (const step of steps) at = at[step] as Record<string, unknown>;
      at[last] = value;
      const error = await replay(recording).then(
        () => ({ path: 'was taken', code: '', message: '' }),
        (thrown) => thrown,
      );
      const codes = where === 'origin/changes/fixed' ? ['not-found'] : ['parameter', 'scene'];
      if (error.path !== path || !codes.includes(error.code))
        faults.push(`${where}: ${error.code} ${error.path} ${error.message}`);
    }
    for (const given of ['', '{', 'null', '[]', null, 3])
      await replay(given as string).then(
        () => faults.push(`${given} was taken`),
        (error) => error.path === 'recording' || faults.push(`${given}: ${error}`),
      );
    return faults;
  });
  expect(found).toEqual([]);
});

test('a recording that does not name positions is one of joints that are pulled', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, record, replay, stateHash } = window.beadwork;
    const made = async (positions: 'pulled' | 'auto') => {
      const simulation = await Simulation.create({
        scene: 'ring',
        parameters: { solver: 'direct', positions },
      });
      const recorder = record(simulation);
      for (let i = 0; i < 30; i += 1) await simulation.step();
      const recording = await recorder.stop();
      simulation.destroy();
      return recording;
    };
    const played = async (recording: Parameters<typeof replay>[0]) => {
      const simulation = await replay(recording);
      const hash = stateHash(await simulation.readState());
      simulation.destroy();
      return hash;
    };
    const [pulled, auto] = [await made('pulled'), await made('auto')];
    const { positions, ...rest } = pulled.parameters;
    const old = { ...pulled, parameters: rest as typeof pulled.parameters };
    return {
      named: positions,
      pulled: pulled.hash,
      auto: auto.hash,
      old: await played(old),
      again: await played(auto),
    };
  });
  expect(found.named).toBe('pulled');
  expect(found.old).toBe(found.pulled);
  expect(found.again).toBe(found.auto);
  expect(found.auto).not.toBe(found.pulled);
});
