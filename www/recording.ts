// A recording is a simulation's start and every change after it, each at its step. Played back on the same device
// and build, or on any CPU, it ends in the same bits: steps are exact, and no clock is in it.
import { STATE_ARRAYS } from './asked';
import { BeadworkError } from './errors';
import { type Machine, softwareAdapter } from './machine';
import { Simulation } from './simulation';
import type {
  BodyChanges,
  BodyDescription,
  JointChanges,
  JointDescription,
  Parameters,
  PoseChange,
  Push,
  SceneDescription,
  State,
  VelocityChange,
} from './types';

/** One call, after `at` frames; `times` of it in a row. */
export interface Change {
  /** Frames taken before it. */
  at: number;
  /** The method. */
  call: string;
  /** Its arguments. */
  with: unknown[];
  /** How often in a row; once unless given. */
  times?: number;
}

/** What `record` gives and `replay` takes: JSON through and through. */
export interface Recording {
  /** Says what this JSON is. */
  beadwork: 'recording';
  /** Of this format: 2 where bodies or joints were added or removed, which version 1 does not know. */
  version: 1 | 2;
  /** What it was made on; those made before there was a choice do not say it. */
  machine?: Machine;
  /** At the start. */
  parameters: Parameters;
  /** The scene as last loaded before the start, and what was done to it until then. */
  origin: Origin;
  /** At the start: arrays in base64. */
  state: PackedState;
  /** Every change, in order. */
  log: Change[];
  /** Frames taken. */
  frames: number;
  /** `stateHash` of the end; null where the end was lost. */
  hash: string | null;
  /**
   * Why it stopped by itself; null where it did not. `interrupted` where the simulation went back to its last good state or was rebuilt,
   * `busy` where a call from before came through.
   */
  ended: string | null;
}

interface Origin {
  scene: SceneDescription;
  changes: {
    fixed: Record<string, boolean>;
    cut: number[];
    /** Calls of `setBody`; none where there were none. */
    bodies?: [number, BodyChanges][];
    /** Calls of `setJoint`; recordings made before there were any have none. */
    joints?: [number, JointChanges][];
    kernels: Record<string, string>;
    byIteration: boolean;
    /** Bodies and joints by their numbers, if some were added or removed since the scene was loaded; recordings of version 1 have none. */
    members?: { bodies: (BodyDescription | null)[] };
    /** What the person had of parameters where the scene's recommendation held instead; none where there was no such. */
    aside?: Partial<Parameters>;
  };
}

type ArrayName = (typeof STATE_ARRAYS)[number];
/** The arrays that a state need not have. */
const OPTIONAL_ARRAYS = [
  'torques',
  'broken',
  'contacts',
  'wound',
  'solverMemory',
] as const satisfies (keyof State)[];
type OptionalName = (typeof OPTIONAL_ARRAYS)[number];

/** Arrays as base64 of their bytes, so that every bit is kept. */
type PackedState = { time: number } & Record<ArrayName, string> & Partial<Record<OptionalName, string>>;

/** Hears of every change of a simulation. */
export interface Listener {
  /** Before a call that changes something at once. */
  before(call: string): void;
  /** After it, if it was done. */
  after(call: string, args: unknown[]): void;
  /** A call that changes something later; the simulation has news of its number when it does. */
  expect(number: number, call: string, args: unknown[]): void;
}

/** Calls that came with version 2. */
const OF_TWO = ['addBodies', 'addJoints', 'removeBodies', 'removeJoints'];
const MOST_TIMES = 100_000_000;
/** Steps on their way at once while a recording is played. */
const AHEAD = 32;

/** A recording under way. */
export interface Recorder {
  /** Ends the recording. */
  stop(): Promise<Recording>;
}

/** Records everything that happens to a simulation from now on, pulls on its beads included. */
export function record(simulation: Simulation): Recorder {
  if (simulation.listener)
    throw new BeadworkError('busy', 'This simulation is being recorded already; stop that recording first.');
  const log = new Log(simulation);
  simulation.listener = log;
  return { stop: () => log.stop() };
}

class Log implements Listener {
  #simulation: Simulation;
  #start: Pick<Recording, 'machine' | 'parameters' | 'origin'>;
  #state: Promise<State>;
  #expected = new Map<number, Omit<Change, 'at'>>();
  #log: Change[] = [];
  #frames = 0;
  #epoch: number;
  #pull: string;
  #ended: string | null = null;
  #result: Promise<Recording> | undefined;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { inner } = simulation;
    inner.takeNews();
    const { machine, parameters } = simulation;
    this.#start = { machine, parameters, origin: JSON.parse(inner.origin()) };
    this.#epoch = inner.epoch;
    this.#pull = 'null';
    // what was pushed before and waits for the first frame, or stays, is no part of the state
    for (const call of JSON.parse(inner.pushes())) this.#log.push({ at: 0, call: 'push', with: call });
    this.#state = simulation.readState();
    this.#state.catch(() => undefined);
  }

  expect(number: number, call: string, args: unknown[]): void {
    this.#expected.set(number, { call, with: args });
  }

  before(call: string): void {
    if (this.#ended !== null) return;
    const { inner } = this.#simulation;
    for (const number of inner.takeNews()) {
      const change = this.#expected.get(number);
      this.#expected.delete(number);
      if (change === undefined) {
        // it was asked for before the recording began
        this.#ended = 'busy';
        return;
      }
      if (change.call === 'load') {
        this.#epoch += 1;
        this.#pull = 'null';
      }
      this.#log.push({ at: this.#frames, ...change });
    }
    // the state was put by nobody who called: it went back, or was rebuilt
    if (inner.epoch !== this.#epoch) this.#ended = 'interrupted';
    else if (call === 'step') this.#notePull();
  }

  after(call: string, args: unknown[]): void {
    if (this.#ended !== null) return;
    this.#epoch = this.#simulation.inner.epoch;
    if (call === 'reset') this.#pull = 'null';
    const last = this.#log.at(-1);
    if (call === 'step' && last?.call === 'step' && last.with[0] === args[0]) {
      last.times = (last.times ?? 1) + 1;
    } else {
      const [first] = args;
      this.#log.push({ at: this.#frames, call, with: call === 'writeState' ? [pack(first as State)] : args });
    }
    if (call === 'step') this.#frames += args[0] as number;
  }

  stop(): Promise<Recording> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  async #finish(): Promise<Recording> {
    let end: Promise<State> | null = null;
    try {
      this.before('stop');
      if (this.#ended === null) end = this.#simulation.readState();
    } finally {
      this.#simulation.listener = undefined;
    }
    const frames = this.#frames;
    const state = pack(await this.#state);
    const last = await end?.catch(() => null);
    return {
      beadwork: 'recording',
      version:
        this.#start.origin.changes.members || this.#log.some(({ call }) => OF_TWO.includes(call)) ? 2 : 1,
      ...this.#start,
      state,
      log: this.#log,
      frames,
      hash: last ? stateHash(last) : null,
      ended: this.#ended,
    };
  }

  /** The view moves a hand without a call of the simulation; what counts is where it is when a step is taken. */
  #notePull(): void {
    const numbers = this.#simulation.inner.pull();
    const pull = JSON.stringify(numbers ? [...numbers] : null);
    if (pull === this.#pull) return;
    this.#pull = pull;
    this.#log.push({ at: this.#frames, call: 'pull', with: [JSON.parse(pull)] });
  }
}

/**
 * Plays a recording to its end, or to the step that broke it. Rejects if it is damaged. What was made on the CPU is played there; all
 * else on the graphics device where there is one.
 * @param recording as `record` gave it, or its JSON
 * @returns a simulation of the caller's own, as it stood at the end
 */
export async function replay(recording: Recording | string): Promise<Simulation> {
  const { machine, parameters, origin, state, log, ended } = readRecording(recording);
  // recordings made before there was a choice of positions do not name it: joints were pulled
  const simulation = await Simulation.create({
    scene: origin.scene,
    // software computes the bits of a device, if it is slower than the CPU or not
    machine: machine === 'cpu' ? 'cpu' : (await softwareAdapter()) ? 'gpu' : 'auto',
    parameters: Object.assign({ positions: 'pulled' as const }, parameters),
  });
  try {
    const { fixed, cut, bodies = [], joints = [], kernels, byIteration, members, aside } = origin.changes;
    const described = members?.bodies ?? origin.scene.bodies;
    const isFixed = (body: number) => fixed[body] ?? described[body]?.fixed ?? false;
    const pushes = pushedAhead(log);
    if (aside !== undefined) simulation.setAside(aside);
    if (members !== undefined) simulation.restoreMembers(members);
    for (const [body, now] of Object.entries(fixed)) simulation.setFixed(Number(body), now);
    for (const [body, changes] of bodies) simulation.setBody(body, changes);
    for (const [joint, changes] of joints) simulation.setJoint(joint, changes);
    for (const joint of cut) simulation.cut(joint);
    await pushAhead(simulation, pushes, isFixed);
    for (const [name, wgsl] of Object.entries(kernels)) await simulation.replaceKernel(name, wgsl);
    simulation.writeState(unpack(state, 'state'));
    if (byIteration) await simulation.measure({ byIteration });
    for (let i = pushes.length; i < log.length; i += 1) await play(simulation, log[i]!, `log[${i}]`);
    return simulation;
  } catch (error) {
    if (ended !== null && error instanceof BeadworkError && error.code === 'non-finite') return simulation;
    simulation.destroy();
    throw error;
  }
}

/** Pushes that the log begins with: those from before the start are among them. */
function pushedAhead(log: Change[]): Change[] {
  const others = log.findIndex((change) => change?.call !== 'push');
  return others < 0 ? log : log.slice(0, others);
}

/** A fixed body takes no push. One that was pushed and then pinned is let go meanwhile, before the state is put. */
async function pushAhead(
  simulation: Simulation,
  pushes: Change[],
  isFixed: (body: number) => boolean,
): Promise<void> {
  const pinned = new Set(pushes.map((push) => push.with?.[0] as number).filter(isFixed));
  for (const body of pinned) simulation.setFixed(body, false);
  for (const [i, push] of pushes.entries()) await play(simulation, push, `log[${i}]`);
  for (const body of pinned) simulation.setFixed(body, true);
}

/** Hinges and sliders that said no axis went by a's x, before they had to say one. */
function withItsAxis(joint: JointDescription): JointDescription {
  if (joint?.type !== 'hinge' && joint?.type !== 'slider') return joint;
  const { frameA, frameB, axisA, axisB } = joint;
  return frameA || frameB || axisA || axisB ? joint : { ...joint, frameA: [0, 0, 0, 1] };
}

async function play(simulation: Simulation, change: Change, path: string): Promise<void> {
  const { call, with: args, times = 1 } = change ?? {};
  const [first, second] = Array.isArray(args) ? args : [];
  switch (call) {
    case 'step':
      if (!(Number.isInteger(times) && times > 0 && times <= MOST_TIMES)) break;
      for (let left = times; left > 0; left -= AHEAD) {
        const steps = Array.from({ length: Math.min(left, AHEAD) }, () => simulation.step(first as number));
        await Promise.all(steps);
      }
      return;
    case 'setParameters':
      return simulation.setParameters(first as Partial<Parameters>);
    case 'setFixed':
      return simulation.setFixed(first as number, second as boolean);
    case 'cut':
      return simulation.cut(first as number);
    case 'setJoint':
      return simulation.setJoint(first as number, second as JointChanges);
    case 'addBodies':
      return void simulation.addBodies(first as BodyDescription[]);
    case 'addJoints':
      return void simulation.addJoints((first as JointDescription[]).map(withItsAxis));
    case 'removeBodies':
      return simulation.removeBodies(first as number[]);
    case 'removeJoints':
      return simulation.removeJoints(first as number[]);
    case 'setVelocity':
      return simulation.setVelocity(first as number, second as VelocityChange);
    case 'setBody':
      return simulation.setBody(first as number, second as BodyChanges);
    case 'setPose':
      return simulation.setPose(first as number, second as PoseChange);
    case 'push':
      return simulation.push(first as number, second as Push);
    case 'clearPushes':
      return simulation.clearPushes(first as number | undefined);
    case 'writeState':
      return simulation.writeState(unpack(first as PackedState, path));
    case 'reset':
      return simulation.reset();
    case 'restoreKernels':
      return simulation.restoreKernels();
    case 'replaceKernel':
      await simulation.replaceKernel(first as string, second as string);
      return;
    case 'load':
      return simulation.load(first as string, second as object | undefined);
    case 'measure':
      await simulation.measure(first as { byIteration?: boolean });
      return;
    case 'pull':
      return pull(simulation, first, path);
  }
  throw fault(path);
}

function pull(simulation: Simulation, numbers: unknown, path: string): void {
  if (numbers !== null && !(Array.isArray(numbers) && numbers.every(Number.isFinite))) throw fault(path);
  simulation.pull(numbers === null ? undefined : new Float32Array(numbers));
}

/** A short text that is equal for states that are equal to the last bit, and for hardly any others. */
export function stateHash(state: State): string {
  // FNV-1a over the words, twice
  const hashes = [0x811c9dc5, 0x9747b28c];
  const add = (word: number) => {
    hashes[0] = Math.imul(hashes[0]! ^ word, 0x01000193);
    hashes[1] = Math.imul(hashes[1]! ^ (word >>> 16) ^ (word << 16), 0x85ebca6b);
    hashes[1] ^= hashes[1]! >>> 13;
  };
  const addAll = ({ buffer, byteOffset, length }: Float32Array | Uint32Array) => {
    add(length);
    for (const word of new Uint32Array(buffer, byteOffset, length)) add(word);
  };
  for (const word of new Uint32Array(new Float64Array([state.time]).buffer)) add(word);
  for (const name of STATE_ARRAYS) addAll(state[name]);
  for (const name of OPTIONAL_ARRAYS) {
    const array = state[name];
    // whole turns follow from how it moved, and recordings from before they were counted have none
    if (array && name !== 'wound') addAll(array);
  }
  return hashes.map((hash) => (hash >>> 0).toString(16).padStart(8, '0')).join('');
}

function pack(state: State): PackedState {
  const packed: Record<string, number | string> = { time: state.time };
  for (const name of [...STATE_ARRAYS, ...OPTIONAL_ARRAYS]) {
    const array = state[name];
    if (array) packed[name] = toBase64(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  return packed as PackedState;
}

function unpack(packed: PackedState, path: string): State {
  const bytesOf = (name: ArrayName | OptionalName) => {
    const text: unknown = packed?.[name];
    try {
      if (typeof text === 'string') {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        if (bytes.length % 4 === 0) return bytes.buffer;
      }
    } catch {}
    throw fault(`${path}.${name}`);
  };
  const arrays = STATE_ARRAYS.map((name) => [name, new Float32Array(bytesOf(name))]);
  const state: State = {
    time: packed?.time,
    ...(Object.fromEntries(arrays) as Record<ArrayName, Float32Array>),
  };
  if (packed.torques !== undefined) state.torques = new Float32Array(bytesOf('torques'));
  if (packed.broken !== undefined) state.broken = new Uint32Array(bytesOf('broken'));
  if (packed.contacts !== undefined) state.contacts = new Float32Array(bytesOf('contacts'));
  if (packed.wound !== undefined) state.wound = new Float32Array(bytesOf('wound'));
  if (packed.solverMemory !== undefined) state.solverMemory = new Float32Array(bytesOf('solverMemory'));
  return state;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

function readRecording(recording: Recording | string): Recording {
  let read: Recording | null = null;
  try {
    read = typeof recording === 'string' ? JSON.parse(recording) : recording;
  } catch {
    throw new BeadworkError('parameter', 'The recording is not valid JSON.', 'recording');
  }
  if (read?.beadwork !== 'recording' || ![1, 2].includes(read.version))
    throw new BeadworkError(
      'parameter',
      'This is no recording of a simulation, version 1 or 2.',
      'recording',
    );
  const { scene, changes } = read.origin ?? {};
  const { fixed, cut, kernels } = changes ?? {};
  const object = (value: unknown) => value !== null && typeof value === 'object';
  if (!object(scene) || !object(fixed) || !object(kernels) || !Array.isArray(cut)) throw fault('origin');
  if (!Array.isArray(read.log)) throw fault('log');
  return read;
}

function fault(path: string): BeadworkError {
  return new BeadworkError('parameter', `The recording is damaged at ${path}.`, path);
}
