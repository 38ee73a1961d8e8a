// The ten joints or contacts that stand out by a measure, as a list; the picture marks the same.
import { make } from '../../dom';
import { Figure } from './figure';
import { MEASURES, type MeasureName, type Ranked } from './ranking';

export interface RankingListeners {
  /** Another measure, or none any more. */
  measure(): void;
  choose(joint: number): void;
  nameOfJoint(joint: number): string;
  /** Of a contact: `Bead 3, bead 5`. */
  nameOfContact(index: number): string;
}

export class RankingList {
  readonly element = make('div', { class: 'why-ranking' });
  readonly #select = make('select', { id: 'why-measure' });
  readonly #list = make('ol', { id: 'why-ten' });
  #ramp = make('p', { class: 'why-ramp', hidden: true });
  #listed = '';
  #figures: Figure[] = [];

  constructor(private readonly told: RankingListeners) {
    this.#select.add(new Option('Nothing', ''));
    for (const { name, title } of MEASURES) this.#select.add(new Option(title, name));
    this.#select.addEventListener('change', () => told.measure());
    this.element.append(
      make(
        'div',
        { class: 'why-field' },
        make('label', { for: 'why-measure' }, 'Mark the ten largest'),
        this.#select,
      ),
      this.#ramp,
      this.#list,
    );
  }

  get measure(): MeasureName | null {
    return (this.#select.value || null) as MeasureName | null;
  }

  set measure(measure: MeasureName | null) {
    this.#select.value = measure ?? '';
  }

  /** Contacts have no place in the list where they can be chosen. */
  show(ranked: Ranked[]): void {
    const { measure } = this;
    const of = MEASURES.find(({ name }) => name === measure)?.of;
    const listed = `${measure} ${ranked.map(({ index, unit }) => `${index}${unit}`).join()}`;
    if (listed !== this.#listed) this.#build(ranked, of);
    this.#listed = listed;
    ranked.forEach(({ value }, k) => {
      this.#figures[k]!.show(value);
    });
    this.#ramp.hidden = ranked.length === 0;
    const [most, least] = [ranked[0], ranked.at(-1)];
    if (!most || !least) return;
    const ends = [least, most].map(({ value, unit }) => {
      const end = new Figure(unit);
      end.show(value);
      return end.element;
    });
    this.#ramp.replaceChildren(ends[0]!, make('i'), ends[1]!);
  }

  #build(ranked: Ranked[], of: 'joints' | 'contacts' | undefined): void {
    this.#figures = ranked.map(({ unit }) => new Figure(unit));
    if (of && ranked.length === 0) {
      const none = of === 'joints' ? 'No joint has any of it.' : 'Nothing touches.';
      this.#list.replaceChildren(make('li', {}, none));
      return;
    }
    this.#list.replaceChildren(
      ...ranked.map(({ index }, k) => {
        const { element } = this.#figures[k]!;
        if (of === 'contacts') return make('li', {}, `${this.told.nameOfContact(index)} `, element);
        const button = make('button', { type: 'button' }, this.told.nameOfJoint(index));
        button.addEventListener('click', () => this.told.choose(index));
        return make('li', {}, button, ' ', element);
      }),
    );
  }
}
