// Chapter 5: Jacobi pass by pass. The numbers after round k are a step's own, taken with k rounds from one start.
import './page';
import { BEADS, type Rounds } from './05-chain';
import { GpuRounds } from './05-gpu-rounds';
import { drawHall } from './05-hall';
import { drawLists } from './05-lists';
import { LocalRounds } from './05-local-rounds';
import { setLive } from './bind';
import { numberExercise } from './exercise';
import { sayWhatIsMissing } from './stage';

const get = <T extends Element = HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const figure = get('#lab');

async function begin(rounds: Rounds): Promise<void> {
  let half = 0;
  let firstNews = 0;

  const show = async () => {
    const wanted = half;
    const joined = await rounds.after(Math.ceil(wanted / 2));
    const gathered = await rounds.after(Math.floor(wanted / 2));
    if (wanted !== half) return;
    drawHall(get<SVGElement>('#hall'), wanted, { lambda: joined.lambda, speed: gathered.speed }, gathered);
    const round = Math.ceil(wanted / 2);
    const words = document.createElement('b');
    words.textContent =
      wanted === 0
        ? 'Before the first pass.'
        : `Round ${round}, ${wanted % 2 ? 'joints write' : 'beads gather'}.`;
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
      round,
      sum: joined.lambda.reduce((sum, lambda) => sum + lambda, 0),
    });
  };
  const go = (to: number) => {
    half = Math.min(1000, Math.max(0, to));
    void show();
  };
  get('#next').addEventListener('click', () => go(half + 1));
  get('#back').addEventListener('click', () => go(half - 1));
  get('#far').addEventListener('click', () => go(2 * Math.floor(half / 2) + 40));
  get('#again').addEventListener('click', () => go(0));
  await show();
  new ResizeObserver(() => void show()).observe(get('#hall'));

  // the answer is the simulation's: the first round after which the lowest bead differs
  const free = (await rounds.after(0)).speed.at(-1)!;
  while (firstNews < 2 * BEADS && Math.abs((await rounds.after(firstNews)).speed.at(-1)! - free) < 1e-6)
    firstNews++;
  numberExercise(
    'first-news',
    () => firstNews,
    0,
    'Yes: one round for each joint between the ceiling and the bead. A chain of a thousand needs a thousand rounds before its end knows that it is held at all.',
    (given) => (given < firstNews ? 'Then it still falls freely.' : 'It has heard of it earlier.'),
  );
}

/** The GPU's, or where there is none the page's own. */
async function solved(): Promise<Rounds> {
  try {
    const rounds = await GpuRounds.open();
    figure.classList.add('running');
    return rounds;
  } catch (error) {
    sayWhatIsMissing(figure, error);
    return new LocalRounds();
  }
}

drawLists(get('#csr'));
void begin(await solved());
