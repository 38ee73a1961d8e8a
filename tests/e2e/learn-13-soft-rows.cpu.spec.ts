// Chapter 13: what the page computes of a soft row against what can be said on paper; its exercises.
import { expectNear, live, set, shared } from './learn-helpers';
import { expect, test } from './test';

const NAME = '13-soft-rows';
const FRAME = 1 / 60;

const visit = shared(NAME);

test('γ, β and what is shown follow the sliders, as on paper', async () => {
  const { page } = visit;
  for (const [hertz, ratio, substeps] of [
    [1, 0, 1],
    [15, 0, 1],
    [10, 0.2, 1],
    [2, 1.5, 4],
  ] as const) {
    await set(page, '#sliders', { hertz, ratio, substeps });
    const h = FRAME / substeps;
    const omega = 2 * Math.PI * hertz;
    const [k, c] = [8 * omega ** 2, 16 * ratio * omega];
    expectNear(await live(page, 'gamma'), 1 / (h * (h * k + c)), 1e-9, 'γ');
    expectNear(await live(page, 'beta'), (h * k) / (h * k + c), 1e-9, 'β');
    expectNear(await live(page, 'cfm'), 1 / (h * k + c), 1e-9, 'CFM');
    if (ratio === 0)
      expectNear(await live(page, 'shownSwings'), Math.atan(h * omega) / (2 * Math.PI * h), 1e-9, 'swings');
    if (ratio > 1) expect(await live(page, 'shownSwings')).toBe(0);
    expect(await live(page, 'shownSwings')).toBeLessThan(1 / (4 * h));
  }
  // what the notes of the numerics have for 1 and 10 Hz
  await set(page, '#sliders', { hertz: 1, ratio: 0, substeps: 1 });
  expect(await live(page, 'shownRatio')).toBeCloseTo(0.052, 3);
  await set(page, '#sliders', { hertz: 10, ratio: 0.2 });
  expect(await live(page, 'shownRatio')).toBeCloseTo(0.548, 3);
});

test('the scene’s boxes lose what the table says, and flap and ball swing once a second', async () => {
  const { page } = visit;
  const springs = page.locator('#springs');
  await expect(springs).toHaveAttribute('data-frame', '0');
  const frames = 12;
  for (let frame = 0; frame < frames; frame++) {
    await springs.locator('[data-do="step"]').dispatchEvent('click');
    await expect(springs).toHaveAttribute('data-frame', String(frame + 1));
  }
  for (const [k, hertz] of [0.5, 1, 2, 4].entries()) {
    const wanted = 100 * (1 + (2 * Math.PI * hertz * FRAME) ** 2) ** (-frames / 2);
    expectNear(await live(page, `now-${k}`), wanted, 1e-4, `swing of box ${k}`);
  }
  // the scene of the page, run on the CPU with short steps: both pass their rest after a quarter of a second
  const found = await page.evaluate(async () => {
    const { joints } = await import(`${'/www/learn/13-springs.ts'}`);
    const { Simulation } = await import(`${'/www/beadwork.ts'}`);
    const simulation = await Simulation.create({
      scene: joints(),
      machine: 'cpu',
      parameters: { timestep: 1 / 240, substeps: 8 },
    });
    const crossings: number[] = [Number.NaN, Number.NaN];
    let before = [1, 1];
    for (let i = 1; i <= 120; i++) {
      await simulation.step();
      const { positions } = await simulation.readState();
      // the flap’s centre beside its post, and the ball below its place at rest
      const now = [positions[3], 1.1 - 0.45 - positions[10]];
      for (const [which, value] of now.entries())
        if (before[which]! > 0 && value <= 0) crossings[which] = i / 240;
      before = now;
    }
    simulation.destroy();
    return crossings;
  });
  for (const crossing of found)
    expect(Math.abs(crossing - 0.25), `crossed at ${crossing} s`).toBeLessThan(0.01);
  const [own, arm] = [(0.25 ** 2 + 0.02 ** 2) / 3, 0.25 ** 2];
  expectNear(await live(page, 'alone'), Math.sqrt(own / (own + arm)), 1e-9, 'the flap by its own moment');
});

test('the exercises take what is right and hint at what is wrong', async () => {
  const { page } = visit;
  const answer = async (name: string, text: string, verdict: string, words: RegExp) => {
    const section = page.locator(`[data-exercise="${name}"]`);
    await section.locator('input').fill(text);
    await section.locator('input').press('Tab');
    await expect(section).toHaveAttribute('data-verdict', verdict);
    await expect(section.locator('.verdict')).toHaveText(words);
  };
  const ten = (Math.atan((2 * Math.PI * 10) / 60) * 60) / (2 * Math.PI);
  await answer('ten-hertz', '10', 'wrong', /asked for/);
  await answer('ten-hertz', '15', 'wrong', /however stiff/);
  await answer('ten-hertz', '3', 'wrong', /more often/);
  await answer('ten-hertz', ten.toFixed(2), 'right', /arctangent/);
  await answer('stiffness', '32', 'wrong', /2π f/);
  await answer('stiffness', '158', 'wrong', /8 kg/);
  await answer('stiffness', '1263 N/m', 'right', /ω²/);
  const task = page.locator('[data-exercise="true-enough"]');
  await set(page, '#sliders', { hertz: 5, ratio: 0, substeps: 5 });
  await expect(task).toHaveAttribute('data-verdict', 'wrong');
  await expect(task.locator('.verdict')).toHaveText(/shorter step/);
  await set(page, '#sliders', { substeps: 6 });
  await expect(task).toHaveAttribute('data-verdict', 'right');
  await set(page, '#sliders', { ratio: 0.5 });
  await expect(task).toHaveAttribute('data-verdict', 'open');
});
