// Chapter 4: the table shows the running simulation's own numbers.

import { expectClose, expectNear, live, open, set, values } from './learn-helpers';
import { expect, type Page, test } from './test';

const shown = (page: Page, names: string[]) =>
  Promise.all(
    names.map(async (name) =>
      Number(await page.locator(`[data-live="${name}"]`).last().getAttribute('data-value')),
    ),
  );

test('λ, V, arms and A of a joint are the twin’s after as many steps', async ({ page }) => {
  await open(page, '04-lagrangian');
  const thread = page.locator('#thread');
  await thread.scrollIntoViewIfNeeded();
  await thread.evaluate(async (element) => {
    const work = element as HTMLElementTagNameMap['bead-work'];
    await work.ready;
    work.pause();
    work.simulation!.reset();
    await work.simulation!.step(30);
  });
  for (const { joint, ...wanted } of values.thread.joints) {
    await page.locator('#joint').fill(String(joint));
    await expect(page.locator('#joint-value')).toHaveText(String(joint));
    for (const [names, value] of [
      [['lx', 'ly', 'lz'], wanted.lambda],
      [['vx', 'vy', 'vz'], wanted.velocity],
      [['ax', 'ay', 'az'], wanted.arm],
      [['along', 'across'], wanted.block],
    ] as [string[], number[]][]) {
      const scale = Math.max(1, ...value.map(Math.abs));
      // f32 over thirty steps of a swinging thread, against f64
      await expect
        .poll(
          async () => Math.max(...(await shown(page, names)).map((x, i) => Math.abs(x - value[i]!))) / scale,
        )
        .toBeLessThan(2e-3);
    }
  }
  expectClose([await shown(page, ['h', 'beta'])], [[1 / 60, 0.2]], 'parameters', 1e-6);
});

test('every symbol of the equation leads to its row', async ({ page }) => {
  await open(page, '04-lagrangian');
  const links = page.locator('#equation-lab .katex-html a[href^="#symbol-"]');
  expect(await links.count()).toBeGreaterThan(8);
  for (const target of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))) {
    await expect(page.locator(target)).toHaveCount(1);
  }
  await links.first().focus();
  await expect(page.locator('#equation-lab .explanation')).toContainText('In memory: ');
});

test('a tilted force changes the energy of a turn, as the same motion in small steps has it', async ({
  page,
}) => {
  await open(page, '04-lagrangian');
  for (const angle of [3, -4.5, 0]) {
    await set(page, '#tilt-form', { angle });
    const slope = Math.tan((Math.PI / 180) * angle);
    // v′ = v² tan δ and θ′ = v, with L = 1, by the midpoint rule
    let [v, turned] = [1, 0];
    const dt = 1e-4;
    while (turned < 2 * Math.PI) {
      const middle = v + 0.5 * dt * v * v * slope;
      turned += dt * middle;
      v += dt * middle * middle * slope;
    }
    // the last step goes past the turn by up to 1e-4 of a radian
    expectNear(await live(page, 'turned'), v * v, 1e-3, `energy after a turn at ${angle}°`);
    const marks = await page.locator('#tilted .mark').count();
    if (angle === 0) expect(marks).toBe(25);
    else expect(Math.sign(25 - marks), 'a faster bead leaves fewer marks').toBe(Math.sign(angle));
  }
  await expect(page.locator('#tilt-words')).toContainText('stays as it is');
});
