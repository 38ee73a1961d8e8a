// What runners report becomes one record per test; a failed one keeps what it said, and is named near the end of a run.
import assert from 'node:assert/strict';
import test from 'node:test';
import { libtest, nodeTests, playwrightReport } from '../../scripts/testing/counting.mjs';
import { failuresText } from '../../scripts/testing/times.mjs';

const cargo = `running 2 tests
test solve::falls ... ok <0.250s>
test solve::holds ... FAILED <1.500s>

failures:

---- solve::holds stdout ----

thread 'solve::holds' panicked at tests/solve.rs:4:5:
assertion failed: open < 1e-6

failures:
    solve::holds

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.75s
`;

test('a failed test of cargo keeps what it printed', () => {
  const { passed, failed, tests } = libtest({ code: 101, output: cargo }, 'tests/solve');
  assert.deepEqual([passed, failed], [1, 1]);
  assert.equal(tests[0].failure, undefined);
  assert.deepEqual(
    { ...tests[1], failure: '' },
    { file: 'tests/solve solve', title: 'holds', seconds: 1.5, failure: '' },
  );
  assert.match(tests[1].failure, /^thread .*\nassertion failed: open < 1e-6$/);
});

test('a failed page test keeps its message, without colours', () => {
  const result = (status, ...errors) => ({ status, results: [{ duration: 500, errors }] });
  const { tests } = playwrightReport(1, {
    stats: { expected: 1, unexpected: 1, skipped: 0 },
    suites: [
      {
        specs: [
          { file: 'a.spec.ts', title: 'opens', tests: [result('expected')] },
          {
            file: 'a.spec.ts',
            title: 'shuts',
            tests: [result('unexpected', { message: '\u001b[31mit did not\u001b[39m' })],
          },
        ],
      },
    ],
  });
  assert.deepEqual(
    tests.map(({ failure }) => failure),
    [undefined, 'it did not'],
  );
});

test('a failed test of Node keeps its error', () => {
  const times = '{"file":"/x/a.test.mjs","title":"adds","seconds":0.1,"failure":"2 != 3"}\n';
  const { failed, tests } = nodeTests({ code: 1, output: 'ℹ pass 0\nℹ fail 1\n' }, times);
  assert.equal(failed, 1);
  assert.equal(tests[0].failure, '2 != 3');
});

test('who failed, and why, are the only ones named', () => {
  const tests = [
    { suite: 'cargo', file: 'tests/solve', title: 'falls', seconds: 1 },
    { suite: 'cargo', file: 'tests/solve', title: 'holds', seconds: 1, failure: 'open\nby 2 mm' },
  ];
  assert.equal(failuresText(tests), '✗ cargo: tests/solve: holds\n    open\n    by 2 mm');
});
