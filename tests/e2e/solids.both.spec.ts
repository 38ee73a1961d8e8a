// Boxes, capsules and planes, end to end in a browser: loaded, drawn, found by the pointer, described.
import type { SceneVersion2 } from '../../www/types';
import { expect, test } from './test';

test.use({ painted: true });

const scene: SceneVersion2 = {
  version: 2,
  gravity: [0, -9.81, 0],
  bodies: [
    { position: [0, 1.5, 0], shape: { type: 'box', halfExtents: [0.3, 0.1, 0.2] }, fixed: true },
    { position: [0, 1.1, 0], shape: { type: 'capsule', radius: 0.1, halfHeight: 0.2 } },
    { position: [0, 0.6, 0], shape: { type: 'box', halfExtents: [0.2, 0.2, 0.2] }, colour: '#3d6f8e' },
    { position: [0.6, 0.2, 0], radius: 0.2 },
    { position: [0, 0, 0], shape: { type: 'plane' } },
  ],
  joints: [
    { type: 'point', a: 0, b: 1, anchorA: [0, -0.1, 0], anchorB: [0, 0.3, 0] },
    { type: 'point', a: 1, b: 2, anchorA: [0, -0.3, 0], anchorB: [0, 0.2, 0] },
  ],
};

test('bodies of every shape are drawn, found and described', async ({ page }, info) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  const seen = await page.evaluate(async (scene) => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    [canvas.style.width, canvas.style.height] = ['640px', '480px'];
    document.body.append(canvas);
    const view = await View.create(simulation, canvas);
    view.place({ ...view.camera, target: [0, 0.8, 0], yaw: 0.5, pitch: 0.25, distance: 4.5 });
    view.render();
    await simulation.step(5);
    view.render();
    const blob = await view.screenshot();
    // where they stand in the middle of the picture, by the camera's own terms
    const found = [];
    const { fieldOfView, distance } = view.camera;
    const focal = 240 / Math.tan(fieldOfView / 2);
    for (const y of [1.5, 1.1, 0.6]) {
      const [up, away] = [(y - 0.8) * Math.cos(0.25), distance - (y - 0.8) * Math.sin(0.25)];
      found.push(await view.pick(320, 240 - (focal * up) / away));
    }
    found.push(await view.pick(20, 470));
    // a hand goes through the ground, and turns the view instead
    found.push(await view.grab(20, 470));
    view.release();
    const described = await simulation.describe();
    await simulation.load(described);
    const again = await simulation.describe();
    const measures = await simulation.measure();
    view.destroy();
    simulation.destroy();
    const bytes = [...new Uint8Array(await blob.arrayBuffer())];
    return { found, described, again, gap: measures.maxGap, bytes };
  }, scene);
  await info.attach('picture', { body: Buffer.from(seen.bytes), contentType: 'image/png' });
  expect(complaints).toEqual([]);
  expect(seen.found).toEqual([0, 1, 2, 4, null]);
  expect(seen.described.version).toBe(2);
  expect(seen.described.bodies.map(({ shape }) => shape)).toEqual(scene.bodies.map(({ shape }) => shape));
  expect(seen.again).toEqual(seen.described);
  expect(seen.gap).toBeLessThan(1e-5);
});
