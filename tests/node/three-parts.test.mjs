// The parts of beadwork/three that are only numbers: frames that are due, poses between frames, matrices of instances.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './module.mjs';

const { Clock } = await load('www/three/clock.ts');
const { between, Track } = await load('www/three/poses.ts');
const { matrixOf } = await load('www/three/instances.ts');

const H = 1 / 60;
const near = (a, b, tolerance, what) =>
  assert(Math.abs(a - b) <= tolerance, `${what ?? 'value'}: ${a}, not ${b}`);
/** About an axis of unit length. */
const turn = ([x, y, z], angle) => {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
};
const pose = (position, rotation) => Float32Array.from([...position, ...rotation]);

test('a second has sixty frames, however it is cut into pictures', () => {
  for (const rate of [24, 30, 59.94, 60, 75, 144, 1000]) {
    const clock = new Clock(0.25);
    let frames = 0;
    const pictures = Math.round(2 * rate);
    for (let i = 0; i <= pictures; i++) {
      // some page's clock does not begin at zero
      clock.tick(5e8 + (1000 * i) / rate);
      frames += clock.take(H);
      const left = clock.left(H);
      assert(left >= 0 && left < 1, `${left} left at ${rate} Hz`);
    }
    assert.equal(frames, Math.floor((60 * pictures) / rate + 1e-3), `${rate} Hz`);
  }
});

test('what a tab slept through is dropped but for the most that is caught up with', () => {
  const clock = new Clock(0.25);
  clock.tick(0);
  assert.equal(clock.take(H), 0);
  clock.tick(3_600_000);
  assert.equal(clock.take(H), 15);
  near(clock.left(H), 0, 1e-9);
  // frames that are not taken do not pile up either
  for (let t = 1; t < 100; t++) clock.tick(3_600_000 + 100 * t);
  assert.equal(clock.take(H), 15);
});

test('time that runs backwards is none', () => {
  const clock = new Clock(0.25);
  clock.tick(1000);
  clock.tick(500);
  assert.equal(clock.take(H), 0);
  clock.tick(600);
  assert.equal(clock.take(H), 6);
});

test('between two poses the centre goes along a line, and the rotation the shorter way', () => {
  const out = new Float32Array(7);
  const axis = [0.6, 0, 0.8];
  const a = pose([1, 2, 3], turn(axis, 0.2));
  const b = pose([3, 2, -1], turn(axis, 0.6));
  // the same rotation by the other sign
  const c = Float32Array.from(b, (x, k) => (k < 3 ? x : -x));
  for (const end of [b, c]) {
    assert(between(a, end, 0.5, 0, out));
    const wanted = [2, 2, 1, ...turn(axis, 0.4)];
    wanted.forEach((x, k) => {
      // in f32
      near(out[k], x, 1e-6, `number ${k}`);
    });
    // a normalised mean is off from turning evenly by some angle³ / 50, here 1e-3
    between(a, end, 0.25, 0, out);
    near(2 * Math.acos(out[6]), 0.3, 1e-3, 'a quarter of the way');
    assert(between(a, end, 0, 0, out));
    near(Math.hypot(...out.subarray(3)), 1, 1e-6, 'length');
  }
});

test('a body that was not there before stands where it is now, and one that is gone nowhere', () => {
  const out = new Float32Array(7).fill(9);
  const here = pose([1, 2, 3], [0, 0, 0, 1]);
  const gone = new Float32Array(7);
  assert(between(gone, here, 0.3, 0, out));
  assert.deepEqual(out, here);
  assert(between(undefined, here, 0.3, 0, out));
  // there were fewer bodies then
  assert(between(new Float32Array(0), here, 0.3, 0, out));
  out.fill(9);
  assert.equal(between(here, gone, 0.3, 0, out), false);
  assert.equal(between(here, here, 0.3, 1, out), false);
  assert.deepEqual([...out], [9, 9, 9, 9, 9, 9, 9]);
});

test('a track shows what lies between its moments, each way once', () => {
  const at = (x) => pose([x, 0, 0], [0, 0, 0, 1]);
  const track = new Track();
  const out = new Float32Array(7);
  const shown = (frame) => {
    track.show(frame);
    return track.poseOf(0, out) ? out[0] : undefined;
  };
  assert.equal(shown(0), undefined);
  track.add(0, at(0));
  assert.equal(shown(-1), 0);
  track.add(1, at(10));
  track.add(4, at(40));
  assert.equal(shown(0.5), 5);
  assert.equal(shown(1), 10);
  near(shown(2.5), 25, 1e-5);
  assert.equal(shown(9), 40);
  // what is known anew of a frame counts
  track.add(4, at(41));
  assert.equal(shown(9), 41);
  track.add(5, at(51));
  track.cut([0]);
  assert.equal(shown(4.5), undefined);
  track.add(5, at(70));
  assert.equal(shown(4.5), 70);
});

test('the matrix of a pose is that of its quaternion, its scale and its centre', () => {
  const out = new Float32Array(32);
  matrixOf(pose([1, 2, 3], turn([0, 0, 1], Math.PI / 2)), [2, 3, 4], out, 16);
  // x to y, y to −x
  const wanted = [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1];
  wanted.forEach((x, k) => {
    near(out[16 + k], x, 1e-6, `element ${k}`);
  });
  assert.deepEqual([...out.subarray(0, 16)], Array(16).fill(0));
});
