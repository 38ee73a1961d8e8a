// Elements of a page through what happens to pages: a crash of the graphics process, an hour in a hidden tab, a
// machine that slept, another screen.
import type { BeadWorkElement } from '../../www/element';
import { ready, steps } from './lab-page';
import { type Browser, expect, type Page, test, watch } from './test';

interface Noted {
  events: string[];
  /** Milliseconds that the page's clocks are ahead of the true ones. */
  ahead: number;
}

declare global {
  interface Window {
    noted: Noted;
  }
}

async function open(
  browser: Browser,
  baseURL: string | undefined,
  elements: Record<string, string>[],
): Promise<Page> {
  const context = watch(await browser.newContext({ baseURL, viewport: { width: 800, height: 1000 } }));
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.noted = { events: [], ahead: 0 };
    const now = performance.now.bind(performance);
    performance.now = () => now() + window.noted.ahead;
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => frame((time) => act(time + window.noted.ahead));
  });
  await page.goto('/tests/e2e/pages/element.html');
  await page.waitForFunction(() => Boolean(customElements.get('bead-work')));
  await page.evaluate(async (list) => {
    for (const [i, attributes] of list.entries()) {
      const element = document.createElement('bead-work') as BeadWorkElement;
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.style.cssText = 'display: block; width: 200px; height: 120px';
      for (const type of ['devicelost', 'devicerestored', 'error'] as const)
        element.addEventListener(type, ({ detail }) => {
          window.noted.events.push(`${i} ${type}${detail ? ` ${detail.code}` : ''}`);
        });
      document.body.append(element);
    }
    await Promise.all(
      [...document.querySelectorAll('bead-work')].map((one) => (one as BeadWorkElement).ready),
    );
  }, elements);
  return page;
}

const times = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('bead-work')].map(
        async (one) => (await (one as BeadWorkElement).simulation!.measure()).time,
      ),
    ),
  );

const playing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('bead-work')].map((one) => (one as BeadWorkElement).state).join(' '),
  );

const SEVERAL: Record<string, string>[] = [
  { scene: 'pendant', autoplay: '', loading: 'eager' },
  { scene: 'net', autoplay: '', loading: 'eager' },
  { scene: 'pendant', compare: 'jacobi direct', autoplay: '', loading: 'eager' },
];

test('after a crash every element of the page plays on; after a second one each says so, once', async ({
  playwright,
}) => {
  const { launchOptions, baseURL } = test.info().project.use;
  const browser = await playwright.chromium.launch(launchOptions);
  const crash = async () =>
    (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess').catch(() => undefined);
  try {
    const page = await open(browser, baseURL, SEVERAL);
    let navigations = 0;
    page.on('framenavigated', () => {
      navigations += 1;
    });
    await expect.poll(async () => Math.min(...(await times(page)))).toBeGreaterThan(0.5);
    const before = await times(page);
    await crash();
    await expect
      .poll(() => page.evaluate(() => window.noted.events.filter((event) => /restored/.test(event)).length))
      .toBe(3);
    const after = await times(page);
    for (const [i, time] of after.entries()) {
      // what happened since the last state that was kept is lost, and nothing is skipped
      expect(time).toBeLessThan(before[i]! + 1.5);
    }
    expect(await playing(page)).toBe('playing playing playing');
    await expect.poll(async () => (await times(page)).every((time, i) => time > after[i]! + 0.2)).toBe(true);
    const events = await page.evaluate(() => window.noted.events.splice(0));
    expect(events.slice(0, 3)).toEqual([0, 1, 2].map((i) => `${i} devicelost device-lost`));
    expect(events.slice(3)).toEqual([0, 1, 2].map((i) => `${i} devicerestored`));

    await crash();
    await expect.poll(() => playing(page)).toBe('failed failed failed');
    const end = await page.evaluate(() => window.noted.events);
    expect(end.filter((event) => /error/.test(event))).toEqual(
      [0, 1, 2].map((i) => `${i} error recovery-refused`),
    );
    for (let i = 0; i < 3; i += 1) {
      const message = page.locator('bead-work').nth(i).locator('[data-code="recovery-refused"]');
      await expect(message).toBeVisible();
      await expect(message).toContainText('new tab');
    }
    expect(navigations).toBe(0);
  } finally {
    await browser.close();
  }
});

test('an hour in a hidden tab, and an hour asleep, take no time of the simulation', async ({ browser }) => {
  const page = await open(browser, test.info().project.use.baseURL, SEVERAL.slice(0, 2));
  await expect.poll(async () => Math.min(...(await times(page)))).toBeGreaterThan(0.2);
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      Object.defineProperty(document, 'visibilityState', {
        value: hidden ? 'hidden' : 'visible',
        configurable: true,
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await expect.poll(() => playing(page)).toBe('resting resting');
  // what was on its way when it was hidden
  await page.waitForTimeout(300);
  const before = await times(page);
  await page.evaluate(() => {
    window.noted.ahead += 3_600_000;
  });
  await page.waitForTimeout(500);
  expect(await times(page)).toEqual(before);
  await hide(false);
  await expect.poll(() => playing(page)).toBe('playing playing');
  await page.waitForTimeout(500);
  const shown = await times(page);
  // no more than the half second and a picture's frames
  for (const [i, time] of shown.entries()) expect(time - before[i]!).toBeLessThan(1);
  await expect.poll(async () => (await times(page)).every((time, i) => time > shown[i]!)).toBe(true);

  const awake = await times(page);
  await page.evaluate(() => {
    window.noted.ahead += 3_600_000;
  });
  await page.waitForTimeout(300);
  for (const [i, time] of (await times(page)).entries()) expect(time - awake[i]!).toBeLessThan(1);
  expect(await page.evaluate(() => window.noted.events)).toEqual([]);
  await page.context().close();
});

test('moved to a screen of another sharpness, and sizes that come and go', async ({ browser }) => {
  const page = await open(browser, test.info().project.use.baseURL, SEVERAL.slice(0, 1));
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
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    element.style.cssText = 'display: block; width: 200px; height: 120px';
  });
  const [before] = await times(page);
  await expect.poll(async () => (await times(page))[0]! > before! + 0.1).toBe(true);
  expect(await page.evaluate(() => window.noted.events)).toEqual([]);
  await page.context().close();
});

test('the lab through a crash: it goes on; a second one: one sentence, and a link to a new tab', async ({
  playwright,
}) => {
  const { launchOptions, baseURL } = test.info().project.use;
  const browser = await playwright.chromium.launch(launchOptions);
  const crash = async () =>
    (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess').catch(() => undefined);
  try {
    const page = await watch(await browser.newContext({ baseURL })).newPage();
    await page.goto('/');
    await ready(page);
    await expect.poll(() => steps(page)).toBeGreaterThan(30);
    await crash();
    await expect(page.locator('[data-code=""]', { hasText: 'everything goes on' })).toBeAttached();
    const after = await steps(page);
    await expect.poll(() => steps(page)).toBeGreaterThan(after + 10);
    await expect(page.locator('#message')).toBeHidden();
    await crash();
    await expect(page.locator('#message[data-code="recovery-refused"]')).toContainText('new tab');
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  } finally {
    await browser.close();
  }
});
