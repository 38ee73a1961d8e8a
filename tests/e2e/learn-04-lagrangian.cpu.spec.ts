// Chapter 4: the table shows the running simulation's own numbers.

import { expectNear, live, set, shared } from './learn-helpers';
import { expect, test } from './test';

const visit = shared('04-lagrangian');

test('every symbol of the equation leads to its row', async () => {
  const { page } = visit;
  const links = page.locator('#equation-lab .katex-html a[href^="#symbol-"]');
  expect(await links.count()).toBeGreaterThan(8);
  for (const target of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))) {
    await expect(page.locator(target)).toHaveCount(1);
  }
  await links.first().focus();
  await expect(page.locator('#equation-lab .explanation')).toContainText('In memory: ');
});

test('a tilted force changes the energy of a turn, as the same motion in small steps has it', async () => {
  const { page } = visit;
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
