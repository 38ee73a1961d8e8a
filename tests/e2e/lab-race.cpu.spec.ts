// Races: solvers and settings side by side, chosen by a link, in the panel or by keyboard, and opened again by the address.
import { faultsIn } from './axe';
import { idle, openLab, pause, racers, ready, take } from './lab-page';
import { expect, type Page, test } from './test';

const HEAP = '?scene=heap&count=20';

const query = (page: Page) => new URL(page.url()).searchParams;
const names = (page: Page) => page.locator('#bars li > span:first-child').allTextContents();
/** That each copy has taken. */
const frames = (page: Page) =>
  page.evaluate(() =>
    Promise.all(window.lab.runners().map(async ({ simulation }) => (await simulation.measure()).steps)),
  );
/** Of each copy, after so many frames, m. */
const after = (page: Page, frames: number, what: 'maxDepth' | 'maxGap') =>
  page.evaluate(
    ([frames, what]) =>
      Promise.all(
        window.lab.runners().map(async ({ simulation }) => {
          await simulation.step(frames);
          return (await simulation.measure())[what];
        }),
      ),
    [frames, what] as const,
  );

test('three ways to shut joints: each copy has its own, and a link and a reload open the same', async ({
  page,
}) => {
  const problems = await openLab(page, '?scene=necklaces&chains=4&beads=12&solver=jacobi');
  await page.getByRole('link', { name: 'Three ways to shut joints' }).click();
  await expect.poll(async () => (await racers(page, 'solver')).length).toBe(3);
  // all of them go on, and by as many frames
  await expect.poll(async () => Math.min(...(await frames(page)))).toBeGreaterThan(0);
  await pause(page);
  expect(new Set(await frames(page)).size).toBe(1);
  const expected = [
    ['direct', 'pulled'],
    ['direct', 'projected'],
    ['direct', 'symplectic'],
  ];
  expect(await racers(page, 'solver', 'positions')).toEqual(expected);
  expect(await names(page)).toEqual(['Exact, pulled', 'Exact, projected', 'Exact, symplectic']);
  await expect(page.locator('#headline')).toHaveText('Three ways, one scene.');
  const word = 'direct:positions=pulled direct:positions=projected direct:positions=symplectic';
  await expect.poll(() => query(page).get('compare')).toBe(word);
  // people read addresses
  expect(page.url()).toContain('compare=direct:positions=pulled+direct:positions=projected');
  const gaps = await after(page, 60, 'maxGap');
  expect(gaps[0]!).toBeGreaterThan(10 * gaps[1]!);
  await page.reload();
  await ready(page);
  expect(await racers(page, 'solver', 'positions')).toEqual(expected);
  expect(await names(page)).toEqual(['Exact, pulled', 'Exact, projected', 'Exact, symplectic']);
  // the lines to paste say the same
  await page.locator('#take-switch').click();
  await page.locator('#take-embed').click();
  const pasted = /src="([^"]*)"/.exec((await page.locator('#snippet').textContent())!)![1]!;
  expect(new URL(pasted.replaceAll('&amp;', '&')).searchParams.get('compare')).toBe(word);
  expect(problems).toEqual([]);
});

test('a rope keeps its energy by the force itself, and loses it where its places are shut after the step', async ({
  page,
}) => {
  const problems = await openLab(page, '?scene=rope&rods=1&massRatio=1');
  await page.getByRole('link', { name: 'Three ways to shut joints' }).click();
  await expect.poll(async () => (await racers(page, 'solver')).length).toBe(3);
  await pause(page);
  // both plots stand there, and in the address
  await expect(page.locator('#plots figure')).toHaveCount(2);
  await expect.poll(() => query(page).get('plots')).toBe('gap energy');
  const energies = () =>
    page.evaluate(() =>
      Promise.all(
        window.lab.runners().map(async ({ simulation }) => {
          await simulation.step(600);
          const { kineticEnergy, potentialEnergy } = await simulation.measure();
          return kineticEnergy + potentialEnergy;
        }),
      ),
    );
  // from the beginning, however many frames a machine had shown; the jerk there takes its share of all three
  await page.evaluate(() => {
    for (const { simulation } of window.lab.runners()) simulation.reset();
  });
  const [first, last] = [await energies(), await energies()];
  const lost = last.map((energy, way) => first[way]! - energy);
  expect(Math.abs(lost[2]!)).toBeLessThan(0.01 * lost[1]!);
  expect(lost[1]!).toBeGreaterThan(0.1);
  expect(problems).toEqual([]);
});

test('small steps are one click away: one pass in each of twenty substeps leaves a fraction of the gap', async ({
  page,
}) => {
  const problems = await openLab(page, '?scene=necklaces&chains=1&beads=24&solver=jacobi');
  await page.getByRole('link', { name: 'Small steps', exact: true }).click();
  await expect.poll(async () => (await racers(page, 'solver')).length).toBe(3);
  await pause(page);
  expect(await racers(page, 'solver', 'iterations', 'substeps')).toEqual([
    ['gauss-seidel', 20, 1],
    ['gauss-seidel', 1, 20],
    ['direct', 20, 1],
  ]);
  const gaps = await after(page, 120, 'maxGap');
  expect(gaps[0]!).toBeGreaterThan(2 * gaps[1]!);
  // the first three are enough to begin with
  await expect(page.locator('#race-ready a')).toHaveCount(3);
  await page.locator('#race-ready button').click();
  await expect(page.locator('#race-ready a').nth(3)).toBeFocused();
  await page.getByRole('link', { name: 'Small steps of XPBD' }).click();
  await expect
    .poll(() => racers(page, 'solver', 'iterations', 'substeps', 'passOrder'))
    .toEqual([
      ['xpbd', 20, 1, 'coloured'],
      ['xpbd', 1, 20, 'coloured'],
      ['xpbd', 1, 20, 'side-by-side'],
    ]);
  expect(problems).toEqual([]);
});

test('four ways to solve contacts on a heap, in two clicks: depths, bars, curves and the table of plots', async ({
  page,
}) => {
  const problems = await openLab(page, HEAP);
  await page.getByRole('link', { name: 'Four ways to solve contacts' }).click();
  await expect(page.locator('#bars li')).toHaveCount(4);
  await pause(page);
  expect(await racers(page, 'contactSolver')).toEqual([
    ['gauss-seidel'],
    ['mass-splitting'],
    ['chebyshev'],
    ['jacobi'],
  ]);
  expect(await names(page)).toEqual([
    'Gauss-Seidel contacts',
    'Mass splitting contacts',
    'Chebyshev contacts',
    'Jacobi contacts',
  ]);
  await page.locator('#step').click();
  const depths = await after(page, 90, 'maxDepth');
  expect(new Set(depths).size).toBe(4);
  await page.locator('#step').click();
  await idle(page);
  await expect(page.locator('#bars li b').first()).toHaveText(/ (m|mm|µm)$/);
  await expect(page.locator('#bars h2')).toContainText('deepest overlap of each so far');
  await expect(page.locator('[data-plot="gap"] figcaption')).toContainText('How deep');
  // the shortest bar is that of the least depth
  const order = await page
    .locator('#bars li')
    .evaluateAll((lines) =>
      [...lines]
        .sort((a, b) => Number((a as HTMLElement).style.order) - Number((b as HTMLElement).style.order))
        .map((line) => Number.parseFloat(line.querySelector('i')!.style.width)),
    );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  const [head] = String((await take(page, '#take-csv')).bytes).split('\n');
  expect(head).toContain('deepest_overlap_auto_contact-solver_mass-splitting_m');
  expect(new Set(head!.split(',')).size).toBe(head!.split(',').length);
  expect(problems).toEqual([]);
});

test('who races is chosen in the panel, by keyboard alone; common settings act on who has none of his own', async ({
  page,
}) => {
  await openLab(page, '?scene=bridge&beads=8&solver=jacobi');
  await pause(page);
  await page.locator('#race-open').focus();
  await page.keyboard.press('Enter');
  const add = page.locator('#race-add');
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => racers(page, 'solver')).toEqual([['jacobi'], ['direct']]);
  // the new one has the focus; its solver by letters
  await expect(page.locator('.racer [name="solver"]').nth(1)).toBeFocused();
  await page.keyboard.press('j');
  await expect.poll(() => racers(page, 'solver')).toEqual([['jacobi'], ['jacobi']]);
  await page.keyboard.press('Tab');
  await expect(page.locator('.racer [name="iterations"]').nth(1)).toBeFocused();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect.poll(() => racers(page, 'iterations')).toEqual([[20], [50]]);
  await expect(page.locator('.racer legend')).toHaveText(['Jacobi', 'Jacobi, 50 passes']);
  await expect.poll(() => query(page).get('compare')).toBe('jacobi jacobi:iterations=50');
  // the slider of all leaves it, and says so
  const field = page.locator('.field[data-name="iterations"]');
  await expect(field.locator('.own-note')).toContainText('Jacobi, 50 passes');
  await field.locator('input[type="number"]').fill('7');
  await field.locator('input[type="number"]').press('Enter');
  await expect.poll(() => racers(page, 'iterations')).toEqual([[7], [50]]);
  // what cannot be is said, and what there was stays
  const own = page.locator('.racer [name="iterations"]').nth(1);
  await own.fill('many');
  await own.press('Enter');
  await expect(page.locator('#notice')).toContainText('Passes must be a whole number from 1 to 1000');
  await expect(own).toHaveValue('50');
  // left open it is as all have it
  await own.fill('');
  await own.press('Enter');
  await expect.poll(() => racers(page, 'iterations')).toEqual([[7], [7]]);
  await own.fill('9');
  await own.press('Enter');
  await expect.poll(() => racers(page, 'iterations')).toEqual([[7], [9]]);
  // whoever is left alone keeps what he had
  await page.getByRole('button', { name: 'Remove Jacobi', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => racers(page, 'iterations')).toEqual([[9]]);
  await expect(add).toBeFocused();
  await expect.poll(() => query(page).get('iterations')).toBe('9');
  expect(query(page).get('compare')).toBeNull();
});

test('what an address says that makes no sense is left out alone, and named', async ({ page }) => {
  await openLab(
    page,
    '?scene=bridge&beads=8&compare=jacobi:iterations=0+direct:positions=sideways:substeps=2+jacobi:gravity=0,1,0',
  );
  const notice = page.locator('#notice');
  await expect(notice).toContainText("iterations must be a whole number from 1 to 1000, not '0'");
  await expect(notice).toContainText('positions must be one of auto, pulled, projected, symplectic');
  await expect(notice).toContainText('gravity for one alone: it is the same for all');
  expect(await racers(page, 'solver', 'iterations', 'substeps')).toEqual([
    ['jacobi', 20, 1],
    ['direct', 20, 2],
    ['jacobi', 20, 1],
  ]);
});

test('as many as there is room for; copies of one solver differ in colour and in dashes, in both themes', async ({
  page,
}) => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `jacobi:iterations=${n}`).join('+');
  await openLab(page, `?scene=bridge&beads=4&compare=${eight}`);
  await pause(page);
  await page.locator('#race-open').click();
  await expect(page.locator('#race-add')).toBeDisabled();
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
      dispatchEvent(new Event('themechange'));
    }, theme);
    const lines = await page.locator('#bars li').evaluateAll((lines) => {
      const luminance = (rgb: string) => {
        const [r = 0, g = 0, b = 0] = rgb.match(/\d+/g)!.map((x) => {
          const c = Number(x) / 255;
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const back = luminance(getComputedStyle(document.body).backgroundColor);
      return lines.map((line) => {
        const colour = getComputedStyle(line.querySelector('span')!).color;
        const own = luminance(colour);
        const dash = line.querySelector('line')!.getAttribute('stroke-dasharray') ?? '';
        const contrast = (Math.max(own, back) + 0.05) / (Math.min(own, back) + 0.05);
        return { colour, dash, contrast };
      });
    });
    expect(new Set(lines.map(({ dash }) => dash)).size, theme).toBe(8);
    expect(new Set(lines.slice(0, 3).map(({ colour }) => colour)).size, theme).toBe(3);
    for (const { contrast, colour } of lines) expect(contrast, `${theme} ${colour}`).toBeGreaterThan(4.5);
  }
  expect(await faultsIn(page, { within: ['#controls', '#race'] })).toEqual([]);
});

test('how far each is from the truth: what a fine exact run of one’s own finds, and who is nearest stands on top', async ({
  page,
}) => {
  const problems = await openLab(
    page,
    '?scene=necklaces&chains=1&beads=12&compare=gauss-seidel:iterations=40+direct',
  );
  await pause(page);
  await page.locator('#truth').check();
  await idle(page);
  await page.locator('#play').click();
  const off = () => page.evaluate(() => window.lab.runners().map(({ off }) => off));
  await expect
    .poll(() => page.evaluate(() => window.lab.runners()[0]!.measures?.time ?? 0), { timeout: 60_000 })
    .toBeGreaterThan(1.5);
  await pause(page);
  // what is measured is of this step
  await page.locator('#step').click();
  await idle(page);
  const truth = await page.evaluate(async () => {
    const { Simulation } = await import('/www/beadwork.ts' as string);
    const [first] = window.lab.runners();
    const { scene, options } = window.lab.state();
    const parameters = { solver: 'direct', substeps: 16 };
    const fine = await Simulation.create({ scene, sceneOptions: options, machine: 'cpu', parameters });
    await fine.step((await first!.simulation.measure()).steps);
    const poses: Float32Array = await fine.readPoses();
    fine.destroy();
    return Promise.all(
      window.lab.runners().map(async ({ simulation }) => {
        const own = await simulation.readPoses();
        const distances = Array.from({ length: own.length / 7 }, (_, body) =>
          Math.hypot(...[0, 1, 2].map((k) => own[7 * body + k]! - poses[7 * body + k]!)),
        );
        return Math.max(...distances);
      }),
    );
  });
  const shown = await off();
  shown.forEach((one, k) => {
    expect(one!.now).toBeCloseTo(truth[k]!, 5);
    expect(one!.most).toBeGreaterThanOrEqual(one!.now);
  });
  // Gauss-Seidel stretches, and so swings elsewhere
  expect(truth[0]!).toBeGreaterThan(3 * truth[1]!);
  await expect(page.locator('#bars small').first()).toContainText('from the truth');
  const orders = await page.locator('#bars li').evaluateAll((rows) => rows.map((row) => row.style.order));
  expect(orders).toEqual(['1', '0']);
  await expect(page.locator('#bars [role="status"]')).toContainText('it is known to');
  // another world has another truth
  await page.locator('#controls-switch').click();
  await page.locator('[name="gravity-y"]').fill('-3');
  await page.locator('[name="gravity-y"]').press('Tab');
  await expect(page.locator('#bars [role="status"]')).toContainText('Gravity or the timestep was changed');
  expect(await off()).toEqual([null, null]);
  // switched off before there is one, it does not come later
  await page.locator('#truth').uncheck();
  await idle(page);
  await page.locator('#truth').evaluate((box: HTMLInputElement) => {
    box.click();
    box.click();
  });
  await idle(page);
  await page.locator('#play').click();
  await expect
    .poll(() => page.evaluate(() => window.lab.runners()[0]!.measures?.time ?? 0), { timeout: 60_000 })
    .toBeGreaterThan(0.5);
  await expect(page.locator('#bars [role="status"]')).toHaveText('');
  expect(await off()).toEqual([null, null]);
  expect(problems).toEqual([]);
});
