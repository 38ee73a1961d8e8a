// Chapter 4: the table shows the running simulation's own numbers.

import { expectClose, open, values } from './learn-helpers';
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
