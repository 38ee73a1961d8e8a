// The one table of keys.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { actOf, rowsOf } = await load('www/keys.ts');
const { ACTS } = await load('www/element/steer.ts');

const press = (key, held = {}) =>
  actOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test('no key does two things, and the element lists each of its own', () => {
  const ofLab = ['next', 'pin', 'cut', 'make', 'duplicate', 'delete', 'undo', 'redo', 'controls', 'help'];
  const keys = rowsOf([...ofLab, ...ACTS]).flatMap(({ on, control }) =>
    Object.keys(on).map((key) => `${control ?? ''}${key}`),
  );
  assert.equal(new Set(keys).size, keys.length);
  for (const act of ACTS) assert.equal(rowsOf([act]).length, 1, act);
  assert(!rowsOf(ACTS).some(({ shown }) => shown === 'P'));
});

test('small and large letters are one; Ctrl and Alt are not ours unless the table says so', () => {
  assert.equal(press('g'), 'hold');
  assert.equal(press('G', { shiftKey: true }), 'hold');
  assert.equal(press('.'), 'step');
  assert.equal(press('r', { ctrlKey: true }), null);
  assert.equal(press('f', { altKey: true }), null);
  assert.equal(press('z', { metaKey: true }), 'undo');
  assert.equal(press('Z', { ctrlKey: true, shiftKey: true }), 'redo');
  assert.equal(press('toString'), null);
});
