// How quickly the lab is there, and how long a picture of many beads takes.
// The built site in headless Chromium; every run has a browser context, and so a cache, of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { median } from './figures.mjs';
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root } from './setup/run.mjs';

const usage = `npm run lab-figures -- [--runs 7] [--pictures 80] [--chains 2500] [--bodies 130] [--out docs/benchmarks/lab.md]`;

const ms = (value) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)}`;

/** When things could be seen, ms after the page was asked for. */
async function opening(chrome, url) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('loading: done').length > 0);
  const seen = await page.evaluate(() => {
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
    return {
      'first contentful paint': at('first-contentful-paint'),
      'download begins': at('loading: download'),
      'compiling begins': at('loading: compile'),
      'simulations stand, the picture begins': at('loading: picture'),
      'first picture': at('loading: done'),
    };
  });
  await context.close();
  return seen;
}

/** The lab with its first picture; in it `watched` tells how many pixels the canvas has, and when pictures were drawn. */
async function openLab(chrome, url) {
  const page = await chrome.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    window.watched = (view) => {
      const canvas = document.querySelector('canvas');
      const drawn = [];
      const render = view.render.bind(view);
      let onDrawn = () => {};
      view.render = () => {
        drawn.push(performance.now());
        render();
        onDrawn();
      };
      const wait = (pictures) =>
        new Promise((resolve) => {
          onDrawn = () => drawn.length >= pictures && resolve();
          onDrawn();
        });
      return { drawn, render, wait, pixels: () => `${canvas.width} × ${canvas.height}` };
    };
  });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('loading: done').length > 0);
  return page;
}

/** What pictures of the running page cost, and what each part of them does by itself. */
async function pictures(chrome, url, count) {
  const page = await openLab(chrome, url);
  const found = await page.evaluate(async (count) => {
    const { lab } = window;
    const view = lab.view();
    const { simulation } = lab.runners()[0];
    const { drawn, render, wait, pixels } = window.watched(view);
    const full = pixels();
    // the page as it runs: slow pictures get fewer pixels, and that has come to rest
    await wait(60);
    drawn.length = 0;
    await wait(count + 1);
    const between = drawn.slice(1).map((at, k) => at - drawn[k]);
    const said = document.getElementById('slow').textContent;
    document.getElementById('play').click();
    await lab.idle();
    view.render = render;

    // its parts, one at a time, each from an idle device to an idle device
    const alone = async (act) => {
      const times = [];
      for (let k = 0; k < count; k++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const began = performance.now();
        await act();
        times.push(performance.now() - began);
      }
      return times;
    };
    const nothing = await alone(() => simulation.measure());
    const drawing = await alone(() => {
      render();
      return simulation.measure();
    });
    const stepping = await alone(() => simulation.step(1));
    render();
    await view.statistics();
    const passes = [];
    for (let k = 0; k < 9; k++) {
      render();
      passes.push((await view.statistics()).milliseconds);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const { pearls, splats, threads } = await view.statistics();
    const { stageMilliseconds } = await simulation.measure();
    return {
      between,
      said,
      nothing,
      drawing,
      stepping,
      passes,
      stageMilliseconds,
      full,
      pixels: pixels(),
      beads: simulation.bodyCount,
      pearls,
      splats,
      threads,
    };
  }, count);
  await page.close();
  return found;
}

/** Pictures a second without WebGPU: of the first twenty, and once forty had as many pixels each; null for a scene of more bodies. */
async function paced(chrome, url, most) {
  const page = await openLab(chrome, url);
  const found = await page.evaluate(async (most) => {
    const bodies = lab.runners()[0].simulation.bodies().length;
    if (bodies > most) return null;
    const { drawn, wait, pixels } = window.watched(lab.view());
    const full = pixels();
    const rate = (times) => (1000 * (times.length - 1)) / (times.at(-1) - times[0]);
    await wait(20);
    const first = rate(drawn.slice(0, 20));
    let alike;
    do {
      alike = pixels();
      drawn.length = 0;
      await wait(40);
    } while (pixels() !== alike);
    return { bodies, full, pixels: alike, first, rest: rate(drawn) };
  }, most);
  await page.close();
  return found;
}

/** Of all built-in scenes of at most so many bodies. */
async function everyScene(chrome, url, most) {
  const { scenes } = JSON.parse(readFileSync(resolve(root, 'www/generated/catalogue.json'), 'utf8'));
  const rows = [];
  for (const { name } of scenes) {
    const found = await paced(chrome, `${url}?scene=${name}&machine=cpu`, most);
    if (found) rows.push({ name, ...found });
  }
  return rows;
}

main(async () => {
  const asked = commandLine('lab-figures', usage, {
    runs: 7,
    pictures: 80,
    chains: 2500,
    bodies: 130,
    out: 'docs/benchmarks/lab.md',
  });
  const { runs, pictures: count, chains, bodies, command } = asked;
  const out = resolve(root, asked.out);
  await inChromium({ site: true }, async (chrome, url) => {
    const openings = [];
    for (let k = 0; k < runs; k++) openings.push(await opening(chrome, url));
    const seen = Object.keys(openings[0]).map((name) => {
      const times = openings.map((one) => one[name]);
      return `| ${name} | ${ms(median(times))} | ${ms(Math.min(...times))} | ${ms(Math.max(...times))} |`;
    });
    const found = await pictures(
      chrome,
      `${url}?scene=necklaces&chains=${chains}&solver=auto&machine=gpu`,
      count,
    );
    const waiting = median(found.nothing);
    const passes = Object.keys(found.passes[0])
      .map((name) => [name, median(found.passes.map((one) => one[name] ?? 0))])
      .sort(([, a], [, b]) => b - a);
    const every = await everyScene(chrome, url, bodies);
    const version = chrome.version().split('.')[0];
    const text = `# The lab: when it is there, and what a picture costs

| | |
|---|---|
| browser | headless Chromium ${version}, WebGPU on SwiftShader: a CPU in a GPU's place |
| machine | ${cpus().length} threads, ${cpus()[0]?.model.trim()}; others used it too |
| date | ${new Date().toISOString().slice(0, 10)} |
| command | \`${command}\` |

## Opening the built page

Milliseconds after the page was asked for, a fresh cache each time, ${runs} runs, 1280 × 800. The server is on the same machine.

| | median | least | most |
|---|---|---|---|
${seen.join('\n')}

## A picture of ${found.beads.toLocaleString('en')} beads

\`?scene=necklaces&chains=${chains}&solver=auto&machine=gpu\`, medians of ${count}. The window is 1280 × 800. The page gives slow pictures fewer pixels: the
canvas began with ${found.full} and came to rest at ${found.pixels}. Drawn as pearls: ${found.pearls.toLocaleString('en')}; as splats: ${found.splats.toLocaleString('en')}; threads: ${found.threads.toLocaleString('en')}.

| ms | median | least |
|---|---|---|
| from one picture to the next as the page runs: steps, drawing, measuring, the browser's own work | ${ms(median(found.between))} | ${ms(Math.min(...found.between))} |
| drawing, from an idle device until it is done | ${ms(median(found.drawing) - waiting)} | ${ms(Math.min(...found.drawing) - waiting)} |
| a step, from an idle device until it is done | ${ms(median(found.stepping))} | ${ms(Math.min(...found.stepping))} |

The page said: ${found.said ? `“${found.said}”` : 'nothing'}.

| pass of a picture | ms by the device's clock |
|---|---|
${passes.map(([name, value]) => `| ${name.replaceAll('_', ' ')} | ${value.toFixed(1)} |`).join('\n')}

| stage of a substep | ms by the device's clock |
|---|---|
${Object.entries(found.stageMilliseconds)
  .map(([name, value]) => `| \`${name}\` | ${value.toFixed(1)} |`)
  .join('\n')}

## Pictures without WebGPU

Every built-in scene of at most ${bodies} bodies as the lab opens it, on the CPU machine. WebGL draws it on SwiftShader, which has the same two
threads. The window is 1280 × 800. Pictures that take more than 60 ms get fewer pixels.

| scene | bodies | pictures a second, the first twenty | with sharpness at rest | pixels at first | at rest |
|---|---|---|---|---|---|
${every.map(({ name, bodies, first, rest, full, pixels }) => `| ${name} | ${bodies} | ${first.toFixed(0)} | ${rest.toFixed(0)} | ${full} | ${pixels} |`).join('\n')}
`;
    writeFileSync(out, text);
    console.log(text);
  });
});
