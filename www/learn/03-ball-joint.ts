// Chapter 3: two bodies whose every number can be changed, their 3 × 12 Jacobian, and the same joint on the GPU.
import './page';
import type { SceneDescription, Simulation } from '../beadwork';
import { JointPicture } from './03-picture';
import { format, setLive } from './bind';
import { exercise } from './exercise';
import { column, MatrixGrid } from './grid';
import { type BallJoint, type JointBody, type SolvedJoint, solveJoint, type Vector } from './joint';

const get = <T extends Element>(selector: string) => document.querySelector(selector) as unknown as T;
const form = get<HTMLFormElement>('#numbers');
const AXES = ['x', 'y', 'z'] as const;
const WORKED: Record<string, number> = {
  massA: 1,
  massB: 1,
  inertiaA: 1,
  inertiaB: 1,
  armAx: 0.5,
  armBx: -0.5,
  angularAz: 2,
  gapy: 0.1,
  dt: 0.1,
  stabilisation: 0.02,
};
/** Fields of a body: name, words, how many numbers, step, least. */
const FIELDS = [
  ['mass', 'mass, kg', 1, 0.5, 0.1],
  ['inertia', 'inertia, kg m²', 1, 0.5, 0.1],
  ['arm', 'arm, m', 3, 0.1, -1],
  ['linear', 'v, m/s', 3, 0.5, -20],
  ['angular', 'ω, rad/s', 3, 0.5, -20],
] as const;
const COLUMNS = ['v', 'ω'].flatMap((what) => AXES.map((axis) => [what, axis] as const));

const grids = {
  j: new MatrixGrid('J', 'J, three rows and twelve columns'),
  free: new MatrixGrid('V', 'Free velocities of both bodies'),
  a: new MatrixGrid('A', 'A, in one over kilograms'),
  lambda: new MatrixGrid('lambda', 'Lambda, the force, in newtons'),
  b: new MatrixGrid('b', 'b, in metres a second squared'),
  impulse: new MatrixGrid('impulse', 'The impulse, in newton seconds'),
  parting: new MatrixGrid('parting', 'How fast the anchors part after the step, in metres a second'),
  change: new MatrixGrid('dV', 'Changes of velocity of both bodies'),
};
for (const grid of [grids.j, grids.free, grids.change]) {
  grid.head([
    ['A moves', 3],
    ['A turns', 3],
    ['B moves', 3],
    ['B turns', 3],
  ]);
}
const picture = new JointPicture(get('#space'));

function input(name: string, label: string, step: number, least: number): HTMLInputElement {
  const field = document.createElement('input');
  field.type = 'number';
  field.name = name;
  field.step = String(step);
  field.min = String(least);
  field.defaultValue = String(WORKED[name] ?? 0);
  field.setAttribute('aria-label', label);
  return field;
}

/** The form's fields: a row for each property, A's beside B's. */
function makeFields(): void {
  for (const [name, words, count, step, least] of FIELDS) {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = words;
    row.append(head);
    for (const body of ['A', 'B']) {
      for (const axis of count === 3 ? AXES : ['']) {
        const cell = document.createElement('td');
        cell.colSpan = count === 3 ? 1 : 3;
        cell.append(input(`${name}${body}${axis}`, `${words} of ${body}${axis && `, ${axis}`}`, step, least));
        row.append(cell);
      }
    }
    get('#fields').append(row);
  }
  const shared: [string, string, number, number][] = [
    ['gapx', 'gap C, m: x', 0.05, -1],
    ['gapy', 'y', 0.05, -1],
    ['gapz', 'z', 0.05, -1],
    ['dt', 'h, s', 0.01, 0.001],
    ['stabilisation', 'β', 0.02, 0],
  ];
  for (const [name, words, step, least] of shared) {
    const label = document.createElement('label');
    const field = input(name, name.startsWith('gap') ? `gap, ${name.at(-1)}` : words, step, least);
    if (name === 'dt') field.max = '0.1';
    if (name === 'stabilisation') field.max = '1';
    label.append(words, ' ', field);
    get('#shared').append(label);
  }
}

/** What a field says, within what it allows; the worked example's value where it says nothing. */
function number(name: string): number {
  const field = form.elements.namedItem(name) as HTMLInputElement;
  const value = field.value.trim() === '' ? Number.NaN : Number(field.value);
  if (!Number.isFinite(value)) return Number(field.defaultValue);
  const least = field.min === '' ? value : Number(field.min);
  const most = field.max === '' ? 1000 : Number(field.max);
  return Math.min(most, Math.max(least, value));
}

const vector = (name: string): Vector => [number(`${name}x`), number(`${name}y`), number(`${name}z`)];

const bodyOf = (name: string): JointBody => ({
  mass: number(`mass${name}`),
  inertia: number(`inertia${name}`),
  arm: vector(`arm${name}`),
  linear: vector(`linear${name}`),
  angular: vector(`angular${name}`),
});

function read(): BallJoint {
  const rows = (form.elements.namedItem('rows') as HTMLSelectElement).value;
  return {
    a: bodyOf('A'),
    b: bodyOf('B'),
    gap: vector('gap'),
    dt: number('dt'),
    stabilisation: number('stabilisation'),
    pinned: (form.elements.namedItem('pinned') as HTMLInputElement).checked,
    axis: rows === '' ? undefined : Number(rows),
  };
}

/** 'ω of A about z' and the like, for one of the twelve columns. */
function columnName(column: number): string {
  const [what, axis] = COLUMNS[column % 6]!;
  const body = column < 6 ? 'A' : 'B';
  return what === 'v' ? `the speed of ${body} along ${axis}` : `the turning of ${body} about ${axis}`;
}

const partOf = (column: number) => `${column % 6 < 3 ? 'linear' : 'angular'}-${column < 6 ? 'a' : 'b'}`;
const armOf = (column: number) => `arm-${column < 6 ? 'a' : 'b'}`;

function show(joint: BallJoint, solved: SolvedJoint): void {
  const axes = joint.axis === undefined ? [0, 1, 2] : [joint.axis];
  const rowName = (i: number) => `the row of ${AXES[axes[i]!]}`;
  const twelve = Array.from({ length: 12 }, (_, k) => k);
  const unit = (k: number) => (k % 6 < 3 ? 'm/s' : 'rad/s');

  grids.j.show(
    solved.j.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence: jacobianWords(value, k, AXES[axes[i]!]!),
        from: k % 6 < 3 ? [`body-${k < 6 ? 'a' : 'b'}`] : [armOf(k)],
      })),
    ),
  );
  grids.free.show([
    solved.free.map((value, k) => ({
      value,
      sentence: `${format(value)} ${unit(k)}: ${columnName(k)} before the joint acts.`,
      from: [partOf(k)],
    })),
  ]);
  grids.a.show(
    solved.a.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence:
          i === k
            ? `A newton along ${AXES[axes[i]!]} makes the anchors part along ${AXES[axes[i]!]} by this much less a second; 1/m of each free body, and more where an arm can turn.`
            : `What a newton along ${AXES[axes[k]!]} does along ${AXES[axes[i]!]}: ${value === 0 ? 'nothing' : 'the arms turn one into the other'}.`,
        from: twelve.flatMap((c) =>
          solved.j[i]![c] && solved.j[k]![c] && solved.inverseMass[c] ? [`J-${i}-${c}`, `J-${k}-${c}`] : [],
        ),
      })),
    ),
  );
  grids.lambda.show(
    column(
      solved.lambda.map((value, i) => ({
        value,
        sentence: `${format(value)} N along ${AXES[axes[i]!]}: A is pulled by the negative of it, B by it.`,
        from: ['force'],
      })),
    ),
  );
  grids.b.show(
    column(
      solved.rightSide.map((value, i) => ({
        value,
        sentence: `${capital(rowName(i))}: the anchors part at ${format(solved.parting[i]!)} m/s, and β C/h asks for ${format(solved.bias[i]!)} m/s more; the sum over h.`,
        from: [
          'gap',
          ...twelve.flatMap((c) => (solved.j[i]![c] && solved.free[c] ? [`J-${i}-${c}`, `V-0-${c}`] : [])),
        ],
      })),
    ),
  );
  grids.impulse.show(
    column(
      solved.lambda.map((value, i) => ({
        value: joint.dt * value,
        sentence: `h λ: ${format(joint.dt)} s times ${format(value)} N.`,
        from: [`lambda-${i}-0`],
      })),
    ),
  );
  grids.parting.show(
    column(
      solved.partingAfter.map((value, i) => ({
        value,
        sentence: `${capital(rowName(i))} after the step: −β C/h, so that the gap closes by the share β.`,
        from: ['gap', ...twelve.flatMap((c) => (solved.j[i]![c] && solved.after[c] ? [`J-${i}-${c}`] : []))],
      })),
    ),
  );
  grids.change.show([
    solved.change.map((value, k) => ({
      value,
      sentence: `What −h M⁻¹ Jᵀ λ does to ${columnName(k)}: ${format(solved.free[k]!)} becomes ${format(solved.after[k]!)} ${unit(k)}.`,
      from: solved.j.flatMap((row, i) => (row[k] ? [`J-${i}-${k}`, `lambda-${i}-0`] : [])),
    })),
  ]);
  setLive({
    J15: solved.j[axes.indexOf(1)]?.[5] ?? 0,
    partingY: solved.parting[axes.indexOf(1)] ?? 0,
    impulseY: (solved.lambda[axes.indexOf(1)] ?? 0) * joint.dt,
    A00: solved.a[axes.indexOf(0)]?.[axes.indexOf(0)] ?? 0,
    A11: solved.a[axes.indexOf(1)]?.[axes.indexOf(1)] ?? 0,
    partingAfter: solved.partingAfter[axes.indexOf(1)] ?? 0,
  });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function jacobianWords(value: number, k: number, axis: string): string {
  const [what] = COLUMNS[k % 6]!;
  if (what === 'v') {
    if (value === 0) return `Along ${axis}, ${columnName(k)} does not count.`;
    return value > 0
      ? `If A moves along ${axis}, its anchor leaves B’s as fast.`
      : `If B moves along ${axis}, the anchors close as fast.`;
  }
  if (value === 0)
    return `${capital(columnName(k))} moves no anchor along ${axis}: the arm has no lever for it.`;
  return `A lever of ${format(Math.abs(value))} m: ${columnName(k)} by 1 rad/s changes how fast the anchors part along ${axis} by ${format(value)} m/s.`;
}

makeFields();
let current: { joint: BallJoint; solved: SolvedJoint } = { joint: read(), solved: solveJoint(read()) };

function update(): void {
  const joint = read();
  const solved = solveJoint(joint);
  current = { joint, solved };
  show(joint, solved);
  picture.show(joint, solved);
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

/** The two bodies as a scene for the simulation. */
function sceneOf({ a, b, gap, pinned }: BallJoint): SceneDescription {
  const bodies = [a, b].map((body, i) => ({
    position: [0, 1, 2].map((k) => (i === 0 ? gap[k]! : 0) - body.arm[k]!) as Vector,
    radius: 0.1,
    mass: body.mass,
    inertia: [body.inertia, body.inertia, body.inertia] as Vector,
    ...(i === 1 && pinned ? { fixed: true } : { linearVelocity: body.linear, angularVelocity: body.angular }),
  }));
  return {
    version: 1,
    gravity: [0, 0, 0],
    bodies,
    joints: [{ type: 'point', a: 0, b: 1, anchorA: a.arm, anchorB: b.arm }],
  };
}

async function askTheGpu(): Promise<void> {
  const { joint, solved } = current;
  const words = get<HTMLElement>('#gpu-words');
  words.textContent = 'Asking…';
  let simulation: Simulation | undefined;
  try {
    // the module and its wasm are fetched only by who asks
    const beadwork = await import('../beadwork');
    simulation = await beadwork.Simulation.create({
      scene: sceneOf(joint),
      parameters: {
        solver: 'jacobi',
        iterations: 1,
        relaxation: 1,
        warmStart: 0,
        timestep: joint.dt,
        stabilisation: joint.stabilisation,
        stiffnessGuard: false,
      },
    });
    await simulation.step();
    const { multipliers } = await simulation.readState();
    const worst = Math.max(...solved.lambda.map((value, i) => Math.abs(value - multipliers[i]!)));
    words.textContent = `The GPU answers λ = (${[...multipliers].map((value) => format(value)).join(', ')}) N; the page’s sum differs by at most ${format(worst, 1)} N.`;
    words.dataset.value = JSON.stringify([...multipliers]);
  } catch (error) {
    words.textContent = error instanceof Error ? error.message : String(error);
  } finally {
    simulation?.destroy();
  }
}

form.addEventListener('input', update);
// the form's fields have their first values only after this event
form.addEventListener('reset', () => queueMicrotask(update));
form.addEventListener('submit', (event) => event.preventDefault());
get('#ask').addEventListener('click', () => void askTheGpu());
update();
