// What a frame costs while bodies come, sixteen every six frames, beside Rapier in a page of its own: docs/benchmarks/rain.md.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { digits, median, share } from './figures.mjs';
import { inChromium, withoutWorkers } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root } from './setup/run.mjs';

const usage = `npm run rain-figures -- [--count 1000] [--after 120] [--runs 3] [--out docs/benchmarks/rain.md]`;

const ROWS = [
  { name: 'Beadwork on the CPU', of: ['ours', 'cpu'] },
  { name: 'Beadwork on a GPU that is software', of: ['ours', 'gpu'] },
  { name: 'Rapier', of: ['rapier', ''] },
];
const KINDS = { boxes: 'A rain of boxes', hulls: 'A rain of stones' };

main(async () => {
  const asked = commandLine('rain-figures', usage, {
    count: 1000,
    after: 120,
    runs: 3,
    out: 'docs/benchmarks/rain.md',
  });
  const found = new Map();
  let versions = '';
  await inChromium({}, async (chrome, url) => {
    // by turns, so that what else the machine does falls on all alike
    for (let run = 0; run < asked.runs; run++)
      for (const kind of Object.keys(KINDS))
        for (const { name, of } of ROWS) {
          const page = await chrome.newPage();
          await page.addInitScript(withoutWorkers);
          await page.goto(`${url}tests/e2e/pages/rain-figures.html`);
          await page.waitForFunction(() => window.ready);
          const one = await page.evaluate(
            (args) => window.measure(...args),
            [...of, kind, asked.count, asked.after],
          );
          versions = await page.evaluate(() => window.version);
          const key = `${kind}, ${name}`;
          found.set(key, [...(found.get(key) ?? []), one]);
          console.log(
            key,
            digits(median(one.coming)),
            digits(median(one.lying)),
            digits(Math.max(...one.coming)),
          );
          await page.close();
        }
  });
  const line = (kind, name) => {
    const runs = found.get(`${kind}, ${name}`);
    const of = (figure) => digits(median(runs.map(figure)));
    const cells = [
      of(({ coming }) => coming.reduce((sum, ms) => sum + ms, 0) / coming.length),
      of(({ coming }) => share(coming, 0.95)),
      of(({ coming }) => Math.max(...coming)),
      of(({ lying }) => median(lying)),
      kind === 'boxes' ? of(({ deep }) => deep) : '–',
    ];
    return `| ${name} | ${cells.join(' | ')} |`;
  };
  const table = (kind) => [
    `## ${KINDS[kind]}`,
    '',
    '| | mean, ms | 95 % below | longest | lying, ms | deepest, m |',
    '|---|---|---|---|---|---|',
    ...ROWS.map(({ name }) => line(kind, name)),
    '',
  ];
  const lines = [
    '# Bodies that come',
    '',
    `Every six frames sixteen bodies come 8 m above the ground, at 4 m/s, until there are ${asked.count.toLocaleString('en')}. A frame is one call that adds bodies,`,
    `in every sixth, and one step of 1/60 s. *Lying* is the median of the ${asked.after} frames after the last has come. *Deepest* is how far two boxes lie in one`,
    `another in the end, by one formula for both engines. Medians of ${asked.runs} runs by turns, each in a page of its own and on its thread. Both engines have their`,
    'own defaults, without sleep. Stones are hulls of twelve points, of eight kinds. One body comes and goes before, so that programs are compiled.',
    '',
    ...Object.keys(KINDS).flatMap(table),
    `Made by \`npm run rain-figures\` on ${new Date().toISOString().slice(0, 10)}: Rapier ${versions} with SIMD, headless Chromium on ${cpus().length} × ${cpus()[0].model},`,
    'with SwiftShader in a graphics card’s place.',
    '',
  ];
  writeFileSync(resolve(root, asked.out), lines.join('\n'));
});
