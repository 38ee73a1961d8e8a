// The page on embedding, and that what it gives to paste works as it stands.
import { faultsIn } from './axe';
import { expect, type Page, test } from './test';

const lines = (page: Page) => page.locator('#lines').textContent();
const frame = (page: Page) => page.locator('#frame').textContent();

test('gives what to paste for what it shows, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/embedding.html');
  await expect(page.locator('bead-work canvas.drawn')).toBeAttached();
  await page.getByRole('button', { name: 'A net, with plots' }).click();
  await expect(page.locator('#lines')).toContainText('<bead-work scene="net" rows="12" columns="16"');
  await expect(page.locator('#frame')).toContainText('embed.html?scene=net&amp;rows=12');
  await expect(page.locator('#local')).toBeVisible();
  const beads = () => page.evaluate(() => document.querySelector('bead-work')?.simulation?.bodyCount);
  await expect.poll(beads).toBe(192);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsIn(page)).toEqual([]);
});

test('what it gives works in another page', async ({ page }) => {
  await page.goto('/embedding.html');
  await expect(page.locator('#frame')).toContainText('embed.html?scene=pendant');
  const [asElement, asFrame] = [(await lines(page))!, (await frame(page))!];
  for (const text of [asElement, asFrame]) expect(text).toContain(new URL(page.url()).origin);
  const paste = async (text: string) => {
    const body = `<!doctype html><title>An article</title><h1>An article</h1>${text}`;
    await page.route('**/article.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/article.html');
  };
  await paste(asElement);
  await expect(page.locator('bead-work canvas.drawn')).toBeAttached();
  await paste(asFrame);
  await expect(page.frameLocator('iframe').locator('bead-work canvas.drawn')).toBeAttached();
});
