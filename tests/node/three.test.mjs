// beadwork/three with three itself: objects follow bodies of simulations on the CPU.
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
const box = (x, y, more) => ({
  position: [x, y, 0],
  shape: { type: 'box', halfExtents: [0.5, 0.5, 0.5] },
  ...more,
});
const scene = {
  version: 2,
  bodies: [
    { name: 'post', ...box(0, 3), fixed: true },
    { name: 'door', ...box(1, 3) },
    { name: 'ball', position: [5, 4, 0], radius: 0.5, linearVelocity: [3, 0, 0] },
    { name: 'top', position: [9, 4, 0], radius: 0.5, angularVelocity: [0, 2, 0], gravityScale: 0 },
  ],
  joints: [
    { type: 'hinge', a: 'post', b: 'door', anchorA: [0.5, 0, 0], anchorB: [-0.5, 0, 0], axisA: [0, 0, 1] },
  ],
};
const made = async (t, options, more = {}) => {
  const simulation = await beadwork.Simulation.create({ scene, machine: 'cpu', ...more });
  t.after(() => simulation.destroy());
  return { simulation, physics: beadwork.attach(simulation, options) };
};
const refused = (act, code, path) => assert.throws(act, { name: 'BeadworkError', code, path });
const near = (found, wanted, tolerance, what = 'value') => {
  const [a, b] = [found, wanted].map((x) => [x].flat());
  const worst = Math.max(...b.map((x, i) => Math.abs(x - a[i])));
  assert(a.length === b.length && worst <= tolerance, `${what}: ${a}, not ${b}`);
};
const place = (object) => object.getWorldPosition(new THREE.Vector3()).toArray();
const turned = (object) => object.getWorldQuaternion(new THREE.Quaternion()).toArray();
const poseOf = (simulation, body) => [...simulation.posesNow().subarray(7 * body, 7 * body + 7)];
/** The same rotation has two signs. */
const nearPose = (object, pose, tolerance = 1e-5) => {
  near(place(object), pose.slice(0, 3), tolerance, 'place');
  const q = turned(object);
  const sign = Math.sign(q.reduce((sum, x, i) => sum + x * pose[3 + i], 0));
  near(
    q,
    pose.slice(3).map((x) => sign * x),
    tolerance,
    'rotation',
  );
};
const steps = async (simulation) => (await simulation.measure()).steps;

test('a mesh stands where its body is one frame before, and between frames in between', async (t) => {
  const { simulation, physics } = await made(t);
  const twin = (await made(t)).simulation;
  const mesh = new THREE.Mesh();
  physics.bind(mesh, 'ball');
  physics.update(1000);
  nearPose(mesh, poseOf(twin, 2));
  assert.equal(await steps(simulation), 0);
  const poses = [poseOf(twin, 2)];
  for (let i = 0; i < 6; i++) {
    twin.stepNow();
    poses.push(poseOf(twin, 2));
  }
  for (const at of [0.25, 0.5, 1, 1.5, 1.75, 3.25, 5.5]) {
    physics.update(1000 + at * H);
    assert.equal(await steps(simulation), Math.floor(at + 1e-6));
    const shown = Math.max(at - 1, 0);
    const [a, b] = [poses[Math.floor(shown)], poses[Math.ceil(shown)]];
    const s = shown - Math.floor(shown);
    near(
      place(mesh),
      [0, 1, 2].map((k) => (1 - s) * a[k] + s * b[k]),
      1e-5,
      `after ${at} frames`,
    );
  }
});

test('without interpolation it stands at the last frame', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const mesh = new THREE.Mesh();
  physics.bind(mesh, 'top');
  for (const at of [0, 0.5, 1, 1.9, 4.2]) {
    physics.update(at * H);
    nearPose(mesh, poseOf(simulation, 3));
  }
  assert.equal(await steps(simulation), 4);
});

test('frames are those of the simulation, and steps are never made up for beyond `most`', async (t) => {
  const { simulation, physics } = await made(t, { timestep: 1 / 120, most: 0.1 });
  assert.equal(simulation.parameters.timestep, 1 / 120);
  physics.update(0);
  physics.update(50);
  assert.equal(await steps(simulation), 6);
  physics.update(1e6);
  assert.equal(await steps(simulation), 18);
  // its own word counts where there is no option
  simulation.setParameters({ timestep: 1 / 50 });
  physics.update(1e6 + 100);
  assert.equal(await steps(simulation), 23);
  const { simulation: slow } = await made(t, {}, { parameters: { timestep: 1 / 30 } });
  assert.equal(slow.parameters.timestep, 1 / 30);
});

test('an object within others follows in the world', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const outer = new THREE.Group();
  outer.position.set(1, -2, 3);
  outer.rotation.set(0.3, 0.5, -1);
  outer.scale.setScalar(2);
  const inner = new THREE.Group();
  inner.position.set(0, 1, 0);
  inner.rotation.set(0, 0, 0.7);
  const mesh = new THREE.Mesh();
  mesh.scale.set(1, 2, 3);
  outer.add(inner.add(mesh));
  const child = new THREE.Mesh();
  mesh.add(child);
  // one that hangs on another that follows, bound before it
  physics.bind(child, 'ball');
  physics.bind(mesh, 'door');
  for (let i = 0; i <= 20; i++) physics.update(i * H);
  nearPose(mesh, poseOf(simulation, 1));
  near(mesh.scale.toArray(), [1, 2, 3], 0);
  near(place(child), poseOf(simulation, 2).slice(0, 3), 1e-5);
});

test('a group that keeps its own matrix has it written', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const group = new THREE.Group();
  group.matrixAutoUpdate = false;
  physics.bind(group, 2);
  for (let i = 0; i <= 3; i++) physics.update(i * H);
  near(
    new THREE.Vector3().setFromMatrixPosition(group.matrix).toArray(),
    poseOf(simulation, 2).slice(0, 3),
    1e-6,
  );
});

test('instances follow, keep their scale, and shrink to nothing with their body', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 5);
  const parent = new THREE.Group();
  parent.position.set(0, 7, 0);
  parent.rotation.y = 1;
  parent.add(mesh);
  mesh.setMatrixAt(1, new THREE.Matrix4().makeScale(1, 2, 3));
  physics.bindInstances(mesh, ['ball', 1]);
  assert.equal(mesh.count, 2);
  for (let i = 0; i <= 10; i++) physics.update(i * H);
  const standing = (i) => {
    const matrix = new THREE.Matrix4();
    mesh.getMatrixAt(i, matrix);
    const object = new THREE.Object3D();
    matrix.premultiply(mesh.matrixWorld).decompose(object.position, object.quaternion, object.scale);
    return object;
  };
  nearPose(standing(0), poseOf(simulation, 2));
  nearPose(standing(1), poseOf(simulation, 1));
  near(standing(1).scale.toArray(), [1, 2, 3], 1e-5);
  assert.equal(physics.bodyOf(mesh, 0), 2);
  // a ray finds an instance where it is now, not where it was bound
  const ray = new THREE.Raycaster(
    new THREE.Vector3(...place(standing(0))).add(new THREE.Vector3(0, 0, 9)),
    new THREE.Vector3(0, 0, -1),
  );
  const [hit] = ray.intersectObject(mesh);
  assert.equal(physics.bodyOf(hit.object, hit.instanceId), 2);
  simulation.removeBodies(['ball']);
  for (let i = 11; i <= 13; i++) physics.update(i * H);
  assert.deepEqual([...mesh.instanceMatrix.array.subarray(0, 15)], Array(15).fill(0));
  nearPose(standing(1), poseOf(simulation, 1));
  assert.equal(physics.bodyOf(mesh, 0), undefined);
  refused(() => physics.bindInstances(mesh, [0, 1, 3, 0, 1, 3]), 'parameter', 'bodies');
  refused(() => physics.bindInstances(mesh, [0, 2]), 'not-found', 'bodies[1]');
  refused(() => physics.bindInstances(new THREE.Mesh(), [0]), 'parameter', 'mesh');
  physics.unbind(mesh);
  assert.equal(mesh.frustumCulled, true);
});

test('instances that are bound anew keep their scales where no other was set', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 3);
  mesh.scale.setScalar(2);
  for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new THREE.Matrix4().makeScale(1, 2, 3 + i));
  let now = 0;
  const picture = () => {
    now += H;
    physics.update(now);
  };
  const scales = (bodies) => {
    physics.bindInstances(mesh, bodies);
    picture();
    return bodies.flatMap((_, i) => {
      const matrix = new THREE.Matrix4();
      mesh.getMatrixAt(i, matrix);
      return new THREE.Vector3().setFromMatrixScale(matrix.premultiply(mesh.matrixWorld)).toArray();
    });
  };
  const all = [1, 2, 3, 1, 2, 4, 1, 2, 5];
  near(scales([0]), all.slice(0, 3), 1e-5);
  near(scales([0, 1, 2]), all, 1e-5);
  physics.bindInstances(mesh, [2, 1, 0]);
  near(scales([0, 1, 2]), all, 1e-5);
  // a place that was empty, and out of the list for a while
  simulation.removeBodies([2]);
  picture();
  near(scales([0, 1]), all.slice(0, 6), 1e-5);
  simulation.addBodies([{ position: [0, 50, 0], radius: 1, fixed: true }]);
  near(scales([0, 1, 2]), all, 1e-5);
  physics.unbind(mesh);
  mesh.setMatrixAt(1, new THREE.Matrix4().makeScale(7, 7, 7));
  near(scales([0, 1, 2]), [1, 2, 3, 7, 7, 7, 1, 2, 5], 1e-5);
});

test('what follows a body that is removed stays, and does not follow the next that has its number', async (t) => {
  const { simulation, physics } = await made(t);
  const [mesh, other] = [new THREE.Mesh(), new THREE.Mesh()];
  physics.bind(mesh, 'ball');
  for (let i = 0; i <= 10; i++) physics.update(i * H);
  const stood = place(mesh);
  simulation.removeBodies(['ball']);
  const [number] = simulation.addBodies([{ position: [0, 50, 0], radius: 1, fixed: true }]);
  assert.equal(number, 2);
  assert.equal(physics.bodyOf(mesh), undefined);
  physics.bind(other, number);
  physics.update(10.5 * H);
  // at once, not on the way from where the other one was
  near(place(other), [0, 50, 0], 0);
  for (let i = 11; i <= 20; i++) physics.update(i * H);
  near(place(mesh), stood, 0);
  near(place(other), [0, 50, 0], 0);
});

test('a body that is put elsewhere is there at once, and so are all of them after reset', async (t) => {
  const { simulation, physics } = await made(t);
  const [ball, top] = [new THREE.Mesh(), new THREE.Mesh()];
  physics.bind(ball, 'ball');
  physics.bind(top, 'top');
  for (let i = 0; i <= 10; i++) physics.update(i * H);
  simulation.setPose('ball', { position: [100, 0, 0], linearVelocity: [0, 0, 0] });
  physics.update(10.5 * H);
  near(place(ball), [100, 0, 0], 1e-5);
  near(place(top), [9, 4, 0], 1e-5);
  simulation.reset();
  physics.update(10.6 * H);
  near(place(ball), [5, 4, 0], 1e-6);
  physics.update(11 * H);
  physics.update(12 * H);
  assert.equal(await steps(simulation), 2);
  await simulation.load({ version: 2, bodies: [{ position: [0, 0, 0], radius: 1 }] });
  physics.update(13 * H);
  near(place(ball)[0], 5.05, 0.1);
  assert.equal(physics.bodyOf(ball), undefined);
});

test('steps that others take are seen too', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const mesh = new THREE.Mesh();
  physics.bind(mesh, 'ball');
  physics.update(0);
  simulation.stepNow(5);
  physics.update(1);
  nearPose(mesh, poseOf(simulation, 2));
});

test('a picture may come before the body that was added has made a step', async (t) => {
  const { simulation, physics } = await made(t);
  for (let i = 0; i <= 3; i++) physics.update(i * H);
  const mesh = new THREE.Mesh();
  const [number] = simulation.addBodies([{ position: [0, 9, 0], radius: 1 }]);
  physics.bind(mesh, number);
  physics.update(3.1 * H);
  near(place(mesh), [0, 9, 0], 1e-6);
});

test('what went wrong in a step is thrown once, and then it goes on', async (t) => {
  const { simulation, physics } = await made(t);
  const mesh = new THREE.Mesh();
  physics.bind(mesh, 'ball');
  for (let i = 0; i <= 5; i++) physics.update(i * H);
  const state = await simulation.readState();
  state.linearVelocities[6] = Number.NaN;
  simulation.writeState(state);
  let [faults, i] = [[], 6];
  for (; i < 20; i++)
    try {
      physics.update(i * H);
    } catch (error) {
      faults.push(error.code);
    }
  assert.deepEqual(faults, ['non-finite']);
  for (; i < 60; i++) physics.update(i * H);
  assert(Number.isFinite(place(mesh)[0]));
  simulation.destroy();
  faults = [];
  for (; i < 70; i++)
    try {
      physics.update(i * H);
    } catch (error) {
      faults.push(error.code);
    }
  assert.deepEqual(faults, ['destroyed']);
  physics.dispose();
});

test('what makes no sense is refused, and what was there stays', async (t) => {
  const { simulation, physics } = await made(t);
  const { attach } = beadwork;
  refused(() => attach(simulation, { timestep: 0 }), 'parameter', 'timestep');
  refused(() => attach(simulation, { timestep: 0.1, most: 0.05 }), 'parameter', 'most');
  simulation.setParameters({ timestep: 1 / 60 });
  refused(() => attach(simulation, { most: 0 }), 'parameter', 'most');
  refused(() => attach(simulation, { interpolate: 'yes' }), 'parameter', 'interpolate');
  refused(() => attach(simulation, { step: 1 }), 'parameter', 'step');
  refused(() => attach(simulation, null), 'parameter', 'options');
  refused(() => physics.bind(new THREE.Mesh(), 'window'), 'not-found', 'window');
  refused(() => physics.bind(new THREE.Mesh(), 4), 'not-found', 'body');
  refused(() => physics.bind(new THREE.Mesh(), -1), 'parameter', 'body');
  refused(() => physics.bind({}, 1), 'parameter', 'object');
  refused(() => physics.update(Number.NaN), 'parameter', 'milliseconds');
  physics.dispose();
  physics.dispose();
  refused(() => physics.update(0), 'destroyed', undefined);
  simulation.stepNow();
});

test('a pointer pulls what it holds, and lets go', async (t) => {
  const { simulation, physics } = await made(t, { interpolate: false });
  const still = (await made(t)).simulation;
  physics.update(0);
  const from = new THREE.Vector3(...poseOf(simulation, 1));
  physics.grab('door', from);
  physics.drag(new THREE.Vector3(1, 5, 0));
  await new Promise((done) => setTimeout(done));
  for (let i = 1; i <= 60; i++) physics.update(i * H);
  still.stepNow(60);
  // it hangs down otherwise
  assert(poseOf(still, 1)[1] < 3 && poseOf(simulation, 1)[1] > 3.4, `${poseOf(simulation, 1)}`);
  physics.release();
  for (let i = 61; i <= 400; i++) physics.update(i * H);
  assert(poseOf(simulation, 1)[1] < 3.3, `${poseOf(simulation, 1)}`);
});
