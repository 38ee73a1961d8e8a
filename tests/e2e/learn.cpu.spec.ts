// Every chapter of the tutorial as a reader with a phone meets it, in one visit. Desks: learn-exercises.cpu.spec.ts.
import { chapters, expectAccessible, expectFirstScreen, open } from './learn-helpers';
import { expect, type Page, test } from './test';

/** CSS pixels between the margins of A4. */
const PAPER = 680;

/** Tab comes to everything that a hand can use, shows where it is, and gets out of it again. */
async function expectKeysReachAll(page: Page) {
  const wanted = await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(main, header) :is(a[href], button, input, select, textarea, summary, bead-work, [tabindex="0"])',
      ),
    ].filter((each) => {
      const radio = each instanceof HTMLInputElement && each.type === 'radio';
      // one stop for a group of choices, and inside of an editor none of our own
      if (each.matches(':disabled, [tabindex="-1"], .cm-editor *') || (radio && !each.checked)) return false;
      return (
        each.checkVisibility({ visibilityProperty: true }) && getComputedStyle(each).display !== 'contents'
      );
    });
    /** By itself, or by what it is drawn with. */
    const look = (each: Element) =>
      [each, ...each.querySelectorAll('*')]
        .map((part) => getComputedStyle(part))
        .map(({ outlineStyle, boxShadow, stroke, strokeWidth }) => [
          outlineStyle,
          boxShadow,
          stroke,
          strokeWidth,
        ])
        .join();
    const before = new Map<Element, string>();
    all.forEach((each, k) => {
      each.dataset.stop = String(k);
      before.set(each, look(each));
    });
    const state = { blind: [] as string[] };
    Object.assign(window, { keys: state });
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
      if (target.dataset.stop && !target.shadowRoot && before.get(target) === look(target))
        state.blind.push(target.outerHTML.slice(0, 80));
      delete target.dataset.stop;
    });
    (document.activeElement as HTMLElement | null)?.blur();
    return all.length;
  });
  const left = () =>
    page.locator('[data-stop]').evaluateAll((all) => all.map((each) => each.outerHTML.slice(0, 100)));
  for (let press = 0; press < 3 * wanted + 60; press += 20) {
    // held down: one message a stop, and none waits for the one before
    await Promise.all(Array.from({ length: 20 }, () => page.keyboard.down('Tab')));
    await page.keyboard.up('Tab');
    if ((await left()).length === 0) break;
  }
  expect(await left(), 'Tab does not come to').toEqual([]);
  const { blind } = await page.evaluate(() => (window as unknown as { keys: { blind: string[] } }).keys);
  expect(blind, 'focus is not seen on').toEqual([]);
}

/** White, without what needs a hand, nothing cut off, folds open. */
async function expectPrintsWhole(page: Page) {
  await page.setViewportSize({ width: PAPER, height: 960 });
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
}

for (const { number, name, title } of chapters)
  test(`chapter ${number} opens whole, asks nobody else, fits a phone, goes by keys, and prints whole`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { problems, addresses } = await open(page, name);
    await expect(page.locator('h1')).toHaveText(title);
    await expectFirstScreen(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    expect(await page.locator('.exercise').count()).toBeGreaterThan(0);
    expect(await page.locator('details.code').count()).toBeGreaterThan(0);
    expect(await page.locator('.katex').count()).toBeGreaterThan(0);
    await expectKeysReachAll(page);
    await expectPrintsWhole(page);
    // of the whole visit
    expect(problems).toEqual([]);
    const host = new URL(page.url()).host;
    expect(addresses.filter((address) => /^https?:/.test(address) && new URL(address).host !== host)).toEqual(
      [],
    );
  });
