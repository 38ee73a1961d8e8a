// The names of the scene's bodies and joints, to choose one by. There only where the scene has some.
import type { NumberedScene } from '../../beadwork';
import { make } from '../../dom';

/** Names that are listed at most. */
const MOST = 300;

export type Named = { body: number } | { joint: number };

export class NameList {
  readonly #select = make('select', { id: 'why-name' });
  readonly element = make(
    'div',
    { class: 'why-names', hidden: true },
    make('label', { for: 'why-name' }, 'By its name'),
    this.#select,
  );
  #named: Named[] = [];

  constructor(choose: (named: Named) => void) {
    this.#select.addEventListener('change', () => {
      const named = this.#named[Number(this.#select.value)];
      if (named) choose(named);
    });
  }

  /** What has a name in this scene; none while there is no scene. */
  offer(scene: NumberedScene | null): void {
    this.#named = [];
    const group = (label: string, list: readonly { name?: string }[], of: (index: number) => Named) => {
      const options = list.flatMap(({ name }, index) => {
        if (name === undefined || this.#named.length >= MOST) return [];
        this.#named.push(of(index));
        return [new Option(name, String(this.#named.length - 1))];
      });
      return options.length > 0 ? [make('optgroup', { label }, ...options)] : [];
    };
    this.#select.replaceChildren(
      new Option('Choose one', ''),
      ...group('Bodies', (scene?.bodies ?? []) as { name?: string }[], (body) => ({ body })),
      ...group('Joints', (scene?.joints ?? []) as { name?: string }[], (joint) => ({ joint })),
    );
    this.element.hidden = this.#named.length === 0;
  }

  /** The chosen body or joint. */
  show(chosen: Named | null): void {
    const same = (one: Named) => JSON.stringify(one) === JSON.stringify(chosen);
    const at = this.#named.findIndex(same);
    this.#select.value = at < 0 ? '' : String(at);
  }
}
