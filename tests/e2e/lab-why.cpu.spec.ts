// See why: a joint or a body is chosen, shows what it does with the figures of the API, and a joint is changed there.
import type { JointDescription, JointReading, SceneDescription } from '../../www/beadwork';
import { choose, idle, openLab, pause, ready, soundInBothThemes, take } from './lab-page';
import { expect, type Page, test } from './test';

/** So many frames at once, and one more by its button, after which everything is shown as it is. */
async function stepOn(page: Page, frames: number): Promise<void> {
  await page.evaluate((frames) => window.lab.runners()[0]!.simulation.step(frames), frames);
  await page.locator('#step').click();
  await idle(page);
}

const reading = (page: Page, joint: number): Promise<JointReading> =>
  page.evaluate(async (joint) => (await window.lab.runners()[0]!.simulation.readJoints([joint]))[0]!, joint);

/** What the panel says of a row: place, speed and force. */
const figures = (page: Page, row: number) =>
  page
    .locator(`#why [data-row="${row}"] data`)
    .evaluateAll((all) => all.map((one) => Number((one as HTMLDataElement).value)));

/** Every row that is shown says what `readJoints` gives. */
async function sameAsRead(page: Page, joint: number): Promise<void> {
  const { coordinates, speeds, forces, gap } = await reading(page, joint);
  const rows = await page
    .locator('#why .why-rows tbody')
    .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.row)));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    await expect
      .poll(() => figures(page, row), { message: `row ${row} of joint ${joint}` })
      .toEqual([coordinates[row], speeds[row], forces[row]]);
  const shown = page.locator('#why .why-figures data').first();
  await expect.poll(async () => Number(await shown.getAttribute('value'))).toBe(gap);
}

test('find why the arm’s servo is weak, and mend it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const problems = await openLab(page, '?scene=arm&load=60');
  await pause(page);
  // however far it has come on a slow machine
  await page.locator('#reset').click();
  await idle(page);
  await stepOn(page, 90);
  await page.locator('#why-switch').click();
  await page.locator('#why-measure').selectOption('use');
  const ten = page.locator('#why-ten li');
  await expect(ten.first()).toContainText('Joint 2');
  await expect(ten.first()).toContainText('100 %');
  await expect(page.locator('#why-marks circle.one-of-ten').first()).toBeAttached();
  await ten.first().getByRole('button').click();
  const panel = page.locator('#why');
  await expect(panel).toContainText('its servo pushes with all of its 700 N m, its largest torque');
  await expect(page.locator('[data-row="3"]').first()).toHaveAttribute('data-state', 'saturated');
  await sameAsRead(page, 1);

  // its torque as a curve
  await page.locator('[data-row="3"] td:last-child button').first().click();
  await expect(page.locator('.why-curve')).toContainText('torque on its second body, N m');
  await expect(page.locator('.why-curve canvas')).toBeVisible();

  // what makes no sense is refused at its field, and changes nothing
  const most = page.locator('#why-servo-max-force');
  await expect(most).toHaveValue('700');
  await most.fill('-5');
  await most.press('Enter');
  await expect(page.locator('#why-servo-max-force-said')).toContainText('maxForce must be');
  await most.fill('3000');
  await most.press('Enter');
  await idle(page);
  await expect(page.locator('#why-servo-max-force-said')).toBeEmpty();
  await stepOn(page, 300);
  await expect(panel).not.toContainText('with all of its');
  const { coordinates, states } = await reading(page, 1);
  expect(states[3]).toBe('held');
  expect(Math.abs(coordinates[3]! + 1.05)).toBeLessThan(0.1);
  await expect(panel).toContainText('drawn by its servo');

  // the scene format has it so, and so has the saved scene
  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(panel).toContainText('It is on the clipboard.');
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as JointDescription;
  expect(copied).toMatchObject({ type: 'hinge', servo: { maxForce: 3000 } });
  const saved: SceneDescription = JSON.parse(String((await take(page, '#take-json')).bytes));
  expect(saved.joints![1]).toEqual(copied);
  expect(problems).toEqual([]);
});

test('a change is in the address, and undone and made again', async ({ page }) => {
  await openLab(page, `?scene=arm&set=${encodeURIComponent('[[2,{"limit":[-0.5,2]}],[3,{"bad":1}]]')}`);
  await expect(page.locator('#notice')).toContainText('bad');
  await pause(page);
  const low = page.locator('#why-low');
  const bound = () =>
    page.evaluate(async () => {
      const { joints } = await window.lab.runners()[0]!.simulation.describe();
      return (joints![2] as { limit: [number, number] }).limit.map((stop) => Number(stop.toFixed(3)));
    });
  for (let k = 0; k < 3; k++) await page.keyboard.press('j');
  await expect(low).toHaveValue('-0.5');
  await low.fill('-0.25');
  await low.press('Enter');
  await expect.poll(bound).toEqual([-0.25, 2]);
  // a servo's slider moves on from what the panel has set
  await page.locator('#why-servo-max-force').fill('500');
  await page.locator('#why-servo-max-force').press('Enter');
  await idle(page);
  await page.locator('#controls-switch').click();
  await page.locator('#field-servo-2').fill('1.2');
  await page.locator('#field-servo-2').press('Enter');
  await expect(page.locator('#why-servo-target')).toHaveValue('1.8');
  await page.locator('#step').click();
  await expect(page.locator('#why-servo-target')).toHaveValue('1.2');
  await expect(page.locator('#why-servo-max-force')).toHaveValue('500');
  await page.locator('#undo').click();
  await page.locator('#undo').click();
  await expect.poll(bound).toEqual([-0.5, 2]);
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(bound).toEqual([-0.25, 2]);
  await expect(page).toHaveURL(/set=.*-0\.25/);
  await page.reload();
  await ready(page);
  expect(await bound()).toEqual([-0.25, 2]);
});

test('tell which joint of the bridge carries most', async ({ page }) => {
  await openLab(page, '?scene=suspension');
  await pause(page);
  await stepOn(page, 30);
  await page.locator('#why-switch').click();
  await page.locator('#why-measure').selectOption('force');
  const first = page.locator('#why-ten button').first();
  await expect(first).toBeVisible();
  const most = await page.evaluate(async () => {
    const all = await window.lab.runners()[0]!.simulation.readJoints();
    const size = ({ forces }: (typeof all)[0]) => Math.hypot(...forces.slice(0, 3).filter(Number.isFinite));
    return all.sort((one, other) => size(other) - size(one)).map((one) => [one.joint, size(one)])[0]!;
  });
  await expect(first).toHaveText(`Joint ${most[0]! + 1}`);
  const said = page.locator('#why-ten data').first();
  expect(Number(await said.getAttribute('value'))).toBeCloseTo(most[1]!, 6);
  await first.click();
  await sameAsRead(page, most[0]!);
  // its second body knows which of its joints that is
  await page.locator('.why-bodies button').first().click();
  await expect(page.locator('#why .why-verdict:visible')).toContainText(
    /Joint \d+ loads it most, with .* k?N\./,
  );
});

test('a click chooses a joint, or the body that is nearer', async ({ page }) => {
  await openLab(page, '?scene=arm');
  await pause(page);
  const anchor = page.locator('#why-marks circle.anchor');
  const place = async () => JSON.stringify((await anchor.count()) ? await anchor.boundingBox() : null);
  for (let k = 1; k <= 3; k++) {
    const before = await place();
    await page.keyboard.press('j');
    await expect(page.locator('#why h3').first()).toHaveText(`Joint ${k}: hinge`);
    // its mark comes with the next picture
    await expect.poll(place).not.toBe(before);
  }
  const { x, y, width, height } = (await anchor.boundingBox())!;
  await page.keyboard.press('Escape');
  await expect(page.locator('#why')).toBeHidden();
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.locator('#why h3').first()).toHaveText('Joint 3: hinge');
  const body = await page.evaluate(() => window.lab.place(3));
  await page.mouse.click(body.x, body.y);
  await expect(page.locator('#why h3', { hasText: 'Capsule 4' })).toBeVisible();
  await expect(page.locator('#bead')).toContainText('Capsule 4');
});

test('what touches a body, with the figures of readContacts', async ({ page }) => {
  await openLab(page, '?scene=pyramid&base=3');
  await pause(page);
  await stepOn(page, 30);
  await choose(page, 7);
  await page.keyboard.press('i');
  const rows = page.locator('#why .why-list tbody tr');
  await expect(rows.first()).toBeVisible();
  const read = await page.evaluate(async () => {
    const all = await window.lab.runners()[0]!.simulation.readContacts();
    return all
      .filter(({ a, b }) => a === 6 || b === 6)
      .map(({ force, friction, depth }) => [force, Math.hypot(...friction), depth])
      .sort(([one], [other]) => other! - one!);
  });
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('data')].map((one) => Number(one.value))),
  );
  expect(shown).toEqual(read);
  await expect(page.locator('#why-marks circle.touch').first()).toBeAttached();
});

test('nothing is read while nothing is chosen', async ({ page }) => {
  // one whose number under the picture is a gap, which is measured and not read
  await openLab(page, '?scene=linkage');
  /** While it is measured three times. */
  const reads = () =>
    page.evaluate(async () => {
      const [runner] = window.lab.runners();
      const { simulation } = runner!;
      const found = { joints: 0, states: 0 };
      const [joints, state] = [simulation.readJoints, simulation.readState];
      simulation.readJoints = (...asked) => {
        found.joints++;
        return joints.apply(simulation, asked);
      };
      simulation.readState = () => {
        found.states++;
        return state.apply(simulation);
      };
      for (let k = 0; k < 3; k++) {
        const before = runner!.measures;
        while (runner!.measures === before) await new Promise(requestAnimationFrame);
      }
      Object.assign(simulation, { readJoints: joints, readState: state });
      return found;
    });
  expect(await reads()).toEqual({ joints: 0, states: 0 });
  // nor while it is only open
  await page.locator('#why-switch').click();
  expect(await reads()).toEqual({ joints: 0, states: 0 });
  await page.keyboard.press('j');
  expect((await reads()).joints).toBeGreaterThan(0);
});

test('by keyboard alone, and nothing that axe complains of', async ({ page }) => {
  const problems = await openLab(page, '?scene=ragdolls&count=2');
  await pause(page);
  await page.keyboard.press('w');
  await expect(page.locator('#why-said')).toContainText(/Joint \d+ had the largest/);
  await page.keyboard.press('j');
  const title = page.locator('#why h3').first();
  const before = await title.textContent();
  await page.keyboard.press('k');
  await expect(title).not.toHaveText(before!);
  // from the picture Tab leads over Play, Step, Again and Drop into the panel
  await page.locator('#canvas').focus();
  for (const name of ['play', 'step', 'reset', 'drop-switch']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(`#${name}`)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.locator('#why').getByRole('button', { name: 'Close' })).toBeFocused();
  await page.locator('#why .why-rows button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.why-curve')).toBeVisible();
  await soundInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('#why')).toBeHidden();
  await expect(page.locator('#canvas')).toBeFocused();
  expect(problems).toEqual([]);
});

test('on a phone it is a sheet under the picture, and nothing is too wide', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openLab(page, '?scene=arm');
  await pause(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator('#why .why-rows')).toBeVisible();
  const [picture, sheet] = [
    (await page.locator('#picture').boundingBox())!,
    (await page.locator('#why').boundingBox())!,
  ];
  expect(picture.y).toBeGreaterThanOrEqual(-1);
  expect(sheet.y).toBeGreaterThanOrEqual(picture.y + 0.9 * picture.height);
  expect(sheet.y + sheet.height).toBeLessThanOrEqual(801);
  const over = await page.evaluate(() => {
    const sheet = document.getElementById('why')!;
    return [document.documentElement.scrollWidth - innerWidth, sheet.scrollWidth - sheet.clientWidth];
  });
  for (const px of over) expect(px).toBeLessThanOrEqual(0);
});
