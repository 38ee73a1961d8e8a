// npm run hashes [-- --frames 300]: in headless Chromium, the lines that `cargo run --release --example hashes` prints natively.
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main } from './setup/run.mjs';

const usage = `npm run hashes [-- --frames 300]
A hash of the state after so many frames, one line for each scene, solver and execution, and where bodies touch for each solver of contacts.`;

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
/** Those whose bodies touch. */
const TOUCHING = {
  pyramid: { base: 6 },
  heap: { count: 100 },
  cradle: {},
  wrecking: { beads: 6 },
  pour: { chains: 4, beads: 6 },
  car: {},
  chutes: { count: 4 },
  tablecloth: {},
  'ragdoll-drop': { count: 2 },
};

/** In the page. */
async function lines([scenes, touching, frames]) {
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
  /** What is asked of scenes, each with its words. */
  const joints = solvers().flatMap(({ name: solver }) => [
    ...['global', 'tile', 'auto'].map((execution) => [
      `${solver} ${execution}`,
      { solver, execution, positions: 'pulled' },
    ]),
    // what only the exact solver knows
    ...['projected', 'symplectic']
      .filter(() => solver === 'direct')
      .map((positions) => [`${solver} ${positions}`, { solver, positions }]),
  ]);
  const contacts = [
    ...['gauss-seidel', 'mass-splitting', 'chebyshev', 'jacobi'].map((contactSolver) => [
      `contacts ${contactSolver}`,
      { contactSolver },
    ]),
    ['contacts hard', { contactSoftness: 'hard' }],
  ];
  const out = [];
  for (const [some, ways] of [
    [scenes, joints],
    [touching, contacts],
  ]) {
    for (const [scene, sceneOptions] of Object.entries(some)) {
      for (const [words, parameters] of ways) {
        let simulation;
        try {
          simulation = await Simulation.create({ scene, sceneOptions, parameters });
        } catch (error) {
          if (error.code !== 'not-applicable') throw error;
          continue;
        }
        await simulation.step(frames).catch((error) => {
          if (error.code !== 'non-finite') throw error;
        });
        out.push(`${scene} ${words} ${hash(await simulation.readState())}`);
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
    for (const line of await page.evaluate(lines, [SCENES, TOUCHING, frames])) console.log(line);
  });
});
