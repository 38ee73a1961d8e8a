// <bead-work> as an author's page meets it. One page for all tests: each puts its own element there.
import type { BeadWorkElement } from '../../www/element';
import { faultsIn } from './axe';
import { expect, type Page, test, withoutPictures } from './test';

type Attributes = Record<string, string>;

let page: Page;

async function open(page: Page): Promise<void> {
  await page.goto('/tests/e2e/pages/element.html');
  await page.waitForFunction(() => Boolean(customElements.get('bead-work')));
}

test.beforeAll(async ({ browser }) => {
  // of a context, as axe wants it
  page = await (await browser.newContext()).newPage();
  await open(page);
});

test.afterEach(async () => {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('bead-work')) element.remove();
    for (const { style } of [document.documentElement, document.body]) style.cssText = '';
    scrollTo(0, 0);
  });
});

test.afterAll(() => page.context().close());

/** Puts an element on the page and waits for its first picture. */
async function put(attributes: Attributes, on = page): Promise<void> {
  await on.evaluate(async (attributes) => {
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

const first = () => page.locator('bead-work').first();
const steps = () =>
  first().evaluate(async (element: BeadWorkElement) => (await element.simulation!.measure()).steps);
const state = () => first().evaluate((element: BeadWorkElement) => element.state);
const set = (name: string, value: string | null) =>
  first().evaluate(
    (element, [name, value]) =>
      value === null ? element.removeAttribute(name!) : element.setAttribute(name!, value!),
    [name, value],
  );
const parameters = () => first().evaluate((element: BeadWorkElement) => element.simulation!.parameters);
const beads = () => first().evaluate((element: BeadWorkElement) => element.simulation!.bodyCount);

const moves = async () => {
  const before = await steps();
  await expect.poll(steps).toBeGreaterThan(before);
};
/** No frame is taken while the browser draws twenty. */
const stands = async () => {
  const before = await steps();
  await pictures(20);
  expect(await steps()).toBe(before);
};
/** Waits for so many pictures of the browser. */
const pictures = (count: number) =>
  page.evaluate(async (count) => {
    for (let k = 0; k < count; k++) await new Promise(requestAnimationFrame);
  }, count);

test('plays when seen, measures four times a second, pauses by its button and goes on', async () => {
  await put({ scene: 'pendant', autoplay: '' });
  await expect.poll(steps).toBeGreaterThan(3);
  const times = await first().evaluate(
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
  expect(await state()).toBe('paused');
  await stands();
  const at = await steps();
  await first().evaluate((element: BeadWorkElement) => element.step(5));
  expect(await steps()).toBe(at + 5);
  await page.getByRole('button', { name: 'Play' }).click();
  await moves();
  await first().evaluate((element: BeadWorkElement) => {
    element.pause();
    return element.reset();
  });
  expect(await steps()).toBe(0);
});

test('attributes act while it runs, and taking one away brings the default back', async () => {
  await put({ solver: 'jacobi', iterations: '7', gravity: '0 -1.62 0', 'warm-start': '0.5' });
  expect(await parameters()).toMatchObject({
    solver: 'jacobi',
    iterations: 7,
    gravity: [0, -1.62, 0],
    warmStart: 0.5,
  });
  await set('stiffness-guard', 'off');
  await set('iterations', null);
  await set('gravity', null);
  expect(await parameters()).toMatchObject({
    stiffnessGuard: false,
    iterations: 20,
    gravity: [0, -9.81, 0],
    solver: 'jacobi',
  });
  // a parameter that changes while another scene is being built is not lost
  await set('beads', '11');
  await set('iterations', '41');
  await expect.poll(beads).toBe(11);
  expect(await parameters()).toMatchObject({ iterations: 41 });
  await set('scene', 'ring');
  await expect.poll(beads).toBe(11);
  await set('beads', null);
  await expect.poll(beads).toBe(40);
  await set('colour-by', 'load');
  await expect
    .poll(() => first().evaluate((element: BeadWorkElement) => element.view!.colourBy))
    .toBe('load');
  await set('show', 'forces');
  await expect
    .poll(() => first().evaluate((element: BeadWorkElement) => element.view!.show))
    .toEqual({ joints: false, forces: true, contacts: false });
  await set('compare', 'jacobi direct');
  await expect
    .poll(() =>
      first().evaluate((element: BeadWorkElement) =>
        element.simulations.map((simulation) => simulation.parameters.solver),
      ),
    )
    .toEqual(['jacobi', 'direct']);
  await expect(page.locator('bead-work li')).toHaveCount(2);
});

test('a race of settings: each copy has its own, is titled by it, and the rest is as the attributes say', async () => {
  await put({
    scene: 'necklaces',
    chains: '2',
    beads: '12',
    substeps: '2',
    compare: 'direct:positions=pulled direct:positions=projected direct:positions=symplectic:substeps=3',
  });
  const found = () =>
    first().evaluate((element: BeadWorkElement) =>
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
  await first().evaluate((element: BeadWorkElement) => element.step());
  await expect(page.locator('bead-work li b')).toHaveText([
    'Exact, pulled',
    'Exact, projected',
    'Exact, symplectic, 3 substeps',
  ]);
  // what is common changes for those that leave it open
  await set('substeps', '5');
  await expect.poll(async () => (await found()).map(([, , substeps]) => substeps)).toEqual([5, 5, 3]);
  // where contacts differ depth counts
  await set('plots', 'gap');
  await set('boxes', '3');
  await set('scene', 'stack');
  await set('chains', null);
  await set('beads', null);
  await set('compare', 'auto:contact-solver=jacobi auto:contact-solver=chebyshev:iterations=none');
  await expect(first()).toHaveAttribute('data-errors', /parameter:compare /);
  await expect.poll(async () => (await found()).length).toBe(2);
  const depths = await first().evaluate(async (element: BeadWorkElement) => {
    await element.step(30);
    const measures = await Promise.all(element.simulations.map((simulation) => simulation.measure()));
    return measures.map(({ maxDepth }) => maxDepth);
  });
  expect(new Set(depths).size).toBe(2);
  await expect(page.locator('bead-work li b')).toHaveText(['Jacobi contacts', 'Chebyshev contacts']);
  await expect(page.locator('bead-work li small').first()).toContainText('deepest overlap');
  await expect(page.locator('bead-work figcaption')).toContainText('Deepest overlap');
});

test('what attributes say while it loads, or on the way to another place, is not lost', async () => {
  const loaded = await page.evaluate(async () => {
    const element = document.createElement('bead-work');
    element.setAttribute('loading', 'eager');
    document.body.append(element);
    const { state } = element;
    element.setAttribute('iterations', '41');
    element.setAttribute('colour-by', 'load');
    await element.ready;
    const found = [state, element.simulation!.parameters.iterations, element.view!.colourBy];
    element.remove();
    element.setAttribute('beads', '7');
    await null;
    document.body.append(element);
    return found;
  });
  expect(loaded).toEqual(['loading', 41, 'load']);
  await expect.poll(beads).toBe(7);
});

test('what waits for the first picture of an element that goes is rejected', async () => {
  const found = await page.evaluate(async () => {
    const LAST = 'the last one';
    let unheard = 0;
    const last = new Promise<void>((resolve) => {
      window.onunhandledrejection = (event) => {
        event.preventDefault();
        if (event.reason === LAST) resolve();
        else unheard += 1;
      };
    });
    const begun = () => {
      const element = document.createElement('bead-work');
      element.setAttribute('loading', 'eager');
      document.body.append(element);
      return element;
    };
    const [awaited, alone] = [begun(), begun()];
    const waiting: Promise<unknown>[] = [awaited.ready, awaited.step(), awaited.add([])];
    for (const element of [awaited, alone]) element.remove();
    const codes = await Promise.all(waiting.map((one) => one.catch(({ code }) => code)));
    // they are told in order: behind this one none is on its way
    void Promise.reject(LAST);
    await last;
    window.onunhandledrejection = null;
    return { codes, unheard };
  });
  expect(found).toEqual({ codes: ['destroyed', 'destroyed', 'destroyed'], unheard: 0 });
});

test('a scene comes with its own gravity, be it none', async () => {
  const gravity = async () => (await parameters()).gravity;
  await put({ scene: 'ring', pins: '0', gravity: '0 -1.62 0' });
  expect(await gravity()).toEqual([0, -1.62, 0]);
  await set('gravity', null);
  expect(await gravity()).toEqual([0, 0, 0]);
  await set('pins', '1');
  await expect.poll(gravity).toEqual([0, -9.81, 0]);
  await set('pins', '0');
  await expect.poll(gravity).toEqual([0, 0, 0]);
});

test('a scene is judged by the solvers that come with it, and all copies take it or none', async () => {
  const counts = () =>
    first().evaluate((element: BeadWorkElement) => element.simulations.map(({ bodyCount }) => bodyCount));
  const setAll = (attributes: Attributes) =>
    first().evaluate((element, attributes) => {
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }, attributes);
  await put({ solver: 'direct' });
  await setAll({ scene: 'net', rows: '80', columns: '80', solver: 'jacobi' });
  await expect.poll(counts).toEqual([6400]);
  expect((await parameters()).solver).toBe('jacobi');
  await expect(first()).toHaveAttribute('data-errors', '');
  await setAll({ scene: 'pendant', compare: 'jacobi direct' });
  await expect.poll(counts).toEqual([24, 24]);
  await set('scene', 'net');
  await expect(first()).toHaveAttribute('data-errors', /^not-applicable:solver $/);
  expect(await counts()).toEqual([24, 24]);
  await first().evaluate((element: BeadWorkElement) => element.step());
  await set('rows', '4');
  await expect.poll(counts).toEqual([320, 320]);
});

test('what makes no sense is told with its code, and the rest goes on', async () => {
  await put({ autoplay: '', iterations: 'many', substeps: '2', damping: '11', gravity: '1 2' });
  expect(await parameters()).toMatchObject({ iterations: 20, substeps: 2, damping: 0 });
  const errors = first();
  for (const path of ['iterations', 'damping', 'gravity'])
    await expect(errors).toHaveAttribute('data-errors', new RegExp(`parameter:${path} `));
  await set('scene', '<b>none</b>');
  await expect(errors).toHaveAttribute('data-errors', /scene:scene /);
  await set('scene', 'net');
  await set('rows', '80');
  await set('columns', '80');
  await set('solver', 'direct');
  await expect(errors).toHaveAttribute('data-errors', /not-applicable/);
  await moves();
  expect(await page.locator('bead-work b').count()).toBe(0);
});

test('a scene that cannot be had leaves the poster and one sentence, and another scene heals it', async () => {
  await put({ scene: 'nowhere', poster: '/favicon.svg' });
  await expect(page.locator('bead-work .message')).toHaveAttribute('data-code', 'scene');
  await expect(page.locator('bead-work .message')).toContainText('no built-in scene');
  await expect(page.locator('bead-work .poster img')).toBeVisible();
  expect(await state()).toBe('failed');
  await set('scene', 'bridge');
  await expect.poll(state).toBe('paused');
  await expect(page.locator('bead-work .message')).toBeHidden();
});

test('a scene that is mended while it is fetched does not fail', async () => {
  const found = await page.evaluate(async () => {
    const element = document.createElement('bead-work');
    const states: string[] = [];
    element.addEventListener('statechange', ({ detail }) => states.push(detail.state));
    element.setAttribute('src', '/nowhere.json');
    element.setAttribute('loading', 'eager');
    document.body.append(element);
    const { ready } = element;
    await Promise.resolve();
    element.removeAttribute('src');
    element.setAttribute('scene', 'bridge');
    await ready;
    return { states, bodies: element.simulation!.bodyCount };
  });
  expect(found).toEqual({ states: ['loading', 'paused'], bodies: 40 });
});

test('without WebGPU it moves, on the CPU; without WebGL too, the poster stays', async ({ browser }) => {
  await put({ autoplay: '' });
  await moves();
  expect(await first().evaluate((element: BeadWorkElement) => element.machine)).toBe('cpu');
  const other = await browser.newPage();
  await withoutPictures(other);
  await open(other);
  await put({ poster: '/favicon.svg' }, other);
  await expect(other.locator('bead-work .message')).toHaveAttribute('data-code', 'no-webgl');
  await expect(other.locator('bead-work .poster img')).toBeVisible();
  await other.close();
});

// that it does not catch up: survive.cpu.spec.ts
test('rests off screen and in a hidden page', async () => {
  await put({ autoplay: '' });
  await moves();
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  expect(await state()).toBe('resting');
  await stands();
  await hide(false);
  await moves();
  await first().evaluate((element) => {
    element.style.marginTop = '4000px';
  });
  await expect.poll(state).toBe('resting');
  await stands();
  await first().evaluate((element) => element.scrollIntoView());
  await expect.poll(state).toBe('playing');
});

test('is not loaded before it is seen, unless it is asked to be eager', async () => {
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

test('moving the node neither restarts it nor makes a second simulation; taking it away frees it', async () => {
  await put({ autoplay: '', beads: '12' });
  await expect.poll(steps).toBeGreaterThan(5);
  const moved = await first().evaluate(async (element: BeadWorkElement) => {
    const { simulation } = element;
    const before = (await simulation!.measure()).steps;
    const box = document.createElement('div');
    document.body.append(box);
    box.append(element);
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
    return { same: element.simulation === simulation, on: (await simulation!.measure()).steps >= before };
  });
  expect(moved).toEqual({ same: true, on: true });
  const freed = await first().evaluate(async (element: BeadWorkElement) => {
    const { simulation, parentElement } = element;
    element.remove();
    while (element.simulation) await new Promise((resolve) => setTimeout(resolve));
    const code = await simulation!.step().catch((error) => error.code);
    const gone = element.simulation;
    parentElement!.append(element);
    await element.ready;
    return { code, gone, again: element.simulation!.bodyCount };
  });
  expect(freed).toEqual({ code: 'destroyed', gone: null, again: 12 });
});

test('reduced motion starts still, with a button to play', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await put({ autoplay: '' });
  expect(await state()).toBe('paused');
  expect(await steps()).toBe(0);
  await page.getByRole('button', { name: 'Play' }).click();
  await moves();
  await page.emulateMedia({ reducedMotion: null });
  await open(page);
});

test('the wheel is the page’s until the picture has the focus; keys play, step and turn', async () => {
  await put({});
  await page.evaluate(() => {
    document.body.style.paddingBottom = '3000px';
  });
  await first().hover({ position: { x: 40, y: 40 } });
  await page.mouse.wheel(0, 80);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.locator('bead-work canvas').focus();
  const [scrolled, near] = [await page.evaluate(() => scrollY), await camera()];
  await page.mouse.wheel(0, 80);
  await expect.poll(async () => (await camera()).distance).not.toBe(near.distance);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.keyboard.press('ArrowLeft');
  expect((await camera()).yaw).not.toBe(near.yaw);
  await page.keyboard.press('.');
  await expect.poll(steps).toBe(1);
  await page.keyboard.press('Space');
  await expect.poll(state).toBe('playing');
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

const camera = () =>
  first().evaluate((element: BeadWorkElement) => {
    const { yaw, distance } = element.view!.camera;
    return { yaw, distance };
  });

test('a drag from a bead that is held turns the view: nobody can pull it before it is freed', async () => {
  await put({ autoplay: '', beads: '4', gravity: '0 0 0' });
  await expect.poll(steps).toBeGreaterThan(2);
  await page.locator('bead-work canvas').focus();
  const { x, y, bead, looking } = await first().evaluate(async (element: BeadWorkElement) => {
    const { project } = await import('/www/player/sight.ts' as string);
    const canvas = element.shadowRoot!.querySelector('canvas')!;
    const { left, top } = canvas.getBoundingClientRect();
    const { positions } = await element.simulation!.readState();
    const bead = [...positions.slice(0, 3)];
    const at = project(element.view!.camera, bead, canvas.clientWidth, canvas.clientHeight);
    return { x: left + at.x, y: top + at.y, bead, looking: element.view!.camera };
  });
  const before = await camera();
  await page.mouse.move(x, y);
  await page.mouse.down();
  let moved = 0;
  const turned = async () => {
    moved += 4;
    await page.mouse.move(x + moved, y);
    return (await camera()).yaw;
  };
  await expect.poll(turned).not.toBe(before.yaw);
  await page.mouse.up();
  await first().evaluate((element: BeadWorkElement, looking) => {
    element.view!.place(looking);
    element.simulation!.setFixed(0, false);
  }, looking);
  await page.mouse.move(x, y);
  await page.mouse.down();
  moved = 0;
  const pulled = async () => {
    moved += 20;
    await page.mouse.move(x + moved, y);
    const now = await first().evaluate(async (element: BeadWorkElement) => [
      ...(await element.simulation!.readState()).positions.slice(0, 3),
    ]);
    return Math.hypot(...now.map((at, axis) => at - bead[axis]!));
  };
  await expect.poll(pulled).toBeGreaterThan(0.05);
  await page.mouse.up();
});

test('steps back from what stretches, unless the reader has turned the picture', async () => {
  const stretching = { solver: 'jacobi', iterations: '4', tilt: '0', 'mass-ratio': '200' };
  const reach = () =>
    first().evaluate(async (element: BeadWorkElement) => {
      const { widen } = await import('/www/element/sight.ts' as string);
      const { positions } = await element.simulation!.readState();
      const none = { sideways: 0, top: 0, bottom: 0 };
      const canvas = element.shadowRoot!.querySelector('canvas');
      const { sideways, top, bottom } = widen(none, element.view, canvas, positions, 0);
      return Math.max(sideways, top, -bottom);
    });
  await put(stretching);
  const before = await camera();
  await first().evaluate((element: BeadWorkElement) => element.play());
  await expect.poll(async () => (await camera()).distance).toBeGreaterThan(1.15 * before.distance);
  await expect.poll(reach).toBeLessThan(1);
  await first().evaluate((element) => element.remove());
  await put(stretching);
  await page.locator('bead-work canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(reach).toBeGreaterThan(1.05);
  await pictures(30);
  expect((await camera()).distance).toBeCloseTo(before.distance, 4);
});

test('a bead is held and hauled by keyboard', async () => {
  await put({ autoplay: '', tilt: '0', beads: '8', 'mass-ratio': '1', damping: '2' });
  await page.locator('bead-work canvas').focus();
  // the arrows do not wait for the bead to be found
  await page.keyboard.press('g');
  for (let k = 0; k < 5; k++) await page.keyboard.press('ArrowRight');
  const aside = () =>
    first().evaluate(
      async (element: BeadWorkElement) => (await element.simulation!.readState()).positions.at(-3)!,
    );
  await expect.poll(aside).toBeGreaterThan(0.15);
});

const back = () => first().evaluate((element) => getComputedStyle(element).backgroundColor);
const BACK = { dark: 'rgb(11, 13, 16)', light: 'rgb(246, 241, 231)' };

test('is dark on a dark page and light on a light one, and follows a change', async () => {
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'normal';
    document.body.style.background = '#222';
  });
  await put({ autoplay: '' });
  const { dark, light } = BACK;
  expect(await back()).toBe(dark);
  await page.evaluate(() => {
    document.body.style.background = 'white';
  });
  await expect.poll(back).toBe(light);
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark';
  });
  await expect.poll(back).toBe(dark);
  await set('theme', 'light');
  await expect.poll(back).toBe(light);
  await set('theme', null);
  await expect.poll(back).toBe(dark);
});

test('keeps its shape before it is loaded, and follows its container', async () => {
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
    const canvas = element.shadowRoot!.querySelector('canvas')!;
    const wide = canvas.width;
    element.style.width = '320px';
    // with its next picture
    while (canvas.width === wide) await new Promise(requestAnimationFrame);
    return { before, after, narrow: size(), canvas: canvas.width / canvas.height };
  });
  expect(sizes.after).toEqual(sizes.before);
  expect(sizes.before[0]! / sizes.before[1]!).toBeCloseTo(1.6, 1);
  expect(sizes.narrow).toEqual([320, 200]);
  expect(sizes.canvas).toBeCloseTo(1.6, 1);
});

test('a panel writes attributes, plots draw, and axe finds nothing', async () => {
  await put({ controls: 'scene solver iterations beads show', plots: 'gap residual', autoplay: '' });
  await page.getByLabel('Solver').selectOption('jacobi');
  // logarithmic from 1 to 500 in a thousand stops
  const passes = page.getByRole('slider', { name: 'Passes' });
  await passes.fill(String(Math.round((1000 * Math.log(64)) / Math.log(500))));
  await expect(passes).toHaveAttribute('aria-valuetext', '64');
  await expect(first()).toHaveAttribute('iterations', '64');
  await expect.poll(parameters).toMatchObject({ solver: 'jacobi', iterations: 64 });
  await page.getByLabel('Show').selectOption('Axes and forces');
  await expect(first()).toHaveAttribute('show', 'joints forces');
  await page.getByLabel('Scene').selectOption('bridge');
  await expect.poll(beads).toBe(40);
  await expect(page.locator('bead-work polyline')).toHaveCount(2);
  await expect.poll(() => page.locator('bead-work polyline').first().getAttribute('points')).toMatch(/ .* /);
  for (const theme of ['light', 'dark'] as const) {
    await set('theme', theme);
    await expect.poll(back).toBe(BACK[theme]);
    // a colour on its way from one theme to the other is neither
    await first().evaluate((element) =>
      Promise.all(element.shadowRoot!.getAnimations().map(({ finished }) => finished)),
    );
    expect(await faultsIn(page, { within: ['bead-work'] }), theme).toEqual([]);
  }
});

test('says who began and ceased to touch, and what broke, as it plays', async () => {
  await put({ scene: 'pendant', machine: 'cpu' });
  const told = await first().evaluate(async (element: BeadWorkElement) => {
    const told: unknown[] = [];
    element.addEventListener('contact', ({ detail }) => told.push(detail));
    element.addEventListener('break', ({ detail }) => told.push(detail));
    await element.simulation!.load({
      version: 2,
      gravity: [0, -9.81, 0],
      contacts: true,
      bodies: [
        { position: [0, 0, 0], shape: { type: 'plane' } },
        { position: [0, 0.5, 0], radius: 0.2, restitution: 1, events: true },
        { position: [3, 3, 0], radius: 0.2, fixed: true },
        { position: [3, 2, 0], radius: 0.2, mass: 2 },
      ],
      joints: [{ type: 'point', a: 2, b: 3, anchorA: [0, -0.5, 0], anchorB: [0, 0.5, 0], breakForce: 10 }],
    });
    // √(2 · 0.3 m / g) is 14.8 frames
    for (let k = 0; k < 20; k++) await element.step();
    await element.simulation!.measure();
    return told;
  });
  expect(told).toEqual([
    { type: 'broke', joint: 0, frame: 1 },
    { type: 'began', a: 0, b: 1, frame: 15 },
    { type: 'ended', a: 0, b: 1, frame: 16 },
  ]);
});

test('bodies and joints are added to all that is on show, or to none', async () => {
  await put({ scene: 'pendant', compare: 'jacobi direct', loading: 'eager' });
  const found = await first().evaluate(async (element: BeadWorkElement) => {
    const ball = (x: number) => ({ position: [x, 3, 0] as [number, number, number], radius: 0.1 });
    const count = element.simulation!.bodyCount;
    const joint = {
      type: 'point',
      a: count,
      b: count + 1,
      anchorA: [0.1, 0, 0],
      anchorB: [-0.1, 0, 0],
    } as const;
    const numbers = await element.add(
      [ball(1), ball(1.2)],
      [{ ...joint, anchorA: [0.1, 0, 0], anchorB: [-0.1, 0, 0] }],
    );
    const counts = () => element.simulations.map((one) => [one.bodies().length, one.joints().length]);
    const after = counts();
    const refused = await element
      .add([ball(2)], [{ ...joint, b: 999 } as never])
      .catch(({ code, path }) => [code, path]);
    return { added: numbers.map((number) => number - count), after, refused, later: counts() };
  });
  expect(found.added).toEqual([0, 1]);
  expect(found.after).toHaveLength(2);
  expect(found.refused).toEqual(['not-found', 'joints[0].b']);
  expect(found.later).toEqual(found.after);
});
