// Chapter 3: two bodies whose every number can be changed, their 3 × 12 Jacobian, and the same joint on the GPU.
import './page';
import { get } from '../dom';
import { Fields } from './03-fields';
import { startSpin } from './03-first';
import { solveOnGpu } from './03-gpu';
import { showMatrices } from './03-matrices';
import { JointPicture } from './03-picture';
import { format, setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { type BallJoint, type SolvedJoint, solveJoint, type Vector } from './joint';

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
  lookAtGears();
}

const length = (v: Vector) => Math.hypot(...v);
/** How fast the end of an arm moves because its body turns, m/s. */
const turning = ({ arm, angular }: BallJoint['a']) =>
  length([
    angular[1] * arm[2] - angular[2] * arm[1],
    angular[2] * arm[0] - angular[0] * arm[2],
    angular[0] * arm[1] - angular[1] * arm[0],
  ]);

const lookAtGears = task('gears', () => {
  const { joint, solved } = current;
  const { a, b } = joint;
  const spinning = length(a.angular) >= 1 && length(b.angular) >= 1;
  const free = !joint.pinned && joint.axis === undefined;
  if (!spinning || !free || length(a.arm) < 0.3 || length(b.arm) < 0.3) return null;
  if (length(joint.gap) > 1e-9) return wrong('Both spin; the gap is still open.');
  const force = Math.hypot(...solved.lambda);
  if (force > 1e-9) return wrong(`Both spin; the joint still pulls with ${format(force, 3)} N.`);
  if (turning(a) < 1e-9 && turning(b) < 1e-9)
    return right(
      'Right, in a way of its own: each body turns about its own arm, so no anchor moves at all. Gears turn about another axis.',
    );
  const opposite = a.angular.every((x, i) => x === 0 || Math.sign(x) === -Math.sign(b.angular[i]!));
  return opposite
    ? right('Right: like two gears that mesh, they turn opposite ways, and the anchors go along together.')
    : right(
        'Right: the anchors have one velocity, so there is nothing to correct. Gears would turn opposite ways; yours also move.',
      );
});
numberQuestion('pinned', (given) => {
  if (near(given, 1.25, 0.005)) return right('Right: 1/m + (arm)²/inertia of body A alone, 1 + 0.25.');
  if (near(given, 2.5, 0.005)) return wrong('That is with both bodies free. B does not give way any more.');
  return wrong('Not yet. Tick “pin B” and look at the middle of A.');
});
numberQuestion('hinge', (given) =>
  given === 5
    ? right('Right: the three rows of a ball joint, and two more about how the bodies are turned.')
    : wrong(
        given === 3
          ? 'That is a ball joint: it lets the bodies turn about three axes.'
          : 'Not yet. Six ways, and one of them is left free.',
      ),
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
startSpin();
update();
