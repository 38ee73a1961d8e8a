// What happens to a lab that is hidden, left and come back to, or whose device is lost.
import { bodyCounts, idle, openLab, parameters, pause, positions, steps } from './lab-page';
import { type CDPSession, expect, type Page, test, watch } from './test';

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('hidden it stands, and seen again it goes on without catching up', async ({ page }) => {
  const problems = await openLab(page, '?scene=pendant&solver=direct');
  await expect.poll(() => steps(page)).toBeGreaterThan(5);
  await hide(page, true);
  await idle(page);
  const before = await steps(page);
  await page.waitForTimeout(2000);
  expect(await steps(page)).toBe(before);
  await hide(page, false);
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
  // the two seconds would be 120 more
  expect((await steps(page)) - before).toBeLessThan(60);
  expect(problems).toEqual([]);
});

test('a device that is lost comes back with the same state, and the page says so', async ({ page }) => {
  const problems = await openLab(page, '?scene=bridge&beads=12&solver=jacobi&compare=direct&iterations=33');
  // a state is kept once a second of stepping
  await expect.poll(() => steps(page)).toBeGreaterThan(90);
  await pause(page);
  const [before, last] = [await positions(page), await steps(page)];
  const said = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const notice = document.getElementById('notice')!;
        const told: string[] = [];
        new MutationObserver(() => {
          told.push(notice.textContent!);
          if (told.some((sentence) => sentence.includes('is back'))) resolve(told);
        }).observe(notice, { childList: true });
      }),
  );
  await page.evaluate(async () => {
    const wasm = await import('/www/wasm/beadwork.js' as string);
    wasm.destroyDevice();
  });
  const told = (await said).filter(Boolean);
  expect(told[0]).toContain('The graphics device was lost');
  expect(told.at(-1)).toContain('The graphics device is back');
  await expect(page.locator('#message')).toBeHidden();
  // where it was, or a second's steps before that
  const now = await steps(page);
  expect(now).toBeGreaterThan(0);
  expect(now).toBeLessThanOrEqual(last);
  if (now === last) expect(await positions(page)).toEqual(before);
  expect(await bodyCounts(page)).toEqual([12, 12]);
  expect(await parameters(page)).toMatchObject({ solver: 'jacobi', iterations: 33 });
  await page.locator('#play').click();
  await expect.poll(() => steps(page)).toBeGreaterThan(now + 5);
  expect(problems).toEqual([]);
});

/** Of page.evaluate's kind, but it outlives a page's stay in the browser's cache of pages. */
async function evaluate<T>(session: CDPSession, act: () => Promise<T>): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${act})()`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

test('back through the browser’s own cache of pages: the same page, and no time has passed', async ({
  playwright,
}) => {
  // Playwright switches that cache off, and its own page loses hold of what comes out of it
  const { launchOptions, baseURL } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--headless', '--disable-gpu', '--disable-back-forward-cache'],
  });
  try {
    const page = await watch(await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    const problems = await openLab(page, '?scene=ring&solver=jacobi&iterations=33');
    await expect.poll(() => steps(page)).toBeGreaterThan(20);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const before = await evaluate(session, async () => {
      const seen = { kept: false, left: 0, away: 0 };
      addEventListener('pagehide', () => {
        seen.left = performance.now();
      });
      addEventListener('pageshow', ({ persisted }) => {
        seen.kept = persisted;
        seen.away = performance.now() - seen.left;
      });
      Object.assign(window, { seen });
      const { steps } = await window.lab.runners()[0]!.simulation.measure();
      return { steps, at: performance.now() };
    });
    await session.send('Page.navigate', { url: `${baseURL}/embedding.html` });
    await page.waitForTimeout(3000);
    const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
    await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]!.id });
    await page.waitForTimeout(1000);
    const after = await evaluate(session, async () => {
      const { seen } = window as unknown as { seen: { kept: boolean; away: number } };
      const { simulation } = window.lab.runners()[0]!;
      const { steps } = await simulation.measure();
      const at = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const later = (await simulation.measure()).steps;
      const { solver, iterations } = simulation.parameters;
      return { ...seen, steps, at, later, solver, iterations, search: location.search };
    });
    expect(after.kept).toBe(true);
    expect(after.away).toBeGreaterThan(2000);
    expect(after).toMatchObject({ solver: 'jacobi', iterations: 33 });
    expect(after.search).toContain('scene=ring');
    expect(after.steps).toBeGreaterThanOrEqual(before.steps);
    // 60 steps a second of those that it was there, and a picture's worth more
    const there = (after.at - before.at - after.away) / 1000;
    expect(after.steps - before.steps).toBeLessThanOrEqual(60 * there + 15);
    expect(after.later).toBeGreaterThan(after.steps);
    // the development server's own line to the page is cut
    expect(problems.filter((problem) => !problem.includes('ws://'))).toEqual([]);
  } finally {
    await browser.close();
  }
});
