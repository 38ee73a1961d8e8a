// A chapter through the loss of its graphics device: it is no fault of the chain's.
import { open } from './learn-helpers';
import { expect, type Page, test } from './test';

const frame = (page: Page) =>
  page.locator('#lab').evaluate((figure: HTMLElement) => Number(figure.dataset.frame));

test('a chapter whose device is lost goes on where it was, and blames no chain', async ({ page }) => {
  await open(page, '08-drift');
  await page.locator('#lab').scrollIntoViewIfNeeded();
  await expect.poll(() => frame(page)).toBeGreaterThan(10);
  const before = await frame(page);
  await page.evaluate(async () => (await import('/www/wasm/beadwork.js' as string)).destroyDevice());
  await expect.poll(() => frame(page)).toBeGreaterThan(before + 20);
  await expect(page.locator('#reading')).not.toContainText('torn');
  await expect(page.locator('#lab')).toHaveClass(/running/);
  // time goes on on the new device, not only the count
  const time = () =>
    page
      .locator('[data-live="time"]')
      .first()
      .evaluate((place: HTMLElement) => Number(place.dataset.value));
  const at = await time();
  await expect.poll(time).toBeGreaterThan(at);
});
