// The first figure of chapter 15: the robot arm of the scene `arm` with a servo that is too weak, in one of two ways, and what mends it.
import type { JointReading, Simulation } from '../beadwork';
import { get } from '../dom';
import { format, setLive } from './bind';
import { right, task, type Verdict, wrong } from './exercise';
import { Stage } from './stage';

const DEGREES = 180 / Math.PI;
const FRAME = 1 / 60;
/** Where a hinge's angle stands among the six coordinates. */
const RX = 3;
const ELBOW = 2;
/** Frames until the arm begins anew, and those that it has to come to rest after a change. */
const LOOP = 900;
const REST = 300;
/** Degrees: as near as a mended servo comes to its target. */
const NEAR = 2;

interface Figures {
  /** N m */
  cap: number;
  hertz: number;
}
type Figure = keyof Figures;

/** Of the scene's joints, in order: rad, N m. */
export const SERVOS = [
  { name: 'base', target: 1.1, cap: 300 },
  { name: 'shoulder', target: -1.05, cap: 700 },
  { name: 'elbow', target: 1.8, cap: 350 },
  { name: 'wrist', target: -0.95, cap: 120 },
  { name: 'hand', target: 1.5, cap: 60 },
] as const;
const HERTZ = 40;

/** What is wrong with the elbow. */
const FAULTS: Record<string, Partial<Figures>> = { first: { cap: 150 }, second: { hertz: 5 }, none: {} };

const figure = get('#lab');
const form = get<HTMLFormElement>('#servo');
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
const fault = () => field('fault').value;
const chosen = () => Number(field('which').value);

const withFault = (): Figures[] =>
  SERVOS.map(({ cap }, joint) => ({ cap, hertz: HERTZ, ...(joint === ELBOW ? FAULTS[fault()] : {}) }));
/** As they are now. */
let figures = withFault();
let readings: JointReading[] = [];
/** Since something was changed, or the arm began. */
let frames = 0;

/** A stiffer spring gets the damping that lets it come to its target in the same time: exp(−t ω/2ζ). */
const ratioOf = (hertz: number) => 1.5 * hertz;

function tune(simulation: Simulation, joint: number): void {
  const { cap, hertz } = figures[joint]!;
  const { target } = SERVOS[joint]!;
  simulation.setJoint(joint, { servo: { target, hertz, dampingRatio: ratioOf(hertz), maxForce: cap } });
}

/** Figures that are no longer those of the fault. */
function changes(): { joint: number; what: Figure }[] {
  const before = withFault();
  return figures.flatMap((now, joint) =>
    (['cap', 'hertz'] as const)
      .filter((what) => now[what] !== before[joint]![what])
      .map((what) => ({ joint, what })),
  );
}

/** Degrees from where a servo is to its target. */
const short = (joint: number) => DEGREES * (SERVOS[joint]!.target - readings[joint]!.coordinates[RX]!);

const WORDS: Record<Figure, string> = { cap: 'largest torque', hertz: 'frequency' };

function judge(which: string, wanted: Figure): Verdict | null {
  const changed = changes();
  if (fault() !== which || changed.length === 0 || readings.length === 0) return null;
  const worst = SERVOS.map((_, joint) => joint).reduce((a, b) =>
    Math.abs(short(b)) > Math.abs(short(a)) ? b : a,
  );
  const off = Math.abs(short(worst));
  if (frames < REST) return wrong(`Let it come to rest: ${REST - frames} frames to go.`);
  if (off > NEAR) {
    const { name } = SERVOS[worst]!;
    const torque = Math.abs(readings[worst]!.forces[RX]!);
    const words = `The ${name} is still ${format(off, 2)}° short`;
    return wrong(
      readings[worst]!.states[RX] === 'saturated'
        ? `${words}, with all of its ${format(figures[worst]!.cap)} N m. It cannot push harder.`
        : `${words}, and pushes with ${format(torque, 3)} of ${format(figures[worst]!.cap)} N m. It could push harder, and does not.`,
    );
  }
  const needless = changed.find(({ joint, what }) => joint !== ELBOW || what !== wanted);
  if (needless)
    return wrong(
      `The arm holds. But more than one figure is changed. Put the ${WORDS[needless.what]} of the ${SERVOS[needless.joint]!.name} back, and see whether it still does.`,
    );
  return right(
    wanted === 'cap'
      ? `Right: it was the largest torque. The elbow needs ${format(Math.abs(readings[ELBOW]!.forces[RX]!), 3)} N m to hold the load, and now it may have them.`
      : `Right: it was the frequency. With ${format(figures[ELBOW]!.hertz)} Hz the spring yields by ${format(off, 2)}° to the torque that it bore all along.`,
  );
}
const lookAt = [
  task('first-fault', () => judge('first', 'cap')),
  task('second-fault', () => judge('second', 'hertz')),
];

function showFigures(): void {
  const { cap, hertz } = figures[chosen()]!;
  (field('cap') as HTMLInputElement).value = String(cap);
  (field('hertz') as HTMLInputElement).value = String(hertz);
  get('[name="cap-value"]').textContent = `${cap} N m`;
  get('[name="hertz-value"]').textContent = `${hertz} Hz`;
  for (const [joint, each] of figures.entries())
    get(`[data-cell="cap-${joint}"]`).textContent = String(each.cap);
  setLive({ cap: figures[ELBOW]!.cap, bound: FRAME * figures[ELBOW]!.cap, hertz: figures[ELBOW]!.hertz });
}

/** With so many digits behind the point, and a real minus sign. */
const rounded = (value: number, digits: number) => format(Number(value.toFixed(digits)));

function showReadings(): void {
  for (const [joint, { coordinates, forces, states }] of readings.entries()) {
    const put = (name: string, text: string, value: number | string) => {
      const cell = get(`[data-cell="${name}-${joint}"]`);
      cell.textContent = text;
      cell.dataset.value = String(value);
    };
    put('angle', `${rounded(DEGREES * coordinates[RX]!, 1)}°`, coordinates[RX]!);
    put('off', `${rounded(Math.abs(short(joint)), 1)}°`, short(joint));
    put('torque', rounded(forces[RX]!, 0), forces[RX]!);
    put('state', states[RX]!, states[RX]!);
  }
  const torque = readings[ELBOW]!.forces[RX]!;
  const off = short(ELBOW);
  setLive({ torque, off, stiffness: torque / (off / DEGREES) });
}

const look = () => {
  for (const each of lookAt) each();
};

async function read(stage: Stage, current: () => boolean): Promise<void> {
  frames += 1;
  const found = await stage.simulations[0]!.readJoints(SERVOS.map((_, joint) => joint));
  if (!current()) return;
  readings = found;
  showReadings();
  look();
  if (stage.frames >= LOOP) stage.restart();
}

function begin(simulation: Simulation): void {
  frames = 0;
  for (const joint of SERVOS.keys()) tune(simulation, joint);
}

export async function startArm(): Promise<void> {
  let stage: Stage | null = null;
  let last = { fault: fault(), which: chosen() };
  /** An exercise's link puts everything back. */
  let anew = false;
  showFigures();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    anew = true;
  });
  form.addEventListener('input', () => {
    const other = fault() !== last.fault || anew;
    if (other) figures = withFault();
    else if (chosen() === last.which)
      figures[chosen()] = { cap: Number(field('cap').value), hertz: Number(field('hertz').value) };
    const looked = chosen() !== last.which;
    last = { fault: fault(), which: chosen() };
    anew = false;
    showFigures();
    if (looked && !other) return;
    frames = 0;
    look();
    if (other) stage?.restart();
    else if (stage) tune(stage.simulations[0]!, chosen());
  });
  stage = await Stage.open(figure, {
    simulations: [{ scene: 'arm', sceneOptions: { load: 20 } }],
    onReady: async ({ simulations }) => begin(simulations[0]!),
    onFrame: read,
    onRestart: ({ simulations }) => begin(simulations[0]!),
  });
  if (stage) stage.view.show = { joints: true };
}
