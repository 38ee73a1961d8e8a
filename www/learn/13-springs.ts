// The scene `springs` beside two other joints: a flap whose hinge is off its centre, and a ball on a rod that yields, both asked
// for one swing a second.
import type { SceneDescription } from '../beadwork';
import { get } from '../dom';
import { divisor, EULER, omegaOf, shown } from './13-soft-row';
import { setLive } from './bind';
import { Stage } from './stage';

const FRAME = 1 / 60;
/** What the scene asks of its boxes from top to bottom, Hz, and how far they swing, m. */
const ASKED = [0.5, 1, 2, 4];
const FAR = 0.6;
const LOOP = 8 * 60;

/** m: the flap's half edges along its arm and across, and how far its hinge is from its centre. */
const FLAP = { along: 0.25, across: 0.02, hinge: 0.25 };

const figure = get('#springs');
const form = get<HTMLFormElement>('#steps');
const substeps = () => Number((form.elements.namedItem('steps') as HTMLInputElement).value);
const h = () => FRAME / substeps();

/** A flap on a hinge and a ball on a rod, let go away from their rest. */
export function joints(): SceneDescription {
  const post = (x: number, y: number) => ({
    position: [x, y, 0] as [number, number, number],
    radius: 0.05,
    fixed: true,
  });
  const lean = 0.6;
  const rest = 0.45;
  const pulled = 0.25;
  return {
    version: 2,
    gravity: [0, 0, 0],
    bodies: [
      post(0, 1.1),
      {
        position: [FLAP.hinge * Math.sin(lean), 1.1 - FLAP.hinge * Math.cos(lean), 0],
        rotation: [0, 0, Math.sin(0.5 * lean), Math.cos(0.5 * lean)],
        shape: { type: 'box', halfExtents: [FLAP.across, FLAP.along, 0.1] },
        colour: '#58cfdc',
      },
      post(0.75, 1.1),
      { position: [0.75, 1.1 - rest - pulled, 0], radius: 0.1 },
    ],
    joints: [
      {
        type: 'hinge',
        a: 0,
        b: 1,
        anchorA: [0, 0, 0],
        anchorB: [0, FLAP.hinge, 0],
        frameA: [0, -Math.SQRT1_2, 0, Math.SQRT1_2],
        frameB: [0, -Math.SQRT1_2, 0, Math.SQRT1_2],
        servo: { target: 0, hertz: 1, dampingRatio: 0 },
      },
      {
        type: 'distance',
        a: 2,
        b: 3,
        anchorA: [0, 0, 0],
        anchorB: [0, 0, 0],
        min: rest,
        max: rest,
        softness: { hertz: 1, dampingRatio: 0 },
      },
    ],
  };
}

/** What a flap that goes by its own moment alone would do: of the m_eff that moves, I of I + m d². */
function alone(): number {
  const own = (FLAP.along ** 2 + FLAP.across ** 2) / 3;
  return Math.sqrt(own / (own + FLAP.hinge ** 2));
}

function show(): void {
  get('[name="steps-value"]').textContent = String(substeps());
  for (const [k, hertz] of ASKED.entries()) {
    const spring = { hertz, ratio: 0 };
    setLive({
      [`swings-${k}`]: shown(spring, h()).swings,
      // %, after four seconds: its square is divided by D in each step
      [`left-${k}`]: 100 * divisor(spring, h()) ** (-2 / h()),
    });
  }
  setLive({ alone: alone() });
}

/** %, of the boxes' swings by their places and speeds. */
function left(positions: ArrayLike<number>, velocities: ArrayLike<number>): Record<string, number> {
  return Object.fromEntries(
    ASKED.map((hertz, k) => {
      // rail, box, rail, box …
      const box = 3 * (2 * k + 1);
      const swing = Math.hypot(positions[box]!, velocities[box]! / omegaOf({ hertz, ratio: 0 }));
      return [`now-${k}`, (100 * swing) / FAR];
    }),
  );
}

let stage: Stage | null = null;

async function again(stage: Stage): Promise<void> {
  for (const each of stage.simulations) each.setParameters({ substeps: substeps() });
  stage.restart();
}

export async function startSprings(): Promise<void> {
  show();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show();
    if (stage) void again(stage);
  });
  const parameters = { ...EULER, substeps: substeps(), gravity: [0, 0, 0] as [number, number, number] };
  stage = await Stage.open(figure, {
    simulations: [
      { scene: 'springs', parameters },
      { scene: joints(), parameters },
    ],
    placing: [{}, { offset: [1.35, 0, 0] }],
    onFrame: async (stage, current) => {
      const { positions, linearVelocities } = await stage.simulations[0]!.readState();
      if (!current()) return;
      setLive(left(positions, linearVelocities), figure);
      const time = stage.frames % LOOP;
      if (time === 0) for (const each of stage.simulations) each.reset();
      get('#springs-time').textContent = (time / 60).toFixed(1);
    },
  });
  if (stage) stage.view.show = { joints: true };
}
