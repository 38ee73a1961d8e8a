// A chapter that `npm run chapter` begins is a chapter: in a copy of the project its own test passes, and the index has it.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chapters } from './learn-helpers';
import { expect, test } from './test';

const PARTS = [
  ...['docs', 'examples', 'learn', 'scripts', 'shaders', 'src', 'tests', 'www', 'index.html'],
  // documents that are pages too
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE'],
  ...['package.json', 'playwright.config.ts', 'tsconfig.json', 'vite.config.ts'],
];

const CONFIG = `import config from './playwright.config';
const port = Number(process.env.BEADWORK_TEST_PORT);
const command = \`node node_modules/vite/bin/vite.js --port \${port} --strictPort\`;
export default { ...config, globalSetup: undefined, webServer: { command, port } };
`;

const begin = (...words: string[]) =>
  spawnSync(process.execPath, ['scripts/learn/chapter.mjs', ...words], { encoding: 'utf8' });

test('a chapter begins with a page, a script and a test that passes', () => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'beadwork-chapter-'));
  try {
    for (const part of PARTS) cpSync(part, join(folder, part), { recursive: true });
    // the packages themselves, but a cache of its own: Vite keeps what it prepares in node_modules, and
    // a second server that shared it would take away what the first one serves
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync('node_modules').filter((name) => name !== '.vite'))
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    const begun = begin('a-bead-on-a-rod', 'A bead on a rod', '--into', folder);
    expect(begun.stderr).toBe('');
    const name = `${chapters.length + 1}-a-bead-on-a-rod`;
    expect(begun.stdout).toContain(`learn/${name}.html`);
    const list = JSON.parse(readFileSync(join(folder, 'www/learn/chapters.json'), 'utf8'));
    expect(list.at(-1)).toMatchObject({ number: chapters.length + 1, name, title: 'A bead on a rod' });

    // pages as they are written, without a build
    writeFileSync(join(folder, 'chapter.config.ts'), CONFIG);
    // ports of its own
    const { BEADWORK_TEST_PORT, BEADWORK_SITE_PORT, ...env } = process.env;
    const words = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'chapter.config.ts'];
    // its own test, and that of the index with its card
    const which = [`learn-${name}`, 'learn-index', '-g', 'a swing takes|the exercise|its picture'];
    const how = ['--project', 'cpu', '--reporter=line', '--retries=0'];
    const ran = spawnSync(process.execPath, [...words, ...which, ...how], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(ran.status, ran.stdout).toBe(0);
    expect(ran.stdout).toContain('3 passed');

    const again = begin('A bead', 'A bead', '--into', folder);
    expect(again.status).not.toBe(0);
    expect(again.stderr).toContain('small letters');
    expect(existsSync(join(folder, 'learn/A bead.html'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
