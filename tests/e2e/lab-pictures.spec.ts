// The page as it looks: three scenes in both themes, at the same simulated moment. Text is drawn by whatever fonts
// a machine has, so only the picture of the simulation is compared.

import { openLab } from './lab-page';
import { expect, test } from './test';

/**
 * Share of the pixels that may differ visibly. A bead's edge lands on other pixels with another compiler of the same
 * shader; a missing light, thread, bead or ground differs in far more.
 */
const TOLERANCE = { maxDiffPixelRatio: 0.003, threshold: 0.2 };

const SCENES = {
  pendants: '',
  curtain: 'scene=curtain&chains=16&solver=direct&colour-by=load',
  net: 'scene=net&solver=auto',
};

test.use({ viewport: { width: 900, height: 700 }, contextOptions: { reducedMotion: 'reduce' } });

for (const [name, query] of Object.entries(SCENES)) {
  test(`${name}, dark and then light`, async ({ page }) => {
    await openLab(page, `?${query}&theme=dark`);
    // words above it are as high as the machine's fonts make them, and a canvas between two pixels is cut between them
    await page.addStyleTag({
      content:
        '.site, header { block-size: 100px; overflow: hidden } #picture > :not(#canvas) { visibility: hidden }',
    });
    await expect(page.locator('#canvas')).toHaveScreenshot(`${name}-dark.png`, TOLERANCE);
    // what stands is drawn anew, not computed anew
    await page.locator('[data-theme-switch]').click();
    await expect(page.locator('#canvas')).toHaveScreenshot(`${name}-light.png`, TOLERANCE);
  });
}
