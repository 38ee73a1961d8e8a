// Every chapter of the tutorial as a reader meets it.
import AxeBuilder from '@axe-core/playwright';
import { chapters, open } from './learn-helpers';
import { expect, type Page, test, withoutPictures } from './test';

/** CSS pixels between the margins of A4. */
const PAPER = 680;

/** White, without what needs a hand, nothing cut off, folds open. */
async function expectPrintsWhole(page: Page) {
  await page.setViewportSize({ width: PAPER, height: 960 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const found = await page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.offsetParent !== null);
    return {
      back: getComputedStyle(document.body).backgroundColor,
      handles: seen('main button, main input[type="range"], canvas.stage, .site, .chapters').length,
      canvases: document.querySelectorAll('canvas.stage, bead-work').length,
      pictures: seen('img.poster').length,
      closed: document.querySelectorAll('details.code:not([open])').length,
      // a formula or a line of code that runs out of its box is lost on paper
      cut: seen('.formula, pre, .matrix, table')
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => (each.textContent ?? '').slice(0, 60)),
      width: document.documentElement.scrollWidth,
    };
  });
  expect(found).toEqual({
    back: 'rgb(255, 255, 255)',
    handles: 0,
    canvases: found.pictures,
    pictures: found.pictures,
    closed: 0,
    cut: [],
    width: PAPER,
  });
}

const numbers = (page: Page) =>
  page
    .locator('[data-live]')
    .evaluateAll((places) =>
      Object.fromEntries(
        places.map((place) => [(place as HTMLElement).dataset.live!, place.textContent ?? '']),
      ),
    );

for (const { number, name, title } of chapters) {
  test(`chapter ${number} opens whole, asks nobody else, fits a phone, and prints whole`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { problems, addresses } = await open(page, name);
    await expect(page.locator('h1')).toHaveText(title);
    expect(problems).toEqual([]);
    const host = new URL(page.url()).host;
    expect(addresses.filter((address) => /^https?:/.test(address) && new URL(address).host !== host)).toEqual(
      [],
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.locator('.exercise').count()).toBeGreaterThan(0);
    expect(await page.locator('details.code').count()).toBeGreaterThan(0);
    expect(await page.locator('.katex').count()).toBeGreaterThan(0);
    await expectPrintsWhole(page);
  });

  test(`chapter ${number} can be read without WebGPU and without scripts, and shows the same numbers`, async ({
    browser,
    baseURL,
  }) => {
    const still = await browser.newPage({ javaScriptEnabled: false, baseURL });
    await still.goto(`/learn/${name}.html`);
    await expect(still.locator('h1')).toHaveText(title);
    await expect(still.locator('main > p').last()).toBeVisible();
    const written = await numbers(still);
    await still.close();
    const page = await browser.newPage({ baseURL });
    await withoutPictures(page);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await open(page, name);
    await expect(page.locator('main > p').last()).toBeVisible();
    // without WebGPU nothing moves; this chapter shows a running thread alone and has nothing to compare
    if (name !== '04-lagrangian') await expect.poll(() => numbers(page)).toEqual(written);
    expect(faults).toEqual([]);
    await page.close();
  });
}

test('contents name every chapter, and chapters lead to each other', async ({ page }) => {
  // nothing has to run for that
  await withoutPictures(page);
  await open(page, 'index');
  await expect(page.locator('.contents a')).toHaveText(chapters.map(({ title }) => title));
  await page.locator('.contents a').first().click();
  for (const { title } of chapters.slice(1)) {
    await page.locator('.chapters [rel="next"]').click();
    await expect(page.locator('h1')).toHaveText(title);
  }
});
