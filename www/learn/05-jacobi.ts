// Chapter 5: Jacobi pass by pass. The numbers after pass k are those of a step with k passes, from one start.
import './page';
import { get } from '../dom';
import { BEADS, type Passes } from './05-chain';
import { GpuPasses } from './05-gpu-passes';
import { drawHall } from './05-hall';
import { drawLists } from './05-lists';
import { LocalPasses } from './05-local-passes';
import { setLive } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';
import { sayWhatIsMissing } from './stage';

const figure = get('#lab');

/** The page's own until the GPU answers. */
let passes: Passes = new LocalPasses();
/** Halves of passes that were taken. */
let half = 0;

async function show(): Promise<void> {
  const wanted = half;
  const asked = passes;
  const joined = await asked.after(Math.ceil(wanted / 2));
  const gathered = await asked.after(Math.floor(wanted / 2));
  if (wanted !== half || asked !== passes) return;
  drawHall(get<SVGElement>('#hall'), wanted, { lambda: joined.lambda, speed: gathered.speed }, gathered);
  const pass = Math.ceil(wanted / 2);
  const words = document.createElement('b');
  words.textContent =
    wanted === 0
      ? 'Before the first pass.'
      : `Pass ${pass}, ${wanted % 2 ? 'first half: joints write' : 'second half: beads gather'}.`;
  get('#where').replaceChildren(
    words,
    wanted === 0
      ? ' Gravity alone has acted: every free bead has its velocity V*, and no joint pulls.'
      : wanted % 2
        ? ' Each joint reads two velocities and writes one λ.'
        : ' Each bead reads the λ of its joints and writes its velocity.',
  );
  get<HTMLButtonElement>('#back').disabled = wanted === 0;
  setLive({
    lambda0: joined.lambda[0]!,
    pass,
    sum: joined.lambda.reduce((sum, lambda) => sum + lambda, 0),
  });
}

function go(to: number): void {
  half = Math.min(1000, Math.max(0, to));
  void show();
}

async function takeGpu(): Promise<void> {
  try {
    passes = await GpuPasses.open();
    figure.classList.add('running');
    await show();
  } catch (error) {
    sayWhatIsMissing(figure, error);
  }
}

/** The first pass after which the lowest bead does not fall freely any more. */
async function firstNews(): Promise<number> {
  const own = new LocalPasses();
  const speed = async (pass: number) => (await own.after(pass)).speed.at(-1)!;
  const free = await speed(0);
  let pass = 0;
  while (pass < 2 * BEADS && Math.abs((await speed(pass)) - free) < 1e-6) pass++;
  return pass;
}

get('#next').addEventListener('click', () => go(half + 1));
get('#back').addEventListener('click', () => go(half - 1));
get('#far').addEventListener('click', () => go(2 * Math.floor(half / 2) + 40));
get('#again').addEventListener('click', () => go(0));
new ResizeObserver(() => void show()).observe(get('#hall'));

const news = await firstNews();
numberQuestion('first-news', (given) =>
  given === news
    ? right(
        'Right: one pass for each joint between the ceiling and the bead. A chain of a thousand beads needs a thousand passes before its end notices that it is held at all.',
      )
    : wrong(given < news ? 'Then it still falls freely.' : 'It has noticed earlier.'),
);
numberQuestion('first-force', (given) => {
  if (near(given, 10, 0.05))
    return right('Right: the joint stops one bead of 1 kg. It does not know of the three others yet.');
  return wrong(
    given === 40
      ? 'That is what it must come to. In its first pass it sees one bead only.'
      : 'Not yet. Which force stops one bead of 1 kg that has fallen for one step?',
  );
});
numberQuestion('items', (given) =>
  given === 18
    ? right('Right: nine joints, and each stands in the parts of both its beads.')
    : wrong(
        given === 9
          ? 'Those are the joints. Each of them stands in two parts.'
          : 'Not yet. Nine joints, each in the parts of two beads.',
      ),
);

drawLists(get('#csr'));
void show();
void takeGpu();
