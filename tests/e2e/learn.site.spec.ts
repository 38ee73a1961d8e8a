// What a chapter costs to load from a static host: all that a reader's browser fetches, gzipped.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test';

const LIMIT = 800_000;
const chapters = (JSON.parse(readFileSync('www/learn/chapters.json', 'utf8')) as { name: string }[]).filter(
  ({ name }) => existsSync(`learn/${name}.html`),
);

for (const name of ['index', 'puzzles', 'repairs', ...chapters.map((chapter) => chapter.name)]) {
  test(`learn/${name}.html stays under 800 kB gzipped, all on this host`, async ({ page, baseURL }) => {
    const bodies: Promise<number>[] = [];
    const strangers: string[] = [];
    const missing: string[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith('http')) return;
      if (!response.url().startsWith(new URL('/', baseURL).href)) strangers.push(response.url());
      if (response.status() >= 400) missing.push(response.url());
      bodies.push(
        response.body().then(
          (body) => gzipSync(body, { level: 9 }).length,
          () => 0,
        ),
      );
    });
    await page.goto(`learn/${name}.html`);
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(1000);
    expect(total).toBeLessThan(LIMIT);
    expect(strangers).toEqual([]);
    expect(missing).toEqual([]);
  });
}
