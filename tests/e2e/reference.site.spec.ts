// The API reference of the built site: all that the module has, in words, and where it stands.
import { faultsIn } from './axe';
import { expect, test } from './test';

test('lists every export of the module, each with words and a line of source', async ({ page }) => {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(String(error)));
  await page.goto('api.html');
  const { exported, attributes, methods } = await page.evaluate(async () => {
    const module = await import(new URL('./lib/element.js', location.href).href);
    const own = (type: { prototype: object }) =>
      Object.getOwnPropertyNames(type.prototype).filter((name) => name !== 'constructor');
    return {
      exported: Object.keys(module),
      attributes: [...module.BeadWorkElement.observedAttributes] as string[],
      methods: { Simulation: own(module.Simulation), View: own(module.View) },
    };
  });
  const ids = new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)));
  // types leave nothing behind at run time: the page has them besides
  for (const name of [
    ...exported,
    'attach',
    'Physics.bind',
    'AttachOptions',
    'Parameters',
    'Measures',
    'SceneDescription',
    'BeadWorkEventMap',
  ])
    expect(ids, name).toContain(name);
  const internal = [
    'stranded',
    'rebuild',
    'inner',
    'pull',
    'shapesByPoses',
    'recommended',
    'setAside',
    'touching',
    'lookAtContacts',
    'restoreMembers',
    'tells',
    'answersAtOnce',
    'isHeld',
  ];
  for (const [type, names] of Object.entries(methods))
    for (const name of names.filter((name) => !internal.includes(name)))
      expect(ids, `${type}.${name}`).toContain(`${type}.${name}`);
  const listed = [...ids].filter((id) => id.startsWith('BeadWorkAttributes.')).map((id) => id.split('.')[1]);
  expect(listed.sort()).toEqual(attributes.sort());

  const silent = await page.evaluate(() => {
    const cards = [...document.querySelectorAll('.entry, .member')].filter(
      (card) => !card.querySelector(':scope > p')?.textContent,
    );
    const rows = [...document.querySelectorAll('tr')].filter((row) => !row.querySelector('td')?.textContent);
    return [...cards, ...rows].map((one) => one.id || one.querySelector('[id]')?.id);
  });
  expect(silent, 'without words').toEqual([]);

  const leads = await page
    .locator('.reference a[href^="#"], .contents a')
    .evaluateAll((all) => all.map((link) => decodeURIComponent((link as HTMLAnchorElement).hash.slice(1))));
  expect(leads.filter((id) => !ids.has(id))).toEqual([]);
  await page.goto('api.html#View.grab');
  await page.locator('#View\\.grab .where').getByText('view.ts').click();
  await expect(page).toHaveURL(/source\.html#view-\d+$/);
  await expect(page.locator(':target')).toContainText('grab(x: number, y: number)');
  expect(found).toEqual([]);
});

test('opens folded; an address unfolds what it names', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('api.html');
  // 22,700 px unfolded, when it named less; some 700 are examples, 110 the foot
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8800);
  await expect(page.locator('#Simulation\\.step dl')).toBeHidden();
  await page.goto('api.html#Simulation.step');
  await expect(page.locator('#Simulation\\.step dl')).toBeInViewport();
  await page.goto('api.html#Parameters.substeps');
  await expect(page.locator('#Parameters\\.substeps')).toBeInViewport();
});

test('the filter works by keyboard alone', async ({ page }) => {
  await page.goto('api.html');
  const box = page.getByRole('searchbox', { name: 'Filter' });
  const entries = page.locator('.entry:visible');
  const all = await entries.count();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.type('cut');
  await expect(page.getByRole('status')).toHaveText(/^\d+ of \d+ names$/);
  await expect(page.locator('#Simulation\\.cut > summary')).toBeVisible();
  await expect(page.locator('#Simulation\\.step')).toBeHidden();
  await expect(page.locator('#View')).toBeHidden();
  // from the box downwards: its owner, then itself
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#Simulation\\.cut > summary')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#Simulation\\.cut > pre')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await expect(entries).toHaveCount(all);
  await page.keyboard.type('setParam');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#Simulation\.setParameters$/);
  await expect(page.locator('#Simulation\\.setParameters > pre')).toBeInViewport();
  // words that only descriptions have
  await page.keyboard.press('/');
  await page.keyboard.type('frames of');
  await expect(page.getByRole('status')).toHaveText(/^No name has these words; \d+ descriptions? do/);
  await box.fill('no such words anywhere');
  await expect(page.getByRole('status')).toHaveText('Nothing has these words.');
});

for (const [scheme, width] of [
  ['dark', 1280],
  ['light', 390],
] as const) {
  test(`is well made, ${scheme} and ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await page.goto('source.html');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.goto('api.html');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await faultsIn(page)).toEqual([]);
  });
}
