// The benchmark's page in headless Chromium, its report written to docs/benchmarks/browser.md and .json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { buildWasm } from './build.mjs';
import { flags } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { commandLine } from './setup/command-line.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root } from './setup/run.mjs';
import { refreshSolverTables } from './solver-tables.mjs';

const PUBLISHED = 'docs/benchmarks/browser';

const usage = `npm run bench -- [--scene necklaces] [--sizes 1000,10000,100000] [--rounds 9] [--frames 600] [--chains 2]
                 [--no-rapier] [--no-gaps] [--out docs/benchmarks/browser]
Files are written whenever something was added to the report: Ctrl-C leaves what is there. A whole run into the usual
place also writes the tables of docs/solvers.md again.`;

main(async () => {
  const asked = commandLine('bench', usage, {
    scene: 'necklaces',
    sizes: '1000,10000,100000',
    rounds: 9,
    frames: 600,
    chains: 2,
    'no-gaps': false,
    'no-rapier': false,
    out: PUBLISHED,
  });
  const { scene, rounds, frames, chains, command } = asked;
  const plan = {
    scene,
    sizes: asked.sizes.split(',').map(Number),
    rounds,
    frames,
    chains,
    gaps: !asked['no-gaps'],
    rapier: !asked['no-rapier'],
  };
  const out = resolve(root, asked.out);

  await npmPackages();
  await buildWasm();
  const { chromium: executablePath } = await browser();
  const { chromium } = await import('@playwright/test');
  const { createServer } = await import('vite');
  // a file that changes must not bring the page down
  const server = await createServer({ root, server: { port: 0, hmr: false }, logLevel: 'warn' });
  await server.listen();
  const chrome = await chromium.launch({
    executablePath,
    args: flags,
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  try {
    const page = await chrome.newPage();
    page.on('pageerror', (error) => console.error(`[page error] ${error}`));
    const keep = ({ report, markdown }) => {
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(`${out}.json`, `${JSON.stringify(report, null, 2)}\n`);
      writeFileSync(`${out}.md`, markdown);
    };
    let said = '';
    await page.exposeFunction('tellTerminal', (what, share) => {
      const line = `${String(Math.round(100 * share)).padStart(3)} %  ${what}`;
      if (line !== said) console.log(line);
      said = line;
    });
    await page.exposeFunction('keepOnDisk', keep);
    await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/bench.html`);
    await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
    keep(
      await page.evaluate(
        ([plan, command]) =>
          window.beadworkBenchmark(
            { ...plan, command },
            {
              progress: (what, share) => window.tellTerminal(what, share),
              changed: (report) => window.keepOnDisk({ report, markdown: window.beadworkMarkdown(report) }),
            },
          ),
        [plan, command],
      ),
    );
    console.log(`Written: ${out}.md and .json`);
    if (asked.out === PUBLISHED && refreshSolverTables(readFileSync(`${out}.md`, 'utf8')))
      console.log('Written: the tables of docs/solvers.md');
  } finally {
    await chrome.close();
    await server.close();
  }
});
