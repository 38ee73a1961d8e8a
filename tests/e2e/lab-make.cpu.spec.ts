// Make a scene: by mouse and by keyboard, back and forth, into an address and out of it.
import type { SceneVersion2 } from '../../www/beadwork';
import type { Made } from '../../www/lab/make/document';
import { encode } from '../../www/lab/make/link';
import { idle, open, openLab, ready, soundInBothThemes } from './lab-page';
import { expect, type Page, test } from './test';

// a small scene to come from
const FROM = '?scene=arm';

const close = (one: readonly number[], other: readonly number[], within = 1e-5) => {
  for (const [k, x] of one.entries())
    expect(Math.abs(x - other[k]!), `${one} and ${other}`).toBeLessThan(within);
};

const described = (page: Page) =>
  page.evaluate(() => window.lab.runners()[0]!.simulation.describe()) as Promise<SceneVersion2>;

async function begin(page: Page): Promise<void> {
  await page.locator('#make-switch').click();
  await page.getByRole('button', { name: 'Start with an empty scene' }).click();
  await expect(page.locator('[data-shape="box"]')).toBeVisible();
  await idle(page);
}

/** By mouse, at shares of the picture's width and height. */
async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const { x: left, y: top, width, height } = (await page.locator('#canvas').boundingBox())!;
  await page.mouse.click(left + x * width, top + y * height);
  await idle(page);
}

async function clickBody(page: Page, body: number): Promise<void> {
  const { x, y } = await page.evaluate((body) => window.lab.place(body), body);
  await page.mouse.click(x, y);
  await idle(page);
}

/** Three boxes below each other, joined from the first to the last, by mouse. */
async function pendulum(page: Page): Promise<void> {
  await page.locator('[data-shape="box"]').click();
  for (const y of [0.2, 0.4, 0.6]) await clickAt(page, 0.5, y);
  await page.getByRole('button', { name: 'Click two bodies' }).click();
  for (const body of [1, 2, 2, 3]) await clickBody(page, body);
  await page.keyboard.press('Escape');
}

test('a pendulum of three boxes by mouse, tried, and changed again', async ({ page }) => {
  const problems = await openLab(page, FROM);
  await begin(page);
  await pendulum(page);
  await clickBody(page, 1);
  await page.locator('#make-fixed').check();
  // the last one aside, onto the grid
  const { x, y } = await page.evaluate(() => window.lab.place(3));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 30, { steps: 4 });
  await page.mouse.move(x + 121, y - 47, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  const start = await described(page);
  const [, , second, third] = start.bodies;
  expect(start.bodies.map(({ fixed }) => fixed)).toEqual([true, true, false, false]);
  expect(start.joints!.map(({ type, a, b }) => [type, a, b])).toEqual([
    ['hinge', 1, 2],
    ['hinge', 2, 3],
  ]);
  expect(third!.position[0]).toBeGreaterThan(0.5);
  for (const part of third!.position) expect(Math.abs(part * 10 - Math.round(part * 10))).toBeLessThan(1e-4);
  // halfway between the two, where it was joined
  expect(start.joints![0]!.anchorB[1]).toBeCloseTo(
    (start.bodies[1]!.position[1] - second!.position[1]) / 2,
    5,
  );

  await page.locator('#play').click();
  await page.waitForFunction(() => (window.lab.runners()[0]!.measures?.time ?? 0) > 0.3);
  await expect(page.locator('#make')).toContainText('You are trying it.');
  await expect(page.locator('#make-marks')).toBeHidden();
  const moved = await described(page);
  expect(moved.bodies[3]!.position).not.toEqual(third!.position);
  await page.getByRole('button', { name: 'Back to making' }).click();
  await idle(page);
  expect(await described(page)).toEqual(start);

  // its joint is set by the fields of See why
  await page.getByRole('button', { name: 'Joint 2: hinge' }).click();
  await page.locator('#make-joint-high').fill('0.5');
  await page.locator('#make-joint-high').press('Enter');
  await expect
    .poll(async () => (await described(page)).joints![1])
    .toMatchObject({ limit: [expect.any(Number), 0.5] });
  await page.locator('#undo').click();
  await expect.poll(async () => 'limit' in (await described(page)).joints![1]!).toBe(false);
  await page.locator('#redo').click();
  await expect.poll(async () => 'limit' in (await described(page)).joints![1]!).toBe(true);

  // a body takes its joints with it, and comes back with them
  await clickBody(page, 2);
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await described(page)).joints).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await described(page)).joints!.length).toBe(2);
  expect(problems).toEqual([]);
});

test('the same by keyboard alone', async ({ page }) => {
  const problems = await openLab(page, FROM);
  await page.keyboard.press('m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start with an empty scene' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.locator('[data-shape="box"]').focus();
  for (let k = 0; k < 3; k++) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Box 4', exact: true })).toBeVisible();
  await page.locator('#make summary').first().focus();
  await page.keyboard.press('Enter');
  for (const bodies of [
    [1, 2],
    [2, 3],
  ]) {
    for (const [k, body] of bodies.entries()) {
      await page.locator(`#make-end-${k + 1}`).focus();
      await page.keyboard.press('Home');
      for (let down = 0; down < body; down++) await page.keyboard.press('ArrowDown');
    }
    await page.getByRole('button', { name: 'Join them' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#make h3')).toContainText('hinge');
    await idle(page);
  }
  // the first one up by two steps of the grid, and fixed
  await page.getByRole('button', { name: 'Box 2', exact: true }).focus();
  await page.keyboard.press('Enter');
  const low = (await described(page)).bodies[1]!.position[1];
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('p');
  await expect(page.locator('#make-fixed')).toBeChecked();
  const { bodies, joints } = await described(page);
  expect(bodies[1]!.position[1]).toBeCloseTo(low + 0.2, 5);
  expect(joints!.map(({ a, b }) => [a, b])).toEqual([
    [1, 2],
    [2, 3],
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('#make')).toBeHidden();
  await expect(page.locator('#make-switch')).toBeFocused();
  expect(problems).toEqual([]);
});

test('the address holds it, and a change to a scene of the page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLab(page, FROM);
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Change this scene' }).click();
  await idle(page);
  await page.locator('.make-scene summary').click();
  const gravity = page.locator('#make-gravity-y');
  await gravity.fill('-1,6');
  await gravity.press('Enter');
  await page.locator('#make-substeps').fill('6');
  await page.locator('#make-substeps').press('Enter');
  await idle(page);
  const start = await described(page);
  expect(start.gravity![1]).toBeCloseTo(-1.6, 5);
  expect(start.parameters!.substeps).toBe(6);
  await page.locator('#take-switch').click();
  await page.locator('#take-link').click();
  await expect(page.locator('#notice')).toContainText('The link is on the clipboard');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('made')!.length).toBeGreaterThan(100);
  expect(new URL(link).searchParams.has('scene')).toBe(false);
  const other = await context.newPage();
  await other.goto(link);
  await ready(other);
  await other.locator('#reset').click();
  if ((await other.locator('#play').textContent()) === 'Pause') await other.locator('#play').click();
  await other.locator('#make-switch').click();
  await expect(other.locator('.make-bodies button')).toHaveCount(start.bodies.length);
  await idle(other);
  const opened = await described(other);
  const bare = ({ parameters: _, ...scene }: SceneVersion2) => scene;
  expect(bare(opened)).toEqual(bare(start));
  expect(opened.parameters!.substeps).toBe(6);
  // the address has five digits of it
  const target = (page: Page) => page.evaluate(() => window.lab.view()!.camera.target);
  close(await target(other), await target(page), 1e-3);
  await other.close();

  // another scene on screen stays there until somebody goes on with this one
  await page.locator('#controls-switch').click();
  await page.locator('#scene').selectOption('stack');
  await idle(page);
  await page.locator('#make-switch').click();
  const before = page.getByRole('button', { name: 'Go on with the one before' });
  await expect(before).toBeVisible();
  expect(await page.evaluate(() => window.lab.state().scene)).toBe('stack');
  await before.click();
  await expect(page.locator('.make-bodies button')).toHaveCount(start.bodies.length);
});

test('bad values, scenes that are too large, and broken addresses are said in a sentence', async ({
  page,
}) => {
  await openLab(page, FROM);
  await begin(page);
  const sphere = page.locator('[data-shape="sphere"]');
  await sphere.click();
  await clickAt(page, 0.5, 0.4);
  // what is in use ends with a second press, and puts nothing anywhere
  await sphere.click();
  await expect(sphere).toHaveAttribute('aria-pressed', 'false');
  await idle(page);
  expect((await described(page)).bodies.length).toBe(2);
  const radius = page.locator('#make-radius');
  const before = await described(page);
  for (const [field, value, words] of [
    ['radius', '-1', 'bodies[1].radius'],
    ['mass', '-4', 'bodies[1].mass'],
    ['density', '0', 'bodies[1].density'],
    ['restitution', '3', 'restitution'],
    ['position-x', 'here', 'position'],
  ]) {
    const input = page.locator(`#make-${field}`);
    await input.fill(value!);
    await input.press('Enter');
    await expect(page.locator(`fieldset:has(#make-${field}) [role="alert"]`)).toContainText(words!);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await described(page)).toEqual(before);
  await radius.fill('0.3');
  await radius.press('Enter');
  await expect.poll(async () => (await described(page)).bodies[1]!.radius).toBeCloseTo(0.3, 5);
  await expect(page.locator('#make-mass')).not.toHaveAttribute('aria-invalid', 'true');

  // a mass or a density, not both
  const density = page.locator('#make-density');
  await density.fill('500');
  await density.press('Enter');
  await expect.poll(async () => (await described(page)).bodies[1]!.mass).toBeCloseTo(18 * Math.PI, 3);
  await expect(page.locator('#make-mass')).toHaveAttribute('placeholder', '56.5');
  await page.locator('#make-mass').fill('4');
  await page.locator('#make-mass').press('Enter');
  await expect(page.locator('fieldset:has(#make-mass) [role="alert"]')).toContainText('not both');
  await density.fill('');
  await density.press('Enter');
  await expect.poll(async () => (await described(page)).bodies[1]!.mass).toBeCloseTo(36 * Math.PI, 3);
  await page.locator('#make-mass').fill('56.5');
  await page.locator('#make-mass').press('Enter');
  await expect(density).toHaveAttribute('placeholder', '500');

  await page.goto('/?scene=stack&count=10&made=bm9uc2Vuc2U');
  await ready(page);
  await expect(page.locator('#notice')).toContainText('The scene in this address is damaged');
  expect(await page.evaluate(() => window.lab.state().scene)).toBe('pendant');

  // it unpacks, and is no scene
  const bodies = [{ position: [0, 0, 0], radius: -1 }];
  const wrong = await encode({ version: 2, bodies, joints: [] } as unknown as Made);
  await page.goto(`/?made=${wrong}`);
  await ready(page);
  await expect(page.locator('#notice')).toContainText('bodies[0].radius');

  await page.goto('/?scene=necklaces&chains=25');
  await ready(page);
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Change this scene' }).click();
  await expect(page.locator('#notice')).toContainText('Scenes of up to 300 can be changed here');
  // the gallery's end leads here, too
  await page.keyboard.press('m');
  await page.locator('#make-your-own').click();
  await expect(page.getByRole('button', { name: 'Start with an empty scene' })).toBeInViewport();
});

test('a scene that no link holds says so, and keeps its file', async ({ page }) => {
  await openLab(page, FROM);
  // nothing repeats, so nothing packs
  const place = (k: number) => [0, 1, 2].map((axis) => 3 * Math.sin(1e4 * (3 * k + axis)));
  const bodies = Array.from({ length: 200 }, (_, k) => ({ position: place(k), radius: 0.1 }));
  await open(page, 'many.json', JSON.stringify({ version: 2, bodies }));
  await expect(page.locator('#notice')).toContainText('many.json is open');
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Change this scene' }).click();
  await expect(page.locator('#missing')).toContainText('too large for a link');
  await expect(page.locator('#keep-scene')).toBeVisible();
  expect(new URL(page.url()).searchParams.has('made')).toBe(false);
});

test.describe(() => {
  test.use({ hasTouch: true });
  test('on a phone, by touch, it is a sheet under the picture, and axe finds nothing', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openLab(page, FROM);
    await begin(page);
    await page.locator('[data-shape="box"]').click();
    const { x, y, width, height } = (await page.locator('#canvas').boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + 0.3 * height);
    await expect(page.locator('#make h3')).toHaveText('Box 2');
    await page.touchscreen.tap(x + width / 2, y + 0.6 * height);
    await expect(page.locator('#make h3')).toHaveText('Box 3');
    await idle(page);
    const high = await page.evaluate(() => window.lab.place(1));
    await page.touchscreen.tap(high.x, high.y);
    await expect(page.locator('#make h3')).toHaveText('Box 2');
    const [picture, sheet] = [
      (await page.locator('#picture').boundingBox())!,
      (await page.locator('#make').boundingBox())!,
    ];
    expect(sheet.y).toBeGreaterThanOrEqual(picture.y + 0.9 * picture.height);
    expect(sheet.y + sheet.height).toBeLessThanOrEqual(801);
    const over = await page.evaluate(() => {
      const sheet = document.getElementById('make')!;
      return [document.documentElement.scrollWidth - innerWidth, sheet.scrollWidth - sheet.clientWidth];
    });
    for (const px of over) expect(px).toBeLessThanOrEqual(0);
    await soundInBothThemes(page);
  });
});
