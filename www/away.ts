// Where steps take so long that they would hold up the page, a worker takes them. The page's own instance of the simulation stays: it says what is refused,
// answers what is asked at once, and is what views draw and pick from. The worker has another (www/worker.ts), made from the same scene, which
// hears of the same calls in the same order and so is the same to the last bit: it steps, answers what is waited for, and sends where the
// bodies are after each step. Where no worker can be had the page's instance does it all, as it does for small scenes.
import { asError, BeadworkError, isRefusal } from './errors';
import type { Guard } from './guard';
import { cpuModule } from './loading';
import type { State } from './types';
import type { WebSimulation } from './wasm/cpu/beadwork.js';

/** As `WebSimulation.create` takes it: text, whether it is a description, options. */
export type SceneArguments = [string, boolean, string];

/** What is waited for. */
export type Asked =
  | 'step'
  | 'keep'
  | 'measure'
  | 'readState'
  | 'readPoses'
  | 'readJoints'
  | 'readContacts'
  | 'readEvents'
  | 'castRays'
  | 'describe';

/** A call of the worker's instance. */
export interface Call {
  number: number;
  name: string;
  args: unknown[];
  /** Of a step: whether a picture shows where bodies touch. */
  contacts?: boolean;
}

/** What came of it; of a step also where the bodies are and, if that is shown, where they touch. */
export interface Answer {
  number: number;
  result?: unknown;
  /** A refusal, or what broke. */
  error?: unknown;
  state?: object;
  contacts?: Uint32Array;
}

/** Calls that every instance must make to stay alike: counts and events that were read start anew. */
const TRACED: string[] = ['step', 'measure', 'keep', 'readEvents'];
/** Calls after which bodies stand, or are, otherwise than steps before them say. */
const PUT = [
  'reset',
  'writeState',
  'setPose',
  'addBodies',
  'addJoints',
  'removeBodies',
  'removeJoints',
  'restoreMembers',
];
/** Steps of fewer bodies that touch are done within a picture. */
const MANY = 500;
/** Calls that may wait until the worker is there. */
const MOST_EARLY = 64;
/** Nobody waits longer for it, ms. */
const PATIENCE = 5000;

/** Whether it is worth the way. Of chains it is not: what is saved goes into sending and taking over where 100,000 beads are. */
export const isHeavy = (inner: WebSimulation): boolean => inner.touching && inner.bodyCount >= MANY;

export class Away {
  #inner: WebSimulation;
  #guard: Guard;
  #worker: Worker | undefined;
  /** What happened since the scene was put in place, until the worker can be told; undefined once it was, or never will be. */
  #early: Omit<Call, 'number'>[] | undefined = [];
  #count = 0;
  /** The call that put a state last: steps before it are not shown any more. */
  #put = 0;
  #pull = 'null';
  #owed = new Map<number, { resolve(result: never): void; reject(error: unknown): void }>();
  #leaving = false;
  /** Once it is known who computes. */
  readonly ready: Promise<void>;

  /** From a scene just put in place. */
  constructor(inner: WebSimulation, guard: Guard, scene: SceneArguments) {
    this.#inner = inner;
    this.#guard = guard;
    this.#tell('create', [guard.id, ...scene, inner.parameters()]);
    this.#tell('setAside', [inner.aside()]);
    if (inner.byIteration) this.#tell('measure', [true]);
    this.ready = this.#open().catch(() => this.end());
  }

  /** The page's instance has done this. */
  tell(name: string, args: unknown[]): void {
    this.#tell(name, args);
    if (name === 'reset') this.#pull = 'null';
    if (PUT.includes(name)) this.#put = this.#count;
    if (name === 'setPose') this.#show();
  }

  /** Done by who computes. */
  ask<T>(name: Asked | 'contactWords', args: unknown[]): Promise<T> {
    if (name === 'step') this.#tellPull();
    if (this.#early !== undefined || this.#worker === undefined) {
      const answer = (this.#inner[name] as (...args: unknown[]) => Promise<T>)(...args);
      // what only looks leaves no trace
      if (TRACED.includes(name)) this.#tell(name, args);
      return answer;
    }
    if (name === 'step') this.#inner.leave(args[0] as number);
    // for the page's own `byIteration`
    if (name === 'measure' && args[0] !== undefined) void this.#inner.measure(args[0] as boolean);
    this.#tell(name, args);
    return new Promise<T>((resolve, reject) => this.#owed.set(this.#count, { resolve, reject }));
  }

  /** Brings where bodies touch into the pictures of a simulation that may not step for a while. */
  look(): void {
    if (this.#worker === undefined || this.#early !== undefined) return;
    const asked = this.#count;
    this.ask<Uint32Array>('contactWords', [])
      .then((words) => {
        // a step that was taken since then has brought its own
        if (this.#count === asked + 1 && this.#worker) this.#inner.seeContacts(words);
      })
      .catch(() => {});
  }

  /** Brings the other bodies of a state that one was put elsewhere in, since steps before that are not shown any more. */
  #show(): void {
    if (!this.computes || this.#early !== undefined) return;
    const number = this.#count + 1;
    this.ask<State>('readState', [])
      .then((state) => {
        // answers come in order: what a later step brings comes later
        if (number > this.#put && this.#worker && !this.#leaving) this.#inner.follow(state, false);
      })
      .catch(() => {});
  }

  /** Whether steps are taken elsewhere, or are about to be. */
  get computes(): boolean {
    return this.#early !== undefined || this.#worker !== undefined;
  }

  /** Another scene takes the place of this one: what is owed is still given. */
  leave(): void {
    this.#leaving = true;
    this.#early = undefined;
    if (this.#owed.size === 0) this.end();
  }

  /** Nothing more comes from it. */
  end(): void {
    this.#early = undefined;
    if (this.#worker === undefined) return;
    // what it has sent already is for nobody
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#worker = undefined;
  }

  async #open(): Promise<void> {
    if (cpuModule === undefined) throw new BeadworkError('wasm', 'The module is not to be had twice.');
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    try {
      await new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = reject;
        setTimeout(reject, PATIENCE);
        worker.postMessage(cpuModule);
      });
      if (this.#early === undefined) throw new BeadworkError('busy', 'It is not waited for any more.');
    } catch (error) {
      worker.terminate();
      throw error;
    }
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#hear(data);
    worker.onerror = (event) => this.#guard.fail(asError(event.message));
    this.#worker = worker;
    const early = this.#early;
    this.#early = undefined;
    for (const { name, args } of early) this.#tell(name, args);
  }

  #tell(name: string, args: unknown[]): void {
    this.#count += 1;
    if (this.#early === undefined)
      this.#worker?.postMessage({ number: this.#count, name, args, ...this.#also(name) } satisfies Call);
    else if (this.#early.push({ name, args }) > MOST_EARLY) this.end();
  }

  #also(name: string): Pick<Call, 'contacts'> {
    return name === 'step' ? { contacts: this.#inner.contactsSeen() } : {};
  }

  /** The view moves a hand without a call of the simulation; what counts is where it is when a step is taken. */
  #tellPull(): void {
    const numbers = this.#inner.pull();
    const pull = JSON.stringify(numbers ? [...numbers] : null);
    if (pull === this.#pull) return;
    this.#pull = pull;
    this.#tell('setPull', [numbers]);
  }

  #hear({ number, result, error, state, contacts }: Answer): void {
    const owed = this.#owed.get(number);
    this.#owed.delete(number);
    const refused = isRefusal(error);
    const wentBack = refused && error.code === 'non-finite';
    // nobody is owed what was done here before the worker was there
    const shown = owed !== undefined && !this.#leaving;
    if (state && shown && (wentBack || number > this.#put)) {
      this.#inner.follow(state, wentBack);
      if (contacts) this.#inner.seeContacts(contacts);
    }
    if (error === undefined) owed?.resolve(result as never);
    else if (refused) owed?.reject(error);
    else this.#guard.fail(asError(error));
    if (this.#leaving && this.#owed.size === 0) this.end();
  }
}
