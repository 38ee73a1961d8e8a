// The puzzles: what a reader begins with is not right yet, solutions are, and mistakes are told by what they give.
import { readFileSync } from 'node:fs';
import { PUZZLES } from '../../www/learn/puzzles/list';
import { faultsIn } from './axe';
import { open } from './learn-helpers';
import { expect, type Page, test } from './test';

const kernel = (file: string) => readFileSync(`www/learn/puzzles/kernels/${file}.wgsl`, 'utf8').trimEnd();

/** The page with texts typed before, as its storage keeps them. */
async function openWith(page: Page, texts: Record<string, string>) {
  await page.addInitScript(
    (kept) => {
      // once only: a test may reload
      if (!localStorage.getItem('beadwork-puzzles')) localStorage.setItem('beadwork-puzzles', kept);
    },
    JSON.stringify({ solved: [], texts }),
  );
  return open(page, 'puzzles');
}

async function go(page: Page, name: string) {
  await page.locator(`#puzzles nav a[href="#${name}"]`).click();
  const place = page.locator(`#${name}`);
  await expect(place.locator('.editor[data-open]')).toBeVisible();
  return { run: place.locator('.run'), verdict: place.locator('.verdict'), place };
}

/** Runs a puzzle's text and gives what the page says of it. */
async function runs(page: Page, name: string, state: 'right' | 'wrong') {
  const { run, verdict } = await go(page, name);
  await run.click();
  await expect(verdict, name).toHaveAttribute('data-verdict', /right|wrong/);
  const words = (await verdict.textContent())!;
  expect(await verdict.getAttribute('data-verdict'), `${name}: ${words}`).toBe(state);
  return words;
}

test('what a puzzle begins with compiles and is not right yet', async ({ page }) => {
  const { problems } = await openWith(page, {});
  for (const { name } of PUZZLES) {
    expect(await runs(page, name, 'wrong')).toMatch(/^Case 1 of \d, /);
    await expect(page.locator(`#${name} .seen .found`)).not.toHaveCount(0);
  }
  expect(problems).toEqual([]);
});

test('each solution is right on all cases, and gets its tick', async ({ page }) => {
  await openWith(page, Object.fromEntries(PUZZLES.map(({ name }) => [name, kernel(name)])));
  for (const { name, cases } of PUZZLES) {
    expect(await runs(page, name, 'right')).toBe(`Right on all ${cases.length} cases.`);
    await expect(page.locator(`#${name} .seen .found.wrong`)).toHaveCount(0);
  }
  await expect(page.locator('#puzzles nav a.solved')).toHaveCount(PUZZLES.length);
  await page.reload();
  await expect(page.locator('#puzzles nav a.solved')).toHaveCount(PUZZLES.length);
});

/** In a solution, what is written in place of something else, and what the page says of that. */
const MISTAKES: [string, string, string, RegExp][] = [
  ['advance', 'step.h * velocities[i]', 'velocities[i]', /all of v/],
  ['advance', ' + step.h', ' - step.h', /backwards/],
  ['guard', 'i >= step.count', 'i > step.count', /wrote past the end: weights has 40 items/],
  [
    'guard',
    'i >= step.count',
    'i + 1u >= step.count',
    /Nothing was written into weights\[39\]. It is the last one/,
  ],
  ['neighbours', 'i + 1u >= step.count', 'i >= step.count', /wrote past the end/],
  ['neighbours', 'i + 1u >= step.count', 'i >= step.count - 1u', /no bead at all: You wrote past the end/],
  ['neighbours', 'positions[i + 1u] - positions[i]', 'positions[i + 2u] - positions[i + 1u]', /off by one/],
  ['kick', 'inverse_masses[i] > 0.0', 'true', /Fixed bodies fall too/],
  ['kick', '0.5 * step.h', 'step.h', /whole kick/],
  ['gaps', ' + (arms_a[l] - arms_b[l])', '', /arms are missing/],
  ['gaps', 'arms_a[l] - arms_b[l]', 'arms_a[l] + arms_b[l]', /taken away/],
  [
    'gaps',
    '= (positions[a] - positions[b]) + (arms_a[l] - arms_b[l])',
    '= -((positions[a] - positions[b]) + (arms_a[l] - arms_b[l]))',
    /wrong sign/,
  ],
  ['soft', 'answers[i] + softnesses[i]', 'answers[i]', /A \+ γ/],
  ['soft', ' - softnesses[i] * impulses[i]', '', /not taken away yet/],
  ['push', 'max(0.0, impulses[i] + wanted) - impulses[i]', 'max(0.0, wanted)', /sum of all/],
  [
    'push',
    'max(0.0, impulses[i] + wanted) - impulses[i]',
    'max(0.0, impulses[i] + wanted)',
    /not the change/,
  ],
  ['friction', 'frictions[i] * pushes[i]', 'pushes[i]', /push itself/],
  ['friction', 'if (size > most)', 'if (true)', /it should be/],
  ['gather', 'force -= lambda', 'force += lambda', /pulls a back/],
  ['gather', 'k < starts[i + 1u]', 'k < min(starts[i] + 1u, starts[i + 1u])', /Only the first item/],
  ['gaps', 'gaps[l] = ', 'gaps[l] += ', /with = alone/],
  ['rotate', ' + q.w * t', '', /with w is missing/],
  ['rotate', ' + q.w * t', ' - q.w * t', /backwards/],
  ['turn', 'sin(0.5 * angle), cos(0.5 * angle)', 'sin(angle), cos(angle)', /half the angle/],
  ['turn', '    if (angle == 0.0) {', '    if (angle < 0.0) {', /not a number.*divided by zero/],
  ['symmetric', 'vec3<f32>(o.y, o.z, d.z)', 'vec3<f32>(o.z, o.y, d.z)', /it should be/],
  ['jacobi', 'image -= after * old[l + 1u]', 'image += 0.0', /neighbour after is missing/],
  ['jacobi', 'if (l + 1u < step.count)', 'if (true)', /not a number/],
  ['colours', '2u * id.x + step.colour', '2u * id.x', /Only the joints of colour 0/],
  [
    'place',
    'velocities[l] -= before * push / step.h;\n    velocities[l + 1u] += after * push / step.h;',
    '',
    /know nothing of it/,
  ],
  ['place', ' / (step.h * step.h)', '', /divided by h²/],
  ['place', 'before + after + yields', 'before + after', /as if it were hard/],
  ['block', ' + forces[l]', '', /λ is missing/],
  ['block', 'force -= pull(i - 1u)', 'force += pull(i - 1u)', /same sign/],
  ['block', 'weight += stiffnesses[i];\n        force += pull(i);', '', /joint after/],
  ['sum', 'var half = 32u', 'var half = 16u', /first half of the threads|it should be/],
  ['sum', 'half > 0u', 'half > 1u', /last halving is missing/],
  ['thomas', 'impulses[l] -= couplings[l]', 'impulses[l] += couplings[l]', /wrong sign/],
  ['thomas', 'pivots[i] -= factor * couplings[i - 1u];', '', /pivot has to change/],
];

test('mistakes that are often made are told by what they give', async ({ page }) => {
  await openWith(page, {});
  const left = [...MISTAKES];
  while (left.length > 0) {
    // one for each puzzle on a page
    const now = left.filter(([name], k) => left.findIndex(([first]) => first === name) === k);
    for (const each of now) left.splice(left.indexOf(each), 1);
    const texts: Record<string, string> = {};
    for (const [name, from, to] of now) {
      expect(kernel(name), `${name} has ${from}`).toContain(from);
      texts[name] = kernel(name).replace(from, to);
    }
    await page.evaluate(
      (kept) => localStorage.setItem('beadwork-puzzles', kept),
      JSON.stringify({ solved: [], texts }),
    );
    await page.reload();
    for (const [name, from, to, words] of now)
      expect(await runs(page, name, 'wrong'), `${to} for ${from}`).toMatch(words);
  }
});

test('a loop without an end is stopped, the compiler’s words stand at their line, a sum needs barriers', async ({
  page,
}) => {
  // one thread adds up all gaps: right, and not what is asked for
  const alone = kernel('sum')
    .replace(/ {4}workgroupBarrier[\s\S]*?\n {4}\}\n {4}if/, '    if')
    .replace('starts[chain] + thread', 'starts[chain]')
    .replace('i += 64u', 'i += 1u');
  await openWith(page, {
    sum: alone,
    gather: kernel('gather').replace('k++', 'k += 0u'),
    soft: kernel('soft').replace('let i = id.x;', 'let i = id.x; // one;\n    let wrong = speed;'),
    push: kernel('push').replace('binding(1) var<storage, read_write>', 'binding(1) var<storage, read>'),
    friction: kernel('friction').replace('@binding(5)', '@binding(9)'),
  });
  expect(await runs(page, 'gather', 'wrong')).toMatch(/A loop did not end, and was stopped/);
  expect(await runs(page, 'soft', 'wrong')).toMatch(/^Line 20: .*speed/);
  await expect(page.locator('#soft .cm-faulty')).toHaveText(/let wrong/);
  expect(await runs(page, 'push', 'wrong')).toMatch(/^Line 2\d: /);
  expect(await runs(page, 'friction', 'wrong')).toMatch(/does not fit the puzzle’s arrays/);
  expect(await runs(page, 'sum', 'wrong')).toMatch(/All numbers are right here.*workgroupBarrier/);
});

test('a device that is lost takes nothing of what was typed with it', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { device: GPUDevice; takeAway: boolean };
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (...asked) {
      seen.device = await requestDevice.apply(this, asked);
      return seen.device;
    };
    const { submit } = GPUQueue.prototype;
    GPUQueue.prototype.submit = function (buffers) {
      submit.call(this, buffers);
      // in the middle of a run
      if (seen.takeAway) seen.device.destroy();
      seen.takeAway = false;
    };
  });
  await openWith(page, { guard: `${kernel('guard')}\n// mine` });
  await runs(page, 'guard', 'right');
  await page.evaluate(() => {
    (window as unknown as { takeAway: boolean }).takeAway = true;
  });
  expect(await runs(page, 'guard', 'wrong')).toMatch(/The GPU gave up/);
  await runs(page, 'guard', 'right');
  await expect(page.locator('#guard .cm-content')).toContainText('// mine');
});

test('a puzzle is written by keys alone, and is there after a reload', async ({ page }) => {
  await openWith(page, {});
  const { place, verdict } = await go(page, 'guard');
  await place.locator('.cm-content').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(kernel('guard'));
  await page.keyboard.press('Control+Enter');
  await expect(verdict).toHaveAttribute('data-verdict', 'right');
  // a verdict stands beside the text that it is about
  await page.keyboard.type('// more');
  await expect(verdict).toBeEmpty();
  await page.keyboard.press('Tab');
  await expect(place.locator('.run')).toBeFocused();
  await page.reload();
  await expect(page).toHaveURL(/#guard$/);
  await expect(place.locator('.cm-content')).toContainText('// more');
  await expect(page.locator('#puzzles nav a.solved')).toHaveText(/^2Stay inside ✓$/);
  await place.getByRole('button', { name: 'From the start' }).click();
  await expect(place.locator('.cm-content')).toContainText('// yours');
  await page.locator('#forget').click();
  await expect(page.locator('#puzzles nav a.solved')).toHaveCount(0);
  await page.locator('#forget').click();
  await expect(page.locator('#puzzles nav a.solved')).toHaveCount(1);
});

test('without storage a puzzle can be solved all the same', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await open(page, 'puzzles');
  const { place, verdict } = await go(page, 'guard');
  await place.locator('.cm-content').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(kernel('guard'));
  await place.locator('.run').click();
  await expect(verdict).toHaveAttribute('data-verdict', 'right');
  await expect(page.locator('#puzzles nav a.solved')).toHaveCount(1);
});

test('hints open one by one, and beads fly by the reader’s kernel', async ({ page }) => {
  await openWith(page, { advance: kernel('advance') });
  const { place } = await go(page, 'advance');
  const hints = place.locator('.hint');
  await expect(hints.nth(1)).toBeHidden();
  await hints.first().locator('summary').click();
  await expect(hints.nth(1)).toBeVisible();
  await runs(page, 'advance', 'right');
  const height = () => place.locator('.seen .found').first().getAttribute('cy').then(Number);
  const before = await height();
  await expect.poll(async () => Math.abs((await height()) - before)).toBeGreaterThan(20);
  await place.locator('.motion').click();
  await expect(place.locator('.motion')).toHaveText('Play');
});

for (const theme of ['dark', 'light']) {
  test(`the page is within everybody’s reach, ${theme}`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('beadwork-theme', name), theme);
    await page.setViewportSize({ width: 390, height: 844 });
    await openWith(page, { friction: kernel('friction') });
    for (const name of ['advance', 'friction']) await go(page, name);
    await runs(page, 'friction', 'right');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await faultsIn(page, { serious: true })).toEqual([]);
    const low = await page
      .locator('#puzzles button:visible, #puzzles nav a:visible')
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().height < 43.9).map((each) => each.textContent),
      );
    expect(low, 'too low for a finger').toEqual([]);
  });
}
