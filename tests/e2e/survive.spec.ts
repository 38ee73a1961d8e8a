// Elements of a page, and the lab beside it in the same browser, through crashes of the graphics process.
import { ready, steps } from './lab-page';
import { keptTime, least, openElements, states, times, wentOn } from './survive-page';
import { expect, test, watch } from './test';

// all of one kind: each crash has their kernels compiled anew
const SEVERAL: Record<string, string>[] = [
  { scene: 'pendant', autoplay: '', loading: 'eager' },
  { scene: 'necklaces', chains: '2', autoplay: '', loading: 'eager' },
  { scene: 'pendant', compare: 'jacobi direct', autoplay: '', loading: 'eager' },
];

test('after a crash elements and the lab play on; after a second one each says so, once', async ({
  playwright,
}) => {
  const { launchOptions, baseURL } = test.info().project.use;
  // a browser of its own: it survives one crash only
  const browser = await playwright.chromium.launch(launchOptions);
  const crash = async () =>
    (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess').catch(() => undefined);
  try {
    const context = watch(await browser.newContext({ baseURL }));
    const [page, lab] = [await context.newPage(), await context.newPage()];
    await openElements(page, SEVERAL);
    await lab.goto('/');
    await ready(lab);
    let navigations = 0;
    page.on('framenavigated', () => {
      navigations += 1;
    });
    await expect.poll(() => least(page)).toBeGreaterThan(0.1);
    await expect.poll(() => steps(lab)).toBeGreaterThan(3);
    const before = await times(page);
    // what the lab says for a while is noted: another sentence may have followed it before anybody looks
    const said = await lab.evaluateHandle(() => {
      const said: string[] = [];
      const note = (node: Node) => said.push(node.textContent ?? '');
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) addedNodes.forEach(note);
      }).observe(document.body, { childList: true, subtree: true });
      return said;
    });
    await crash();
    await expect
      .poll(() => page.evaluate(() => window.noted.events.filter((event) => /restored/.test(event)).length))
      .toBe(3);
    const after = await times(page);
    // what happened since the last state that was kept is lost, and nothing is skipped
    expect(keptTime(before, after)).toBe(true);
    expect(await states(page)).toBe('playing playing playing');
    await expect.poll(() => wentOn(page, after)).toBe(true);
    const events = await page.evaluate(() => window.noted.events.splice(0));
    expect(events.slice(0, 3)).toEqual([0, 1, 2].map((i) => `${i} devicelost device-lost`));
    expect(events.slice(3)).toEqual([0, 1, 2].map((i) => `${i} devicerestored`));
    await expect
      .poll(() => said.evaluate((all) => all.some((text) => text.includes('everything goes on'))))
      .toBe(true);
    const done = await steps(lab);
    await expect.poll(() => steps(lab)).toBeGreaterThan(done);
    await expect(lab.locator('#message')).toBeHidden();

    await crash();
    await expect.poll(() => states(page)).toBe('failed failed failed');
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
    await expect(lab.locator('#message[data-code="recovery-refused"]')).toContainText('new tab');
    await expect(lab.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
  } finally {
    await browser.close();
  }
});
