// Published records stand as they are written: a row a line.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { recordText } from '../../scripts/records.mjs';

const read = (path) => readFileSync(path, 'utf8');

test('rows are lines at any depth', () => {
  // src/benchmark/record_text.rs has the same test
  const example = read('tests/fixtures/record.json');
  assert.equal(recordText(JSON.parse(example)), example);
  assert.equal(recordText({ rows: [{ x: 1 }], none: undefined }), '{\n "rows": [\n  {"x":1}\n ]\n}\n');
});

const records = readdirSync('docs/benchmarks')
  // src/benchmark/record_text.rs has the test of what Rust writes: 1.0 and 1e-6 where a script writes 1 and 0.000001
  .filter((name) => name.endsWith('.json') && !['native.json', 'methods.json'].includes(name))
  .map((name) => `docs/benchmarks/${name}`);

for (const path of [...records, 'www/generated/benchmark.json']) {
  test(`${path} has a row a line`, () => {
    const text = read(path);
    assert(recordText(JSON.parse(text)) === text, `${path} is not as scripts/records.mjs writes it`);
  });
}
