// Fewer pixels where pictures come slowly.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

globalThis.devicePixelRatio = 1;
const { Sharpness } = await load('www/player/sharpness.ts');

/** How many pictures of so many milliseconds it takes until the canvas gets other pixels. */
function until(sharpness, milliseconds) {
  for (let count = 1; count < 100; count += 1) if (sharpness.note(milliseconds)) return count;
  return undefined;
}

test('quick pictures keep every pixel', () => {
  const sharpness = new Sharpness();
  assert.equal(until(sharpness, 16), undefined);
  assert.deepEqual(sharpness.size(800, 400), [800, 400]);
});

test('slow pictures get fewer pixels after twelve, very slow ones half a side after four', () => {
  const slow = new Sharpness();
  assert.equal(until(slow, 70), 12);
  assert.deepEqual(slow.size(800, 400), [600, 300]);
  const very = new Sharpness();
  assert.equal(until(very, 300), 4);
  assert.deepEqual(very.size(800, 400), [400, 200]);
});

test('pictures that are late and early by turns are judged by what they take', () => {
  const slow = new Sharpness();
  const turns = [130, 218, 31, 128, 130, 215, 39, 121, 133, 126, 128, 130];
  assert.deepEqual(turns.map((time) => slow.note(time)).indexOf(true), 11);
  const after = [380, 6, 18, 124, 25, 80, 83, 81, 78, 82, 87, 82];
  assert.deepEqual(after.map((time) => slow.note(time)).indexOf(true), 11);
  // it helped, so that it is cut again
  assert.deepEqual(slow.size(1600, 800), [900, 450]);
  const quick = new Sharpness();
  for (let k = 0; k < 50; k += 1) assert.equal(quick.note(k % 6 === 0 ? 90 : 30), false);
});

test('one quick picture begins the count anew, and a cut of no use is taken back for good', () => {
  const sharpness = new Sharpness();
  for (const milliseconds of [300, 300, 300, 20, 300, 300, 300])
    assert.equal(sharpness.note(milliseconds), false);
  assert.equal(sharpness.note(300), true);
  // as slow as before: the time goes into something else
  assert.equal(until(sharpness, 295), 4);
  assert.deepEqual(sharpness.size(800, 400), [800, 400]);
  assert.equal(until(sharpness, 295), undefined);
});
