// Without WebGPU, as Firefox comes on Linux: every scene and every solver by the CPU, drawn by WebGL; and the CPU gives the bits that
// tests/machines/same_bits_everywhere.rs has recorded natively.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { cases, play } from '../same-bits.mjs';
import { visitModule } from './page.mjs';
import { tenFrames } from './ten-frames.mjs';

const ON_CPU = {
  machine: 'cpu',
  reason: 'This browser has no WebGPU here, so the CPU computes and WebGL draws.',
};
const necklaces = { scene: 'necklaces', sceneOptions: { chains: 9, beads: 12 } };

await inFirefox({}, (firefox, address) =>
  visitModule(firefox, address, async (page, { scenes, solvers }) => {
    for (const scene of scenes)
      await test(`${scene} by the CPU`, () => tenFrames(page, { scene, machine: 'auto' }, ON_CPU));
    for (const solver of solvers)
      await test(`necklaces by ${solver} on the CPU`, () =>
        tenFrames(page, { ...necklaces, parameters: { solver } }, ON_CPU));
    for (const each of cases) {
      const solver = each.parameters.solver ?? 'auto';
      await test(`${each.scene} under ${solver} ends in the recorded bits after ${each.frames} frames`, async () =>
        assert.equal(await page.evaluate(play, each), each.hash));
    }
  }),
);
