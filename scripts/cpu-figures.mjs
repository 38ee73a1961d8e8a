// How long a step takes without WebGPU, and when the lab's first picture is there: docs/benchmarks/cpu.md.
// Every opening has a browser context, and so a cache, of its own.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root } from './setup/run.mjs';

const usage = `npm run cpu-figures -- [--steps 40] [--openings 7] [--out docs/benchmarks/cpu.md]`;

const CASES = [
  ['necklaces', { chains: 250, beads: 40 }, {}],
  ['necklaces', { chains: 250, beads: 40 }, { positions: 'pulled' }],
  ['necklaces', { chains: 2500, beads: 40 }, {}],
  ['necklaces', { chains: 2500, beads: 40 }, { positions: 'pulled' }],
  ['ragdolls', { count: 100 }, {}],
  ['net', {}, {}],
  ['heap', { count: 1000 }, {}],
  ['heap', { count: 10_000 }, {}],
  ['many-pyramids', { base: 5, pyramids: 66 }, {}],
  ['pour', { chains: 50 }, {}],
];
/** What touches comes to rest first, as in the benchmark. */
const FRAMES_TO_REST = 240;

const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(part * values.length)];
const digits = (value) => String(Number(value.toPrecision(value < 1 ? 2 : 3)));

/** In the page. */
async function run([scene, sceneOptions, parameters, steps, toRest]) {
  const { Simulation } = window.beadwork;
  const simulation = await Simulation.create({ scene, sceneOptions, parameters, machine: 'cpu' });
  for (let left = simulation.touching ? toRest : 3; left > 0; left--) await simulation.step();
  const times = [];
  for (let k = 0; k < steps; k++) {
    const began = performance.now();
    await simulation.step();
    times.push(performance.now() - began);
  }
  const { maxGapRadii, maxDepth } = await simulation.measure();
  const { bodyCount } = simulation;
  simulation.destroy();
  return { times, bodyCount, maxGapRadii, maxDepth };
}

/** When the picture stands, ms after the address was opened. */
async function opening(chrome, url) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('loading: done').length > 0);
  const at = await page.evaluate(() => performance.getEntriesByName('loading: done')[0].startTime);
  await context.close();
  return at;
}

main(async () => {
  const asked = commandLine('cpu-figures', usage, {
    steps: 40,
    openings: 7,
    out: 'docs/benchmarks/cpu.md',
  });
  let version = '';
  const rows = [];
  await inChromium({}, async (chrome, url) => {
    version = chrome.version();
    const page = await chrome.newPage();
    await page.goto(`${url}tests/e2e/pages/api.html`);
    await page.waitForFunction(() => Boolean(window.beadwork));
    for (const [scene, options, parameters] of CASES) {
      const found = await page.evaluate(run, [scene, options, parameters, asked.steps, FRAMES_TO_REST]);
      const { times, bodyCount, maxGapRadii, maxDepth } = found;
      const cells = [
        `\`${scene}\``,
        `\`${JSON.stringify({ ...options, ...parameters })}\``,
        bodyCount.toLocaleString('en'),
        ...[0.5, 0.95].map((part) => digits(share(times, part))),
        maxGapRadii > 0 ? maxGapRadii.toExponential(1) : '',
        maxDepth > 0 ? digits(maxDepth) : '',
      ];
      rows.push(`| ${cells.join(' | ')} |`);
      console.log(rows.at(-1));
    }
  });
  const openings = [];
  await inChromium({ site: true }, async (chrome, url) => {
    for (let k = 0; k < asked.openings; k++) openings.push(await opening(chrome, url));
  });
  const seconds = (part) => (share(openings, part) / 1000).toFixed(2);
  const text = `# Without WebGPU

|  |  |
|---|---|
| browser | headless Chromium ${version}; WebGL draws on SwiftShader |
| machine | ${cpus().length} × ${cpus()[0]?.model.trim()}; a step takes one core |
| date | ${new Date().toISOString().slice(0, 10)} |
| command | \`${asked.command}\` |

Milliseconds of a step of 1/60 s on the CPU: the median of ${asked.steps}, and what 95 % stayed below. Gap in radii and depth in m after the last.
What touches has had ${FRAMES_TO_REST} frames to come to rest.

| scene | options | bodies | ms | p95 | gap | depth |
|---|---|---|---|---|---|---|
${rows.join('\n')}

The lab's first picture, after the address was opened with an empty cache, ${asked.openings} times on a host beside it: ${seconds(0)} s at best, ${seconds(0.5)} s in
the middle, ${seconds(0.999)} s at worst.
`;
  writeFileSync(resolve(root, asked.out), text);
  console.log(text);
});
