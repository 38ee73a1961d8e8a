// The lab as its tests open it.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Parameters } from '../../www/beadwork';
import { faultsIn } from './axe';

/** Opens the page with its picture there, and collects what it complains of. */
export async function openLab(page: Page, query = ''): Promise<string[]> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`/${query}`);
  await ready(page);
  return problems;
}

/** After an opening or a reload: the first picture is there. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => Boolean(window.lab?.view()));
  await idle(page);
}

/** axe finds nothing, dark and light: the second theme has colours of its own, and nothing else. */
export async function soundInBothThemes(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, theme);
    expect(await faultsIn(page, { colours: theme === 'light' })).toEqual([]);
  }
}

export const idle = (page: Page) => page.evaluate(() => window.lab.idle());

/** Parameters of the first simulation, as it has them itself. */
export const parameters = (page: Page) => page.evaluate(() => window.lab.runners()[0]!.simulation.parameters);

/** One more copy under this solver, by the panel, which is open. */
export async function addCompetitor(page: Page, solver: string): Promise<void> {
  await page.locator('#race-add').click();
  await idle(page);
  await page.locator('.racer [name="solver"]').last().selectOption(solver);
  await idle(page);
}

/** Who races, as the simulations themselves have it. */
export const racers = (page: Page, ...names: (keyof Parameters)[]) =>
  page.evaluate(
    (names) =>
      window.lab.runners().map(({ simulation: { parameters } }) => names.map((name) => parameters[name])),
    names,
  );

export const bodyCounts = (page: Page) =>
  page.evaluate(() => window.lab.runners().map(({ simulation }) => simulation.bodyCount));

/** Frames the first simulation has taken. */
export const steps = (page: Page) =>
  page.evaluate(async () => (await window.lab.runners()[0]!.simulation.measure()).steps);

export async function pause(page: Page): Promise<void> {
  const play = page.locator('#play');
  if ((await play.textContent()) === 'Pause') await play.click();
  await idle(page);
}

/** Chooses a bead by its number, counted from 1, by keyboard alone. */
export async function choose(page: Page, bead: number): Promise<void> {
  const chosen = async () =>
    Number(/^\D+ (\d+)/.exec((await page.locator('#bead').textContent()) ?? '')?.[1] ?? 0);
  await page.keyboard.press('Escape');
  await page.locator('#bead').waitFor({ state: 'hidden' });
  await page.keyboard.press('n');
  await page.locator('#bead').waitFor();
  for (let at = await chosen(); at !== bead; at = await chosen()) {
    await page.keyboard.press(at < bead ? 'n' : 'b');
    await page.waitForFunction(
      (before) =>
        !new RegExp(`^\\D+ ${before}(Pin|Unpin)`).test(document.getElementById('bead')!.textContent!),
      at,
    );
  }
}

/** Centres of all beads of the first simulation, three numbers each. */
export const positions = (page: Page) =>
  page.evaluate(async () => [...(await window.lab.runners()[0]!.simulation.readState()).positions]);

/** Where a bead of the first copy is on the screen, CSS pixels of the page. */
export const onScreen = (page: Page, body: number) =>
  page.evaluate(async (body) => {
    const { place } = window.lab;
    return place(body);
  }, body);

/** So many pictures of the page later. */
export const pictures = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    for (let k = 0; k < count; k++) await new Promise(requestAnimationFrame);
  }, count);

/** The address says what is on screen; it does so a moment later. */
export const written = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { toAddress } = await import('/www/lab/state.ts' as string);
        const there = new URLSearchParams(location.search);
        there.delete('theme');
        return there.toString() === new URLSearchParams(toAddress(window.lab.state())).toString();
      }),
    )
    .toBe(true);

/** For a page that opens after this: its clock goes on only by `pass`. */
export const holdClock = (page: Page) =>
  page.addInitScript(() => {
    const clock = { now: 0 };
    Object.assign(window, { clock });
    performance.now = () => clock.now;
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => frame(() => act(clock.now));
  });

/** So many milliseconds more by that clock, and what comes of them is there. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((milliseconds) => {
    (window as unknown as { clock: { now: number } }).clock.now += milliseconds;
  }, milliseconds);
  await pictures(page, 3);
  await idle(page);
}

/** What a button of the menu of Save and share gives; a press anywhere else has folded that menu. */
export async function take(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const open = await page.locator('#take').evaluate((menu) => menu.matches(':popover-open'));
  if (!open) await page.locator('#take-switch').click();
  const coming = page.waitForEvent('download');
  await page.locator(button).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** A file chosen by the button that opens one. */
export const open = (page: Page, name: string, content: string) =>
  page.locator('#open').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
