// Chapter 14: the readings against what can be said on paper, the bar's coordinates against the page's own, the edited kernel at work,
// and the exercises.
import { expectNear, live, open, set, shared, stepTo } from './learn-helpers';
import { expect, type Page, test } from './test';

const NAME = '14-six-axes';
const DEGREE = Math.PI / 180;
const READINGS = ['A', 'B', 'C', 'D', 'E'] as const;

const read = async (page: Page, pose: Record<string, number>) => {
  await set(page, '#pose', pose);
  const found: number[] = [];
  for (const name of READINGS) found.push(await live(page, `reading-${name}`));
  return found as [number, number, number, number, number];
};

const visit = shared(NAME);

test('what stands in the page is what the simulation has after the frames of the picture', async () => {
  const { page } = visit;
  const said = await page.locator('[data-place]').allTextContents();
  await expect(page.locator('#lab')).toHaveAttribute('data-frame', '0');
  await stepTo(page, 24);
  const shown = await page.locator('[data-place]').allTextContents();
  for (const [k, text] of said.entries()) {
    const [one, other] = [text, shown[k]!].map((each) => Number.parseFloat(each.replace('−', '-')));
    // the last digit that is shown
    expect(Math.abs(one! - other!), `axis ${k}: ${text}, ${shown[k]}`).toBeLessThanOrEqual(0.11);
  }
  expect(Math.abs(await live(page, 'twist'))).toBeGreaterThan(0.5);
  // no kernel can be edited here
  await expect(page.locator('#edit-words')).toHaveText(/no kernels to edit. Both hands run alike/);
});

test('the page reads from the bar’s pose what readJoints says, and axes do as they are told', async () => {
  const { page } = visit;
  const place = (axis: string) =>
    page.locator(`[data-place="${axis}"]`).evaluate((cell) => Number((cell as HTMLElement).dataset.value));
  for (const frames of [10, 40, 70]) {
    await stepTo(page, frames);
    // f32
    for (const [axis, name] of [
      ['rx', 'twist'],
      ['ry', 'swingY'],
      ['rz', 'swingZ'],
    ] as const)
      expect(Math.abs((await place(axis)) - (await live(page, name))), axis).toBeLessThan(2e-5);
    for (const axis of ['ry', 'rz'])
      expect(Math.abs(await place(axis)), `${axis} between its stops`).toBeLessThan(Math.PI / 4 + 1e-3);
  }
  expect(Math.abs(await place('rx')), 'it swings').toBeGreaterThan(0.02);
  await set(page, '#axes', { x: 'free', rx: 'fixed', ry: 'fixed', rz: 'fixed' });
  await expect(page.locator('#kind')).toHaveText('This is a slider.');
  expect(await live(page, 'rows')).toBe(5);
  await stepTo(page, 130);
  for (const axis of ['rx', 'ry', 'rz']) expect(Math.abs(await place(axis)), axis).toBeLessThan(1e-3);
  const before = await place('x');
  await stepTo(page, 150);
  // pushed at frame 120
  expect(Math.abs((await place('x')) - before), 'it slides').toBeGreaterThan(0.05);
});

test('four of five readings fail where the text says so', async () => {
  const { page } = visit;
  const all = await read(page, { twist: 60, swing: 0, toward: 45, base: 0 });
  for (const reading of all) expectNear(reading, 60, 1e-9, 'at 60°');
  // B: x = sin ½τ cos ½σ
  const [, b, c, , e] = await read(page, { twist: 60, swing: 90 });
  expectNear(b, (2 / DEGREE) * Math.asin(Math.sin(30 * DEGREE) * Math.cos(45 * DEGREE)), 1e-9, 'B swung');
  expectNear(c, 60, 1e-9, 'C swung');
  expectNear(e, 60, 1e-9, 'E swung');
  // swung by 90° a twist of 90° reads 60°, and at 120° of swing the largest twist there is
  expectNear((await read(page, { twist: 90 }))[1], 60, 1e-9, 'B at 90°');
  expectNear((await read(page, { twist: 180, swing: 120 }))[1], 60, 1e-9, 'B at 180°');
  // A: the base turned by 90°
  expect(Math.abs((await read(page, { twist: 60, swing: 0, base: 90 }))[0])).toBeLessThan(1e-9);
  // folded, and the long way round
  const round = await read(page, { twist: 190, base: 0 });
  expectNear(round[1], 170, 1e-9, 'B folds');
  expectNear(round[2], 190, 1e-9, 'C keeps the sign');
  expectNear(round[4], -170, 1e-9, 'E');
  // 10° after a whole turn
  expectNear((await read(page, { twist: -350 }))[2], -350, 1e-9, 'C after a whole turn');
  // D jumps as the swing toward 90° goes through 90°
  const [low, high] = [
    (await read(page, { twist: 0, swing: 85, toward: 90 }))[3],
    (await read(page, { swing: 95 }))[3],
  ];
  expect(Math.abs(low)).toBeLessThan(1e-9);
  expectNear(Math.abs(high), 180, 1e-9, 'D behind the pole');
  // E is right wherever one looks
  for (const twist of [-355, -100, 5, 175, 270])
    for (const [swing, toward, base] of [
      [5, 0, 0],
      [90, 90, 40],
      [170, 215, -100],
    ] as const) {
      const [, , , , right] = await read(page, { twist, swing, toward, base });
      const off = right - twist;
      expect(Math.abs(off - 360 * Math.round(off / 360)), `${twist}, ${swing}, ${toward}`).toBeLessThan(1e-6);
    }
});

test('the exercises take what is right and hint at what is wrong', async ({ page }) => {
  await open(page, NAME);
  const exercise = (name: string) => page.locator(`[data-exercise="${name}"]`);
  const expectVerdict = async (name: string, verdict: string, words?: RegExp) => {
    await expect(exercise(name)).toHaveAttribute('data-verdict', verdict);
    if (words) await expect(exercise(name).locator('.verdict')).toHaveText(words);
  };
  await expectVerdict('sleeve', 'open');
  await set(page, '#axes', { rz: 'free' });
  await expectVerdict('sleeve', 'wrong', /cannot slide/);
  await set(page, '#axes', { x: 'limited' });
  await expectVerdict('sleeve', 'wrong', /turn about y/);
  await set(page, '#axes', { ry: 'fixed' });
  await expectVerdict('sleeve', 'wrong', /turn about z/);
  await set(page, '#axes', { rz: 'fixed' });
  await expectVerdict('sleeve', 'right', /four rows/);
  await expect(page.locator('#kind')).toContainText('a sleeve');
  await set(page, '#axes', { rx: 'fixed' });
  await expectVerdict('sleeve', 'wrong', /cannot turn/);

  await expectVerdict('caught', 'open');
  await set(page, '#pose', { base: 45 });
  await expectVerdict('caught', 'wrong', /Caught: A\. B knows only/);
  await set(page, '#pose', { base: 0, swing: 60 });
  await expectVerdict('caught', 'wrong', /Caught: A, B, D\. C keeps/);
  await set(page, '#pose', { twist: 360, swing: 0 });
  await expectVerdict('caught', 'right');
  await expect(page.locator('[data-reading="E"] .caught')).toHaveText('not caught yet');
  await expect(page.locator('[data-reading="A"] .caught')).toHaveText(/base 45°/);

  const answer = async (text: string, verdict: string, words: RegExp) => {
    await exercise('too-small').locator('input').fill(text);
    await exercise('too-small').locator('input').press('Tab');
    await expectVerdict('too-small', verdict, words);
  };
  await answer('60', 'wrong', /there/);
  await answer('20.7', 'wrong', /half/);
  await answer('90', 'wrong', /swing/);
  await answer('35', 'wrong', /arcsin/);
  await answer('41.4°', 'right', /50°/);
});
