// Chapter 10: the exact solver on a hanging chain of small beads, with the frequency that the step must follow.
import './page';
import type { SimulationOptions } from '../beadwork';
import { format, setLive } from './bind';
import { numberExercise } from './exercise';
import { plot } from './plot';
import { Stage } from './stage';
import { boundOnSwing, fastestSwing } from './swing';

const FRAME = 1 / 60;
const GRAVITY = 9.81;
const LONGEST = 20 * 60;

const get = <T extends Element = HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
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
    timestep: FRAME,
    substeps: Number(field('substeps')),
    stiffnessGuard: field('guard') === 'on',
    gravity: [0, -GRAVITY, 0],
  }) satisfies SimulationOptions['parameters'];

let gaps: [number, number][] = [];
let fallen = false;

function show(): void {
  const product = step() * fastestSwing(chain());
  setLive({ homega: product, bound: step() * boundOnSwing(chain()) });
  get('[name="beads-value"]').textContent = field('beads');
  get('[name="radius-value"]').textContent = `${format(Number(field('radius')))} m`;
  get('[name="substeps-value"]').textContent = field('substeps');
}

function read(): void {
  const product = step() * fastestSwing(chain());
  const worst = gaps.reduce((most, [, gap]) => Math.max(most, gap), 0);
  const promise =
    field('guard') === 'on'
      ? 'the guard keeps it below 2'
      : product < 2
        ? 'the step can follow'
        : 'the step cannot follow';
  const seen = fallen
    ? 'The chain has left all bounds.'
    : worst > 0.1
      ? `It has come apart by ${format(worst, 2)} radii.`
      : 'It hangs quietly so far.';
  get('#reading').textContent = `hω is ${format(product)}: ${promise}. ${seen}`;
}

const draw = () =>
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'largest gap, radii', log: true, xRange: [0, 5], yRange: [1e-5, 1] },
    [{ name: 'gap', points: gaps }],
  );

async function begin(): Promise<void> {
  show();
  const stage = await Stage.open(get('#lab'), {
    simulations: [{ scene: 'pendant', sceneOptions: scene(), parameters: parameters() }],
    onFrame: async ({ simulations, frames }) => {
      if (frames > LONGEST && stage) stage.playing = false;
      const { time, maxGapRadii } = await simulations[0]!.measure();
      if (!fallen) gaps.push([time, Math.max(1e-7, maxGapRadii)]);
      draw();
      if (frames % 10 === 0 || fallen) read();
    },
    onFault: () => {
      fallen = true;
    },
    onRestart: () => {
      gaps = [];
      fallen = false;
      draw();
      read();
    },
  });
  form.addEventListener('input', () => {
    show();
    if (stage) void again(stage);
  });
}

/** The sliders' chain from its start; the last one asked for wins. */
let asked = 0;
async function again(stage: Stage): Promise<void> {
  const mine = ++asked;
  const simulation = stage.simulations[0]!;
  simulation.setParameters(parameters());
  await simulation.load('pendant', scene());
  if (mine !== asked) return;
  stage.restart();
  stage.view.frame();
}

const CRITICAL = { beads: 24, radius: 0.1, gravity: GRAVITY };
numberExercise(
  'critical-radius',
  () => CRITICAL.radius * ((FRAME * fastestSwing(CRITICAL)) / 2) ** 2,
  0.003,
  'Yes, six centimetres. Below that, a step of a sixtieth of a second is too long for what the topmost bead does.',
  (given) => (given > 0.06 ? 'It hangs quietly at less than that.' : 'At that radius it still shakes.'),
);

form.addEventListener('submit', (event) => event.preventDefault());
new ResizeObserver(draw).observe(get('#gaps'));
void begin();
