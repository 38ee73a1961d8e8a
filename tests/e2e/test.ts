// Playwright's `test`, and one rule for every page that a test opens: a GPU error that no scope caught fails it.
import { type BrowserContext, test as base, expect } from '@playwright/test';

export * from '@playwright/test';

const found: string[] = [];

/** For browsers that a test launches by itself. */
export function watch(context: BrowserContext): BrowserContext {
  context.on('console', (message) => {
    // as src/gpu/device.rs writes it
    if (message.text().startsWith('Uncaptured GPU error')) found.push(message.text());
  });
  return context;
}

export const test = base.extend<{ gpuErrors: undefined }, { watched: undefined }>({
  watched: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => watch(await newContext(options));
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  gpuErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      await use(undefined);
      expect(found.splice(0), 'uncaptured GPU errors').toEqual([]);
    },
    { auto: true },
  ],
});
