// The pointer on the picture: on a bead it pulls, beside one or on one that is held it turns the view; two fingers move and come closer.
// The page keeps its wheel unless the canvas has the focus.
import type { Stage } from './stage';

/** Radians for one CSS pixel. */
const TURN = 0.008;
/** CSS pixels a press may wander and still be a tap. */
const TAP = 5;

interface Point {
  x: number;
  y: number;
}

export interface HandListeners {
  /** A held body does not follow the hand. */
  isHeld(body: number): boolean;
  /** Somebody takes part. */
  touched(): void;
  /** A bead is held, or let go. */
  holds(body: number | null): void;
  /** What is held is pulled, which no tap does: time runs from here on, even in a pause. */
  pulls(): void;
  /** A tap on a bead, or on none, and where in the picture, CSS pixels. */
  tapped(body: number | null, at: Point): void;
  /** The view was turned, moved or came closer. */
  looked(): void;
}

export class Hand {
  #pointers = new Map<number, Point>();
  /** What the one pointer is on: not known yet, nothing that could be pulled, or a bead. */
  #on: 'asked' | 'nothing' | 'bead' = 'nothing';
  #body: number | null = null;
  #press = 0;
  #start: Point = { x: 0, y: 0 };
  #last: Point = { x: 0, y: 0 };
  #wandered = false;

  constructor(
    private readonly stage: Stage,
    private readonly told: HandListeners,
  ) {
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event, true));
    canvas.addEventListener('pointercancel', (event) => this.#up(event, false));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    // a finger on a bead pulls it, it does not scroll the page
    canvas.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });
  }

  get #scale(): number {
    const { canvas } = this.stage;
    return canvas.width / Math.max(1, canvas.clientWidth);
  }

  #down(event: PointerEvent): void {
    const { canvas, view } = this.stage;
    canvas.setPointerCapture(event.pointerId);
    const at = { x: event.offsetX, y: event.offsetY };
    this.#pointers.set(event.pointerId, at);
    this.told.touched();
    if (!view) return;
    if (this.#pointers.size > 1 || event.button !== 0 || event.shiftKey) {
      this.#letGo();
      return;
    }
    this.#start = this.#last = at;
    this.#wandered = false;
    this.#on = 'asked';
    this.#body = null;
    const press = ++this.#press;
    view
      .grab(at.x, at.y)
      .then((body) => this.#found(press, body))
      .catch(() => this.#found(press, null));
  }

  /** The answer may come after the finger has gone. */
  #found(press: number, body: number | null): void {
    if (press !== this.#press) return;
    this.#body = body;
    const pulled = body !== null && !this.told.isHeld(body) ? body : null;
    if (this.#pointers.size === 0) {
      this.stage.view?.release();
      this.#on = 'nothing';
      if (!this.#wandered) this.told.tapped(body, this.#start);
      // where pictures are slow a look may be over before it is known to be one
      else if (pulled === null) this.#look(this.#last.x - this.#start.x, this.#last.y - this.#start.y);
      return;
    }
    this.#on = pulled === null ? 'nothing' : 'bead';
    const [at] = this.#pointers.values();
    if (pulled !== null) {
      if (at) this.stage.view?.drag(at.x, at.y);
      this.told.holds(pulled);
      if (this.#wandered) this.told.pulls();
    } else if (at) {
      this.stage.view?.release();
      this.#look(at.x - this.#start.x, at.y - this.#start.y);
    }
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    const { view } = this.stage;
    if (!before || !view) return;
    const now = { x: event.offsetX, y: event.offsetY };
    this.#pointers.set(event.pointerId, now);
    this.#last = now;
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!this.#wandered && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) > TAP) {
      this.#wandered = true;
      if (this.#on === 'bead') this.told.pulls();
    }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.#pinch(before, now, other);
    else if (event.shiftKey || event.buttons === 2) {
      view.pan(dx * this.#scale, dy * this.#scale);
      this.told.looked();
    } else if (this.#on === 'bead') view.drag(now.x, now.y);
    else if (this.#on === 'nothing') this.#look(dx, dy);
  }

  #look(dx: number, dy: number): void {
    if (dx === 0 && dy === 0) return;
    this.stage.view?.orbit(-dx * TURN, dy * TURN);
    this.told.looked();
  }

  #pinch(before: Point, now: Point, other: Point): void {
    const spread = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
    const scale = this.#scale;
    this.stage.view?.zoom(spread(before) / spread(now), x * scale, y * scale);
    this.stage.view?.pan(((now.x - before.x) / 2) * scale, ((now.y - before.y) / 2) * scale);
    this.told.looked();
  }

  #up(event: PointerEvent, meant: boolean): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0 || this.#on === 'asked') return;
    const tap = meant && !this.#wandered && event.button === 0;
    const body = this.#body;
    this.#letGo();
    if (tap) this.told.tapped(body, this.#start);
  }

  #letGo(): void {
    this.#press++;
    this.stage.view?.release();
    if (this.#on === 'bead') this.told.holds(null);
    this.#on = 'nothing';
    this.#body = null;
  }

  #wheel(event: WheelEvent): void {
    const { canvas, view } = this.stage;
    if (document.activeElement !== canvas || !view) return;
    event.preventDefault();
    view.zoom(Math.exp(event.deltaY * 0.001), event.offsetX * this.#scale, event.offsetY * this.#scale);
    this.told.touched();
    this.told.looked();
  }
}
