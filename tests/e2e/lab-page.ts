// The lab as its tests open it.
import type { Page } from '@playwright/test';
import type { Parameters } from '../../www/beadwork';

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
