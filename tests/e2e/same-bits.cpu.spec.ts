// The CPU's module gives in a page the bits that tests/machines/same_bits_everywhere.rs has recorded natively.
import { cases, play } from '../same-bits.mjs';
import { expect, type Page, test } from './test';

async function open(page: Page): Promise<void> {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
}

/** Chains, which alone are written for SIMD, and bodies that touch. Firefox plays all with SIMD too, the native test without. */
const few = cases.filter(
  ({ scene, parameters }) => /pendant|necklaces|stack/.test(scene) && !parameters.solver,
);

for (const [module, words, played] of [
  ['beadwork_simd.wasm', 'with SIMD', cases],
  ['beadwork_bg.wasm', 'without SIMD', few],
] as const) {
  test(`ends in the bits that it ends in natively, ${words}`, async ({ page }) => {
    await open(page);
    await page.evaluate((cpuWasm) => window.beadwork.init({ cpuWasm }), `/www/wasm/cpu/${module}`);
    for (const each of played) {
      const hash = await page.evaluate(play, each);
      expect.soft(hash, `${each.scene} ${JSON.stringify(each.parameters)}`).toBe(each.hash);
    }
  });
}

test('takes the module with SIMD where the browser reads it, and else the other', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /wasm\/cpu\/(\w+\.wasm)/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  const make = () =>
    page.evaluate(() => window.beadwork.Simulation.create({ machine: 'cpu' }).then(() => {}));
  await open(page);
  await make();
  await page.addInitScript(() => Object.assign(WebAssembly, { validate: () => false }));
  await open(page);
  await make();
  expect(asked).toEqual(['beadwork_simd.wasm', 'beadwork_bg.wasm']);
});
