// Chapter 16: each rule's answer against a bisection, projected Gauss-Seidel against all cases of two contacts, where the wrong cut does no
// harm, and the page by keyboard. Its exercises: learn-exercises.cpu.spec.ts; its ball: learn-numbers.both.spec.ts.
import { expectNear, live, set, shared } from './learn-helpers';
import { expect, test } from './test';

const NAME = '16-push-never-pull';
const FRAME = 1 / 60;
const GRAVITY = 9.81;

const visit = shared(NAME);

test('everything of the page can be reached and moved by keys', async () => {
  const { page } = visit;
  await page.locator('[name="lift"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[name="lift-value"]')).toHaveText('1 N');
  expectNear(await live(page, 'resting'), 18.62, 1e-9, 'at rest');
  await page.locator('[name="rule"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(page.locator('[name="free-value"]')).toHaveText('4 m/s');
  expectNear(await live(page, 'ruleForce'), -40, 1e-9, 'the rope');
  await page.locator('#from-zero').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#passes tbody tr')).toHaveCount(0);
  await page.locator('#one-row').focus();
  await page.keyboard.press('Space');
  await expect(page.locator('#row-words')).toContainText('The left row goes from 0 N');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#passes tbody tr')).toHaveCount(1);
});

const NEVER = Number.POSITIVE_INFINITY;
/** What each rule says of a speed at which it has no corner: λ, N. */
const RULES: Record<string, (u: number) => number> = {
  floor: (u) => (u < 0 ? NEVER : 0),
  rope: (u) => (u < 0 ? 0 : -NEVER),
  lock: (u) => (u < 0 ? NEVER : -NEVER),
  speed: (u) => (u < 2 ? 0 : -NEVER),
  stops: (u) => (u < -1 ? NEVER : u < 2 ? 0 : -NEVER),
  motor: (u) => (u < 1 ? 20 : -20),
  both: (u) => (u < -1 ? NEVER : u < 1 ? 20 : u < 2 ? -20 : -NEVER),
};

/** The line of 1 kg in 0.1 s, u = u* + 0.1 λ, rises and the staircase falls: halve the speeds between which they meet. */
function bisected(rule: (u: number) => number, free: number): number {
  let [low, high] = [-10.03, 10];
  while (high - low > 1e-12) {
    const middle = 0.5 * (low + high);
    if ((middle - free) / 0.1 > rule(middle)) high = middle;
    else low = middle;
  }
  return low;
}

test('every rule’s answer is where a bisection finds it, and on the line that is drawn', async () => {
  const { page } = visit;
  const names = await page
    .locator('#rule option')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value')!));
  expect(names).toEqual(Object.keys(RULES));
  for (const [rule, says] of Object.entries(RULES)) {
    for (const free of [-4, -2.25, -1, 0, 0.75, 1, 2.5, 4]) {
      await set(page, '#rule', { rule, free });
      const u = bisected(says, free);
      expect(Math.abs((await live(page, 'ruleSpeed')) - u), `${rule}, u* = ${free}`).toBeLessThan(1e-9);
      expect(Math.abs((await live(page, 'ruleForce')) - (u - free) / 0.1), `${rule}, ${free}`).toBeLessThan(
        1e-7,
      );
    }
  }
  // never rising, and through the point that was found
  const faults = await page.evaluate(async () => {
    const { RULES, meet, outline } = await import(`${'/www/learn/16-staircase.ts'}`);
    const found: string[] = [];
    for (const [name, stairs] of Object.entries(RULES)) {
      const points: [number, number][] = outline(stairs, [-5, 5], 50);
      for (let free = -4; free <= 4; free += 0.25) {
        const { u, lambda } = meet(stairs, free, 0.1);
        const on = points.slice(1).some(([x, y], k) => {
          const [x0, y0] = points[k]!;
          if (x < x0 || y > y0) found.push(`${name} rises at ${x0}`);
          const within = u >= x0 - 1e-9 && u <= x + 1e-9 && lambda <= y0 + 1e-9 && lambda >= y - 1e-9;
          return within && (x === x0 || y === y0);
        });
        if (!on) found.push(`${name}: (${u}, ${lambda}) is not on it`);
      }
    }
    return found;
  });
  expect(faults).toEqual([]);
  await set(page, '#rule', { rule: 'motor', free: -4 });
  await expect(page.locator('#rule-words')).toContainText('saturated');
  await set(page, '#rule', { rule: 'speed', free: 4 });
  await expect(page.locator('#rule-words')).toContainText('holds back');
});

type Two = [number, number];
interface Board {
  half: number;
  load: number;
  place: number;
}

/** A and b of a bar of 10 kg and 2 m on two points, from J: one row pushes at −a, the other at a. */
function equation({ half, load, place }: Board): { a: [Two, Two]; b: Two } {
  const inverse = [1 / 10, 12 / (10 * 2 ** 2)] as const;
  const rows: [Two, Two] = [
    [1, -half],
    [1, half],
  ];
  const by = (one: Two, other: Two) => one[0] * inverse[0] * other[0] + one[1] * inverse[1] * other[1];
  const forces: Two = [-(10 * GRAVITY + load), -load * place];
  return {
    a: rows.map((row) => rows.map((each) => by(row, each))) as [Two, Two],
    b: rows.map((row) => by(row, forces)) as Two,
  };
}

/** Both rows, one, the other or none: solve those, and take what pulls nowhere and runs into nothing. */
function byCases({ a, b }: ReturnType<typeof equation>): Two {
  const [[p, q], [, r]] = a;
  const cases: Two[] = [
    [(q * b[1] - r * b[0]) / (p * r - q * q), (q * b[0] - p * b[1]) / (p * r - q * q)],
    [-b[0] / p, 0],
    [0, -b[1] / r],
    [0, 0],
  ];
  const holds = cases.filter(
    (x) =>
      x.every((force) => force >= 0) && a.every((row, i) => row[0] * x[0] + row[1] * x[1] + b[i]! >= -1e-9),
  );
  expect(holds.length, 'one case holds').toBeGreaterThan(0);
  return holds[0]!;
}

/** λ_i ← max(0, λ_i − (Aλ + b)_i / A_ii), left and right in turns. */
function sweeps({ a, b }: ReturnType<typeof equation>, passes: number): Two[] {
  const force: Two = [0, 0];
  return Array.from({ length: passes }, () => {
    for (const i of [0, 1] as const)
      force[i] = Math.max(0, force[i] - (a[i][0] * force[0] + a[i][1] * force[1] + b[i]) / a[i][i]);
    return [...force] as Two;
  });
}

const BOARDS: Board[] = [
  { half: 0.4, load: 200, place: 0.3 },
  // tipped over either trestle, and over the nearer one only just
  { half: 0.4, load: 200, place: 0.85 },
  { half: 0.4, load: 200, place: 0.6 },
  { half: 0.3, load: 300, place: -1 },
  { half: 0.9, load: 300, place: 0.5 },
  { half: 0.5, load: 0, place: 0 },
];

test('the table of passes is projected Gauss-Seidel, and comes to what all cases give', async () => {
  const { page } = visit;
  const cells = () =>
    page
      .locator('#passes tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('td')].map((cell) => Number((cell as HTMLElement).dataset.value)),
        ),
      );
  for (const board of BOARDS) {
    await set(page, '#board', { ...board, clamp: 'sum' });
    const own = equation(board);
    const [left, right] = byCases(own);
    for (const [name, wanted] of [
      ['A00', own.a[0][0]],
      ['A01', own.a[0][1]],
      ['b0', own.b[0]],
      ['b1', own.b[1]],
      ['left', left],
      ['right', right],
    ] as const)
      expect(Math.abs((await live(page, name)) - wanted), `${name} of ${JSON.stringify(board)}`).toBeLessThan(
        1e-9,
      );
    while (await page.locator('#one-pass').isEnabled()) await page.locator('#one-pass').click();
    const rows = await cells();
    expect(rows.length).toBe(12);
    for (const [pass, forces] of sweeps(own, 12).entries())
      for (const i of [0, 1] as const) {
        expect(Math.abs(rows[pass]![i]! - forces[i]), `pass ${pass + 1}`).toBeLessThan(1e-9);
        const parting = FRAME * (own.a[i][0] * forces[0] + own.a[i][1] * forces[1] + own.b[i]);
        expect(Math.abs(rows[pass]![2 + i]! - parting), `u in pass ${pass + 1}`).toBeLessThan(1e-9);
      }
    // the worst of these boards has (A01/A00)² = 0.33 a pass
    const off = [left, right].map((force, i) => Math.abs(rows[11]![i]! - force));
    expect(Math.max(...off), `after 12 passes, ${JSON.stringify(board)}`).toBeLessThan(0.01);
  }
  // the left trestle lets go where the text says
  await set(page, '#board', { half: 0.4, load: 200 });
  const tip = await live(page, 'tip');
  expectNear(tip, (0.4 * 298.1) / 200, 1e-9, 'tip');
  expect(byCases(equation({ half: 0.4, load: 200, place: tip - 1e-6 }))[0]).toBeGreaterThan(0);
  expect(byCases(equation({ half: 0.4, load: 200, place: tip + 1e-6 }))[0]).toBe(0);
});

test('each change cut off: too much is pushed where A01 is above zero, and nothing is wrong elsewhere', async () => {
  const { page } = visit;
  await set(page, '#board', { half: 0.4, load: 200, place: 0.3, clamp: 'change' });
  expect(await page.locator('[data-live="thrown"]').first().textContent()).toBe('349.2');
  expectNear(await live(page, 'all'), 298.1, 1e-9, 'board and load');
  await page.locator('#one-row').click();
  await expect(page.locator('#row-words')).toContainText('cut off, so it keeps what it has');
  const boards = [];
  for (let half = 6; half <= 18; half++)
    for (const load of [0, 100, 300])
      for (const place of [-0.25, 0, 0.15]) boards.push({ half: half / 20, load, place });
  const both = boards.filter((board) => byCases(equation(board)).every((force) => force > 1));
  // the page's own rows, until nothing moves any more
  const ends: Two[] = await page.evaluate(async (all) => {
    const { pairOf, relaxRow } = await import(`${'/www/learn/16-plank.ts'}`);
    return all.map((board) => {
      const force: [number, number] = [0, 0];
      for (let row = 0; row < 400; row++)
        force[row % 2] = relaxRow(pairOf(board), force, row % 2, 'change').taken;
      return force;
    });
  }, both);
  let right = 0;
  for (const [k, board] of both.entries()) {
    const own = equation(board);
    const off = Math.max(...byCases(own).map((force, i) => ends[k]![i]! - force));
    if (own.a[0][1] > 0) expect(off, `too much: ${JSON.stringify(board)}`).toBeGreaterThan(1);
    else expect(Math.abs(off), `right: ${JSON.stringify(board)}`).toBeLessThan(1e-6);
    if (board.half === 0.4 && board.load === 100) {
      await set(page, '#board', board);
      expectNear(await live(page, 'thrown'), ends[k]![0] + ends[k]![1], 1e-6, 'together they push');
    }
    right += Number(own.a[0][1] <= 0);
  }
  expect(right).toBeGreaterThan(10);
  expect(right).toBeLessThan(both.length - 10);
});
