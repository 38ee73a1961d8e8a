// Chapters 5 to 11: live numbers against the twin, the editor, the races and the exercises.

import { expectNear, live, open, set, values } from './learn-helpers';
import { expect, type Page, test } from './test';

const answer = async (page: Page, text: string) => {
  await page.locator('.exercise input').fill(text);
  await page.locator('.exercise input').press('Tab');
};

test('chapter 5: forces and velocities after each round are the twin’s', async ({ page }) => {
  await open(page, '05-jacobi');
  const next = page.locator('#next');
  let round = 0;
  for (const { rounds, lambda, speed } of values.jacobi.slice(0, 5)) {
    while (round < rounds) {
      await next.click();
      await next.click();
      round++;
    }
    await expect(page.locator('#where b')).toHaveText(`Round ${rounds}, beads gather.`);
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
  await expect(page.locator('#lab .explanation')).toContainText('Thread 2 reads λ₁ and λ₂');
  await answer(page, '3');
  await expect(page.locator('.exercise .verdict')).toContainText('falls freely');
  await answer(page, '4');
  await expect(page.locator('.exercise')).toHaveClass(/solved/);
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

  const text = await page.evaluate(async () => {
    const { kernels } = await import(`${'/www/beadwork.ts'}`);
    return kernels().find(({ name }: { name: string }) => name === 'update_multipliers').source as string;
  });
  await content.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text.replace('let change =', 'let change = 0.5 *'));
  await expect(page.locator('.exercise')).toHaveClass(/solved/, { timeout: 60_000 });
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
  await set(page, '#sliders', { passes: 1, omega: 0.5, share: 1 });
  await expect(page.locator('.exercise .verdict')).toContainText('larger');
  await set(page, '#sliders', { omega: 0.65 });
  await expect(page.locator('.exercise')).toHaveClass(/solved/);
});

test('chapter 8: β closes gaps that stay without it', async ({ page }) => {
  await open(page, '08-drift');
  await set(page, '#sliders', { beta: 0.1, solver: 'jacobi' });
  await page.locator('#lab').scrollIntoViewIfNeeded();
  await expect(page.locator('.exercise')).toHaveClass(/solved/, { timeout: 60_000 });
  expect(await live(page, 'gap')).toBeLessThan(await live(page, 'gap0'));
});

test('chapter 9: the race counts, and conjugate gradients need a pass a joint', async ({ page }) => {
  await open(page, '09-faster');
  await set(page, '#sliders', { beads: 12 });
  await page.locator('#start').click();
  const counts = page.locator('#results tbody tr td:nth-child(2)');
  await expect(counts).toHaveCount(5, { timeout: 60_000 });
  const [jacobi, , , conjugate, exact] = (await counts.allTextContents()).map(Number);
  expect(conjugate).toBe(11);
  expect(exact).toBe(1);
  expect(jacobi).toBeGreaterThan(200);
  await answer(page, '11');
  await expect(page.locator('.exercise')).toHaveClass(/solved/);
});

test('chapter 10: the critical radius, and the guard', async ({ page }) => {
  await open(page, '10-stiffness');
  // the linearised eigenproblem of 40 beads gives 0.111 m
  expect(0.09 * (0.5 * (await live(page, 'homega'))) ** 2).toBeCloseTo(0.111, 3);
  await answer(page, '0,03');
  await expect(page.locator('.exercise .verdict')).toContainText('still shakes');
  await answer(page, '0.06');
  await expect(page.locator('.exercise')).toHaveClass(/solved/);
});

test('chapter 11: bytes are those of the benchmark’s model', async ({ page }) => {
  await open(page, '11-hardware');
  const sum = () => page.locator('#bytes .sum [data-value]').getAttribute('data-value').then(Number);
  const model = await page.evaluate(async () => {
    const { load } = await import(`${'/www/loading.ts'}`);
    return JSON.parse((await load()).benchmarkCase('necklaces', 100_000)) as {
      beads: number;
      rows: { solver: string; execution: string; iterations: number | null; bytes: number }[];
    };
  });
  const ofSolver: Record<string, number> = {};
  for (const { solver, execution, iterations, bytes } of model.rows) {
    const option = page.locator(`#sliders option[value="${solver}"]`);
    if (execution !== 'global' || (await option.count()) === 0) continue;
    await set(page, '#sliders', { solver, passes: iterations ?? 20 });
    ofSolver[solver] = await sum();
    expectNear(ofSolver[solver]!, bytes / model.beads, 1e-9, `bytes a bead of ${solver}`);
  }
  expect(Object.keys(ofSolver).sort()).toEqual(['article', 'chebyshev', 'direct', 'jacobi']);
  expectNear(await live(page, 'direct'), ofSolver.direct!, 1e-9, 'the text’s direct');
  expectNear(await live(page, 'total'), ofSolver.jacobi!, 1e-9, 'the text’s Jacobi');
  await set(page, '#sliders', { solver: 'jacobi', passes: 40 });
  await answer(page, String((await sum()) / ofSolver.direct!));
  await expect(page.locator('.exercise')).toHaveClass(/solved/);
  await page.locator('#measure').click();
  await expect(page.locator('#times tbody tr')).toHaveCount(2, { timeout: 60_000 });
});
