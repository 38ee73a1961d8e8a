// What a reader without scripts sees is what the page shows at its default state.
import { chapters, open } from './learn-helpers';
import { expect, type Page, test } from './test';

const shown = (page: Page) =>
  page
    .locator('[data-live]')
    .evaluateAll((places) =>
      Object.fromEntries(
        places.map((place) => [(place as HTMLElement).dataset.live!, place.textContent ?? '']),
      ),
    );

/** Without WebGPU, so that nothing moves; chapters that show a running thread alone have nothing to compare. */
for (const { number, name } of chapters.filter((chapter) => chapter.name !== '04-lagrangian')) {
  test(`chapter ${number}: numbers are the same before and after its script`, async ({
    browser,
    baseURL,
  }) => {
    const still = await browser.newPage({ javaScriptEnabled: false, baseURL });
    await still.goto(`/learn/${name}.html`);
    const written = await shown(still);
    await still.close();
    const page = await browser.newPage({ baseURL });
    await page.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
    await open(page, name);
    await expect.poll(() => shown(page)).toEqual(written);
    await page.close();
  });
}
