// Pictures by WebGL beside those by WebGPU, of the same states.
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

/** Scenes with what is shown of their joints and what their colours say. */
const PICTURES = [
  { scene: 'pendant', sceneOptions: { massRatio: 100 } },
  { scene: 'necklaces', sceneOptions: { chains: 16, beads: 12 }, colourBy: 'speed', pull: true },
  { scene: 'net', sceneOptions: { rows: 6, columns: 8 }, colourBy: 'load', solver: 'jacobi' },
  { scene: 'ragdolls', sceneOptions: { count: 2 }, colourBy: 'gap', theme: 'light' },
  { scene: 'arm', sceneOptions: {}, show: { joints: true, forces: true } },
  { scene: 'pyramid', sceneOptions: { base: 4 }, theme: 'light' },
  { scene: 'suspension', sceneOptions: { planks: 6 }, colourBy: 'overshoot', theme: 'light' },
  {
    scene: 'stack',
    sceneOptions: { boxes: 4 },
    colourBy: 'depth',
    show: { contacts: true, forces: true },
    steps: 1,
  },
] as const;

for (const picture of PICTURES) {
  test(`${picture.scene}: the picture by WebGL is that by WebGPU`, async () => {
    const found = await page.evaluate(async ({ scene, sceneOptions, ...looks }) => {
      const { Simulation, View } = window.beadwork;
      const given: {
        colourBy?: 'speed' | 'load' | 'gap' | 'overshoot' | 'depth';
        show?: object;
        theme?: 'light';
        solver?: 'jacobi';
        pull?: boolean;
        steps?: number;
      } = looks;
      const { colourBy = 'bead', show = {}, theme = 'dark', solver, pull, steps = 0 } = given;
      const parameters = solver ? { solver, iterations: 2 } : {};
      const [width, height] = [480, 320];
      // one run for both
      const first = await Simulation.create({ scene, sceneOptions, parameters, machine: 'cpu' });
      await first.step(30);
      const state = await first.readState();
      const looked = [];
      for (const machine of ['cpu', 'gpu'] as const) {
        const simulation = await Simulation.create({ scene, sceneOptions, parameters, machine });
        simulation.writeState(state);
        // where bodies touch a step finds
        if (steps > 0) await simulation.step(steps);
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const view = await View.create(simulation, canvas, { colourBy, show, theme });
        view.overlay({ hairline: 1, bar: { from: [-1, 3, 0], to: [1, 3, 0], radius: 0.05 } });
        const picks = [];
        for (let y = 5; y < height; y += 30)
          for (let x = 5; x < width; x += 30) picks.push(await view.pick(x, y));
        // a dashed line from the hand to what it holds
        if (pull) {
          const [x, y] = await at(view);
          await view.grab(x!, y!);
          view.drag(30, 30);
        }
        const bitmap = await createImageBitmap(await view.screenshot());
        const flat = new OffscreenCanvas(width, height).getContext('2d')!;
        flat.drawImage(bitmap, 0, 0);
        looked.push({ pixels: flat.getImageData(0, 0, width, height).data, picks });
        view.destroy();
        simulation.destroy();
      }
      first.destroy();
      async function at(view: Awaited<ReturnType<typeof View.create>>): Promise<number[]> {
        for (let y = 5; y < height; y += 5)
          for (let x = 5; x < width; x += 5) if ((await view.pick(x, y)) !== null) return [x, y];
        throw new Error('nothing to grab');
      }
      const [one, other] = looked as [(typeof looked)[0], (typeof looked)[0]];
      const apart = one.pixels.map((value, k) => Math.abs(value - other.pixels[k]!));
      return {
        mean: apart.reduce((sum, value) => sum + value, 0) / apart.length,
        far: apart.filter((value) => value > 24).length / apart.length,
        colours: new Set(new Uint32Array(one.pixels.buffer)).size,
        picks: [one.picks, other.picks],
      };
    }, picture);
    expect(found.colours).toBeGreaterThan(500);
    expect(found.mean).toBeLessThan(0.5);
    expect(found.far).toBeLessThan(0.002);
    expect(found.picks[0]).toEqual(found.picks[1]);
    expect(found.picks[0]!.some((body) => body !== null)).toBe(true);
  });
}
