// The sheet of whoever makes a scene: how to begin, what to add and join, what there is, and the forms of what is chosen.
import { byId, make } from '../../dom';
import { BodyForm } from './body-form';
import {
  type Anchor,
  type Chosen,
  KINDS,
  nameOf,
  nameOfJoint,
  SHAPES,
  type ShapeName,
  type Tool,
} from './choosing';
import type { Kind, Made } from './document';
import { JointForm } from './joint-form';
import type { Change } from './numbers';
import { SceneForm } from './scene-form';

export interface SheetListeners {
  toggle(): void;
  /** From an empty scene, from the one on screen, or on with the one that was made before. */
  begin(from: 'empty' | 'this' | 'before'): void;
  /** Time runs. */
  try(): void;
  /** From a try to making. */
  back(): void;
  use(tool: Tool): void;
  addInTheMiddle(shape: ShapeName): void;
  join(a: number, b: number): void;
  choose(chosen: Chosen): void;
  duplicate(): void;
  remove(): void;
  change: Change;
}

export type Stand = 'closed' | 'beginning' | 'making' | 'trying';

const button = (text: string, act: () => void, more: Record<string, string> = {}) => {
  const made = make('button', { type: 'button', ...more }, text);
  made.addEventListener('click', act);
  return made;
};

export class Sheet {
  readonly #host = byId('make');
  readonly #switch = byId('make-switch');
  readonly #said = make('p', { id: 'make-said', class: 'aloud', role: 'status' });
  readonly #refused = make('p', { id: 'make-refused', role: 'alert' });
  readonly #shapes: Record<ShapeName, HTMLButtonElement>;
  readonly #kind = make('select', { id: 'make-kind', 'aria-label': 'Kind of joint' });
  readonly #anchor = make('select', { id: 'make-anchor' });
  readonly #joining: HTMLButtonElement;
  readonly #ends = [1, 2].map((k) => make('select', { id: `make-end-${k}` }));
  readonly #bodies = make('ul', { class: 'make-bodies', 'aria-label': 'Bodies' });
  readonly #joints = make('ul', { class: 'make-joints', 'aria-label': 'Joints' });
  readonly #title = make('h3', { tabindex: -1 });
  readonly #copy: HTMLButtonElement;
  readonly #chosen: HTMLElement;
  readonly #body: BodyForm;
  readonly #joint: JointForm;
  readonly #scene: SceneForm;
  readonly #beginning: HTMLElement;
  readonly #goOn: HTMLButtonElement;
  readonly #making: HTMLElement;
  readonly #try: HTMLButtonElement;
  readonly #trying: HTMLElement;

  constructor(told: SheetListeners) {
    this.#body = new BodyForm(told.change);
    this.#joint = new JointForm(told.change);
    this.#scene = new SceneForm(told.change);
    this.#shapes = Object.fromEntries(
      Object.entries(SHAPES).map(([name, title]) => [name, this.#shape(name as ShapeName, title, told)]),
    ) as Record<ShapeName, HTMLButtonElement>;
    for (const [kind, words] of Object.entries(KINDS)) this.#kind.add(new Option(words, kind));
    this.#kind.value = 'hinge';
    const anchors: Record<Anchor, string> = {
      between: 'halfway between them',
      click: 'where I click the second',
      first: 'at the first one’s centre',
      second: 'at the second one’s centre',
    };
    for (const [name, words] of Object.entries(anchors)) this.#anchor.add(new Option(words, name));
    this.#joining = button('Click two bodies', () => told.use({ does: 'join', first: null }), {
      'aria-pressed': 'false',
    });
    const [one, other] = this.#ends as [HTMLSelectElement, HTMLSelectElement];
    this.#goOn = button('Go on with the one before', () => told.begin('before'));
    this.#beginning = make(
      'div',
      { class: 'make-ways-in' },
      make('p', {}, 'Make an example of your own: put bodies in, join them, then press Play.'),
      button('Start with an empty scene', () => told.begin('empty'), { class: 'first' }),
      button('Change this scene', () => told.begin('this')),
      this.#goOn,
    );
    this.#trying = make(
      'div',
      { class: 'make-ways-in' },
      make('p', {}, 'You are trying it. What happens here does not change what you made.'),
      button('Back to making', () => told.back(), { class: 'first', title: 'Back to making (M)' }),
    );
    this.#copy = button('Duplicate', () => told.duplicate(), { title: 'Duplicate (Ctrl D)' });
    this.#chosen = make(
      'section',
      { class: 'make-chosen', 'aria-label': 'What is chosen' },
      make(
        'header',
        {},
        this.#title,
        this.#copy,
        button('Delete', () => told.remove(), { title: 'Delete (Delete)' }),
      ),
      this.#body.element,
      this.#joint.element,
    );
    this.#making = make(
      'div',
      { class: 'make-parts' },
      make(
        'fieldset',
        { class: 'make-add' },
        make('legend', {}, 'Add a body'),
        ...Object.values(this.#shapes),
      ),
      make(
        'fieldset',
        { class: 'make-join' },
        make('legend', {}, 'Join two bodies'),
        this.#kind,
        this.#joining,
        make(
          'details',
          {},
          make('summary', {}, 'Or choose them from lists'),
          make('div', { class: 'make-field' }, make('label', { for: one.id }, 'First'), one),
          make('div', { class: 'make-field' }, make('label', { for: other.id }, 'Second'), other),
          make(
            'div',
            { class: 'make-field' },
            make('label', { for: this.#anchor.id }, 'Anchor'),
            this.#anchor,
          ),
          button('Join them', () => told.join(Number(one.value), Number(other.value))),
        ),
      ),
      this.#said,
      this.#refused,
      make('div', { class: 'make-lists' }, this.#bodies, this.#joints),
      this.#chosen,
      this.#scene.element,
    );
    for (const [list, name] of [
      [this.#bodies, 'body'],
      [this.#joints, 'joint'],
    ] as const)
      list.addEventListener('click', (event) => {
        const at = (event.target as HTMLElement).closest('button')?.dataset.index;
        if (at !== undefined) told.choose({ [name]: Number(at) } as Chosen);
      });
    this.#try = button('Try it', () => told.try(), { class: 'first', title: 'Play it (Space)' });
    const close = button('Close', () => told.toggle(), { 'aria-label': 'Close Make a scene' });
    this.#host.replaceChildren(
      make('header', {}, make('h2', { tabindex: -1 }, 'Make a scene'), this.#try, close),
      this.#beginning,
      this.#trying,
      this.#making,
    );
    this.#switch.addEventListener('click', () => told.toggle());
  }

  #shape(name: ShapeName, title: string, told: SheetListeners): HTMLButtonElement {
    const made = make(
      'button',
      {
        ...{ type: 'button', 'data-shape': name, 'aria-pressed': 'false' },
        title: 'Then click in the picture; press this again to end. Enter puts one in the middle.',
      },
      make('i', { 'aria-hidden': 'true' }),
      title,
    );
    made.addEventListener('click', (event) => {
      // by keyboard there is no place to click at
      if (event.detail === 0) told.addInTheMiddle(name);
      else told.use({ does: 'add', shape: name });
    });
    return made;
  }

  get kind(): Kind {
    return this.#kind.value as Kind;
  }

  get anchor(): Anchor {
    return this.#anchor.value as Anchor;
  }

  get focused(): boolean {
    return this.#host.contains(document.activeElement);
  }

  focus(): void {
    this.#host.querySelector('h2')!.focus({ preventScroll: true });
  }

  leave(): void {
    this.#switch.focus({ preventScroll: true });
  }

  stand(stand: Stand, before: boolean): void {
    const open = stand !== 'closed';
    const was = !this.#host.hidden;
    this.#host.hidden = !open;
    this.#switch.setAttribute('aria-expanded', String(open));
    document.body.classList.toggle('with-make', open);
    document.body.classList.toggle('making', stand === 'making');
    this.#beginning.hidden = stand !== 'beginning';
    this.#goOn.hidden = !before;
    this.#making.hidden = stand !== 'making';
    this.#try.hidden = stand !== 'making';
    this.#trying.hidden = stand !== 'trying';
    // on a phone the picture keeps the upper half of the window
    if (open && !was && matchMedia('(max-width: 60rem)').matches)
      byId('stage').scrollIntoView({ block: 'start' });
  }

  use(tool: Tool): void {
    for (const [name, shape] of Object.entries(this.#shapes))
      shape.setAttribute('aria-pressed', String(tool.does === 'add' && tool.shape === name));
    this.#joining.setAttribute('aria-pressed', String(tool.does === 'join'));
  }

  say(words: string): void {
    if (this.#said.textContent !== words) this.#said.textContent = words;
  }

  refuse(words: string): void {
    this.#refused.textContent = words;
  }

  show(made: Made, chosen: Chosen | null): void {
    const body = chosen && 'body' in chosen ? chosen.body : null;
    const joint = chosen && 'joint' in chosen ? chosen.joint : null;
    fill(
      this.#bodies,
      made.bodies.map((one, k) => nameOf(made, k) + (one.fixed ? ', fixed' : '')),
      body,
    );
    fill(
      this.#joints,
      made.joints.map((_, k) => nameOfJoint(made, k)),
      joint,
    );
    for (const select of this.#ends) offer(select, made);
    this.#chosen.hidden = chosen === null;
    this.#copy.hidden = body === null;
    this.#body.element.hidden = body === null;
    this.#joint.element.hidden = joint === null;
    if (body !== null) this.#body.show(made, body);
    if (joint !== null) this.#joint.show(made, joint);
    this.#title.textContent =
      body !== null ? nameOf(made, body) : joint !== null ? nameOfJoint(made, joint) : '';
    this.#scene.show(made);
  }

  /** The two bodies that come to mind first: the chosen one, or the two last. */
  suggest(first: number, second: number): void {
    const [one, other] = this.#ends as [HTMLSelectElement, HTMLSelectElement];
    one.value = String(first);
    other.value = String(second);
  }
}

/** Buttons with these names; those that are there stay, so that the focus does. */
function fill(list: HTMLElement, names: string[], chosen: number | null): void {
  while (list.children.length > names.length) list.lastElementChild!.remove();
  names.forEach((name, index) => {
    if (!list.children[index])
      list.append(make('li', {}, make('button', { type: 'button', 'data-index': index })));
    const button = list.children[index]!.firstElementChild as HTMLButtonElement;
    if (button.textContent !== name) button.textContent = name;
    button.setAttribute('aria-pressed', String(index === chosen));
  });
  list.hidden = names.length === 0;
}

function offer(select: HTMLSelectElement, made: Made): void {
  const { value } = select;
  select.replaceChildren(...made.bodies.map((_, k) => new Option(nameOf(made, k), String(k))));
  if (Number(value) < made.bodies.length) select.value = value || '0';
}
