// What the chapters say without scripts, read in one walk through all of them: each can be read, they lead to each other, their
// marked words are in the glossary, the small picture grows by one part a chapter, and four questions are answered.
import { chapters } from './learn-helpers';
import { expect, type Page, test } from './test';

/** What a chapter's page has, in the page. */
const read = () => {
  const all = <T extends Element>(selector: string, within: ParentNode = document) => [
    ...within.querySelectorAll<T>(selector),
  ];
  return {
    title: document.querySelector('h1')!.textContent,
    ends: all('main > p').at(-1)!.checkVisibility({ visibilityProperty: true }),
    next: document.querySelector<HTMLAnchorElement>('.chapters [rel="next"]')?.pathname,
    terms: all('.term').map((link) => link.getAttribute('href')!.split('#')[1]!),
    // the formula as it is seen, not as it is read aloud as well
    keys: all('.key').map((paragraph) => {
      const copy = paragraph.cloneNode(true) as Element;
      for (const twin of all('.katex-mathml', copy)) twin.remove();
      return (copy.textContent ?? '').replace(/[\s​]+/g, ' ').trim();
    }),
    diagrams: all('.diagram').map((diagram) => ({
      parts: all<SVGElement>('[data-part]', diagram).map(({ dataset }) => dataset.part!),
      empty: all('[data-part]', diagram).filter((part) => part.children.length === 0).length,
      fresh: all<SVGElement>('.new', diagram).map(({ dataset }) => dataset.part!),
      says: diagram.querySelector('figcaption')!.textContent!.length,
    })),
    /** Its words that run out of the picture, or are too low to be read. */
    small: all('.diagram text').flatMap((word) => {
      const picture = document.querySelector('.diagram svg')!.getBoundingClientRect();
      const { left, right, top, bottom, height } = word.getBoundingClientRect();
      const inside =
        left >= picture.left &&
        right <= picture.right &&
        top >= picture.top - 2 &&
        bottom <= picture.bottom + 2;
      return inside && height >= 12
        ? []
        : [`${word.textContent}: ${Math.round(left)} to ${Math.round(right)}, ${height} high`];
    }),
  };
};

let page: Page;
const texts: ReturnType<typeof read>[] = [];

test.beforeAll(async ({ browser, baseURL }) => {
  page = await browser.newPage({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    baseURL: baseURL!,
  });
  for (const { name } of chapters) {
    await page.goto(`/learn/${name}.html`);
    texts.push(await page.evaluate(read));
  }
});
test.afterAll(() => page.close());

test('each chapter can be read to its end', () => {
  expect(texts.map(({ title }) => title)).toEqual(chapters.map(({ title }) => title));
  expect(texts.filter(({ ends }) => !ends)).toEqual([]);
});

test('the last chapter’s picture, the fullest of all, is large enough to read on a phone', () => {
  expect(texts.at(-1)!.small).toEqual([]);
});

test('contents name every chapter, and chapters lead to each other', async () => {
  const [, ...after] = chapters.map(({ name }) => `/learn/${name}.html`);
  expect(texts.map(({ next }) => next)).toEqual([...after, undefined]);
  await page.goto('/learn/');
  await expect(page.locator('.contents a')).toHaveText(chapters.map(({ title }) => title));
  await page.locator('.contents a').first().click();
  await expect(page.locator('h1')).toHaveText(chapters[0]!.title);
  await page.locator('.chapters [rel="next"]').click();
  await expect(page.locator('h1')).toHaveText(chapters[1]!.title);
});

test('every marked word has its entry in the glossary', async () => {
  // a word is marked once in a chapter
  for (const { title, terms } of texts) expect(new Set(terms).size, title!).toBe(terms.length);
  const targets = new Set(texts.flatMap(({ terms }) => terms));
  expect(targets.size).toBeGreaterThan(15);
  await page.goto('/learn/glossary.html');
  for (const target of targets) await expect(page.locator(`[id="${target}"]`)).toHaveCount(1);
});

test('the small picture comes back in every chapter with one part more', () => {
  let before: string[] = [];
  for (const { title, diagrams } of texts) {
    expect(diagrams.length, `${title}: pictures`).toBe(1);
    const { parts, empty, fresh, says } = diagrams[0]!;
    expect(parts.slice(0, -1), `${title}: what was there before`).toEqual(before);
    expect(fresh, `${title}: what is new`).toEqual([parts.at(-1)]);
    expect(before).not.toContain(parts.at(-1));
    expect(empty).toBe(0);
    expect(says, `${title}: its words`).toBeGreaterThan(30);
    before = parts;
  }
});

// Somebody who has read nothing but these pages must be able to answer: each question has one paragraph, marked as the
// sentence to remember, that says it plainly.
const QUESTIONS: [question: string, says: RegExp[]][] = [
  ['what is the unit of λ', [/is a force: its unit is the newton/]],
  [
    'why a pass of block Jacobi has two halves',
    [
      /Why has a pass of block Jacobi two halves/,
      /write to the bead between them at the same moment/,
      /adds up the forces of its own joints/,
    ],
  ],
  [
    'what ω does',
    [/What does ω do\?/, /share of its own answer that a joint acts upon/, /never changes what is found/],
  ],
  [
    'when direct applies',
    [
      /When does the exact solver, direct, apply\?/,
      /a chain, a tree, or has at most one loop/,
      /auto takes Chebyshev/,
    ],
  ],
];

test('four questions are answered plainly, each in one place', () => {
  for (const [question, says] of QUESTIONS) {
    const answers = texts.flatMap(({ keys }) => keys).filter((key) => says.every((part) => part.test(key)));
    expect(answers, question).toHaveLength(1);
    // plainly: a few sentences
    expect(answers[0]!.length, question).toBeLessThan(600);
  }
});
