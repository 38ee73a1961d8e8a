// The pages beside the chapters: the index, the glossary with the words that chapters mark, and the whole solver.
import { chapters, expectAccessible, open } from './learn-helpers';
import { expect, test, withoutPictures } from './test';

for (const name of ['index', 'glossary', 'whole-solver', 'repairs']) {
  test(`${name} opens whole and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { problems } = await open(page, name);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });
}

test('the index moves before anybody clicks, and each card has its picture, its minutes and a path', async ({
  page,
}) => {
  await open(page, 'index');
  const time = () =>
    page.locator('bead-work').evaluate(async (element) => {
      const work = element as HTMLElementTagNameMap['bead-work'];
      await work.ready;
      return (await work.simulation!.measure()).time;
    });
  await expect.poll(time).toBeGreaterThan(0.2);
  const cards = page.locator('.contents li');
  await expect(cards).toHaveCount(chapters.length);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('.facts')).toHaveText(/^\d+ min · ./);
    await expect
      .poll(() =>
        card
          .locator('img:visible')
          .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([540]);
  }
  const stops = (path: string) => page.locator(`.paths .${path} .stops a`).allTextContents();
  expect([...(await stops('physics')), ...(await stops('gpu'))].map(Number).sort((a, b) => a - b)).toEqual(
    chapters.map(({ number }) => number),
  );
  for (const reader of ['games', 'robotics', 'graphics', 'mathematics']) {
    const way = page.locator(`.readers .${reader}`);
    expect((await stops(reader)).length, reader).toBeGreaterThanOrEqual(4);
    await expect(way).toContainText(/\d+ minutes/);
    await expect(way.locator('a.then')).toHaveAttribute('href', /repairs|puzzles/);
  }
  // in words, and of as many as there are
  await expect(page.locator('header .promise')).toContainText(
    new RegExp(`${['Nineteen', 'Twenty', 'Twenty-one', 'Twenty-two'][chapters.length - 19]} chapters go`),
  );
  await expect(cards.first().locator('.start')).toHaveText('Start here');
});

test('where nothing can draw the index shows a picture in place of its figure', async ({ page }) => {
  await withoutPictures(page);
  await open(page, 'index');
  const poster = page.locator('bead-work img.poster:visible');
  await expect(poster).toHaveCount(1);
  await expect
    .poll(() => poster.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
});

test('a marked word says its meaning when pointed at or focused, and on paper at the end', async ({
  page,
}) => {
  await open(page, '09-faster');
  const term = page.locator('main > p .term', { hasText: 'residual' });
  const meaning = term.locator('.meaning');
  await expect(meaning).toBeHidden();
  await term.hover();
  await expect(meaning).toBeVisible();
  await expect(meaning).toContainText('how fast joints still open', { ignoreCase: true });
  await page.mouse.move(0, 0);
  await expect(meaning).toBeHidden();
  await page.keyboard.press('Tab');
  await term.focus();
  await expect(meaning).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(meaning).toBeHidden();
  await expect(page.locator('.words dt', { hasText: 'residual' })).toBeVisible();
});

test('the whole solver is one file that runs by itself and hangs its chain exactly', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'whole-solver');
  await page.locator('#copy').click();
  await expect(page.locator('#copied')).toContainText('chain.html');
  const file = await page.evaluate(() => navigator.clipboard.readText());
  expect(file).not.toContain('import ');
  // twenty seconds of swinging: what remains open is what a step adds, not what the solver leaves
  const gaps = await page.evaluate(async () => {
    const { step, largestGap } = await import(`${'/www/learn/hanging-chain.js'}`);
    let worst = 0;
    for (let i = 0; i < 4800; i++) {
      step();
      worst = Math.max(worst, largestGap());
    }
    return worst;
  });
  expect(gaps).toBeLessThan(0.003);
  const alone = await context.newPage();
  const faults: string[] = [];
  alone.on('pageerror', (error) => faults.push(String(error)));
  await alone.setContent(file);
  const ink = () =>
    alone.evaluate(() => {
      const canvas = document.querySelector('canvas')!;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let sum = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 128) sum += i;
      return sum;
    });
  await expect.poll(ink).toBeGreaterThan(0);
  const first = await ink();
  await expect.poll(ink, 'it moves').not.toBe(first);
  expect(faults).toEqual([]);
  await alone.close();
});
