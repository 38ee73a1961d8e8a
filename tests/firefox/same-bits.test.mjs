// The CPU's module gives in Firefox the bits that tests/same_bits_everywhere.rs has recorded natively.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { cases, play } from '../same-bits.mjs';
import { visitModule } from './page.mjs';

await inFirefox({}, (firefox, address) =>
  visitModule(firefox, address, async (page) => {
    for (const each of cases) {
      const solver = each.parameters.solver ?? 'auto';
      await test(`${each.scene} under ${solver} ends in the recorded bits after ${each.frames} frames`, async () =>
        assert.equal(await page.evaluate(play, each), each.hash));
    }
  }),
);
