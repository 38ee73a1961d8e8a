// The repairs: each is broken at first, a change that does not mend it gets a hint, what makes the task easier is refused, and every
// way that its words name is recognised.
import AxeBuilder from '@axe-core/playwright';
import { REPAIRS } from '../../www/lab/repairs/list';
import { idle, openLab, pause, ready } from './lab-page';
import { expect, type Page, test } from './test';

/** Between two looks of the page, frames. */
const BETWEEN = 12;

const sheet = (page: Page) => page.locator('#repair');
const verdict = (page: Page) => sheet(page).getAttribute('data-verdict');
const hint = (page: Page) => sheet(page).locator('[role="status"]');

/** The repair as it opens, on the CPU, where small scenes are quick; time stands. */
async function openRepair(page: Page, name: string): Promise<string[]> {
  const problems = await openLab(page, `?repair=${name}&machine=cpu`);
  await pause(page);
  return problems;
}

/** So many seconds of simulated time, and the page looks every fifth of one; earlier once it says that it is mended. */
async function run(page: Page, seconds: number): Promise<void> {
  const runs = Math.ceil((60 * seconds) / BETWEEN);
  for (let k = 0; k < runs && (await verdict(page)) !== 'mended'; k++) {
    await page.evaluate((frames) => window.lab.runners()[0]!.simulation.step(frames), BETWEEN - 1);
    await page.locator('#step').click();
    await idle(page);
    // what was measured is judged right after
    await page.waitForTimeout(30);
  }
}

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

for (const { name, complaint, title } of REPAIRS) {
  test(`${title}: broken at first, and stays so`, async ({ page }) => {
    const problems = await openRepair(page, name);
    await expect(page.locator('h1')).toHaveText(complaint);
    await expect(sheet(page)).toBeVisible();
    await run(page, 8);
    expect(await verdict(page)).toBe('wrong');
    await expect(sheet(page).locator('.seen')).toHaveText(/\d/);
    // its address stays as short as it came
    expect(new URL(page.url()).search).toBe(`?repair=${name}&machine=cpu`);
    expect(problems).toEqual([]);
  });
}

/** By repair: every way that its words name, and what the page says of it. */
const WAYS: [name: string, title: string, mend: (page: Page) => Promise<void>, words: RegExp][] = [
  ['rope', 'more passes', (page) => control(page, { iterations: 200 }), /so many passes/],
  ['rope', 'shorter steps', (page) => control(page, { substeps: 16 }), /short step/],
  ['rope', 'an exact solver', (page) => control(page, { solver: 'direct' }), /all joints at once/],
  ['heavy', 'shorter steps', (page) => control(page, { substeps: 4 }), /shorter steps/],
  [
    'heavy',
    'passes and softer contacts',
    (page) => control(page, { 'contact-passes': 20, 'contact-softness': '30' }),
    /all the way to the ground/,
  ],
  ['heavy', 'a shorter frame', (page) => control(page, { timestep: 1 / 240 }), /shorter steps/],
  ['door', 'a stop that lets it be shut', (page) => change(page, 1, { low: '0' }), /between its stops/],
  [
    'door',
    'a slow stop',
    (page) => change(page, 1, { 'limit-softness-hertz': '0.5', 'limit-softness-damping-ratio': '1' }),
    /slow spring/,
  ],
  ['arm', 'more torque', (page) => change(page, 2, { 'servo-max-force': '700' }), /700 N m/],
  ['arm', 'any torque', (page) => change(page, 2, { 'servo-max-force': '' }), /nothing bounds/],
  ['arm', 'a stop', (page) => change(page, 2, { low: '-1.1' }), /leans on a stop/],
  ['ragdoll', 'more passes', (page) => control(page, { iterations: 20 }), /more passes/],
  ['ragdoll', 'an exact solver', (page) => control(page, { solver: 'direct' }), /solved together/],
  ['ragdoll', 'Gauss-Seidel', (page) => control(page, { solver: 'gauss-seidel' }), /the one before/],
  [
    'ragdoll',
    'less at once, and passes',
    (page) => control(page, { stabilisation: 0.2, iterations: 10 }),
    /more passes/,
  ],
  [
    'ragdoll',
    'less at once, and shorter steps',
    (page) => control(page, { stabilisation: 0.2, substeps: 16 }),
    /share of each gap/,
  ],
];

for (const [name, way, mend, words] of WAYS) {
  test(`${name}, mended by ${way}`, async ({ page }) => {
    const problems = await openRepair(page, name);
    await run(page, 0.4);
    await mend(page);
    await again(page);
    expect(await verdict(page)).not.toBe('mended');
    await run(page, 12);
    const said = await sheet(page).textContent();
    expect(await verdict(page), said!).toBe('mended');
    await expect(hint(page)).toHaveText(/^Mended\. /);
    await expect(hint(page)).toHaveText(words);
    await expect(sheet(page).locator('.mended')).toContainText(/ways are known/);
    await expect(sheet(page).locator('.mended a').first()).toHaveText(/^Chapter \d+/);
    expect(problems).toEqual([]);
  });
}

/** Changes that do not mend it, and the hint that they get. */
const WRONG: [name: string, title: string, act: (page: Page) => Promise<void>, words: RegExp][] = [
  ['rope', 'a few more passes', (page) => control(page, { iterations: 20 }), /not enough of them yet/],
  ['rope', 'a stronger pull', (page) => control(page, { stabilisation: 0.5 }), /once they are there/],
  ['heavy', 'passes alone', (page) => control(page, { 'contact-passes': 20 }), /alone they are not enough/],
  ['door', 'shorter steps', (page) => control(page, { substeps: 8 }), /not come from the length of a step/],
  [
    'door',
    'a stop that is soft and quick',
    (page) => change(page, 1, { 'limit-softness-hertz': '10' }),
    /faster than a hand would/,
  ],
  ['arm', 'a firmer spring', (page) => change(page, 2, { 'servo-hertz': '80' }), /gives all of that already/],
  ['arm', 'too little more', (page) => change(page, 2, { 'servo-max-force': '250' }), /still needs more/],
  ['arm', 'the wrong joint', (page) => change(page, 3, { 'servo-max-force': '2000' }), /torque to spare/],
  ['ragdoll', 'shorter steps alone', (page) => control(page, { substeps: 16 }), /do not help here/],
  ['ragdoll', 'less at once alone', (page) => control(page, { stabilisation: 0.05 }), /knees bend/],
];

for (const [name, way, act, words] of WRONG) {
  test(`${name}, not mended by ${way}`, async ({ page }) => {
    await openRepair(page, name);
    await act(page);
    await again(page);
    await run(page, 8);
    expect(await verdict(page), (await sheet(page).textContent())!).toBe('wrong');
    await expect(hint(page)).toHaveText(words);
    await expect(sheet(page).locator('.mended')).toBeHidden();
  });
}

/** What makes the task another one. */
const CHEATS: [name: string, title: string, act: (page: Page) => Promise<void>, words: RegExp][] = [
  [
    'rope',
    'a lighter weight',
    (page) => control(page, { 'mass-ratio': 2 }),
    /Mass ratio is 2 now and was 50/,
  ],
  ['heavy', 'fewer boxes', (page) => control(page, { boxes: 2 }), /Boxes is 2 now and was 5/],
  ['arm', 'a lighter load', (page) => control(page, { load: 5 }), /Load is 5 now and was 20/],
  ['ragdoll', 'thick air', (page) => control(page, { damping: 8 }), /Damping has changed/],
  [
    'rope',
    'no gravity',
    async (page) => {
      await page.keyboard.press('c');
      await page.locator('[name="gravity-y"]').fill('0');
      await page.locator('[name="gravity-y"]').press('Enter');
      await idle(page);
    },
    /Gravity has changed/,
  ],
  ['arm', 'a weaker hold', (page) => change(page, 6, { 'max-force': '1' }), /another maxForce/],
];

for (const [name, way, act, words] of CHEATS) {
  test(`${name} is not the same task with ${way}`, async ({ page }) => {
    await openRepair(page, name);
    await act(page);
    await run(page, 3);
    expect(await verdict(page)).toBe('forbidden');
    await expect(hint(page)).toHaveText(words);
  });
}

test('a door that its joint draws to its stop slowly is mended as well', async ({ page }) => {
  const set = encodeURIComponent('[[0,{"recoverySpeed":[1,0.3]}]]');
  await openLab(page, `?repair=door&set=${set}&machine=cpu`);
  await pause(page);
  await again(page);
  await run(page, 3);
  expect(await verdict(page)).toBe('mended');
  await expect(hint(page)).toHaveText(/put right slowly/);
});

test('a door that is mended while it stands open has to begin again', async ({ page }) => {
  await openRepair(page, 'door');
  await run(page, 1);
  await change(page, 1, { low: '0' });
  await run(page, 3);
  expect(await verdict(page)).toBe('late');
  await expect(hint(page)).toHaveText(/Press Again/);
  await again(page);
  await run(page, 3);
  expect(await verdict(page)).toBe('mended');
});

test('what breaks a repair is not undone, and Again keeps what was changed', async ({ page }) => {
  await openRepair(page, 'arm');
  await expect(page.locator('#undo')).toBeDisabled();
  await page.keyboard.press('Control+z');
  await idle(page);
  await change(page, 2, { 'servo-max-force': '700' });
  await again(page);
  await run(page, 1);
  const torque = () => page.locator('#why-servo-max-force');
  await expect(torque()).toHaveValue('700');
  await page.locator('#undo').click();
  await expect(torque()).toHaveValue('200');
  await expect(page.locator('#undo')).toBeDisabled();
  await page.locator('#redo').click();
  await expect(torque()).toHaveValue('700');
});

test('by keyboard alone, with hints; what was mended stays so', async ({ page }) => {
  // time runs here
  await openLab(page, '?repair=rope&machine=cpu');
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
  await expect(page).toHaveURL(/repair=rope.*iterations=200/);

  await page.reload();
  await ready(page);
  await expect(sheet(page).locator('.tick')).toHaveText(' ✓ mended');
  await page.goto('/learn/repairs.html');
  await expect(page.locator('[data-repair="rope"] .tick')).toHaveText(' ✓ mended');
  await expect(page.locator('[data-repair="heavy"] .tick')).toBeEmpty();
  await page.locator('#forget').click();
  await expect(page.locator('[data-repair="rope"] .tick')).toBeEmpty();
});

test('on what the page runs on by itself a repair is judged as well', async ({ page }) => {
  const problems = await openLab(page, '?repair=rope');
  await expect(sheet(page)).toHaveAttribute('data-verdict', 'wrong');
  await control(page, { solver: 'direct' });
  await expect(sheet(page)).toHaveAttribute('data-verdict', 'mended', { timeout: 90_000 });
  expect(problems).toEqual([]);
});

test('another scene from the gallery’s list leaves the repair', async ({ page }) => {
  await openRepair(page, 'rope');
  await page.keyboard.press('c');
  await page.locator('#scene').selectOption('bridge');
  await expect(sheet(page)).toBeHidden();
  await expect(page.locator('h1')).not.toHaveText(/rubber/);
  await expect(page).not.toHaveURL(/repair/);
});

test('a name that no repair has is said', async ({ page }) => {
  await openLab(page, '?repair=car&machine=cpu');
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

for (const theme of ['dark', 'light']) {
  test(`a phone has room for a repair, and everybody can read it, ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openLab(page, `?repair=arm&machine=cpu&theme=${theme}`);
    await sheet(page).getByRole('button').click();
    await expect(sheet(page)).toHaveAttribute('data-verdict', 'wrong');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
