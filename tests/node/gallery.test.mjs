// The gallery's list of scenes, and that the lab knows what its addresses ask for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { addressOf, entryOf, GROUPS } = await load('www/lab/groups.ts');
const { fromAddress } = await load('www/lab/state.ts');
const { scenes } = (await load('www/generated/catalogue.json')).default;
const names = scenes.map(({ name }) => name);

test('every scene stands in one group and says what its solvers do', () => {
  const grouped = GROUPS.flatMap(({ scenes }) => Object.keys(scenes));
  assert.deepEqual([...grouped].sort(), [...names].sort());
  assert.equal(new Set(grouped).size, grouped.length);
  const said = names.map((name) => entryOf(name).differ);
  for (const words of said) assert.match(words, /^[A-Z].{40,}\.$/);
  assert.equal(new Set(said).size, said.length);
});

test('the lab knows all that the addresses of the gallery ask for', () => {
  for (const name of names)
    assert.deepEqual(fromAddress(new URL(addressOf(name), 'http://here/').searchParams).complaints, [], name);
});
