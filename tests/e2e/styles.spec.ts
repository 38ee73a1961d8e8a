// Tables that style sheets have to follow.
import { readFileSync } from 'node:fs';
import { expect, test } from './test';

test('every solver has a colour of its own, and nothing else has', () => {
  const { solvers } = JSON.parse(readFileSync('www/generated/catalogue.json', 'utf8'));
  const sheet = readFileSync('www/solvers.css', 'utf8');
  const coloured = [...sheet.matchAll(/--solver-([\w-]+):/g)].map(([, name]) => name);
  const names = solvers.map(({ name }: { name: string }) => name).sort();
  expect([...new Set(coloured)].sort()).toEqual(names);
});
