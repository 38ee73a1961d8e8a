// Running the tests that should see a fault, in a copy of the repository. A place is one of
//   { cargo: 'twin', only? }   tests/twin.rs, tests/twin/main.rs, or the module `twin` of another program
//   { unit: 'filter' }         unit tests
//   { page: 'lab-why', grep?, project? }   Playwright: tests/e2e/**/lab-why.spec.ts, or lab-why.WORD.spec.ts
//   { node: 'styles', grep? }  Node's own runner: tests/**/styles.test.mjs
//   { check: 'types' | 'biome' | 'clippy' }
// `only` is a part of a test's name. `cargo`, `page` and `node` may be several names; those that exist count.
// Where `only` or `grep` meets no test, all of the place are run; `grep` is looked for in all specs first.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SetupError } from '../setup/run.mjs';
import { vulkan } from '../setup/vulkan.mjs';

/** A fault may keep a test from ending. */
const LONGEST = 20 * 60_000;
/** A copy's first build takes all that it takes. */
const ANY = 3 * 3600_000;

/** Runs a program in the copy; its exit code, or null if it took too long, and all that it printed. */
function quietly(copy, command, args, env = process.env, longest = LONGEST) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    let late = false;
    // with all that it started
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // it has ended by itself
      }
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, longest);
    process.once('exit', end);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const done = (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve({ code: late ? null : code, output });
    };
    child.on('error', (error) => {
      output += error;
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

const list = (names) => (Array.isArray(names) ? names : [names]);

const last = (text, lines = 25) => text.trimEnd().split('\n').slice(-lines).join('\n');

/** How many tests ran, which failed, and the first words of why. `all` goes on after the first that fails. */
export async function look(copy, where, { all = false } = {}) {
  if (where.cargo)
    return cargo(
      copy,
      list(where.cargo).flatMap((name) => programs(copy, name)),
      where.only,
    );
  if (where.unit) return cargo(copy, [{ options: ['--lib'], title: 'unit', prefix: '' }], where.unit);
  if (where.page) return playwright(copy, where, all);
  if (where.node) return nodeTests(copy, where);
  return check(copy, where.check);
}

/** The test programs that hold what tests/NAME.rs or tests/NAME/main.rs held. */
function programs(copy, name) {
  const tests = join(copy, 'tests');
  const holds = (folder, module) =>
    new RegExp(`^\\s*(pub )?mod ${module};`, 'm').test(readFileSync(join(tests, folder, 'main.rs'), 'utf8'));
  const folders = readdirSync(tests).filter((folder) => existsSync(join(tests, folder, 'main.rs')));
  const whole = existsSync(join(tests, `${name}.rs`)) || (folders.includes(name) && !holds(name, name));
  if (whole) return [{ options: ['--test', name], title: name, prefix: '' }];
  return folders
    .filter((folder) => holds(folder, name))
    .map((folder) => ({ options: ['--test', folder], title: folder, prefix: `${name}::` }));
}

async function cargo(copy, places, only = '') {
  // as npm test has it there
  const suite = readFileSync(join(copy, 'scripts', 'test.mjs'), 'utf8');
  const threads = suite.includes('LP_NUM_THREADS') ? { LP_NUM_THREADS: '0' } : {};
  const env = { ...process.env, ...(await vulkan()), ...threads };
  const test = (longest, options, ...rest) =>
    quietly(copy, 'cargo', ['test', '--quiet', ...options, '--', ...rest], env, longest);
  const listed = [];
  for (const { options, title, prefix } of places) {
    const { code, output } = await test(ANY, options, '--list', '--format', 'terse');
    if (code !== 0)
      throw new SetupError(`cargo test ${options.join(' ')} does not build:\n${last(output, 40)}`);
    const names = [...output.matchAll(/^(\S+): test$/gm)].map(([, name]) => name);
    listed.push({ options, title, names: names.filter((name) => name.startsWith(prefix)) });
  }
  const met = ({ names }) => names.filter((name) => name.includes(only));
  const narrow = listed.some((one) => met(one).length > 0);
  const sum = { ran: 0, failed: [], why: '' };
  for (const one of listed) {
    const names = narrow ? met(one) : one.names;
    if (names.length === 0) continue;
    const { code, output } = await test(LONGEST, one.options, '--exact', ...names);
    sum.ran += names.length;
    const said = [...output.matchAll(/^test (\S+).*FAILED$|^---- (\S+) stdout ----$/gm)];
    const failed = [...new Set(said.map((match) => match[1] ?? match[2]))];
    if (code === null) failed.push('(it did not end)');
    else if (code !== 0 && failed.length === 0) failed.push('(the program broke down)');
    sum.failed.push(...failed.map((name) => `${one.title}::${name}`));
    sum.why ||= output.match(/panicked at [^\n]*\n([^\n]*)/)?.[1] ?? (code ? last(output, 3) : '');
    if (sum.failed.length > 0) break;
  }
  return sum;
}

/** Files below tests/ whose name, up to its first dot, is one of `names`. */
function files(copy, folder, ending, names) {
  const all = readdirSync(join(copy, folder), { recursive: true }).filter((path) => path.endsWith(ending));
  const wanted = list(names).map((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`));
  return all
    .filter((path) => wanted.some((pattern) => pattern.test(basename(path).split('.')[0])))
    .map((path) => join(folder, path))
    .sort();
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

async function playwright(copy, { page, grep, project }, all) {
  const specs = files(copy, join('tests', 'e2e'), '.spec.ts', page);
  const sum = { ran: 0, failed: [], why: '' };
  if (specs.length === 0 && !grep) return sum;
  const pages = join('scripts', 'test-pages.mjs');
  if (existsSync(join(copy, pages))) {
    const { code, output } = await quietly(copy, process.execPath, [pages]);
    if (code !== 0) return { ran: 1, failed: ['the build of the pages'], why: last(output, 3) };
  }
  const report = join(copy, 'target', 'sharp', 'report.json');
  const known = readFileSync(join(copy, 'playwright.config.ts'), 'utf8');
  // a path is a pattern there
  const named = specs.map((path) => path.replaceAll('.', '\\.'));
  const only = project && known.includes(`'${project}'`) ? [`--project=${project}`] : [];
  const attempt = async (...more) => {
    rmSync(report, { force: true });
    const args = ['test', ...more, ...only, '--retries=0', '--reporter=json', ...(all ? [] : ['-x'])];
    const results = `--output=${join('target', 'sharp', 'results')}`;
    const cli = join(copy, 'node_modules', '@playwright', 'test', 'cli.js');
    // what is to fail is not waited for as long as what is to pass
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, BEADWORK_PATIENCE: '0.3' };
    const { code, output } = await quietly(copy, process.execPath, [cli, ...args, results], env);
    if (code === null) return { late: true };
    if (!existsSync(report)) throw new SetupError(`Playwright gave no report:\n${last(output)}`);
    return JSON.parse(readFileSync(report, 'utf8'));
  };
  const ran = (result) => specsOf(result).flatMap((spec) => spec.tests.map((test) => [spec, test]));
  const none = (result) => !result || (!result.late && ran(result).length === 0);
  let found = named.length > 0 && (await attempt(...named, ...(grep ? ['--grep', grep] : [])));
  // it may have moved, or have another title
  if (none(found) && grep) found = await attempt('--grep', grep);
  if (none(found) && grep && named.length > 0) found = await attempt(...named);
  if (none(found) && named.length === 0) return sum;
  if (found.late) return { ran: 1, failed: [`${page} (it did not end)`], why: '' };
  if (ran(found).length === 0)
    throw new SetupError(
      `Playwright ran nothing:\n${found.errors.map(({ message }) => last(message)).join('\n')}`,
    );
  for (const [spec, test] of ran(found)) {
    if (test.status === 'skipped') continue;
    sum.ran += 1;
    if (test.status === 'expected') continue;
    sum.failed.push(`${spec.file} › ${spec.title} [${test.projectName}]`);
    const said = test.results.at(-1)?.error?.message ?? '';
    sum.why ||= stripVTControlCharacters(said).split('\n').filter(Boolean).slice(0, 4).join(' · ');
  }
  return sum;
}

async function nodeTests(copy, { node, grep }) {
  const paths = files(copy, 'tests', '.test.mjs', node);
  if (paths.length === 0) return { ran: 0, failed: [], why: '' };
  const attempt = async (more) => {
    const args = ['--test', '--test-reporter=tap', '--test-concurrency=1', ...more, ...paths];
    const { output } = await quietly(copy, process.execPath, args);
    const lines = [...output.matchAll(/^ *(not )?ok \d+ - (.*)$/gm)].filter(
      ([line]) => !line.includes('# SKIP'),
    );
    const failed = lines
      .filter((match) => match[1])
      .map((match) => `${relative('tests', paths[0])} › ${match[2]}`);
    return { ran: lines.length, failed, why: output.match(/error: (.*)/)?.[1] ?? '' };
  };
  const found = await attempt(grep ? ['--test-name-pattern', grep] : []);
  return grep && found.ran === 0 ? attempt([]) : found;
}

const module = (copy, ...path) => join(copy, 'node_modules', ...path);

async function check(copy, name) {
  const [command, ...args] = {
    types: [process.execPath, module(copy, 'typescript', 'bin', 'tsc'), '--noEmit', '--pretty', 'false'],
    biome: [process.execPath, module(copy, '@biomejs', 'biome', 'bin', 'biome'), 'ci', '.', '--colors=off'],
    clippy: ['cargo', 'clippy', '--quiet', '--all-targets', '--', '-D', 'warnings'],
  }[name];
  const { code, output } = await quietly(copy, command, args);
  return { ran: 1, failed: code === 0 ? [] : [name], why: code === 0 ? '' : output.split('\n')[0] };
}
