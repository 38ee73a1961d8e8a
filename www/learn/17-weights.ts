// The first figure of chapter 17: two stacks of ten boxes. The left one is solved by what the reader chooses, once a frame; the right one
// by Beadwork's defaults. Bars say what each contact carries.
import type { Parameters, Simulation } from '../beadwork';
import { get } from '../dom';
import { pile, weights } from './17-pile';
import { setLive } from './bind';
import { Stage } from './stage';
import { svg } from './svg';

const BLOCKS = 10;
/** N, of a box of 1 m and 1,000 kg. */
const WEIGHT = 9810;
/** Frames; then both stacks are as they were. */
const LOOP = 200;
/** Blocks' weights in sight. */
const SIGHT = 15;
/** m: how far the two stand from the middle. */
const ASIDE = 2;
const NONE = Array<number>(BLOCKS).fill(0);
const TRUTH = weights(pile(BLOCKS));

const figure = get('#lab');
const form = get<HTMLFormElement>('#stack');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
/** Passes go by doublings. */
const passes = () => 2 ** Number(field('doublings'));
const solver = () => field('solver') as NonNullable<Parameters['contactSolver']>;
const forgets = () => field('memory') === 'nothing';

/** One solve a frame, so that a frame has as many passes as the slider says. */
const chosen = (): Partial<Parameters> => ({
  substeps: 1,
  contactSoftness: 'hard',
  contactSolver: solver(),
  contactPasses: passes(),
});

/** In weights of a block, from the ground up. A contact of two boxes has several points. */
async function carried(simulation: Simulation): Promise<number[]> {
  const out = [...NONE];
  // body 0 is the ground, and a contact has the number of the box above it
  for (const { a, b, force, normal } of await simulation.readContacts()) {
    const level = Math.max(a, b) - 1;
    // while the stack falls over, boxes touch others than their neighbours
    if (Math.abs(a - b) === 1) out[level]! += (force * Math.abs(normal[1])) / WEIGHT;
  }
  return out;
}

const [WIDE, ROW, LEFT] = [320, 17, 26] as const;
const across = (value: number) => LEFT + (Math.min(value, SIGHT) / SIGHT) * (WIDE - LEFT - 8);

function draw(left: readonly number[], right: readonly number[]): void {
  const base = BLOCKS * ROW;
  const parts = TRUTH.flatMap((truth, i) => {
    const y = base - (i + 1) * ROW;
    return [
      svg('text', { class: 'tick', x: LEFT - 8, y: y + 0.72 * ROW, 'text-anchor': 'end' }, String(i + 1)),
      svg('rect', { class: 'truth', x: LEFT, y: y + 1.5, width: across(truth) - LEFT, height: ROW - 3 }),
      svg('rect', {
        class: 'left',
        'data-level': i,
        'data-value': left[i]!,
        x: LEFT,
        y: y + 4,
        width: across(left[i]!) - LEFT,
        height: ROW - 8,
      }),
      svg('circle', {
        class: 'right',
        'data-right': right[i]!,
        cx: across(right[i]!),
        cy: y + ROW / 2,
        r: right[i]! > 0 ? 3.5 : 0,
      }),
    ];
  });
  for (const value of [0, 5, 10, 15])
    parts.push(
      svg('text', { class: 'tick', x: across(value), y: base + 16, 'text-anchor': 'middle' }, `${value}`),
    );
  parts.push(
    svg(
      'text',
      { class: 'axis', x: WIDE - 4, y: base + 33, 'text-anchor': 'end' },
      'weights that the contact carries',
    ),
  );
  get('#bars').replaceChildren(...parts);
}

/** How much lower than its place the uppermost box is, m. */
async function sunk(simulation: Simulation): Promise<number> {
  const { positions } = await simulation.readState();
  return BLOCKS - 0.5 - positions[3 * BLOCKS + 1]!;
}

/** A solve that remembers nothing begins with no forces. */
async function forget(simulation: Simulation, current: () => boolean): Promise<void> {
  const { contacts: _, ...rest } = await simulation.readState();
  if (current()) simulation.writeState(rest);
}

function mark(): void {
  for (const cell of document.querySelectorAll('#found [data-live]'))
    cell.classList.toggle('now', cell.getAttribute('data-live') === `${solver()}-${passes()}`);
}

function show(): void {
  get('[name="passes-value"]').textContent = String(passes());
  mark();
  get('#left-name').textContent =
    `${passes()} ${passes() === 1 ? 'pass' : 'passes'}, ${forgets() ? 'forgets' : 'remembers'}`;
}

const begin = ({ simulations }: Stage) => {
  simulations[0]!.setParameters(chosen());
  draw(NONE, NONE);
};

async function read(stage: Stage, current: () => boolean): Promise<void> {
  const [left, right] = stage.simulations as [Simulation, Simulation];
  const forces = await Promise.all([carried(left), carried(right)]);
  const deep = await sunk(left);
  if (!current()) return;
  draw(...(forces as [number[], number[]]));
  const [lowest, lowestRight] = [forces[0]![0]!, forces[1]![0]!];
  const short = (value: number) => Number(value.toFixed(2));
  setLive({ lowest: short(lowest), lowestRight: short(lowestRight), sunk: short(deep) });
  // what one solve finds from nothing
  if (stage.frames === 1) setLive({ [`${solver()}-${passes()}`]: short(lowest) });
  if (stage.frames >= LOOP) stage.restart();
  else if (forgets()) await forget(left, current);
}

export async function startWeights(): Promise<void> {
  let stage: Stage | null = null;
  show();
  draw(NONE, NONE);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show();
    stage?.restart();
  });
  const scene = { scene: 'stack', sceneOptions: { boxes: BLOCKS } } as const;
  stage = await Stage.open(figure, {
    simulations: [{ ...scene, parameters: chosen() }, scene],
    placing: [{ offset: [-ASIDE, 0, 0] }, { offset: [ASIDE, 0, 0] }],
    onReady: async (ready) => begin(ready),
    onFrame: read,
    onRestart: begin,
  });
  stage?.view.place({ ...stage.view.camera, target: [0, 4.75, 0], yaw: 0.3, pitch: 0.1, distance: 23 });
}
