// The benchmark's page in headless Chromium, its report written to docs/benchmarks/browser.md and .json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inChromium } from './in-chromium.mjs';
import { publishedIn, recordText } from './records.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root } from './setup/run.mjs';
import { refreshSolverTables } from './solver-tables.mjs';

const FOLDER = 'docs/benchmarks';
const PUBLISHED = `${FOLDER}/browser`;
/** What the page shows until it has run itself: our figures at the size that we speak of. */
const SHOWN = 'www/generated/benchmark.json';
const HEADLINE = 100_000;

/** Of the first scene alone: a page is no place for all of them. */
function keepShown({ report, cells, curveCells, ...others }) {
  const at = report.scenes.findIndex(({ beads }) => beads === HEADLINE);
  if (at < 0) return;
  const kept = {
    report: { ...report, scenes: [report.scenes[at]], curves: report.curves?.slice(0, 1), notes: [] },
    cells: [cells[at]],
    curveCells: curveCells.slice(0, 1),
    ...others,
  };
  writeFileSync(join(root, SHOWN), recordText(kept));
}

const usage = `npm run bench -- [--machine gpu] [--scene necklaces,net] [--sizes 1000,10000,100000] [--rounds 9] [--frames 600] [--judged 1000000]
                 [--chains 2] [--peers rapier,jolt,physx,mujoco,havok] [--peer-passes 4,16] [--no-gaps] [--curves 1000] [--out docs/benchmarks/browser] [--resume] [--again]
Files are written whenever something was added to the report: Ctrl-C leaves what is there. A whole run into the usual
place also writes what the page shows before it has run, and the tables of docs/solvers.md.
--machine cpu measures the machine that computes on the processor, as fits beside engines in wasm.
--peers names the engines beside ours, each at its own settings: rapier unless told, or none; --peer-passes gives each further rows.
--frames is how long gaps are looked at, and --judged the largest scene, in beads, that they are looked at in.
--curves is the size, in beads, in which each scene whose bodies do not touch is solved with more and more passes and steps; 0 leaves that out.
--resume goes on with what the same command has left in its files: sizes that were measured to their end are not measured again.
--again runs nothing: it writes the documents of the published records again, after a change to their words.`;

main(async () => {
  const asked = commandLine('bench', usage, {
    machine: 'gpu',
    scene: 'necklaces',
    sizes: '1000,10000,100000',
    rounds: 9,
    frames: 600,
    judged: 1_000_000,
    chains: 2,
    'no-gaps': false,
    curves: 1000,
    peers: 'rapier',
    'peer-passes': '',
    out: PUBLISHED,
    resume: false,
    again: false,
  });
  const { rounds, frames, judged, chains, curves } = asked;
  // going on is the same run
  const command = asked.command.replace(' --resume', '');
  const [scene, ...others] = asked.scene.split(',');
  const plan = {
    machine: asked.machine,
    scene,
    others,
    sizes: asked.sizes.split(',').map(Number),
    rounds,
    frames,
    judged,
    chains,
    gaps: !asked['no-gaps'],
    curves,
    peers: asked.peers === 'none' ? [] : asked.peers.split(','),
    ...(asked['peer-passes'] && { peerPasses: asked['peer-passes'].split(',').map(Number) }),
  };
  const out = resolve(root, asked.out);

  if (asked.resume && existsSync(`${out}.json`))
    plan.before = JSON.parse(readFileSync(`${out}.json`, 'utf8'));

  await inChromium({}, async (chrome, url) => {
    const page = await chrome.newPage();
    page.on('pageerror', (error) => console.error(`[page error] ${error}`));
    /** Everything that follows from the published records. */
    const publish = async () => {
      for (const name of publishedIn(join(root, FOLDER)).map((name) => join(root, FOLDER, name))) {
        const report = JSON.parse(readFileSync(`${name}.json`, 'utf8'));
        writeFileSync(`${name}.md`, await page.evaluate((report) => window.beadworkMarkdown(report), report));
        if (!name.endsWith(PUBLISHED)) continue;
        keepShown(await page.evaluate((report) => window.beadworkShown(report), report));
        refreshSolverTables(readFileSync(`${name}.md`, 'utf8'));
      }
    };
    let line = '';
    await page.exposeFunction('showProgress', (what, share) => {
      const now = `${String(Math.round(100 * share)).padStart(3)} %  ${what}`;
      if (now !== line) console.log(now);
      line = now;
    });
    await page.exposeFunction('keepOnDisk', (report, markdown) => {
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(`${out}.json`, recordText(report));
      writeFileSync(`${out}.md`, markdown);
    });
    await page.goto(`${url}bench.html`);
    await page.waitForFunction(() => Boolean(window.beadworkBenchmark));
    if (!asked.again)
      await page.evaluate(
        async ([plan, command]) => {
          const changed = async ({ report }) =>
            window.keepOnDisk(report, await window.beadworkMarkdown(report));
          const progress = (what, share) => window.showProgress(what, share);
          await changed(await window.beadworkBenchmark({ ...plan, command }, { progress, changed }));
        },
        [plan, command],
      );
    if (!asked.again) console.log(`Written: ${out}.md and .json`);
    if (asked.again || asked.out === PUBLISHED) {
      await publish();
      console.log(`Written: what follows from the records in ${FOLDER}`);
    }
  });
});
