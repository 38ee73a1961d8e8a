// The faults of `npm run sharp` stay where they are put: code that moves on takes them along.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { faults } from '../../scripts/sharp/faults.mjs';

test('every fault finds its place, and changes it', () => {
  for (const { name, file, find, replace } of faults) {
    const text = readFileSync(file, 'utf8');
    assert(text.includes(find), `${name}: ${file} has no longer: ${find}`);
    assert.notEqual(find, replace, name);
  }
});

test('every fault has a name of its own, by which its record is kept', () => {
  const names = faults.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});
