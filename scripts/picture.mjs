// The pictures that the repository holds of its own page: npm run picture. docs/moving.webp for the README, the posters that
// stand where there is no picture yet, the pictures of the gallery of scenes, and joints as docs/joints.md shows them. Taken
// with reduced motion, so that every run shows the same moment. Words after it name what to make: page, moving, scenes, joints, kinds, repairs
// or single scenes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inChromium } from './in-chromium.mjs';
import { kindPictures } from './kind-pictures.mjs';
import { movingPicture } from './moving-picture.mjs';
import { main, root } from './setup/run.mjs';

/** Seconds after the start at which each scene shows what it is about, where that is not as it stands still. */
const MOMENTS = {
  necklaces: 0.7,
  ring: 1.5,
  curtain: 0.4,
  bridge: 0.6,
  tree: 3,
  net: 1.2,
  linkage: 0.6,
  track: 1.5,
  rope: 0.7,
  springs: 2.2,
  glider: 0.8,
  ragdolls: 0.5,
  arm: 0.8,
  'ragdoll-drop': 0.55,
  'joint-grid': 1,
  'stable-spherical-chain': 1.5,
  stack: 0.5,
  pyramid: 0.5,
  heap: 0.6,
  wrecking: 1.5,
  dominoes: 4.2,
  pour: 0.9,
  car: 3.6,
  chutes: 3.7,
  tablecloth: 0.3,
  'large-pyramid': 0.3,
  'many-pyramids': 0.3,
  'high-mass-ratio': 0.5,
};
/** The README's moving picture: the two chains of the first page with their numbers, so many frames from one picture to the next. */
const MOVING = {
  clip: { x: 612, y: 56, width: 620, height: 504 },
  size: [620, 504],
  pictures: 60,
  frames: 5,
};
/** Fewer and larger beads: each is to be seen in a small picture. */
const SCENES = {
  necklaces: 'chains=9&beads=16',
  pendant: 'beads=9&compare=jacobi+direct&iterations=6&mass-ratio=60',
  ring: 'beads=24',
  curtain: 'chains=16&beads=12',
  bridge: 'beads=18',
  tree: 'depth=5&contacts=on&substeps=8&colour-by=load',
  net: 'rows=9&columns=11&colour-by=load',
  linkage: '',
  track: 'plates=24',
  suspension: 'planks=10',
  rope: 'rods=8',
  springs: '',
  glider: '',
  ragdolls: 'count=5',
  arm: '',
  'ragdoll-drop': 'count=12',
  'joint-grid': 'columns=16&rows=10',
  'stable-spherical-chain': 'links=32',
  stack: 'boxes=6',
  pyramid: '',
  heap: 'count=300',
  cradle: '',
  wrecking: 'beads=12',
  dominoes: 'count=24',
  pour: 'chains=16&beads=12',
  car: '',
  chutes: '',
  tablecloth: '',
  'large-pyramid': 'base=20',
  'many-pyramids': 'base=4&pyramids=9',
  'high-mass-ratio': '',
};
/** Scenes in which joints are shown, each with its query. */
const JOINTS = {
  linkage: 'theme=dark&show=joints+forces',
  springs: 'theme=light&count=2&show=joints',
  track: 'theme=dark&plates=24&show=joints',
  arm: 'theme=light&show=joints+forces',
  ragdolls: 'theme=dark&count=2&show=joints',
  net: 'theme=light&rows=7&columns=9&show=forces',
};
/** Seconds after the start at which each repair shows what is wrong, and how much closer it is seen, from where across and down. */
const REPAIRS = {
  rope: { moment: 1.3, closer: [0.72, 0.45, 0.1] },
  heavy: { moment: 0.75, closer: [0.75, 0.5, 0.85] },
  door: { moment: 0.25, closer: [0.95, 0.5, 0.5] },
  arm: { moment: 2, closer: [0.7, 0.47, 0.85] },
  ragdoll: { moment: 3, closer: [0.5, 0.5, 0.75] },
};
const THUMBNAIL = { width: 640, height: 400 };

main(async () => {
  const asked = process.argv.slice(2);
  const wanted = (part) => asked.length === 0 || asked.includes(part);
  await inChromium({ quick: true }, async (chrome, url) => {
    const open = async (query) => {
      const page = await chrome.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      await page.goto(`${url}?${query}`);
      await page.waitForFunction(() => window.lab?.runners()[0]?.measures);
      await page.evaluate(() => window.lab.idle());
      return page;
    };
    /** Only the picture, at the moment, s, when the scene shows what it is about. */
    const pose = async (query, moment) => {
      const page = await open(query);
      await page.addStyleTag({
        content: `#picture { position: fixed; inset: 0 auto auto 0; z-index: 9; width: ${THUMBNAIL.width}px; height: ${THUMBNAIL.height}px; background: var(--back) }
          #picture > :not(#canvas) { visibility: hidden }`,
      });
      await page.waitForTimeout(500);
      if (moment !== undefined) {
        await page.locator('#reset').evaluate((button) => button.click());
        await page.evaluate(() => window.lab.idle());
        await page.evaluate(
          (frames) => window.lab.runners()[0].simulation.step(frames),
          Math.round(60 * moment),
        );
        await page.locator('#step').evaluate((button) => button.click());
        await page.evaluate(() => window.lab.idle());
        await page.waitForTimeout(300);
      }
      return page;
    };
    if (wanted('joints')) {
      for (const [scene, query] of Object.entries(JOINTS)) {
        const page = await pose(`scene=${scene}&${query}`, MOMENTS[scene]);
        const path = join(root, `docs/pictures/joints-${scene}.png`);
        await page.locator('#picture').screenshot({ path });
        await page.close();
      }
    }
    if (wanted('kinds'))
      await kindPictures(chrome, url, (kind) => join(root, `docs/pictures/kind-${kind}.png`));
    if (wanted('moving')) {
      const page = await open('theme=light&machine=cpu');
      await page.addStyleTag({ content: '#start, #hint, #slow, #play-row { visibility: hidden }' });
      await page.locator('#reset').evaluate((button) => button.click());
      const shots = [];
      for (let k = 0; k < MOVING.pictures; k++) {
        await page.evaluate(() => window.lab.idle());
        shots.push(await page.screenshot({ clip: MOVING.clip }));
        await page.evaluate(
          (frames) => Promise.all(window.lab.runners().map(({ simulation }) => simulation.step(frames - 1))),
          MOVING.frames,
        );
        await page.locator('#step').evaluate((button) => button.click());
      }
      const { frames, size } = MOVING;
      const moving = await movingPicture(page, shots, {
        size,
        milliseconds: (1000 * frames) / 60,
        last: 900,
      });
      writeFileSync(join(root, 'docs/moving.webp'), moving);
      await page.close();
    }
    for (const theme of ['dark', 'light']) {
      if (wanted('page')) {
        const page = await open(`theme=${theme}`);
        // what invites to touch the page is no part of its picture
        await page.addStyleTag({ content: '#start, #hint, #slow { visibility: hidden }' });
        await page.addStyleTag({ content: '#picture > :not(#canvas) { visibility: hidden }' });
        const path = join(root, `www/public/poster-${theme}.jpg`);
        await page.locator('#picture').screenshot({ path, type: 'jpeg', quality: 80 });
        await page.close();
      }
      if (wanted('repairs')) {
        for (const [name, { moment, closer }] of Object.entries(REPAIRS)) {
          const page = await pose(`repair=${name}&theme=${theme}`, moment);
          await page.evaluate(([factor, across, down]) => {
            const { width, height } = document.getElementById('canvas');
            window.lab.view().zoom(factor, across * width, down * height);
          }, closer);
          await page.locator('#step').evaluate((button) => button.click());
          await page.waitForTimeout(500);
          const path = join(root, `www/learn/posters/repair-${name}-${theme}.jpg`);
          await page.locator('#picture').screenshot({ path, type: 'jpeg', quality: 72 });
          await page.close();
        }
      }
      for (const [scene, query] of Object.entries(SCENES)) {
        if (!wanted('scenes') && !asked.includes(scene)) continue;
        const page = await pose(`scene=${scene}&${query}&theme=${theme}`, MOMENTS[scene]);
        const path = join(root, `www/public/scenes/${scene}-${theme}.jpg`);
        await page.locator('#picture').screenshot({ path, type: 'jpeg', quality: 72 });
        await page.close();
      }
    }
  });
});
