// Numbers as visitors read them, and lines of which a part was recorded.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { energy, milliseconds, newtons, percent, radii, share, thousandths } = await load('www/lab/units.ts');
const { overwritten } = await load('www/learn/recorded.ts');

test('the lab writes two digits and a unit, and says what is gone', () => {
  assert.equal(milliseconds(0.1234), '0.12 ms');
  assert.equal(milliseconds(123.4), '123 ms');
  assert.equal(radii(0.0123), '1.2 %');
  assert.equal(radii(0), '0 %');
  assert.equal(radii(12.3), '12 radii');
  assert.equal(percent(0.0123), '1.2 %');
  assert.equal(percent(0.25), '25 %');
  assert.equal(percent(11), '× 12');
  assert.equal(thousandths(0.00123), '1.2');
  assert.equal(energy(-1234.5), '−1.234 kJ');
  assert.equal(energy(0.00123), '1.23 mJ');
  assert.equal(share(-2.34567), '−2.346 %');
  assert.equal(newtons(1234), '1.2 kN');
  assert.equal(newtons(12.3), '12 N');
  for (const words of [radii, percent, energy, share]) assert.equal(words(Number.NaN), 'gone');
});

test('what has run stands before what was recorded of the time after it', () => {
  const recorded = [0, 1, 2, 3, 4].map((time) => [time, 10 * time]);
  assert.deepEqual(overwritten(recorded, []), recorded.slice(1));
  const live = [
    [1, 5],
    [2, 6],
  ];
  assert.deepEqual(overwritten(recorded, live), [...live, [3, 30], [4, 40]]);
});
