// What came of the faults: docs/sharp.json, a row per line, and docs/sharp.md, which is made of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

const PATH = join(root, 'docs', 'sharp');

/** Rows by the names of their faults. */
export function readRecord() {
  const rows = existsSync(`${PATH}.json`) ? JSON.parse(readFileSync(`${PATH}.json`, 'utf8')) : [];
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}

export function writeRecord(faults, record) {
  const rows = faults.filter(({ name }) => record.has(name));
  const lines = rows.map(({ name }) => ` ${JSON.stringify({ name, ...record.get(name) })}`);
  writeFileSync(`${PATH}.json`, `[\n${lines.join(',\n')}\n]\n`);
  writeFileSync(`${PATH}.md`, markdown(rows, record));
}

const escaped = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function cell(result) {
  if (!result) return '';
  const [first, ...others] = result.by;
  if (!first) return '**survived**';
  return `${escaped(first)}${others.length > 0 ? `, and ${others.length} more` : ''} (${result.seconds} s)`;
}

/** Of how many, when, and of which commits. */
function heading(column, results) {
  const all = results.filter(Boolean);
  if (all.length === 0) return column;
  const caught = all.filter(({ by }) => by.length > 0).length;
  const of = (key) => [...new Set(all.map((result) => result[key]))].join(', ');
  return `${column}: ${caught} of ${all.length} caught, ${of('date')}, ${of('revision')}`;
}

function markdown(faults, record) {
  const results = (column) => faults.map(({ name }) => record.get(name)[column]);
  const rows = faults.map((fault) => {
    const { before, after } = record.get(fault.name);
    const where = `\`${fault.name}\` in ${fault.file}`;
    return `| ${escaped(fault.what)}<br>${where} | ${cell(before)} | ${cell(after)} |`;
  });
  return `# How sharp the tests are

\`npm run sharp\` puts one small fault after another into a copy of the repository and runs the tests that
should see it. A cell names the first test that failed. A fault that **survived** is not seen by those tests.
Written by scripts/sharp.mjs; the faults are in scripts/sharp/faults/.

| fault | ${heading('before', results('before'))} | ${heading('after', results('after'))} |
|---|---|---|
${rows.join('\n')}
`;
}
