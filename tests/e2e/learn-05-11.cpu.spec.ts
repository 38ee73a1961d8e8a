// Chapters 5 to 11: live numbers against the twin, the editor and the races.

import { expectNear, live, open, set, values } from './learn-helpers';
import { expect, test } from './test';

test('chapter 5: forces and velocities after each pass are those of the CPU reference', async ({ page }) => {
  await open(page, '05-jacobi');
  await expect(page.locator('#lab')).toHaveClass(/running/);
  const next = page.locator('#next');
  let pass = 0;
  for (const { rounds, lambda, speed } of values.jacobi.slice(0, 5)) {
    while (pass < rounds) {
      await next.click();
      await next.click();
      pass++;
    }
    await expect(page.locator('#where b')).toHaveText(`Pass ${rounds}, second half: beads gather.`);
    const shown = async (name: string) =>
      page
        .locator(`#hall [data-${name}]`)
        .evaluateAll(
          (places, key) => places.map((place) => Number((place as SVGElement).dataset[key])),
          name,
        );
    (await shown('lambda')).forEach((value, l) => {
      expect(Math.abs(value - lambda[l])).toBeLessThan(1e-3);
    });
    (await shown('speed')).forEach((value, i) => {
      expect(Math.abs(value - speed[i])).toBeLessThan(1e-5);
    });
  }
  await page.locator('#hall [data-key="bead-2"]').focus();
  await expect(page.locator('#lab .explanation')).toContainText('GPU thread 2 reads λ₁ and λ₂');
});

test('chapter 6: a kernel takes over, an error has its line, one click restores', async ({ page }) => {
  await open(page, '06-edit-the-shader');
  const compiler = page.locator('#compiler');
  await page.locator('[data-experiment="bias"]').click();
  await expect(compiler).toHaveText('Your kernel is running.');
  const content = page.locator('#editor .cm-content');
  await content.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('nonsense!\n');
  await expect(compiler).toHaveClass(/faulty/);
  await expect(compiler).toContainText('Line 1:');
  await expect(page.locator('#editor .cm-faulty')).toContainText('nonsense');
  await page.locator('#restore').click();
  await expect(compiler).toContainText('as it stands in the repository');
  await expect(page.locator('#editor .cm-faulty')).toHaveCount(0);
});

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
});

test('chapter 10: the critical radius, and the guard', async ({ page }) => {
  await open(page, '10-stiffness');
  // the linearised eigenproblem of 40 beads gives 0.111 m
  expect(0.09 * (0.5 * (await live(page, 'homega'))) ** 2).toBeCloseTo(0.111, 3);
});

test('chapter 11: bytes are those of the benchmark’s model', async ({ page }) => {
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
  await page.locator('#measure').click();
  await expect(page.locator('#times tbody tr')).toHaveCount(2, { timeout: 60_000 });
});

test('chapter 11: bars are as long as the bytes of the table', async ({ page }) => {
  await open(page, '11-hardware');
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
