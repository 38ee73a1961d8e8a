// Rays through the public API, with WebGPU and without.
import type { Ray, SceneDescription } from '../../www/beadwork';
import { expect, test } from './test';

const SCENE: SceneDescription = {
  version: 2,
  gravity: [0, -10, 0],
  contacts: true,
  bodies: [
    { position: [0, 0, 0], shape: { type: 'plane' } },
    { position: [0, 0.5, 0], shape: { type: 'box', halfExtents: [0.5, 0.5, 0.5] } },
    { position: [3, 60, 0], radius: 0.5 },
    {
      position: [-3, 2, 0],
      shape: { type: 'capsule', radius: 0.5, halfHeight: 1 },
      fixed: true,
      collides: false,
    },
  ],
};

const down = (x: number): Ray => ({ origin: [x, 80, 0], direction: [0, -2, 0] });

const RAYS: Ray[] = [
  ...[-3, 0.25, 3, 7].map(down),
  { origin: [9, 1, 0], direction: [1, 0, 0] },
  { origin: [0, 0.5, 0], direction: [0, 3, 4] },
  { ...down(3), maxDistance: 5 },
  { ...down(3), collidesWith: 0 },
];

test('what rays meet, before and while it falls, and what is refused', async ({ page }) => {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  const found = await page.evaluate(
    async ([scene, rays]) => {
      const simulation = await window.beadwork.Simulation.create({ scene });
      const first = await simulation.castRays(rays);
      const alone = await simulation.castRay(rays[2]!);
      // asked for among steps that were not awaited
      const [, falling, , , after] = await Promise.all([
        simulation.step(30),
        simulation.castRay(rays[2]!),
        simulation.step(60),
        simulation.step(60),
        simulation.castRays(rays),
      ]);
      const refused = await simulation
        .castRays([rays[0]!, { ...rays[1]!, direction: [0, 0, 0] }])
        .catch(({ code, path }) => [code, path]);
      const last = await simulation.castRay(rays[0]!);
      simulation.destroy();
      return { first, alone, falling, after, refused, last };
    },
    [SCENE, RAYS] as const,
  );
  const bodies = (hits: typeof found.first) => hits.map((hit) => hit?.body ?? null);
  expect(bodies(found.first)).toEqual([3, 1, 2, 0, null, 1, null, null]);
  expect(found.first[1]).toEqual({ body: 1, distance: 79, point: [0.25, 1, 0], normal: [0, 1, 0] });
  expect(found.first[3]).toEqual({ body: 0, distance: 80, point: [7, 0, 0], normal: [0, 1, 0] });
  expect(found.first[2]!.distance).toBeCloseTo(19.5, 4);
  expect(found.first[0]!.distance).toBeCloseTo(76.5, 4);
  expect(found.first[5]).toMatchObject({ body: 1, distance: 0, point: [0, 0.5, 0] });
  for (const [k, x] of [0, -0.6, -0.8].entries()) expect(found.first[5]!.normal[k]).toBeCloseTo(x, 6);
  expect(found.alone).toEqual(found.first[2]);
  // ½ g t² after half a second, and after two and a half
  expect(found.falling!.distance).toBeCloseTo(19.5 + 1.25, 1);
  expect(bodies(found.after)).toEqual([3, 1, 2, 0, null, 1, null, null]);
  expect(found.after[2]!.distance).toBeCloseTo(19.5 + 31.25, 0);
  expect(found.refused).toEqual(['parameter', 'rays[1].direction']);
  expect(found.last).toEqual(found.after[0]);
});
