// Frames of fixed length out of time that passes unevenly.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { Pace } = await load('www/player/pace.ts');
const FRAME = 1 / 60;

test('as many frames as time has passed, and what is left of one counts for the next', () => {
  const pace = new Pace();
  assert.equal(pace.frames(2.5 * FRAME, FRAME), 2);
  assert.equal(pace.frames(0.5 * FRAME, FRAME), 1);
  assert.equal(pace.frames(0, FRAME), 0);
  assert.equal(pace.frames(-1, FRAME), 0);
  assert.equal(pace.frames(FRAME, FRAME / 2), 2);
});

test('more time than a machine keeps up with is let go, and three times in a row count as slow', () => {
  const pace = new Pace(4);
  for (const slow of [false, false, true]) {
    assert.equal(pace.frames(3600, FRAME), 4);
    assert.equal(pace.slow, slow);
  }
  // nothing of the hour is made up for
  assert.equal(pace.frames(FRAME, FRAME), 1);
  assert.equal(pace.slow, false);
});

test('what rests makes up for nothing', () => {
  const pace = new Pace();
  pace.frames(0.9 * FRAME, FRAME);
  pace.rest();
  assert.equal(pace.frames(0.9 * FRAME, FRAME), 0);
});
