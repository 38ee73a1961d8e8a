// Every chapter as a reader at a desk meets it, in one visit: its first screen and every exercise. What is right in either way is
// taken, each with its own words; what is wrong is told wrong, also after a right answer; the tick stays. Those that are done in a
// figure come after those with a number. Of later chapters some are in their own specs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  answer,
  chapters,
  exerciseOf as exercise,
  expectFirstScreen,
  expectVerdict,
  open,
  outOfSight,
  set,
  stepTo,
  values,
} from './learn-helpers';
import { expect, type Page, test } from './test';

/** What the CPU reference counts for Jacobi on 6 and 12 beads. */
const [of6, of12] = [6, 12].map(
  (wanted) => values.race.find(({ beads }: { beads: number }) => beads === wanted).results[0].passes,
);
const COUNTED = new RegExp(`as counted: ${of12} passes over ${of6}`);

const runs = JSON.parse(readFileSync('www/generated/runs.json', 'utf8'));
/** How many times farther off `projected` is than `symplectic`, at one substep. */
const RULE = runs.positions.orders[1][0][1] / runs.positions.orders[2][0][1];

/** By exercise: answers that are right, with words that only this kind gets, and answers that are wrong, some with the hint that they get. */
type Answers = { right: [string, RegExp][]; wrong: (string | [string, RegExp])[] };
const NUMBERS: Record<string, Record<string, Answers>> = {
  '01-one-at-a-time': {
    square: {
      right: [
        ['3,2', /as counted: 164 passes over 51/],
        ['2.8', /as counted/],
        ['4', /in the limit: .*3\.2/],
        ['164/51', /as counted/],
        ['3.9 times', /in the limit/],
      ],
      wrong: ['2', '6', '9', 'many'],
    },
    heavy: { right: [['783', /equal beads needed 51/]], wrong: ['51', '2550'] },
    'top-force': {
      right: [
        ['98.1 N', /9\.81/],
        ['100', /gravity of 10/],
      ],
      wrong: ['10', '58.9'],
    },
  },
  '02-by-hand': { glue: { right: [['−5', /pulls with 5 N/]], wrong: ['5', '0', '15'] } },
  '03-ball-joint': {
    pinned: { right: [['1.25', /A alone/]], wrong: ['2.5', '2'] },
    hinge: { right: [['5', /two more/]], wrong: ['3', '6'] },
  },
  '04-lagrangian': {
    seven: {
      right: [
        ['7', /turning/],
        ['7,003', /turning/],
      ],
      wrong: ['2', '3.5', '5'],
    },
    'weight-below': {
      right: [
        ['5', /beads 3 to 7/],
        ['3210 N', /newtons/],
      ],
      wrong: ['6', '2', '3852'],
    },
    'nearly-empty': {
      right: [
        ['55', /diagonal/],
        ['495', /numbers/],
      ],
      wrong: ['361', '19', '57'],
    },
  },
  '05-jacobi': {
    'first-news': { right: [['4', /one pass for each joint/]], wrong: ['3', '5', '0'] },
    'first-force': { right: [['10', /one bead/]], wrong: ['40', '20'] },
    items: { right: [['18', /both its beads/]], wrong: ['9', '16', '20'] },
  },
  '06-edit-the-shader': {
    'whole-omega': {
      right: [
        ['1.6', /0\.625/],
        ['1/0.625', /0\.625/],
      ],
      wrong: ['0.625', '0.375', '2'],
    },
    'ten-passes': { right: [['57.7', /power of ten/]], wrong: ['15', '-57.7', '1.5'] },
  },
  '07-warm-starting': {
    outside: {
      right: [
        ['−1.366', /with its sign/],
        ['1,37', /in size/],
      ],
      wrong: ['0.5', '0.366', '2'],
    },
  },
  '08-drift': {
    'an-eighth': { right: [['3', /an eighth/]], wrong: ['4', '8'] },
    'half-the-step': {
      right: [
        ['2', /a quarter/],
        ['1.97', /66\.5 mm/],
      ],
      wrong: ['4', '1'],
    },
  },
  '09-faster': {
    conjugate: { right: [['11', /one pass for every joint/]], wrong: ['12', '33', '10'] },
    heat: {
      right: [
        ['4', /by the rule/],
        ['4.6', COUNTED],
      ],
      wrong: ['2', '8'],
    },
  },
  '10-stiffness': {
    'critical-radius': {
      right: [
        [String(values.stiffness.critical), /^Right: 0\.06 m/],
        ['0.065', /as seen/],
        ['0.0766', /bound/],
      ],
      wrong: ['0.03', '0.1', '6'],
    },
    'two-substeps': {
      right: [
        ['4', /a quarter/],
        ['1/4', /four times smaller/],
      ],
      wrong: ['2', '8'],
    },
  },
  '11-hardware': {
    'times-as-many': {
      right: [
        ['34.2', /Right: 34\.2/],
        ['32.3', /passes alone/],
      ],
      wrong: ['40', '18'],
    },
    'floor-of-memory': { right: [['1.2', /500 GB\/s/]], wrong: ['0.0012', '2.2'] },
    'how-many-beads': { right: [['5', /million/]], wrong: ['300', '2', '5000000'] },
  },
  '12-in-place-and-in-time': {
    'off-the-arc': {
      right: [
        ['2.5', /tangent/],
        ['2,498 mm', /tangent/],
        ['0.0025', /in metres/],
        ['10/4', /tangent/],
      ],
      wrong: ['5', '100', '25', '1'],
    },
    'as-near': {
      right: [
        [String(runs.positions.asNear), /just what/],
        [RULE.toFixed(0), RULE.toFixed(0) === String(runs.positions.asNear) ? /just what/ : /by the rule/],
        [`about ${RULE.toFixed(1)}`.replace('about', '≈'), /by the rule/],
      ],
      wrong: ['6', '16', '64', '1200'],
    },
  },
  '16-push-never-pull': {
    lifted: {
      right: [
        ['7.62', /the floor carries/],
        ['7,62 N', /the floor carries/],
      ],
      wrong: [
        ['19.62', /a part/],
        ['31.62', /does not press/],
        ['-7.62', /above zero/],
        ['0', /carried all/],
        ['12', /add up to/],
      ],
    },
    'let-go': {
      right: [
        ['0.596', /moment/],
        ['0.6 m', /moment/],
      ],
      wrong: [
        ['0.4', /still holds/],
        ['0.196', /from the middle/],
        ['-0.596', /the right one/],
        ['0.3', /Move the load/],
      ],
    },
  },
  '20-small-steps': {
    'how-many': {
      right: [['100', /five squared/]],
      wrong: [
        ['500', /in one substep/],
        ['5', /how many times/],
        ['20', /h²/],
      ],
    },
    news: {
      right: [['6', /substep 60/]],
      wrong: [
        ['60', /That is the substep/],
        ['5', /fifty joints/],
        ['1', /One joint a substep/],
      ],
    },
  },
  '21-penalties-that-learn': {
    'passes-to-close': {
      right: [
        ['4', /0\.008 mm/],
        ['4 passes', /a quarter/],
      ],
      wrong: [
        ['3', /0\.031/],
        ['5', /Four will do/],
        ['200', /1\/\(1 \+ κ\)/],
      ],
    },
  },
};

/** The right one of several, and the wrong ones. */
const CHOICES: Record<string, [exercise: string, right: string, wrong: string[]]> = {
  '02-by-hand': ['shorter-step', 'same', ['half', 'double']],
  '07-warm-starting': ['which-passes', '8', ['7', '9']],
  '09-faster': ['refused', 'net', ['ring', 'tree', 'two']],
  '21-penalties-that-learn': ['why-late', 'neighbours', ['soft', 'lambda']],
};

/** What is done in a chapter's figure. */
const IN_FIGURE: Record<string, [title: string, tried: (page: Page) => Promise<void>]> = {
  '02-by-hand': [
    'forces, gravity and rest must all be right',
    async (page) => {
      const stack = (fields: Record<string, number>) => set(page, '#sliders', fields);
      await stack({ count: 3 });
      await expectVerdict(page, 'three-loads', 'wrong', /of the three/);
      await stack({ mass1: 1, mass2: 2, mass3: 3 });
      await expectVerdict(page, 'three-loads', 'right', /1, 2 and 3 kg/);
      await stack({ gravity: 20, mass1: 0.5, mass2: 1, mass3: 1.5 });
      await expectVerdict(page, 'three-loads', 'wrong', /gravity is to be 10/);
      await stack({ gravity: 10, mass1: 1, mass2: 2, mass3: 3, topSpeed: -5 });
      await expectVerdict(page, 'three-loads', 'wrong');
      await stack({ count: 2 });
      await expectVerdict(page, 'three-loads', 'open');
      await expect(exercise(page, 'three-loads')).toHaveClass(/solved/);
    },
  ],
  '03-ball-joint': [
    'gears, a turn about the arm itself, and bodies that move together',
    async (page) => {
      const joint = (fields: Record<string, number>) => set(page, '#numbers', fields);
      await joint({ gapy: 0, angularAz: 2, angularBz: 1 });
      await expectVerdict(page, 'gears', 'wrong', /still pulls/);
      await joint({ angularBz: -2 });
      await expectVerdict(page, 'gears', 'right', /gears that mesh/);
      await joint({ angularBz: 2 });
      await expectVerdict(page, 'gears', 'wrong');
      await joint({ linearBy: 2 });
      await expectVerdict(page, 'gears', 'right', /yours also move/);
      await joint({ angularAz: 0, angularBz: 0, linearBy: 0, angularAx: 3, angularBx: 1 });
      await expectVerdict(page, 'gears', 'right', /about its own arm/);
      await joint({ gapy: 0.1 });
      await expectVerdict(page, 'gears', 'wrong', /still open/);
    },
  ],
  '07-warm-starting': [
    'the largest stable ω for either number of passes',
    async (page) => {
      const take = (fields: Record<string, number>) => set(page, '#sliders', fields);
      await take({ passes: 1, omega: 0.5, share: 1 });
      await expectVerdict(page, 'odd-and-safe', 'wrong', /larger ω is possible/);
      await take({ omega: 0.65 });
      await expectVerdict(page, 'odd-and-safe', 'right', /one pass/);
      await take({ omega: 0.7 });
      await expectVerdict(page, 'odd-and-safe', 'wrong', /times as large/);
      await take({ passes: 3, omega: 0.85 });
      await expectVerdict(page, 'odd-and-safe', 'right', /3 passes/);
      await take({ passes: 10 });
      await expectVerdict(page, 'odd-and-safe', 'open');
    },
  ],
  '08-drift': [
    'a β that closes half of the gap, and one that brings energy',
    async (page) => {
      for (const [beta, verdict, words] of [
        [0.1, 'right', /β = 0\.1/],
        [0.2, 'wrong', /energy/],
        [0, 'wrong', /1\.00/],
      ] as const) {
        await set(page, '#sliders', { beta, solver: 'jacobi' });
        await stepTo(page, 121);
        await expectVerdict(page, 'half-the-gap', verdict, words);
      }
      await set(page, '#sliders', { solver: 'direct' });
      await stepTo(page, 1);
      await expectVerdict(page, 'half-the-gap', 'open');
    },
  ],
  '10-stiffness': [
    'small beads hang quietly by substeps or by the guard, and not without',
    async (page) => {
      const run = async (fields: Record<string, string | number>) => {
        await set(page, '#sliders', { beads: 40, radius: 0.03, ...fields });
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        await stepTo(page, 60);
        const early = await exercise(page, 'quiet').getAttribute('data-verdict');
        expect(early, 'a right answer needs four seconds').not.toBe('right');
        await stepTo(page, 241);
      };
      await run({ guard: 'on', substeps: 1 });
      await expectVerdict(page, 'quiet', 'right', /guard/);
      await run({ guard: 'off', substeps: 2 });
      await expectVerdict(page, 'quiet', 'right', /2 substeps/);
      await set(page, '#sliders', { guard: 'off', substeps: 1 });
      await expectVerdict(page, 'quiet', 'open');
    },
  ],
  '16-push-never-pull': [
    '“each change” is right where both push and neither eases the other',
    async (page) => {
      const board = (fields: Record<string, string | number>) => set(page, '#board', fields);
      await expectVerdict(page, 'luck', 'open');
      await board({ clamp: 'change' });
      await expectVerdict(page, 'luck', 'wrong', /too large.*Which entry of A/);
      await board({ place: 0.9 });
      await expectVerdict(page, 'luck', 'wrong', /only one trestle/);
      await board({ half: 0.55, place: 0.3 });
      await expectVerdict(page, 'luck', 'wrong', /too large/);
      await board({ half: 0.6 });
      await expectVerdict(page, 'luck', 'right', /not above zero/);
      await board({ half: 0.9 });
      await page.locator('#from-zero').click();
      await expectVerdict(page, 'luck', 'wrong', /take more passes/);
      for (let pass = 0; pass < 5; pass++) await page.locator('#one-pass').click();
      await expectVerdict(page, 'luck', 'right');
      await board({ clamp: 'sum' });
      await expectVerdict(page, 'luck', 'open');
      await expect(exercise(page, 'luck')).toHaveClass(/solved/);
    },
  ],
  '20-small-steps': [
    'small steps shut a loaded chain with as many as the square asks for',
    async (page) => {
      const run = async (fields: Record<string, string | number>, frames: number) => {
        await set(page, '#sliders', { ratio: 2, solver: 'gauss-seidel', ...fields });
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        await stepTo(page, frames);
      };
      await run({ passes: 20 }, 30);
      await expectVerdict(page, 'load', 'wrong', /N² times/);
      await run({ passes: 72 }, 1);
      await expectVerdict(page, 'load', 'wrong', /60 passes and fewer/);
      await run({ passes: 56 }, 30);
      await expectVerdict(page, 'load', 'wrong', /0\.5 s of 1 s/);
      await stepTo(page, 60);
      await expectVerdict(page, 'load', 'right', /56 steps/);
      await set(page, '#sliders', { ratio: 1 });
      await expectVerdict(page, 'load', 'open');
    },
  ],
  '21-penalties-that-learn': [
    'a softer spring is nearer to the truth than the tight one, and than what learns',
    async (page) => {
      const run = async (held: number, frames: number) => {
        await set(page, '#sliders', { held, ratio: 0, passes: 20 });
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        await stepTo(page, frames);
      };
      await run(5, 60);
      await expectVerdict(page, 'nearer', 'wrong', /1\.0 s of 2 s/);
      await stepTo(page, 120);
      await expectVerdict(page, 'nearer', 'wrong', /Too stiff/);
      await run(1, 120);
      await expectVerdict(page, 'nearer', 'wrong', /Too soft/);
      await run(3, 120);
      await expectVerdict(page, 'nearer', 'right', /held at 10/);
      await set(page, '#sliders', { passes: 40 });
      await expectVerdict(page, 'nearer', 'open');
    },
  ],
};

for (const { number, name } of chapters)
  test(`chapter ${number}: a figure on the first screen, and each answer is judged`, async ({ page }) => {
    // figures stand still until they are told to move
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, name);
    await expectFirstScreen(page);
    const answerWrong = async (which: string, given: string | [string, RegExp]) => {
      const [text, hint] = typeof given === 'string' ? [given] : given;
      await answer(page, which, text);
      await expectVerdict(page, which, 'wrong', hint);
    };
    for (const [which, { right, wrong }] of Object.entries(NUMBERS[name] ?? {}))
      await test.step(which, async () => {
        await expectVerdict(page, which, 'open');
        await expect(exercise(page, which)).not.toHaveClass(/solved/);
        await answerWrong(which, wrong[0]!);
        await expect(exercise(page, which)).not.toHaveClass(/solved/);
        for (const [text, words] of right) {
          await answer(page, which, text);
          await expectVerdict(page, which, 'right', words);
        }
        for (const given of wrong) await answerWrong(which, given);
        await expect(exercise(page, which)).toHaveClass(/solved/);
      });
    const choice = CHOICES[name];
    if (choice) {
      const [which, right, wrong] = choice;
      const take = (value: string) => exercise(page, which).locator(`[value="${value}"]`).check();
      await take(right);
      await expectVerdict(page, which, 'right');
      for (const value of wrong) {
        await take(value);
        await expectVerdict(page, which, 'wrong');
      }
    }
    const figure = IN_FIGURE[name];
    if (figure) await test.step(figure[0], () => outOfSight(page).then(() => figure[1](page)));
  });

test('every chapter has three exercises, each with a link that opens it in its state', async ({ page }) => {
  for (const file of readdirSync('learn').filter((each) => /^\d\d-/.test(each))) {
    const html = readFileSync(`learn/${file}`, 'utf8');
    const names = [...html.matchAll(/data-exercise="([^"]+)"/g)].map(([, name]) => name!);
    expect(names.length, file).toBe(3);
    // here, among the kernels, or in the chapter's own spec
    const own = `tests/e2e/learn-${file.replace('.html', '.cpu.spec.ts')}`;
    const here = ['learn-exercises.cpu.spec.ts', 'learn-kernels.ts'].map((file) => `tests/e2e/${file}`);
    const specs = [...here, ...(existsSync(own) ? [own] : [])].map((spec) => readFileSync(spec, 'utf8'));
    for (const name of names)
      expect(
        specs.some((text) => new RegExp(`['"]${name}['"]|\\b${name}: \\{`).test(text)),
        `${file}: ${name} is tried`,
      ).toBe(true);
  }
  await open(page, '02-by-hand');
  await page.goto('/learn/02-by-hand.html?count=3&mass2=2.5&rule=lock#exercise-glue');
  await expect(page.locator('[name="count-value"]')).toHaveText('3');
  await expect(page.locator('#masses output').nth(1)).toHaveText('2.5 kg');
  await expect(page.locator('[name="rule"][value="lock"]')).toBeChecked();
  await expect(exercise(page, 'glue')).toBeInViewport();
  // what was solved once is remembered, and counted in the contents
  await answer(page, 'glue', '−5');
  await expectVerdict(page, 'glue', 'right');
  await page.reload();
  await expect(exercise(page, 'glue')).toHaveClass(/solved/);
  await page.goto('/learn/');
  await expect(page.locator('.contents [data-chapter="02-by-hand"] .ticks')).toHaveText('✓ 1 of 3 exercises');
  // names that are no field of a figure, and values that a field does not have, change nothing
  const { problems } = await open(page, '10-stiffness');
  await page.goto('/learn/10-stiffness.html?guard=perhaps&name=x&beads=24#exercise-quiet');
  await expect(page.locator('[name="guard"]')).toHaveValue('off');
  await expect(page.locator('[name="beads-value"]')).toHaveText('24');
  expect(problems).toEqual([]);
});

test('a click on an exercise’s link sets the figure up and copies the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '01-one-at-a-time');
  await page.locator('[name="beads"]').fill('12');
  await page.locator('[name="weight"]').fill('7');
  const link = exercise(page, 'heavy').locator('.assign a');
  await link.click();
  await expect(page.locator('[name="beads"]')).toHaveValue('6');
  await expect(page.locator('[name="weight"]')).toHaveValue('50');
  await expect(exercise(page, 'heavy').locator('.assign')).toContainText('copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  expect(page.url()).toContain('?beads=6&weight=50#exercise-heavy');
});
