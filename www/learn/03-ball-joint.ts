// Chapter 3: two bodies whose every number can be changed, their 3 × 12 Jacobian, and the same joint on the GPU.
import './page';
import { Fields } from './03-fields';
import { solveOnGpu } from './03-gpu';
import { showMatrices } from './03-matrices';
import { JointPicture } from './03-picture';
import { format, setLive } from './bind';
import { exercise } from './exercise';
import { type BallJoint, type SolvedJoint, solveJoint, type Vector } from './joint';

const get = <T extends Element>(selector: string) => document.querySelector(selector) as unknown as T;
const form = get<HTMLFormElement>('#numbers');
const fields = new Fields(form);
const picture = new JointPicture(get('#space'));
let current = solved();

function solved(): { joint: BallJoint; solved: SolvedJoint } {
  const joint = fields.read();
  return { joint, solved: solveJoint(joint) };
}

/** The numbers in the text; zero for rows that are not there. */
function tell({ joint, solved }: typeof current): void {
  const axes = joint.axis === undefined ? [0, 1, 2] : [joint.axis];
  setLive({
    J15: solved.j[axes.indexOf(1)]?.[5] ?? 0,
    partingY: solved.parting[axes.indexOf(1)] ?? 0,
    impulseY: (solved.lambda[axes.indexOf(1)] ?? 0) * joint.dt,
    A00: solved.a[axes.indexOf(0)]?.[axes.indexOf(0)] ?? 0,
    A11: solved.a[axes.indexOf(1)]?.[axes.indexOf(1)] ?? 0,
    partingAfter: solved.partingAfter[axes.indexOf(1)] ?? 0,
  });
}

function update(): void {
  current = solved();
  const { joint, solved: answer } = current;
  showMatrices(joint, answer);
  picture.show(joint, answer);
  tell(current);
  const ask = get<HTMLButtonElement>('#ask');
  ask.disabled = joint.axis !== undefined;
  get('#gpu-words').textContent = ask.disabled
    ? 'The joints of the simulation always have three rows.'
    : 'The same two bodies can be given to the simulation itself, to be solved by the kernels of this site.';
  gears.look();
}

const gears = exercise(
  'gears',
  () => {
    const { joint, solved } = current;
    const length = (v: Vector) => Math.hypot(...v);
    const spinning = length(joint.a.angular) >= 1 && length(joint.b.angular) >= 1;
    const fair =
      spinning &&
      !joint.pinned &&
      joint.axis === undefined &&
      length(joint.a.arm) >= 0.3 &&
      length(joint.b.arm) >= 0.3;
    if (!fair) return '';
    if (length(joint.gap) > 1e-9) return 'Both spin; the gap is still open.';
    const force = Math.hypot(...solved.lambda);
    return force < 1e-9 ? true : `Both spin; the joint still pulls with ${format(force, 3)} N.`;
  },
  'Solved: like two gears that mesh, they turn opposite ways, and the anchors go along together.',
);

async function askTheGpu(): Promise<void> {
  const { joint, solved } = current;
  const words = get<HTMLElement>('#gpu-words');
  words.textContent = 'Asking…';
  try {
    const lambda = await solveOnGpu(joint);
    const worst = Math.max(...solved.lambda.map((value, i) => Math.abs(value - lambda[i]!)));
    words.textContent = `The GPU answers λ = (${lambda.map((value) => format(value)).join(', ')}) N; the page’s sum differs by at most ${format(worst, 1)} N.`;
    words.dataset.value = JSON.stringify(lambda);
  } catch (error) {
    words.textContent = error instanceof Error ? error.message : String(error);
  }
}

form.addEventListener('input', update);
// the form's fields have their first values only after this event
form.addEventListener('reset', () => queueMicrotask(update));
form.addEventListener('submit', (event) => event.preventDefault());
get('#ask').addEventListener('click', () => void askTheGpu());
update();
