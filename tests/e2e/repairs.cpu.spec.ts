// The repairs: each is broken at first, a change that does not mend it gets a hint, what makes the task easier is refused, and every
// way that its words name is recognised. Judged without the lab around them, each way by what its address would be; and once
// each in the lab, by its controls.
import { REPAIRS } from '../../www/lab/repairs/list';
import { faultsIn } from './axe';
import { idle, openLab, pause, ready } from './lab-page';
import { expect, type Page, test } from './test';

/** Between two looks, frames. */
const BETWEEN = 12;

interface Trial {
  title: string;
  /** What the address says beside the repair's name. */
  query?: Record<string, string>;
  /** It is run for so long, or until it is mended, s. */
  seconds: number;
  kind: string;
  /** The hint, or why it is mended. */
  words: RegExp;
}

const set = (...changes: [joint: number, fields: object][]) => ({ set: JSON.stringify(changes) });
const mended = (title: string, query: Record<string, string>, words: RegExp): Trial => ({
  ...{ title, query, words, seconds: 12, kind: 'mended' },
});
const wrong = (title: string, query: Record<string, string>, words: RegExp): Trial => ({
  ...{ title, query, words, seconds: 8, kind: 'wrong' },
});
/** It makes the task another one. */
const cheat = (title: string, query: Record<string, string>, words: RegExp): Trial => ({
  ...{ title, query, words, seconds: 3, kind: 'forbidden' },
});

/** The arm's shoulder, as it opens. */
const shoulder = { target: -1.05, hertz: 40, dampingRatio: 60, maxForce: 200 };
const slow = { hertz: 0.5, dampingRatio: 1 };

/** Every way that its words name; changes that do not mend it, with the hint that they get; and cheats. */
const TRIALS: Record<string, Trial[]> = {
  rope: [
    mended('more passes', { iterations: '200' }, /so many passes/),
    mended('shorter steps', { substeps: '16' }, /short step/),
    mended('an exact solver', { solver: 'direct' }, /all joints at once/),
    wrong('a few more passes', { iterations: '20' }, /not enough of them yet/),
    wrong('a stronger pull', { stabilisation: '0.5' }, /once they are there/),
    cheat('a lighter weight', { 'mass-ratio': '2' }, /Mass ratio is 2 now and was 50/),
    cheat('no gravity', { gravity: '0 0 0' }, /Gravity has changed/),
  ],
  heavy: [
    mended('shorter steps', { substeps: '4' }, /shorter steps/),
    mended(
      'passes and softer contacts',
      { 'contact-passes': '20', 'contact-softness': '30' },
      /all the way to the ground/,
    ),
    mended('a shorter frame', { timestep: String(1 / 240) }, /shorter steps/),
    wrong('passes alone', { 'contact-passes': '20' }, /alone they are not enough/),
    cheat('fewer boxes', { boxes: '2' }, /Boxes is 2 now and was 5/),
  ],
  door: [
    mended('a stop that lets it be shut', set([0, { limit: [0, 1.8] }]), /between its stops/),
    mended('a slow stop', set([0, { limitSoftness: slow }]), /slow spring/),
    mended(
      'a joint that draws to its stop slowly',
      set([0, { recoverySpeed: [1, 0.3] }]),
      /put right slowly/,
    ),
    wrong('shorter steps', { substeps: '8' }, /not come from the length of a step/),
    wrong(
      'a stop that is soft and quick',
      set([0, { limitSoftness: { ...slow, hertz: 10 } }]),
      /faster than a hand would/,
    ),
  ],
  arm: [
    mended('more torque', set([1, { servo: { ...shoulder, maxForce: 700 } }]), /700 N m/),
    mended('any torque', set([1, { servo: { ...shoulder, maxForce: undefined } }]), /nothing bounds/),
    mended('a stop', set([1, { servo: shoulder, limit: [-1.1, 0.6] }]), /leans on a stop/),
    wrong('a firmer spring', set([1, { servo: { ...shoulder, hertz: 80 } }]), /gives all of that already/),
    wrong('too little more', set([1, { servo: { ...shoulder, maxForce: 250 } }]), /still needs more/),
    wrong(
      'the wrong joint',
      set([1, { servo: shoulder }], [2, { servo: { ...shoulder, target: 1.8, maxForce: 2000 } }]),
      /torque to spare/,
    ),
    cheat('a lighter load', { load: '5' }, /Load is 5 now and was 20/),
    cheat('a weaker hold', set([1, { servo: shoulder }], [5, { maxForce: 1 }]), /another maxForce/),
  ],
  ragdoll: [
    mended('more passes', { iterations: '20' }, /more passes/),
    mended('an exact solver', { solver: 'direct' }, /solved together/),
    mended('Gauss-Seidel', { solver: 'gauss-seidel' }, /the one before/),
    mended('less at once, and passes', { stabilisation: '0.2', iterations: '10' }, /more passes/),
    mended('less at once, and shorter steps', { stabilisation: '0.2', substeps: '16' }, /share of each gap/),
    wrong('shorter steps alone', { substeps: '16' }, /do not help here/),
    wrong('less at once alone', { stabilisation: '0.05' }, /knees bend/),
    cheat('thick air', { damping: '8' }, /Damping has changed/),
  ],
};

/** What the judge says last. */
const judged = (page: Page, name: string, { query = {}, seconds }: Trial) =>
  page.evaluate(
    async ({ query, seconds, frames }) => {
      const { Simulation } = window.beadwork;
      const { put } = await import('/www/lab/edit.ts' as string);
      const { takeRecommended } = await import('/www/lab/recommended.ts' as string);
      const { Judge } = await import('/www/lab/repairs/judge.ts' as string);
      const { repairOf } = await import('/www/lab/repairs/list.ts' as string);
      const { lookAt } = await import('/www/lab/repairs/repair.ts' as string);
      const { asOpened, fromAddress } = await import('/www/lab/state.ts' as string);
      const { state, complaints } = fromAddress(new URLSearchParams(query));
      const repair = repairOf(state.repair);
      const simulation = await Simulation.create({
        ...(repair.scene ? { scene: repair.scene } : { scene: state.scene, sceneOptions: state.options }),
        parameters: state.parameters,
        machine: 'cpu',
      });
      takeRecommended(state, simulation);
      for (const edit of state.edits) put(simulation, edit);
      const judge = new Judge(repair, asOpened(state));
      const look = async () => judge.judge(await lookAt(simulation, await simulation.measure()), state);
      let verdict = await look();
      const first = verdict.kind;
      const looks = Math.ceil(seconds / (frames * simulation.parameters.timestep));
      for (let k = 0; k < looks && verdict.kind !== 'mended'; k++) {
        await simulation.step(frames);
        verdict = await look();
      }
      simulation.destroy();
      return { ...verdict, first, complaints } as Record<'kind' | 'seen' | 'hint' | 'first', string> & {
        complaints: string[];
      };
    },
    { query: { repair: name, ...query }, seconds, frames: BETWEEN },
  );

for (const { name, title } of REPAIRS)
  test(`${title}: broken at first and stays so; what mends it, what does not, and what is another task`, async ({
    page,
  }) => {
    await page.goto('/tests/e2e/pages/api.html');
    await page.waitForFunction(() => Boolean(window.beadwork));
    const broken = await judged(page, name, wrong('nothing', {}, /./));
    expect(broken.kind).toBe('wrong');
    expect(broken.seen).toMatch(/\d/);
    for (const trial of TRIALS[name]!) {
      const { kind, seen, hint, first, complaints } = await judged(page, name, trial);
      expect.soft({ kind, complaints }, `${trial.title}: ${seen} ${hint}`).toEqual({
        kind: trial.kind,
        complaints: [],
      });
      expect.soft(first, trial.title).not.toBe('mended');
      expect.soft(hint, trial.title).toMatch(trial.words);
    }
  });

const sheet = (page: Page) => page.locator('#repair');
const verdict = (page: Page) => sheet(page).getAttribute('data-verdict');
const hint = (page: Page) => sheet(page).locator('[role="status"]');

/** The repair as it opens; time stands. */
async function openRepair(page: Page, name: string): Promise<string[]> {
  const problems = await openLab(page, `?repair=${name}`);
  await pause(page);
  return problems;
}

/** So many seconds of simulated time, and the page looks every fifth of one; earlier once it says that it is mended. */
const run = (page: Page, seconds: number) =>
  page.evaluate(
    async ({ looks, frames }) => {
      const { lab } = window;
      for (let k = 0; k < looks && document.getElementById('repair')!.dataset.verdict !== 'mended'; k++) {
        await lab.runners()[0]!.simulation.step(frames - 1);
        document.getElementById('step')!.click();
        await lab.idle();
      }
    },
    { looks: Math.ceil((60 * seconds) / BETWEEN), frames: BETWEEN },
  );

/** It is seen as this, some time after it was measured. */
const says = (page: Page, kind: string) => expect(sheet(page)).toHaveAttribute('data-verdict', kind);

/** Numbers of the controls by their fields, choices by their lists. */
async function control(page: Page, changes: Record<string, number | string>): Promise<void> {
  if (await page.locator('#controls').isHidden()) await page.keyboard.press('c');
  for (const [name, value] of Object.entries(changes)) {
    if (typeof value === 'string') await page.locator(`#${name}`).selectOption(value);
    else {
      await page.locator(`#field-${name}`).fill(String(value));
      await page.locator(`#field-${name}`).press('Enter');
    }
    await idle(page);
  }
}

/** Fields of a joint in See why, which is found there by its number, counted from 1. */
async function change(page: Page, joint: number, fields: Record<string, string>): Promise<void> {
  await page.keyboard.press('Escape');
  for (let k = 0; k < joint; k++) await page.keyboard.press('j');
  await expect(page.locator('#why')).toContainText(`Joint ${joint}`);
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`#why-${name}`).fill(value);
    await page.locator(`#why-${name}`).press('Enter');
    await idle(page);
  }
}

async function again(page: Page): Promise<void> {
  await page.locator('#reset').click();
  await idle(page);
}

/** Broken as it opens: its words, and its address as short as it came. */
async function broken(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1')).toHaveText(REPAIRS.find((repair) => repair.name === name)!.complaint);
  await expect(sheet(page)).toBeVisible();
  await says(page, 'wrong');
  await expect(sheet(page).locator('.seen')).toHaveText(/\d/);
  await expect(sheet(page).locator('.mended')).toBeHidden();
  expect(new URL(page.url()).search).toBe(`?repair=${name}`);
}

/** What it shows then. */
async function whole(page: Page, words: RegExp): Promise<void> {
  await says(page, 'mended');
  await expect(hint(page)).toHaveText(/^Mended\. /);
  await expect(hint(page)).toHaveText(words);
  await expect(sheet(page).locator('.mended')).toContainText(/ways are known/);
  await expect(sheet(page).locator('.mended a').first()).toHaveText(/^Chapter \d+/);
}

test('rope: what is another task is refused', async ({ page }) => {
  const problems = await openRepair(page, 'rope');
  await control(page, { 'mass-ratio': 2 });
  await run(page, 1);
  await says(page, 'forbidden');
  await expect(hint(page)).toHaveText(/Mass ratio is 2 now and was 50/);
  expect(problems).toEqual([]);
});

test('heavy, mended by passes and softer contacts', async ({ page }) => {
  const problems = await openRepair(page, 'heavy');
  await run(page, 2);
  await broken(page, 'heavy');
  await control(page, { 'contact-passes': 20, 'contact-softness': '30' });
  await again(page);
  expect(await verdict(page)).not.toBe('mended');
  await run(page, 4);
  await whole(page, /all the way to the ground/);
  expect(problems).toEqual([]);
});

test('a door that is mended while it stands open has to begin again', async ({ page }) => {
  const problems = await openRepair(page, 'door');
  await run(page, 1);
  await broken(page, 'door');
  await change(page, 1, { low: '0' });
  await run(page, 1);
  await says(page, 'late');
  await expect(hint(page)).toHaveText(/Press Again/);
  await again(page);
  await run(page, 3);
  await whole(page, /between its stops/);
  expect(problems).toEqual([]);
});

test('arm, mended by more torque: what breaks a repair is not undone, and Again keeps what was changed', async ({
  page,
}) => {
  const problems = await openRepair(page, 'arm');
  await run(page, 0.4);
  await broken(page, 'arm');
  await expect(page.locator('#undo')).toBeDisabled();
  await page.keyboard.press('Control+z');
  await idle(page);
  await change(page, 2, { 'servo-max-force': '700' });
  await again(page);
  await run(page, 8);
  await whole(page, /700 N m/);
  const torque = page.locator('#why-servo-max-force');
  await expect(torque).toHaveValue('700');
  await page.locator('#undo').click();
  await expect(torque).toHaveValue('200');
  await expect(page.locator('#undo')).toBeDisabled();
  await page.locator('#redo').click();
  await expect(torque).toHaveValue('700');
  expect(problems).toEqual([]);
});

test('ragdoll, mended by another solver; another scene from the gallery’s list leaves the repair', async ({
  page,
}) => {
  const problems = await openRepair(page, 'ragdoll');
  await run(page, 2.4);
  // what twitches is slow for a moment now and then
  for (let k = 0; k < 5 && (await sheet(page).getAttribute('data-verdict')) !== 'wrong'; k++)
    await run(page, 0.1);
  await broken(page, 'ragdoll');
  await control(page, { solver: 'direct' });
  await again(page);
  await run(page, 8);
  await whole(page, /solved together/);
  await page.locator('#scene').selectOption('bridge');
  await expect(sheet(page)).toBeHidden();
  await expect(page.locator('h1')).not.toHaveText(/still/);
  await expect(page).not.toHaveURL(/repair/);
  expect(problems).toEqual([]);
});

test('by keyboard alone, with hints; what was mended stays so', async ({ page }) => {
  // time runs here
  const problems = await openLab(page, '?repair=rope');
  await broken(page, 'rope');
  const tabTo = async (id: string) => {
    for (let k = 0; k < 120; k++) {
      if (await page.evaluate((id) => document.activeElement?.matches(id), id)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${id}.`);
  };
  await tabTo('#repair button');
  for (let k = 1; k <= 3; k++) {
    await page.keyboard.press('Enter');
    await expect(sheet(page).locator('li')).toHaveCount(k);
    await expect(
      sheet(page)
        .locator('li')
        .nth(k - 1),
    ).toBeFocused();
    if (k < 3) await tabTo('#repair button');
  }
  await expect(sheet(page).getByRole('button')).toBeHidden();
  await page.keyboard.press('c');
  await tabTo('#field-iterations');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toHaveAttribute('data-verdict', 'mended', { timeout: 60_000 });
  await whole(page, /so many passes/);
  await expect(page).toHaveURL(/repair=rope.*iterations=200/);
  expect(problems).toEqual([]);

  await page.reload();
  await ready(page);
  await expect(sheet(page).locator('.tick')).toHaveText(' ✓ mended');
  await page.goto('/learn/repairs.html');
  await expect(page.locator('[data-repair="rope"] .tick')).toHaveText(' ✓ mended');
  await expect(page.locator('[data-repair="heavy"] .tick')).toBeEmpty();
  await page.locator('#forget').click();
  await expect(page.locator('[data-repair="rope"] .tick')).toBeEmpty();
});

test('a name that no repair has is said', async ({ page }) => {
  await openLab(page, '?repair=car');
  await expect(page.locator('#notice')).toContainText('repair must be');
  await expect(sheet(page)).toBeHidden();
});

test('the list says what the lab says', async ({ page }) => {
  await page.goto('/learn/repairs.html');
  const cards = page.locator('#repairs li');
  await expect(cards).toHaveCount(REPAIRS.length);
  for (const [k, { name, complaint, title }] of REPAIRS.entries()) {
    const link = cards.nth(k).getByRole('link');
    await expect(link).toHaveText(`“${complaint}”`);
    expect(await link.getAttribute('href')).toBe(`../?repair=${name}`);
    await expect(cards.nth(k)).toContainText(title);
    await cards.nth(k).scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        cards
          .nth(k)
          .locator('img:visible')
          .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([640]);
  }
});

test('a phone has room for a repair, and everybody can read it, dark and light', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, '?repair=arm&theme=dark');
  await sheet(page).getByRole('button').click();
  await says(page, 'wrong');
  for (const theme of ['dark', 'light']) {
    await expect(page.locator(':root')).toHaveAttribute('data-theme', theme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await faultsIn(page, { colours: theme === 'light', serious: true })).toEqual([]);
    await page.locator('[data-theme-switch]').click();
  }
});
