// Scripts that write published figures or begin a chapter: nobody loses anything by a slip of the keyboard.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const run = (script, ...words) =>
  spawnSync(process.execPath, [`scripts/${script}.mjs`, ...words], { encoding: 'utf8' });

for (const script of ['bench', 'clips', 'cpu-figures', 'lab-figures', 'screenshot']) {
  test(`${script} says what it takes, and refuses what it does not know`, () => {
    const help = run(script, '--help');
    assert.equal(help.status, 0);
    assert.match(help.stdout, new RegExp(`npm run ${script}`));
    const unknown = run(script, '--sice', '1000');
    assert.notEqual(unknown.status, 0);
    assert.match(unknown.stderr, /Unknown option '--sice'/);
  });
}

test('a number that is none is refused', () => {
  const found = run('bench', '--rounds', 'many');
  assert.notEqual(found.status, 0);
  assert.match(found.stderr, /--rounds wants a number/);
});

test('a chapter without a name and a title is not begun', () => {
  const nothing = run('learn/chapter');
  assert.notEqual(nothing.status, 0);
  assert.match(nothing.stderr, /npm run chapter -- NAME TITLE/);
});

// `npm test` and `npm start` install what they need, so they must be readable where nothing is installed yet
test('the suite and the build can be read without node_modules', (t) => {
  const bare = mkdtempSync(join(tmpdir(), 'beadwork-bare-'));
  t.after(() => rmSync(bare, { recursive: true }));
  cpSync('scripts', join(bare, 'scripts'), { recursive: true });
  cpSync('package.json', join(bare, 'package.json'));
  const read = (...words) => {
    const found = spawnSync(process.execPath, words, { cwd: bare, encoding: 'utf8' });
    assert.equal(found.stderr, '');
    assert.equal(found.status, 0);
    return found.stdout;
  };
  assert.match(read('scripts/test.mjs', '--list'), /cargo/);
  // what `npm start` imports; imported, it builds nothing
  read('--input-type=module', '-e', `await import('./scripts/build.mjs')`);
});
