// What a chapter costs to load from a static host is weighed from files: tests/node/weight.test.mjs. Here a browser shows
// that it fetches nothing else, on the heaviest one.
import { fetchable, gzipped } from '../node/built.mjs';
import { expect, test } from './test';

test('a browser fetches what was weighed, and nothing else', async ({ page, baseURL }) => {
  const fetched = new Set<string>();
  const strangers: string[] = [];
  const missing: string[] = [];
  page.on('response', (response) => {
    const address = response.url();
    if (!address.startsWith('http')) return;
    if (!address.startsWith(baseURL!)) strangers.push(address);
    if (response.status() >= 400) missing.push(address);
    fetched.add(address.slice(baseURL!.length));
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('learn/06-edit-the-shader.html');
  await page.waitForLoadState('networkidle');
  const weighed = fetchable('learn/06-edit-the-shader.html', 'light');
  expect([...fetched].filter((path) => !weighed.has(path))).toEqual([]);
  expect(strangers).toEqual([]);
  expect(missing).toEqual([]);
  // most of it: the rest is what a reader may still ask for
  const sum = (paths: Iterable<string>) => [...paths].reduce((bytes, path) => bytes + gzipped(path), 0);
  expect(sum(fetched)).toBeGreaterThan(0.9 * sum(weighed));
});
