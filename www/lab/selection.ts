// The bead that was tapped or reached by keyboard: a ring around it, and beside it what can be done to it.

import { boundingRadius, kindOf } from '../bodies';
import type { Edits } from './edits';
import { ofShapes } from './shapes';
import type { Stage } from './stage';

/** Beads whose places are read for every picture at most. */
const MOST = 20_000;
/** The ring's radius is that of its bead and a little more, never less than a finger sees. */
const AROUND = 1.35;
const SMALLEST = 9;
/** Between a bead's ring and what can be done to it, CSS pixels. */
const BESIDE = 10;

export interface SelectionActions {
  pin(body: number, fixed: boolean): void;
  cut(joint: number): void;
  /** What it bears. */
  why(body: number): void;
  /** Another one is chosen, or none. */
  chosen(body: number | null): void;
}

export class Selection {
  body: number | null = null;
  /** Where the pointer is over the picture, CSS pixels. */
  private pointer: { x: number; y: number } | null = null;
  #rings: HTMLElement[] = [];
  #radii: Promise<number[]> | null = null;
  #turn = 0;

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    private readonly host: HTMLElement,
    private readonly bar: HTMLElement,
    private readonly act: SelectionActions,
  ) {
    const { canvas } = stage;
    canvas.addEventListener('pointermove', ({ offsetX: x, offsetY: y }) => {
      this.pointer = { x, y };
    });
    canvas.addEventListener('pointerleave', () => {
      this.pointer = null;
    });
  }

  /** Another scene. */
  start(): void {
    this.#radii = null;
    this.choose(null);
  }

  choose(body: number | null): void {
    this.body = body;
    this.act.chosen(body);
    this.stage.touch();
    void this.refresh();
  }

  /** The next bead, by keyboard; the first time the one nearest to the pointer, or the weight. */
  async move(by: number): Promise<void> {
    const { first } = this.stage;
    if (!first) return;
    const { body } = this;
    const there = first.simulation.bodies();
    const { length } = there;
    this.choose(body === null ? await this.#nearest() : there[(there.indexOf(body) + by + length) % length]!);
  }

  async #nearest(): Promise<number> {
    const { stage } = this;
    const { simulation } = stage.first!;
    const { pointer } = this;
    if (!pointer) {
      const { bodies } = await simulation.describe();
      const masses = bodies.map(({ mass = 0, fixed }) => (fixed ? 0 : mass));
      return masses.lastIndexOf(Math.max(...masses));
    }
    const { positions } = ofShapes(await simulation.readState(), this.edits.scene.bodies);
    let [nearest, least] = [0, Number.POSITIVE_INFINITY];
    for (const body of simulation.bodies()) {
      const { x, y } = stage.seen(0, positions.subarray(3 * body));
      const away = Math.hypot(x - pointer.x, y - pointer.y);
      if (away < least) [nearest, least] = [body, away];
    }
    return nearest;
  }

  /** What can be done, after a choice or an edit. */
  async refresh(): Promise<void> {
    const turn = ++this.#turn;
    // others may have come since
    this.#radii = null;
    if (this.body !== null && !this.stage.first?.simulation.bodies().includes(this.body)) {
      this.choose(null);
      return;
    }
    const { body } = this;
    if (body === null || !this.stage.first) {
      this.bar.hidden = true;
      for (const ring of this.#rings) ring.hidden = true;
      return;
    }
    const { simulation } = this.stage.first;
    const [state, { bodies }] = await Promise.all([simulation.readState(), simulation.describe()]);
    if (turn !== this.#turn) return;
    const { positions } = ofShapes(state, this.edits.scene.bodies);
    const [threads, pinned] = [this.edits.of(body), this.edits.pinned(body)];
    const focused = this.bar.contains(document.activeElement) ? document.activeElement!.textContent : null;
    const name = document.createElement('span');
    const { name: called } = bodies[body] as { name?: string };
    const number = `${kindOf(bodies[body]!)} ${body + 1}`;
    name.textContent = called === undefined ? number : `${called} · ${number.toLowerCase()}`;
    const buttons = [
      button(pinned ? 'Unpin' : 'Pin', 'P', () => this.act.pin(body, !pinned)),
      ...threads.map(({ joint, to }, k) =>
        button(
          threads.length > 2 ? `Cut to ${to + 1}` : cutName(positions, body, to),
          k === 0 ? 'X' : '',
          () => {
            // what was chosen may fall away now, and the bar with it
            if (this.bar.contains(document.activeElement)) this.stage.canvas.focus();
            this.choose(null);
            this.act.cut(joint);
          },
        ),
      ),
    ];
    const why = button('See why', 'I', () => this.act.why(body));
    const close = button('Done', 'Esc', () => {
      this.choose(null);
      this.stage.canvas.focus();
    });
    buttons.push(why, close);
    this.bar.replaceChildren(name, ...buttons);
    this.bar.hidden = false;
    if (focused === null) return;
    // the same one, and never another that cuts: Pin stands first, under one of its two names
    const same = buttons.find(({ textContent }) => textContent === focused);
    (same ?? buttons[0]!).focus();
  }

  /** By keyboard: the bar's own buttons. */
  press(name: string): void {
    this.bar.querySelector<HTMLButtonElement>(`button[data-key="${name}"]`)?.click();
  }

  /** Rings stand around the bead in every copy. */
  async follow(): Promise<void> {
    const { body, stage } = this;
    const { runners, view } = stage;
    if (body === null || !view || (stage.first?.simulation.bodyCount ?? 0) > MOST) return;
    this.#radii ??= stage.first!.simulation.describe().then(({ bodies }) => bodies.map(boundingRadius));
    const radii = await this.#radii;
    const states = await Promise.all(runners.map(({ simulation }) => simulation.readState()));
    if (body !== this.body) return;
    const { fieldOfView, distance } = view.camera;
    const pixels = stage.size.height / (2 * Math.tan(fieldOfView / 2) * distance);
    const size = 2 * Math.max(SMALLEST, AROUND * (radii[body] ?? 0) * pixels);
    while (this.#rings.length < runners.length) {
      const ring = document.createElement('i');
      ring.className = 'ring';
      this.#rings.push(ring);
      this.host.append(ring);
    }
    this.#rings.forEach((ring, k) => {
      const state = states[k];
      ring.hidden = !state;
      if (!state) return;
      const { positions } = ofShapes(state, this.edits.scene.bodies);
      const { x, y } = stage.seen(k, positions.subarray(3 * body));
      ring.style.width = ring.style.height = `${size}px`;
      ring.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
      if (k === 0) this.#moveBar(x, y, size / 2 + BESIDE);
    });
  }

  /** Right of the bead, or left of it; of several copies on the first one's outer side. Never out of the picture. */
  #moveBar(x: number, y: number, away: number): void {
    const { bar, stage } = this;
    const { width, height } = stage.size;
    // its bead has left the picture
    if (x < -away || y < -away || x > width + away || y > height + away) {
      this.choose(null);
      return;
    }
    const [wide, high] = [bar.offsetWidth, bar.offsetHeight];
    const [before, behind] = [x - away - wide, x + away];
    const outside = stage.runners.length > 1 && before >= 4;
    const left = outside || behind + wide > width ? before : behind;
    const within = (at: number, most: number) => Math.round(Math.min(Math.max(at, 4), Math.max(4, most - 4)));
    bar.style.translate = `${within(left, width - wide)}px ${within(y - high / 2, height - high)}px`;
  }
}

function cutName(positions: Float32Array, body: number, to: number): string {
  const [dx, dy] = [0, 1].map((axis) => positions[3 * to + axis]! - positions[3 * body + axis]!) as [
    number,
    number,
  ];
  if (Math.abs(dy) >= Math.abs(dx)) return dy > 0 ? 'Cut above' : 'Cut below';
  return dx > 0 ? 'Cut right' : 'Cut left';
}

function button(text: string, key: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  if (key) {
    element.dataset.key = key;
    element.setAttribute('aria-keyshortcuts', key === 'Esc' ? 'Escape' : key);
    element.title = `${text} (${key})`;
  }
  element.addEventListener('click', act);
  return element;
}
