// The error after two seconds by substeps: recorded by the CPU reference, or measured here on the reader's own device.
import { Simulation } from '../beadwork';
import { get } from '../dom';
import { inColours, WAYS, type Way } from './12-one-bead';
import { setLive } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';
import { legend, plot } from './plot';
import { type Points, showRecorded } from './recorded';
import { sayWhatIsMissing } from './stage';

const SUBSTEPS = [1, 2, 4, 8];
const FINE = 32;
const FRAMES = 120;

const figure = get('#orders');
const button = get<HTMLButtonElement>('#measure');

/** Positions of all beads after two seconds. */
async function ran(way: Way, substeps: number): Promise<Float32Array> {
  const simulation = await Simulation.create({
    scene: 'pendant',
    sceneOptions: { beads: 8, tilt: 1, massRatio: 1 },
    parameters: {
      solver: 'direct',
      positions: way,
      substeps,
      ...(way === 'pulled' ? { stabilisation: 0.2 } : {}),
    },
  });
  try {
    await simulation.step(FRAMES);
    return (await simulation.readState()).positions;
  } finally {
    simulation.destroy();
  }
}

/** mm, of the bead that is farthest off. */
function distance(ours: Float32Array, wanted: Float32Array): number {
  let most = 0;
  for (let i = 0; i < wanted.length; i += 3) {
    const [dx, dy, dz] = [0, 1, 2].map((axis) => ours[i + axis]! - wanted[i + axis]!);
    most = Math.max(most, Math.hypot(dx!, dy!, dz!));
  }
  return 1000 * most;
}

/** By way: substeps and mm. */
let errors: Points[] = [];

/** By how many doublings the error is halved with each doubling of the substeps. */
const orderOf = (points: Points): number =>
  Math.log(points[0]![1] / points.at(-1)![1]) / Math.log(points.at(-1)![0] / points[0]![0]);

function draw(): void {
  plot(
    get<SVGElement>('#orders .plot'),
    {
      x: 'substeps',
      y: 'distance after 2 s, mm',
      log: true,
      xTicks: SUBSTEPS,
      xRange: [1, 8],
      yRange: [0.01, 100],
    },
    inColours(WAYS.map((name, i) => ({ name, points: errors[i] ?? [] }))),
  );
}

function show(found: Points[]): void {
  errors = found;
  for (const [i, way] of WAYS.entries()) {
    const points = errors[i]!;
    for (const [substeps, error] of points) setLive({ [`error-${way}-${substeps}`]: error });
    setLive({ [`order-${way}`]: orderOf(points) });
  }
  const [, projected, symplectic] = errors;
  setLive({ times: projected![0]![1] / symplectic![0]![1] });
  draw();
}

async function measure(): Promise<void> {
  button.disabled = true;
  const words = get('#measured');
  try {
    words.textContent = `${FINE} substeps a frame, for the truth …`;
    const wanted = await ran('symplectic', FINE);
    const found: Points[] = [];
    for (const way of WAYS) {
      const points: Points = [];
      for (const substeps of SUBSTEPS) {
        words.textContent = `${way}, ${substeps === 1 ? 'one substep' : `${substeps} substeps`} …`;
        points.push([substeps, distance(await ran(way, substeps), wanted)]);
      }
      found.push(points);
    }
    show(found);
    words.textContent =
      'Measured here, in single precision: what is below some hundredths of a millimetre may be rounding.';
  } catch (error) {
    sayWhatIsMissing(figure, error);
    words.textContent = '';
  } finally {
    button.disabled = false;
  }
}

/** Substeps of `projected` that come as near as one of `symplectic`, as the CPU reference has counted them. */
let asNear = Number.NaN;
const lookAtNear = numberQuestion('as-near', (given) => {
  if (Number.isNaN(asNear)) return wrong('One moment: what was recorded is on its way.');
  if (given === asNear) return right('Right, and just what the CPU reference has counted.');
  if (near(given, asNear, 0.2 * asNear))
    return right(
      `Right by the rule: an error of first order is divided by the number of substeps. Counted by the CPU reference, it takes ${asNear}.`,
    );
  if (near(given, Math.sqrt(asNear), 0.6)) return wrong('That many would do for an error of second order.');
  return wrong(
    given < asNear ? 'It needs more than that.' : 'Fewer will do. Divide the two errors at one substep.',
  );
});

/** Draws what was recorded, and measures when asked to. */
export function startOrders(): void {
  figure.classList.add('running');
  legend(get('#order-names'), inColours(WAYS));
  button.addEventListener('click', () => void measure());
  new ResizeObserver(draw).observe(get('#orders .plot'));
  void showRecorded(figure, ({ positions }) => {
    asNear = positions.asNear;
    show(positions.orders as Points[]);
    lookAtNear();
  });
}
