// The events of <bead-work>.
import type { BreakEvent, ContactEvent, Measures, Simulation, View } from '../exports';

/**
 * What an element is doing. `idle`: nobody has seen it yet. `resting`: it would play if it were seen. `failed`: there
 * is no picture, and one sentence says why.
 */
export type BeadWorkState = 'idle' | 'loading' | 'playing' | 'resting' | 'paused' | 'failed';

/** Measures of the first simulation, and of those beside it. */
export type MeasureDetail = Measures & { beside: Measures[] };

/** The events of `<bead-work>`, by name. None of them bubbles. */
export interface BeadWorkEventMap {
  /** The first picture is there. */
  ready: CustomEvent<{ simulation: Simulation; view: View }>;
  /** Four times a second while it plays, and after a frame taken by hand. */
  measure: CustomEvent<MeasureDetail>;
  /**
   * Two bodies of its first simulation began or ceased to touch, of those that have `events` or are a `sensor`: one event for each, once the frames of a
   * picture are taken. The element reads them, so `readEvents` of that simulation has them no more.
   */
  contact: CustomEvent<ContactEvent>;
  /** A joint of its first simulation broke. */
  break: CustomEvent<BreakEvent>;
  /** It went from one state to another. */
  statechange: CustomEvent<{ state: BeadWorkState; paused: boolean }>;
  /** Something was refused, or it stopped: `code` is stable, `message` is a sentence for people. */
  error: CustomEvent<{ code: string; message: string; path?: string }>;
  /** The graphics device is gone; it comes back by itself, or an `error` follows. */
  devicelost: CustomEvent<{ code: string; message: string }>;
  /** Everything is on a new device and goes on. */
  devicerestored: CustomEvent<null>;
}

/** An HTMLElement whose listeners know these events. */
export interface Eventful extends HTMLElement {
  addEventListener<K extends keyof BeadWorkEventMap>(
    type: K,
    listener: (this: this, event: BeadWorkEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof BeadWorkEventMap>(
    type: K,
    listener: (this: this, event: BeadWorkEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Under Node there are no elements; the module can be imported there all the same. */
export const EventfulElement = (typeof HTMLElement === 'undefined'
  ? class {}
  : HTMLElement) as unknown as new () => Eventful;
