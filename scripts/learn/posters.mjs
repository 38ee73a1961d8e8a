// The pictures that stand in the tutorial where WebGPU does not, and on paper: node scripts/learn/posters.mjs
// Each chapter's own figure, so many frames after its start, dark and light: www/learn/posters/. Chapters may be named.
import { join } from 'node:path';
import { flags } from '../chromium-flags.mjs';
import { findChromium } from '../setup/browser.mjs';
import { main, root } from '../setup/run.mjs';

/** Frames after which a figure shows what its chapter is about. */
const FRAMES = {
  '01-one-at-a-time': 40,
  '04-lagrangian': 55,
  '06-edit-the-shader': 40,
  '07-warm-starting': 60,
  '08-drift': 60,
  '10-stiffness': 45,
};

async function drawn(page, frames) {
  await page.waitForLoadState('networkidle');
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
  const lab = page.locator('#lab');
  await lab.scrollIntoViewIfNeeded();
  await page.waitForSelector('#lab[data-frame]');
  await lab.evaluate(async (figure, count) => {
    while (Number(figure.dataset.frame) < count) {
      const before = figure.dataset.frame;
      figure.querySelector('[data-do="step"]').click();
      while (figure.dataset.frame === before) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }, frames);
  return lab.locator('canvas.stage');
}

main(async () => {
  const { chromium } = await import('@playwright/test');
  const { createServer } = await import('vite');
  const server = await createServer({ root, server: { port: 0 }, logLevel: 'warn' });
  await server.listen();
  const chrome = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: flags,
    ignoreDefaultArgs: ['--headless', '--disable-gpu'],
  });
  try {
    const asked = process.argv.slice(2);
    for (const [name, frames] of Object.entries(FRAMES)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      for (const theme of ['dark', 'light']) {
        const page = await chrome.newPage({
          viewport: { width: 1280, height: 800 },
          deviceScaleFactor: 1.5,
          reducedMotion: 'reduce',
        });
        const { port } = server.httpServer.address();
        await page.goto(`http://127.0.0.1:${port}/learn/${name}.html?theme=${theme}`);
        const picture = await drawn(page, frames);
        await page.waitForTimeout(500);
        const path = join(root, `www/learn/posters/${name}-${theme}.jpg`);
        await picture.screenshot({ path, type: 'jpeg', quality: 72 });
        await page.close();
      }
    }
  } finally {
    await chrome.close();
    await server.close();
  }
});
