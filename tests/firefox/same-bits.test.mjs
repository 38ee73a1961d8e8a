// The CPU's module gives in Firefox the bits that tests/same_bits_everywhere.rs has recorded natively.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { root } from '../../scripts/setup/run.mjs';
import { visitModule } from './page.mjs';

const cases = JSON.parse(readFileSync(join(root, 'tests', 'same-bits.json'), 'utf8'));

/** In the page. */
async function run({ frames, hash: _, ...options }) {
  const { Simulation, stateHash } = window.beadwork;
  const simulation = await Simulation.create({ ...options, machine: 'cpu' });
  for (let at = 0; at < frames; at += 100) await simulation.step(100);
  const found = stateHash(await simulation.readState());
  simulation.destroy();
  return found;
}

await inFirefox({}, (firefox, address) =>
  visitModule(firefox, address, async (page) => {
    for (const each of cases) {
      const solver = each.parameters.solver ?? 'auto';
      await test(`${each.scene} under ${solver} ends in the recorded bits after ${each.frames} frames`, async () =>
        assert.equal(await page.evaluate(run, each), each.hash));
    }
  }),
);
