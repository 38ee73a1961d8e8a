// The benchmark's module gives a scene the id that it has natively (tests/machines/bench.rs): rows of both stand in one table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { benchmarkCase, initSync } from '../../www/wasm/tables/beadwork.js';

test('scenes have the ids that they have natively', () => {
  initSync({ module: readFileSync('www/wasm/tables/beadwork_bg.wasm') });
  for (const [scene, beads, id] of JSON.parse(readFileSync('tests/scene_ids.json', 'utf8')))
    assert.equal(JSON.parse(benchmarkCase(scene, beads)).contract, id, scene);
});
