// Scripts that write published figures: nobody loses them by a slip of the keyboard.
import { spawnSync } from 'node:child_process';
import { expect, test } from './test';

const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, [`scripts/${script}.mjs`, ...words], { encoding: 'utf8' });

for (const script of ['bench', 'clips', 'cpu-figures', 'lab-figures', 'screenshot']) {
  test(`${script} says what it takes, and refuses what it does not know`, () => {
    const help = run(script, '--help');
    expect(help.status).toBe(0);
    expect(help.stdout).toContain(`npm run ${script}`);
    const unknown = run(script, '--sice', '1000');
    expect(unknown.status).not.toBe(0);
    expect(unknown.stderr).toContain("Unknown option '--sice'");
  });
}

test('a number that is none is refused', () => {
  const found = run('bench', '--rounds', 'many');
  expect(found.status).not.toBe(0);
  expect(found.stderr).toContain('--rounds wants a number');
});
