// Rays by the public API, on the CPU: what they meet, what is refused, and that nothing waits for them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { library } from './module.mjs';

let beadwork;
let simulation;

const box = (x, y, z) => ({ type: 'box', halfExtents: [x, y, z] });

/** The ground, a box of 1 m that is fixed, a ball that falls, and a pill that stands. */
const scene = {
  version: 2,
  gravity: [0, -10, 0],
  contacts: true,
  bodies: [
    { position: [0, 0, 0], shape: { type: 'plane' } },
    { position: [0, 0.5, 0], shape: box(0.5, 0.5, 0.5), fixed: true },
    { position: [3, 50, 0], radius: 0.5 },
    {
      position: [-3, 2, 0],
      shape: { type: 'capsule', radius: 0.5, halfHeight: 1 },
      fixed: true,
      collides: false,
    },
  ],
};

const down = (x, z = 0) => ({ origin: [x, 5, z], direction: [0, -2, 0] });

before(async () => {
  beadwork = await library();
  simulation = await beadwork.Simulation.create({ scene });
});

after(() => simulation.destroy());

const close = (found, wanted) => {
  assert.equal(found.length, wanted.length);
  for (const [i, x] of found.entries())
    assert.ok(Math.abs(x - wanted[i]) < 1e-5, `${found}, should be ${wanted}`);
};

test('a ray meets the first body on its way', async () => {
  const hit = await simulation.castRay(down(0.25));
  assert.deepEqual(Object.keys(hit), ['body', 'distance', 'point', 'normal']);
  assert.deepEqual(hit, { body: 1, distance: 4, point: [0.25, 1, 0], normal: [0, 1, 0] });
  const aside = await simulation.castRay({ origin: [-10, 2, 0], direction: [4, 0, 0] });
  assert.equal(aside.body, 3);
  close([aside.distance, ...aside.point, ...aside.normal], [6.5, -3.5, 2, 0, -1, 0, 0]);
  assert.equal(await simulation.castRay({ origin: [-10, 2, 0], direction: [-4, 0, 0] }), null);
});

test('many rays in their order, with ends and masks', async () => {
  const up = { origin: [0, 5, 0], direction: [0, 1, 0] };
  const hits = await simulation.castRays([
    down(0.25),
    up,
    { ...down(0.25), maxDistance: 3.9 },
    { ...down(0.25), maxDistance: 4 },
    { ...down(0.25), collidesWith: 0 },
    { ...down(0.25), collidesWith: 1, maxDistance: Number.POSITIVE_INFINITY },
    { ...down(0.25), collidesWith: undefined, maxDistance: undefined },
    { ...down(0.25), collidesWith: 0xfffffffe },
    down(7),
  ]);
  assert.deepEqual(
    hits.map((hit) => hit?.body ?? null),
    [1, null, null, 1, null, 1, 1, null, 0],
  );
  assert.deepEqual(hits[0], await simulation.castRay(down(0.25)));
  assert.deepEqual(await simulation.castRays([]), []);
});

test('from inside the distance is 0 and the normal is against the ray', async () => {
  const inside = { origin: [0.1, 0.6, 0], direction: [0, 0, -3], maxDistance: 0 };
  assert.deepEqual(await simulation.castRay(inside), {
    body: 1,
    distance: 0,
    point: inside.origin,
    normal: [0, 0, 1],
  });
  const below = await simulation.castRay({ origin: [20, -1, 0], direction: [0, 1, 0] });
  assert.deepEqual([below.body, below.distance, below.normal], [0, 0, [0, -1, 0]]);
});

test('a ray meets bodies where the steps before it leave them, and changes nothing', async () => {
  const other = await beadwork.Simulation.create({ scene });
  const rain = { origin: [3, 100, 0], direction: [0, -1, 0] };
  const [, early, , late] = await Promise.all([
    simulation.step(30),
    simulation.castRay(rain),
    simulation.step(30),
    simulation.castRay(rain),
  ]);
  await other.step(60);
  assert.deepEqual(await simulation.readState(), await other.readState());
  other.destroy();
  // half a second and a second of fall from 49.5 m below the ray's origin, in substeps of 1/480 s
  const fall = (t) => 5 * t * (t + 1 / 480);
  assert.deepEqual([early.body, late.body], [2, 2]);
  assert.ok(Math.abs(early.distance - 49.5 - fall(0.5)) < 0.02, `${early.distance}`);
  assert.ok(Math.abs(late.distance - 49.5 - fall(1)) < 0.02, `${late.distance}`);
});

const hostile = [
  [undefined, 'ray'],
  [null, 'ray'],
  ['down', 'ray'],
  [
    [
      [0, 0, 0],
      [0, 0, 1],
    ],
    'ray',
  ],
  [{}, 'origin'],
  [{ direction: [0, 1, 0] }, 'origin'],
  [{ origin: [0, 1], direction: [0, 1, 0] }, 'origin'],
  [{ origin: [0, 1, 2, 3], direction: [0, 1, 0] }, 'origin'],
  [{ origin: [0, '1', 2], direction: [0, 1, 0] }, 'origin'],
  [{ origin: [0, Number.NaN, 2], direction: [0, 1, 0] }, 'origin'],
  [{ origin: [0, 2e6, 2], direction: [0, 1, 0] }, 'origin'],
  [{ origin: { x: 0, y: 0, z: 0 }, direction: [0, 1, 0] }, 'origin'],
  [{ origin: [0, 1, 2] }, 'direction'],
  [{ ...down(0), direction: [0, 0, 0] }, 'direction'],
  [{ ...down(0), direction: [0, -0, 0] }, 'direction'],
  [{ ...down(0), direction: [0, Number.NEGATIVE_INFINITY, 0] }, 'direction'],
  [{ ...down(0), direction: null }, 'direction'],
  [{ ...down(0), maxDistance: -1 }, 'maxDistance'],
  [{ ...down(0), maxDistance: Number.NaN }, 'maxDistance'],
  [{ ...down(0), maxDistance: '5' }, 'maxDistance'],
  [{ ...down(0), maxDistance: null }, 'maxDistance'],
  [{ ...down(0), collidesWith: -1 }, 'collidesWith'],
  [{ ...down(0), collidesWith: 0.5 }, 'collidesWith'],
  [{ ...down(0), collidesWith: 2 ** 32 }, 'collidesWith'],
  [{ ...down(0), collidesWith: 1n }, 'collidesWith'],
  [{ ...down(0), solid: true }, 'solid'],
  [new Proxy({}, { ownKeys: () => assert.fail() }), 'ray'],
  [{ ...down(0), origin: Object.defineProperty([1, 2], 2, { get: () => assert.fail() }) }, 'ray'],
];

test('what is no ray is refused with its path, one or among many', async () => {
  const refusal =
    (path, code = 'parameter') =>
    (error) => {
      assert.ok(error instanceof beadwork.BeadworkError, `${error}`);
      assert.deepEqual([error.code, error.path], [code, path]);
      assert.match(error.message, /^\S.*\.$/s);
      return true;
    };
  for (const [ray, path] of hostile) {
    await assert.rejects(simulation.castRay(ray), refusal(path));
    const among = path === 'ray' ? 'rays[2]' : `rays[2].${path}`;
    await assert.rejects(simulation.castRays([down(0), down(1), ray, down(2)]), refusal(among));
  }
  for (const rays of [undefined, null, 5, down(0), new Set([down(0)])])
    await assert.rejects(simulation.castRays(rays), refusal('rays'));
  await assert.rejects(simulation.castRays(new Array(3)), refusal('rays[0]'));
  await assert.rejects(simulation.castRays(new Array(65_536).fill(down(0))), refusal('rays', 'limit'));
  await assert.rejects(simulation.castRays(new Array(4e9)), refusal('rays', 'limit'));
  const most = await simulation.castRays(new Array(65_535).fill(down(0.25)));
  assert.ok(most.length === 65_535 && most.every((hit) => hit.body === 1));
});

test('a simulation that is gone casts no rays', async () => {
  const gone = await beadwork.Simulation.create({ scene });
  gone.destroy();
  await assert.rejects(gone.castRay(down(0)), ({ code }) => code === 'destroyed');
});
