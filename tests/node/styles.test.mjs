// Tables that style sheets have to follow.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

test('every solver, of joints and of contacts, has a colour of its own, and nothing else has', () => {
  const { solvers, parameters } = JSON.parse(readFileSync('www/generated/catalogue.json', 'utf8'));
  const sheet = readFileSync('www/solvers.css', 'utf8');
  const coloured = [...sheet.matchAll(/--solver-([\w-]+):/g)].map(([, name]) => name);
  const ofJoints = solvers.map(({ name }) => name);
  const { choices } = parameters.find(({ name }) => name === 'contactSolver');
  assert.deepEqual([...new Set(coloured)].sort(), [...new Set([...ofJoints, ...choices])].sort());
});
