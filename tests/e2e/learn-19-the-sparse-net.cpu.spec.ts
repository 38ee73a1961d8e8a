// Chapter 19: fill, products and levels against the crate's own elimination; what a click, a drag and a key do; the two nets against the
// f64 twin; the exercises.
import { readFileSync } from 'node:fs';
import { eliminate } from '../../www/learn/19-elimination';
import { coupled, netOf } from '../../www/learn/19-net';
import { orderOf } from '../../www/learn/19-orders';
import { chapters, live, open, set, shared, values } from './learn-helpers';
import { expect, type Page, test } from './test';

const NAME = '19-the-sparse-net';
interface Crate {
  rows: number;
  columns: number;
  joints: number;
  own: number;
  fill: number;
  products: number;
  levels: number;
  order?: number[];
}
const ofCrate: Crate[] = values.net.eliminations;
const crate = (rows: number, columns: number) =>
  ofCrate.find((each) => each.rows === rows && each.columns === columns)!;

const numbers = (page: Page, names: string[]) => Promise.all(names.map((name) => live(page, name)));
const now = (page: Page) => numbers(page, ['now-fill', 'now-products', 'now-levels']);
const joint = (page: Page, host: string, number: number) =>
  page.locator(`${host} [data-joint="${number - 1}"]`);

const visit = shared(NAME);

test('a click eliminates a joint, another one takes it back, and the keyboard does the same', async () => {
  const { page } = visit;
  await page.locator('#again').click();
  expect(await now(page)).toEqual([0, 0, 0]);
  await joint(page, '#graph', 10).click();
  // joint 10, amid the net, has the three others of either bead
  expect(await now(page)).toEqual([9, 15, 1]);
  await expect(page.locator('#eliminated')).toContainText('coupled to 6 others. Of their 15 pairs 9 are new');
  await expect(page.locator('#graph path.fill.new')).toHaveCount(9);
  await expect(page.locator('[name="order"][value="own"]')).toBeChecked();
  await joint(page, '#graph', 10).click();
  expect(await now(page)).toEqual([0, 0, 0]);
  // by keys: to the corner joint, whose neighbours share its bead
  await joint(page, '#graph', 10).focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
  const focused = () => page.evaluate(() => (document.activeElement as SVGElement).dataset.joint);
  const at = Number(await focused()) + 1;
  expect(at).not.toBe(10);
  await page.keyboard.press('Enter');
  await expect(joint(page, '#graph', at)).toHaveAttribute('aria-pressed', 'true');
  expect(await focused(), 'it keeps the focus').toBe(String(at - 1));
});

test('the figure shows the crate’s counts, and as many blocks as it counts', async () => {
  const { page } = visit;
  for (const [rows, columns] of [
    [3, 3],
    [3, 4],
    [4, 4],
    [6, 6],
  ] as const) {
    await set(page, '#order', { net: `${rows}x${columns}`, order: 'dissection' });
    const { fill, products, levels, own } = crate(rows, columns);
    const names = ['dissection-fill', 'dissection-products', 'dissection-levels'];
    expect(await numbers(page, names)).toEqual([fill, products, levels]);
    expect(await now(page)).toEqual([fill, products, levels]);
    await expect(page.locator('#factor rect.fill')).toHaveCount(fill);
    await expect(page.locator('#factor rect.own')).toHaveCount(own);
    await expect(page.locator('#graph path.fill')).toHaveCount(fill);
    const drawn = await page
      .locator('#factor [data-level]')
      .evaluateAll((nodes) => nodes.map((node) => Number((node as SVGElement).dataset.level)));
    expect(Math.max(...drawn) + 1).toBe(levels);
  }
  // as the text says of 6 × 6
  const [products, levels, ...byLeast] = await numbers(page, [
    'dissection-products',
    'dissection-levels',
    'least-products',
    'least-levels',
  ]);
  expect([levels, byLeast[1]]).toEqual([18, 24]);
  expect(products).toBeLessThan(byLeast[0]!);
});

test('in the tree a joint gets another turn, by dragging and by keys', async () => {
  const { page } = visit;
  await set(page, '#order', { net: '3x4', order: 'rows', done: 17 });
  const near = coupled(netOf(3, 4));
  const expected = (order: number[]) => {
    const { fill, products, levels } = eliminate(near, order);
    return [fill, products, levels];
  };
  const order = [...near.keys()];
  expect(await now(page)).toEqual(expected(order));
  await page.locator('#factor').scrollIntoViewIfNeeded();
  const box = async (number: number) => {
    const { x, y, width, height } = (await joint(page, '#factor', number).locator('circle').boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const [from, to] = [await box(3), await box(12)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(to[0], from[1], { steps: 5 });
  await page.mouse.up();
  const [dragged] = order.splice(2, 1);
  order.splice(11, 0, dragged!);
  await expect(joint(page, '#factor', 3)).toHaveAttribute('aria-valuenow', '12');
  expect(await now(page)).toEqual(expected(order));
  await joint(page, '#factor', 3).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  order.splice(11, 1);
  order.splice(9, 0, dragged!);
  await expect(joint(page, '#factor', 3)).toHaveAttribute('aria-valuenow', '10');
  expect(await now(page)).toEqual(expected(order));
  // by level: other turns, the same counts, and no block between two of one level
  await page.locator('#by-level').click();
  expect(await now(page)).toEqual(expected(order));
  const levels = await page
    .locator('#factor [data-level]')
    .evaluateAll((nodes) => nodes.map((node) => Number((node as SVGElement).dataset.level)));
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  const blocks = await page
    .locator('#factor rect:is(.own, .fill)')
    .evaluateAll((rects) => rects.map((rect) => (rect as SVGElement).dataset.block!.split('-').map(Number)));
  for (const [row, column] of blocks) expect(levels[row!]).not.toBe(levels[column!]);
});

test('larger nets: the crate’s counts, and where auto stops taking the exact solver', async () => {
  const { page } = visit;
  const bound = Number(
    readFileSync('src/lists/mod.rs', 'utf8')
      .match(/MOST_FOR_AUTO: usize = ([\d_]+)/)![1]!
      .replaceAll('_', ''),
  );
  for (const side of [4, 10, 18, 20, 24]) {
    await set(page, '#sides', { side });
    const { products, levels, joints } = crate(side, side);
    const names = ['large-dissection-products', 'large-dissection-levels', 'joints'];
    expect(await numbers(page, names), `${side}`).toEqual([products, levels, joints]);
    await expect(page.locator('#auto')).toHaveText(products <= bound ? 'the exact solver' : 'Chebyshev');
  }
  expect(await live(page, 'levels-of-16')).toBe(crate(16, 16).levels);
  // the powers come from above, and in this order
  const powers = await numbers(page, ['power-rows', 'power-least', 'power-dissection']);
  expect(powers[0]).toBeGreaterThan(4);
  expect(powers[2]).toBeGreaterThan(3);
  expect(powers[2]).toBeLessThan(powers[1]!);
  await expect(page.locator('#products .line')).toHaveCount(4);
  await expect(page.locator('#levels .line')).toHaveCount(3);
});

test('what is said of costs and of the built-in net stands in the measured tables', async () => {
  const { page } = visit;
  const measured = readFileSync('docs/benchmarks/positions.md', 'utf8').split('## Cost')[1]!;
  const rows = await page
    .locator('#costs tbody tr')
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent!)));
  expect(rows).toHaveLength(6);
  for (const [size, solver, ms, gap] of rows) {
    const [columns, height] = size!.split(' × ');
    const table = measured.split(`net \`{"columns":${columns},"rows":${height}}\``)[1]!.split('\nnet ')[0]!;
    const name = solver === 'exact' ? 'exact, `symplectic`' : solver!;
    expect(table, `${size}, ${solver}`).toContain(`| ${name} | ${ms} | ${gap} |`);
  }
  const text = (await page.locator('main').textContent())!;
  expect(text).toContain(`has ${crate(16, 20).products.toLocaleString('en')}`);
  expect(text).toContain(`takes ${crate(32, 32).products.toLocaleString('en')} products`);
});

test('the exercises: a hint for what is wrong, and what is right', async ({ page }) => {
  const { problems } = await open(page, NAME);
  const exercise = (name: string) => page.locator(`[data-exercise="${name}"]`);
  const expectVerdict = async (name: string, verdict: string, words: RegExp) => {
    await expect(exercise(name)).toHaveAttribute('data-verdict', verdict);
    await expect(exercise(name).locator('.verdict')).toHaveText(words);
  };
  const wide = exercise('twice-as-wide').locator('input');
  for (const [given, verdict, words] of [
    ['0.53', 'wrong', /twice as high/],
    ['1.06', 'wrong', /Four times the joints, yes/],
    ['4.26', 'wrong', /the rule of the band/],
    ['8', 'wrong', /How many is that/],
    ['3', 'wrong', /Not yet/],
    ['2.1', 'right', /Right by the rule/],
    ['2,326,159', 'right', /as the crate counts them/],
  ] as const) {
    await wide.fill(given);
    await wide.press('Tab');
    await expectVerdict('twice-as-wide', verdict, words);
  }
  // the largest net that the crate has counted for this test
  expect(crate(64, 64).products).toBe(2326159);
  for (const [value, verdict, words] of [
    ['work', 'wrong', /same work/],
    ['memory', 'wrong', /same blocks/],
    ['rounding', 'wrong', /Rounding/],
    ['wait', 'right', /wait ten times as often/],
  ] as const) {
    await exercise('deep').locator(`[value="${value}"]`).check();
    await expectVerdict('deep', verdict, words);
  }
  await expect(exercise('shallow')).toHaveAttribute('data-verdict', 'open');
  const play = async (order: number[]) => {
    await page.locator('#again').click();
    for (const each of order) await joint(page, '#graph', each + 1).dispatchEvent('click');
  };
  await exercise('shallow').locator('.assign a').click();
  await expect(page.locator('[name="done-value"]')).toHaveText('17 of 17');
  // few products and as high as before: joint after joint, as least degree has them
  const net = netOf(3, 4);
  const near = coupled(net);
  await play(orderOf('least', net, near).slice(0, 5));
  await expectVerdict('shallow', 'wrong', /^5 of 17/);
  await play(orderOf('least', net, near));
  await expectVerdict('shallow', 'wrong', /38 products are few enough/);
  await play(near.map((_, at) => at));
  await expectVerdict('shallow', 'wrong', /“Least degree” is better in both/);
  // one move from least degree, by keys
  await exercise('shallow').locator('.assign a').click();
  await joint(page, '#factor', 12).focus();
  await page.keyboard.press('ArrowLeft');
  await expectVerdict('shallow', 'wrong', /38 products are few enough/);
  await page.keyboard.press('ArrowLeft');
  await expectVerdict('shallow', 'right', /^Right: 38 products in 9 levels/);
  await set(page, '#order', { net: '4x4', order: 'own' });
  await expectVerdict('shallow', 'wrong', /3 × 4 beads/);
  await set(page, '#order', { net: '3x4', order: 'dissection' });
  await expect(exercise('shallow')).toHaveAttribute('data-verdict', 'open');
  expect(problems).toEqual([]);
  expect(chapters.map(({ name }) => name)).toContain(NAME);
});
