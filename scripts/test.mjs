// npm test: sets up what is missing, runs every suite, and ends with how many tests passed and failed.
//   npm test -- cargo playwright     runs the suites whose names begin so; --list names them
//   npm test -- --times FILE         keeps the time of every test as JSON
//   npm test -- --lanes 1            one suite after another; there are two lanes otherwise
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSite, buildWasm, wasmCargoEnvironment } from './build.mjs';
import { recordText } from './records.mjs';
import { browser } from './setup/browser.mjs';
import { firefox } from './setup/firefox.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';
import { rust, rustComponent } from './setup/rust.mjs';
import { vulkan } from './setup/vulkan.mjs';
import { buildTestPages } from './test-pages.mjs';
import { libtest, nodeTests, playwrightReport, together, whole } from './testing/counting.mjs';
import { runLanes, show } from './testing/lanes.mjs';
import { failuresText, timesText } from './testing/times.mjs';

const WASM = 'wasm32-unknown-unknown';

/** Programs of node_modules, run by Node. */
const npmProgram = (path, ...args) => show(process.execPath, [join(root, 'node_modules', path), ...args]);

// biome draws its colours into a file too
const colours = process.stdout.isTTY ? [] : ['--colors=off'];

const LONG_RUNS = Boolean(process.env.BEADWORK_LONG);

/** Test programs that cargo has built, as it reports them: name and path. */
const programsIn = (output) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{"reason":"compiler-artifact"'))
    .map((line) => JSON.parse(line))
    .filter(({ executable, profile }) => executable && profile.test)
    .map(({ executable, target }) => ({ name: target.name, path: executable }));

let programs = [];

async function buildNativeTests() {
  const release = LONG_RUNS ? ['--release'] : [];
  const what = ['--lib', '--tests', ...release];
  const built = await show(
    'cargo',
    ['test', '--no-run', ...what, '--message-format=json-render-diagnostics'],
    { hide: /^\{/ },
  );
  if (built.code !== 0) throw new SetupError('The native tests do not compile.');
  programs = programsIn(built.output);
}

/**
 * Tests whose results could depend on the order of a device's threads: contacts, and every solver's bits. Programs, and
 * parts of their tests' names.
 */
const THREADED = {
  contacts: ['the_same_bits_twice', 'bodies_all_at', 'a_crowd_in'],
  machines: ['many_frames_twice', 'every_solver_twice'],
};

/**
 * Random scenes are the same in every run, so that one in thousands fails nobody's change by chance; long runs, and `cargo test`
 * by hand, draw new ones.
 */
const drawn = LONG_RUNS ? {} : { PROPTEST_RNG_SEED: '1' };

async function cargo() {
  // libtest reports times by an unstable option, which RUSTC_BOOTSTRAP=1 allows
  const env = { ...drawn, ...process.env, ...(await vulkan()), RUSTC_BOOTSTRAP: '1' };
  const options = ['-Z', 'unstable-options', '--report-time', '--color=never'];
  const counts = [];
  for (const { name, path } of programs) {
    // lavapipe wakes threads of its own for every dispatch, which takes longer than small ones do; tests run two at a time as it is
    counts.push(
      libtest(await show(path, options, { env: { ...env, LP_NUM_THREADS: '0' } }), `tests/${name}`),
    );
  }
  for (const { name, path } of programs.filter(({ name }) => name in THREADED)) {
    const run = await show(path, [...options, ...THREADED[name]], { env });
    const counted = libtest(run, `tests/${name}, threads`);
    // a name that no test has would leave this pass empty
    const missing = THREADED[name].filter((part) => !run.output.includes(part));
    if (missing.length > 0) throw new SetupError(`No test of tests/${name} is named ${missing.join(', ')}.`);
    counts.push(counted);
  }
  const documentation = await show('cargo', ['test', '--doc']);
  return together([...counts, libtest(documentation, 'documentation')]);
}

async function playwright(project) {
  const report = join(root, 'test-results', `${project}.json`);
  rmSync(report, { force: true });
  const { code } = await show(
    process.execPath,
    [
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      ...['test', `--project=${project}`, '--reporter=list,json'],
      `--output=${join('test-results', project)}`,
    ],
    { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  let made = null;
  try {
    made = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    // it ended before it could report, with a code that says so
  }
  return playwrightReport(code, made);
}

/** The files `*.test.mjs` of a folder, by Node's own test runner. */
async function byNode(folder, ...options) {
  const paths = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(folder, name));
  const times = join(tmpdir(), `beadwork-${basename(folder)}-${process.pid}.jsonl`);
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/testing/times-reporter.mjs', `--test-reporter-destination=${times}`],
  ];
  const run = await show(process.execPath, ['--test', ...reporters, ...options, ...paths]);
  const counted = nodeTests(run, readFileSync(times, 'utf8'));
  rmSync(times);
  return counted;
}

async function clippyWasm() {
  const env = await wasmCargoEnvironment();
  const counts = [];
  // the module of the CPU, and that of the tables: between them they have every feature
  for (const feature of ['cpu', 'tables']) {
    const args = ['clippy', '--lib', '--features', feature, '--target', WASM, '--', '-D', 'warnings'];
    counts.push(whole(await show('cargo', args, { env })));
  }
  return together(counts);
}

/** Set-ups by name; each runs once. */
const setUps = {
  rust,
  rustfmt: () => rustComponent('rustfmt', 'rustfmt'),
  'clippy itself': () => rustComponent('cargo-clippy', 'clippy'),
  vulkan,
  chromium: browser,
  firefox,
  modules: buildWasm,
  site: buildSite,
  'pages for tests': buildTestPages,
  'native tests': buildNativeTests,
};

/**
 * Two lanes take the suites in this order: quick checks, then the longest. A suite is a list of set-ups, and a function
 * that gives its counts.
 */
const suites = {
  rustfmt: [['rustfmt'], async () => whole(await show('cargo', ['fmt', '--check']))],
  biome: [[], async () => whole(await npmProgram('@biomejs/biome/bin/biome', 'ci', '.', ...colours))],
  'playwright-gpu': [['modules', 'chromium', 'pages for tests'], () => playwright('gpu')],
  'playwright-cpu': [['modules', 'chromium', 'pages for tests'], () => playwright('cpu')],
  cargo: [['rust', 'vulkan', 'native tests'], cargo],
  // one browser at a time; a file's tests may take ten minutes where a software GPU has a slow machine
  firefox: [
    ['modules', 'firefox', 'vulkan'],
    () => byNode(join('tests', 'firefox'), '--test-concurrency=1', '--test-timeout=600000'),
  ],
  'playwright-site': [['modules', 'chromium', 'site'], () => playwright('site')],
  clippy: [
    ['clippy itself'],
    async () => whole(await show('cargo', ['clippy', '--all-targets', '--', '-D', 'warnings'])),
  ],
  'clippy-wasm': [['clippy itself'], clippyWasm],
  // the modules' declarations are among the types
  types: [['modules'], async () => whole(await npmProgram('typescript/bin/tsc', '--noEmit'))],
  node: [['modules', 'site'], () => byNode(join('tests', 'node'))],
};

function summary(done) {
  const width = Math.max(...done.map(({ name }) => name.length));
  return done.map(({ name, seconds, counted: { passed, failed, skipped = 0 }, problem = '' }) => {
    const remark = problem || (skipped ? `${skipped} skipped` : '');
    const mark = failed === 0 ? '✓' : '✗';
    const time = `${seconds.toFixed(0)} s`.padStart(6);
    return `${mark} ${name.padEnd(width)}  ${time}  ${passed} passed, ${failed} failed${remark && `: ${remark}`}`;
  });
}

/** The word after an option, if the option is there. */
function wordAfter(option) {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : process.argv[at + 1];
}

main(async () => {
  const names = Object.keys(suites);
  if (process.argv.includes('--list')) {
    console.log(names.join('\n'));
    return;
  }
  const [keep, lanes] = ['--times', '--lanes'].map(wordAfter);
  const chosen = process.argv
    .slice(2)
    .filter((word) => !word.startsWith('-') && ![keep, lanes].includes(word));
  for (const word of chosen) {
    if (!names.some((name) => name.startsWith(word)))
      throw new SetupError(`No suite's name begins with '${word}'; there are ${names.join(', ')}.`);
  }
  const wanted = names.filter((name) => chosen.length === 0 || chosen.some((word) => name.startsWith(word)));
  const began = Date.now();
  await npmPackages();
  const { done, setUp } = await runLanes(
    wanted.map((name) => ({ name, needs: suites[name][0], run: suites[name][1] })),
    setUps,
    Number(lanes ?? 2),
  );
  done.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  const tests = done.flatMap(({ name, counted }) =>
    (counted.tests ?? []).map((each) => ({ suite: name, ...each })),
  );
  const seconds = (Date.now() - began) / 1000;
  if (keep) {
    const by = done.map(({ name, seconds, counted: { tests: _, ...counts } }) => ({
      name,
      seconds,
      ...counts,
    }));
    writeFileSync(keep, recordText({ seconds, setUp, suites: by, tests }));
  }
  const { passed, failed } = together(done.map(({ counted }) => counted));
  console.log(`\n${timesText({ setUp, tests })}\n`);
  const failures = failuresText(tests);
  if (failures) console.log(`What failed\n${failures}\n`);
  console.log(`${summary(done).join('\n')}\n\nAll of it took ${(seconds / 60).toFixed(1)} minutes.\n`);
  // the last line is for whoever counts: nothing else stands on it
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
