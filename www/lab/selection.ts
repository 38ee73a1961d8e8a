// The bead that was tapped or reached by keyboard: a ring around it, and what can be done to it.
import type { Edits } from './edits';
import { project } from './placing';
import type { Stage } from './stage';

/** Beads whose places are read for every picture at most. */
const MOST = 20_000;
/** The ring's radius is that of its bead and a little more, never less than a finger sees. */
const AROUND = 1.35;
const SMALLEST = 9;

export interface SelectionActions {
  pin(body: number, fixed: boolean): void;
  cut(joint: number): void;
}

export class Selection {
  body: number | null = null;
  #rings: HTMLElement[] = [];
  #radii: Promise<number[]> | null = null;
  #turn = 0;

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    private readonly host: HTMLElement,
    private readonly bar: HTMLElement,
    private readonly act: SelectionActions,
  ) {}

  /** Another scene. */
  start(): void {
    this.#radii = null;
    this.choose(null);
  }

  choose(body: number | null): void {
    this.body = body;
    this.stage.stale = true;
    void this.refresh();
  }

  /** The next bead, by keyboard. */
  move(by: number): void {
    const count = this.stage.first?.simulation.bodyCount ?? 0;
    if (count === 0) return;
    const from = this.body ?? (by > 0 ? -1 : 0);
    this.choose((from + by + count) % count);
  }

  /** What can be done, after a choice or an edit. */
  async refresh(): Promise<void> {
    const { body } = this;
    const turn = ++this.#turn;
    if (body === null || !this.stage.first) {
      this.bar.hidden = true;
      for (const ring of this.#rings) ring.hidden = true;
      return;
    }
    const { positions } = await this.stage.first.simulation.readState();
    if (turn !== this.#turn) return;
    const [threads, pinned] = [this.edits.threads(body), this.edits.pinned(body)];
    const focused = this.bar.contains(document.activeElement)
      ? [...this.bar.children].indexOf(document.activeElement as Element)
      : -1;
    const name = document.createElement('span');
    name.textContent = `Bead ${body + 1}`;
    const buttons = [
      button(pinned ? 'Unpin' : 'Pin', 'P', () => this.act.pin(body, !pinned)),
      ...threads.map(({ joint, to }, k) =>
        button(
          threads.length > 2 ? `Cut to ${to + 1}` : cutName(positions, body, to),
          k === 0 ? 'X' : '',
          () => this.act.cut(joint),
        ),
      ),
    ];
    const close = button('Done', 'Esc', () => {
      this.choose(null);
      this.stage.canvas.focus();
    });
    this.bar.replaceChildren(name, ...buttons, close);
    this.bar.hidden = false;
    if (focused >= 0) (this.bar.children[Math.min(focused, buttons.length)] as HTMLElement).focus();
  }

  /** By keyboard: the bar's own buttons. */
  press(name: string): void {
    this.bar.querySelector<HTMLButtonElement>(`button[data-key="${name}"]`)?.click();
  }

  /** Rings stand around the bead in every copy. */
  async follow(): Promise<void> {
    const { body, stage } = this;
    const { runners, view, layout } = stage;
    if (body === null || !view || !layout || (stage.first?.simulation.bodyCount ?? 0) > MOST) return;
    this.#radii ??= stage
      .first!.simulation.describe()
      .then(({ bodies }) => bodies.map(({ radius }) => radius));
    const radii = await this.#radii;
    const states = await Promise.all(runners.map(({ simulation }) => simulation.readState()));
    if (body !== this.body) return;
    const { camera } = view;
    const { clientWidth: width, clientHeight: height } = stage.canvas;
    const pixels = height / (2 * Math.tan(camera.fieldOfView / 2) * camera.distance);
    while (this.#rings.length < runners.length) {
      const ring = document.createElement('i');
      ring.className = 'ring';
      this.#rings.push(ring);
      this.host.append(ring);
    }
    this.#rings.forEach((ring, k) => {
      const positions = states[k]?.positions;
      ring.hidden = !positions;
      if (!positions) return;
      const offset = layout.offsets[k] ?? [0, 0, 0];
      const point = [0, 1, 2].map((axis) => positions[3 * body + axis]! + offset[axis]!);
      const [x, y] = project(camera, point, stage.aspect);
      const size = 2 * Math.max(SMALLEST, AROUND * (radii[body] ?? 0) * pixels);
      ring.style.width = ring.style.height = `${size}px`;
      ring.style.transform = `translate(${x * width - size / 2}px, ${y * height - size / 2}px)`;
    });
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
