// beadwork/three where a simulation answers later, as it does on a GPU and in a worker: here the CPU's, asked in that way.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { libraryWithThree } from './module.mjs';

let beadwork;
let THREE;
before(async () => {
  beadwork = await libraryWithThree();
  ({ THREE } = beadwork);
});

const H = 1000 / 60;
const scene = {
  version: 2,
  bodies: [
    { name: 'ball', position: [0, 0, 0], radius: 0.5, linearVelocity: [6, 0, 0], gravityScale: 0 },
    { name: 'other', position: [0, 5, 0], radius: 0.5, linearVelocity: [6, 0, 0], gravityScale: 0 },
  ],
};
/** Its answers come when `arrive` is called. */
async function made(t) {
  const simulation = await beadwork.Simulation.create({ scene, machine: 'cpu' });
  t.after(() => simulation.destroy());
  Object.defineProperty(simulation, 'answersAtOnce', { get: () => false });
  const waiting = [];
  const seen = { flying: 0, most: 0, steps: [] };
  for (const name of ['step', 'readPoses']) {
    const own = simulation[name].bind(simulation);
    simulation[name] = async (...args) => {
      seen.flying += name === 'readPoses' ? 1 : 0;
      seen.most = Math.max(seen.most, seen.flying);
      if (name === 'step') seen.steps.push(args[0]);
      const answer = own(...args);
      answer.catch(() => {});
      await new Promise((done) => waiting.push(done));
      seen.flying -= name === 'readPoses' ? 1 : 0;
      return answer;
    };
  }
  const arrive = async () => {
    for (const done of waiting.splice(0)) done();
    await new Promise((done) => setTimeout(done));
  };
  const physics = beadwork.attach(simulation);
  const mesh = new THREE.Mesh();
  physics.bind(mesh, 'ball');
  return { simulation, physics, mesh, arrive, seen };
}
/** m in a frame */
const STEP = 0.1;
const near = (a, b, what) => assert(Math.abs(a - b) < 1e-4, `${what}: ${a}, not ${b}`);

test('pictures are one frame later than at once, smooth, and the loop waits for nothing', async (t) => {
  const { physics, mesh, arrive, seen } = await made(t);
  for (let i = 0; i <= 30; i++) {
    physics.update(i * H);
    near(mesh.position.x, Math.max(i - 2, 0) * STEP, `picture ${i}`);
    await arrive();
  }
  assert.equal(seen.most, 1);
  assert.deepEqual([...new Set(seen.steps)], [1]);
  // by less than a frame from picture to picture
  for (let i = 0; i < 30; i++) {
    physics.update((30 + 0.4 * i) * H);
    await arrive();
    near(mesh.position.x, (28 + 0.4 * i) * STEP, `picture ${i} of many`);
  }
});

test('answers that take several pictures: never two on the way, and nothing goes back or jumps', async (t) => {
  const { physics, mesh, arrive, seen } = await made(t);
  let before = 0;
  let worst = 0;
  for (let i = 0; i <= 200; i++) {
    physics.update(i * H);
    const moved = mesh.position.x - before;
    assert(moved > -1e-6, `picture ${i} went back by ${moved}`);
    // once it has found out how late answers are
    if (i > 100) worst = Math.max(worst, Math.abs(moved - STEP));
    before = mesh.position.x;
    if (i % 3 === 2) await arrive();
  }
  assert.equal(seen.most, 1);
  assert.deepEqual([...new Set(seen.steps.slice(2))], [3]);
  assert(worst < 0.1 * STEP, `a picture moved by ${worst} m more or less than the others`);
});

test('a body put elsewhere while an answer is on its way is not shown where it was', async (t) => {
  const { simulation, physics, mesh, arrive } = await made(t);
  for (let i = 0; i <= 5; i++) {
    physics.update(i * H);
    if (i < 5) await arrive();
  }
  const stood = mesh.position.x;
  simulation.setPose('ball', { position: [50, 0, 0] });
  await arrive();
  physics.update(6 * H);
  assert.equal(mesh.position.x, stood);
  await arrive();
  physics.update(7 * H);
  assert(Math.abs(mesh.position.x - 50) < 3 * STEP, `${mesh.position.x}`);
});

test('a body that takes the number of one removed meanwhile begins where it is', async (t) => {
  const { simulation, physics, mesh, arrive } = await made(t);
  for (let i = 0; i <= 5; i++) {
    physics.update(i * H);
    if (i < 5) await arrive();
  }
  simulation.removeBodies(['ball']);
  const stood = mesh.position.x;
  const [number] = simulation.addBodies([{ position: [-70, 0, 0], radius: 1, fixed: true }]);
  const other = new THREE.Mesh();
  physics.bind(other, number);
  for (let i = 6; i <= 9; i++) {
    await arrive();
    physics.update(i * H);
    assert([0, -70].includes(other.position.x), `${other.position.x}`);
  }
  assert.equal(other.position.x, -70);
  assert.equal(mesh.position.x, stood);
});

/** In place of a graphics device, its buffers and all that they give. */
const device = new Proxy(() => device, { get: (_, name) => (name === 'size' ? 0 : device) });

test('a grab that waits for poses is over with dispose', async (t) => {
  globalThis.GPUBufferUsage ??= {};
  const { simulation, physics, mesh, arrive, seen } = await made(t);
  physics.unbind(mesh);
  Object.defineProperty(simulation, 'device', { value: device });
  Object.defineProperty(simulation, 'posesBuffer', { value: device });
  simulation.shapesByPoses = () => new Float32Array(14);
  const pulls = [];
  simulation.pull = (numbers) => pulls.push(numbers?.[0]);
  // instances that the device writes, so that nothing is read
  const instances = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 2);
  physics.bindInstances(instances, [0, 1]);
  instances.onBeforeRender({ backend: { device, get: () => ({ buffer: device }) } });
  for (let i = 0; i <= 2; i++) {
    physics.update(i * H);
    await arrive();
  }
  const grab = async (then) => {
    physics.grab(1, new THREE.Vector3());
    assert.equal(seen.flying, 1, 'it waits');
    then();
    for (let k = 0; k < 3; k++) await arrive();
  };
  await grab(() => {});
  assert.deepEqual(pulls, [1]);
  physics.release();
  assert.deepEqual(pulls, [1, undefined]);
  await grab(() => physics.dispose());
  assert.deepEqual(pulls, [1, undefined]);
});

test('a fault on the way is thrown by the next update, once, and then it goes on', async (t) => {
  const { simulation, physics, mesh, arrive } = await made(t);
  const codes = [];
  const run = async (from, to) => {
    for (let i = from; i <= to; i++) {
      try {
        physics.update(i * H);
      } catch (error) {
        codes.push(error.code);
      }
      await arrive();
    }
  };
  await run(0, 10);
  const state = await simulation.readState();
  state.linearVelocities[0] = Number.NaN;
  simulation.writeState(state);
  await run(11, 20);
  assert.deepEqual(codes, ['non-finite']);
  assert(Number.isFinite(mesh.position.x));
  const before = mesh.position.x;
  await run(21, 30);
  near(mesh.position.x - before, 10 * STEP, 'ten frames');
  simulation.destroy();
  await run(31, 40);
  assert.deepEqual(codes, ['non-finite', 'destroyed']);
});
