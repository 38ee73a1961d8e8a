// Random calls, on both machines.
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

test('random calls of every method: each a value or a BeadworkError, and it still runs', async ({
  webgpu,
}) => {
  const found = await page.evaluate(
    async (calls) => {
      const { Simulation, BeadworkError } = window.beadwork;
      let seed = 12345;
      const random = (n: number) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor((seed / 2 ** 32) * n);
      };
      const simulation = await Simulation.create({ scene: 'net' });
      const state = await simulation.readState();
      const things: unknown[] = [
        undefined,
        null,
        true,
        false,
        0,
        -0,
        1,
        2,
        -1,
        0.5,
        1e9,
        2 ** 53,
        Number.NaN,
        Number.NEGATIVE_INFINITY,
        '',
        'net',
        'ring',
        'jacobi',
        '<b>',
        '__proto__',
        [],
        [1, 2, 3],
        {},
        { solver: 'direct' },
        { iterations: 5 },
        { gravity: [0, 0, 'x'] },
        { byIteration: true },
        { linear: [1, 0, Number.NaN] },
        { angular: new Float32Array(3) },
        { force: [0, 1, 0], at: [0, 0, 1e300] },
        { impulse: [0.1, 0, 0] },
        { beads: 12 },
        () => 1,
        Symbol('s'),
        10n,
        new Date(),
        state,
        new Float32Array(3),
        { ...state, positions: new Float64Array(3) },
        { ...state, time: Number.NaN },
        Object.create(null),
        new Proxy({}, {}),
        { version: 1, bodies: [{ position: [0, 0, 0], radius: 0.1 }] },
      ];
      const methods = [
        'setParameters',
        'step',
        'measure',
        'setFixed',
        'cut',
        'setVelocity',
        'addBodies',
        'addJoints',
        'removeBodies',
        'removeJoints',
        'bodies',
        'joints',
        'setJoint',
        'push',
        'replaceKernel',
        'restoreKernels',
        'readState',
        'writeState',
        'describe',
        'load',
        'reset',
      ] as const;
      const faults = new Set<string>();
      const codes = new Set<string>();
      for (let i = 0; i < calls; i += 1) {
        const name = methods[random(methods.length)]!;
        const args = Array.from({ length: random(4) }, () => things[random(things.length)]);
        try {
          await (simulation[name] as (...args: unknown[]) => unknown).apply(simulation, args);
        } catch (error) {
          if (!(error instanceof BeadworkError)) faults.add(`${name}: ${error}`);
          else {
            codes.add(error.code);
            if (error.code === 'internal')
              faults.add(`${name}(${args.map(String).join()}): ${error.message}`);
          }
        }
      }
      await simulation.load('pendant');
      simulation.setParameters({ solver: 'auto' });
      await simulation.step(3);
      const { steps } = await simulation.measure();
      simulation.destroy();
      return { faults: [...faults], codes: [...codes].sort(), steps };
    },
    webgpu ? 300 : 1000,
  );
  expect(found.faults).toEqual([]);
  expect(found.codes).toContain('parameter');
  expect(found.steps).toBe(3);
});
