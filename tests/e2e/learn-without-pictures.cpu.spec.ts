// Every chapter where nothing can draw, neither WebGPU nor WebGL, in one visit: pictures stand in for canvases, and what was
// recorded or is computed by the page for what would run.
import { readFileSync } from 'node:fs';
import { chapters, expectNear, live, open, set, values } from './learn-helpers';
import { expect, type Page, test, withoutPictures } from './test';

const runs = JSON.parse(readFileSync('www/generated/runs.json', 'utf8'));

/** A picture that has been loaded. */
async function expectPoster(page: Page, within: string) {
  const poster = page.locator(`${within} img.poster:visible`);
  await poster.scrollIntoViewIfNeeded();
  await expect(poster).toHaveCount(1);
  await expect
    .poll(() => poster.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
  expect(await poster.getAttribute('alt')).toMatch(/\w{3}/);
}

/** Where a picture stands in. */
const POSTERS: Record<string, string[]> = {
  '01-one-at-a-time': ['#pair'],
  '04-lagrangian': ['#thread'],
  '06-edit-the-shader': ['#lab'],
  '07-warm-starting': ['#lab'],
  '08-drift': ['#lab'],
  '10-stiffness': ['#lab'],
  '12-in-place-and-in-time': ['#lab'],
  '13-soft-rows': ['#lab', '#springs'],
  '14-six-axes': ['#lab', '#hands'],
  '15-motors-and-servos': ['#lab', '#wheel'],
  '16-push-never-pull': ['#lab'],
  '17-stacks': ['#lab', '#incline'],
  '18-a-ragdoll-solved': ['#lab'],
  '19-the-sparse-net': ['#lab'],
  '20-small-steps': ['#lab'],
  '21-penalties-that-learn': ['#lab'],
};

/** What still works. */
const WORKS: Record<string, [title: string, tried: (page: Page) => Promise<void>]> = {
  '05-jacobi': [
    'solves its beads by itself, to the twin’s numbers',
    async (page) => {
      for (const { rounds, lambda, speed } of values.jacobi.slice(0, 5)) {
        while (
          !(await page.locator('#where').textContent())!.startsWith(
            `Pass ${rounds}, second half: beads gather.`,
          )
        ) {
          await page.locator('#next').click();
        }
        const shown = (name: string) =>
          page
            .locator(`#hall [data-${name}]`)
            .evaluateAll(
              (places, key) => places.map((place) => Number((place as SVGElement).dataset[key])),
              name,
            );
        for (const [l, value] of (await shown('lambda')).entries())
          expectNear(value, lambda[l], 1e-6, `λ${l}`);
        for (const [i, value] of (await shown('speed')).entries())
          expect(Math.abs(value - speed[i]), `speed of bead ${i}`).toBeLessThan(1e-7);
      }
    },
  ],
  '07-warm-starting': [
    'shows what was recorded',
    async (page) => {
      await expect(page.locator('#gaps .line')).toHaveCount(3);
      expect(await live(page, 'gapArticle')).toBe(runs.warm[1].gaps.at(-1)[1]);
      expect(await live(page, 'leftWarm')).toBe(runs.warm[0].passes.at(-1));
      // sliders still move what needs no simulation
      await set(page, '#sliders', { passes: 9, share: 1 });
      expect(await live(page, 'growth')).toBeGreaterThan(2);
    },
  ],
  '08-drift': [
    'shows what was recorded',
    async (page) => {
      await expect(page.locator('#energies .line')).toHaveCount(2);
      expect(await live(page, 'gap0')).toBe(runs.drift[1].gap.at(-1)[1]);
    },
  ],
  '09-faster': [
    'shows a recorded race, and its exercise is recognised',
    async (page) => {
      const rows = page.locator('#results tbody tr');
      await expect(rows).toHaveCount(runs.race.length);
      await expect(rows.nth(3).locator('td').first()).toHaveText(String(runs.race[3].passes));
      const exercise = page.locator('[data-exercise="conjugate"]');
      await exercise.locator('input').fill(String(runs.conjugateOf12));
      await exercise.locator('input').press('Tab');
      await expect(exercise).toHaveAttribute('data-verdict', 'right');
    },
  ],
  '10-stiffness': [
    'shows what was recorded',
    async (page) => {
      await expect(page.locator('#gaps .line')).toHaveCount(1);
      expect(await live(page, 'gap')).toBe(runs.stiffness.at(-1)[1]);
    },
  ],
  '12-in-place-and-in-time': [
    'shows what was recorded, and can still measure',
    async (page) => {
      await expect(page.locator('#errors .line')).toHaveCount(3);
      expect(await live(page, 'offProjected')).toBe(runs.positions.ways[1].off.at(-1)[1]);
      await expect(page.locator('#orders .plot .line')).toHaveCount(3);
      expect(await live(page, 'error-symplectic-8')).toBe(runs.positions.orders[2].at(-1)[1]);
      // what draws nothing can still be measured, on the CPU
      await expect(page.locator('#measure')).toBeVisible();
      // one bead needs no simulation
      await set(page, '#arc-sliders', { steps: 32 });
      expect(await live(page, 'way')).toBe(5 / 32);
    },
  ],
  '14-six-axes': [
    'computes what needs no simulation, and writes what the picture has',
    async (page) => {
      await expect(page.locator('[data-place="rx"]')).toHaveText(/^−\d+\.\d°$/);
      await set(page, '#pose', { twist: 60, swing: 90 });
      expectNear(
        await live(page, 'reading-B'),
        (360 / Math.PI) * Math.asin(0.5 * Math.SQRT1_2),
        1e-9,
        'the arcsine',
      );
      await set(page, '#axes', { x: 'free' });
      await expect(page.locator('[data-exercise="sleeve"]')).toHaveAttribute('data-verdict', 'wrong');
    },
  ],
  '15-motors-and-servos': [
    'computes what needs no simulation, and writes what the picture has',
    async (page) => {
      await expect(page.locator('[data-cell="state-2"]')).toHaveText('saturated');
      await expect(page.locator('#speeds .line')).toHaveCount(2);
      await set(page, '#motor', { most: 0.5, brake: 1 });
      await expect(page.locator('[data-live="reach"]').first()).toHaveText('∞');
    },
  ],
  '19-the-sparse-net': [
    'eliminates without a simulation',
    async (page) => {
      const [exact, relaxed] = values.net.shown.map((way: { gap: number }[]) => way.at(-1));
      const written = async (name: string) =>
        Number(await page.locator(`[data-live="${name}"]`).textContent());
      expectNear(await written('gapExact'), 1000 * exact.gap, 1e-3, 'the gap that is written down');
      expectNear(await written('gapPasses'), 1000 * relaxed.gap, 1e-3, 'that of the passes');
      await expect(page.locator('#graph .joint')).toHaveCount(17);
      await page.locator('#again').click();
      await page.locator('#graph [data-joint="9"]').click();
      expect(await live(page, 'now-fill')).toBe(9);
      await expect(page.locator('#levels .line')).toHaveCount(3);
    },
  ],
  '20-small-steps': [
    'shows what was recorded, and works out what needs no simulation',
    async (page) => {
      await expect(page.locator('#errors .line')).toHaveCount(3);
      const [many, small] = runs.smallSteps;
      expect(await live(page, 'offPasses')).toBe(many.off.at(-1)[1]);
      expect(await live(page, 'worstSteps')).toBe(small.worst.at(-1)[1]);
      await set(page, '#load', { split: 6, load: 2 });
      // joint 1 bears 17 beads and the heavy one: h² A λ/ω
      const wanted = (1000 * 9.81 * 2 * 117) / 0.625 / 4800 ** 2;
      expectNear(await live(page, 'openSteps'), wanted, 1e-8, 'the gap of 80 substeps');
      await set(page, '#drop', { substeps: 5 });
      expect(await live(page, 'fellPlaces')).toBeGreaterThan(4.9);
    },
  ],
  '21-penalties-that-learn': [
    'shows what was recorded, looks at any joint of it, and works out what needs no simulation',
    async (page) => {
      await expect(page.locator('#errors .line')).toHaveCount(2);
      const [learns, held] = runs.penalties;
      expect(await live(page, 'offHeld')).toBe(held.off.at(-1)[1]);
      await expect(page.locator('#bars .bar')).toHaveCount(2 * learns.forces.length);
      await set(page, '#sliders', { joint: 5 });
      expect(await live(page, 'share')).toBe(learns.penalties[5]);
      expect(await live(page, 'force')).toBe(learns.forces[5] / 1000);
      await set(page, '#one', { kappa: 7, rounds: 2 });
      expectNear(await live(page, 'sag'), 9810 / 3600 / 10, 1e-9, 'the sag at κ = 10');
      await expect(page.locator('#hung')).toContainText('flown apart');
    },
  ],
};

/** The page's numbers, by what is written or by what is shown now. */
const numbers = (page: Page, written: boolean) =>
  page.evaluate(async (asWritten) => {
    const from = asWritten
      ? new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
      : document;
    return Object.fromEntries(
      [...from.querySelectorAll<HTMLElement>('[data-live]')].map((place) => [
        place.dataset.live!,
        place.textContent,
      ]),
    );
  }, written);

for (const { number, name } of chapters)
  test(`chapter ${number} can be read: it has the numbers that are written, pictures, and what works without`, async ({
    page,
  }) => {
    await withoutPictures(page);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await open(page, name);
    await expect(page.locator('main > p').last()).toBeVisible();
    const posters = POSTERS[name] ?? [];
    for (const figure of posters) await test.step(`a picture, ${figure}`, () => expectPoster(page, figure));
    if (posters.length > 0) await page.locator('[data-theme-switch]').click();
    for (const figure of posters)
      await test.step(`a picture in the other theme, ${figure}`, () => expectPoster(page, figure));
    const written = await numbers(page, true);
    // this chapter shows a running thread alone and has nothing to compare
    if (name !== '04-lagrangian') await expect.poll(() => numbers(page, false)).toEqual(written);
    const works = WORKS[name];
    if (works) await test.step(works[0], () => works[1](page));
    expect(faults).toEqual([]);
  });
