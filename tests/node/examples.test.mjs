// The programs of examples/api run, and find what their comments say. The first one needs a canvas.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import ts from 'typescript';
import { exampleFiles } from '../../scripts/api/examples.mjs';
import { library } from './module.mjs';

const beadwork = await library();
const AsyncFunction = (async () => {}).constructor;

/** What it writes into the console, line by line. */
async function run(path) {
  const text = readFileSync(path, 'utf8').replace(
    /import \{([^}]*)\} from 'beadwork';/,
    'const {$1} = beadwork;',
  );
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const lines = [];
  await new AsyncFunction('beadwork', 'console', outputText)(beadwork, {
    log: (...words) => lines.push(words),
  });
  return lines;
}
const [, door, poses, runs, tells, saves] = exampleFiles();

test('the door stands at its upper stop', async () => {
  const [[angle, state]] = await run(door);
  assert(Math.abs(angle - 1.6) < 1e-3, `${angle} rad`);
  assert.equal(state, 'high');
});

test('each body of the stack has its pose', async () => {
  const lines = await run(poses);
  assert(lines.length > 5);
  assert(lines.every((line) => line.length === 4 && line.every(Number.isFinite)));
});

test('joints stay shut while bodies come and go', async () => {
  const [[gap]] = await run(runs);
  assert(gap < 1e-3, `${gap} m`);
});

test('the ball goes through the gate to the floor, and is gone from there', async () => {
  const lines = await run(tells);
  const pairs = lines.slice(0, -2).map(([type, a, b]) => [type, a, b]);
  assert.deepEqual(pairs, [
    ['began', 1, 2],
    ['ended', 1, 2],
    ['began', 0, 2],
  ]);
  const [[body, distance], [nothing]] = lines.slice(-2);
  assert(body === 2 && Math.abs(distance - 1.75) < 1e-2, `${body}, ${distance} m`);
  assert.equal(nothing, null);
});

test('solvers are told apart, and the recording comes to the same state', async () => {
  const lines = await run(saves);
  const gaps = Object.fromEntries(lines.slice(0, 3));
  assert(gaps.direct < gaps['gauss-seidel'] && gaps['gauss-seidel'] < gaps.jacobi, JSON.stringify(gaps));
  assert.deepEqual(lines.at(-1), [true]);
});
