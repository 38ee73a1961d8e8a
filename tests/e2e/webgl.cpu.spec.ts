// Pictures by WebGL where there is no WebGPU: a context that is lost, and more pictures than a browser has contexts.
import { expect, type JSHandle, test } from './test';

test.use({ painted: true });

test('a context that is lost comes back with the picture that was there, paused or not', async ({ page }) => {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
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

test('a view that is refused leaves no context behind', async ({ page }) => {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  const found = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ machine: 'cpu' });
    const fresh = () => Object.assign(document.createElement('canvas'), { width: 32, height: 24 });
    const paths: string[] = [];
    for (const options of [
      { theme: { base: 'dark' as const, ground: 'red' } },
      { colourBy: 'rainbow' as 'load' },
      { show: { joints: 'on' as unknown as boolean } },
    ])
      for (let k = 0; k < 3; k++)
        await View.create(simulation, fresh(), options).catch((error) => paths.push(error.path));
    const canvas = fresh();
    const view = await View.create(simulation, canvas);
    // where it shares one there is none
    const own = canvas.getContext('webgl2') !== null;
    view.destroy();
    simulation.destroy();
    return { paths: [...new Set(paths)], refused: paths.length, own };
  });
  expect(found).toEqual({ paths: ['theme.ground', 'colourBy', 'show.joints'], refused: 9, own: true });
});

test('twenty pictures on a page stay, and move: a browser gives sixteen contexts', async ({ page }) => {
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
  let found: number[][] = [];
  const stand = async () => {
    found = await (await look(before)).evaluate((all) => all.map((numbers) => [...numbers]));
    return found.flatMap(([, changed], k) => (changed! > 50 ? [] : [`element ${k}`]));
  };
  await expect.poll(stand).toEqual([]);
  expect(found).toHaveLength(20);
  for (const [k, [colours]] of found.entries())
    expect(colours, `colours of element ${k}`).toBeGreaterThan(50);
});
