// Every chapter of the tutorial as a reader meets it, and its numbers against what the crate finds
// (www/generated/tutorial.json, made by `cargo run --example tutorial_values`).
import { existsSync, readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

interface Chapter {
  number: number;
  name: string;
  title: string;
}

const chapters = (JSON.parse(readFileSync('www/learn/chapters.json', 'utf8')) as Chapter[]).filter(
  ({ name }) => existsSync(`learn/${name}.html`),
);
const values = JSON.parse(readFileSync('www/generated/tutorial.json', 'utf8'));

/** Opens a chapter and collects what goes wrong on it and every address it asks for. */
async function open(page: Page, name: string) {
  const problems: string[] = [];
  const addresses: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`/learn/${name}.html`);
  await page.waitForLoadState('networkidle');
  return { problems, addresses };
}

/** Entries of a matrix on the page, every digit of them. */
const matrix = (page: Page, key: string) =>
  page
    .locator(`[data-matrix="${key}"] tr`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => Number((cell as HTMLElement).dataset.value)),
      ),
    );

function expectClose(found: number[][], wanted: number[][] | number[], what: string, within = 1e-9) {
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

for (const { number, name, title } of chapters) {
  test(`chapter ${number} opens whole, asks nobody else, and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { problems, addresses } = await open(page, name);
    await expect(page.locator('h1')).toHaveText(title);
    expect(problems).toEqual([]);
    const host = new URL(page.url()).host;
    expect(addresses.filter((address) => /^https?:/.test(address) && new URL(address).host !== host)).toEqual(
      [],
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.locator('.exercise').count()).toBeGreaterThan(0);
    expect(await page.locator('details.code').count()).toBeGreaterThan(0);
    expect(await page.locator('.katex').count()).toBeGreaterThan(0);
  });

  test(`chapter ${number} can be read without WebGPU and without scripts`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
    await page.goto(`/learn/${name}.html`);
    await expect(page.locator('h1')).toHaveText(title);
    await expect(page.locator('main > p').last()).toBeVisible();
    await page.close();
    const without = await browser.newPage({ baseURL });
    await without.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
    const faults: string[] = [];
    without.on('pageerror', (error) => faults.push(String(error)));
    await without.goto(`/learn/${name}.html`);
    await without.waitForLoadState('networkidle');
    await expect(without.locator('main > p').last()).toBeVisible();
    expect(faults).toEqual([]);
    await without.close();
  });
}

test('contents name every chapter, and chapters lead to each other', async ({ page }) => {
  await open(page, 'index');
  await expect(page.locator('.contents a')).toHaveText(chapters.map(({ title }) => title));
  await page.locator('.contents a').first().click();
  for (const { title } of chapters.slice(1)) {
    await page.locator('.chapters [rel="next"]').click();
    await expect(page.locator('h1')).toHaveText(title);
  }
});

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

  test('every matrix is what the dense solve finds, for every rule', async ({ page }) => {
    await open(page, '02-by-hand');
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

  test('sweeps by row go to the same answer and never pull', async ({ page }) => {
    await open(page, '02-by-hand');
    const forces = () =>
      page
        .locator('#lines .value')
        .evaluateAll((dots) => dots.map((dot) => Number((dot as SVGElement).dataset.value)));
    // by hand: row 0 takes 10, then row 1 half of that
    await page.locator('#one-row').click();
    expect(await forces()).toEqual([10, 0]);
    await page.locator('#one-row').click();
    expect(await forces()).toEqual([10, 5]);
    for (let i = 0; i < 40; i++) await page.locator('#sweep').click();
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

  test('an entry says what it is, by pointer and by keyboard', async ({ page }) => {
    await open(page, '02-by-hand');
    await page.locator('[data-key="A-0-1"]').hover();
    await expect(page.locator('#lab .explanation')).toContainText('share block 1');
    await expect(page.locator('[data-key="J-1-0"]')).toHaveClass(/lit/);
    await page.locator('[data-key="J-0-0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-key="J-1-1"]')).toBeFocused();
    await expect(page.locator('#lab .explanation')).toContainText('grows');
  });

  test('the exercise is recognised, remembered and ticked', async ({ page }) => {
    await open(page, '02-by-hand');
    await expect(page.locator('.exercise')).not.toHaveClass(/solved/);
    await set(page, { masses: [1, 2, 3], gravity: 10, dt: 1, topSpeed: 0, rule: 'contact' });
    await expect(page.locator('.exercise .verdict')).toContainText('Solved');
    await page.reload();
    await expect(page.locator('.exercise')).toHaveClass(/solved/);
    await page.goto('/learn/');
    await expect(page.locator('.contents [data-chapter="02-by-hand"]')).toHaveClass(/solved/);
  });
});
