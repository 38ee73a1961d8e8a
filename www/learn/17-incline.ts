// The fourth figure of chapter 17: a block on an incline that sticks, slides or tips, and where its force stands in the cone of friction.
import type { SceneDescription, Vector } from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { right, task, wrong } from './exercise';
import { legend, plot } from './plot';
import { Stage } from './stage';

const FRAME = 1 / 60;
const GRAVITY = 9.81;
const BLOCK = 1;
/** Half edges, m: along the incline, away from it, across it. */
const SHAPES = { cube: [0.25, 0.25, 0.25], tall: [0.15, 0.4, 0.15] } as const;
/** Half edges of the incline, and where on it the block begins and has gone far enough, m from its middle. */
const RAMP = [2.6, 0.08, 0.7] as const;
const [BEGIN, END] = [-1.7, 1.9] as const;
/** Frames over which the acceleration is measured, and after which it begins anew. */
const OVER = 12;
const LOOP = 200;
/** rad and m/s: more than this is no longer at rest. */
const [TURNED, MOVING] = [0.2, 0.02] as const;

const figure = get('#incline');
const form = get<HTMLFormElement>('#slope');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;

export interface Slope {
  /** rad */
  angle: number;
  friction: number;
  shape: keyof typeof SHAPES;
}
const slope = (): Slope => ({
  angle: (Number(field('angle')) * Math.PI) / 180,
  friction: Number(field('friction')),
  shape: field('shape') as Slope['shape'],
});

/** m/s² along the incline, once it slides:  g (sin θ − μ cos θ). */
export const sliding = ({ angle, friction }: Slope): number =>
  GRAVITY * (Math.sin(angle) - friction * Math.cos(angle));

/** Half its width over half its height: the tangent at which it tips, if it has not slid before. */
const stance = ({ shape }: Slope): number => SHAPES[shape][0] / SHAPES[shape][1];

export type Fate = 'sticks' | 'slides' | 'tips';
export function fate(of: Slope): Fate {
  const steep = Math.tan(of.angle);
  if (steep <= Math.min(of.friction, stance(of))) return 'sticks';
  return of.friction < stance(of) ? 'slides' : 'tips';
}

/** Down the incline, and away from it. */
const axes = ({ angle }: Slope): { down: Vector; away: Vector } => ({
  down: [Math.cos(angle), -Math.sin(angle), 0],
  away: [Math.sin(angle), Math.cos(angle), 0],
});

function scene(of: Slope): SceneDescription {
  const { down, away } = axes(of);
  const half = SHAPES[of.shape];
  const rotation: [number, number, number, number] = [0, 0, -Math.sin(of.angle / 2), Math.cos(of.angle / 2)];
  const up = RAMP[1] + half[1];
  return {
    version: 2,
    gravity: [0, -GRAVITY, 0],
    contacts: true,
    bodies: [
      {
        position: [0, 0, 0],
        rotation,
        shape: { type: 'box', halfExtents: [...RAMP] },
        fixed: true,
        friction: of.friction,
      },
      {
        position: [BEGIN * down[0] + up * away[0], BEGIN * down[1] + up * away[1], 0],
        rotation,
        shape: { type: 'box', halfExtents: [...half] },
        friction: of.friction,
        colour: '#58cfdc',
      },
    ],
    joints: [],
  };
}

const massOf = ({ shape }: Slope) => 1000 * 8 * SHAPES[shape][0] * SHAPES[shape][1] * SHAPES[shape][2];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

interface Seen {
  /** m/s down the incline, in each frame. */
  speeds: number[];
  /** m from where it began. */
  way: number;
  /** rad that it has turned. */
  turned: number;
  /** N: away from the incline, and along it. */
  normal: number;
  along: number;
}
const still = (): Seen => ({ speeds: [0], way: 0, turned: 0, normal: 0, along: 0 });
let seen = still();
/** Frames that have shown it either way, for the exercise. */
let verdict: Fate | null = null;

function drawCone(): void {
  const of = slope();
  const weight = massOf(of) * GRAVITY;
  const top = 1.15 * weight;
  const edge = of.friction * top;
  plot(
    get<SVGElement>('#cone'),
    {
      x: 'pressed together with, N',
      y: 'rubbed along with, N',
      xRange: [0, top],
      yRange: [0, weight],
      meeting: [seen.normal, seen.along],
    },
    [
      {
        name: 'cone',
        points:
          edge > weight
            ? [
                [0, 0],
                [weight / of.friction, weight],
              ]
            : [
                [0, 0],
                [top, edge],
              ],
      },
      {
        name: 'weight',
        points: [
          [0, 0],
          [weight * Math.cos(of.angle), weight * Math.sin(of.angle)],
        ],
      },
    ],
  );
}

function show(): void {
  const of = slope();
  get('[name="angle-value"]').textContent = `${field('angle')}°`;
  get('[name="friction-value"]').textContent = String(of.friction);
  setLive({
    slips: (Math.atan(of.friction) * 180) / Math.PI,
    tips: (Math.atan(stance(of)) * 180) / Math.PI,
    stance: stance(of),
    formula: fate(of) === 'slides' ? sliding(of) : 0,
  });
  get('#fate').textContent = fate(of);
  drawCone();
}

const look = task('slide', () => {
  const of = slope();
  if (of.shape !== 'tall' || Number(field('angle')) !== 30 || !verdict) return null;
  if (verdict === 'tips')
    return wrong(
      'It tips. Friction holds its foot so well that the foot cannot get away from under it. Compare μ with half its width over half its height.',
    );
  if (verdict === 'sticks') return wrong('It stays. At 30° that should not be: let it go on.');
  return right(
    'Right: with μ below 0.375 its foot gives way before it can tip. Tall loads travel safer on a smooth floor than many people think.',
  );
});

/** Over the last frames in which nothing but sliding happened, m/s². */
function acceleration(): number {
  const { speeds } = seen;
  const k = speeds.length - 1;
  // the first frames find the contact's forces
  const from = Math.max(3, k - OVER);
  return k - from < 4 ? 0 : (speeds[k]! - speeds[from]!) / ((k - from) * FRAME);
}

function judge(): void {
  if (seen.turned > TURNED) verdict ??= 'tips';
  else if (seen.way > 0.8) verdict ??= 'slides';
  look();
}

async function read(stage: Stage, current: () => boolean): Promise<void> {
  const simulation = stage.simulations[0]!;
  const of = slope();
  const { down, away } = axes(of);
  const [state, touches] = await Promise.all([simulation.readState(), simulation.readContacts()]);
  if (!current()) return;
  const three = (array: Float32Array): Vector => [
    array[3 * BLOCK]!,
    array[3 * BLOCK + 1]!,
    array[3 * BLOCK + 2]!,
  ];
  const angle = 2 * Math.atan2(state.rotations[4 * BLOCK + 2]!, state.rotations[4 * BLOCK + 3]!);
  seen.speeds.push(dot(three(state.linearVelocities), down));
  seen.way = dot(three(state.positions), down) - BEGIN;
  seen.turned = Math.abs(angle + of.angle);
  let [normal, along] = [0, 0];
  for (const { force, normal: n, friction } of touches) {
    normal += force * Math.abs(dot(n, away));
    along += dot(friction, down);
  }
  Object.assign(seen, { normal, along: Math.abs(along) });
  const speed = seen.speeds.at(-1)!;
  setLive({
    measured: speed > MOVING && seen.turned < TURNED ? acceleration() : 0,
    normal,
    along: seen.along,
    most: of.friction * normal,
  });
  get('#block-state').textContent =
    seen.turned > TURNED
      ? 'it tips'
      : normal === 0
        ? 'it is in the air'
        : speed > MOVING
          ? 'it slides'
          : 'it sticks';
  judge();
  drawCone();
  if (stage.frames >= LOOP || seen.way > END - BEGIN) stage.restart();
}

const begin = () => {
  seen = still();
  setLive({ measured: 0 });
};

export async function startIncline(): Promise<void> {
  let stage: Stage | null = null;
  figure.classList.add('recorded');
  show();
  legend(get('#cone-names'), [
    'the most that friction gives: μ times the force that presses',
    'what the weight asks for, if it stays',
  ]);
  new ResizeObserver(drawCone).observe(get('#cone'));
  const again = (stage: Stage) => stage.anew(() => stage.simulations[0]!.load(scene(slope())));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    verdict = null;
    look();
    show();
    if (stage) void again(stage);
  });
  stage = await Stage.open(figure, {
    simulations: [{ scene: scene(slope()) }],
    onFrame: read,
    onRestart: begin,
  });
  if (!stage) return;
  stage.view.place({ ...stage.view.camera, target: [0, 0.1, 0], yaw: 0.22, pitch: 0.14, distance: 8 });
}
