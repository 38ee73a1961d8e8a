// Elements of a page through an hour in a hidden tab, an hour asleep, and on another screen.
import { keptTime, least, openElements, states, times, wentOn } from './survive-page';
import { expect, test } from './test';

const PENDANT = { scene: 'pendant', autoplay: '', loading: 'eager' };

test('an hour in a hidden tab, and an hour asleep, take no time of the simulation', async ({ page }) => {
  await openElements(page, [PENDANT, { ...PENDANT, scene: 'net' }]);
  await expect.poll(() => least(page)).toBeGreaterThan(0.2);
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      Object.defineProperty(document, 'visibilityState', {
        value: hidden ? 'hidden' : 'visible',
        configurable: true,
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const anHour = () =>
    page.evaluate(async () => {
      window.noted.ahead += 3_600_000;
      for (let k = 0; k < 20; k++) await new Promise(requestAnimationFrame);
    });
  await hide(true);
  await expect.poll(() => states(page)).toBe('resting resting');
  const before = await times(page);
  await anHour();
  expect((await times(page)).simulated).toEqual(before.simulated);
  await hide(false);
  await expect.poll(() => states(page)).toBe('playing playing');
  await expect.poll(() => wentOn(page, before)).toBe(true);
  const shown = await times(page);
  expect(keptTime(before, shown)).toBe(true);

  await anHour();
  expect(keptTime(shown, await times(page))).toBe(true);
  expect(await page.evaluate(() => window.noted.events)).toEqual([]);
});

test('moved to a screen of another sharpness, and sizes that come and go', async ({ page }) => {
  await openElements(page, [PENDANT]);
  const client = await page.context().newCDPSession(page);
  const pixels = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('bead-work')!.shadowRoot!.querySelector('canvas')!;
      return canvas.width / canvas.clientWidth;
    });
  // the canvas may have fewer pixels where pictures come slowly, but never more
  await expect.poll(pixels).toBeGreaterThan(0.4);
  for (const scale of [2, 3, 0.5, 1]) {
    await client.send('Emulation.setDeviceMetricsOverride', {
      width: 800,
      height: 1000,
      deviceScaleFactor: scale,
      mobile: false,
    });
    // with its next picture
    await expect.poll(pixels).toBeLessThanOrEqual(Math.min(scale, 2) + 0.01);
  }
  await page.evaluate(async () => {
    const element = document.querySelector<HTMLElement>('bead-work')!;
    for (let i = 0; i < 60; i += 1) {
      element.style.width = `${(i * 37) % 400}px`;
      element.style.display = i % 7 === 0 ? 'none' : 'block';
      await new Promise(requestAnimationFrame);
    }
    element.style.cssText = 'display: block; width: 200px; height: 120px';
  });
  const before = await times(page);
  await expect.poll(() => wentOn(page, before, 0.1)).toBe(true);
  expect(await page.evaluate(() => window.noted.events)).toEqual([]);
});
