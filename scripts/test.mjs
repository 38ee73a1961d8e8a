// npm test: sets up what is missing, runs every suite, and ends with how many tests passed and failed.
//   npm test -- cargo playwright     runs the suites whose names begin so; --list names them
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { buildSite, buildWasm, wasmCargoEnvironment } from './build.mjs';
import { webdriver } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { wasmBindgen, wasmPack } from './setup/cargo-tools.mjs';
import { firefox } from './setup/firefox.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';
import { rust, rustComponent } from './setup/rust.mjs';
import { vulkan } from './setup/vulkan.mjs';

const WASM = 'wasm32-unknown-unknown';

/** Runs a program, showing what it prints as it comes; gives its exit code and all that it printed. */
function show(command, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const npmProgram = (path, ...args) => show(process.execPath, [join(root, 'node_modules', path), ...args]);

// biome draws its colours into a file too
const colours = process.stdout.isTTY ? [] : ['--colors=off'];

/** A check that passes or fails as a whole. */
const whole = ({ code }) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Counts what test programs of cargo's kind report, one 'test result' line each. A run that failed without a failed
 * test did not compile, or a test program crashed.
 */
function libtest({ code, output }) {
  const results = [...output.matchAll(/^test result: .*?(\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  const [passed, failed, skipped] = [1, 2, 3].map((at) =>
    results.reduce((sum, match) => sum + Number(match[at]), 0),
  );
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

/** The programs in tests/ that run in a browser; the others are native. */
const inBrowser = () =>
  readdirSync(join(root, 'tests'))
    .filter((name) => /^wasm.*\.rs$/.test(name))
    .flatMap((name) => ['--test', name.replace('.rs', '')]);

async function wasmPackTest() {
  const env = await wasmCargoEnvironment();
  const { chromium, chromedriver } = await browser({ driver: true });
  const bindgen = await wasmBindgen();
  const pack = await wasmPack();
  if (inBrowser().length === 0) return { passed: 0, failed: 0 };
  writeFileSync(join(root, 'webdriver.json'), JSON.stringify(webdriver(chromium), null, 2));
  const args = [
    'test',
    '--headless',
    '--chrome',
    '--chromedriver',
    chromedriver,
    '--mode',
    'no-install',
    '--',
  ];
  return libtest(
    await show(pack, [...args, '--features', 'tables', ...inBrowser()], {
      ...env,
      PATH: [dirname(bindgen), env.PATH].join(delimiter),
      // seconds for all tests of a program, on a software GPU
      WASM_BINDGEN_TEST_TIMEOUT: '1200',
    }),
  );
}

/** Titles of the tests of a suite of Playwright's report that passed only when they were tried again. */
const onSecondTry = ({ specs = [], suites = [] }) => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(onSecondTry),
];

async function playwright() {
  await buildWasm();
  await browser();
  await buildSite();
  const report = join(root, 'test-results', 'report.json');
  rmSync(report, { force: true });
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const { code } = await npmProgram('@playwright/test/cli.js', 'test', '--reporter=list,json');
  let { stats, suites } = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, suites: [] };
  try {
    ({ stats, suites } = JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // it ended before it could report, with a code that says so
  }
  const failed = stats.unexpected;
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
    second: suites.flatMap(onSecondTry),
  };
}

/** Counts what node's own test runner reports at its end. What was cancelled took too long. */
function nodeTests({ code, output }) {
  const count = (word) => Number(output.match(new RegExp(`^\\S+ ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  return {
    passed: count('pass'),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: count('skipped'),
  };
}

async function firefoxTests() {
  await buildWasm();
  await firefox();
  await vulkan();
  const folder = join('tests', 'firefox');
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.mjs'));
  // one browser at a time; a file's tests may take ten minutes where a software GPU has a slow machine
  const options = ['--test-reporter=spec', '--test-concurrency=1', '--test-timeout=600000'];
  const paths = names.map((name) => join(folder, name));
  return nodeTests(await show(process.execPath, ['--test', ...options, ...paths]));
}

// In this order, the quick ones first. Each sets up what it needs, runs, and gives what it counted.
const suites = {
  async rustfmt() {
    await rustComponent('rustfmt', 'rustfmt');
    return whole(await show('cargo', ['fmt', '--check']));
  },
  async biome() {
    return whole(await npmProgram('@biomejs/biome/bin/biome', 'ci', '.', ...colours));
  },
  async types() {
    await buildWasm(); // its declarations are among the types
    return whole(await npmProgram('typescript/bin/tsc', '--noEmit'));
  },
  async clippy() {
    await rustComponent('cargo-clippy', 'clippy');
    return whole(await show('cargo', ['clippy', '--all-targets', '--', '-D', 'warnings']));
  },
  async 'clippy-wasm'() {
    await rustComponent('cargo-clippy', 'clippy');
    const env = await wasmCargoEnvironment();
    // the other modules have no tests of their own here
    for (const what of [
      ['--lib', '--features', 'tables', ...inBrowser()],
      ['--lib'],
      ['--lib', '--features', 'cpu'],
      ['--lib', '--no-default-features', '--features', 'tables'],
    ]) {
      const args = ['clippy', ...what, '--target', WASM, '--', '-D', 'warnings'];
      const result = whole(await show('cargo', args, env));
      if (result.failed > 0) return result;
    }
    return { passed: 1, failed: 0 };
  },
  async cargo() {
    await rust();
    const env = { ...process.env, ...(await vulkan()) };
    const programs = libtest(
      await show('cargo', ['test', '--no-fail-fast', '--lib', '--tests', '--examples'], env),
    );
    const documentation = libtest(await show('cargo', ['test', '--doc'], env));
    return {
      passed: programs.passed + documentation.passed,
      failed: programs.failed + documentation.failed,
      skipped: programs.skipped + documentation.skipped,
    };
  },
  'wasm-pack': wasmPackTest,
  firefox: firefoxTests,
  playwright,
};

main(async () => {
  const names = Object.keys(suites);
  if (process.argv.includes('--list')) {
    console.log(names.join('\n'));
    return;
  }
  const chosen = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  for (const word of chosen) {
    if (!names.some((name) => name.startsWith(word))) {
      throw new SetupError(`No suite's name begins with '${word}'; there are ${names.join(', ')}.`);
    }
  }
  const wanted = names.filter((name) => chosen.length === 0 || chosen.some((word) => name.startsWith(word)));

  await npmPackages();
  const total = { passed: 0, failed: 0 };
  const lines = [];
  const width = Math.max(...names.map((name) => name.length));
  for (const name of wanted) {
    console.log(`\n━━━ ${name} (${wanted.indexOf(name) + 1} of ${wanted.length})`);
    const began = Date.now();
    let counted;
    let remark = '';
    try {
      counted = await suites[name]();
      if (counted.passed + counted.failed === 0) {
        counted.failed = 1;
        remark = 'it ran no test';
      } else {
        const { skipped = 0, second = [] } = counted;
        const remarks = [
          skipped && `${skipped} skipped`,
          ...second.map((title) => `on the second try: ${title}`),
        ];
        remark = remarks.filter(Boolean).join('; ');
      }
    } catch (error) {
      counted = { passed: 0, failed: 1 };
      remark = error instanceof SetupError ? error.message : String(error.stack);
      console.error(`✗ ${remark}`);
    }
    total.passed += counted.passed;
    total.failed += counted.failed;
    const seconds = `${((Date.now() - began) / 1000).toFixed(0)} s`;
    const result = `${counted.passed} passed, ${counted.failed} failed`;
    lines.push(
      `${counted.failed === 0 ? '✓' : '✗'} ${name.padEnd(width)}  ${seconds.padStart(5)}  ${result}${remark && `: ${remark}`}`,
    );
  }
  // the last line is for whoever counts: nothing else stands on it
  console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});
