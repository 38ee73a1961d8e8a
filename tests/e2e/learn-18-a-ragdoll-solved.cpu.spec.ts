// Chapter 18: the flat person's forces against a dense solve and the simulation, the rounds of the
// whip, and the exercises.
import { expectNear, live, set, shared } from './learn-helpers';
import { expect, type Page, test } from './test';

const NAME = '18-a-ragdoll-solved';

/** What the page asked the simulation for. */
const asked = (page: Page, place: string) =>
  page.locator(place).evaluate((output) => Number((output as HTMLElement).dataset.value));

const exercise = (page: Page, name: string) => page.locator(`[data-exercise="${name}"]`);
async function expectVerdict(page: Page, name: string, verdict: string, words?: RegExp) {
  await expect(exercise(page, name)).toHaveAttribute('data-verdict', verdict);
  if (words) await expect(exercise(page, name).locator('.verdict')).toHaveText(words);
}

const visit = shared(NAME);

test('the exercises: hints for what is wrong, and what is right', async () => {
  const { page } = visit;
  const answer = async (text: string, verdict: string, words: RegExp) => {
    await exercise(page, 'rod').locator('input').fill(text);
    await exercise(page, 'rod').locator('input').press('Tab');
    await expectVerdict(page, 'rod', verdict, words);
  };
  await answer('6', 'wrong', /along the rod/);
  await answer('2', 'wrong', /turning alone/);
  await answer('3', 'wrong', /Not half/);
  await answer('4/6', 'wrong', /one over it/);
  await answer('0,5', 'wrong', /Not yet/);
  await answer('1,5 kg', 'right', /a quarter/);

  await expectVerdict(page, 'circles', 'open');
  await exercise(page, 'circles').locator('.assign a').click();
  await expect(page.locator('#whip [name="way"]')).toHaveValue('flips');
  await page.locator('#all-rounds').click();
  await expectVerdict(page, 'circles', 'wrong', /the flips end, after 4 rounds/);
  await set(page, '#whip', { throwing: 0 });
  await expectVerdict(page, 'circles', 'wrong', /Throw harder/);
  await set(page, '#whip', { throwing: 4 });
  await expectVerdict(page, 'circles', 'wrong', /take rounds/);
  await page.locator('#all-rounds').click();
  await expectVerdict(page, 'circles', 'right', /ends after 4 rounds/);
  await expect(page.locator('#round-words')).toHaveText(/in circles/);
  await set(page, '#whip', { way: 'search' });
  await expectVerdict(page, 'circles', 'wrong', /no circles/);

  const choose = (value: string) => exercise(page, 'ends').locator(`input[value="${value}"]`).check();
  for (const [value, words] of [
    ['few', /run out/],
    ['once', /let go in the fourth/],
    ['small', /nothing to do/],
  ] as const) {
    await choose(value);
    await expectVerdict(page, 'ends', 'wrong', words);
  }
  await choose('energy');
  await expectVerdict(page, 'ends', 'right', /never come back/);
});

test('the fold gives the forces of a dense solve and of the simulation, with a heavy boot and a stop too', async () => {
  const { page } = visit;
  for (const { shin, knee, rows } of [
    { shin: 4.5, knee: 'free', rows: 20 },
    { shin: 30, knee: 'stop', rows: 21 },
  ]) {
    await set(page, '#limbs', { shin, knee });
    await expect.poll(() => live(page, 'rows')).toBe(rows);
    expect(await live(page, 'denseOff')).toBeLessThan(1e-9);
    // single precision, of some hundreds of newtons
    await expect(page.locator('#asked')).toBeVisible();
    await expect.poll(() => asked(page, '#asked-off')).toBeLessThan(0.05);
    expect(await asked(page, '#asked-off')).toBeGreaterThan(0);
  }
  await set(page, '#limbs', { shin: 4.5, knee: 'free' });
  await page.locator('#fold-none').click();
  await page.locator('#fold-one').click();
  const felt = page.locator('[data-matrix="felt"] td');
  await expect(felt).toHaveCount(4);
  // the neck: along the head all of it, across 1/m + r²/I
  const entries = (await felt.evaluateAll((cells) =>
    cells.map((cell) => Number((cell as HTMLElement).dataset.value)),
  )) as [number, number, number, number];
  const [tube, balls] = [2000 * Math.PI * 0.1 ** 2 * 0.06, (4000 * Math.PI * 0.1 ** 3) / 3];
  const mass = tube + balls;
  const inertia =
    tube * (0.06 ** 2 / 3 + 0.1 ** 2 / 4) + balls * (0.4 * 0.1 ** 2 + 0.06 ** 2 + 0.75 * 0.06 * 0.1);
  const across = 1 / (1 / mass + 0.06 ** 2 / inertia);
  expectNear(entries[0] + entries[3], mass + across, 1e-9, 'the trace');
  expectNear(entries[0] * entries[3] - entries[1] * entries[2], mass * across, 1e-9, 'the determinant');
  await page.locator('#fold-all').click();
  await expect(page.locator('#fold-words')).toHaveText(/The bar does not move/);
  await page.locator('#fold-all').click();
  await expect(page.locator('#pins [data-cell^="force-"][data-value]')).toHaveCount(10);
  await expect(page.locator('#fold-one')).toBeDisabled();
  // twice the joints, twice the work, against eight times
  expectNear((await live(page, 'tree160')) / (await live(page, 'tree80')), 2, 0.01, 'folded');
  expectNear((await live(page, 'dense160')) / (await live(page, 'dense80')), 8, 0.05, 'densely');
});

test('the rounds of the whip: the energy falls until nothing changes, the simulation finds the same, flips go in circles', async () => {
  const { page } = visit;
  const energies = () =>
    page
      .locator('#rounds [data-energy]')
      .evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.energy)));
  const marks = () => page.locator('#rounds .marks').allTextContents();
  for (const throwing of [0, 1.5, 2.5, 3, 4]) {
    await set(page, '#whip', { throwing, way: 'search' });
    if (await page.locator('#all-rounds').isEnabled()) await page.locator('#all-rounds').click();
    await expect(page.locator('#round-words')).toHaveText(/this is the answer/);
    const found = await energies();
    expect(found.length, `thrown with ${throwing}`).toBe(await live(page, 'roundsHere'));
    for (const [i, energy] of found.entries()) if (i > 0) expect(energy).toBeLessThan(found[i - 1]!);
    await expect(page.locator('#asked-rounds')).toBeVisible();
    await expect.poll(() => asked(page, '#asked-count')).toBe(found.length);
    // f32, and the solver's own tolerance of a stop, 1e-5 rad/s
    await expect
      .poll(() => asked(page, '#asked-rounds-off'))
      .toBeLessThan(0.02 * (await live(page, 'greatest')));
  }
  // as the text tells
  await set(page, '#whip', { throwing: 3, way: 'search' });
  await page.locator('#all-rounds').click();
  expect(await marks()).toEqual(['····', '+−··', '+−·+', '·−·+', '·−··']);
  await set(page, '#whip', { throwing: 3, way: 'clamp' });
  await page.locator('#one-round').click();
  await expect(page.locator('#round-words')).toHaveText(/had to pull.*open with 1\.7\d m\/s/);
});
