// The lab as a visitor meets it.
import { faultsIn } from './axe';
import { choose, holdClock, idle, openLab, parameters, pass, pause, ready, steps } from './lab-page';
import { expect, type Page, test, withoutPictures } from './test';

test('everything works by keyboard alone', async ({ page }) => {
  await openLab(page);
  await page.keyboard.press('Space');
  await expect(page.locator('#play')).toHaveText('Play');
  await idle(page);
  const before = await steps(page);
  await page.keyboard.press('.');
  await expect.poll(() => steps(page)).toBe(before + 1);
  await page.keyboard.press('r');
  await expect.poll(() => steps(page)).toBe(0);

  // a bead is chosen, pinned, cut, and all of it undone
  await page.keyboard.press('n');
  await expect(page.locator('#bead'), 'the weight comes first').toContainText('Bead 12');
  await choose(page, 3);
  await page.keyboard.press('p');
  await expect(page.locator('#bead')).toContainText('Unpin');
  await page.keyboard.press('x');
  // what was chosen may have fallen away
  await expect(page.locator('#bead')).toBeHidden();
  await page.keyboard.press('Control+z');
  await choose(page, 3);
  await expect(page.locator('#bead').getByRole('button', { name: /^Cut/ })).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(page.locator('#bead').getByRole('button', { name: 'Pin', exact: true })).toBeVisible();
  // what has the focus keeps it, wherever the bar is made anew
  const why = page.locator('#bead').getByRole('button', { name: 'See why' });
  await why.focus();
  await page.keyboard.press('r');
  await idle(page);
  await expect(why).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#bead')).toBeHidden();

  // the sheet of keys opens, lists them, closes
  await page.keyboard.press('?');
  await expect(page.locator('#sheet')).toBeVisible();
  await expect(page.locator('#sheet')).toContainText('Play or pause');
  await page.keyboard.press('Escape');
  await expect(page.locator('#sheet')).toBeHidden();

  // the panel opens with the focus in it, and one key shuts it again; a choice there reaches the simulation
  await page.keyboard.press('c');
  await expect(page.locator('#controls')).toBeVisible();
  await expect(page.locator('#controls-close')).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.locator('#controls')).toBeHidden();
  await page.keyboard.press('c');
  await page.locator('#field-substeps').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await parameters(page)).substeps).toBe(4);
  await page.locator('#controls-close').press('Enter');
  await expect(page.locator('#controls')).toBeHidden();
  await expect(page.locator('#controls-switch')).toBeFocused();

  // arrow keys turn the picture when it has the focus, and only then
  const yaw = () => page.evaluate(() => window.lab.view()!.camera.yaw);
  await page.keyboard.press('ArrowLeft');
  expect(await yaw()).toBe(0);
  await page.locator('#canvas').focus();
  await page.keyboard.press('ArrowLeft');
  expect(await yaw()).toBeCloseTo(0.1, 5);
});

test('with reduced motion it stands at three seconds and says so in words', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLab(page);
  await expect(page.locator('#start')).toBeVisible();
  const [jacobi, exact] = await page.evaluate(() =>
    window.lab.runners().map(({ measures, stretch }) => ({ time: measures!.time, stretch: stretch! })),
  );
  expect(jacobi!.time).toBeCloseTo(3, 3);
  expect(jacobi!.stretch).toBeGreaterThan(0.2);
  expect(exact!.stretch).toBeLessThan(0.001);
  await expect(page.locator('#words')).toContainText('After 3.0 s. Jacobi');
  const before = await steps(page);
  await page.locator('#start').click();
  await expect(page.locator('#start')).toBeHidden();
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
});

test('without WebGPU and WebGL there is one sentence over a picture, and the page stays readable', async ({
  page,
}) => {
  await withoutPictures(page);
  await page.goto('/');
  await expect(page.locator('#message')).toHaveAttribute('data-code', 'no-webgl');
  await expect(page.locator('#message')).toContainText('WebGPU');
  const poster = await page
    .locator('#poster')
    .evaluate((element) => /url\("(.*poster-.*)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1]);
  expect((await page.request.get(poster!)).headers()['content-type']).toContain('image/');
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('#onward a').first()).toBeVisible();
});

test('coming back through the history shows the same thing', async ({ page }) => {
  await openLab(page, '?scene=ring&solver=jacobi&iterations=33');
  await page.goto('/bench.html');
  await page.goBack();
  await ready(page);
  expect(await parameters(page)).toMatchObject({ solver: 'jacobi', iterations: 33 });
});

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('hidden it stands, and seen again it goes on without catching up', async ({ page }) => {
  await holdClock(page);
  const problems = await openLab(page, '?scene=pendant&solver=direct');
  for (let k = 0; k < 3; k++) await pass(page, 50);
  expect(await steps(page)).toBeGreaterThan(5);
  await hide(page, true);
  await idle(page);
  const before = await steps(page);
  await pass(page, 3_600_000);
  expect(await steps(page)).toBe(before);
  await hide(page, false);
  await pass(page, 0);
  // the hour would be 216,000 more; a picture has four at most
  const shown = await steps(page);
  expect(shown - before).toBeLessThanOrEqual(4);
  await pass(page, 50);
  expect(await steps(page)).toBeGreaterThan(shown);
  expect(problems).toEqual([]);
});

test('fits a phone, and axe finds nothing serious, in either theme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLab(page, '?theme=dark');
  await pause(page);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const faults = () => faultsIn(page, { serious: true });
  const look = async (theme: string) => {
    await expect(page.locator(':root')).toHaveAttribute('data-theme', theme);
    expect(await overflow(), theme).toBeLessThanOrEqual(0);
    expect(await faults(), theme).toEqual([]);
  };
  await look('dark');
  await page.locator('[data-theme-switch]').click();
  await look('light');
  await page.locator('#take-switch').click();
  await page.locator('#controls-switch').click();
  // the sheet leaves the picture in view
  const sheet = (await page.locator('#controls').boundingBox())!;
  expect(sheet.height).toBeLessThan(0.6 * 844);
  await look('light');
  await page.locator('[data-theme-switch]').click();
  await look('dark');
});
