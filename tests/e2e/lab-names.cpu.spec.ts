// The lab shows names and events, and Make a scene has fields for both.
import type { SceneVersion2 } from '../../www/beadwork';
import { faultsIn } from './axe';
import { idle, open, openLab, pause, positions } from './lab-page';
import { expect, type Page, test } from './test';

const described = (page: Page) =>
  page.evaluate(() => window.lab.runners()[0]!.simulation.describe()) as Promise<SceneVersion2>;

/** A ball falls onto a floor from a height of 0.8 m below it, and a wire is too weak for its lamp. */
const SCENE: SceneVersion2 = {
  version: 2,
  contacts: true,
  bodies: [
    { name: 'floor', position: [0, 0, 0], shape: { type: 'plane' } },
    { name: 'ball', position: [0, 1, 0], radius: 0.2, events: true },
    { position: [2, 3, 0], shape: { type: 'box', halfExtents: [0.1, 0.1, 0.1] }, fixed: true },
    { name: 'lamp', position: [2, 2.4, 0], radius: 0.15 },
    { position: [-2, 1, 0], shape: { type: 'box', halfExtents: [0.2, 0.2, 0.2] }, events: true },
  ],
  joints: [
    {
      ...{ name: 'wire', type: 'distance', a: 2, b: 'lamp' },
      ...{ anchorA: [0, -0.1, 0], anchorB: [0, 0.15, 0], breakForce: 50 },
    },
  ],
};

async function openScene(page: Page): Promise<string[]> {
  const problems = await openLab(page, '?scene=stack&count=2');
  await pause(page);
  await open(page, 'named.json', JSON.stringify(SCENE));
  await page.waitForFunction(() => window.lab.state().scene === 'file');
  await page.locator('#reset').click();
  await idle(page);
  return problems;
}

/** By the lab's own button, so that it measures. */
async function stepTo(page: Page, frames: number): Promise<void> {
  await page.evaluate((frames) => window.lab.runners()[0]!.simulation.step(frames - 1), frames);
  await page.locator('#step').click();
  await idle(page);
}

test('what has a name is called by it, can be chosen by it, and what happens is told', async ({ page }) => {
  const problems = await openScene(page);
  await page.locator('#why-switch').click();
  const happened = page.locator('#why-events li');
  await expect(happened).toHaveText(['Nothing yet.']);
  // the ball falls 0.8 m in 0.404 s: it is there in frame 25 at the latest
  await stepTo(page, 27);
  await expect(happened).toHaveText([
    /^Box 5 met floor · 0\.4\d s$/,
    /^ball met floor · 0\.4\d s$/,
    /^wire broke · 0\.0\d s$/,
  ]);
  const names = page.locator('#why-name');
  await expect(names.locator('option')).toHaveText(['Choose one', 'floor', 'ball', 'lamp', 'wire']);
  await names.selectOption({ label: 'ball' });
  await expect(page.locator('#why h3:visible').first()).toHaveText('ball · bead 2');
  await expect(page.locator('#bead')).toContainText('ball · bead 2');
  await expect(page.locator('#why .why-list:visible th[scope="row"]').first()).toHaveText('floor');
  await names.selectOption({ label: 'wire' });
  await expect(page.locator('#why h3:visible').first()).toHaveText('wire · joint 1: rod or rope');
  await expect(page.locator('.why-bodies button')).toHaveText(['lamp', 'Box 3']);
  // what is chosen in another way is shown there too
  await page.locator('.why-bodies button').first().click();
  await expect(names.locator('option:checked')).toHaveText('lamp');
  expect(await faultsIn(page, { within: ['#why'] })).toEqual([]);

  // from the start nothing has happened
  await page.locator('#reset').click();
  await expect(happened).toHaveText(['Nothing yet.']);
  // it can be seen later too: what was not read is kept
  await page.locator('#why-switch').click();
  await stepTo(page, 27);
  await page.locator('#why-switch').click();
  await expect(happened.last()).toHaveText(/^wire broke/);
  await expect(happened).toHaveCount(3);
  expect(problems).toEqual([]);
});

test('a scene without names or events has neither list', async ({ page }) => {
  await openLab(page, '?scene=stack&count=2');
  await page.locator('#why-switch').click();
  await expect(page.locator('#why-measure')).toBeVisible();
  await page.waitForFunction(() => (window.lab.runners()[0]!.measures?.time ?? 0) > 0.1);
  await expect(page.locator('#why-events')).toBeHidden();
  await expect(page.locator('#why-name')).toBeHidden();
});

test('Make a scene has fields for names, breaking, kinematic bodies, groups, events and sensors', async ({
  page,
}) => {
  const problems = await openScene(page);
  await page.locator('#make-switch').click();
  await page.getByRole('button', { name: 'Change this scene' }).click();
  await idle(page);
  const body = async (k: number) => (await described(page)).bodies[k]!;
  await page.getByRole('button', { name: 'Box 5', exact: true }).click();
  const fill = async (field: string, text: string) => {
    const input = page.locator(`#make-${field}`);
    await input.fill(text);
    await input.press('Enter');
    await idle(page);
  };
  await expect(page.locator('#make-events')).toBeChecked();
  await fill('name', 'crate');
  await expect(page.getByRole('button', { name: 'crate · box 5' })).toBeVisible();
  await page.locator('#make-sensor').check();
  await page.locator('#make-events').uncheck();
  await page.locator('#make-kinematic').check();
  await fill('group', '2, 3');
  await fill('meets', '1 32');
  await expect(page.locator('#make-meets')).toHaveValue('1, 32');
  expect(await body(4)).toMatchObject({
    ...{ name: 'crate', sensor: true, kinematic: true },
    ...{ group: 0b110, collidesWith: 2 ** 31 + 1 },
  });
  expect((await body(4)).events).toBeUndefined();
  // one of the two
  await page.locator('#make-fixed').check();
  await expect(page.locator('#make-kinematic')).not.toBeChecked();
  expect((await body(4)).fixed).toBe(true);

  // what makes no sense is said at its field, and changes nothing
  const before = await described(page);
  for (const [field, text, words] of [
    ['name', 'ball', 'ball'],
    ['group', '33', 'from 1 to 32'],
    ['meets', 'cats', 'from 1 to 32'],
  ]) {
    await fill(field!, text!);
    await expect(page.locator(`#make-${field}-said`)).toContainText(words!);
    await expect(page.locator(`#make-${field}`)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await described(page)).toEqual(before);
  await fill('group', '');
  await fill('meets', 'none');
  const plain = await body(4);
  expect([plain.group, plain.collidesWith]).toEqual([undefined, 0]);
  await fill('name', '');
  await expect(page.getByRole('button', { name: 'Box 5, fixed' })).toBeVisible();
  await page.locator('#undo').click();
  await expect(page.getByRole('button', { name: 'crate · box 5, fixed' })).toBeVisible();

  // a tick that is refused does not stay: its joint would have no end that moves
  await page.locator('.make-bodies button').nth(3).click();
  await page.locator('#make-fixed').click();
  await expect(page.locator('#make [role="alert"]', { hasText: 'both fixed' })).toBeVisible();
  await expect(page.locator('#make-fixed')).not.toBeChecked();

  await page.getByRole('button', { name: 'wire · joint 1' }).click();
  await expect(page.locator('#make-joint-break-force')).toHaveValue('50');
  await fill('joint-break-force', '5000');
  await fill('joint-name', 'rope');
  const joint = (await described(page)).joints![0]!;
  expect(joint).toMatchObject({ name: 'rope', breakForce: 5000 });
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, theme);
    expect(await faultsIn(page, { within: ['#make'], colours: theme === 'light' })).toEqual([]);
  }
  // it bears the lamp now
  await page.locator('#play').click();
  await page.waitForFunction(() => (window.lab.runners()[0]!.measures?.time ?? 0) > 0.5);
  await pause(page);
  expect((await positions(page))[3 * 3 + 1]!).toBeGreaterThan(2);
  expect(problems).toEqual([]);
});
