// How long a step takes without WebGPU, with SIMD, without, and by Rapier's SIMD build, what memory that takes, how smooth the page stays
// beside it, and when the lab's first picture is there: docs/benchmarks/cpu.md.
// Every opening has a browser context, and so a cache, of its own.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { digits, share } from './figures.mjs';
import { inChromium, withoutWorkers } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root } from './setup/run.mjs';

const usage = `npm run cpu-figures -- [--steps 40] [--seconds 6] [--openings 7] [--out docs/benchmarks/cpu.md]`;

const CASES = [
  ['necklaces', { chains: 250, beads: 40 }, {}],
  ['necklaces', { chains: 250, beads: 40 }, { positions: 'pulled' }],
  ['necklaces', { chains: 2500, beads: 40 }, {}],
  ['necklaces', { chains: 2500, beads: 40 }, { positions: 'pulled' }],
  ['ragdolls', { count: 100 }, {}],
  ['ragdolls', { count: 100, hinges: 1 }, {}],
  ['ragdolls', { count: 1000, hinges: 1 }, {}],
  ['joint-grid', {}, {}],
  ['net', {}, {}],
  ['heap', { count: 1000 }, {}],
  // as deep as Rapier's
  ['heap', { count: 1000 }, { substeps: 2, contactSoftness: 45 }],
  ['heap', { count: 10_000 }, {}],
  ['heap', { count: 10_000 }, { substeps: 3, contactSoftness: 70 }],
  ['stack', { boxes: 100 }, {}],
  ['large-pyramid', {}, {}],
  ['many-pyramids', { base: 5, pyramids: 66 }, {}],
  ['pour', { chains: 50 }, {}],
  ['wrecking', {}, {}],
];
/** What touches comes to rest first, as in the benchmark. */
const FRAMES_TO_REST = 240;
/** What hangs swings first. */
const FRAMES_TO_SWING = 60;

/** What runs beside the page. */
const BESIDE = [
  ['heap', { count: 1000 }],
  ['heap', { count: 10_000 }],
  ['pour', { chains: 50 }],
];
const MODULES = ['beadwork_simd.wasm', 'beadwork_bg.wasm'];

/** In the page: the simulation that `take` steps. */
async function begin([scene, sceneOptions, parameters, [toRest, swinging], module]) {
  const { init, Simulation } = window.beadwork;
  await init({ machine: 'cpu', cpuWasm: `/www/wasm/cpu/${module}` });
  window.simulation = await Simulation.create({ scene, sceneOptions, parameters, machine: 'cpu' });
  for (let left = window.simulation.touching ? toRest : swinging; left > 0; left--)
    await window.simulation.step();
}

/** In the page: how long a step takes. */
async function take() {
  const began = performance.now();
  await window.simulation.step();
  return performance.now() - began;
}

async function end() {
  const { maxGapRadii, maxDepth } = await window.simulation.measure();
  const { bodyCount } = window.simulation;
  window.simulation.destroy();
  const { memory } = await (await import('/www/wasm/cpu/beadwork.js')).default();
  return { bodyCount, maxGapRadii, maxDepth, bytes: memory.buffer.byteLength };
}

/** In the page: the same scene in Rapier, at its own settings. */
async function beginPeer([scene, sceneOptions, [toRest, swinging]]) {
  const { init, Simulation } = window.beadwork;
  await init({ machine: 'cpu' });
  const simulation = await Simulation.create({ scene, sceneOptions, machine: 'cpu' });
  const description = await simulation.describe();
  simulation.destroy();
  const { engineOf } = await import('/www/bench/peers/engines.ts');
  const engine = await engineOf('rapier').load();
  try {
    window.peer = await engine.of(description);
  } catch (error) {
    return { refused: error.message };
  }
  for (let left = description.contacts ? toRest : swinging; left > 0; left--) window.peer.step();
  return { name: window.peer.name };
}

function takePeer() {
  const began = performance.now();
  window.peer.step();
  return performance.now() - began;
}

function endPeer() {
  const { maxGapRadii, maxDepth } = window.peer.measure();
  window.peer.free();
  return { maxGapRadii, maxDepth };
}

/** In the page: for so many seconds steps and pictures by turns, beside a page that wants to draw as often as it may. */
async function beside([scene, sceneOptions, toRest, seconds]) {
  const { Simulation, View } = window.beadwork;
  const simulation = await Simulation.create({ scene, sceneOptions, machine: 'cpu' });
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
  const view = await View.create(simulation, canvas);
  const picture = () => new Promise(requestAnimationFrame);
  await simulation.step(toRest);
  // shaders are compiled for the first ones
  for (let k = 0; k < 3; k++) {
    view.render();
    await picture();
  }
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  let [pictures, steps, running] = [0, 0, true];
  const count = () => {
    pictures += 1;
    if (running) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const began = performance.now();
  while (performance.now() - began < 1000 * seconds) {
    await simulation.step();
    view.render();
    steps += 1;
    await picture();
  }
  const took = (performance.now() - began) / 1000;
  running = false;
  await picture();
  observer.disconnect();
  const { bodyCount } = simulation;
  view.destroy();
  simulation.destroy();
  return { bodyCount, longest, pictures: pictures / took, steps: steps / took };
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
    seconds: 6,
    out: 'docs/benchmarks/cpu.md',
  });
  let version = '';
  let peer = '';
  const refusals = new Set();
  const rows = [];
  const smooth = [];
  await inChromium({}, async (chrome, url) => {
    version = chrome.version();
    const open = async (prepare) => {
      const page = await chrome.newPage();
      if (prepare) await page.addInitScript(prepare);
      await page.goto(`${url}tests/e2e/pages/api.html`);
      await page.waitForFunction(() => Boolean(window.beadwork));
      return page;
    };
    const gap = (radii) => (radii > 0 ? radii.toExponential(1) : '');
    const depth = (metres) => (metres > 0 ? digits(metres) : '');
    for (const [scene, options, parameters] of CASES) {
      // Steps are timed on the page's own thread, of the three by turns. A module's memory does not shrink, so each case has pages of its own.
      const pages = [await open(withoutWorkers), await open(withoutWorkers), await open()];
      const rapier = pages[2];
      for (const [k, module] of MODULES.entries())
        await pages[k].evaluate(begin, [
          scene,
          options,
          parameters,
          [FRAMES_TO_REST, FRAMES_TO_SWING],
          module,
        ]);
      const { name, refused } = await rapier.evaluate(beginPeer, [
        scene,
        options,
        [FRAMES_TO_REST, FRAMES_TO_SWING],
      ]);
      if (refused) refusals.add(`\`${scene}\`: ${refused}`);
      else peer = name;
      const times = [[], [], []];
      for (let step = 0; step < asked.steps; step++)
        for (const [k, page] of pages.entries())
          if (page !== rapier) times[k].push(await page.evaluate(take));
          else if (!refused) times[k].push(await page.evaluate(takePeer));
      const { bodyCount, bytes, ...ours } = await pages[0].evaluate(end);
      const theirs = refused ? {} : await rapier.evaluate(endPeer);
      const [ms, without, rapierMs] = times.map((each) => share(each, 0.5));
      const cells = [
        `\`${scene}\``,
        `\`${JSON.stringify({ ...options, ...parameters })}\``,
        bodyCount.toLocaleString('en'),
        ...[ms, share(times[0], 0.95), without].map(digits),
        (ms / without).toFixed(2),
        gap(ours.maxGapRadii),
        depth(ours.maxDepth),
        (bytes / 2 ** 20).toFixed(0),
        refused ? '–' : digits(rapierMs),
        refused ? '–' : (ms / rapierMs).toFixed(2),
        gap(theirs.maxGapRadii),
        depth(theirs.maxDepth),
      ];
      rows.push(`| ${cells.join(' | ')} |`);
      console.log(rows.at(-1));
      for (const page of pages) await page.close();
    }
    for (const [scene, options] of BESIDE) {
      const found = [];
      for (const prepare of [withoutWorkers, undefined]) {
        const page = await open(prepare);
        found.push(await page.evaluate(beside, [scene, options, FRAMES_TO_REST, asked.seconds]));
        await page.close();
      }
      const pair = (of) => found.map(of).join(' → ');
      const cells = [
        `\`${scene}\``,
        found[0].bodyCount.toLocaleString('en'),
        pair(({ longest }) => (longest > 0 ? longest.toFixed(0) : 'below 50')),
        pair(({ pictures }) => digits(pictures)),
        pair(({ steps }) => digits(steps)),
      ];
      smooth.push(`| ${cells.join(' | ')} |`);
      console.log(smooth.at(-1));
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

Milliseconds of a step of 1/60 s on the CPU: the median of ${asked.steps}, and what 95 % stayed below. Beside it stand the medians of the module
without SIMD and of Rapier (${peer}, at its own settings). Their steps were taken in turn with these; the ratio is with SIMD over without. Gap in radii and depth in m
after the last. Touching bodies have had ${FRAMES_TO_REST} frames to come to rest, hanging ones ${FRAMES_TO_SWING} to swing. Bits are the same with SIMD and without. Memory: MiB of the module in
the end, code and browser not counted, scene and its building with it.

| scene | options | bodies | ms | p95 | without SIMD | ratio | gap | depth | memory | Rapier, ms | ours over it | its gap | its depth |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${[...refusals].map((refusal) => `- ${refusal}\n`).join('')}
The page itself, while steps and pictures of 320 × 240 pixels are made by turns for ${asked.seconds} s: its longest task in ms, its pictures and the steps a
second, without a worker → as it comes. The browser draws on the same cores, and more pictures leave less for the steps.

| scene | bodies | longest task | pictures/s | steps/s |
|---|---|---|---|---|
${smooth.join('\n')}

The lab's first picture, after the address was opened with an empty cache, ${asked.openings} times on a host beside it: ${seconds(0)} s at best, ${seconds(0.5)} s in
the middle, ${seconds(0.999)} s at worst.
`;
  writeFileSync(resolve(root, asked.out), text);
  console.log(text);
});
