// Without WebGPU, as Firefox comes on Linux: every scene and every solver by the CPU, drawn by WebGL.
import test from 'node:test';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { halfASecond } from './half-a-second.mjs';
import { visitModule } from './page.mjs';

const ON_CPU = {
  machine: 'cpu',
  reason: 'This browser has no WebGPU here, so the CPU computes and WebGL draws.',
};
const necklaces = { scene: 'necklaces', sceneOptions: { chains: 9, beads: 12 } };

await inFirefox({}, (firefox, address) =>
  visitModule(firefox, address, async (page, { scenes, solvers }) => {
    for (const scene of scenes)
      await test(`${scene} by the CPU`, () => halfASecond(page, { scene, machine: 'auto' }, ON_CPU));
    for (const solver of solvers)
      await test(`necklaces by ${solver} on the CPU`, () =>
        halfASecond(page, { ...necklaces, parameters: { solver } }, ON_CPU));
  }),
);
