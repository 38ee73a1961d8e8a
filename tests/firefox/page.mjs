// A page of Firefox as its tests open it, and what can be said of a picture.
import assert from 'node:assert/strict';

/** A software GPU on a machine that others use too is slow, ms. */
const PATIENCE = 120_000;

/** Opens a page, gives it to `use`, and fails where it has complained meanwhile. */
export async function visit(firefox, url, use) {
  const page = await firefox.newPage();
  page.setDefaultTimeout(PATIENCE);
  // software stands in a card's place, and the page is to take it for one: see www/machine.ts
  await page.evaluateOnNewDocument(() => Object.assign(globalThis, { softwareIsACard: true }));
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // GPU errors that no scope caught are among them, as src/gpu/device.rs writes them
    if (message.type() === 'error') complaints.push(message.text());
  });
  try {
    await page.setViewport({ width: 1280, height: 800 });
    const response = await page.goto(url);
    assert.ok(response.status() < 400, `${url} answers ${response.status()}`);
    await use(page);
  } catch (error) {
    if (complaints.length > 0) error.message += `\nThe page had said:\n${complaints.join('\n')}`;
    throw error;
  } finally {
    await page.close();
  }
  assert.deepEqual(complaints, []);
}

/** Opens a page that has the public module as `window.beadwork`; `use` gets the names of its scenes and solvers too. */
export const visitModule = (firefox, address, use) =>
  visit(firefox, new URL('tests/e2e/pages/api.html', address).href, async (page) => {
    await page.waitForFunction(() => Boolean(window.beadwork));
    const names = await page.evaluate(() => {
      const { scenes, solvers } = window.beadwork;
      return { scenes: scenes().map(({ name }) => name), solvers: solvers().map(({ name }) => name) };
    });
    assert.ok(names.scenes.length > 0 && names.solvers.length > 0, 'the module has scenes and solvers');
    await use(page, names);
  });

/** How many colours a PNG has, counted by the page's own decoder. */
export const coloursOf = (page, base64) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
    paper.drawImage(image, 0, 0);
    return new Set(new Uint32Array(paper.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  }, base64);

/** Fewer colours are a blank picture: a background, or the ground's shades. */
export const FEWEST_COLOURS = 50;

/** A poster fades out once there is a picture: waits until nothing has faded for ten of the browser's pictures. */
const faded = (canvas) =>
  canvas.evaluate(async (canvas) => {
    const ends = ({ effect, playState }) =>
      playState === 'running' && effect.getComputedTiming().endTime < Number.POSITIVE_INFINITY;
    for (let still = 0; still < 10; still++) {
      await new Promise(requestAnimationFrame);
      const fading = [document, canvas.getRootNode()].flatMap((root) => root.getAnimations()).filter(ends);
      if (fading.length > 0) still = 0;
      await Promise.allSettled(fading.map(({ finished }) => finished));
    }
  });

/** Waits until what `selector` names shows a picture that is not blank and moves, as a person sees it on the page. */
export async function expectMotion(page, selector) {
  const figure = await page.$(selector);
  const take = () => figure.screenshot({ encoding: 'base64' });
  await faded(figure);
  const before = await take();
  const colours = await coloursOf(page, before);
  assert.ok(colours > FEWEST_COLOURS, `the picture has ${colours} colours`);
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) if ((await take()) !== before) return;
  assert.fail(`nothing moves within ${PATIENCE / 1000} s`);
}
