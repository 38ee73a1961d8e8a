// The form of chapter 3: a field for every number of both bodies and of their joint.
import type { BallJoint, JointBody, Vector } from './joint';

const AXES = ['x', 'y', 'z'] as const;
/** The worked example; what is missing is zero. */
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
export class Fields {
  constructor(readonly form: HTMLFormElement) {
    makeFields(form);
  }

  read(): BallJoint {
    const rows = (this.form.elements.namedItem('rows') as HTMLSelectElement).value;
    return {
      a: this.#body('A'),
      b: this.#body('B'),
      gap: this.#vector('gap'),
      dt: this.#number('dt'),
      stabilisation: this.#number('stabilisation'),
      pinned: (this.form.elements.namedItem('pinned') as HTMLInputElement).checked,
      axis: rows === '' ? undefined : Number(rows),
    };
  }

  #body(name: string): JointBody {
    return {
      mass: this.#number(`mass${name}`),
      inertia: this.#number(`inertia${name}`),
      arm: this.#vector(`arm${name}`),
      linear: this.#vector(`linear${name}`),
      angular: this.#vector(`angular${name}`),
    };
  }

  #vector(name: string): Vector {
    return [this.#number(`${name}x`), this.#number(`${name}y`), this.#number(`${name}z`)];
  }

  /** What a field says, within what it allows; the worked example's value where it says nothing. */
  #number(name: string): number {
    const field = this.form.elements.namedItem(name) as HTMLInputElement;
    const value = field.value.trim() === '' ? Number.NaN : Number(field.value);
    if (!Number.isFinite(value)) return Number(field.defaultValue);
    const least = field.min === '' ? value : Number(field.min);
    const most = field.max === '' ? 1000 : Number(field.max);
    return Math.min(most, Math.max(least, value));
  }
}

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

/** A row for each property, A's beside B's. */
function makeFields(form: HTMLFormElement): void {
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
    form.querySelector('#fields')!.append(row);
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
    form.querySelector('#shared')!.append(label);
  }
}
