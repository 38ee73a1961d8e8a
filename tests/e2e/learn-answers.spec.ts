// What somebody must be able to answer who has read nothing but these pages: each question has one paragraph, marked
// as the sentence to remember, that says it plainly. Without scripts, since it is the text that must say it.
import { chapters } from './learn-helpers';
import { expect, test } from './test';

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

test('four questions are answered plainly, each in one place', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
  const keys: string[] = [];
  for (const { name } of chapters) {
    await page.goto(`/learn/${name}.html`);
    // the formula as it is seen, not as it is read aloud as well
    const found = await page.locator('.key').evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const copy = paragraph.cloneNode(true) as Element;
        for (const twin of copy.querySelectorAll('.katex-mathml')) twin.remove();
        return (copy.textContent ?? '').replace(/[\s​]+/g, ' ').trim();
      }),
    );
    keys.push(...found);
  }
  await page.close();
  for (const [question, says] of QUESTIONS) {
    const answers = keys.filter((key) => says.every((part) => part.test(key)));
    expect(answers, question).toHaveLength(1);
    // plainly: a few sentences
    expect(answers[0]!.length, question).toBeLessThan(600);
  }
});
