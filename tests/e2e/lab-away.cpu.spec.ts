// What the page gives away is valid, and what it is given is read or refused in a sentence.
import { bodyCounts, choose, idle, open, openLab, parameters, pause, take } from './lab-page';
import { expect, test } from './test';

test.use({ painted: true });

test('a picture, the plots, the scene', async ({ page }) => {
  const problems = await openLab(
    page,
    '?scene=bridge&beads=12&solver=jacobi&compare=direct&plots=gap+energy',
  );
  await expect.poll(() => page.evaluate(() => window.lab.runners()[0]?.measures?.time)).toBeGreaterThan(0.5);
  await pause(page);
  await page.locator('#take-switch').click();

  const png = await take(page, '#take-png');
  expect(png.name).toBe('beadwork-bridge.png');
  const size = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const { width, height } = document.querySelector('canvas')!;
      return [bitmap.width - width, bitmap.height - height, width];
    },
    [...png.bytes],
  );
  expect(size.slice(0, 2)).toEqual([0, 0]);
  expect(size[2]).toBeGreaterThan(300);

  const csv = await take(page, '#take-csv');
  const rows = csv.bytes
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.split(','));
  expect(rows[0]).toEqual([
    'time_s',
    'largest_gap_jacobi_m',
    'largest_gap_direct_m',
    'energy_jacobi_J',
    'energy_direct_J',
  ]);
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows.slice(1)) {
    expect(row).toHaveLength(5);
    for (const cell of row) expect(Number.isFinite(Number.parseFloat(cell)), cell).toBe(true);
  }

  const json = await take(page, '#take-json');
  const scene = JSON.parse(json.bytes.toString());
  expect(scene.bodies).toHaveLength(12);
  // what left comes back: the same bodies in the same places
  await open(page, 'mine.json', json.bytes.toString());
  await expect(page.locator('#notice')).toContainText('mine.json is open');
  await idle(page);
  const back = await page.evaluate(() => window.lab.runners()[0]!.simulation.describe());
  expect(back.bodies.length).toBe(12);
  expect(await page.locator('#scene').inputValue()).toBe('file');
  expect(problems).toEqual([]);
});

test('a scene that is wrong is refused by its path, and what was there stays', async ({ page }) => {
  await openLab(page, '?scene=ring&solver=direct');
  await page.locator('#take-switch').click();
  await open(page, 'broken.json', '{ not json');
  await expect(page.locator('#notice')).toContainText('broken.json is not JSON');
  const radius = {
    version: 1,
    bodies: [{ position: [0, 0, 0], radius: 0.1 }, { position: [0, 1, 0] }],
    joints: [],
  };
  await open(page, 'wrong.json', JSON.stringify(radius));
  await expect(page.locator('#notice')).toHaveAttribute('data-code', 'scene');
  await expect(page.locator('#notice')).toContainText('bodies[1]');
  await idle(page);
  expect(await bodyCounts(page)).toEqual([40]);
  expect((await parameters(page)).solver).toBe('direct');
  expect((await page.evaluate(() => window.lab.state())).scene).toBe('ring');
});

test('a scene dropped on the page opens', async ({ page }) => {
  await openLab(page);
  const two = {
    version: 1,
    gravity: [0, -1.6, 0],
    bodies: [
      { position: [0, 2, 0], radius: 0.2, fixed: true },
      { position: [0.4, 2, 0], radius: 0.2 },
    ],
    joints: [{ type: 'point', a: 0, b: 1, anchorA: [0.2, 0, 0], anchorB: [-0.2, 0, 0] }],
  };
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'two.json', { type: 'application/json' }));
    for (const type of ['dragenter', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, JSON.stringify(two));
  await expect(page.locator('#notice')).toContainText('two.json is open');
  await idle(page);
  expect(await bodyCounts(page)).toEqual([2, 2]);
  // the scene's own gravity, unless somebody sets another
  expect((await parameters(page)).gravity[1]).toBeCloseTo(-1.6, 6);
  await expect(page.locator('#drop')).toBeHidden();
});

test('the lines to paste show what is on screen', async ({ page }) => {
  await openLab(page, '?scene=bridge&beads=12&compare=jacobi+direct&iterations=50&gravity=0+-1.6+0');
  await page.locator('#take-switch').click();
  await page.locator('#take-embed').click();
  await expect(page.locator('#snippet-about')).toContainText('Paste this');
  const pasted = (await page.locator('#snippet').textContent())!;
  const address = await page.evaluate((html) => {
    const frame = new DOMParser().parseFromString(html, 'text/html').querySelector('iframe')!;
    return frame.src;
  }, pasted);
  const query = Object.fromEntries(new URL(address).searchParams);
  expect(query).toMatchObject({
    scene: 'bridge',
    beads: '12',
    compare: 'jacobi direct',
    iterations: '50',
    gravity: '0 -1.6 0',
  });
  expect(query).not.toHaveProperty('substeps');
  // with a cut the scene has to go with it, and that is said first
  await page.keyboard.press('Escape');
  await expect(page.locator('#take')).toBeHidden();
  await choose(page, 6);
  await page.keyboard.press('x');
  await idle(page);
  await page.locator('#take-switch').click();
  await expect(page.locator('#snippet'), 'old lines are not offered').toBeHidden();
  await page.locator('#take-embed').click();
  await expect(page.locator('#snippet-about')).toContainText('Save the scene');
  await expect(page.locator('#snippet')).toContainText('src="beadwork-bridge.json"');
});

test('a recording, changes and all, plays back from its file to the same bits', async ({ page }) => {
  await openLab(page, '?scene=bridge&beads=12&solver=direct');
  await pause(page);
  await page.locator('#take-switch').click();
  await page.locator('#take-recording').click();
  await expect(page.locator('#take-recording')).toHaveAttribute('aria-pressed', 'true');
  await page.locator('#step').click();
  await idle(page);
  await page.evaluate(() => window.lab.runners()[0]!.simulation.cut(3));
  for (let k = 0; k < 3; k++) {
    await page.locator('#step').click();
    await idle(page);
  }
  const { name, bytes } = await take(page, '#take-recording');
  expect(name).toBe('beadwork-bridge.recording.json');
  const recording = JSON.parse(bytes.toString());
  expect(recording.frames).toBe(4);
  await open(page, name, bytes.toString());
  await expect(page.locator('#notice')).toContainText('Played back 4 frames, to the same bits.');
  // without the last step and the measurement after it
  await open(page, name, JSON.stringify({ ...recording, log: recording.log.slice(0, -2) }));
  await expect(page.locator('#notice')).toContainText('They end in other bits');
  await open(page, name, JSON.stringify({ ...recording, hash: null, ended: 'interrupted' }));
  await expect(page.locator('#notice')).toContainText('The recording broke off there');
  await open(page, name, JSON.stringify({ ...recording, log: 7 }));
  await expect(page.locator('#notice')).toContainText('log');
});

test('a recording ends with the scene that it is of, and is kept', async ({ page }) => {
  const problems = await openLab(page, '?scene=bridge&beads=12&solver=direct');
  await pause(page);
  await page.locator('#take-switch').click();
  await page.locator('#take-recording').click();
  await page.locator('#step').click();
  await idle(page);
  await page.locator('#controls-switch').click();
  // refused: everything stays, the recording too
  await open(page, 'broken.json', JSON.stringify({ version: 1, bodies: [{}] }));
  await expect(page.locator('#notice')).toHaveAttribute('data-code', 'scene');
  await expect(page.locator('#take-recording')).toHaveAttribute('aria-pressed', 'true');
  await page.locator('#scene').selectOption('ring');
  await expect(page.locator('#notice')).toContainText('The recording ended');
  await idle(page);
  expect(await bodyCounts(page)).toEqual([40]);
  await expect(page.locator('#take-recording')).toHaveText('Keep the recording that ended');
  await expect(page.locator('#take-recording')).toHaveAttribute('aria-pressed', 'false');
  const { name, bytes } = await take(page, '#take-recording');
  expect(name).toBe('beadwork-bridge.recording.json');
  expect(JSON.parse(bytes.toString())).toMatchObject({ frames: 1, ended: null });
  await expect(page.locator('#take-recording')).toHaveText('Recording');
  await open(page, name, bytes.toString());
  await expect(page.locator('#notice')).toContainText('Played back 1 frame, to the same bits.');
  expect(await bodyCounts(page)).toEqual([12]);
  expect(problems).toEqual([]);
});
