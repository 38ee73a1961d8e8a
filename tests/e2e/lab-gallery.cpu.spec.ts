// The gallery: every scene in one group with its words, one click and one key away, searched, read and reached by
// keyboard; and what invites to go on below what the page opens with.
import { readFileSync } from 'node:fs';
import { addressOf, GROUPS } from '../../www/lab/groups';
import { faultsIn } from './axe';
import { choose, openLab, pause } from './lab-page';
import { expect, type Page, test } from './test';

const { scenes } = JSON.parse(readFileSync('www/generated/catalogue.json', 'utf8'));
const names: string[] = scenes.map(({ name }: { name: string }) => name);
const cards = (page: Page) => page.locator('#gallery-groups li');

test('one click leads to the gallery, at two widths; the menu has its groups', async ({ page }) => {
  await page.goto('/');
  // its parts stand before anything runs
  await page.waitForFunction(() => Boolean(window.lab));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(cards(page)).toHaveCount(names.length);
    const link = page.locator('#to-gallery');
    await expect(link).toBeInViewport();
    await expect(link).toHaveText(`All ${names.length} scenes`);
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await link.click();
    await expect(page.locator('#gallery-title')).toBeInViewport();
    await expect(cards(page).first()).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(new URL(page.url()).hash).toBe('');
  }
  const menu = await page
    .locator('#panel optgroup')
    .evaluateAll((groups) =>
      groups.map((group) => [
        (group as HTMLOptGroupElement).label,
        [...group.querySelectorAll('option')].map(({ value }) => value),
      ]),
    );
  expect(menu).toEqual(GROUPS.map(({ title, scenes }) => [title, Object.keys(scenes)]));
});

test('a scene has a sentence, a task and a picture of its own; one key leads to its search; a search leaves what says the words, and the sheet lists the key', async ({
  page,
}) => {
  await openLab(page, '?scene=tree');
  await expect(page.locator('h1')).toHaveText('Branching mobile');
  await expect(page.locator('#lede')).toContainText('carries two more');
  await expect(page.locator('#task')).toContainText('Cut one');
  await expect(page.locator('#gallery-groups a')).toHaveCount(names.length);
  for (const picture of await page.locator('#gallery-groups img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
  }

  await page.keyboard.press('s');
  await expect(page.locator('#gallery-search')).toBeFocused();
  await page.keyboard.type('servos');
  await expect(page.locator('#gallery-found')).toHaveText('1 scene has these words.');
  await expect(page.locator('#gallery-groups li:visible a')).toHaveText('Robot arm');
  await expect(page.locator('#gallery-groups h3:visible')).toHaveText('Machines');
  await page.keyboard.press('Tab');
  await expect(page.locator('#gallery-groups [data-scene="arm"]')).toBeFocused();
  await page.locator('#gallery-search').fill('no such words');
  await expect(page.locator('#gallery-found')).toHaveText('No scene has these words.');
  await page.locator('#gallery-search').fill('');
  await expect(page.locator('#gallery-groups li:visible')).toHaveCount(names.length);
  await expect(page.locator('#gallery-groups [aria-current="true"]')).toHaveText('Branching mobile');
  await page.locator('#canvas').focus();
  await page.keyboard.press('?');
  await expect(page.locator('#sheet [data-list] div').filter({ hasText: 'Show all scenes' })).toContainText(
    'S',
  );
});

test('what invites is loaded when it comes near, runs in sight, rests out of it, and leads to its scene', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openLab(page);
  await pause(page);
  const inviting = page.locator('#inviting bead-work');
  await expect(inviting).toHaveCount(3);
  expect(await page.evaluate(() => customElements.get('bead-work') === undefined)).toBe(true);
  await page.locator('#inviting').scrollIntoViewIfNeeded();
  const states = () =>
    inviting.evaluateAll((elements) =>
      elements.map((element) => (element as HTMLElementTagNameMap['bead-work']).state),
    );
  await expect.poll(states, { timeout: 60_000 }).toEqual(['playing', 'playing', 'playing']);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(states).toEqual(['resting', 'resting', 'resting']);
  const links = page.locator('#inviting a');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    ['ragdolls', 'wrecking', 'net'].map(addressOf),
  );
});

test('who wants less motion sees three pictures, and an address that asks for a scene none', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLab(page);
  await page.locator('#inviting').scrollIntoViewIfNeeded();
  const pictures = page.locator('#inviting img');
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) await expect(picture).toBeInViewport();
  expect(await page.evaluate(() => customElements.get('bead-work') === undefined)).toBe(true);
  expect(await faultsIn(page, { within: ['#inviting', '#onward'] })).toEqual([]);
  await openLab(page, '?scene=ring');
  await expect(page.locator('#inviting')).toBeHidden();
});

test('a body is called by its shape', async ({ page }) => {
  await openLab(page, '?scene=ragdolls&count=1');
  await pause(page);
  const kinds = await page.evaluate(async () => {
    const { bodies } = await window.lab.runners()[0]!.simulation.describe();
    return bodies.map(({ shape }) => shape?.type ?? 'sphere');
  });
  const called: Record<string, string> = { box: 'Box', capsule: 'Capsule', plane: 'Plane', sphere: 'Bead' };
  for (const kind of new Set(kinds)) {
    const body = kinds.indexOf(kind) + 1;
    await choose(page, body);
    await expect(page.locator('#bead span').first()).toHaveText(`${called[kind]} ${body}`);
  }
  expect(new Set(kinds).size).toBeGreaterThan(1);
});
