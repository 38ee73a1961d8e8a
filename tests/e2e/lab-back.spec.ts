// What happens to a lab whose device is lost, or that is left and come back to.
import { bodyCounts, holdClock, openLab, parameters, pass, pause, positions, steps } from './lab-page';
import { type CDPSession, expect, test, watch } from './test';

test('a device that is lost comes back with the same state, and the page says so', async ({ page }) => {
  const problems = await openLab(page, '?scene=bridge&beads=12&solver=jacobi&compare=direct&iterations=33');
  // a state is kept once a second of stepping
  await expect.poll(() => steps(page), { timeout: 60_000 }).toBeGreaterThan(90);
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
    await holdClock(page);
    const problems = await openLab(page, '?scene=ring&solver=jacobi&iterations=33');
    for (let k = 0; k < 3; k++) await pass(page, 50);
    const before = await steps(page);
    expect(before).toBeGreaterThan(5);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    await evaluate(session, async () => {
      const { clock } = window as unknown as { clock: { now: number } };
      const seen = { left: false, kept: false };
      addEventListener('pagehide', () => {
        seen.left = true;
      });
      // an hour has passed before anybody else hears of it
      const back = ({ persisted }: PageTransitionEvent) => {
        seen.kept = persisted;
        clock.now += 3_600_000;
      };
      addEventListener('pageshow', back, { capture: true });
      Object.assign(window, { seen });
    });
    const at = () => evaluate(session, async () => location.pathname + location.search).catch(() => '');
    await session.send('Page.navigate', { url: `${baseURL}/embedding.html` });
    await expect.poll(at).toContain('embedding');
    const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
    await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]!.id });
    await expect.poll(at).toContain('scene=ring');
    const after = await evaluate(session, async () => {
      const { seen, clock } = window as unknown as { seen: object; clock: { now: number } };
      const { simulation } = window.lab.runners()[0]!;
      const stepsAfter = async (milliseconds: number) => {
        clock.now += milliseconds;
        for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
        await window.lab.idle();
        return (await simulation.measure()).steps;
      };
      const [steps, later] = [await stepsAfter(0), await stepsAfter(50)];
      const { solver, iterations } = simulation.parameters;
      return { ...seen, steps, later, solver, iterations };
    });
    expect(after).toMatchObject({ left: true, kept: true, solver: 'jacobi', iterations: 33 });
    // a picture's worth, and no hour
    expect(after.steps).toBeGreaterThanOrEqual(before);
    expect(after.steps - before).toBeLessThanOrEqual(4);
    expect(after.later).toBeGreaterThan(after.steps);
    // the development server's own line to the page is cut
    expect(problems.filter((problem) => !problem.includes('ws://'))).toEqual([]);
  } finally {
    await browser.close();
  }
});
