// The graphics adapter is software here, as its name says; all other tests take it for a card (tests/e2e/test.ts).
import { idle, openLab } from './lab-page';
import { expect, type Page, test } from './test';

/** A page that knows its adapter for what it is, or is told that it is a card. */
async function open(page: Page, isACard: boolean): Promise<void> {
  await page.addInitScript((isACard) => {
    Object.assign(globalThis, { softwareIsACard: isACard });
  }, isACard);
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
}

/** On which machine these options run, and why. */
const chosen = (page: Page, options: object) =>
  page.evaluate(async (options) => {
    const simulation = await window.beadwork.Simulation.create(options);
    const { machine, machineReason } = simulation;
    await simulation.step(2);
    const { steps } = await simulation.measure();
    const hasDevice = simulation.device !== null;
    simulation.destroy();
    return { machine, machineReason, steps, hasDevice };
  }, options);

test('on software both machines are timed, and the faster one is taken', async ({ page }) => {
  await open(page, false);
  const found = await chosen(page, { scene: 'ragdolls' });
  const times =
    /^The graphics adapter is software: a step takes ([\d.]+) ms there and ([\d.]+) ms on the CPU\.$/;
  const [, there, cpu] = times.exec(found.machineReason)?.map(Number) ?? [];
  expect(there, found.machineReason).toBeGreaterThan(0);
  expect(found.machine === 'cpu' ? cpu! <= there! : there! <= cpu!, found.machineReason).toBe(true);
  // the steps that were timed were others'
  expect(found.steps).toBe(2);
  expect(found.hasDevice).toBe(found.machine === 'gpu');
  // what is alike is not timed again: it could come out otherwise
  expect(await chosen(page, { scene: 'ragdolls', parameters: { solver: 'jacobi' } })).toEqual(found);
});

test('who asks for one gets it, and errors stay as they are', async ({ page }) => {
  await open(page, false);
  expect(await chosen(page, { machine: 'gpu' })).toMatchObject({
    machine: 'gpu',
    machineReason: 'The graphics device was asked for.',
    hasDevice: true,
  });
  expect((await chosen(page, { machine: 'cpu' })).machineReason).toBe('The CPU was asked for.');
  const refused = (options: object) =>
    page.evaluate(
      (options) =>
        window.beadwork.Simulation.create(options).then(
          () => 'made',
          ({ code, path }) => `${code} ${path}`,
        ),
      options,
    );
  expect(await refused({ parameters: { iterations: -1 } })).toBe('parameter iterations');
  expect(await refused({ prefer: 'speed' })).toBe('parameter prefer');
  expect(await refused({ scene: 'nothing' })).toBe('scene scene');
});

test('a scene on a card stays there, and small ones go to the CPU for whom a short step counts', async ({
  page,
}) => {
  await open(page, true);
  expect(await chosen(page, {})).toMatchObject({ machine: 'gpu', machineReason: 'This browser has WebGPU.' });
  // a clock that stands still: a step on the CPU takes no time, and nothing is launched in that
  await page.evaluate(() => {
    performance.now = () => 0;
  });
  const quick = await chosen(page, { scene: 'springs', prefer: 'latency' });
  expect(quick.machine).toBe('cpu');
  expect(quick.machineReason).toMatch(
    /^A short step was asked for: it takes 0\.00 ms on the CPU, and the \d+ launches/,
  );
  // one by which each look at it is a second later: a step takes a second
  await page.evaluate(() => {
    let time = 0;
    performance.now = () => {
      time += 1000;
      return time;
    };
  });
  const slow = await chosen(page, { scene: 'pendant', prefer: 'latency' });
  expect(slow.machine).toBe('gpu');
  expect(slow.machineReason).toMatch(/^A step takes 1000 ms on the CPU/);
});

test('the lab says why, and its next scenes come into the picture that there is', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { softwareIsACard: false }));
  const problems = await openLab(page, '?scene=rope');
  const first = await page.evaluate(() => window.lab.runners()[0]!.simulation.machine);
  await page.keyboard.press('c');
  const line = page.locator('.field[data-name="machine"] small');
  await expect(line).toContainText('The graphics adapter is software: a step takes');
  await page.locator('#scene').selectOption('springs');
  await idle(page);
  expect(await page.evaluate(() => window.lab.runners()[0]!.simulation.machine)).toBe(first);
  await expect(line).toContainText('The graphics adapter is software: a step takes');
  expect(problems).toEqual([]);
});
