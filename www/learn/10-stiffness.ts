// Chapter 10: the exact solver on a hanging chain of small beads, with the frequency that the step must follow.
import './page';
import type { Simulation, SimulationOptions } from '../beadwork';
import { get } from '../dom';
import { format, setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { plot } from './plot';
import { overwritten, type Points, type Runs, showRecorded } from './recorded';
import { Stage, until } from './stage';
import { boundOnSwing, fastestSwing } from './swing';

const FRAME = 1 / 60;
const GRAVITY = 9.81;
const LONGEST = 20 * 60;

const form = get<HTMLFormElement>('#sliders');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value;
const chain = () => ({ beads: Number(field('beads')), radius: Number(field('radius')), gravity: GRAVITY });
const step = () => FRAME / Number(field('substeps'));

const scene = () => ({
  beads: Number(field('beads')),
  radius: Number(field('radius')),
  tilt: 0.01,
  massRatio: 1,
});
const parameters = () =>
  ({
    solver: 'direct',
    positions: 'pulled',
    timestep: FRAME,
    substeps: Number(field('substeps')),
    stiffnessGuard: field('guard') === 'on',
    gravity: [0, -GRAVITY, 0],
  }) satisfies SimulationOptions['parameters'];

/** The topmost bead that moves, in kg m² and m. */
let top = { inertia: 1, radius: 0 };
async function look(simulation: Simulation): Promise<void> {
  const { radius = 0, inertia = [1, 1, 1] } = (await simulation.describe()).bodies[1]!;
  top = { radius, inertia: inertia[0] };
}

/** I_eff / I = ½ h² Σ|λ||a| / I of the topmost bead, by the forces of its two joints. */
function raised(multipliers: ArrayLike<number>): number {
  const force = (joint: number) => Math.hypot(...[0, 1, 2].map((axis) => multipliers[3 * joint + axis] ?? 0));
  return Math.max(1, (0.5 * step() ** 2 * top.radius * (force(0) + force(1))) / top.inertia);
}

let gaps: Points = [];
/** Of the recorded run, until other settings are tried. */
let record: Points = [];
let fallen = false;

function show(): void {
  const product = step() * fastestSwing(chain());
  const bound = step() * boundOnSwing(chain());
  // hanging still, ½ h² Σ|λ||a| / I is half the bound's square
  setLive({ homega: product, bound, raised: Math.max(1, 0.5 * bound ** 2) });
  get('[name="beads-value"]').textContent = field('beads');
  get('[name="radius-value"]').textContent = `${format(Number(field('radius')))} m`;
  get('[name="substeps-value"]').textContent = field('substeps');
}

function read(): void {
  const product = step() * fastestSwing(chain());
  const seen = gaps.length > 0 ? gaps : record;
  const worst = seen.reduce((most, [, gap]) => Math.max(most, gap), 0);
  const promise =
    field('guard') === 'on'
      ? 'the guard keeps it below 2'
      : product < 2
        ? 'the step can follow'
        : 'the step cannot follow';
  const words = fallen
    ? 'The chain has left all bounds.'
    : worst > 0.1
      ? `It has come apart by ${format(worst, 2)} radii.`
      : 'It hangs quietly so far.';
  get('#reading').textContent = `hω is ${format(product)}: ${promise}. ${words}`;
}

const draw = () =>
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'largest gap, radii', log: true, xRange: [0, 5], yRange: [1e-5, 1] },
    [{ name: 'gap', points: overwritten(record, gaps) }],
  );

let stage: Stage | null = null;
async function begin(): Promise<void> {
  show();
  await showRecorded(get('#lab'), recorded);
  stage = await Stage.open(get('#lab'), {
    simulations: [{ scene: 'pendant', sceneOptions: scene(), parameters: parameters() }],
    onReady: ({ simulations }) => take(simulations[0]!),
    onFrame: async ({ simulations, frames }, current) => {
      if (frames > LONGEST && stage) stage.playing = false;
      const { time, maxGapRadii } = await simulations[0]!.measure();
      const { multipliers } = await simulations[0]!.readState();
      if (!current()) return;
      setLive({ time, gap: maxGapRadii, raised: raised(multipliers) });
      if (!fallen) gaps.push([time, Math.max(1e-7, maxGapRadii)]);
      draw();
      if (frames % 10 === 0 || fallen) read();
      lookAtQuiet();
    },
    onFault: () => {
      fallen = true;
    },
    onReturn: (time) => {
      gaps = until(gaps, time);
    },
    onRestart: () => {
      gaps = [];
      record = [];
      get('#lab').classList.remove('recorded');
      fallen = false;
      setLive({ time: 0, gap: 0 });
      draw();
      read();
      lookAtQuiet();
    },
  });
}

function recorded({ stiffness }: Runs): void {
  record = stiffness as Points;
  const [time, gap] = record.at(-1)!;
  setLive({ time, gap });
  draw();
  read();
}

form.addEventListener('input', () => {
  show();
  if (stage) void again(stage);
});

/** What the sliders say now. */
async function take(simulation: Simulation): Promise<void> {
  simulation.setParameters(parameters());
  await simulation.load('pendant', scene());
  await look(simulation);
}

/** The sliders' chain from its start. */
async function again(stage: Stage): Promise<void> {
  await stage.anew(() => take(stage.simulations[0]!));
  stage.view.frame();
}

const CRITICAL = { beads: 24, radius: 0.1, gravity: GRAVITY };
/** m: the radius from which on h ω is 2, by ω of the whole chain and by the bound of one bead. */
const [critical, cautious] = [fastestSwing, boundOnSwing].map(
  (omega) => CRITICAL.radius * ((FRAME * omega(CRITICAL)) / 2) ** 2,
) as [number, number];
numberQuestion('critical-radius', (given) => {
  const below = 'Below that, a step of a sixtieth of a second is too long for what the topmost bead does.';
  const exact = `${format(critical, 2)} m`;
  if (near(given, critical, 0.0025)) return right(`Right: ${exact}. ${below}`);
  if (near(given, 0.065, 0.0025))
    return right(
      `Right, as seen: at 0.06 m the figure still shakes, at 0.065 m it does not, and the slider has nothing between. Computed, it is ${exact}. ${below}`,
    );
  if (near(given, cautious, 0.002))
    return right(
      `Right by the bound for one bead, which is on the safe side. The whole chain hangs quietly from ${exact} on. ${below}`,
    );
  if (near(given, 100 * critical, 0.5)) return wrong('That is in centimetres. Please give metres.');
  return wrong(given > critical ? 'It hangs quietly at less than that.' : 'At that radius it still shakes.');
});
numberQuestion('two-substeps', (given) => {
  if (near(given, 4, 0.05))
    return right('Right: half the h allows twice the ω, and that is a quarter of the radius.');
  if (near(given, 0.25, 0.005)) return right('Right: a quarter of the radius, four times smaller.');
  return wrong(
    given === 2
      ? 'That is ω. It goes with one over the square root of the radius.'
      : 'Not yet. Twice the ω is allowed, and ω² goes with 1/r.',
  );
});
const lookAtQuiet = task('quiet', () => {
  const { beads, radius } = chain();
  const time = gaps.at(-1)?.[0] ?? 0;
  const guard = field('guard') === 'on';
  if (!stage || beads !== 40 || radius !== 0.03 || (!guard && field('substeps') === '1')) return null;
  const worst = gaps.reduce((most, [, gap]) => Math.max(most, gap), 0);
  if (fallen || worst > 0.1) return wrong(`It has come apart by ${format(worst, 2)} radii.`);
  if (time < 4) return wrong(`Quiet so far: ${time.toFixed(1)} s of 4 s.`);
  return guard
    ? right('Right: the guard makes the topmost beads harder to turn. It costs next to nothing.')
    : right(
        `Right: ${field('substeps')} substeps make the step short enough, and cost ${field('substeps')} times as much. The guard is the cheaper way.`,
      );
});

form.addEventListener('submit', (event) => event.preventDefault());
new ResizeObserver(draw).observe(get('#gaps'));
void begin();
