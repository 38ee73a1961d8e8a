// npm test: sets up what is missing and runs every suite, then says how many tests passed and failed.
//   npm test -- rust browser       only the suites whose name begins so
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWasm } from './build.mjs';
import { flags } from './chromium-flags.mjs';
import { browser, vulkan } from './setup/browser.mjs';
import { wasmBindgen, wasmPack } from './setup/cargo-tools.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';
import { wasmEnvironment } from './setup/wasm-target.mjs';

/** Runs a suite live and keeps its output for counting. */
function suite(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

// A check that passes or fails as a whole.
const whole = ({ code }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

function sum(pattern, output) {
  let total = 0;
  for (const match of output.matchAll(pattern)) total += Number(match[1]);
  return total;
}

// cargo and wasm-pack: a 'test result' line a binary. A binary that ended without one crashed.
function cargoCount({ code, output }) {
  const passed = sum(/^test result: .*?(\d+) passed/gm, output);
  const failed = sum(/^test result: .*?(\d+) failed/gm, output);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function playwrightCount({ code, output }) {
  const passed = sum(/^\s+(\d+) passed/gm, output);
  const failed = sum(/^\s+(\d+) (?:failed|flaky|interrupted|did not run)/gm, output);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

let vulkanEnvironment = {};
let wasm = {};
let chrome = {};

const npx = (program, ...args) => suite(process.execPath, [join(root, 'node_modules', ...program), ...args]);

const suites = [
  ['format: rustfmt', () => suite('cargo', ['fmt', '--check']), whole],
  ['format: biome', () => npx(['@biomejs', 'biome', 'bin', 'biome'], 'ci', '.'), whole],
  ['types: tsc', () => npx(['typescript', 'bin', 'tsc'], '--noEmit'), whole],
  [
    'lint: clippy',
    () => suite('cargo', ['clippy', '--all-targets', '--quiet', '--', '-D', 'warnings']),
    whole,
  ],
  [
    'lint: clippy for wasm32',
    () =>
      suite(
        'cargo',
        ['clippy', '--lib', '--target', 'wasm32-unknown-unknown', '--quiet', '--', '-D', 'warnings'],
        { ...wasm, CARGO_TARGET_DIR: join(root, 'target', 'wasm') },
      ),
    whole,
  ],
  [
    'rust: cargo test',
    () => suite('cargo', ['test', '--no-fail-fast', '--lib', '--tests', '--examples'], vulkanEnvironment),
    cargoCount,
  ],
  ['rust: doctests', () => suite('cargo', ['test', '--doc'], vulkanEnvironment), cargoCount],
  ['wasm: wasm-pack test', wasmPackTest, cargoCount],
  [
    'browser: Playwright',
    () => npx(['@playwright', 'test', 'cli.js'], 'test', '--reporter=list'),
    playwrightCount,
  ],
];

async function wasmPackTest() {
  const args = flags.filter((flag) => !flag.startsWith('--headless'));
  writeFileSync(
    join(root, 'webdriver.json'),
    JSON.stringify(
      { 'goog:chromeOptions': { binary: chrome.chromium, args: ['--headless=new', ...args] } },
      null,
      2,
    ),
  );
  const pack = await wasmPack();
  const bindgen = join(await wasmBindgen(), '..');
  const path = [bindgen, wasm.PATH ?? process.env.PATH].join(':');
  return suite(
    pack,
    [
      'test',
      '--headless',
      '--chrome',
      '--mode',
      'no-install',
      '--chromedriver',
      chrome.chromedriver,
      '--',
      '--test',
      'wasm',
    ],
    {
      ...wasm,
      PATH: path,
      CARGO_TARGET_DIR: join(root, 'target', 'wasm'),
      WASM_BINDGEN_TEST_TIMEOUT: '600',
    },
  );
}

main(async () => {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(`Node ${process.versions.node} is too old: please install Node 20.19 or newer`);
  }
  const chosen = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const wanted = suites.filter(
    ([name]) => chosen.length === 0 || chosen.some((word) => name.startsWith(word)),
  );
  if (wanted.length === 0)
    throw new SetupError(
      `There is no suite that begins with '${chosen.join("', '")}'; there are: ${suites.map(([name]) => name).join(', ')}`,
    );

  const needs = (word) => wanted.some(([name]) => name.startsWith(word));
  await npmPackages();
  if (needs('rust')) vulkanEnvironment = await vulkan();
  wasm = await wasmEnvironment();
  if (needs('wasm') || needs('browser')) chrome = await browser();
  if (needs('types') || needs('browser') || needs('format: biome')) await buildWasm();

  let passed = 0;
  let failed = 0;
  const lines = [];
  for (const [name, start, count] of wanted) {
    console.log(`\n━━ ${name}`);
    const began = Date.now();
    const result = await start();
    const counted = count(result);
    // a suite that ran nothing has not passed
    const nothing = counted.passed + counted.failed === 0;
    if (nothing) counted.failed = 1;
    passed += counted.passed;
    failed += counted.failed;
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    lines.push(
      `${counted.failed === 0 ? '✓' : '✗'} ${name}: ${counted.passed} passed, ${counted.failed} failed${nothing ? ' (it ran no test)' : ''}, ${seconds} s`,
    );
  }
  console.log(`\n${lines.join('\n')}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
