// Records of measurements as JSON in which each row stands on one line, so that a difference shows the rows that changed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const hasTable = (value) =>
  value !== null &&
  typeof value === 'object' &&
  ((Array.isArray(value) && value.some((entry) => entry?.constructor === Object)) ||
    Object.values(value).some(hasTable));

function text(value, indent, inObject) {
  const list = Array.isArray(value);
  if (!hasTable(value) && !(list && inObject && value.length > 0)) return JSON.stringify(value);
  const inner = `${indent} `;
  const lines = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([name, entry]) =>
      list ? text(entry, inner, false) : `${JSON.stringify(name)}: ${text(entry, inner, true)}`,
    );
  const [open, close] = list ? '[]' : '{}';
  return `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${close}`;
}

/**
 * What holds a table, a list of objects, is broken over lines, and so are the lists beside a table. The rest is one line.
 * src/benchmark/record_text.rs writes the same.
 */
export const recordText = (record) => `${text(record, '', false)}\n`;

/** Names of the benchmark's records in this folder whose documents stand beside them. src/benchmark/report.rs finds the same. */
export const publishedIn = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => existsSync(join(folder, `${name}.md`)))
    .filter((name) => 'scenes' in JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
    .sort();
