// Every control changes the parameter it names, as the simulation itself has it, and survives a reload.

import {
  addCompetitor,
  bodyCounts,
  idle,
  open,
  openLab,
  parameters,
  pause,
  ready,
  written,
} from './lab-page';
import { expect, type Page, test } from './test';

async function openPanel(page: Page, query = ''): Promise<string[]> {
  const problems = await openLab(page, query);
  await pause(page);
  await page.locator('#controls-switch').click();
  return problems;
}

async function type(page: Page, name: string, value: string): Promise<void> {
  const field = page.locator(`#field-${name}`);
  await field.fill(value);
  await field.press('Enter');
  await idle(page);
}

/** Once the address has been written. */
async function reload(page: Page): Promise<void> {
  await written(page);
  await page.reload();
  await ready(page);
}

test('every parameter', async ({ page }) => {
  const problems = await openPanel(page, '?scene=pendant&solver=auto&rounds=9');
  await page.locator('#solver').selectOption('jacobi');
  await page.locator('#execution').selectOption('global');
  await page.locator('#stiffness-guard').selectOption({ label: 'Off' });
  await page.locator('#positions').selectOption('projected');
  const typed = {
    iterations: 37,
    substeps: 3,
    timestep: 0.01,
    relaxation: 0.5,
    'warm-start': 0.4,
    stabilisation: 0.1,
    rounds: 5,
    damping: 0.25,
  };
  for (const [name, value] of Object.entries(typed)) await type(page, name, String(value));
  for (const [axis, value] of Object.entries({ x: 1, y: -3.5, z: 0.5 })) {
    await page.locator(`[name="gravity-${axis}"]`).fill(String(value));
    await page.locator(`[name="gravity-${axis}"]`).press('Tab');
  }
  const expected = {
    solver: 'jacobi',
    execution: 'global',
    stiffnessGuard: false,
    iterations: 37,
    substeps: 3,
    timestep: 0.01,
    forces: 'each',
    relaxation: 0.5,
    passOrder: 'auto',
    compliance: 0,
    softness: 'auto',
    penalty: 1,
    penaltyGrowth: 30,
    penaltyKept: 0.999,
    gapKept: 0.99,
    hard: 'auto',
    warmStart: 0.4,
    stabilisation: 0.1,
    positions: 'projected',
    recoverySpeed: 'auto',
    rounds: 5,
    damping: 0.25,
    gravity: [1, -3.5, 0.5],
    contacts: 'auto',
    contactSolver: 'auto',
    contactPasses: 'auto',
    contactSoftness: 'auto',
  };
  await expect.poll(() => parameters(page)).toEqual(expected);
  await reload(page);
  await expect.poll(() => parameters(page)).toEqual(expected);
  expect(problems).toEqual([]);
});

test('XPBD comes with its own split of passes and its own controls, and an address holds them', async ({
  page,
}) => {
  const problems = await openPanel(page, '?scene=pendant&solver=jacobi');
  await expect(page.locator('#pass-order')).toBeHidden();
  await page.locator('#solver').selectOption('xpbd');
  await expect.poll(async () => (await parameters(page)).substeps).toBe(20);
  await page.locator('#pass-order').selectOption('side-by-side');
  await type(page, 'compliance', '0.0001');
  const expected = {
    solver: 'xpbd',
    substeps: 20,
    iterations: 1,
    passOrder: 'side-by-side',
    compliance: 0.0001,
  };
  await expect.poll(() => parameters(page)).toMatchObject(expected);
  await reload(page);
  await expect.poll(() => parameters(page)).toMatchObject(expected);
  await openPanel(page, '?scene=pendant&solver=xpbd');
  await expect.poll(() => parameters(page)).toMatchObject({ substeps: 20, iterations: 1 });
  await page.locator('#solver').selectOption('jacobi');
  await openPanel(page, '?scene=pendant&compare=xpbd+jacobi');
  const split = await page.evaluate(() =>
    window.lab
      .runners()
      .map(({ simulation: { parameters } }) => [parameters.substeps, parameters.iterations]),
  );
  expect(split).toEqual([
    [20, 1],
    [1, 20],
  ]);
  expect(problems).toEqual([]);
});

test('soft steps come with their own split and their frequency, which no other solver shows', async ({
  page,
}) => {
  const problems = await openPanel(page, '?scene=pendant&solver=jacobi');
  await expect(page.locator('#softness')).toBeHidden();
  await page.locator('#solver').selectOption('soft-step');
  await expect.poll(async () => (await parameters(page)).substeps).toBe(10);
  await type(page, 'softness', '60');
  await expect
    .poll(() => parameters(page))
    .toMatchObject({ solver: 'soft-step', iterations: 1, softness: 60 });
  await page.locator('#solver').selectOption('nncg');
  await expect.poll(() => parameters(page)).toMatchObject({ substeps: 1, iterations: 20 });
  expect(problems).toEqual([]);
});

test('the scene, its options, the copies beside it, speed and colour', async ({ page }) => {
  await openPanel(page);
  await page.locator('#scene').selectOption('bridge');
  await idle(page);
  // on its way a slider asks often: one build, of where it stands, and it stays in hand
  const slider = page.locator('.field[data-name="beads"] input[type="range"]');
  await slider.focus();
  const made = await slider.evaluate(async (input: HTMLInputElement) => {
    const { Simulation } = await import('/www/beadwork.ts' as string);
    const { create } = Simulation;
    let made = 0;
    Simulation.create = (...of: unknown[]) => {
      made += 1;
      return create.apply(Simulation, of);
    };
    for (let step = 0; step < 5; step++) {
      input.stepDown();
      input.dispatchEvent(new Event('input'));
    }
    await window.lab.idle();
    Simulation.create = create;
    return made;
  });
  expect(made, 'one for each of two copies').toBe(2);
  const beads = Number(await page.locator('#field-beads').inputValue());
  expect(await bodyCounts(page)).toEqual([beads, beads]);
  await expect(slider).toBeFocused();
  await type(page, 'beads', '12');
  expect(await bodyCounts(page)).toEqual([12, 12]);
  await addCompetitor(page, 'chebyshev');
  expect(await bodyCounts(page)).toEqual([12, 12, 12]);
  await page.locator('#speed').selectOption('0.25');
  await page.locator('#colour-by').selectOption('load');
  await page.locator('#show').selectOption('joints forces');
  await page.locator('[data-plot="energy"]').first().click();
  const seen = () =>
    page.evaluate(() => ({
      solvers: window.lab.runners().map(({ simulation }) => simulation.parameters.solver),
      colourBy: window.lab.view()!.colourBy,
      show: window.lab.view()!.show,
      speed: window.lab.state().speed,
      plots: window.lab.state().plots,
    }));
  const expected = {
    solvers: ['jacobi', 'direct', 'chebyshev'],
    colourBy: 'load',
    show: { joints: true, forces: true, contacts: false },
    speed: 0.25,
    plots: ['gap', 'energy'],
  };
  expect(await seen()).toEqual(expected);
  // the exact one makes no passes, however often it solves in a step
  const costs = page.locator('#bars small');
  await expect(costs.filter({ hasText: /^10 passes/ })).toHaveCount(2);
  await expect(costs.filter({ hasText: /^no passes/ })).toHaveCount(1);
  await reload(page);
  expect(await seen()).toEqual(expected);
  expect(await bodyCounts(page)).toEqual([12, 12, 12]);
  await expect(page.locator('#slow')).toContainText('1/4 speed');
});

test('a control shows its value and what auto chose, and a double click brings the default back', async ({
  page,
}) => {
  await openPanel(page, '?scene=pendant&solver=jacobi&stabilisation=0.3');
  const field = page.locator('.field[data-name="stabilisation"]');
  await expect(field.locator('input[type="number"]')).toHaveValue('0.3');
  await field.locator('label').dblclick();
  await expect.poll(async () => (await parameters(page)).stabilisation).toBe('auto');
  await expect(field.locator('.auto')).toHaveAttribute('aria-pressed', 'true');
  // what Jacobi takes by itself
  await expect(field.locator('input[type="number"]')).toHaveValue('0.05');
  await page.locator('#solver').selectOption('direct');
  await page.locator('#step').click();
  // the exact solver shuts joints in place, and pulls at nothing unless it is told to
  await expect(field.locator('input[type="number"]')).toHaveValue('0');
  await page.locator('#positions').selectOption('pulled');
  await page.locator('#step').click();
  await expect(field.locator('input[type="number"]')).toHaveValue('0.2');
  // every control has its line
  for (const one of await page.locator('.field').all()) await expect(one.locator('small')).not.toBeEmpty();
});

test('the solver is switched while the chain swings', async ({ page }) => {
  await openPanel(page, '?scene=pendant&solver=jacobi');
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(30));
  const time = () => page.evaluate(async () => (await window.lab.runners()[0]!.simulation.readState()).time);
  const before = await time();
  expect(before).toBeGreaterThan(0.4);
  await page.locator('#solver').selectOption('direct');
  await idle(page);
  expect((await parameters(page)).solver).toBe('direct');
  expect(await time()).toBe(before);
});

test('joints are shut while the ring swings, and the table says what was taken back', async ({ page }) => {
  await openPanel(page, '?scene=ring&pins=1&solver=direct&positions=pulled');
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(60));
  const gap = () =>
    page.evaluate(async () => (await window.lab.runners()[0]!.simulation.measure()).maxGapRadii);
  expect(await gap()).toBeGreaterThan(1e-3);
  await page.locator('#positions').selectOption('symplectic');
  await expect.poll(async () => (await parameters(page)).positions).toBe('symplectic');
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(10));
  expect(await gap()).toBeLessThan(1.1e-3);
  await page.locator('#step').click();
  await expect(page.locator('.figure span')).toHaveText(
    /^(of a radius \(.*\): largest gap|every joint)\s· Exact$/,
  );
  await expect(page.locator('dt', { hasText: 'Steps taken back' })).toHaveCount(1);
  await reload(page);
  await expect.poll(async () => (await parameters(page)).positions).toBe('symplectic');
});

test('what a simulation refuses is said, and the control goes back', async ({ page }) => {
  await openPanel(page, '?scene=net&rows=80&columns=80&solver=auto');
  await page.locator('#solver').selectOption('direct');
  await expect(page.locator('#notice')).toHaveAttribute('data-code', 'not-applicable');
  await expect(page.locator('#notice')).toContainText('loop');
  await expect(page.locator('#solver')).toHaveValue('auto');
  expect((await parameters(page)).solver).toBe('auto');
});

test('the largest load is told in weights, of the gravity that holds', async ({ page }) => {
  await openPanel(page, '?scene=bridge&beads=12&solver=direct&colour-by=load');
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(60));
  await page.locator('#step').click();
  const legend = page.locator('#legend');
  await expect(legend).toContainText('× the whole weight');
  const weights = async () => Number(/([\d.]+) × the whole weight/.exec(await legend.innerText())?.[1]);
  const before = await weights();
  const gravity = page.locator('[name="gravity-y"]');
  await gravity.fill('-0.981');
  await gravity.press('Enter');
  await expect.poll(weights).toBeGreaterThan(5 * before);
});

test('an address that cannot be had says so in the place of the picture, with a way out', async ({
  page,
}) => {
  await page.goto('/?scene=net&rows=80&columns=80&solver=direct');
  await expect(page.locator('#message')).toHaveAttribute('data-code', 'not-applicable');
  const poster = page.locator('#poster');
  await expect(poster).not.toHaveClass('gone');
  await page.getByRole('button', { name: 'Let it choose the solver' }).click();
  await ready(page);
  expect((await parameters(page)).solver).toBe('auto');
  await expect(page.locator('#message')).toBeHidden();
  await expect(poster).toHaveClass('gone');

  // another scene is refused, and a file helps as well
  await page.locator('#controls-switch').click();
  await page.locator('#solver').selectOption('chebyshev');
  await page.locator('#scene').selectOption('car');
  await expect(page.locator('#message')).toHaveAttribute('data-code', 'not-applicable');
  await expect(poster).not.toHaveClass('gone');
  const bodies = [{ position: [0, 0, 0], radius: 0.1 }];
  await idle(page);
  await open(page, 'ball.json', JSON.stringify({ version: 2, bodies }));
  await expect(page.locator('#message')).toBeHidden();
  await expect(page.locator('#play')).toBeVisible();
  await expect(poster).toHaveClass('gone');
});

test('an address with nonsense in it opens all the same, and says what it left out', async ({ page }) => {
  await openLab(page, '?scene=pendant&solver=jacobi&iterations=5000&gravity=down');
  await expect(page.locator('#notice')).toContainText(/gravity must be .* not .down./);
  // line by line, as advice
  await expect(page.locator('#notice p')).toHaveCount(2);
  expect(await parameters(page)).toMatchObject({ iterations: 20, gravity: [0, -9.81, 0] });
});

test('what somebody types stays while the page shows new figures, and is taken when it is done', async ({
  page,
}) => {
  await openPanel(page, '?scene=pendant&solver=jacobi');
  for (const [field, text, name] of [
    ['#field-iterations', '37', 'iterations'],
    ['[name="gravity-y"]', '-3.5', 'gravity'],
  ] as const) {
    await page.locator(field).focus();
    await page.locator(field).press('ControlOrMeta+a');
    await page.keyboard.type(text);
    // the panel is shown what the simulation has meanwhile
    await page.locator('#step').evaluate((button: HTMLElement) => button.click());
    await idle(page);
    await expect(page.locator(field)).toHaveValue(text);
    await page.locator(field).press('Enter');
    const expected = name === 'gravity' ? [0, -3.5, 0] : 37;
    await expect.poll(async () => (await parameters(page))[name]).toEqual(expected);
  }
  // and the default comes back by a double click, with the focus still in the field
  await page.locator('#field-iterations').focus();
  await page.locator('[data-name="iterations"] label').dblclick();
  await expect(page.locator('#field-iterations')).toHaveValue('20');
});
