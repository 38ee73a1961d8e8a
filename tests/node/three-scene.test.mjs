// beadwork/three: bodies from meshes, and the lines of joints and contacts.
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
/** A scene has one body at least. */
const empty = { version: 2, contacts: true, bodies: [{ position: [0, -50, 0], shape: { type: 'plane' } }] };
const made = async (t, scene = empty, options = {}) => {
  const simulation = await beadwork.Simulation.create({ scene, machine: 'cpu' });
  t.after(() => simulation.destroy());
  return { simulation, physics: beadwork.attach(simulation, options) };
};
const near = (found, wanted, tolerance, what = 'value') => {
  const worst = Math.max(...wanted.map((x, i) => Math.abs(x - found[i])));
  assert(found.length === wanted.length && worst <= tolerance, `${what}: ${found}, not ${wanted}`);
};
const mesh = (geometry, physics, name = '') => {
  const one = new THREE.Mesh(geometry);
  one.userData.physics = physics;
  one.name = name;
  return one;
};
const refused = (act, words, path) =>
  assert.throws(act, (error) => {
    assert.equal(error.name, 'BeadworkError');
    assert.match(error.message, words);
    assert.equal(error.path, path);
    return true;
  });

test('meshes become bodies of their shape, at their scale in the world, and follow them', async (t) => {
  const { simulation, physics } = await made(t);
  const root = new THREE.Group();
  root.position.set(0, 10, 0);
  root.rotation.y = 0.5;
  root.scale.setScalar(2);
  const crate = mesh(new THREE.BoxGeometry(1, 2, 3), {
    mass: 5,
    friction: 0.8,
    restitution: 0.1,
    name: 'crate',
  });
  crate.scale.set(1, 0.5, 2);
  crate.position.set(1, 0, 0);
  const ball = mesh(new THREE.SphereGeometry(0.5), { density: 100, sensor: true });
  ball.position.set(-4, 0, 0);
  const pill = mesh(new THREE.CapsuleGeometry(0.25, 1), { kinematic: true, linearVelocity: [0, 1, 0] });
  pill.rotation.z = 1;
  pill.position.set(0, 0, 5);
  const floor = mesh(new THREE.PlaneGeometry(9, 9), { plane: true, name: 'floor' });
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -5;
  const bare = new THREE.Mesh(new THREE.TorusGeometry());
  root.add(crate, ball, bare, pill, floor);
  const numbers = physics.addScene(root);
  assert.deepEqual(numbers, [1, 2, 3, 4]);
  assert.equal(simulation.body('crate'), 1);
  assert.deepEqual(
    root.children.map((child) => physics.bodyOf(child)),
    [1, 2, undefined, 3, 4],
  );
  assert.deepEqual(physics.addScene(root), []);
  const bodies = (await simulation.describe()).bodies.slice(1);
  near(bodies[0].shape.halfExtents, [1, 1, 6], 1e-5);
  near([bodies[0].mass, bodies[0].friction, bodies[0].restitution], [5, 0.8, 0.1], 1e-6);
  // 4/3 π r³ ρ
  near([bodies[1].radius, bodies[1].mass], [1, (400 / 3) * Math.PI], 1e-3);
  assert.equal(bodies[1].sensor, true);
  near([bodies[2].shape.radius, bodies[2].shape.halfHeight], [0.5, 1], 1e-6);
  assert.equal(bodies[2].kinematic, true);
  // its normal, the y of its body, is up
  const up = new THREE.Vector3(0, 1, 0).applyQuaternion(new THREE.Quaternion(...bodies[3].rotation));
  near(up.toArray(), [0, 1, 0], 1e-6);
  near(bodies[3].position, [0, 0, 0], 1e-5);
  for (const [i, one] of [crate, ball, pill].entries()) {
    const before = one.matrixWorld.toArray();
    near(bodies[i].position, one.getWorldPosition(new THREE.Vector3()).toArray(), 1e-5);
    physics.update(0);
    root.updateMatrixWorld(true);
    // where nothing has moved yet nothing jumps; the bodies' numbers are f32
    near(one.matrixWorld.toArray(), before, 2e-5, `mesh ${i}`);
  }
  near(floor.rotation.toArray().slice(0, 3), [-Math.PI / 2, 0, 0], 1e-5);
  for (let i = 1; i <= 180; i++) physics.update(i * H);
  // three seconds later it lies on the floor, as high as its half
  near([crate.getWorldPosition(new THREE.Vector3()).y], [1], 0.02);
  // 1 m/s through 179 frames of a picture that is one late
  near([pill.getWorldPosition(new THREE.Vector3()).y], [10 + 179 / 60], 1e-3);
});

test('a geometry that was shifted has its body where it is seen, and the mesh its own point', async (t) => {
  const { simulation, physics } = await made(t);
  const door = mesh(new THREE.BoxGeometry(1, 2, 0.1).translate(0.5, 1, 0), { fixed: true });
  door.scale.set(-2, 1, 1);
  door.position.set(3, 0, 0);
  const [number] = physics.addScene(door);
  const wanted = [2, 1, 0];
  near((await simulation.describe()).bodies[number].position, wanted, 1e-6);
  const before = door.matrixWorld.toArray();
  physics.update(0);
  door.updateMatrixWorld(true);
  near(door.matrixWorld.toArray(), before, 1e-6);
  // turned about the body's centre, a right angle about y
  simulation.setPose(number, { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
  physics.update(1);
  door.updateMatrixWorld(true);
  const centre = new THREE.Vector3(0.5, 1, 0).applyMatrix4(door.matrixWorld);
  near(centre.toArray(), wanted, 1e-5);
  near(door.position.toArray(), [2, 0, -1], 1e-5);
});

test('any other geometry is the hull of its vertices, of 32 of them at most', async (t) => {
  const { simulation, physics } = await made(t);
  const cone = mesh(new THREE.ConeGeometry(1, 2, 12), { density: 500 }, 'cone');
  cone.position.set(0, 5, 0);
  const gem = mesh(new THREE.DodecahedronGeometry(1), {});
  const knot = mesh(new THREE.TorusKnotGeometry(), {});
  for (const [k, one] of [gem, knot].entries()) one.position.set(6 * k + 6, 5, 0);
  const group = new THREE.Group();
  group.add(cone, gem, knot);
  const numbers = physics.addScene(group);
  const { bodies } = await simulation.describe();
  const [c, g, k] = numbers.map((number) => bodies[number]);
  assert.deepEqual(
    [c, g, k].map(({ shape }) => shape.type),
    ['hull', 'hull', 'hull'],
  );
  // of the cone also the middle of its base, which is no corner
  assert.deepEqual([c.shape.points.length, g.shape.points.length, k.shape.points.length], [14, 20, 32]);
  // a pyramid on a twelve-sided base of area 3, as high as 2; its middle is a quarter of that above the base
  near([c.mass], [500 * 2], 0.1);
  near(c.centre, [0, -0.5, 0], 1e-5);
  near(c.position, [0, 5, 0], 1e-6);
});

test('a group with userData.physics is one body of all its meshes', async (t) => {
  const { simulation, physics } = await made(t);
  const stool = new THREE.Group();
  stool.name = 'stool';
  stool.userData.physics = { friction: 0.7, name: 'stool' };
  stool.position.set(1, 5, 2);
  stool.rotation.y = 0.4;
  const top = mesh(new THREE.CylinderGeometry(0.3, 0.3, 0.1), undefined);
  const legs = new THREE.Group();
  legs.position.y = -0.3;
  for (const x of [-0.2, 0.2]) {
    const leg = mesh(new THREE.BoxGeometry(0.1, 0.5, 0.1), { density: 3000 });
    leg.position.x = x;
    legs.add(leg);
  }
  const knob = mesh(new THREE.SphereGeometry(0.05), undefined);
  knob.position.y = 0.1;
  stool.add(top, legs, knob);
  const scene = new THREE.Scene();
  scene.add(stool);
  const [number] = physics.addScene(scene);
  assert.deepEqual(simulation.bodies(), [0, number]);
  const { bodies } = await simulation.describe();
  const { shape, mass, position, centre } = bodies[number];
  assert.deepEqual(
    [shape.type, shape.parts.map((part) => part.shape.type)],
    ['compound', ['cylinder', 'box', 'box', 'sphere']],
  );
  const ball = (4 / 3) * Math.PI * 0.05 ** 3;
  near([mass], [1000 * (Math.PI * 0.09 * 0.1 + ball) + 3000 * 2 * 0.005], 1e-2);
  near(position, [1, 5, 2], 1e-6);
  near(shape.parts[1].position, [-0.2, -0.3, 0], 1e-6);
  assert(centre[1] < -0.1, `its legs are heavy: ${centre}`);
  assert.equal(physics.bodyOf(knob), number, 'a part is of the group that it is in');
  assert.deepEqual(physics.addScene(scene), [], 'it follows its body already');
  await simulation.step(10);
  physics.update(0);
  physics.update(500);
  assert(stool.position.y < 5, 'the group falls');
  near(knob.position.toArray(), [0, 0.1, 0], 1e-6, 'its meshes stay within it');
});

test('what cannot be a body is refused with its geometry and its name, and nothing is added', async (t) => {
  const { simulation, physics } = await made(t);
  const good = mesh(new THREE.BoxGeometry(), {});
  const refuses = (bad, words, path = 'userData.physics') => {
    const group = new THREE.Group();
    group.add(good, bad);
    refused(() => physics.addScene(group), words, path);
    assert.deepEqual(simulation.bodies(), [0]);
    assert.equal(physics.bodyOf(good), undefined);
  };
  refuses(mesh(new THREE.BufferGeometry(), {}, 'hull'), /'hull' has a BufferGeometry/);
  refuses(
    mesh(new THREE.PlaneGeometry(), { fixed: true }, 'ground'),
    /'ground' has a PlaneGeometry.*plane: true/,
  );
  refuses(
    mesh(new THREE.BoxGeometry(), { plane: true }, 'slab'),
    /'slab' has a BoxGeometry/,
    'userData.physics.plane',
  );
  const egg = mesh(new THREE.SphereGeometry(), {}, 'egg');
  egg.scale.set(1, 2, 1);
  refuses(egg, /'egg' has a SphereGeometry with the scale 1, 2, 1/);
  refuses(mesh(new THREE.BoxGeometry().scale(1, 2, 1), {}, 'tall'), /'tall'.*was scaled or turned/);
  refuses(mesh(new THREE.BoxGeometry().rotateZ(0.4), {}, 'tilted'), /'tilted'.*was scaled or turned/);
  refuses(
    mesh(new THREE.BoxGeometry(), { mass: -1 }, 'light'),
    /'light': mass must/,
    'userData.physics.mass',
  );
  refuses(
    mesh(new THREE.BoxGeometry(), { wieght: 1 }, 'typo'),
    /'typo': .*wieght/,
    'userData.physics.wieght',
  );
  refuses(
    mesh(new THREE.BoxGeometry(), { position: [0, 0, 0] }, 'put'),
    /'put' says itself/,
    'userData.physics.position',
  );
  refuses(mesh(new THREE.BoxGeometry(), true, 'yes'), /'yes': userData.physics must be an object/);
  const group = new THREE.Group();
  group.userData.physics = {};
  group.name = 'all';
  refuses(group, /'all' has userData.physics and no mesh/);
  const lamp = new THREE.PointLight();
  lamp.userData.physics = {};
  lamp.name = 'lamp';
  refuses(lamp, /'lamp' is a PointLight/);
  const part = mesh(new THREE.BoxGeometry(), { mass: 2 }, 'leg');
  const whole = new THREE.Group();
  whole.userData.physics = {};
  whole.add(part);
  refuses(whole, /'leg' is a part of a group without a name.*say mass there/, 'userData.physics.mass');
  const instanced = new THREE.InstancedMesh(new THREE.BoxGeometry(), undefined, 3);
  instanced.userData.physics = {};
  refuses(instanced, /has instances/);
  const skewed = new THREE.Group();
  skewed.scale.set(1, 3, 1);
  const inside = mesh(new THREE.BoxGeometry(), {}, 'inside');
  inside.rotation.z = 0.5;
  skewed.add(inside);
  refuses(skewed, /'inside' is sheared/);
  assert.deepEqual(physics.addScene(new THREE.Group()), []);
});

const hinged = {
  version: 2,
  contacts: true,
  bodies: [
    { position: [0, 2, 0], shape: { type: 'box', halfExtents: [0.5, 0.5, 0.5] }, fixed: true },
    { position: [1, 2, 0], shape: { type: 'box', halfExtents: [0.5, 0.5, 0.5] } },
    { position: [5, 0.5, 0], shape: { type: 'box', halfExtents: [0.5, 0.5, 0.5] } },
    { position: [0, 0, 0], shape: { type: 'plane' } },
  ],
  joints: [
    {
      type: 'hinge',
      a: 0,
      b: 1,
      anchorA: [0.5, 0, 0],
      anchorB: [-0.5, 0, 0],
      axisA: [0, 0, 1],
      limit: [-1, 1],
    },
  ],
};
/** How many ends of lines are drawn, and where. */
const ends = ({ geometry }) => {
  const { count } = geometry.drawRange;
  const array = geometry.getAttribute('position')?.array ?? [];
  return Array.from({ length: Number.isFinite(count) ? count : 0 }, (_, i) => [
    ...array.slice(3 * i, 3 * i + 3),
  ]);
};
const settle = () => new Promise((done) => setTimeout(done));
const asked = (simulation) => {
  const calls = [];
  for (const name of ['describe', 'readContacts', 'readPoses', 'readJoints', 'readState'])
    simulation[name] = (...args) => {
      calls.push(name);
      return beadwork.Simulation.prototype[name].apply(simulation, args);
    };
  return calls;
};

test('lines show joints at their anchors and contacts where bodies touch, and read nothing unseen', async (t) => {
  const { simulation, physics } = await made(t, hinged, { interpolate: false });
  const calls = asked(simulation);
  const scene = new THREE.Scene();
  const run = async (from, to) => {
    for (let i = from; i <= to; i++) {
      physics.update(i * H);
      await settle();
    }
  };
  const { debug } = physics;
  assert.equal(physics.debug, debug);
  // in no scene
  await run(0, 3);
  scene.add(debug);
  debug.visible = false;
  await run(4, 6);
  debug.visible = true;
  scene.visible = false;
  await run(7, 9);
  assert.deepEqual(calls, []);
  assert.equal(ends(debug).length, 0);
  scene.visible = true;
  await run(10, 14);
  assert(calls.includes('describe') && calls.includes('readContacts'));
  assert(calls.length <= 2 * 5);
  const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
  const has = (point, tolerance = 1e-3) => ends(debug).some((end) => distance(end, point) < tolerance);
  assert(has([0.5, 2, 0]), 'the anchor');
  // along its axis, 0.6 of the radius of a box of 0.5, each way
  const reach = 0.6 * Math.sqrt(0.75);
  assert(has([0.5, 2, reach]) && has([0.5, 2, -reach]), 'the axis');
  assert(has([0, 2, 0]), 'the fixed body');
  // a contact's line goes up or down from a corner of the box on the plane
  const touching = ends(debug).filter(([x]) => x > 4);
  assert(touching.length > 8 && touching.some(([, y]) => Math.abs(y) > 0.2), `${touching}`);
  // lines are in world coordinates under any parent
  const shifted = new THREE.Group();
  shifted.position.set(3, 3, 3);
  shifted.add(debug);
  scene.add(shifted);
  await run(15, 16);
  scene.updateMatrixWorld(true);
  near(debug.matrixWorld.toArray(), new THREE.Matrix4().toArray(), 1e-6);
  const ray = new THREE.Raycaster(new THREE.Vector3(0.5, 2, 9), new THREE.Vector3(0, 0, -1));
  assert.deepEqual(ray.intersectObject(scene, true), []);
  // a joint that is cut is seen no more
  const before = ends(debug).length;
  simulation.cut(0);
  await run(17, 20);
  assert(ends(debug).length < before);
  assert(!has([0.5, 2, reach]));
  physics.dispose();
  assert.equal(debug.parent, null);
});

test('joints of every kind have lines', async (t) => {
  const kinds = [
    { type: 'point' },
    { type: 'hinge', axisA: [0, 0, 1] },
    { type: 'slider', axisA: [1, 0, 0], limit: [-0.2, 0.3] },
    { type: 'slider', axisA: [1, 0, 0] },
    { type: 'fixed' },
    { type: 'universal' },
    { type: 'cone', swing: 0.5, twist: [-0.2, 0.2] },
    { type: 'distance', max: 2 },
    {
      type: 'six-dof',
      axes: { x: { limit: [-1, 1] }, y: 'free', z: 'fixed', rx: { limit: [-1, 2] }, ry: 'free' },
    },
  ];
  const bare = { a: 0, b: 1, anchorA: [0.5, 0, 0], anchorB: [-0.5, 0, 0] };
  const counts = [];
  for (const kind of kinds) {
    const { physics } = await made(t, { ...hinged, joints: [{ ...bare, ...kind }] });
    new THREE.Scene().add(physics.debug);
    physics.update(0);
    await settle();
    physics.update(1);
    const found = ends(physics.debug);
    assert(found.flat().every(Number.isFinite), kind.type);
    counts.push(found.length);
  }
  // two arms and what is between the anchors are six ends; the rest is the kind's own
  for (const [i, count] of counts.entries())
    assert(kinds[i].type === 'distance' ? count === 6 : count > 6, `${kinds[i].type}: ${count}`);
  // what has stops has more than the same without
  assert(counts[2] > counts[3]);
});
