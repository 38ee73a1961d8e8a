// The CPU in place of a graphics device: the bits that it gives everywhere, and pictures by WebGL beside those by WebGPU.
import { cases, play } from '../same-bits.mjs';
import { expect, type JSHandle, type Page, test, withoutWebGpu } from './test';

async function open(page: Page): Promise<void> {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
}

for (const [module, words] of [
  ['beadwork_simd.wasm', 'with SIMD'],
  ['beadwork_bg.wasm', 'without SIMD'],
] as const) {
  test(`ends in the bits that it ends in natively, ${words}`, async ({ page }) => {
    await open(page);
    await page.evaluate(
      (cpuWasm) => window.beadwork.init({ cpuWasm, machine: 'cpu' }),
      `/www/wasm/cpu/${module}`,
    );
    for (const each of cases) {
      const hash = await page.evaluate(play, each);
      expect.soft(hash, `${each.scene} ${JSON.stringify(each.parameters)}`).toBe(each.hash);
    }
  });
}

test('takes the module with SIMD where the browser reads it, and else the other', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /wasm\/cpu\/(\w+\.wasm)/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  const make = () =>
    page.evaluate(() => window.beadwork.Simulation.create({ machine: 'cpu' }).then(() => {}));
  await open(page);
  await make();
  await page.addInitScript(() => Object.assign(WebAssembly, { validate: () => false }));
  await open(page);
  await make();
  expect(asked).toEqual(['beadwork_simd.wasm', 'beadwork_bg.wasm']);
});

test('a context that is lost comes back with the picture that was there, paused or not', async ({ page }) => {
  await open(page);
  const found = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ machine: 'cpu' });
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 150 });
    const view = await View.create(simulation, canvas);
    const looks = () => {
      const flat = new OffscreenCanvas(200, 150).getContext('2d')!;
      flat.drawImage(canvas, 0, 0);
      return new Set(new Uint32Array(flat.getImageData(0, 0, 200, 150).data.buffer)).size;
    };
    const heard = (event: string) =>
      new Promise((resolve) => canvas.addEventListener(event, resolve, { once: true }));
    view.render();
    const before = looks();
    const context = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    const [lost, restored] = [heard('webglcontextlost'), heard('webglcontextrestored')];
    context.loseContext();
    await lost;
    view.render();
    const between = looks();
    setTimeout(() => context.restoreContext());
    await restored;
    const after = looks();
    // and another view may draw into the same canvas
    view.destroy();
    const next = await View.create(simulation, canvas);
    next.render();
    const last = looks();
    next.destroy();
    simulation.destroy();
    return { before, between, after, last };
  });
  expect(found.before).toBeGreaterThan(100);
  expect(found.between).toBe(1);
  expect([found.after, found.last]).toEqual([found.before, found.before]);
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
  test(`${picture.scene}: the picture by WebGL is that by WebGPU`, async ({ page }) => {
    await open(page);
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

test('twenty pictures on a page stay, and move: a browser gives sixteen contexts', async ({ page }) => {
  await withoutWebGpu(page);
  await page.goto('/tests/e2e/pages/element.html');
  await page.evaluate(async () => {
    await customElements.whenDefined('bead-work');
    document.body.style.cssText = 'display:grid;grid-template-columns:repeat(5,1fr);max-width:none;gap:4px';
    const elements = Array.from({ length: 20 }, (_, k) => {
      const element = document.createElement('bead-work');
      element.setAttribute('scene', ['pendant', 'ring', 'bridge', 'cradle'][k % 4]!);
      element.setAttribute('autoplay', '');
      return element;
    });
    document.body.prepend(...elements);
    await Promise.all(elements.map(({ ready }) => ready));
  });
  // as the page shows them: how many colours each has, and how many pixels are not what they were
  const look = async (before?: JSHandle<Uint32Array[]>) => {
    const picture = (await page.screenshot()).toString('base64');
    return page.evaluateHandle(
      async ({ picture, before }) => {
        const bytes = await (await fetch(`data:image/png;base64,${picture}`)).blob();
        const flat = new OffscreenCanvas(innerWidth, innerHeight).getContext('2d')!;
        flat.drawImage(await createImageBitmap(bytes), 0, 0);
        const seen = [...document.querySelectorAll('bead-work')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return new Uint32Array(flat.getImageData(x, y, width, height / 2).data.buffer);
        });
        if (!before) return seen;
        return seen.map((pixels, k) =>
          Uint32Array.of(new Set(pixels).size, pixels.filter((pixel, i) => pixel !== before[k]![i]).length),
        );
      },
      { picture, before },
    );
  };
  const before = await look();
  await page.waitForTimeout(1000);
  const found = await (await look(before)).evaluate((all) => all.map((numbers) => [...numbers]));
  expect(found).toHaveLength(20);
  for (const [k, [colours, changed]] of found.entries()) {
    expect(colours, `colours of element ${k}`).toBeGreaterThan(50);
    expect(changed, `changes in element ${k}`).toBeGreaterThan(50);
  }
});
