// What is to be seen of the chosen joint, and what can be changed of it.
import type { JointChanges, JointReading, NumberedEnd, NumberedJoint } from '../../beadwork';
import { make } from '../../dom';
import { ChangeForm } from './change-form';
import { Curve } from './curve';
import { Figure, figure } from './figure';
import type { Held } from './mass';
import { type Picked, RowTable } from './row-table';
import type { Row } from './rows';
import { softnessTable } from './softness-table';
import { verdictOf } from './verdict';

export interface JointFacts {
  index: number;
  rows: Row[];
  reading: JointReading;
  /** Its bodies and where they are. */
  held: Held;
  /** Substep, s. */
  h: number;
  gone: boolean;
  /** Of the smaller body, m. */
  radius: number;
  /** Of all joints together, m; none where there are too many to ask them all. */
  allGaps: number | null;
  /** The largest of any joint, m. */
  largestGap: number;
}

export interface JointSheetListeners {
  /** `Bead 3`. */
  nameOf(body: number): string;
  choose(body: number): void;
  set(joint: number, changes: JointChanges, refused: (error: unknown) => void): void;
  cut(joint: number): void;
  /** The joint as the scene format has it, onto the clipboard. */
  copy(joint: number): Promise<string>;
}

export class JointSheet {
  readonly element = make('div', { class: 'why-sheet' });
  readonly curve = new Curve();
  #index = -1;
  /** What the structure was built for. */
  #built = '';
  #title = make('h3');
  #bodies = make('p', { class: 'why-bodies' });
  #verdict = make('ul', { class: 'why-verdict' });
  #rows = new RowTable((picked) => this.#pick(picked));
  #gap = new Figure('m');
  #angle = new Figure('rad');
  #share = make('dd');
  #soft = make('div');
  #form: ChangeForm;
  #said = make('span', { role: 'status' });
  #cut = make('button', { type: 'button' }, 'Cut it');

  constructor(private readonly told: JointSheetListeners) {
    this.#form = new ChangeForm({
      set: (changes, refused) => told.set(this.#index, changes, refused),
    });
    const pair = (title: string, ...inside: Node[]) => make('div', {}, make('dt', {}, title), ...inside);
    const copy = make('button', { type: 'button' }, 'Copy as JSON');
    copy.addEventListener('click', async () => {
      this.#said.textContent = await told.copy(this.#index);
    });
    this.#cut.addEventListener('click', () => told.cut(this.#index));
    this.element.append(
      this.#title,
      this.#bodies,
      this.#verdict,
      this.#rows.element,
      this.curve.element,
      make(
        'dl',
        { class: 'why-figures' },
        pair('Gap', make('dd', {}, this.#gap.element)),
        pair('Angle', make('dd', {}, this.#angle.element)),
        pair('Its share of the error', this.#share),
      ),
      fold(
        'Change it',
        this.#form.element,
        make(
          'small',
          {},
          'Changes act at once, in every copy. Undo and Again take them back; the link and a saved scene keep them.',
        ),
      ),
      fold('How softly it holds', this.#soft),
      make('p', { class: 'why-copy' }, this.#cut, copy, this.#said),
    );
  }

  /** Another joint. */
  start(): void {
    this.#built = '';
    this.#form.clear();
    this.#said.textContent = '';
    this.curve.start();
  }

  #pick(picked: Picked): void {
    const now = this.curve.picked;
    const same = now?.row.index === picked.row.index && now.quantity === picked.quantity;
    this.curve.pick(same ? null : picked);
    this.#rows.mark(this.curve.picked);
  }

  show(facts: JointFacts): void {
    const { index, rows, reading, held, gone, radius } = facts;
    this.#index = index;
    const built = `${index} ${JSON.stringify(held.joint)} ${gone}`;
    if (built !== this.#built) {
      this.#build(facts);
      this.#built = built;
    }
    this.#rows.show(reading);
    this.#gap.show(reading.gap);
    this.#angle.show(reading.angle);
    this.#share.textContent = shareOf(facts);
    const said = verdictOf(rows, reading, radius, gone);
    if (said.join() !== this.#saidBefore)
      this.#verdict.replaceChildren(...said.map((sentence) => make('li', {}, sentence)));
    this.#saidBefore = said.join();
    const soft = softnessTable(held, rows, facts.h);
    if (soft.textContent !== this.#soft.textContent) this.#soft.replaceChildren(soft);
  }
  #saidBefore = '';

  #build({ index, rows, reading, held: { joint }, gone }: JointFacts): void {
    const number = `oint ${index + 1}: ${kindOf(joint)}`;
    this.#title.textContent = joint.name === undefined ? `J${number}` : `${joint.name} · j${number}`;
    this.#bodies.replaceChildren('Holds ', this.#body(joint.b), ' to ', this.#body(joint.a));
    this.#rows.build(rows, reading);
    this.#rows.mark(this.curve.picked);
    this.#form.show(joint, gone);
    this.#cut.disabled = gone;
  }

  #body(body: NumberedEnd): Node {
    if (body === 'world') return document.createTextNode('the world');
    const button = make('button', { type: 'button' }, this.told.nameOf(body));
    button.addEventListener('click', () => this.told.choose(body));
    return button;
  }
}

export function fold(title: string, ...inside: Node[]): HTMLDetailsElement {
  return make('details', { open: true }, make('summary', {}, title), ...inside);
}

const kindOf = ({ type }: NumberedJoint): string =>
  ({ distance: 'rod or rope', 'six-dof': 'six degrees of freedom', cone: 'cone', point: 'point' })[
    type as string
  ] ?? type;

function shareOf({ reading: { gap }, allGaps, largestGap }: JointFacts): string {
  if (allGaps !== null)
    return allGaps > 0 ? `${figure((100 * gap) / allGaps, '%')} of the sum of all gaps` : 'no joint is open';
  return largestGap > 0 ? `${figure((100 * gap) / largestGap, '%')} of the largest gap` : 'no joint is open';
}
