// <bead-work> on a graphics device: it draws and moves, in the page on embedding too, and a lost device is told of.
// What else it does is the same on any machine: element.cpu.spec.ts.
import type { BeadWorkElement } from '../../www/element';
import { expect, type Page, test } from './test';

const first = (page: Page) => page.locator('bead-work').first();
const machine = (page: Page) => first(page).evaluate((element: BeadWorkElement) => element.machine);
const steps = (page: Page) =>
  first(page).evaluate(async (element: BeadWorkElement) => {
    await element.ready;
    return (await element.simulation!.measure()).steps;
  });

test('the page on embedding shows what the device computes', async ({ page }) => {
  await page.goto('/embedding.html');
  await expect(page.locator('bead-work canvas.drawn')).toBeAttached({ timeout: 60_000 });
  expect(await machine(page)).toBe('gpu');
});

test('plays and pauses; a lost device is told of, and everything goes on', async ({ page }) => {
  await page.goto('/tests/e2e/pages/element.html');
  await page.evaluate(async () => {
    await customElements.whenDefined('bead-work');
    const element = document.createElement('bead-work');
    element.setAttribute('autoplay', '');
    document.body.append(element);
  });
  await expect(page.locator('bead-work canvas.drawn')).toBeAttached();
  await expect.poll(() => steps(page)).toBeGreaterThan(3);
  expect(await machine(page)).toBe('gpu');
  const told = await first(page).evaluate(async (element: BeadWorkElement) => {
    const heard: string[] = [];
    const restored = new Promise((resolve) => element.addEventListener('devicerestored', resolve));
    for (const name of ['devicelost', 'devicerestored'])
      element.addEventListener(name, () => heard.push(name));
    const wasm = await import('/www/wasm/beadwork.js' as string);
    wasm.destroyDevice();
    await restored;
    return heard;
  });
  expect(told).toEqual(['devicelost', 'devicerestored']);
  const before = await steps(page);
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Pause' }).click();
  const at = await steps(page);
  await first(page).evaluate((element: BeadWorkElement) => element.step(5));
  expect(await steps(page)).toBe(at + 5);
});
