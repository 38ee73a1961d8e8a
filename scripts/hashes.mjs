// npm run hashes [-- --frames 300]: in headless Chromium, the lines that `cargo run --release --example hashes` prints natively.
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main } from './setup/run.mjs';

const usage = `npm run hashes [-- --frames 300]
A hash of the state after so many frames, one line for each scene, solver and execution.`;

const SCENES = {
  necklaces: { chains: 9, beads: 12 },
  pendant: { beads: 16, massRatio: 100 },
  ring: { beads: 14 },
  curtain: { chains: 6, beads: 9 },
  bridge: { beads: 150 },
  tree: { branches: 2, depth: 3 },
  net: { rows: 5, columns: 6 },
  linkage: {},
  suspension: { planks: 4 },
  rope: {},
  ragdolls: { count: 3 },
  arm: {},
  'joint-grid': { columns: 8, rows: 5 },
};

/** In the page. */
async function lines([scenes, frames]) {
  const { Simulation, solvers } = window.beadwork;
  const bits = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const hash = (state) => {
    let value = 0xcbf29ce484222325n;
    const names = [
      'positions',
      'rotations',
      'linearVelocities',
      'angularVelocities',
      'multipliers',
      'torques',
      'contacts',
    ];
    for (const name of names)
      for (const byte of bits(state[name] ?? new Float32Array()))
        value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
    return value.toString(16).padStart(16, '0');
  };
  const out = [];
  for (const [scene, sceneOptions] of Object.entries(scenes)) {
    for (const { name: solver } of solvers()) {
      const ways = ['global', 'tile', 'auto'].map((execution) => ({ execution }));
      // what only the exact solver knows
      if (solver === 'direct') ways.push({ positions: 'projected' }, { positions: 'symplectic' });
      for (const way of ways) {
        let simulation;
        try {
          simulation = await Simulation.create({ scene, sceneOptions, parameters: { solver, ...way } });
        } catch (error) {
          if (error.code !== 'not-applicable') throw error;
          continue;
        }
        await simulation.step(frames).catch((error) => {
          if (error.code !== 'non-finite') throw error;
        });
        out.push(`${scene} ${solver} ${Object.values(way)[0]} ${hash(await simulation.readState())}`);
        simulation.destroy();
      }
    }
  }
  return out;
}

main(async () => {
  const { frames } = commandLine('hashes', usage, { frames: 300 });
  await inChromium({}, async (chrome, url) => {
    const page = await chrome.newPage();
    await page.goto(`${url}tests/e2e/pages/api.html`);
    await page.waitForFunction(() => Boolean(window.beadwork));
    for (const line of await page.evaluate(lines, [SCENES, frames])) console.log(line);
  });
});
