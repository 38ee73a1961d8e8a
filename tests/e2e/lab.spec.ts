// The lab with WebGPU: it opens, draws, steps, races, says why, gives away its picture, and judges a repair. What else it does is
// tested where the CPU computes.
import { openLab, pause, ready, take } from './lab-page';
import { expect, test } from './test';

test('opens on two pendants under one weight, and only one of them stretches', async ({ page }) => {
  const problems = await openLab(page);
  await expect(page.locator('h1')).toContainText('One of them stretches');
  await pause(page);
  // two seconds of simulated time, whatever this machine takes for them
  const gaps = await page.evaluate(async () => {
    const runners = window.lab.runners();
    await Promise.all(runners.map(({ simulation }) => simulation.step(120)));
    return Promise.all(runners.map(async ({ simulation }) => (await simulation.measure()).maxGap));
  });
  expect(gaps[0]!).toBeGreaterThan(0.05);
  expect(gaps[1]!).toBeLessThan(1e-3);
  await page.locator('#step').click();
  await expect(page.locator('.figure b').first()).toHaveText(/^[1-9]\d %$/);
  await expect(page.locator('.figure b').last()).toHaveText('0.0 %');
  await expect(page.locator('.figure span')).toHaveText(['stretch · 10 passes', 'stretch · no passes']);
  await page.locator('#play').click();
  // the sentence is of now, in tenths of a second
  await expect(page.locator('#words')).toHaveText(
    /^After \d+\.\d s\. Jacobi: \d+ % too long; Exact: 0\.0 % too long\.$/,
  );
  expect(new URL(page.url()).search).toBe('');

  // See why has the device's figures
  await pause(page);
  await page.keyboard.press('j');
  const gap = page.locator('#why .why-figures data').first();
  const read = await page.evaluate(
    async () => (await window.lab.runners()[0]!.simulation.readJoints([0]))[0]!.gap,
  );
  await expect.poll(async () => Number(await gap.getAttribute('value'))).toBe(read);

  // the picture as it is drawn, and a clip of it that plays
  const png = await take(page, '#take-png');
  expect(png.name).toBe('beadwork-pendant.png');
  const drawn = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const { width, height } = document.querySelector('canvas')!;
      const picture = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      picture.drawImage(bitmap, 0, 0);
      const { data } = picture.getImageData(0, 0, bitmap.width, bitmap.height);
      return {
        larger: [bitmap.width - width, bitmap.height - height],
        colours: new Set(new Uint32Array(data.buffer)).size,
      };
    },
    [...png.bytes],
  );
  expect(drawn.larger).toEqual([0, 0]);
  expect(drawn.colours).toBeGreaterThan(500);
  await page.locator('#play').click();
  const { name, bytes } = await take(page, '#take-webm');
  expect(name).toBe('beadwork-pendant.webm');
  const seen = await page.evaluate(
    async (bytes) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'video/webm' }));
      await video.play();
      await new Promise((done) => video.requestVideoFrameCallback(done));
      const { videoWidth: width, videoHeight: height } = video;
      const picture = new OffscreenCanvas(width, height).getContext('2d')!;
      picture.drawImage(video, 0, 0);
      const colours = new Set(new Uint32Array(picture.getImageData(0, 0, width, height).data.buffer));
      return { width, height, colours: colours.size };
    },
    [...bytes],
  );
  expect(seen.width).toBeGreaterThan(300);
  expect(seen.height).toBeGreaterThan(100);
  // how many frames it holds is the machine's affair; that pearls are on them is ours
  expect(seen.colours).toBeGreaterThan(500);
  expect(problems).toEqual([]);
});

test('a browser that gives no adapter is named, and asking again helps when it does', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = GPU.prototype.requestAdapter;
    let refuse = true;
    const allow = () => {
      refuse = false;
    };
    // before the button's own listener
    addEventListener('click', allow, { capture: true });
    GPU.prototype.requestAdapter = function (options) {
      return refuse ? Promise.resolve(null) : ask.call(this, options);
    };
  });
  // otherwise it would run on the CPU
  await page.goto('/?machine=gpu');
  await expect(page.locator('#message')).toHaveAttribute('data-code', 'no-adapter');
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
  await expect(page.locator('#message')).toBeHidden();
});

test('a repair is judged on it as well', async ({ page }) => {
  const problems = await openLab(page, '?repair=rope');
  const sheet = page.locator('#repair');
  await expect(sheet).toHaveAttribute('data-verdict', 'wrong');
  await page.keyboard.press('c');
  await page.locator('#solver').selectOption('direct');
  await expect(sheet).toHaveAttribute('data-verdict', 'mended', { timeout: 90_000 });
  expect(problems).toEqual([]);
});

test('what is dropped falls on the device too, and goes again', async ({ page }) => {
  const problems = await openLab(page, '?scene=stack&count=2');
  await pause(page);
  const there = () => page.evaluate(() => window.lab.runners()[0]!.simulation.bodies().length);
  const start = await there();
  await page.locator('#drop-switch').click();
  // what has joints: recording.both.spec.ts
  await page.locator('#drop-bar').getByRole('button', { name: 'Ball' }).click();
  await page.getByRole('button', { name: 'In the middle' }).click();
  await expect.poll(there).toBe(start + 1);
  const heights = () =>
    page.evaluate(async (start) => {
      const poses = await window.lab.runners()[0]!.simulation.readPoses();
      return Array.from({ length: poses.length / 7 }, (_, body) => poses[7 * body + 1]!).slice(start);
    }, start);
  await page.evaluate(() => window.lab.idle());
  const high = await heights();
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(6));
  // 0.1 s of free fall are 5 cm
  const low = await heights();
  expect(high[0]! - low[0]!).toBeGreaterThan(0.03);
  await page.locator('#undo').click();
  await expect.poll(there).toBe(start);
  expect(problems).toEqual([]);
});
