// Chapters 7 and 11: what they compute without a simulation. What runs: learn-numbers.both.spec.ts. Chapters 8 and 9: what a hand
// does while they run.

import { expectNear, live, open, openStill, set, stepTo, values } from './learn-helpers';
import { expect, test } from './test';

test('chapter 7: what is stable on the circle is stable, and an odd number is not', async ({ page }) => {
  await open(page, '07-warm-starting');
  await set(page, '#sliders', { passes: 9, omega: 1, share: 1 });
  // μ = 1 + cos(π/22) for eleven joints
  const p = (-Math.cos(Math.PI / 22)) ** 9;
  expect(await live(page, 'worst')).toBeCloseTo(p, 9);
  expect(await live(page, 'growth')).toBeCloseTo(Math.sqrt(p * p - p) - p, 9);
  await expect(page.locator('#circle .outside')).toHaveCount(1);
  await set(page, '#sliders', { passes: 10 });
  await expect(page.locator('#circle .outside')).toHaveCount(0);
  await set(page, '#roots', { p: -0.34 });
  await expect(page.locator('#circle .outside')).toHaveCount(1);
  await set(page, '#roots', { p: -0.33 });
  await expect(page.locator('#circle .outside')).toHaveCount(0);
  // the worst p is that of D⁻¹A, and its roots those of the companion matrix
  for (const { passes, omega, p, growth } of values.warm.worst) {
    await set(page, '#sliders', { passes, omega, share: 1 });
    // masses and radii of the twin's scene are f32
    expectNear(await live(page, 'worst'), p, 1e-5, `p of ${passes} passes, ω ${omega}`);
    expectNear(await live(page, 'growth'), growth, 1e-5, `growth of ${passes} passes, ω ${omega}`);
  }
  for (const { p, roots } of values.warm.roots) {
    await set(page, '#roots', { p });
    const found = await page
      .locator('#circle .root')
      .evaluateAll((dots) =>
        dots
          .map((dot) => [Number((dot as SVGElement).dataset.re), Number((dot as SVGElement).dataset.im)])
          .sort((a, b) => b[1]! - a[1]! || b[0]! - a[0]!),
      );
    for (const [k, [re, im]] of roots.entries()) {
      expect(Math.hypot(found[k]![0]! - re, found[k]![1]! - im), `root ${k} of p = ${p}`).toBeLessThan(1e-9);
    }
  }
});

test('chapter 8: what is read of a run while it begins again is not in the next one', async ({ page }) => {
  await openStill(page, '08-drift');
  await page.evaluate(async () => {
    const { Simulation } = await import(`${'/www/beadwork.ts'}`);
    const { measure } = Simulation.prototype;
    const press = (act: string) =>
      document.querySelector<HTMLButtonElement>(`#lab [data-do="${act}"]`)!.click();
    await new Promise<void>((resolve) => {
      Simulation.prototype.measure = async function (this: unknown, ...given: unknown[]) {
        Simulation.prototype.measure = measure;
        const found = await measure.apply(this, given);
        press('restart');
        resolve();
        return found;
      };
      press('step');
    });
  });
  await stepTo(page, 1);
  // one point, and no line to a second one
  await expect(page.locator('#gaps .line-0')).toHaveAttribute('d', /^M[^L]+$/);
});

test('chapter 9: a race runs to its end with the chain that it began with', async ({ page }) => {
  await open(page, '09-faster');
  await set(page, '#sliders', { beads: 6, ratio: 0 });
  await page.locator('#start').evaluate((start: HTMLButtonElement) => {
    start.click();
    document.querySelector<HTMLInputElement>('[name="beads"]')!.value = '12';
  });
  await expect(page.locator('#verdict')).toContainText('6 beads', { timeout: 60_000 });
  const { results } = values.race.find(({ beads }: { beads: number }) => beads === 6);
  for (const [k, { solver, passes }] of results.entries()) {
    const counted = page.locator(`#results tbody tr:nth-child(${k + 1}) td`).first();
    expectNear(Number(await counted.getAttribute('data-value')), passes, 0.03, solver);
  }
});

test('chapter 11: bytes are those of the benchmark’s model, and bars as long as they are', async ({
  page,
}) => {
  await open(page, '11-hardware');
  const sum = () => page.locator('#bytes .sum [data-value]').getAttribute('data-value').then(Number);
  const model = await page.evaluate(async () => {
    const { tables } = await import(`${'/www/bench/tables.ts'}`);
    return JSON.parse((await tables()).benchmarkCase('necklaces', 100_000)) as {
      beads: number;
      rows: {
        solver: string;
        execution: string;
        positions: string | null;
        iterations: number | null;
        bytes: number;
      }[];
    };
  });
  const ofSolver: Record<string, number> = {};
  for (const { solver, execution, positions, iterations, bytes } of model.rows) {
    const option = page.locator(`#sliders option[value="${solver}"]`);
    // the chapter counts the exact walk that pulls joints shut
    if (positions && positions !== 'pulled') continue;
    if (execution !== 'global' || (await option.count()) === 0) continue;
    await set(page, '#sliders', { solver, passes: iterations ?? 20 });
    ofSolver[solver] = await sum();
    expectNear(ofSolver[solver]!, bytes / model.beads, 1e-9, `bytes a bead of ${solver}`);
  }
  expect(Object.keys(ofSolver).sort()).toEqual(['article', 'chebyshev', 'direct', 'jacobi']);
  expectNear(await live(page, 'direct'), ofSolver.direct!, 1e-9, 'the text’s direct');
  expectNear(await live(page, 'total'), ofSolver.jacobi!, 1e-9, 'the text’s Jacobi');

  for (const passes of [20, 100]) {
    for (const solver of ['jacobi', 'article', 'chebyshev', 'direct']) {
      await set(page, '#sliders', { solver, passes });
      const bar = page.locator(`#bars [data-solver="${solver}"]`);
      await expect(bar).toHaveClass(/chosen/);
      const sum = Number(await page.locator('#bytes .sum td').last().getAttribute('data-value'));
      expect(Number(await bar.getAttribute('data-value'))).toBe(sum);
      const jacobi = page.locator('#bars [data-solver="jacobi"]');
      const [long, whole] = [
        Number(await bar.getAttribute('width')),
        Number(await jacobi.getAttribute('width')),
      ];
      expectNear(long / whole, sum / Number(await jacobi.getAttribute('data-value')), 1e-9, solver);
    }
  }
});
