// The pages without WebGPU: their pictures move by the CPU and WebGL. Where WebGL is missing too, they say so.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inFirefox } from '../../scripts/in-firefox.mjs';
import { root } from '../../scripts/setup/run.mjs';
import { expectMotion, visit } from './page.mjs';

// In the page: what the simulations of a picture compute on, null before there is one.
const inLab = () =>
  window.lab?.view() ? window.lab.runners().map(({ simulation }) => simulation.machine) : null;
const inElement = () => {
  const { state, simulations } = document.querySelector('bead-work') ?? {};
  return state === 'playing' ? simulations.map(({ machine }) => machine) : null;
};
/** A chapter keeps its simulations to itself; without WebGPU there is only one thing for them to compute on. */
const inChapter = () => (document.querySelector('#lab.running') && !navigator.gpu ? ['cpu'] : null);

/** Its name, its address, where its picture is, what that computes on, and where it says that there can be none. */
const PAGES = [
  ['the lab', '', '#stage', inLab, '#message'],
  [
    'an embedded scene',
    'embed.html?scene=pendant&autoplay',
    'bead-work',
    inElement,
    'bead-work >>> .message',
  ],
  ['the page on embedding', 'embedding.html', 'bead-work', inElement, 'bead-work >>> .message'],
  ['chapter 1', 'learn/01-one-at-a-time.html', '#pair', inElement, '#pair >>> .message'],
  ['chapter 12', 'learn/12-in-place-and-in-time.html', '#lab', inChapter, '#lab .missing'],
];

/** Every page of the site, as vite.config.ts has them. */
const everyPage = ['', 'learn/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => folder + name),
);

/** From its head to its foot, so that all of it was in sight once; then until all that this began has its first picture. */
async function scrollThrough(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      // who watches what is in sight is told between one frame and the next
      await frame();
      await frame();
    }
  });
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('bead-work')].every(({ state }) => state !== 'loading') &&
      [...document.querySelectorAll('figure:has(canvas.stage)')].every(
        (figure) => figure.dataset.frame || figure.querySelector('.missing[data-code]'),
      ),
  );
}

/** What nobody can see stands still. */
const lookAt = async (page, figure) => (await page.waitForSelector(figure)).scrollIntoView();

await inFirefox({}, async (firefox, address) => {
  for (const [name, path, figure, machines] of PAGES) {
    await test(`${name} moves without WebGPU`, () =>
      visit(firefox, address + path, async (page) => {
        await lookAt(page, figure);
        const found = await (await page.waitForFunction(machines)).jsonValue();
        assert.ok(found.length > 0 && found.every((machine) => machine === 'cpu'), `on ${found}`);
        await expectMotion(page, `${figure} >>> canvas`);
      }));
  }

  for (const path of everyPage) {
    await test(`${path} complains of nothing`, () => visit(firefox, address + path, scrollThrough));
  }

  await test('chapter 5 solves its beads by itself', () =>
    visit(firefox, `${address}learn/05-jacobi.html`, async (page) => {
      const lambdas = () =>
        page.$$eval('#hall [data-lambda]', (places) => places.map((place) => Number(place.dataset.lambda)));
      const before = await lambdas();
      // a pass and a half
      for (let half = 0; half < 3; half++) await page.click('#next');
      const after = await lambdas();
      assert.equal(after.length, 4);
      assert.ok(after.every(Number.isFinite), `${after}`);
      assert.notDeepEqual(after, before);
    }));
});

await inFirefox({ preferences: { 'webgl.disabled': true } }, async (firefox, address) => {
  for (const [name, path, figure, , message] of PAGES) {
    await test(`${name} says that there is neither WebGPU nor WebGL`, () =>
      visit(firefox, address + path, async (page) => {
        await lookAt(page, figure);
        const place = await page.waitForSelector(message, { visible: true });
        await page.waitForFunction(({ dataset }) => dataset.code === 'no-webgl', {}, place);
        assert.match(await place.evaluate(({ textContent }) => textContent), /neither WebGPU nor WebGL 2/);
      }));
  }
});
