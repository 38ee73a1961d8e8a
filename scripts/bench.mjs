// The benchmark's page in headless Chromium, its report written to docs/benchmarks/browser.md and .json:
//   npm run bench -- [--scene necklaces] [--sizes 1000,10000,100000] [--rounds 9] [--frames 600] [--chains 2]
//                    [--no-rapier] [--no-gaps] [--out docs/benchmarks/browser]
// Files are written whenever something was added to the report: Ctrl-C leaves what is there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildWasm } from './build.mjs';
import { flags } from './chromium-flags.mjs';
import { browser } from './setup/browser.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';

const words = process.argv.slice(2);

function option(name, fallback) {
  const at = words.indexOf(`--${name}`);
  if (at < 0) return fallback;
  if (words[at + 1] === undefined) throw new SetupError(`--${name} wants a value.`);
  return words[at + 1];
}

function number(name, fallback) {
  const value = Number(option(name, fallback));
  if (!Number.isFinite(value)) throw new SetupError(`--${name} wants a number.`);
  return value;
}

main(async () => {
  const plan = {
    scene: option('scene', 'necklaces'),
    sizes: option('sizes', '1000,10000,100000').split(',').map(Number),
    rounds: number('rounds', 9),
    frames: number('frames', 600),
    chains: number('chains', 2),
    gaps: !words.includes('--no-gaps'),
    rapier: !words.includes('--no-rapier'),
  };
  const out = join(root, option('out', 'docs/benchmarks/browser'));
  const command = ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ');

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
  } finally {
    await chrome.close();
    await server.close();
  }
});
