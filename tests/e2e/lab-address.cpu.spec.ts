// Whatever is on screen is in the address, pins and cuts too; what cannot be there is said.
import { readFile } from 'node:fs/promises';
import {
  addCompetitor,
  choose,
  idle,
  open,
  openLab,
  parameters,
  pause,
  positions,
  ready,
  written,
} from './lab-page';
import { expect, type Page, test } from './test';

const query = (page: Page) => new URL(page.url()).searchParams;

/** What the simulations themselves say of their pins and cuts, which are the same on all copies. */
async function edits(page: Page) {
  const [first, ...others] = await page.evaluate(() =>
    Promise.all(
      window.lab.runners().map(async ({ simulation }) => {
        const { bodies, joints } = await simulation.describe();
        return {
          fixed: bodies.flatMap(({ fixed }, body) => (fixed ? [body] : [])),
          cut: simulation.jointCount - joints!.length,
        };
      }),
    ),
  );
  for (const other of others) expect(other).toEqual(first);
  return first!;
}

test('a slash too many in the address breaks nothing', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}//?scene=bridge&beads=12`);
  await ready(page);
  await pause(page);
  await choose(page, 4);
  await page.keyboard.press('p');
  await expect.poll(() => query(page).get('pin')).toBe('3');
});

test('pins and cuts are in the address, and a reload opens them', async ({ page }) => {
  const problems = await openLab(page, '?scene=bridge&beads=12&solver=jacobi&compare=direct');
  await pause(page);
  await choose(page, 4);
  await page.keyboard.press('p');
  await expect.poll(() => query(page).get('pin')).toBe('3');
  await page.keyboard.press('x');
  await expect.poll(() => query(page).get('cut')).not.toBeNull();
  await choose(page, 1);
  await page.keyboard.press('p');
  await expect.poll(() => query(page).get('unpin')).toBe('0');
  const made = await edits(page);
  expect(made).toEqual({ fixed: [3, 11], cut: 1 });

  await page.reload();
  await ready(page);
  await pause(page);
  expect(await edits(page)).toEqual(made);

  // from the start: as it was opened
  await page.keyboard.press('r');
  await idle(page);
  expect(await edits(page)).toEqual(made);
  // a copy beside it gets them too
  await page.keyboard.press('c');
  await addCompetitor(page, 'chebyshev');
  expect(await edits(page)).toEqual(made);

  // and each of them is undone
  for (const left of [2, 1, 0]) {
    await page.locator('#undo').click();
    await idle(page);
    await expect
      .poll(() => ['pin', 'unpin', 'cut'].filter((name) => query(page).has(name)).length)
      .toBe(left);
  }
  await expect(page.locator('#undo')).toBeDisabled();
  expect(await edits(page)).toEqual({ fixed: [0, 11], cut: 0 });

  // other beads, other numbers
  await page.locator('#redo').click();
  await expect.poll(() => ['pin', 'unpin', 'cut'].some((name) => query(page).has(name))).toBe(true);
  await page.locator('#scene').selectOption('ring');
  await expect.poll(() => query(page).get('scene')).toBe('ring');
  expect(['pin', 'unpin', 'cut'].filter((name) => query(page).has(name))).toEqual([]);
  expect(problems).toEqual([]);
});

test('pins and cuts that make no sense are left out, in a sentence', async ({ page }) => {
  await openLab(page, '?scene=bridge&beads=12&solver=jacobi&pin=5+40&cut=down');
  await pause(page);
  await expect(page.locator('#notice')).toContainText('cut');
  await expect(page.locator('#notice')).toContainText('There is no body 40');
  expect(await edits(page)).toEqual({ fixed: [0, 5, 11], cut: 0 });
  await expect.poll(() => [query(page).get('pin'), query(page).get('cut')]).toEqual(['5', null]);
});

test('more pins than an address holds: it says so, and offers the scene', async ({ page }) => {
  const many = Array.from({ length: 250 }, (_, k) => k + 2).join('+');
  await openLab(page, `?scene=bridge&beads=400&solver=jacobi&pin=${many}`);
  await expect(page.locator('#notice')).toContainText('250 pins and cuts; the first 200');
  await pause(page);
  expect((await edits(page)).fixed).toHaveLength(202);
  await expect(page.locator('#missing')).toBeHidden();
  // where the next one is chosen: the last bead that moves
  await page.keyboard.press('n');
  await expect(page.locator('#bead')).toContainText('Bead 399');
  await page.keyboard.press('p');
  await expect(page.locator('#missing')).toContainText('first 200');
  expect(query(page).get('pin')!.split(' ')).toHaveLength(200);
  expect(page.url().length).toBeLessThan(2000);
});

test('a scene from a file says that no link holds it, and can be kept', async ({ page }) => {
  await openLab(page, '?scene=bridge&beads=12&solver=auto');
  await pause(page);
  const scene = await page.evaluate(() => window.lab.runners()[0]!.simulation.describe());
  await open(page, 'mine.json', JSON.stringify(scene));
  await expect(page.locator('#missing')).toContainText('no link holds it');
  const coming = page.waitForEvent('download');
  await page.locator('#keep-scene').click();
  const kept = JSON.parse(String(await readFile(await (await coming).path())));
  expect(kept.bodies).toHaveLength(12);
  await written(page);
  await page.reload();
  await ready(page);
  await expect(page.locator('#notice')).toContainText('open that file here');
  expect((await parameters(page)).solver).toBe('auto');
  expect((await positions(page)).length).toBeGreaterThan(0);
  await expect(page.locator('#missing')).toBeHidden();
});

test('passes of another number than the solver recommends are in the link, usual ones too', async ({
  page,
}) => {
  await openLab(page, '?scene=pendant&beads=12&solver=xpbd&substeps=1&iterations=50');
  await written(page);
  expect([query(page).get('substeps'), query(page).get('iterations')]).toEqual(['1', '50']);
  await page.reload();
  await ready(page);
  expect(await parameters(page)).toMatchObject({ solver: 'xpbd', substeps: 1, iterations: 50 });
  // and what it recommends needs no words
  await page.goto('/?scene=pendant&beads=12&solver=xpbd');
  await ready(page);
  await written(page);
  expect([query(page).has('substeps'), query(page).has('iterations')]).toEqual([false, false]);
  expect(await parameters(page)).toMatchObject({ solver: 'xpbd', substeps: 20, iterations: 1 });
});
