// Pictures of the tutorial's own figures, dark and light, in www/learn/posters/: node scripts/learn/posters.mjs
// Posters stand where WebGPU does not run, and on paper; cards are the small pictures of the index. Pages may be named; a chapter that is
// not in the lists below has its #lab after a second for both.
import { join } from 'node:path';
import { inChromium } from '../in-chromium.mjs';
import { main, root } from '../setup/run.mjs';

/** Frames after which a figure shows what its page is about. */
const FRAMES = {
  index: 60,
  '01-one-at-a-time': 40,
  '04-lagrangian': 55,
  '06-edit-the-shader': 40,
  '07-warm-starting': 60,
  '08-drift': 60,
  '10-stiffness': 45,
  '12-in-place-and-in-time': 110,
  '13-soft-rows': 17,
  '13-soft-rows-springs': 40,
  '14-six-axes': 24,
  '14-six-axes-hands': 70,
  '15-motors-and-servos': 180,
  '15-motors-and-servos-wheel': 50,
  '16-push-never-pull': 12,
  '17-stacks': 60,
  '17-stacks-incline': 45,
  '18-a-ragdoll-solved': 60,
  '19-the-sparse-net': 40,
  '20-small-steps': 60,
  '21-penalties-that-learn': 120,
};

/** Figures of a page besides its #lab: whose they are, and which. */
const BESIDES = {
  '13-soft-rows-springs': ['13-soft-rows', '#springs'],
  '14-six-axes-hands': ['14-six-axes', '#hands'],
  '15-motors-and-servos-wheel': ['15-motors-and-servos', '#wheel'],
  '17-stacks-incline': ['17-stacks', '#incline'],
};

/** The part of a chapter that its card shows, and what is clicked before. */
const CARDS = {
  '01-one-at-a-time': { part: '#column', clicks: ['[data-joint="0"]', '[data-joint="1"]'], cut: 'xMidYMin' },
  '02-by-hand': { part: '#stack', cut: 'xMidYMax' },
  '03-ball-joint': { part: '#space', cut: 'xMidYMid' },
  '04-lagrangian': { part: 'bead-work' },
  '05-jacobi': { part: '#hall', clicks: ['#next', '#next', '#next'] },
  '06-edit-the-shader': { part: '#editor' },
  '07-warm-starting': { part: '#circle' },
  '08-drift': { part: 'canvas.stage', zoom: 2 },
  '09-faster': { part: '#curves' },
  '10-stiffness': { part: 'canvas.stage', zoom: 2.4 },
  '11-hardware': { part: '#bytes' },
  '12-in-place-and-in-time': { part: '#track-projected' },
  '13-soft-rows': { part: '#swing' },
  '14-six-axes': { part: '#paddle', cut: 'xMidYMin' },
  '15-motors-and-servos': { part: '#lab canvas.stage', zoom: 1.3 },
  '16-push-never-pull': { part: '#plank', cut: 'xMidYMid' },
  '17-stacks': { part: '#lab canvas.stage', zoom: 1.1 },
  '18-a-ragdoll-solved': { part: '#person', clicks: ['#fold-one', '#fold-one'], cut: 'xMidYMin' },
  '19-the-sparse-net': { part: '#graph', cut: 'xMidYMid' },
  '20-small-steps': { part: '#opened' },
  '21-penalties-that-learn': { part: '#bars' },
};
const NEW = { frames: 60, card: { part: '#lab canvas.stage' } };
const CARD = { width: 360, height: 240 };
const PAGE = { width: 1280, height: 800 };

/** Steps a page's own simulation; the part of the page that shows it. */
async function drawn(page, frames, figure) {
  const element = page.locator('bead-work');
  if (await element.count()) {
    await element.scrollIntoViewIfNeeded();
    await element.evaluate(async (work, count) => {
      await work.ready;
      await work.step(count);
      // what invites to touch it is no part of its picture
      for (const part of work.shadowRoot.querySelectorAll('.play, .message, .slow'))
        part.style.display = 'none';
    }, frames);
    return element.locator('canvas');
  }
  const lab = page.locator(figure);
  await lab.scrollIntoViewIfNeeded();
  await page.waitForSelector(`${figure}[data-frame]`);
  await lab.evaluate(async (figure, count) => {
    while (Number(figure.dataset.frame) < count) {
      const before = figure.dataset.frame;
      figure.querySelector('[data-do="step"]').click();
      while (figure.dataset.frame === before) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }, frames);
  return lab.locator('canvas.stage');
}

/** Lets one part of the page fill the whole window: a drawing cut where it is larger, a canvas zoomed in. */
async function fill(page, { part, clicks = [], cut = '', zoom = 1 }) {
  for (const click of clicks) await page.locator(click).click();
  await page.setViewportSize(CARD);
  await page.locator(part).evaluate(
    (element, [align, larger]) => {
      document.activeElement?.blur();
      if (align) element.setAttribute('preserveAspectRatio', `${align} slice`);
      for (let each = element; each !== document.body; each = each.parentElement) {
        for (const other of each.parentElement.children)
          if (other !== each) other.style.visibility = 'hidden';
        each.style.cssText +=
          ';position:fixed;inset:0;width:100vw;max-width:none;height:100vh;margin:0;padding:0;border:0;border-radius:0;background:var(--panel);overflow:hidden';
      }
      element.style.cssText += `;inset:auto;width:${100 * larger}vw;height:${100 * larger}vh;left:${-50 * (larger - 1)}vw;top:${-30 * (larger - 1)}vh`;
    },
    [cut, zoom],
  );
  await page.mouse.move(CARD.width - 1, CARD.height - 1);
}

main(async () => {
  const asked = process.argv.slice(2);
  const shoot = (target, name, theme, quality) =>
    target.screenshot({ path: join(root, `www/learn/posters/${name}-${theme}.jpg`), type: 'jpeg', quality });
  await inChromium({ quick: true }, async (chrome, url) => {
    const listed = new Set([...Object.keys(FRAMES), ...Object.keys(CARDS)]);
    for (const name of asked.length > 0 ? asked : listed) {
      const { frames, card } = listed.has(name) ? { frames: FRAMES[name], card: CARDS[name] } : NEW;
      for (const theme of ['dark', 'light']) {
        const page = await chrome.newPage({
          viewport: PAGE,
          deviceScaleFactor: 1.5,
          reducedMotion: 'reduce',
        });
        const [chapter, figure] = BESIDES[name] ?? [name, '#lab'];
        await page.goto(`${url}learn/${chapter}.html?theme=${theme}`);
        await page.waitForLoadState('networkidle');
        if (frames) {
          const picture = await drawn(page, frames, figure);
          await page.waitForTimeout(500);
          await shoot(picture, name, theme, 72);
        }
        if (card) {
          await fill(page, card);
          await page.waitForTimeout(700);
          await shoot(page, `${name}-card`, theme, 64);
        }
        await page.close();
      }
    }
  });
});
