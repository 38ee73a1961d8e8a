// Chapters show lines of the real files. Here it is seen without a build that those lines are there.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { showCode } from '../../scripts/learn/code.mjs';

const root = join(import.meta.dirname, '../..');
const pages = readdirSync(join(root, 'learn')).filter((name) => name.endsWith('.html'));

test('chapters show lines that are there', async () => {
  for (const page of pages) {
    const html = readFileSync(join(root, 'learn', page), 'utf8');
    await showCode(html, root, `learn/${page}`);
  }
});

test('a line that is not there is told, with its page', async () => {
  const tag = '<show-code file="README.md" from="no such line"></show-code>';
  await assert.rejects(showCode(tag, root, 'a page'), /a page: README.md has no line with "no such line"/);
});

test('a tag that is not read is told', async () => {
  const tag = '<show-code file="README.md" to="a<b>"></show-code>';
  await assert.rejects(showCode(tag, root, 'a page'), /a bare > in it/);
});
