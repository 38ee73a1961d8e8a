// npm run clips: the first seconds of every scene in the lab, as they are shown. Ends with an error where a picture is
// blank or the view jumps. One contact sheet per scene is left for the eye.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median } from './figures.mjs';
import { inChromium } from './in-chromium.mjs';
import { commandLine } from './setup/command-line.mjs';
import { main, root, SetupError } from './setup/run.mjs';

const usage = `npm run clips -- [SCENE …] [--seconds 10] [--width 1280] [--height 800] [--theme dark] [--out target/clips]
--seconds of each scene's own time; pictures are looked at from the first one that the page has measured.`;

/** Of the usual number of pixels that are not background: a picture with fewer is blank. */
const BLANK = 0.3;
/** Of the picture's height: what is pinned moves no farther from one picture to the next, or the view has jumped. */
const JUMP = 0.03;
/** Pictures on a contact sheet. */
const SHEET = { columns: 5, rows: 4, width: 320 };

/** In the lab: notes for every picture that is drawn how far the pinned beads have moved in it since the last one. */
async function watchPinned() {
  const { project } = await import('/www/player/sight.ts');
  const canvas = document.getElementById('canvas');
  const view = window.lab.view();
  const { simulation } = window.lab.runners()[0];
  const { bodies } = await simulation.describe();
  const pinned = bodies.filter(({ fixed }) => fixed).map(({ position }) => position);
  window.clip = { moved: [], sizes: new Set() };
  let before = null;
  const render = view.render.bind(view);
  view.render = () => {
    render();
    const aspect = canvas.width / canvas.height;
    const now = pinned.map((point) => project(view.camera, point, aspect, 1));
    const steps = now.map((at, k) =>
      before?.[k] && at ? Math.hypot(at.x - before[k].x, at.y - before[k].y) : 0,
    );
    window.clip.moved.push(Math.max(0, ...steps));
    window.clip.sizes.add(`${canvas.width} × ${canvas.height}`);
    before = now;
  };
}

/** In an empty page: the share of pixels that are not background, for each picture, and some of them on one sheet. */
async function look([pictures, { x, y, width, height }, sheet]) {
  const draw = async (target, picture, at) => {
    const blob = await (await fetch(`data:image/jpeg;base64,${picture}`)).blob();
    const image = await createImageBitmap(blob);
    target.drawImage(image, x, y, width, height, at.x, at.y, at.width, at.height);
  };
  const tall = Math.round((sheet.width * height) / width);
  const small = new OffscreenCanvas(sheet.width, tall).getContext('2d', { willReadFrequently: true });
  const ink = [];
  for (const picture of pictures) {
    await draw(small, picture, { x: 0, y: 0, width: sheet.width, height: tall });
    const { data } = small.getImageData(0, 0, sheet.width, tall);
    const count = new Map();
    const kinds = [];
    for (let k = 0; k < data.length; k += 4) {
      const kind = ((data[k] >> 4) << 8) | ((data[k + 1] >> 4) << 4) | (data[k + 2] >> 4);
      kinds.push(kind);
      count.set(kind, (count.get(kind) ?? 0) + 1);
    }
    const [back] = [...count].sort((a, b) => b[1] - a[1])[0];
    const far = (kind) =>
      Math.max(...[8, 4, 0].map((bit) => Math.abs(((kind >> bit) & 15) - ((back >> bit) & 15)))) > 1;
    ink.push(kinds.filter(far).length / kinds.length);
  }
  const { columns, rows } = sheet;
  const canvas = new OffscreenCanvas(columns * sheet.width, rows * tall);
  const whole = canvas.getContext('2d');
  const shown = Math.min(columns * rows, pictures.length);
  for (let k = 0; k < shown; k++) {
    const picture = pictures[Math.floor((k * (pictures.length - 1)) / Math.max(1, shown - 1))];
    const at = { x: (k % columns) * sheet.width, y: Math.floor(k / columns) * tall };
    await draw(whole, picture, { ...at, width: sheet.width, height: tall });
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return { ink, sheet: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

async function clip(chrome, url, { scene, seconds, width, height, theme }) {
  const page = await chrome.newPage({ viewport: { width, height } });
  await page.goto(`${url}?scene=${scene}&theme=${theme}`);
  await page.waitForFunction(() => window.lab?.runners()[0]?.measures);
  // the beads alone: words stay where a blank picture was
  await page.addStyleTag({ content: '#picture > :not(#canvas) { visibility: hidden }' });
  await page.evaluate(watchPinned);
  const area = await page.locator('#canvas').boundingBox();
  const session = await page.context().newCDPSession(page);
  const pictures = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data);
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70 });
  await page.waitForFunction((frames) => window.lab.runners()[0].measures?.steps >= frames, 60 * seconds, {
    // a software GPU may take some seconds for one of the scene's
    timeout: 20_000 * seconds,
    polling: 250,
  });
  await session.send('Page.stopScreencast');
  const { moved, sizes } = await page.evaluate(() => ({
    moved: window.clip.moved,
    sizes: [...window.clip.sizes],
  }));
  await page.close();
  const blank = await chrome.newPage();
  const seen = await blank.evaluate(look, [pictures, area, SHEET]);
  await blank.close();
  return { pictures, moved, sizes, ...seen };
}

main(async () => {
  const asked = commandLine('clips', usage, {
    seconds: 10,
    width: 1280,
    height: 800,
    theme: 'dark',
    out: 'target/clips',
  });
  const catalogue = JSON.parse(readFileSync(join(root, 'www/generated/catalogue.json'), 'utf8'));
  const names = catalogue.scenes.map(({ name }) => name);
  for (const word of asked.words)
    if (!names.includes(word))
      throw new SetupError(`There is no scene '${word}'; there are ${names.join(', ')}.`);
  const out = resolve(root, asked.out);
  mkdirSync(out, { recursive: true });
  const faults = [];
  await inChromium({}, async (chrome, url) => {
    console.log(
      '| scene | pictures | least of the usual ink | most that a pinned bead moves, % of the height | sizes |',
    );
    console.log('|---|---|---|---|---|');
    for (const scene of asked.words.length > 0 ? asked.words : names) {
      const { ink, moved, sizes, sheet } = await clip(chrome, url, { ...asked, scene });
      const least = Math.min(...ink) / median(ink);
      const most = Math.max(...moved);
      const percent = (share) => (100 * share).toFixed(1);
      console.log(
        `| ${scene} | ${ink.length} | ${percent(least)} % | ${percent(most)} % | ${sizes.join(', ')} |`,
      );
      writeFileSync(join(out, `${scene}.png`), Buffer.from(sheet, 'base64'));
      if (!(least >= BLANK)) faults.push(`${scene}: picture ${ink.indexOf(Math.min(...ink))} is blank`);
      if (!(most <= JUMP)) faults.push(`${scene}: the view jumps at picture ${moved.indexOf(most)}`);
    }
  });
  console.log(`Contact sheets: ${out}`);
  if (faults.length > 0) throw new SetupError(`${faults.join('.\n')}.`);
});
