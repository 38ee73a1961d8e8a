// What a picture costs in a scene of three.js, beside Rapier in the same page: milliseconds of `update` and of three's `render`.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { median } from './figures.mjs';
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root } from './setup/run.mjs';

const usage = `npm run three-figures -- [--runs 3] [--pictures 60] [--counts 1000,10000] [--out docs/benchmarks/three.md]`;

const ROWS = [
  { name: 'Beadwork on the CPU, WebGLRenderer', of: ['ours', 'cpu', false] },
  { name: 'Beadwork on the CPU, WebGPURenderer', of: ['ours', 'cpu', true] },
  { name: 'Beadwork on the device of the WebGPURenderer', of: ['ours', 'gpu', true] },
  { name: 'Rapier, WebGLRenderer', of: ['rapier', '', false] },
];

const ms = (value) => value.toFixed(value < 1 ? 2 : 1);

main(async () => {
  const asked = commandLine('three-figures', usage, {
    runs: '3',
    pictures: '60',
    counts: '1000,10000',
    out: 'docs/benchmarks/three.md',
  });
  const counts = asked.counts.split(',').map(Number);
  const cells = new Map();
  let versions = '';
  let written = [];
  await inChromium({}, async (chrome, url) => {
    // by turns, so that what else the machine does falls on all alike
    for (let run = 0; run < Number(asked.runs); run++)
      for (const { name, of } of ROWS)
        for (const count of counts) {
          const page = await chrome.newPage();
          await page.goto(`${url}tests/e2e/pages/three-figures.html`);
          await page.waitForFunction(() => window.ready);
          const found = await page.evaluate(
            (args) => window.measure(...args),
            [...of, count, Number(asked.pictures)],
          );
          [versions, written] = await page.evaluate(() => [window.version, window.lines]);
          const key = `${name}, ${count}`;
          cells.set(key, [...(cells.get(key) ?? []), found]);
          console.log(key, found.map(ms).join(' '));
          await page.close();
        }
  });
  const cell = (name, count) => {
    const runs = cells.get(`${name}, ${count}`);
    return [0, 1].map((k) => ms(median(runs.map((run) => run[k])))).join(' · ');
  };
  const three = JSON.parse(readFileSync(resolve(root, 'node_modules/three/package.json'), 'utf8')).version;
  const lines = [
    '# Pictures in a scene of three.js',
    '',
    'Balls that fly evenly follow the instances of one InstancedMesh. A cell has milliseconds of `physics.update` and of `renderer.render`,',
    `medians of ${asked.pictures} pictures in each of ${asked.runs} runs by turns. Nothing touches, so that what is compared is the way from a simulation`,
    'to its picture. On the device `update` only asks for a step and writes matrices there; the device works on after it has returned.',
    '',
    `| | ${counts.map((count) => `${count.toLocaleString('en')} balls`).join(' | ')} |`,
    `|---|${counts.map(() => '---').join('|')}|`,
    ...ROWS.map(({ name }) => `| ${name} | ${counts.map((count) => cell(name, count)).join(' | ')} |`),
    '',
    `In that page ${written[0]} lines tie Beadwork to the picture, and ${written[1]} Rapier (tests/e2e/pages/three-figures.html).`,
    '',
    `Made by \`npm run three-figures\` on ${new Date().toISOString().slice(0, 10)}: three ${three}, Rapier ${versions}, headless Chromium on ${cpus().length} × ${cpus()[0].model},`,
    'with SwiftShader for WebGL and WebGPU. It is no graphics card, so columns of `render` are upper bounds.',
    '',
  ];
  writeFileSync(resolve(root, asked.out), lines.join('\n'));
});
