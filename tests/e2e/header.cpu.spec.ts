// The header is one on all pages: where one is, where one can go, dark or light. So is the foot.
import { soundInBothThemes } from './lab-page';
import { expect, test, withoutPictures } from './test';

const PAGES = {
  '/': ['Lab', 'page'],
  '/learn/': ['Learn', 'page'],
  '/learn/01-one-at-a-time.html': ['Learn', 'true'],
  '/bench.html': ['Benchmark', 'page'],
  '/api.html': ['API', 'page'],
  '/source.html': ['API', 'true'],
  '/embedding.html': ['Embed', 'page'],
  '/docs/': ['API', 'true'],
  '/docs/benchmarks/cpu.html': ['API', 'true'],
} as const;

/** Addresses that are there. */
const there = new Set<string>();

test.beforeEach(({ page }) =>
  // the header needs no simulation
  withoutPictures(page),
);

for (const [path, [name, current]] of Object.entries(PAGES)) {
  test(`${path}: says where one is, on one line, with links that lead somewhere`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const header = page.getByRole('navigation', { name: 'Beadwork' });
    await expect(header.locator('[aria-current]')).toHaveText(name);
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', current);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const { inside, middles } = await header.evaluate((nav) => {
        const boxes = [...nav.children].map((child) => child.getBoundingClientRect());
        return {
          inside: boxes.every(({ left, right }) => left >= 0 && right <= innerWidth),
          middles: boxes.map(({ top, bottom }) => (top + bottom) / 2),
        };
      });
      expect(inside, `${width} px`).toBe(true);
      expect(Math.max(...middles) - Math.min(...middles), `${width} px`).toBeLessThan(4);
    }
    const links = header.getByRole('link');
    expect(await links.allTextContents()).toEqual(['Beadwork', 'Lab', 'Learn', 'Benchmark', 'API', 'Embed']);
    for (const link of await links.all()) {
      const address = await link.evaluate((one) => (one as HTMLAnchorElement).href);
      if (!there.has(address)) expect((await request.get(address)).status(), address).toBe(200);
      there.add(address);
    }
    // at the end of the page: what it is, and everything else that there is
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText('a physics engine whose joints do not stretch');
    const ways = foot.getByRole('link');
    expect(await ways.allTextContents()).toEqual([
      'Documentation',
      'API',
      'Install from npm',
      'Source',
      'Changelog',
      'Licence: MIT or Apache-2.0',
      'Credits',
    ]);
    for (const way of await ways.all()) {
      const address = await way.evaluate((one) => (one as HTMLAnchorElement).href);
      if (!there.has(address)) expect((await request.get(address)).status(), address).toBe(200);
      there.add(address);
    }
  });
}

test('a page of the documentation fits a phone, and axe finds nothing in it, dark and light', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/docs/', '/docs/start.html', '/docs/joints.html', '/docs/scenes.html#joints']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    await soundInBothThemes(page);
  }
  await expect(page.locator(':target')).toHaveText('Joints');
});

test('the theme is there before any module has run, and the switch says what it does', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.route(/^(?!.*theme-first).*\.(ts|js)(\?.*)?$/, (route) => route.abort());
  const theme = page.locator('html');
  for (const [path, wanted] of [
    ['/bench.html', 'light'],
    ['/learn/?theme=dark', 'dark'],
  ] as const) {
    await page.goto(path);
    await expect(theme).toHaveAttribute('data-theme', wanted);
  }
  await page.unrouteAll();
  await page.goto('/bench.html');
  await page.getByRole('button', { name: 'Switch to dark' }).click();
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Switch to light' })).toBeVisible();
  // kept for the next page
  await page.goto('/learn/');
  await expect(theme).toHaveAttribute('data-theme', 'dark');
});
