// The texts that puzzles begin with, the counters that keep a loop from running on, and what is kept of a reader's work.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { load } from './module.mjs';

const { bounded, withoutComments } = await load('www/learn/puzzles/bounded.ts');
const { PUZZLES } = await load('www/learn/puzzles/list.ts');
const { Progress } = await load('www/learn/puzzles/progress.ts');
const kernel = (file) => readFileSync(`www/learn/puzzles/kernels/${file}.wgsl`, 'utf8').trimEnd();

test('a solution is what the reader begins with, but for the gaps', () => {
  for (const { name } of PUZZLES) {
    const solution = kernel(name).split('\n');
    let at = 0;
    const others = kernel(`${name}.start`)
      .split('\n')
      .filter((line) => !/\/\/ (yours|and here)/.test(line))
      .filter((line) => {
        const found = solution.indexOf(line, at);
        if (found >= 0) at = found + 1;
        return found < 0;
      });
    // the page says that one thing more is wrong there
    assert.deepEqual(others, name === 'neighbours' ? ['    if (i >= step.count) {'] : [], name);
  }
});

test('loops get a counter without moving a line', () => {
  const text =
    'fn a() {\n  // for (;;) {}\n  for (var i = 0; i < 3; i++) { while (true) { } } /* loop { /* } */ */\n}';
  const counters = bounded(text)
    .split('\n')
    .slice(0, 4)
    .map((line) => line.match(/turns_of_loop_\d\+\+/g) ?? []);
  assert.deepEqual(
    counters.map((found) => [...found]),
    [[], [], ['turns_of_loop_0++', 'turns_of_loop_1++'], []],
  );
  assert(!withoutComments(text).includes('loop'));
  assert.equal(withoutComments(text).length, text.length);
});

test('two tabs do not erase each other’s work', () => {
  const kept = new Map();
  const value = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
  };
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  const [one, other] = [new Progress(), new Progress()];
  one.solve('advance');
  one.type('guard', 'of one');
  other.type('kick', 'of the other');
  other.solve('guard');
  one.type('guard', undefined);
  assert.deepEqual(JSON.parse(kept.get('beadwork-puzzles')), {
    solved: ['advance', 'guard'],
    texts: { kick: 'of the other' },
  });
  assert.equal(one.text('kick'), 'of the other');
  const undo = one.forget();
  other.solve('gaps');
  undo();
  for (const name of ['advance', 'guard', 'gaps']) assert(new Progress().isSolved(name), name);
  assert.equal(other.text('kick'), 'of the other');
  value.setItem = () => assert.fail('full');
  one.solve('kick');
  one.type('gaps', 'as long as the page is open');
  assert(one.isSolved('kick') && one.text('gaps'));
  delete globalThis.localStorage;
});
