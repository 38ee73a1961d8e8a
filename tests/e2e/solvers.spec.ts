// Under the browser's own WGSL compiler: every kernel compiles, every solver agrees with the CPU machine, and the same steps give
// the same bits. That machine gives its native bits in a browser (same-bits.cpu.spec.ts), and natively agrees with the f64 twin.
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

test('the browser’s compiler takes every kernel without a word', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, kernels } = window.beadwork;
    const simulation = await Simulation.create({ sceneOptions: { beads: 4 }, machine: 'gpu' });
    // what the device makes of them takes a minute, and the solvers below have it made
    const { prototype } = GPUDevice;
    const make = prototype.createComputePipeline;
    let one: GPUComputePipeline | undefined;
    prototype.createComputePipeline = function (what) {
      one ??= make.call(this, what);
      return one;
    };
    const said: Record<string, unknown> = {};
    const all = kernels();
    for (const { name, source } of all) {
      const messages = await simulation.replaceKernel(name, `${source}\n`);
      if (messages.length > 0) said[name] = messages;
    }
    prototype.createComputePipeline = make;
    simulation.destroy();
    return { said, kernels: all.length };
  });
  expect(found.said).toEqual({});
  expect(found.kernels).toBeGreaterThan(100);
});

/** Chains, a loop, a tree and a net of points; then joints of other kinds: a tree, a loop, and rows that are bounded or driven. */
const SCENES = [
  ['necklaces', { chains: 5, beads: 12 }],
  ['ring', { beads: 9, pins: 0 }],
  ['tree', { branches: 2, depth: 3 }],
  ['net', { rows: 4, columns: 5 }],
  ['joint-grid', { rows: 4, columns: 4 }],
  ['linkage', {}],
  ['ragdolls', { count: 1 }],
  ['arm', {}],
] as const;

/** f32 rounding through a few sums; conjugate gradients divide sums by sums. */
const allowed = (solver: string) => (solver === 'conjugate-gradient' ? 1e-3 : 1e-4);

/** In the page: two steps by every solver, so that a warm start is among them, in every way that the device has; and on the CPU. */
async function play([scene, sceneOptions]: [string, object]) {
  const { Simulation, solvers } = window.beadwork;
  const run = async (machine: 'gpu' | 'cpu', solver: string, execution: string) => {
    try {
      const parameters = { solver, execution, substeps: 1, iterations: 6 } as never;
      const simulation = await Simulation.create({ scene, sceneOptions, machine, parameters } as never);
      await simulation.step(2);
      const { time: _, ...arrays } = await simulation.readState();
      const { residual, kineticEnergy, potentialEnergy } = await simulation.measure();
      simulation.destroy();
      return { ...arrays, measured: [residual, kineticEnergy, potentialEnergy] } as unknown as Record<
        string,
        ArrayLike<number>
      >;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const found = [];
  for (const { name } of solvers())
    for (const execution of ['global', 'tile']) {
      const [gpu, cpu] = [await run('gpu', name, execution), await run('cpu', name, execution)];
      const words = [gpu, cpu].filter((side) => typeof side === 'string');
      let worst = 0;
      let at = '';
      if (typeof gpu === 'object' && typeof cpu === 'object')
        for (const array of ['linearVelocities', 'angularVelocities', 'positions', 'rotations', 'measured']) {
          const [ours, truth] = [gpu[array]!, cpu[array]!];
          const largest = Math.max(1, ...Array.from(truth, Math.abs));
          for (let i = 0; i < truth.length; i++) {
            const apart = Math.abs(ours[i]! - truth[i]!) / largest;
            // NaN is worse than anything
            if (!(apart <= worst)) [worst, at] = [apart, `${array}[${i}]`];
          }
        }
      found.push({ name, execution, words, worst, at });
    }
  return found;
}

for (const [scene, options] of SCENES) {
  test(`every solver on the device agrees with the CPU: ${scene}`, async () => {
    const found = await page.evaluate(play, [scene, options] as [string, object]);
    for (const { name, execution, words, worst, at } of found) {
      // one refuses what the other does, by the same code
      expect.soft(words, `${name} (${execution})`).toEqual(words.length > 0 ? [words[0], words[0]] : []);
      expect.soft(worst, `${name} (${execution}): ${at}`).toBeLessThan(allowed(name));
    }
    expect(found.filter(({ words }) => words.length === 0).length).toBeGreaterThan(5);
  });
}

test('the same steps give the same bits', async () => {
  const differ = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const run = async (solver: string) => {
      const parameters = { solver } as never;
      const simulation = await Simulation.create({
        scene: 'net',
        sceneOptions: { rows: 5, columns: 6 },
        machine: 'gpu',
        parameters,
      });
      await simulation.step(60);
      const { time: _, ...arrays } = await simulation.readState();
      simulation.destroy();
      return JSON.stringify(Object.values(arrays).map((values) => [...values]));
    };
    const differ: string[] = [];
    for (const solver of ['auto', 'jacobi', 'gauss-seidel', 'conjugate-gradient']) {
      const first = await run(solver);
      const second = await run(solver);
      if (first !== second) differ.push(solver);
    }
    return differ;
  });
  expect(differ).toEqual([]);
});
