// <bead-work> as an author's page meets it.
import AxeBuilder from '@axe-core/playwright';
import type { BeadWorkElement } from '../../www/element';
import { expect, type Page, test, withoutPictures, withoutWebGpu } from './test';

type Attributes = Record<string, string>;

async function open(page: Page): Promise<void> {
  await page.goto('/tests/e2e/pages/element.html');
  await page.waitForFunction(() => Boolean(customElements.get('bead-work')));
}

/** Puts an element on the page and waits for its first picture. */
async function put(page: Page, attributes: Attributes): Promise<void> {
  await page.evaluate(async (attributes) => {
    const element = document.createElement('bead-work');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.dataset.errors = '';
    element.addEventListener('error', ({ detail }) => {
      element.dataset.errors += `${detail.code}:${detail.path ?? ''} `;
    });
    document.body.append(element);
    await element.ready.catch(() => undefined);
  }, attributes);
}

const first = (page: Page) => page.locator('bead-work').first();
const steps = (page: Page) =>
  first(page).evaluate(async (element: BeadWorkElement) => (await element.simulation!.measure()).steps);
const state = (page: Page) => first(page).evaluate((element: BeadWorkElement) => element.state);
const set = (page: Page, name: string, value: string | null) =>
  first(page).evaluate(
    (element, [name, value]) =>
      value === null ? element.removeAttribute(name!) : element.setAttribute(name!, value!),
    [name, value],
  );
const parameters = (page: Page) =>
  first(page).evaluate((element: BeadWorkElement) => element.simulation!.parameters);
const beads = (page: Page) =>
  first(page).evaluate((element: BeadWorkElement) => element.simulation!.bodyCount);

/** Waits a while and tells whether frames were taken meanwhile. */
async function moves(page: Page): Promise<boolean> {
  await page.waitForTimeout(200);
  const before = await steps(page);
  await page.waitForTimeout(600);
  return (await steps(page)) > before;
}

test('plays when seen, measures four times a second, pauses by its button and goes on', async ({ page }) => {
  await open(page);
  await put(page, { scene: 'pendant', autoplay: '' });
  await expect.poll(() => steps(page)).toBeGreaterThan(3);
  const times = await first(page).evaluate(
    (element: BeadWorkElement) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        element.addEventListener('measure', ({ detail }) => {
          seen.push(detail.time);
          if (seen.length === 3) resolve(seen);
        });
      }),
  );
  expect(times[2]!).toBeGreaterThan(times[0]!);
  await page.getByRole('button', { name: 'Pause' }).click();
  expect(await state(page)).toBe('paused');
  expect(await moves(page)).toBe(false);
  const at = await steps(page);
  await first(page).evaluate((element: BeadWorkElement) => element.step(5));
  expect(await steps(page)).toBe(at + 5);
  await page.getByRole('button', { name: 'Play' }).click();
  expect(await moves(page)).toBe(true);
  await first(page).evaluate((element: BeadWorkElement) => {
    element.pause();
    return element.reset();
  });
  expect(await steps(page)).toBe(0);
});

test('attributes act while it runs, and taking one away brings the default back', async ({ page }) => {
  await open(page);
  await put(page, { solver: 'jacobi', iterations: '7', gravity: '0 -1.62 0', 'warm-start': '0.5' });
  expect(await parameters(page)).toMatchObject({
    solver: 'jacobi',
    iterations: 7,
    gravity: [0, -1.62, 0],
    warmStart: 0.5,
  });
  await set(page, 'stiffness-guard', 'off');
  await set(page, 'iterations', null);
  await set(page, 'gravity', null);
  expect(await parameters(page)).toMatchObject({
    stiffnessGuard: false,
    iterations: 20,
    gravity: [0, -9.81, 0],
    solver: 'jacobi',
  });
  // a parameter that changes while another scene is being built is not lost
  await set(page, 'beads', '11');
  await set(page, 'iterations', '41');
  await expect.poll(() => beads(page)).toBe(11);
  expect(await parameters(page)).toMatchObject({ iterations: 41 });
  await set(page, 'scene', 'ring');
  await expect.poll(() => beads(page)).toBe(11);
  await set(page, 'beads', null);
  await expect.poll(() => beads(page)).toBe(40);
  await set(page, 'colour-by', 'load');
  await expect
    .poll(() => first(page).evaluate((element: BeadWorkElement) => element.view!.colourBy))
    .toBe('load');
  await set(page, 'show', 'forces');
  await expect
    .poll(() => first(page).evaluate((element: BeadWorkElement) => element.view!.show))
    .toEqual({ joints: false, forces: true, contacts: false });
  await set(page, 'compare', 'jacobi direct');
  await expect
    .poll(() =>
      first(page).evaluate((element: BeadWorkElement) =>
        element.simulations.map((simulation) => simulation.parameters.solver),
      ),
    )
    .toEqual(['jacobi', 'direct']);
  await expect(page.locator('bead-work li')).toHaveCount(2);
});

test('a race of settings: each copy has its own, is titled by it, and the rest is as the attributes say', async ({
  page,
}) => {
  await open(page);
  await put(page, {
    scene: 'necklaces',
    chains: '2',
    beads: '12',
    substeps: '2',
    compare: 'direct:positions=pulled direct:positions=projected direct:positions=symplectic:substeps=3',
  });
  const found = () =>
    first(page).evaluate((element: BeadWorkElement) =>
      element.simulations.map(({ parameters }) => [
        parameters.solver,
        parameters.positions,
        parameters.substeps,
      ]),
    );
  await expect.poll(found).toEqual([
    ['direct', 'pulled', 2],
    ['direct', 'projected', 2],
    ['direct', 'symplectic', 3],
  ]);
  await first(page).evaluate((element: BeadWorkElement) => element.step());
  await expect(page.locator('bead-work li b')).toHaveText([
    'Exact, pulled',
    'Exact, projected',
    'Exact, symplectic, 3 substeps',
  ]);
  // what is common changes for those that leave it open
  await set(page, 'substeps', '5');
  await expect.poll(async () => (await found()).map(([, , substeps]) => substeps)).toEqual([5, 5, 3]);
  // where contacts differ depth counts
  await set(page, 'chains', null);
  await set(page, 'beads', null);
  await set(page, 'plots', 'gap');
  await set(page, 'boxes', '3');
  await set(page, 'scene', 'stack');
  await set(page, 'compare', 'auto:contact-solver=jacobi auto:contact-solver=chebyshev:iterations=none');
  await expect(first(page)).toHaveAttribute('data-errors', /parameter:compare /);
  await expect.poll(async () => (await found()).length).toBe(2);
  const depths = await first(page).evaluate(async (element: BeadWorkElement) => {
    await element.step(30);
    const measures = await Promise.all(element.simulations.map((simulation) => simulation.measure()));
    return measures.map(({ maxDepth }) => maxDepth);
  });
  expect(new Set(depths).size).toBe(2);
  await expect(page.locator('bead-work li b')).toHaveText(['Jacobi contacts', 'Chebyshev contacts']);
  await expect(page.locator('bead-work li small').first()).toContainText('deepest overlap');
  await expect(page.locator('bead-work figcaption')).toContainText('Deepest overlap');
});

test('what makes no sense is told with its code, and the rest goes on', async ({ page }) => {
  await open(page);
  await put(page, { autoplay: '', iterations: 'many', substeps: '2', damping: '11', gravity: '1 2' });
  expect(await parameters(page)).toMatchObject({ iterations: 20, substeps: 2, damping: 0 });
  const errors = first(page);
  for (const path of ['iterations', 'damping', 'gravity'])
    await expect(errors).toHaveAttribute('data-errors', new RegExp(`parameter:${path} `));
  await set(page, 'scene', '<b>none</b>');
  await expect(errors).toHaveAttribute('data-errors', /scene:scene /);
  await set(page, 'scene', 'net');
  await set(page, 'rows', '80');
  await set(page, 'columns', '80');
  await set(page, 'solver', 'direct');
  await expect(errors).toHaveAttribute('data-errors', /not-applicable/);
  expect(await moves(page)).toBe(true);
  expect(await page.locator('bead-work b').count()).toBe(0);
});

test('a scene that cannot be had leaves the poster and one sentence, and another scene heals it', async ({
  page,
}) => {
  await open(page);
  await put(page, { scene: 'nowhere', poster: '/favicon.svg' });
  await expect(page.locator('bead-work .message')).toHaveAttribute('data-code', 'scene');
  await expect(page.locator('bead-work .message')).toContainText('no built-in scene');
  await expect(page.locator('bead-work .poster img')).toBeVisible();
  expect(await state(page)).toBe('failed');
  await set(page, 'scene', 'bridge');
  await expect.poll(() => state(page)).toBe('paused');
  await expect(page.locator('bead-work .message')).toBeHidden();
});

test('without WebGPU it moves, on the CPU; without WebGL too, the poster stays', async ({ page }) => {
  await withoutWebGpu(page);
  await open(page);
  await put(page, { autoplay: '' });
  expect(await moves(page)).toBe(true);
  expect(await first(page).evaluate((element: BeadWorkElement) => element.machine)).toBe('cpu');
  await withoutPictures(page);
  await open(page);
  await put(page, { poster: '/favicon.svg' });
  await expect(page.locator('bead-work .message')).toHaveAttribute('data-code', 'no-webgl');
  await expect(page.locator('bead-work .poster img')).toBeVisible();
});

test('rests off screen and in a hidden page, and does not catch up', async ({ page }) => {
  await open(page);
  await put(page, { autoplay: '' });
  expect(await moves(page)).toBe(true);
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  expect(await state(page)).toBe('resting');
  expect(await moves(page)).toBe(false);
  const before = await steps(page);
  await page.waitForTimeout(1500);
  await hide(false);
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
  expect((await steps(page)) - before).toBeLessThan(60);
  await first(page).evaluate((element) => {
    element.style.marginTop = '4000px';
  });
  await expect.poll(() => state(page)).toBe('resting');
  expect(await moves(page)).toBe(false);
  await first(page).evaluate((element) => element.scrollIntoView());
  await expect.poll(() => state(page)).toBe('playing');
});

test('is not loaded before it is seen, unless it is asked to be eager', async ({ page }) => {
  await open(page);
  const states = await page.evaluate(async () => {
    document.body.style.paddingTop = '4000px';
    const [lazy, eager] = [document.createElement('bead-work'), document.createElement('bead-work')];
    eager.setAttribute('loading', 'eager');
    document.body.append(lazy, eager);
    await eager.ready;
    return [lazy.state, eager.state];
  });
  expect(states).toEqual(['idle', 'paused']);
});

test('moving the node neither restarts it nor makes a second simulation; taking it away frees it', async ({
  page,
}) => {
  await open(page);
  await put(page, { autoplay: '', beads: '12' });
  await expect.poll(() => steps(page)).toBeGreaterThan(5);
  const moved = await first(page).evaluate(async (element: BeadWorkElement) => {
    const { simulation } = element;
    const before = (await simulation!.measure()).steps;
    const box = document.createElement('div');
    document.body.append(box);
    box.append(element);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { same: element.simulation === simulation, on: (await simulation!.measure()).steps >= before };
  });
  expect(moved).toEqual({ same: true, on: true });
  const freed = await first(page).evaluate(async (element: BeadWorkElement) => {
    const { simulation, parentElement } = element;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const code = await simulation!.step().catch((error) => error.code);
    const gone = element.simulation;
    parentElement!.append(element);
    await element.ready;
    return { code, gone, again: element.simulation!.bodyCount };
  });
  expect(freed).toEqual({ code: 'destroyed', gone: null, again: 12 });
});

test('reduced motion starts still, with a button to play', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await put(page, { autoplay: '' });
  expect(await state(page)).toBe('paused');
  expect(await steps(page)).toBe(0);
  await page.getByRole('button', { name: 'Play' }).click();
  expect(await moves(page)).toBe(true);
});

test('the wheel is the page’s until the picture has the focus; keys play, step and turn', async ({
  page,
}) => {
  await open(page);
  await put(page, {});
  await page.evaluate(() => {
    document.body.style.paddingBottom = '3000px';
  });
  await first(page).hover({ position: { x: 40, y: 40 } });
  await page.mouse.wheel(0, 80);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.locator('bead-work canvas').focus();
  const [scrolled, near] = [await page.evaluate(() => scrollY), await camera(page)];
  await page.mouse.wheel(0, 80);
  await expect.poll(async () => (await camera(page)).distance).not.toBe(near.distance);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.keyboard.press('ArrowLeft');
  expect((await camera(page)).yaw).not.toBe(near.yaw);
  await page.keyboard.press('.');
  await expect.poll(() => steps(page)).toBe(1);
  await page.keyboard.press('Space');
  await expect.poll(() => state(page)).toBe('playing');
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

const camera = (page: Page) =>
  first(page).evaluate((element: BeadWorkElement) => {
    const { yaw, distance } = element.view!.camera;
    return { yaw, distance };
  });

test('steps back from what stretches, unless the reader has turned the picture', async ({ page }) => {
  await open(page);
  const stretching = { solver: 'jacobi', iterations: '4', tilt: '0', 'mass-ratio': '200' };
  const reach = () =>
    first(page).evaluate(async (element: BeadWorkElement) => {
      const { widen } = await import('/www/element/sight.ts' as string);
      const { positions } = await element.simulation!.readState();
      const none = { sideways: 0, top: 0, bottom: 0 };
      const canvas = element.shadowRoot!.querySelector('canvas');
      const { sideways, top, bottom } = widen(none, element.view, canvas, positions, 0);
      return Math.max(sideways, top, -bottom);
    });
  await put(page, stretching);
  const before = await camera(page);
  await first(page).evaluate((element: BeadWorkElement) => element.play());
  await expect.poll(async () => (await camera(page)).distance).toBeGreaterThan(1.15 * before.distance);
  await expect.poll(reach).toBeLessThan(1);
  await first(page).evaluate((element) => element.remove());
  await put(page, stretching);
  await page.locator('bead-work canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(reach).toBeGreaterThan(1.05);
  await page.waitForTimeout(600);
  expect((await camera(page)).distance).toBeCloseTo(before.distance, 4);
});

test('a bead is held and hauled by keyboard', async ({ page }) => {
  await open(page);
  await put(page, { autoplay: '', tilt: '0', beads: '8', 'mass-ratio': '1', damping: '2' });
  await page.locator('bead-work canvas').focus();
  // the arrows do not wait for the bead to be found
  await page.keyboard.press('g');
  for (let k = 0; k < 5; k++) await page.keyboard.press('ArrowRight');
  const aside = () =>
    first(page).evaluate(
      async (element: BeadWorkElement) => (await element.simulation!.readState()).positions.at(-3)!,
    );
  await expect.poll(aside).toBeGreaterThan(0.15);
});

test('is dark on a dark page and light on a light one, and follows a change', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'normal';
    document.body.style.background = '#222';
  });
  await put(page, { autoplay: '' });
  const back = () => first(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  const [dark, light] = ['rgb(11, 13, 16)', 'rgb(246, 241, 231)'];
  expect(await back()).toBe(dark);
  await page.evaluate(() => {
    document.body.style.background = 'white';
  });
  await expect.poll(back).toBe(light);
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark';
  });
  await expect.poll(back).toBe(dark);
  await set(page, 'theme', 'light');
  await expect.poll(back).toBe(light);
  await set(page, 'theme', null);
  await expect.poll(back).toBe(dark);
});

test('keeps its shape before it is loaded, and follows its container', async ({ page }) => {
  await open(page);
  const sizes = await page.evaluate(async () => {
    const element = document.createElement('bead-work');
    document.body.append(element);
    const size = () => {
      const { width, height } = element.getBoundingClientRect();
      return [Math.round(width), Math.round(height)];
    };
    const before = size();
    await element.ready;
    const after = size();
    element.style.width = '320px';
    await new Promise((resolve) => setTimeout(resolve, 600));
    const canvas = element.shadowRoot!.querySelector('canvas')!;
    return { before, after, narrow: size(), canvas: canvas.width / canvas.height };
  });
  expect(sizes.after).toEqual(sizes.before);
  expect(sizes.before[0]! / sizes.before[1]!).toBeCloseTo(1.6, 1);
  expect(sizes.narrow).toEqual([320, 200]);
  expect(sizes.canvas).toBeCloseTo(1.6, 1);
});

test('a panel writes attributes, plots draw, and axe finds nothing', async ({ page }) => {
  await open(page);
  await put(page, { controls: 'scene solver iterations beads show', plots: 'gap residual', autoplay: '' });
  await page.getByLabel('Solver').selectOption('jacobi');
  // logarithmic from 1 to 500 in a thousand stops
  const passes = page.getByRole('slider', { name: 'Passes' });
  await passes.fill(String(Math.round((1000 * Math.log(64)) / Math.log(500))));
  await expect(passes).toHaveAttribute('aria-valuetext', '64');
  await expect(first(page)).toHaveAttribute('iterations', '64');
  await expect.poll(() => parameters(page)).toMatchObject({ solver: 'jacobi', iterations: 64 });
  await page.getByLabel('Show').selectOption('Axes and forces');
  await expect(first(page)).toHaveAttribute('show', 'joints forces');
  await page.getByLabel('Scene').selectOption('bridge');
  await expect.poll(() => beads(page)).toBe(40);
  await expect(page.locator('bead-work polyline')).toHaveCount(2);
  await expect.poll(() => page.locator('bead-work polyline').first().getAttribute('points')).toMatch(/ .* /);
  for (const theme of ['light', 'dark']) {
    await set(page, 'theme', theme);
    await page.waitForTimeout(300);
    const { violations } = await new AxeBuilder({ page }).include('bead-work').analyze();
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});

test('a lost device is told of, and everything goes on', { tag: '@gpu' }, async ({ page }) => {
  await open(page);
  await put(page, { autoplay: '' });
  await expect.poll(() => steps(page)).toBeGreaterThan(3);
  const told = await first(page).evaluate(async (element: BeadWorkElement) => {
    const heard: string[] = [];
    const restored = new Promise((resolve) => element.addEventListener('devicerestored', resolve));
    for (const name of ['devicelost', 'devicerestored'])
      element.addEventListener(name, () => heard.push(name));
    const wasm = await import('/www/wasm/beadwork.js' as string);
    wasm.destroyDevice();
    await restored;
    return heard;
  });
  expect(told).toEqual(['devicelost', 'devicerestored']);
  expect(await moves(page)).toBe(true);
});
