// With WebGPU, on a software device where the machine has no other: Firefox compiles WGSL by naga, Chromium by Tint.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { expectMotion, visit, visitModule } from './page.mjs';
import { tenFrames } from './ten-frames.mjs';

const ON_DEVICE = { machine: 'gpu', reason: 'This browser has WebGPU.' };
/**
 * m. Both compute in f32 by the same formulas: on lavapipe they part by less than 10⁻⁶ m, what rounding makes of numbers up to 8.
 * A device that adds products without rounding them first may part by more.
 */
const TOLERANCE = 1e-4;

/** In the page: where the beads of small necklaces are after half a second. */
async function positions([solver, machine]) {
  const { Simulation } = window.beadwork;
  const simulation = await Simulation.create({
    scene: 'necklaces',
    sceneOptions: { chains: 9, beads: 12 },
    parameters: { solver },
    machine,
  });
  await simulation.step(30);
  const { positions } = await simulation.readState();
  simulation.destroy();
  return { machine: simulation.machine, positions: [...positions] };
}

await inFirefox({ webgpu: true }, async (firefox, address) => {
  await visitModule(firefox, address, async (page, { scenes, solvers }) => {
    await test('Firefox has a graphics device', async () => {
      assert.ok(await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter())));
    });
    for (const solver of solvers)
      await test(`${solver} on the device agrees with the CPU`, async () => {
        const onDevice = await page.evaluate(positions, [solver, 'gpu']);
        const onCpu = await page.evaluate(positions, [solver, 'cpu']);
        assert.deepEqual([onDevice.machine, onCpu.machine], ['gpu', 'cpu']);
        assert.equal(onDevice.positions.length, onCpu.positions.length);
        const apart = onDevice.positions.map((x, at) => Math.abs(x - onCpu.positions[at]));
        // NaN where any is
        const worst = Math.max(...apart);
        assert.ok(worst < TOLERANCE, `body ${Math.floor(apart.indexOf(worst) / 3)} is ${worst} m off`);
      });
    for (const scene of scenes)
      await test(`${scene} on the device`, () => tenFrames(page, { scene }, ON_DEVICE));
  });

  await test('the lab shows two pendants that the device computes', () =>
    visit(firefox, address, async (page) => {
      await page.waitForFunction(() => Boolean(window.lab?.view()));
      const machines = await page.evaluate(() =>
        window.lab.runners().map(({ simulation }) => simulation.machine),
      );
      assert.deepEqual(machines, ['gpu', 'gpu']);
      await expectMotion(page, '#canvas');
    }));
});
