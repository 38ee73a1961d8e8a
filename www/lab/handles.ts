// Handles on the picture, one for each servo while joints are shown: dragged about a hinge's axis or along a slider's, they set
// where it is drawn. The panel has the same for the keyboard.
import type { State } from '../beadwork';
import type { DrivenAxis } from './servo';
import type { Servos } from './servos';
import { ofShapes } from './shapes';
import type { Stage } from './stage';

/** Places tried along the way of a handle, and how often the nearest is looked at more closely. */
const TRIED = 48;
const CLOSER = 3;
/** Where two places are as near to the pointer, the one nearer to the target is meant: CSS pixels for its whole way. */
const STAYING = 12;

export class Handles {
  /** Of each copy, one for each servo. */
  #elements: HTMLElement[][] = [];
  #states: State[] = [];
  #turn = 0;

  constructor(
    private readonly stage: Stage,
    private readonly servos: Servos,
    private readonly host: HTMLElement,
  ) {}

  /** Other copies, or another scene. */
  start(): void {
    this.#turn++;
    this.#states = [];
    this.#elements = this.stage.runners.map((_, copy) =>
      this.servos.list.map((driven) => this.#make(driven, copy)),
    );
    this.host.replaceChildren(...this.#elements.flat());
  }

  #make(driven: DrivenAxis, copy: number): HTMLElement {
    const element = document.createElement('i');
    element.className = 'handle';
    element.hidden = true;
    element.title = `Where the servo of joint ${driven.joint + 1} draws it`;
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    element.addEventListener('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) this.#drag(driven, copy, event);
    });
    return element;
  }

  #drag(driven: DrivenAxis, copy: number, { clientX, clientY }: PointerEvent): void {
    const state = this.#states[copy];
    if (!state) return;
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const { from, to, target: now } = driven;
    const away = (target: number) => {
      const { x, y } = this.stage.seen(copy, driven.at(target, state));
      return (
        Math.hypot(x - (clientX - left), y - (clientY - top)) +
        (STAYING * Math.abs(target - now)) / (to - from)
      );
    };
    let [low, high, best] = [from, to, now];
    for (let look = 0; look < CLOSER; look++) {
      const step = (high - low) / TRIED;
      const tried = Array.from({ length: TRIED + 1 }, (_, i) => low + i * step);
      best = tried.reduce((nearest, target) => (away(target) < away(nearest) ? target : nearest), best);
      [low, high] = [Math.max(from, best - step), Math.min(to, best + step)];
    }
    this.servos.drive(driven, best);
    this.#place();
  }

  /** After a picture: where they stand now. */
  async follow(): Promise<void> {
    const { stage, servos } = this;
    const shown = servos.list.length > 0 && stage.state.show.includes('joints') && Boolean(stage.view);
    this.host.hidden = !shown;
    if (!shown) return;
    const turn = this.#turn;
    const states = await Promise.all(stage.runners.map(({ simulation }) => simulation.readState()));
    if (turn !== this.#turn) return;
    this.#states = states.map((state) => ofShapes(state, servos.bodies));
    this.#place();
  }

  #place(): void {
    const { stage, servos } = this;
    const { width, height } = stage.size;
    this.#elements.forEach((elements, copy) => {
      const state = this.#states[copy];
      elements.forEach((element, k) => {
        const driven = servos.list[k]!;
        if (!state) return;
        const { x, y } = stage.seen(copy, driven.at(driven.target, state));
        element.hidden = servos.gone(driven) || !(x >= 0 && x <= width && y >= 0 && y <= height);
        element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
      });
    });
  }
}
