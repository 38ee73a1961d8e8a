// Suites side by side: each lane takes the next one that waits. A set-up runs once, before the clock of a suite that needs it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { root, SetupError } from '../setup/run.mjs';

/** The name of the suite or the set-up that runs, which stands before each line that it prints. */
const speaker = new AsyncLocalStorage();

function say(text) {
  const name = speaker.getStore();
  process.stdout.write(name ? text.replace(/^/gm, `${name} │ `).replace(/[^\n]*│ $/, '') : text);
}

/**
 * Runs a program, showing whole lines of what it prints as they come, but for those that match `hide`; gives its exit
 * code and all that it printed.
 */
export function show(command, args, { env = process.env, hide } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const reading = () => {
      let rest = '';
      return (chunk) => {
        output += chunk;
        const lines = (rest + chunk).split('\n');
        rest = lines.pop();
        const shown = lines.filter((line) => !hide?.test(line));
        if (shown.length > 0) say(`${shown.join('\n')}\n`);
      };
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', reading());
    }
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const secondsSince = (began) => (Date.now() - began) / 1000;

/** Runs `suites` ({ name, needs, run }) in so many lanes; `setUps` are functions by name. */
export async function runLanes(suites, setUps, lanes) {
  const setUp = [];
  const started = new Map();
  const underWay = (name) => started.has(name) && !setUp.some((ended) => ended.name === name);
  const prepare = (name) => {
    if (!started.has(name)) {
      const began = Date.now();
      const doing = speaker
        .run(name, setUps[name])
        .then(() => setUp.push({ name, seconds: secondsSince(began) }));
      started.set(name, doing);
    }
    return started.get(name);
  };
  const done = [];
  const waiting = [...suites];
  /** The next suite, but one that would wait for another lane's set-up lets the others pass. */
  const next = () => {
    const free = waiting.findIndex(({ needs }) => !needs.some(underWay));
    return waiting.splice(Math.max(0, free), 1)[0];
  };
  const lane = async () => {
    for (let suite = next(); suite; suite = next()) {
      const { name, needs, run } = suite;
      let began = Date.now();
      const ended = { name };
      try {
        for (const need of needs) await prepare(need);
        console.log(`━━━ ${name}`);
        began = Date.now();
        ended.counted = await speaker.run(suites.length > 1 ? name : '', run);
        if (ended.counted.passed + ended.counted.failed === 0) {
          ended.counted.failed = 1;
          ended.problem = 'it ran no test';
        }
      } catch (error) {
        ended.counted = { passed: 0, failed: 1 };
        ended.problem = error instanceof SetupError ? error.message : String(error.stack);
        console.error(`✗ ${name}: ${ended.problem}`);
      }
      ended.seconds = secondsSince(began);
      done.push(ended);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { done, setUp };
}
