// Chapters on paper: white, without what needs a hand, nothing cut off, folds open.
import { chapters, open } from './learn-helpers';
import { expect, test } from './test';

/** CSS pixels between the margins of A4. */
const PAPER = 680;

for (const { number, name } of chapters) {
  test(`chapter ${number} prints whole`, async ({ page }) => {
    await page.setViewportSize({ width: PAPER, height: 960 });
    await open(page, name);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const found = await page.evaluate(() => {
      const seen = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.offsetParent !== null);
      return {
        back: getComputedStyle(document.body).backgroundColor,
        handles: seen('main button, main input[type="range"], canvas.stage, .site, .chapters').length,
        canvases: document.querySelectorAll('canvas.stage, bead-work').length,
        pictures: seen('img.poster').length,
        closed: document.querySelectorAll('details.code:not([open])').length,
        // a formula or a line of code that runs out of its box is lost on paper
        cut: seen('.formula, pre, .matrix, table')
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .map((each) => (each.textContent ?? '').slice(0, 60)),
        width: document.documentElement.scrollWidth,
      };
    });
    expect(found).toEqual({
      back: 'rgb(255, 255, 255)',
      handles: 0,
      canvases: found.pictures,
      pictures: found.pictures,
      closed: 0,
      cut: [],
      width: PAPER,
    });
  });
}
