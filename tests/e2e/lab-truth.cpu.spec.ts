// What the lab says is so: its figures under cuts and pins, its addresses, its slider, its answer to the guess.
import { bodyCounts, choose, idle, openLab, parameters, pause, ready } from './lab-page';
import { expect, type Page, test, withoutPictures } from './test';

/** Stretch of all copies as the simulations themselves say it: of what still hangs on a fixed bead. */
const measured = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      window.lab.runners().map(async ({ simulation }) => {
        const { bodies, joints: all = [] } = await simulation.describe();
        const joints = all as { a: number; b: number; anchorA: number[]; anchorB: number[] }[];
        const anchored = bodies.map(({ fixed }) => Boolean(fixed));
        const any = anchored.includes(true);
        for (const _ of bodies)
          for (const { a, b } of joints) if (anchored[a] || anchored[b]) anchored[a] = anchored[b] = true;
        let [length, rest] = [0, 0];
        for (const { a, b, anchorA, anchorB } of joints) {
          if (any && !anchored[a]) continue;
          const [from, to] = [bodies[a]!.position, bodies[b]!.position];
          length += Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
          rest += Math.hypot(...anchorA) + Math.hypot(...anchorB);
        }
        return Math.max(0, length / rest - 1);
      }),
    ),
  );

const shown = (page: Page) =>
  page.evaluate(() => window.lab.runners().map(({ stretch }) => stretch ?? Number.NaN));

async function run(page: Page, frames: number): Promise<void> {
  await page.evaluate(
    (frames) => Promise.all(window.lab.runners().map(({ simulation }) => simulation.step(frames))),
    frames,
  );
  await page.locator('#step').click();
  await idle(page);
}

async function agree(page: Page): Promise<[number, number]> {
  const [truth, said] = [await measured(page), await shown(page)];
  expect(said).toHaveLength(2);
  // f32 positions of some metres, in a chain of five
  for (const [k, value] of said.entries()) expect(value, `copy ${k}`).toBeCloseTo(truth[k]!, 5);
  return said as [number, number];
}

test('the stretch stays true when threads are cut and beads pinned', async ({ page }) => {
  const problems = await openLab(page);
  await pause(page);
  await run(page, 60);
  const [jacobi, exact] = await agree(page);
  expect(jacobi).toBeGreaterThan(0.2);
  expect(exact).toBeLessThan(1e-3);
  await expect(page.locator('#level')).toBeVisible();

  // a bead in the middle held: the upper half is measured with the lower
  await choose(page, 4);
  await page.keyboard.press('p');
  await run(page, 30);
  expect((await agree(page))[1]).toBeLessThan(1e-3);

  // the weight and half of the chain gone: what is left hangs without it
  await choose(page, 7);
  await page.locator('#bead').getByRole('button', { name: 'Cut below' }).click();
  await idle(page);
  await run(page, 90);
  const [light, still] = await agree(page);
  expect(still).toBeLessThan(1e-3);
  expect(light).toBeLessThan(jacobi);
  await expect(page.locator('.figure b').last()).toHaveText('0.0 %');
  await expect(page.locator('#level')).toBeHidden();

  // what fell is said to be gone, with the ways back; and no ground is drawn that stops nothing
  await expect(page.locator('#fallen')).toContainText('fallen out of the picture');
  await page.locator('#fallen-undo').click();
  await idle(page);
  await expect(page.locator('#fallen')).toBeHidden();
  await expect(page.locator('#level')).toBeVisible();
  await agree(page);
  expect(problems).toEqual([]);
});

test('with nothing left to hang on all whole threads count', async ({ page }) => {
  await openLab(page, '?beads=12&mass-ratio=100&iterations=10&unpin=0');
  await pause(page);
  await run(page, 30);
  expect((await agree(page))[1]).toBeLessThan(1e-3);
});

test('the opening has few beads, and older addresses still mean what they meant', async ({ page }) => {
  await openLab(page);
  expect(await bodyCounts(page)).toEqual([12, 12]);
  expect((await parameters(page)).iterations).toBe(10);
  // by key: a line of words that comes between the two halves of a click moves what is clicked
  await page.locator('#plot-switches [data-plot="energy"]').press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('beads')).toBe('12');
  const before = await page.evaluate(() => window.lab.state());
  await page.reload();
  await ready(page);
  expect(await page.evaluate(() => window.lab.state())).toEqual(before);

  // what an address asks for is known before there is a device
  await withoutPictures(page);
  const old = async (query: string) => {
    await page.goto(`/${query}`);
    await expect(page.locator('#message')).toHaveAttribute('data-code', 'no-webgl');
    const { options, parameters } = await page.evaluate(() => window.lab.state());
    return { beads: options.beads, massRatio: options.massRatio, iterations: parameters.iterations };
  };
  expect(await old('?plots=gap+energy')).toEqual({ beads: 24, massRatio: 200, iterations: 20 });
  expect(await old('?mass-ratio=500')).toEqual({ beads: 24, massRatio: 500, iterations: 20 });
  expect(await old('?scene=pendant&solver=auto')).toEqual({ beads: 24, massRatio: 50, iterations: 20 });
  // and a theme alone asks for nothing
  expect(await old('?theme=dark')).toEqual({ beads: 12, massRatio: 100, iterations: 10 });
});

test('the slider of passes goes by ratios from 1 to 500, and so does the one in the controls', async ({
  page,
}) => {
  await openLab(page);
  await pause(page);
  const slider = page.locator('#iterations');
  const passes = async () => (await parameters(page)).iterations;
  const to = (share: number) =>
    slider.evaluate((input: HTMLInputElement, share) => {
      input.value = String(share * Number(input.max));
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, share);
  const at = () => slider.evaluate((input: HTMLInputElement) => input.valueAsNumber / Number(input.max));
  // some third of the way
  expect(await at()).toBeCloseTo(Math.log(10) / Math.log(500), 2);
  await to(0);
  expect(await passes()).toBe(1);
  await to(1);
  expect(await passes()).toBe(500);
  await to(0.5);
  expect(await passes()).toBe(22);
  await expect(page.locator('#iterations-value')).toHaveText('22');
  // one press more, at least one pass
  await to(0);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  expect(await passes()).toBe(2);
  await page.keyboard.press('c');
  const panel = page.locator('.field[data-name="iterations"]');
  await panel.locator('input[type="range"]').evaluate((input: HTMLInputElement) => {
    input.value = input.max;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(await passes()).toBe(500);
  // what is typed may be more
  await panel.locator('input[type="number"]').fill('800');
  await panel.locator('input[type="number"]').press('Enter');
  expect(await passes()).toBe(800);
});

test('a guess is locked in, and the answer is measured and drawn', async ({ page }) => {
  const problems = await openLab(page);
  await pause(page);
  await page.locator('#guess input').fill('100');
  await page.locator('#guess button').click();
  await expect(page.locator('#guess input')).toBeDisabled();
  await expect(page.locator('#guess-verdict')).toContainText('You said 100; it takes about', {
    timeout: 90_000,
  });
  const answer = Number(/about (\d+)/.exec((await page.locator('#guess-verdict').textContent())!)![1]);
  await expect(page.locator('[data-plot="guess"] canvas')).toBeVisible();
  // and it is so: at half of it the stretch can be seen, at twice it cannot
  const stretch = (iterations: number) =>
    page.evaluate(async (iterations) => {
      const { Simulation } = await import('/www/beadwork.ts' as string);
      const simulation = await Simulation.create({
        scene: 'pendant',
        sceneOptions: { beads: 12, massRatio: 100 },
        parameters: { solver: 'jacobi', iterations },
      });
      let most = 0;
      for (let k = 0; k < 12; k++) {
        await simulation.step(15);
        const { positions: p } = await simulation.readState();
        let length = 0;
        for (let i = 3; i < p.length; i += 3)
          length += Math.hypot(p[i] - p[i - 3], p[i + 1] - p[i - 2], p[i + 2] - p[i - 1]);
        most = Math.max(most, length / (2 * 0.25 * 11) - 1);
      }
      simulation.destroy();
      return most;
    }, iterations);
  expect(await stretch(Math.round(answer / 2))).toBeGreaterThan(0.01);
  expect(await stretch(2 * answer)).toBeLessThan(0.01);
  expect(problems).toEqual([]);
});

test('a gap that the exact solver leaves is explained, and what shuts it is one click away', async ({
  page,
}) => {
  await openLab(page, '?scene=ring&solver=direct&stabilisation=0.2');
  await expect(page.locator('#note')).toBeVisible();
  await page.locator('#shut-in-place').click();
  await expect.poll(async () => (await parameters(page)).stabilisation).toBe('auto');
  await expect(page.locator('#note')).toBeHidden();
});

test('the plots: energy in per cent, exact as one point, time without its own measuring', async ({
  page,
}) => {
  await openLab(page, '?beads=12&mass-ratio=100&iterations=10&plots=gap+residual+energy+time');
  await expect
    .poll(() => page.evaluate(() => window.lab.runners()[0]?.measures?.time ?? 0))
    .toBeGreaterThan(1);
  await pause(page);
  const read = async (name: string, key: string) => {
    const plot = page.locator(`[data-plot="${name}"] [role="img"]`);
    await plot.focus();
    await page.keyboard.press(key);
    return (await page.locator(`[data-plot="${name}"] output`).textContent()) ?? '';
  };
  expect(await read('energy', 'Home')).toMatch(/Jacobi 100 %.*Exact 100 %/);
  expect(await read('residual', 'Home')).toMatch(/pass 0Jacobi .*Exact –/);
  await page.locator('[data-plot="residual"] [role="img"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-plot="residual"] output')).toHaveText(/pass 1Jacobi .*m\/sExact .*m\/s/);
  expect(await read('time', 'End')).toMatch(/prepare .* ms.*solve .* ms.*move .* ms|by the clock/);
});
