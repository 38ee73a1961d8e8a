// Bodies that touch, in the lab.
import { choose, idle, openLab, parameters, pause } from './lab-page';
import { expect, test } from './test';

test('what the scene recommends, until another one is chosen, and what is said of contacts', async ({
  page,
}) => {
  const problems = await openLab(page, '?scene=stack&boxes=3');
  await pause(page);
  expect((await parameters(page)).substeps).toBe(8);
  await expect(page.locator('#lede')).toContainText('Boxes stand');
  await expect(page.locator('.figure b')).toHaveText(/m$/);
  await page.keyboard.press('c');
  const row = (name: string) => page.locator('#measures div', { hasText: name }).locator('dd');
  await page.locator('#step').click();
  await idle(page);
  await expect(row('Contacts')).toHaveText('12');
  await expect(row('Deepest overlap')).toHaveText(/m$/);
  await expect(page.locator('#contact-solver')).toBeVisible();
  await expect(page.locator('#dropped')).toBeHidden();
  // what is chosen is in the address, what is recommended is not
  await page.locator('#contact-solver').selectOption('jacobi');
  await page.locator('#contact-softness').selectOption('hard');
  const query = () => new URL(page.url()).searchParams;
  await expect.poll(() => query().get('contact-softness')).toBe('hard');
  expect(query().get('contact-solver')).toBe('jacobi');
  expect(query().has('substeps')).toBe(false);
  // a cut or a pin keeps what holds
  const substeps = page.locator('#field-substeps');
  await substeps.fill('4');
  await substeps.press('Enter');
  await expect.poll(() => query().get('substeps')).toBe('4');
  await page.locator('.field[data-name="substeps"] label').dblclick();
  expect((await parameters(page)).substeps).toBe(8);
  await page.locator('#scene').selectOption('tree');
  await idle(page);
  expect(await parameters(page)).toMatchObject({ substeps: 1, contactSolver: 'jacobi' });
  await expect(page.locator('#contact-solver')).toBeHidden();
  await page.locator('#scene').selectOption('dominoes');
  await idle(page);
  expect((await parameters(page)).substeps).toBe(8);
  expect(problems).toEqual([]);
});

test('the beads of any scene can be asked to touch', async ({ page }) => {
  const problems = await openLab(page, '?scene=tree');
  await pause(page);
  await page.locator('#reset').click();
  await page.keyboard.press('c');
  await expect(page.locator('#contact-solver')).toBeHidden();
  await page.locator('#contacts').selectOption('true');
  expect(await parameters(page)).toMatchObject({ contacts: true, substeps: 8 });
  await expect(page.locator('#contact-solver')).toBeVisible();
  await page.locator('#step').click();
  await idle(page);
  const row = page.locator('#measures div', { hasText: 'Deepest overlap' }).locator('dd');
  await expect(row).toHaveText(/^1\d(\.\d+)? mm$/);
  await page.locator('#contacts').selectOption('auto');
  await expect(page.locator('#contact-solver')).toBeHidden();
  expect(problems).toEqual([]);
});

test('an address may say otherwise, and undoing a cut keeps what holds', async ({ page }) => {
  const problems = await openLab(page, '?scene=wrecking&beads=4&substeps=1');
  await pause(page);
  expect((await parameters(page)).substeps).toBe(1);
  await page.locator('#step').click();
  await idle(page);
  await choose(page, 3);
  await page.keyboard.press('x');
  await idle(page);
  expect(new URL(page.url()).searchParams.get('substeps')).toBe('1');
  await page.locator('#undo').click();
  await idle(page);
  expect((await parameters(page)).substeps).toBe(1);
  expect(problems).toEqual([]);
});
