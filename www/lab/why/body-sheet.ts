// What is to be seen of the chosen body: how it moves, and what pushes and pulls it.
import type { BodyDescription, ContactReading, JointReading } from '../../beadwork';
import { make } from '../../dom';
import { Figure, figure } from './figure';
import { loadOf } from './place';

export interface BodyFacts {
  index: number;
  body: BodyDescription;
  /** It stays where it is. */
  fixed: boolean;
  /** m/s and rad/s */
  speed: number;
  turning: number;
  joints: JointReading[];
  /** That it has a part in. */
  contacts: ContactReading[];
}

export interface BodySheetListeners {
  nameOf(body: number): string;
  /** Within a sentence. */
  inText(body: number): string;
  /** With its number. */
  titleOf(body: number): string;
  nameOfJoint(joint: number): string;
  choose(joint: number): void;
}

/** Contacts told one by one at most. */
const MOST = 12;

export class BodySheet {
  readonly element = make('div', { class: 'why-sheet' });
  #title = make('h3');
  #verdict = make('ul', { class: 'why-verdict' });
  #mass = make('dd');
  #speed = new Figure('m/s');
  #turning = new Figure('rad/s');
  #joints = make('table', { class: 'why-list' });
  #contacts = make('table', { class: 'why-list' });
  #figures: { force: Figure; torque: Figure }[] = [];
  #listed = '';

  constructor(private readonly told: BodySheetListeners) {
    const pair = (title: string, inside: Node) => make('div', {}, make('dt', {}, title), inside);
    this.element.append(
      this.#title,
      this.#verdict,
      make(
        'dl',
        { class: 'why-figures' },
        pair('Mass', this.#mass),
        pair('Speed', make('dd', {}, this.#speed.element)),
        pair('Turns at', make('dd', {}, this.#turning.element)),
      ),
      this.#joints,
      this.#contacts,
    );
  }

  start(): void {
    this.#listed = '';
  }

  show(facts: BodyFacts): void {
    const { index, body, fixed, speed, turning, joints, contacts } = facts;
    this.#title.textContent = this.told.titleOf(index);
    this.#mass.textContent = fixed ? 'it stays where it is' : figure(body.mass ?? Number.NaN, 'kg');
    this.#speed.show(speed);
    this.#turning.show(turning);
    this.#verdict.replaceChildren(make('li', {}, this.#sayLoad(facts)));
    this.#list(joints);
    joints.forEach((reading, k) => {
      const { force, torque } = loadOf(reading);
      this.#figures[k]!.force.show(force);
      this.#figures[k]!.torque.show(torque);
    });
    this.#touching(index, contacts);
  }

  /** Which joint or contact loads it most. */
  #sayLoad({ index, joints, contacts }: BodyFacts): string {
    const byJoint = joints.map((reading) => ({
      force: loadOf(reading).force,
      what: this.told.nameOfJoint(reading.joint),
    }));
    // all points at which it touches another body bear together
    const pairs = new Map<number, number>();
    for (const { a, b, force } of contacts) {
      const other = a === index ? b : a;
      pairs.set(other, (pairs.get(other) ?? 0) + force);
    }
    const byContact = [...pairs].map(([other, force]) => ({
      force,
      what: `The contact with ${this.told.inText(other)}`,
    }));
    const all = [...byJoint, ...byContact].sort((one, other) => other.force - one.force);
    const [most] = all;
    if (!most || most.force === 0) return 'Nothing loads it: no joint or contact pushes it.';
    return `${most.what} loads it most, with ${figure(most.force, 'N')}.`;
  }

  #list(joints: JointReading[]): void {
    const listed = joints.map(({ joint }) => joint).join();
    if (listed === this.#listed) return;
    this.#listed = listed;
    this.#figures = joints.map(() => ({ force: new Figure('N'), torque: new Figure('N m') }));
    this.#joints.hidden = joints.length === 0;
    this.#joints.replaceChildren(
      make('thead', {}, headings('Joint', 'Force', 'Torque')),
      make(
        'tbody',
        {},
        ...joints.map(({ joint }, k) => {
          const button = make('button', { type: 'button' }, this.told.nameOfJoint(joint));
          button.addEventListener('click', () => this.told.choose(joint));
          const { force, torque } = this.#figures[k]!;
          return make(
            'tr',
            {},
            make('th', { scope: 'row' }, button),
            make('td', {}, force.element),
            make('td', {}, torque.element),
          );
        }),
      ),
    );
  }

  #touching(index: number, contacts: ContactReading[]): void {
    this.#contacts.hidden = contacts.length === 0;
    const strongest = [...contacts].sort((one, other) => other.force - one.force).slice(0, MOST);
    this.#contacts.replaceChildren(
      make('thead', {}, headings('Touches', 'Force', 'Friction', 'Depth')),
      make(
        'tbody',
        {},
        ...strongest.map(({ a, b, force, friction, depth }) => {
          const cells = [
            ['N', force],
            ['N', Math.hypot(...friction)],
            ['m', depth],
          ] as const;
          return make(
            'tr',
            {},
            make('th', { scope: 'row' }, this.told.nameOf(a === index ? b : a)),
            ...cells.map(([unit, value]) => make('td', {}, shown(value, unit))),
          );
        }),
      ),
    );
  }
}

const headings = (...titles: string[]) =>
  make('tr', {}, ...titles.map((title) => make('th', { scope: 'col' }, title)));

function shown(value: number, unit: string): HTMLElement {
  const own = new Figure(unit);
  own.show(value);
  return own.element;
}
