// Chapter 12: one bead about its nail, against what can be said of it on paper; the running necklaces and the errors by
// substeps, against the f64 twin.

import { readFileSync } from 'node:fs';
import { expectNear, live, set, shared, stepTo, values } from './learn-helpers';
import { expect, type Page, test } from './test';

const NAME = '12-in-place-and-in-time';
const WAYS = ['pulled', 'projected', 'symplectic'] as const;
const runs = JSON.parse(readFileSync('www/generated/runs.json', 'utf8'));
const degrees = 180 / Math.PI;

/** The bead's places, as they are drawn. */
const dots = (page: Page, way: string) =>
  page
    .locator(`#track-${way} .dot`)
    .evaluateAll((found) =>
      found.map((dot) => [Number(dot.getAttribute('cx')) - 100, 100 - Number(dot.getAttribute('cy'))]),
    );

const visit = shared(NAME);

test('the lowest beads are drawn where they are', async () => {
  const { page } = visit;
  const aside = (way: string) =>
    page.locator(`#lowest [data-way="${way}"]`).evaluate((cell) => {
      const at = (selector: string, name: string) => Number(cell.querySelector(selector)!.getAttribute(name));
      return ['cx', 'cy'].map((name) => at('.bead', name) - at('.wanted', name));
    });
  // recorded at first: a radius of 0.25 m is drawn as 30
  for (const [i, { lowest }] of runs.positions.ways.entries()) {
    const [x, y] = await aside(WAYS[i]!);
    expect(Math.hypot(x! - 120 * lowest[0], y! + 120 * lowest[1])).toBeLessThan(0.1);
  }
  // not by the mouse, which would bring it into sight
  await page.locator('[data-do="restart"]').dispatchEvent('click');
  await expect.poll(async () => Math.hypot(...(await aside('projected')))).toBe(0);
  await stepTo(page, 60);
  const moved = await aside('projected');
  const off = await live(page, 'offProjected');
  // no farther than the worst bead is
  expect(Math.hypot(...moved) / 0.12).toBeLessThan(off * 1.001);
  expect(Math.hypot(...moved)).toBeGreaterThan(1);
});

test('one bead: chords keep speed and circle, tangents lose speed, and β opens the circle', async () => {
  const { page } = visit;
  for (const steps of [16, 32, 64]) {
    await set(page, '#arc-sliders', { steps, share: 0.5 });
    const h = 5 / steps;
    expect(await live(page, 'straight')).toBeCloseTo(Math.sqrt(1 + h * h) - 1, 12);
    // sin θ = h v/L in every step, and nothing is lost
    expectNear(await live(page, 'speed-symplectic'), 1, 1e-9, `speed after ${steps} chords`);
    expectNear(
      await live(page, 'behind-symplectic'),
      degrees * (5 - steps * Math.asin(h)),
      1e-6,
      `angle after ${steps} chords`,
    );
    // tan θ = h v/L and v cos θ, step by step
    let [speed, angle] = [1, 0];
    for (let i = 0; i < steps; i++) {
      const turned = Math.atan(h * speed);
      angle += turned;
      // the next solve removes what points outward
      if (i + 1 < steps) speed *= Math.cos(turned);
    }
    expectNear(await live(page, 'speed-projected'), speed, 1e-9, `speed after ${steps} tangents`);
    expectNear(
      await live(page, 'behind-projected'),
      degrees * (5 - angle),
      1e-6,
      `angle after ${steps} tangents`,
    );
    for (const way of ['projected', 'symplectic']) {
      expect(Math.abs(await live(page, `open-${way}`)), `${way} stays on its circle`).toBeLessThan(1e-9);
      const places = await dots(page, way);
      expect(places).toHaveLength(steps + 1);
      for (const [x, y] of places) expectNear(Math.hypot(x!, y!), 60, 1e-3, `${way}: a dot’s distance`);
    }
  }
  // the balance: with many steps the gap stays near (h v)²/2Lβ and the speed with it
  const settled = await live(page, 'settled');
  expectNear(settled, (5 / 64) ** 2, 1e-9, 'the formula with β = ½');
  expectNear(await live(page, 'open-pulled'), settled, 0.02, 'the gap of pulled');
  expect(await live(page, 'speed-pulled')).toBeGreaterThan(0.98);
});

test('errors measured here have the orders that were recorded', async () => {
  const { page } = visit;
  const recorded = Object.fromEntries(
    values.positions.orders.map(({ way, errors }: { way: string; errors: [number, number][] }) => [
      way,
      errors,
    ]),
  );
  for (const way of WAYS) {
    for (const [substeps, error] of recorded[way])
      expectNear(await live(page, `error-${way}-${substeps}`), 1000 * error, 1e-3, `${way}, ${substeps}`);
  }
  expectNear(await live(page, 'order-projected'), 1, 0.15, 'the order of projected');
  expectNear(await live(page, 'order-symplectic'), 2, 0.05, 'the order of symplectic');
  await page.locator('#measure').click();
  await expect(page.locator('#measured')).toContainText('Measured here', { timeout: 90_000 });
  for (const way of WAYS) {
    for (const [substeps, error] of recorded[way]) {
      const found = await live(page, `error-${way}-${substeps}`);
      // what f32 rounds in some thousand substeps
      expect(Math.abs(found - 1000 * error), `${way}, ${substeps}: ${found}`).toBeLessThan(
        0.05 + 0.01 * 1000 * error,
      );
      expect(found, 'measured, not recorded').not.toBe(Number((1000 * error).toPrecision(4)));
    }
  }
});

test('energy from nothing: a β that feeds the necklace, and one that does not', async () => {
  const { page } = visit;
  const exercise = page.locator('[data-exercise="fed"]');
  for (const { beta, most } of values.positions.fed) {
    await set(page, '#sliders', { beta, substeps: 1, tilt: 1 });
    await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
    await stepTo(page, 20);
    if (most < 10) await expect(exercise.locator('.verdict')).toHaveText(/ s of 2 s/);
    await stepTo(page, 121);
    await expect(exercise).toHaveAttribute('data-verdict', most < 10 ? 'wrong' : 'right');
    await expect(exercise.locator('.verdict')).toHaveText(most < 10 ? /never had 10 J/ : /Nothing but β/);
  }
  await set(page, '#sliders', { substeps: 2 });
  await expect(exercise).toHaveAttribute('data-verdict', 'open');
});

test('the exercise’s link sets the necklaces up', async () => {
  const { page } = visit;
  await set(page, '#sliders', { beta: 0.9, substeps: 4, tilt: 0.4 });
  await page.locator('[data-exercise="fed"] .assign a').click();
  await expect(page.locator('[name="beta"]')).toHaveValue('0.2');
  await expect(page.locator('[name="substeps"]')).toHaveValue('1');
  await expect(page.locator('[name="tilt-value"]')).toHaveText('57°');
});
