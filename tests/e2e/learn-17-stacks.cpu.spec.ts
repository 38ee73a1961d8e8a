// Chapter 17: what the stacks carry against the twin and against what stands above each contact; the pile by hand; passes against a count of
// its own; the block on its incline against the law of friction; and its exercises.
import { chapters, expectNear, live, set, shared, stepTo, values } from './learn-helpers';
import { expect, type Page, test } from './test';

const NAME = '17-stacks';
const { passes: PASSES, found: FOUND } = values.stacks as {
  passes: number[];
  found: Record<string, number[]>;
};

const numbers = (page: Page, selector: string, key: string) =>
  page
    .locator(selector)
    .evaluateAll((places, name) => places.map((place) => Number((place as SVGElement).dataset[name])), key);

const visit = shared(NAME);

test('the pile by hand: fractions, orders, a block put on top, and the count of passes', async () => {
  const { page } = visit;
  const carried = () => numbers(page, '#blocks .carried', 'value');
  expect(await carried()).toEqual([1.5, 0.875, 0.5, 0.25]);
  await set(page, '#pile', { order: 'down' });
  expect(await carried()).toEqual([1.5, 0.5, 0, 0]);
  await set(page, '#pile', { order: 'all', blocks: 5 });
  expect(await carried()).toEqual([1, 0.5, 0, 0, 0]);
  await set(page, '#pile', { order: 'down', start: 'before' });
  await page.locator('#from-start').click();
  expect(await carried()).toEqual([4, 3, 2, 1, 0]);
  await page.locator('#one-contact').click();
  await expect(page.locator('#pile-words')).toHaveText(/below it 1, above it 0\. Half of both is 0\.5/);
  await page.locator('#one-pass').click();
  expect(await carried()).toEqual([4.0625, 3.0625, 2.125, 1.25, 0.5]);

  /** Projected Gauss-Seidel from the ground up, once more, until no contact is off by a tenth of all. */
  const counted = (n: number, top: number) => {
    const all = n - 1 + top;
    const x = Array<number>(n + 1).fill(0);
    const mass = (i: number) => (i === n - 1 ? top : 1);
    for (let pass = 0; ; pass++) {
      if (x.slice(0, n).every((force, i) => Math.abs(all - i - force) <= 0.1 * all)) return pass;
      for (let i = 0; i < n; i++) {
        const under = i === 0 ? 0 : 1 / mass(i - 1);
        const sum = (i === 0 ? 1 : under * x[i - 1]!) + x[i + 1]! / mass(i);
        x[i] = Math.max(0, sum / (under + 1 / mass(i)));
      }
    }
  };
  for (const top of [0, 2]) {
    await set(page, '#heavy', { top });
    for (const n of [5, 10, 20]) expect(await live(page, `sweep${n}`)).toBe(counted(n, 10 ** top));
    expectNear(await live(page, 'dense'), 9 + 10 ** top, 1e-9, 'the whole equation');
  }
  // the pile has no corners, and yet it tells what boxes do
  const pile = await page.evaluate(async (passes) => {
    const { after, pile: of } = await import(`${'/www/learn/17-pile.ts'}`);
    const methods = { 'gauss-seidel': 'sweep', 'mass-splitting': 'splitting', chebyshev: 'chebyshev' };
    const left = (n: number) => 10 - after(of(10), 'sweep', n)[0];
    const shrinks = left(301) / left(300);
    const found = Object.entries(methods).map(([solver, method]) => [
      solver,
      passes.map((n: number) => after(of(10), method, n)[0]),
    ]);
    return { found, shrinks };
  }, PASSES);
  expectNear(await live(page, 'rate10'), pile.shrinks, 1e-9, 'what one pass shrinks by');
  for (const [solver, found] of pile.found as [string, number[]][])
    for (const [k, force] of found.entries())
      if (PASSES[k]! >= 4) expectNear(force, FOUND[solver]![k]!, 0.07, `${solver}, ${PASSES[k]} passes`);
});

async function put(page: Page, fields: Record<string, string | number>): Promise<void> {
  await set(page, '#slope', fields);
  await expect(page.locator('#incline')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('#incline')).toHaveAttribute('data-frame', '0');
}

const exercise = (page: Page, name: string) => page.locator(`[data-exercise="${name}"]`);
async function expectVerdict(page: Page, name: string, verdict: string, words?: RegExp) {
  await expect(exercise(page, name)).toHaveAttribute('data-verdict', verdict);
  if (words) await expect(exercise(page, name).locator('.verdict')).toHaveText(words);
}

test('a cube slides by g (sin θ − μ cos θ) or sticks in its cone; a tall box tips or slides, and the exercise tells which', async () => {
  const { page } = visit;
  await expect(page.locator('#incline')).toHaveAttribute('data-frame', '0');
  for (const [angle, friction] of [
    [30, 0.5],
    [20, 0.2],
    [25, 0.5],
  ] as const) {
    await put(page, { shape: 'cube', angle, friction });
    // in its first frames a block finds what bears it
    await stepTo(page, 32, '#incline');
    const theta = (angle * Math.PI) / 180;
    const slides = Math.tan(theta) > friction;
    const weight = 125 * 9.81;
    await expect(page.locator('#block-state')).toHaveText(slides ? 'it slides' : 'it sticks');
    await expect(page.locator('#fate')).toHaveText(slides ? 'slides' : 'sticks');
    expectNear(await live(page, 'normal'), weight * Math.cos(theta), 3e-3, 'pressed');
    const [along, most] = [await live(page, 'along'), await live(page, 'most')];
    if (slides) {
      // f32, over twelve frames
      expectNear(
        await live(page, 'measured'),
        9.81 * (Math.sin(theta) - friction * Math.cos(theta)),
        2e-3,
        'a',
      );
      expectNear(along, most, 1e-4, 'on the edge of the cone');
    } else {
      expectNear(along, weight * Math.sin(theta), 0.01, 'what the weight asks for');
      expect(along).toBeLessThan(most);
      expect(await live(page, 'measured')).toBe(0);
    }
  }
  await exercise(page, 'slide').locator('.assign a').click();
  await expect(page.locator('[name="shape"]')).toHaveValue('tall');
  await put(page, { friction: 0.6 });
  await expectVerdict(page, 'slide', 'open');
  await stepTo(page, 45, '#incline');
  await expectVerdict(page, 'slide', 'wrong', /It tips/);
  await put(page, { friction: 0.35 });
  await expectVerdict(page, 'slide', 'open');
  await stepTo(page, 75, '#incline');
  await expectVerdict(page, 'slide', 'right', /0\.375/);
});

test('the other exercises: a hint of its own for each likely mistake', async () => {
  const { page } = visit;
  for (const [text, verdict, words] of [
    ['340', 'wrong', /as the height does/],
    ['680', 'wrong', /twice, not three times/],
    ['85', 'wrong', /of ten blocks/],
    ['5000', 'wrong', /Not yet/],
    ['1360', 'right', /Counted, they are 1357/],
    ['1,36', 'wrong', /Not yet/],
    ['1,360', 'right', /Counted, they are 1357/],
    ['1’360', 'right', /Counted, they are 1357/],
    ['1\u202f360', 'right', /Counted, they are 1357/],
  ] as const) {
    await exercise(page, 'forty').locator('input').fill(text);
    await exercise(page, 'forty').locator('input').press('Tab');
    await expectVerdict(page, 'forty', verdict, words);
  }
  for (const [value, verdict, words] of [
    ['strong', 'wrong', /before the box touched/],
    ['weight', 'wrong', /lies still/],
    ['same', 'wrong', /does matter/],
    ['none', 'right', /nothing rubs/],
  ] as const) {
    await exercise(page, 'landing').locator(`[value="${value}"]`).check();
    await expectVerdict(page, 'landing', verdict, words);
  }
  expect(chapters.map(({ name }) => name)).toContain(NAME);
});
