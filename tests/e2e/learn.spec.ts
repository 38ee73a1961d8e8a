// Every chapter of the tutorial as a reader meets it.
import AxeBuilder from '@axe-core/playwright';
import { chapters, open } from './learn-helpers';
import { expect, test } from './test';

for (const { number, name, title } of chapters) {
  test(`chapter ${number} opens whole, asks nobody else, and fits a phone`, async ({ page }) => {
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
  });

  test(`chapter ${number} can be read without WebGPU and without scripts`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
    await page.goto(`/learn/${name}.html`);
    await expect(page.locator('h1')).toHaveText(title);
    await expect(page.locator('main > p').last()).toBeVisible();
    await page.close();
    const without = await browser.newPage({ baseURL });
    await without.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
    const faults: string[] = [];
    without.on('pageerror', (error) => faults.push(String(error)));
    await without.goto(`/learn/${name}.html`);
    await without.waitForLoadState('networkidle');
    await expect(without.locator('main > p').last()).toBeVisible();
    expect(faults).toEqual([]);
    await without.close();
  });
}

test('contents name every chapter, and chapters lead to each other', async ({ page }) => {
  await open(page, 'index');
  await expect(page.locator('.contents a')).toHaveText(chapters.map(({ title }) => title));
  await page.locator('.contents a').first().click();
  for (const { title } of chapters.slice(1)) {
    await page.locator('.chapters [rel="next"]').click();
    await expect(page.locator('h1')).toHaveText(title);
  }
});
