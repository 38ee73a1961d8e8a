// beadwork/three where answers come later: from the graphics device, and from the worker of a scene in which many bodies may touch.
import type * as Three from 'three';
import type { attach, Physics } from '../../www/three';
import { expect, type Page, test } from './test';

declare global {
  interface Window {
    THREE: typeof Three;
    attach: typeof attach;
  }
}

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await page.goto('/tests/e2e/pages/three.html');
  await page.waitForFunction(() => Boolean(window.attach));
});

test.afterAll(() => page.close());

/** A ball that flies evenly, 1/20 m in a frame, beside so many boxes that lie apart; shown in 120 pictures of one frame each. */
const fly = (machine: 'gpu' | 'cpu', boxes: number) =>
  page.evaluate(
    async ([machine, boxes]) => {
      const { beadwork, THREE, attach } = window;
      const apart = Array.from({ length: boxes }, (_, i) => ({
        position: [2 * (i % 30), 0.5, 4 + 2 * Math.floor(i / 30)] as [number, number, number],
        shape: { type: 'box' as const, halfExtents: [0.5, 0.5, 0.5] as [number, number, number] },
      }));
      const simulation = await beadwork.Simulation.create({
        machine,
        scene: {
          version: 2,
          contacts: true,
          bodies: [
            { name: 'ball', position: [0, 5, 0], radius: 0.5, linearVelocity: [3, 0, 0], gravityScale: 0 },
            { position: [0, 0, 0], shape: { type: 'plane' } },
            ...apart,
          ],
        },
      });
      let flying = 0;
      let most = 0;
      const { readPoses } = simulation;
      simulation.readPoses = async (...args) => {
        flying += 1;
        most = Math.max(most, flying);
        const poses = await readPoses.apply(simulation, args);
        flying -= 1;
        return poses;
      };
      let atOnce = true;
      try {
        simulation.posesNow();
      } catch {
        atOnce = false;
      }
      const physics: Physics = attach(simulation);
      const scene = new THREE.Scene();
      const mesh = new THREE.Mesh();
      physics.bind(mesh, 'ball');
      scene.add(mesh, physics.debug);
      const places: number[] = [];
      // a clock of its own: so slow a device need not keep up with the wall's
      for (let i = 0; i < 120; i++) {
        physics.update((i * 1000) / 60);
        places.push(mesh.position.x);
        await new Promise((done) => requestAnimationFrame(done));
      }
      // what was asked last arrives
      for (let i = 0; i < 300 && flying > 0; i++) await new Promise((done) => setTimeout(done, 20));
      physics.update(1e9);
      const { steps } = await simulation.measure();
      const lines = (physics.debug as Three.LineSegments).geometry.drawRange.count;
      physics.dispose();
      simulation.destroy();
      return { places, steps, most, atOnce, lines };
    },
    [machine, boxes] as const,
  );

function check({ places, steps, most, atOnce }: Awaited<ReturnType<typeof fly>>): void {
  expect(atOnce).toBe(false);
  expect(most).toBe(1);
  expect(steps).toBeGreaterThan(20);
  const moves = places.slice(1).map((x, i) => x - places[i]!);
  // f32 along a line
  expect(Math.min(...moves)).toBeGreaterThan(-1e-5);
  expect(places.at(-1)).toBeGreaterThan(0.5);
  expect(places.at(-1)).toBeLessThanOrEqual(steps / 20 + 1e-4);
}

test('@gpu poses come from the device, one step late, never two on the way', async () => {
  check(await fly('gpu', 0));
});

test("@gpu three draws on the simulation's device, by its WebGPURenderer", async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('/tests/e2e/pages/three-webgpu.html');
  await page.waitForFunction(() => Boolean(window.attach));
  const found = await page.evaluate(async () => {
    const { beadwork, attach } = window;
    const THREE = window.THREE as unknown as typeof import('three/webgpu');
    const simulation = await beadwork.Simulation.create({
      machine: 'gpu',
      scene: { version: 2, bodies: [{ name: 'ball', position: [0, 0, 0], radius: 0.5 }] },
    });
    const { device } = simulation;
    const renderer = new THREE.WebGPURenderer({ device: device! });
    await renderer.init();
    const scene = new THREE.Scene();
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ color: 0xff0000 }));
    scene.add(mesh);
    const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.1, 10);
    camera.position.z = 5;
    const target = new THREE.RenderTarget(64, 64);
    renderer.setRenderTarget(target);
    const physics: Physics = attach(simulation);
    physics.bind(mesh, 'ball');
    /** The red pixel in the middle row of the middle column, from the top; null for none. */
    const middle = async () => {
      await renderer.renderAsync(scene, camera);
      const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, 64, 64);
      const red = Array.from({ length: 64 }, (_, y) => y).filter((y) => pixels[4 * (64 * y + 32)]! > 200);
      return { first: red[0] ?? null, count: red.length };
    };
    const before = await middle();
    for (let i = 0; i < 30; i++) {
      physics.update((i * 1000) / 60);
      await new Promise((done) => setTimeout(done, 20));
    }
    const after = await middle();
    const backend = renderer.backend as unknown as { device: unknown };
    const shared = backend.device === device;
    const y = mesh.position.y;
    const onCpu = await beadwork.Simulation.create({ machine: 'cpu' });
    const none = [onCpu.device, onCpu.posesBuffer];
    onCpu.destroy();
    renderer.setRenderTarget(null);
    // neither has broken the other
    await simulation.step(1);
    simulation.destroy();
    return { before, after, shared, y, none, error: device instanceof GPUDevice };
  });
  expect(found.shared).toBe(true);
  expect(found.error).toBe(true);
  expect(found.none).toEqual([null, null]);
  // a box of one metre, of two that are seen
  expect(found.before.count).toBe(32);
  expect(found.y).toBeLessThan(-0.1);
  expect(found.after).not.toEqual(found.before);
  await page.close();
});

test('@gpu the device writes the matrices of instances, and nothing is read back', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('/tests/e2e/pages/three-webgpu.html');
  await page.waitForFunction(() => Boolean(window.attach));
  const found = await page.evaluate(async () => {
    const { beadwork, attach } = window;
    const THREE = window.THREE as unknown as typeof import('three/webgpu');
    const corners = [0, 1, 2, 4].map((k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1] as [number, number, number]);
    const simulation = await beadwork.Simulation.create({
      machine: 'gpu',
      scene: {
        version: 2,
        gravity: [0, 0, 0],
        bodies: [
          { name: 'ball', position: [0, 0, 0], radius: 0.5, linearVelocity: [3, 0, 0] },
          // its mass is not in its origin, and its principal axes are turned
          { position: [0, 3, 0], shape: { type: 'hull', points: corners }, angularVelocity: [1, 2, 3] },
          { name: 'goes', position: [0, 6, 0], radius: 0.5, angularVelocity: [0, 2, 0] },
        ],
      },
    });
    let reads = 0;
    const readPoses = simulation.readPoses.bind(simulation);
    simulation.readPoses = (...args) => {
      reads += 1;
      return readPoses(...args);
    };
    const device = simulation.device!;
    const renderer = new THREE.WebGPURenderer({ device });
    await renderer.init();
    const scene = new THREE.Scene();
    const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial(), 3);
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new THREE.Matrix4().makeScale(1, 1, 1 + i));
    const parent = new THREE.Group();
    parent.position.set(1, 0, 0);
    scene.add(parent.add(mesh));
    const camera = new THREE.PerspectiveCamera();
    camera.position.z = 20;
    renderer.setRenderTarget(new THREE.RenderTarget(32, 32));
    const physics: Physics = attach(simulation);
    physics.bindInstances(mesh as unknown as Three.InstancedMesh, [0, 1, 2]);
    const backend = renderer.backend as unknown as { get(of: object): { buffer: GPUBuffer } };
    const matrices = async () => {
      const size = 3 * 64;
      const read = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(backend.get(mesh.instanceMatrix).buffer, 0, read, 0, size);
      device.queue.submit([encoder.finish()]);
      await read.mapAsync(GPUMapMode.READ);
      return [...new Float32Array(read.getMappedRange().slice(0))];
    };
    let now = 0;
    /** The matrices in so many pictures. */
    const pictures = async (of: Physics, count: number) => {
      const seen: number[][] = [];
      for (let i = 0; i < count; i++, now += 1000 / 60) {
        of.update(now);
        await renderer.renderAsync(scene, camera);
        await simulation.step(0);
        if (backend.get(mesh.instanceMatrix).buffer) seen.push(await matrices());
      }
      return seen;
    };
    // the renderer makes its buffers as it draws for the first time
    await pictures(physics, 20);
    const atFirst = reads;
    const places = (await pictures(physics, 30)).map((matrix) => matrix[12]!);
    const later = reads - atFirst;
    // the answer of the last step comes in
    await new Promise((done) => setTimeout(done, 200));
    physics.dispose();
    const last: Physics = attach(simulation, { interpolate: false });
    last.bindInstances(mesh as unknown as Three.InstancedMesh, [0, 1, 2]);
    for (let i = 0; i < 10; i++) {
      last.update((i * 1000) / 60);
      await renderer.renderAsync(scene, camera);
      await new Promise((done) => setTimeout(done, 30));
    }
    await new Promise((done) => setTimeout(done, 200));
    last.update((9 * 1000) / 60);
    const written = await matrices();
    const poses = await readPoses();
    const expected = [0, 1, 2].flatMap((i) => {
      const [x, y, z, qx, qy, qz, qw] = poses.subarray(7 * i, 7 * i + 7);
      const turn = new THREE.Quaternion(qx, qy, qz, qw);
      const scale = new THREE.Vector3(1, 1, 1 + i);
      return new THREE.Matrix4().compose(new THREE.Vector3(x! - 1, y, z), turn, scale).toArray();
    });
    simulation.removeBodies(['goes']);
    await simulation.step(1);
    last.update((9 * 1000) / 60 + 20);
    await new Promise((done) => setTimeout(done, 200));
    last.update((9 * 1000) / 60 + 40);
    const gone = (await matrices()).slice(32);
    last.dispose();
    const smooth: Physics = attach(simulation);
    smooth.bindInstances(mesh as unknown as Three.InstancedMesh, [0, 1]);
    const [before] = (await pictures(smooth, 10)).slice(-1);
    const [number] = simulation.addBodies([{ position: [0, 40, 0], radius: 0.5 }]);
    smooth.bindInstances(mesh as unknown as Three.InstancedMesh, [0, 1, number!]);
    const added = [before!, ...(await pictures(smooth, 15))];
    smooth.dispose();
    renderer.setRenderTarget(null);
    simulation.destroy();
    return { places, later, written, expected, gone, added };
  });
  expect(found.later).toBe(0);
  expect(found.places.length).toBe(30);
  const moves = found.places.slice(1).map((x, i) => x - found.places[i]!);
  expect(Math.min(...moves)).toBeGreaterThan(-1e-5);
  // 1/20 m in a frame, and never two frames at once
  expect(Math.max(...moves)).toBeLessThan(0.11);
  expect(found.places.at(-1)! - found.places[0]!).toBeGreaterThan(1);
  for (const [k, number] of found.expected.entries()) expect(found.written[k]).toBeCloseTo(number, 4);
  expect(Math.max(...found.gone.map(Math.abs))).toBe(0);
  // one that is added has its height and its scale at once, and the others are where they were
  const heights = found.added.map((matrix) => `${Math.round(matrix[45]!)} ${Math.round(matrix[42]!)}`);
  expect([...new Set(heights)]).toEqual(['0 0', '40 3']);
  const on = found.added.slice(1).map((matrix, i) => matrix[12]! - found.added[i]![12]!);
  expect(Math.min(...on)).toBeGreaterThan(-1e-5);
  await page.close();
});

test('poses come from a worker, and contacts are drawn', async () => {
  const found = await fly('cpu', 600);
  check(found);
  // four points of each box at least, eight ends of lines each
  expect(found.lines).toBeGreaterThan(600 * 4 * 8);
});
