// Chapter 2: the matrices of a stack, against the dense solve.

import { expectClose, expectNear, live, matrix, set, shared, values } from './learn-helpers';
import { expect, type Page, test } from './test';

const visit = shared('02-by-hand');

test.describe('chapter 2', () => {
  const set = (page: Page, input: (typeof values.stack)[number]['input']) =>
    page.evaluate((to) => {
      const form = document.querySelector<HTMLFormElement>('#sliders')!;
      const put = (name: string, value: number) => {
        (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
        form.dispatchEvent(new Event('input', { bubbles: true }));
      };
      put('count', to.masses.length);
      to.masses.forEach((mass: number, i: number) => {
        put(`mass${i + 1}`, mass);
      });
      for (const name of ['gravity', 'dt', 'topSpeed']) put(name, to[name]);
      document.querySelector<HTMLInputElement>(`[name="rule"][value="${to.rule}"]`)!.click();
    }, input);

  test('every matrix is what the dense solve finds, for every rule', async () => {
    const { page } = visit;
    // the page opens on the worked example
    expectClose(await matrix(page, 'lambda'), [20, 10], 'λ of the worked example');
    for (const { input, ...wanted } of values.stack) {
      await set(page, input);
      for (const key of Object.keys(wanted)) {
        expectClose(await matrix(page, key), wanted[key], `${key} of ${JSON.stringify(input)}`);
      }
      const shown = await page.locator('[data-live="lambda0"]').first().getAttribute('data-value');
      expectClose([[Number(shown)]], [wanted.lambda[0]], 'the number in the text');
    }
  });

  test('an entry says what it is, by pointer and by keyboard', async () => {
    const { page } = visit;
    await set(page, values.stack[0].input);
    await page.locator('[data-key="A-0-1"]').hover();
    await expect(page.locator('#lab .explanation')).toContainText('share block 0');
    await expect(page.locator('[data-key="J-1-0"]')).toHaveClass(/lit/);
    await page.locator('[data-key="J-0-0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-key="J-1-1"]')).toBeFocused();
    await expect(page.locator('#lab .explanation')).toContainText('grows');
  });

  test('sweeps by row go to the same answer and never pull', async () => {
    const { page } = visit;
    const forces = () =>
      page
        .locator('#lines .value')
        .evaluateAll((dots) => dots.map((dot) => Number((dot as SVGElement).dataset.value)));
    await set(page, values.stack[0].input);
    // by hand: row 0 takes 10, then row 1 half of that
    await page.locator('#one-row').click();
    expect(await forces()).toEqual([10, 0]);
    await page.locator('#one-row').click();
    expect(await forces()).toEqual([10, 5]);
    await page.locator('#sweep').evaluate((button: HTMLButtonElement) => {
      for (let i = 0; i < 40; i++) button.click();
    });
    expectClose([await forces()], [[20, 10]], 'λ', 1e-6);
    await set(
      page,
      values.stack.find(({ input }: { input: { topSpeed: number } }) => input.topSpeed > 0).input,
    );
    await page.locator('#one-row').click();
    await page.locator('#one-row').click();
    await expect(page.locator('#row-words')).toContainText('may only push');
    expect(Math.min(...(await forces()))).toBe(0);
  });
});

test('the first stack’s contacts push with what stands above them', async () => {
  const { page } = visit;
  for (const [pile, upper, lowest] of [
    [2, 1, 1],
    [5, 2.5, 0.5],
    [3, 0.5, 5],
  ] as const) {
    await set(page, '#pile', { pile, upper, lowest });
    expectNear(await live(page, 'groundPush'), 10 * (lowest + upper + (pile - 2)), 1e-9, 'the ground');
    expectNear(await live(page, 'topPush'), 10 * upper, 1e-9, 'the uppermost contact');
    await expect(page.locator('#first-stack .block')).toHaveCount(pile);
  }
});
