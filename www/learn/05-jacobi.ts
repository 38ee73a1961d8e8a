// Chapter 5: Jacobi pass by pass. The numbers after round k are a step's own, taken with k rounds from one start.
import './page';
import { type SceneDescription, Simulation, type State } from '../beadwork';
import { explain, format, setLive } from './bind';
import { numberExercise } from './exercise';
import { sayWhatIsMissing } from './stage';
import { arrow, svg } from './svg';

const BEADS = 5;
const RADIUS = 0.25;
const STEP = 1 / 60;

const get = <T extends Element = HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const figure = get('#lab');
const hall = get<SVGElement>('#hall');

const bodies: SceneDescription['bodies'] = Array.from({ length: BEADS }, (_, i) => ({
  position: [0, 3 - 2 * RADIUS * i, 0],
  radius: RADIUS,
  mass: 1,
  fixed: i === 0,
}));
const joints = Array.from({ length: BEADS - 1 }, (_, l) => ({
  type: 'point' as const,
  a: l,
  b: l + 1,
  anchorA: [0, -RADIUS, 0] as [number, number, number],
  anchorB: [0, RADIUS, 0] as [number, number, number],
}));

/** λ by joint in N, positive upwards on the lower bead, and V by bead in m/s, positive upwards. */
interface Round {
  lambda: number[];
  speed: number[];
}

const vertical = (array: Float32Array) =>
  Array.from({ length: array.length / 3 }, (_, i) => array[3 * i + 1]!);

class Rounds {
  readonly #known = new Map<number, Promise<Round>>();
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly simulation: Simulation,
    private readonly start: State,
    free: Round,
  ) {
    this.#known.set(0, Promise.resolve(free));
  }

  static async open(): Promise<Rounds> {
    const parameters = {
      solver: 'jacobi',
      execution: 'global',
      relaxation: 1,
      warmStart: 0,
      stiffnessGuard: false,
      damping: 0,
      timestep: STEP,
      gravity: [0, -10, 0] as [number, number, number],
    } as const;
    // what gravity alone does: the same beads with nothing between them
    const loose = await Simulation.create({ scene: { version: 1, bodies }, parameters });
    await loose.step();
    const speed = vertical((await loose.readState()).linearVelocities);
    loose.destroy();
    const simulation = await Simulation.create({ scene: { version: 1, bodies, joints }, parameters });
    const start = await simulation.readState();
    return new Rounds(simulation, start, { lambda: joints.map(() => 0), speed });
  }

  /** After k rounds. */
  after(k: number): Promise<Round> {
    let round = this.#known.get(k);
    if (!round) {
      round = this.#queue.then(() => this.#solve(k));
      this.#queue = round;
      this.#known.set(k, round);
    }
    return round;
  }

  async #solve(iterations: number): Promise<Round> {
    this.simulation.setParameters({ iterations });
    this.simulation.writeState(this.start);
    await this.simulation.step();
    const { multipliers, linearVelocities } = await this.simulation.readState();
    return { lambda: vertical(multipliers), speed: vertical(linearVelocities) };
  }
}

const [WIDE, BEAD_Y, JOINT_Y] = [760, 250, 70];
const beadX = (i: number) => 80 + (i * (WIDE - 160)) / (BEADS - 1);
const jointX = (l: number) => 0.5 * (beadX(l) + beadX(l + 1));

/** The hall of clerks after `half` half rounds: joints write in odd ones, beads in even ones. */
function draw(half: number, now: Round, before: Round): void {
  const joining = half % 2 === 1;
  const gathering = half > 0 && !joining;
  hall.setAttribute('viewBox', `0 24 ${WIDE} 290`);
  const wires = joints.flatMap((_, l) =>
    [l, l + 1].map((bead) => {
      const [x1, y1, x2, y2] = [beadX(bead), BEAD_Y - 36, jointX(l), JOINT_Y + 34];
      if (joining) return arrow(x1, y1, x2, y2, { class: 'wire' });
      if (gathering) return arrow(x2, y2, x1, y1, { class: 'wire' });
      return svg('line', { class: 'wire', x1, y1, x2, y2 });
    }),
  );
  const jointBoxes = joints.map((_, l) => {
    const group = svg(
      'g',
      {
        class: joining ? 'writes' : '',
        tabindex: 0,
        role: 'img',
        'aria-label': `joint ${l}`,
        'data-key': `joint-${l}`,
      },
      svg('rect', { class: 'joint', x: jointX(l) - 62, y: JOINT_Y - 34, width: 124, height: 66, rx: 9 }),
      svg('text', { x: jointX(l), y: JOINT_Y - 9 }, `joint ${l}`),
      svg(
        'text',
        { class: 'value', x: jointX(l), y: JOINT_Y + 17, 'data-lambda': now.lambda[l]! },
        `${format(now.lambda[l]!)} N`,
      ),
    );
    const parting = before.speed[l]! - before.speed[l + 1]!;
    explain(
      group,
      joining
        ? `Thread ${l} reads V of beads ${l} and ${l + 1}: they part at ${format(parting)} m/s. It adds ${format(now.lambda[l]! - before.lambda[l]!)} N and writes λ${subscript(l)} = ${format(now.lambda[l]!)} N.`
        : `Joint ${l} pulls with ${format(now.lambda[l]!)} N. It rests while beads gather.`,
      [`bead-${l}`, `bead-${l + 1}`],
    );
    return group;
  });
  const beads = bodies.map(({ fixed }, i) => {
    const mine = joints.flatMap((joint, l) => (joint.a === i || joint.b === i ? [l] : []));
    const group = svg(
      'g',
      {
        class: gathering ? 'writes' : '',
        tabindex: 0,
        role: 'img',
        'aria-label': `bead ${i}`,
        'data-key': `bead-${i}`,
      },
      svg('circle', { class: 'bead', cx: beadX(i), cy: BEAD_Y, r: 34 }),
      svg('text', { x: beadX(i), y: BEAD_Y + 5 }, fixed ? 'held' : `bead ${i}`),
      svg(
        'text',
        { class: 'value', x: beadX(i), y: BEAD_Y + 54, 'data-speed': now.speed[i]! },
        `${format(now.speed[i]!)} m/s`,
      ),
    );
    const forces = mine.map((l) => `${joints[l]!.a === i ? '−' : '+'}λ${subscript(l)}`).join(' ');
    explain(
      group,
      fixed
        ? 'This bead is held: it has no 1/m, and whatever pulls at it, its V stays zero.'
        : gathering
          ? `Thread ${i} reads ${mine.map((l) => `λ${subscript(l)}`).join(' and ')}, adds up ${forces} = ${format(mine.reduce((sum, l) => sum + (joints[l]!.a === i ? -1 : 1) * now.lambda[l]!, 0))} N, and writes V = ${format(now.speed[i]!)} m/s.`
          : `Bead ${i} moves at ${format(now.speed[i]!)} m/s and rests while joints work.`,
      mine.map((l) => `joint-${l}`),
    );
    return group;
  });
  hall.replaceChildren(...wires, ...jointBoxes, ...beads);
}

const subscript = (n: number) => '₀₁₂₃₄₅₆₇₈₉'[n] ?? String(n);

/** Two rows of cells: where each bead's part starts, and the items. */
function drawLists(): void {
  const items = bodies.map((_, i) =>
    joints.flatMap(({ a, b }, l) => (a === i ? [2 * l] : b === i ? [2 * l + 1] : [])),
  );
  const starts = [0];
  for (const part of items) starts.push(starts.at(-1)! + part.length);
  const [cell, x0] = [50, 90];
  const parts: SVGElement[] = [
    svg('text', { class: 'label', x: 0, y: 36 }, 'starts'),
    svg('text', { class: 'label', x: 0, y: 136 }, 'items'),
  ];
  const box = (index: number, y: number, text: string, odd: boolean) =>
    parts.push(
      svg('rect', { class: odd ? 'cell odd' : 'cell', x: x0 + index * cell, y, width: cell, height: 36 }),
      svg('text', { x: x0 + (index + 0.5) * cell, y: y + 24 }, text),
    );
  starts.forEach((start, i) => {
    box(i, 14, String(start), i % 2 === 1);
    parts.push(
      arrow(x0 + (i + 0.5) * cell, 52, x0 + start * cell + (start === starts.at(-1) ? 0 : 6), 110, {
        class: 'wire',
      }),
    );
  });
  items.forEach((part, bead) => {
    part.forEach((item, k) => {
      box(starts[bead]! + k, 114, String(item), bead % 2 === 1);
      parts.push(
        svg(
          'text',
          { class: 'label', x: x0 + (starts[bead]! + k) * cell + 9, y: 172 },
          `j${item >> 1}${item & 1 ? '+' : '−'}`,
        ),
      );
    });
  });
  const drawing = get<SVGElement>('#csr');
  drawing.setAttribute('viewBox', '0 0 500 182');
  drawing.replaceChildren(...parts);
}

async function begin(): Promise<void> {
  const rounds = await Rounds.open();
  figure.classList.add('running');
  let half = 0;
  let firstNews = 0;

  const show = async () => {
    const wanted = half;
    const joined = await rounds.after(Math.ceil(wanted / 2));
    const gathered = await rounds.after(Math.floor(wanted / 2));
    if (wanted !== half) return;
    draw(wanted, { lambda: joined.lambda, speed: gathered.speed }, gathered);
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

drawLists();
begin().catch((error) => sayWhatIsMissing(figure, error));
