// Chapter 9: every iterative solver on one hanging chain from a cold start, and the exact one, counted.
import './page';
import { type Parameters, Simulation, type SolverName, solvers } from '../beadwork';
import { get } from '../dom';
import { format } from './bind';
import { choiceQuestion, numberQuestion, right, wrong } from './exercise';
import { type Line, legend, plot } from './plot';
import { type Runs, showRecorded } from './recorded';
import { sayWhatIsMissing } from './stage';

const MOST = 1000;
/** Tried first, so that nobody waits for a thousand passes of a solver that needs forty. */
const FEW = 64;
const GOAL = 1e-3;
/** What is less than this is what f32 rounds away. */
const ROUNDING = 1e-6;
const WALKS = 3;
const ITERATIVE = ['jacobi', 'gauss-seidel', 'chebyshev', 'conjugate-gradient'] as const;

const form = get<HTMLFormElement>('#sliders');
const figure = get('#race');
const curves = get<SVGElement>('#curves');
const start = get<HTMLButtonElement>('#start');
const title = (name: SolverName) => solvers().find((solver) => solver.name === name)?.title ?? name;

const slider = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
interface Chain {
  beads: number;
  massRatio: number;
}
/** What the sliders say now. */
const asked = (): Chain => ({ beads: slider('beads'), massRatio: Math.round(10 ** slider('ratio')) });

interface Run {
  /** m/s, before the first pass. */
  cold: number;
  /** What is left after each pass over what was there before any. */
  left: number[];
  /** Passes to the goal, or null where more are needed than were taken. */
  passes: number | null;
}

/** A chain whose forces are all zero, so that keeping them is a cold start too. */
const simulate = (chain: Chain, parameters: Partial<Parameters>) =>
  Simulation.create({
    scene: 'pendant',
    sceneOptions: { ...chain, tilt: 0 },
    parameters: {
      warmStart: 1,
      execution: 'global',
      positions: 'pulled',
      stiffnessGuard: false,
      ...parameters,
    },
  });

function counted(residuals: readonly number[]): Run {
  const cold = residuals[0] ?? Number.NaN;
  const left = residuals.map((each) => each / cold);
  const at = left.findIndex((share) => share <= GOAL);
  return { cold, left, passes: at < 0 ? null : at };
}

async function run(chain: Chain, solver: SolverName, iterations: number): Promise<Run> {
  const simulation = await simulate(chain, { solver, iterations });
  try {
    // residuals are recorded from the step after the first question
    await simulation.measure({ byIteration: true });
    await simulation.step();
    return counted([...(await simulation.measure({ byIteration: true })).residualByIteration]);
  } finally {
    simulation.destroy();
  }
}

/**
 * The exact solver, walk by walk: each from the same pose with the forces that the last one found. `cold` is the
 * residual that every solver starts from.
 */
async function walk(chain: Chain, cold: number): Promise<Run> {
  const simulation = await simulate(chain, { solver: 'direct' });
  try {
    const start = await simulation.readState();
    const residuals = [cold];
    for (let { multipliers } = start; residuals.length <= WALKS; ) {
      simulation.writeState({ ...start, multipliers });
      await simulation.step();
      residuals.push((await simulation.measure()).residual);
      ({ multipliers } = await simulation.readState());
    }
    return counted(residuals);
  } finally {
    simulation.destroy();
  }
}

function row(name: string, { left, passes }: Run): HTMLTableRowElement {
  const line = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  const cell = (text: string) => {
    const made = document.createElement('td');
    made.className = 'number';
    made.textContent = text;
    return made;
  };
  const needed = cell(passes === null ? `more than ${MOST}` : String(passes));
  if (passes !== null) needed.dataset.value = String(passes);
  const share = left[Math.min(20, left.length - 1)] ?? Number.NaN;
  const after = cell(share < ROUNDING ? 'rounding' : format(share, 2));
  after.dataset.value = String(share);
  line.append(head, needed, after);
  return line;
}

let lines: Line[] = [];
/** Of conjugate gradients in the last race. */
let conjugate: { beads: number; passes: number | null } | null = null;

const draw = () =>
  lines.length > 0 &&
  plot(
    curves,
    { x: 'passes', y: 'residual left', log: true, xRange: [0, 100], yRange: [1e-6, 1] },
    // the beginning says most
    lines.map(({ name, points }) => ({ name, points: points.slice(0, 401) })),
  );

async function race(): Promise<void> {
  start.disabled = true;
  figure.classList.add('running');
  get('#results tbody').replaceChildren();
  lines = [];
  // all run the same one, wherever the sliders are moved meanwhile
  const chain = asked();
  let cold = 0;
  let verdict = '';
  try {
    for (const name of [...ITERATIVE, 'direct'] as const) {
      get('#verdict').textContent = `${title(name)} is on its way …`;
      let found = name === 'direct' ? await walk(chain, cold) : await run(chain, name, FEW);
      if (found.passes === null && name !== 'direct') found = await run(chain, name, MOST);
      cold = found.cold;
      enter(name, found);
      if (name === 'conjugate-gradient') conjugate = { beads: chain.beads, passes: found.passes };
      if (name === 'direct')
        verdict = `The exact solver was done after ${found.passes === 1 ? 'one walk' : `${found.passes ?? 'more'} walks`}.`;
      finish();
    }
    const weight = chain.massRatio > 1 ? `, the lowest ${chain.massRatio} times as heavy` : '';
    get('#verdict').textContent = `${chain.beads} beads${weight}, cold. ${verdict}`;
    lookAtConjugate();
  } catch (error) {
    sayWhatIsMissing(figure, error);
  } finally {
    start.disabled = false;
  }
}

/** What a row says, and a curve. */
function enter(name: SolverName, found: Run): void {
  get('#results tbody').append(row(title(name), found));
  const points = found.left.map((left, pass) => [pass, Math.max(1e-7, left)] as const);
  lines.push({ name: title(name), points });
}

function finish(): void {
  draw();
  legend(
    get('#names'),
    lines.map((line) => line.name),
  );
}

const recorded = ({ race, conjugateOf12 }: Runs) => {
  conjugate = { beads: 12, passes: conjugateOf12 };
  for (const { solver, passes, left } of race) enter(solver as SolverName, { cold: 1, left, passes });
  finish();
};

const label = () => {
  const { beads, massRatio } = asked();
  get('[name="beads-value"]').textContent = String(beads);
  get('[name="ratio-value"]').textContent = `${massRatio} ×`;
};

const lookAtConjugate = numberQuestion('conjugate', (given) => {
  const counted = conjugate?.beads === 12 ? conjugate.passes : null;
  const why =
    'Each pass settles one kind of error for good, and a straight chain has one kind for every joint.';
  if (given === counted)
    return right(`Right: the race counted ${counted} as well, one pass for every joint. ${why}`);
  if (given === 11) {
    return counted === null
      ? right(
          `Right by the text: one pass for every joint. ${why} Run the race with 12 beads to see it counted.`,
        )
      : right(
          `Right by the text: one pass for every joint. ${why} The race counted ${counted}, because of rounding.`,
        );
  }
  if (given === 12) return wrong('12 beads, but the first one is fixed. Count the joints.');
  if (given === 33)
    return wrong('That is the most it can take, one for every unknown. A straight chain needs fewer.');
  return wrong('Not yet. Set 12 beads and run the race.');
});
numberQuestion('heat', (given) => {
  if (given < 3.6) return wrong('More than that. Load travels as heat does.');
  if (given > 5.2) return wrong('Fewer than that. Run the race for both chains and divide.');
  return given < 4.3
    ? right(
        'Right by the rule: twice the beads, four times the passes. The race counts 946 over 206, which is 4.6: the joints grow from 5 to 11, more than twice.',
      )
    : right(
        'Right, as counted: 946 passes over 206. The rule of long chains says 4; here the joints grow from 5 to 11, more than twice.',
      );
});
choiceQuestion('refused', {
  ring: wrong('A ring has one loop, and the exact solver takes that.'),
  tree: wrong('A tree has no loop: joints can remove themselves from the leaves to the root.'),
  net: right(
    'Right: a net has many loops, and the zeros of A fill up, here with 670,000 blocks. auto takes Chebyshev there.',
  ),
  two: wrong('Each chain is an island of its own, and each is solved by itself.'),
});

form.addEventListener('input', label);
form.addEventListener('submit', (event) => event.preventDefault());
start.addEventListener('click', () => void race());
new ResizeObserver(draw).observe(curves);
label();
figure.classList.add('running');
void showRecorded(figure, recorded);
