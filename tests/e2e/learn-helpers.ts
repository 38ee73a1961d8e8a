// What the specs of the tutorial share.
import { existsSync, readFileSync } from 'node:fs';
import { faultsIn } from './axe';
import { expect, isWarning, type Page, test } from './test';

interface Chapter {
  number: number;
  name: string;
  title: string;
}

/** Chapters that are written. */
export const chapters = (JSON.parse(readFileSync('www/learn/chapters.json', 'utf8')) as Chapter[]).filter(
  ({ name }) => existsSync(`learn/${name}.html`),
);
/** What the crate finds for the inputs that pages start from: `cargo run --example tutorial_values`. */
export const values = JSON.parse(readFileSync('www/generated/tutorial.json', 'utf8'));

/** Exercises are begun, what was recorded is drawn, and each simulation stands at its first frame, or the page says why not. */
const ready = () =>
  [...document.querySelectorAll('[data-exercise]')].every((each) => each.hasAttribute('data-verdict')) &&
  [...document.querySelectorAll('.recorded')].every((each) => each.querySelector('.line, tbody tr')) &&
  [...document.querySelectorAll('figure:has(canvas.stage)')].every(
    (each) => each.matches('[data-frame]') || each.querySelector('.missing[data-code]'),
  );

/** Opens a page and collects what goes wrong on it and every address it asks for. */
export async function open(page: Page, name: string) {
  const problems: string[] = [];
  const addresses: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (isWarning(message)) problems.push(message.text());
  });
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`/learn/${name}.html`);
  await page.waitForFunction(ready);
  return { problems, addresses };
}

/** Entries of a matrix on the page, every digit of them. */
export const matrix = (page: Page, key: string) =>
  page
    .locator(`[data-matrix="${key}"] tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => Number((cell as HTMLElement).dataset.value)),
      ),
    );

export function expectClose(found: number[][], wanted: number[][] | number[], what: string, within = 1e-9) {
  const rows = wanted.map((row) => (Array.isArray(row) ? row : [row]));
  expect(found.length, what).toBe(rows.length);
  rows.forEach((row, r) => {
    row.forEach((value, c) => {
      const allowed = within * Math.max(1, Math.abs(value));
      expect(
        Math.abs(found[r]![c]! - value),
        `${what}[${r}][${c}] is ${found[r]![c]}, not ${value}`,
      ).toBeLessThan(allowed);
    });
  });
}

/** Moves sliders and choices of a form, as a hand would. */
export const set = (page: Page, form: string, fields: Record<string, string | number>) =>
  page.evaluate(
    ([selector, to]) => {
      const found = document.querySelector<HTMLFormElement>(selector)!;
      for (const [name, value] of Object.entries(to)) {
        (found.elements.namedItem(name) as HTMLInputElement).value = String(value);
      }
      found.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [form, fields] as const,
  );

/** A live number of the page, every digit of it. */
export const live = (page: Page, name: string) =>
  page
    .locator(`[data-live="${name}"]`)
    .first()
    .evaluate((place) => Number((place as HTMLElement).dataset.value));

/** Opens a chapter whose simulations stand still until `stepTo` moves them. */
export async function openStill(page: Page, name: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await open(page, name);
  await outOfSight(page);
  return found;
}

/** Out of sight a figure is not drawn: a picture takes longer here than a frame. */
export const outOfSight = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

/**
 * One page for several tests of a file, where opening it takes longer than they do. Each sets what it needs, in the file's order;
 * and complains of nothing.
 */
export function shared(name: string): { page: Page } {
  const visit = {} as { page: Page };
  let problems: string[] = [];
  test.beforeAll(async ({ browser, baseURL, viewport }) => {
    visit.page = await browser.newPage({ baseURL, viewport });
    problems = (await openStill(visit.page, name)).problems;
  });
  test.afterEach(() => expect(problems.splice(0)).toEqual([]));
  test.afterAll(() => visit.page.close());
  return visit;
}

/** Steps the simulations of a figure with its own button, until `frame` frames have passed since their start. */
export const stepTo = (page: Page, frame: number, figure = '#lab') =>
  page.locator(figure).evaluate(async (element: HTMLElement, wanted) => {
    const at = () => Number(element.dataset.frame);
    while (at() < wanted) {
      const next = at() + 1;
      element.querySelector<HTMLButtonElement>('[data-do="step"]')!.click();
      while (at() < next) await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }, frame);

/** Within a share of what is wanted. */
export function expectNear(found: number, wanted: number, share: number, what: string) {
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    share * Math.abs(wanted),
  );
}

/** The verdict of an exercise and what is said with it. */
export async function expectVerdict(
  page: Page,
  name: string,
  verdict: 'right' | 'wrong' | 'open',
  words = /./,
): Promise<void> {
  const exercise = exerciseOf(page, name);
  await expect(exercise).toHaveAttribute('data-verdict', verdict);
  if (verdict !== 'open') await expect(exercise.locator('.verdict')).toHaveText(words);
}

export const exerciseOf = (page: Page, name: string) => page.locator(`[data-exercise="${name}"]`);

/** Gives a number to an exercise that asks for one. */
export async function answer(page: Page, name: string, text: string): Promise<void> {
  const input = exerciseOf(page, name).locator('input');
  await input.fill(text);
  await expectVerdict(page, name, 'open');
  await input.press('Tab');
}

/** The first figure of a page: what stands before it, how much of it and of its picture is in sight, and what can be moved there. */
const firstFigure = (page: Page) =>
  page.evaluate(() => {
    const seen = (each: Element) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return height === 0 ? 0 : Math.max(0, Math.min(innerHeight, bottom) - Math.max(0, top));
    };
    const figure = document.querySelector('main figure')!;
    const before = [...figure.parentElement!.children].slice(
      0,
      [...figure.parentElement!.children].indexOf(figure),
    );
    const pictures = [...figure.querySelectorAll('canvas, svg, bead-work, img, table')].map(seen);
    return {
      before: before.map((each) => each.className || each.localName),
      figure: seen(figure),
      picture: Math.max(0, ...pictures),
      hands: figure.querySelectorAll('input, select, button').length,
      scrolled: scrollY,
    };
  });

/** Without scrolling a reader sees, right after the question, a figure that moves or can be moved. */
export async function expectFirstScreen(page: Page): Promise<void> {
  // pictures that are drawn by the page's script, or stand in for it
  await expect.poll(async () => (await firstFigure(page)).picture).toBeGreaterThan(100);
  const { before, figure, hands, scrolled } = await firstFigure(page);
  expect(before, 'what stands before the figure').toEqual(['header', 'question']);
  expect(figure, 'pixels of the figure in sight').toBeGreaterThan(200);
  expect(hands, 'what can be moved').toBeGreaterThan(0);
  expect(scrolled).toBe(0);
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await faultsIn(page, { serious: true })).toEqual([]);
}
