// What found no room is said in words, and nothing where all did.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { droppedWords } = await load('www/dropped.ts');

test('how many pairs were left out is said as people say it', () => {
  assert.equal(droppedWords(0), '');
  assert.match(droppedWords(1), /^1 pair of bodies found no room/);
  assert.match(droppedWords(12000), /^12,000 pairs of bodies found no room/);
});
