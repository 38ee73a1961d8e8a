// The benchmark's rows for spreadsheets: each value stands in the column of its name.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { csv } = await load('www/bench/csv.ts');

/** Every field has a value of its own. */
const row = {
  ...{ solver: 'jacobi', execution: 'tile', positions: 'pulled' },
  ...{ iterations: 1, substeps: 2, wall: { median: 3, p95: 4 }, gpu: { median: 5 }, timesFaster: 6 },
  ...{ beadStepsPerSecond: 7, bytes: 8, copyShare: 9, contactSolver: 'soft', fault: 'none' },
  quality: {
    ...{ beads: 10, frames: 11, maxGapRadii: 12, maxOvershoot: 13, maxDepth: 14, depth: 15, error: 16 },
    ...{ residual: 17, energyDrift: 18, energyDriftJoules: 19, finite: true, hash: 'abc' },
  },
};

test('a row has each value under its name, with quotes where a comma is', () => {
  const report = {
    date: 'today',
    machine: { adapter: 'card', browser: 'one' },
    scenes: [
      { scene: 'net', beads: 20, joints: 21, contract: 'of "two", once', rows: [row, { solver: 'direct' }] },
    ],
  };
  const [head, first, second] = csv(report).trimEnd().split('\n');
  const values = first.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, ''));
  const found = Object.fromEntries(head.split(',').map((name, k) => [name, values[k]]));
  assert.deepEqual(found, {
    ...{ date: 'today', adapter: 'card', browser: 'one', scene: 'net', beads: '20', joints: '21' },
    ...{ contract: '"of ""two"", once"', solver: 'jacobi', execution: 'tile', positions: 'pulled' },
    ...{ passes: '1', substeps: '2', ms_median: '3', ms_p95: '4', gpu_ms_median: '5' },
    ...{ times_faster_than_article: '6', bead_steps_per_second: '7', bytes_by_model: '8' },
    ...{ share_of_copy_bandwidth: '9', quality_beads: '10', quality_frames: '11', max_gap_radii: '12' },
    ...{ max_overshoot_m_or_rad: '13', max_depth_m: '14', depth_m: '15', error_m: '16' },
    ...{ residual_m_per_s: '17', energy_drift_over_mgL_2: '18', energy_drift_J: '19', finite: 'true' },
    ...{ state_hash: 'abc', contact_solver: 'soft', fault: 'none' },
  });
  // what a row lacks is an empty cell; one cell has a comma of its own
  assert.equal(second.split(',').length, head.split(',').length + 1);
  assert(second.includes(',direct,,,'));
});
