// The CPU's module gives the same bits in every browser: ten seconds in Firefox and in Chromium, side by side. No hash is kept in a
// file: what holds is that the browsers agree, whatever a change to the kernels makes of the bits.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inChromium } from '../../scripts/in-chromium.mjs';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { visitModule } from './page.mjs';

const SCENES = {
  necklaces: { chains: 9, beads: 12 },
  ragdolls: { count: 3 },
  heap: { count: 100 },
};

/** In the page. */
async function hashes([scenes, frames]) {
  const { Simulation, stateHash } = window.beadwork;
  const found = {};
  for (const [scene, sceneOptions] of Object.entries(scenes)) {
    const simulation = await Simulation.create({ scene, sceneOptions, machine: 'cpu' });
    const start = stateHash(await simulation.readState());
    await simulation.step(frames);
    found[scene] = { start, end: stateHash(await simulation.readState()) };
    simulation.destroy();
  }
  return found;
}

const found = {};
await inFirefox({}, (firefox, address) =>
  visitModule(firefox, address, async (page) => {
    found.firefox = await page.evaluate(hashes, [SCENES, 600]);
  }),
);
await inChromium({}, async (chrome, address) => {
  const page = await chrome.newPage();
  await page.goto(`${address}tests/e2e/pages/api.html`);
  await page.waitForFunction(() => Boolean(window.beadwork));
  found.chromium = await page.evaluate(hashes, [SCENES, 600]);
});

for (const scene of Object.keys(SCENES)) {
  await test(`${scene} ends in the same bits as in Chromium`, () => {
    const { start, end } = found.firefox[scene];
    assert.notEqual(end, start, 'it moved');
    assert.deepEqual(found.firefox[scene], found.chromium[scene]);
  });
}
