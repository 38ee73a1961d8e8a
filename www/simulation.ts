import {
  readIndex,
  readIndices,
  readInto,
  readingsOf,
  readName,
  readNumbers,
  readOptions,
  readScene,
  readStateArrays,
  wholeNumber,
} from './asked';
import { type Asked, Away, isHeavy, type SceneArguments } from './away';
import { BeadworkError } from './errors';
import catalogue from './generated/catalogue.json';
import { Guard, nextNumber } from './guard';
import { load, type Wasm } from './loading';
import {
  type Chosen,
  type Machine,
  type MachineChoice,
  madeOn,
  type Preference,
  readMachine,
  readPreference,
} from './machine';
import { toJson } from './plain';
import { hitsOf, readRay, readRays } from './rays';
import type { Listener } from './recording';
import { keepAlive, noteProgress, watchForLoss } from './recovery';
import type {
  BodyChanges,
  BodyDescription,
  ContactReading,
  JointChanges,
  JointDescription,
  JointReading,
  KernelMessage,
  Measures,
  NumberedScene,
  Parameters,
  PoseChange,
  Push,
  Ray,
  RayHit,
  SceneDescription,
  SimulationEvent,
  State,
  VelocityChange,
} from './types';
import type { WebSimulation as OnGpu } from './wasm/beadwork.js';
import type { WebSimulation as OnCpu } from './wasm/cpu/beadwork.js';

/** What `Simulation.create` starts from. */
export interface SimulationOptions {
  /** A built-in scene's name, or a scene; `pendant` unless given. */
  scene?: string | SceneDescription;
  /** Options of a built-in scene, by name; `scenes()` lists them. */
  sceneOptions?: object;
  /** What differs from the defaults, and from what the scene recommends. */
  parameters?: Partial<Parameters>;
  /** What it runs on; `auto` unless given: a graphics card where there is one, else what is faster of a software adapter and the CPU. */
  machine?: MachineChoice;
  /**
   * What counts where `auto` finds a graphics card; `throughput` unless given, which takes it. `latency` takes the CPU for a scene whose step
   * is done there before a card could launch its kernels.
   */
  prefer?: Preference;
}

/** A GPUDevice, where the project's types know of WebGPU. */
export type GraphicsDevice = typeof globalThis extends { GPUDevice: { prototype: infer Device } }
  ? Device
  : object;

/** A GPUBuffer, where the project's types know of WebGPU. */
export type GraphicsBuffer = typeof globalThis extends { GPUBuffer: { prototype: infer Buffer } }
  ? Buffer
  : object;

const MOST_FRAMES = 100_000;
/** Between two states kept, ms; more where keeping one takes long. */
const KEEP_EVERY = 1000;
const KEEP_SHARE = 0.02;
/** What is done at once. */
type Done =
  | 'setParameters'
  | 'setAside'
  | 'setFixed'
  | 'cut'
  | 'setJoint'
  | 'setVelocity'
  | 'addBodies'
  | 'addJoints'
  | 'removeBodies'
  | 'removeJoints'
  | 'restoreMembers'
  | 'setPose'
  | 'setBody'
  | 'push'
  | 'clearPushes'
  | 'writeState'
  | 'reset'
  | 'restoreKernels';

type Arguments<Method> = Method extends (...args: infer Args) => unknown ? Args : never;

/** Only `create` makes simulations. */
const token = Symbol();

/** One of the two, by the machine; what only one has is asked of that one alone. */
type Inner = OnGpu & OnCpu;

/** A scene on the GPU or the CPU, stepped and measured. Needs no canvas and runs no loop of its own. */
export class Simulation {
  /** What it runs on. */
  readonly machine: Machine;
  /** Why it runs there, in a sentence. */
  readonly machineReason: string;
  #inner: Inner;
  #wasm: Chosen['wasm'];
  #guard: Guard;
  /** Where a worker computes, or may. */
  #away: Away | undefined;
  /** The scene put in place last, and how many were put in place of the first. */
  #scene: SceneArguments;
  #scenes = -1;
  #loads: Promise<unknown> = Promise.resolve();
  #forget: () => void;
  /** @internal Hears of every change, if anybody does. */
  listener: Listener | undefined;
  /** @internal Hear of every change once it is made, `load` among them: its call, with what it was given. */
  readonly watchers = new Set<(call: string, args: unknown[]) => void>();
  /** When the next state is due to be kept; never while one is being kept. */
  #keepAt = performance.now() + KEEP_EVERY;

  /** Use `Simulation.create`. */
  private constructor(inner: Inner, guard: Guard, chosen: Chosen, scene: SceneArguments, key: symbol) {
    if (key !== token)
      throw new BeadworkError('parameter', 'Simulation.create makes simulations.', 'options');
    this.machine = chosen.machine;
    this.machineReason = chosen.reason;
    this.#inner = inner;
    this.#wasm = chosen.wasm;
    this.#guard = guard;
    this.#scene = scene;
    this.#settle();
    this.#forget = keepAlive(this, 'simulation');
  }

  /**
   * Builds a scene on the page's graphics device, or on the CPU, loading the wasm and asking for the device where nobody has yet.
   * Rejects with a `BeadworkError`, and leaves nothing behind, if anything in the options is wrong.
   */
  static async create(options: SimulationOptions = {}): Promise<Simulation> {
    const {
      scene = 'pendant',
      sceneOptions,
      parameters = {},
      machine = 'auto',
      prefer = 'throughput',
    } = readOptions(options);
    const sceneArguments = readScene(scene, sceneOptions);
    const json = toJson(parameters, 'parameter', 'parameters');
    const guard = new Guard();
    const chosen = await madeOn<Inner>(readMachine(machine), {
      scene: JSON.stringify(sceneArguments),
      prefer: readPreference(prefer),
      make: ({ wasm }) =>
        guard.wait<Inner>(() => wasm.WebSimulation.create(guard.id, ...sceneArguments, json)),
      trial: async ({ wasm }) => {
        const own = new Guard();
        const inner = await own.wait<Inner>(() => wasm.WebSimulation.create(own.id, ...sceneArguments, json));
        return {
          dispatches: inner.dispatches,
          step: () => own.wait(() => inner.step(1)),
          free: () => inner.destroy(),
        };
      },
    });
    if (chosen.machine === 'gpu') watchForLoss(await load());
    const simulation = new Simulation(chosen.made, guard, chosen, sceneArguments, token);
    await simulation.#away?.ready;
    return simulation;
  }

  /**
   * Bodies of the scene, fixed ones included; once bodies were added or removed, one more than the largest number that one has had.
   * `bodies` lists those that are there.
   */
  get bodyCount(): number {
    return this.#guard.call(() => this.#inner.bodyCount);
  }

  /** The same of joints, cut ones included; `joints` lists those that are there. */
  get jointCount(): number {
    return this.#guard.call(() => this.#inner.jointCount);
  }

  /**
   * The number of the body with this name. Throws `not-found` if there is none. Names will do wherever a body's or a joint's number is
   * asked for; what is read has numbers.
   */
  body(name: string): number {
    const asked = readName(name);
    return this.#guard.call(() => this.#inner.body(asked));
  }

  /** The number of the joint with this name. Throws `not-found` if there is none. */
  joint(name: string): number {
    const asked = readName(name);
    return this.#guard.call(() => this.#inner.joint(asked));
  }

  /**
   * The graphics device that it runs on, for others that draw on it: `new THREE.WebGPURenderer({ device: simulation.device })`. All simulations
   * of a page share it. null on the CPU, and where the device is lost; after a loss there is another one.
   */
  get device(): GraphicsDevice | null {
    const { machine } = this;
    return this.#guard.call(() => (machine === 'gpu' ? (this.#wasm as Wasm).webgpuDevice() : null));
  }

  /**
   * Poses on that device, for shaders of others: eight 32-bit floats a body, which are x, y, z of its centre of mass, a radius, and the quaternion
   * that turns its principal axes. It holds what all steps asked for so far leave. Bodies that come may bring another buffer, so ask for it anew in
   * each picture. null where `device` is.
   */
  get posesBuffer(): GraphicsBuffer | null {
    if (this.device === null) return null;
    return this.#guard.call(() => (this.#inner as OnGpu).posesBuffer());
  }

  /** @internal How shapes stand to these poses: with x and q of a body there, p and r here, its shape is at x + q p and turned by q r. */
  shapesByPoses(): Float32Array {
    return this.#guard.call(() => (this.#inner as OnGpu).shapesByPoses());
  }

  /** A copy of the parameters that hold; `setParameters` changes them. */
  get parameters(): Parameters {
    return JSON.parse(this.#guard.call(() => this.#inner.parameters()));
  }

  /**
   * Changes parameters, all of those given or none, from the next step on. Throws a `BeadworkError` with the parameter's
   * name as its path.
   */
  setParameters(changes: Partial<Parameters>): void {
    const json = toJson(changes, 'parameter', 'parameters');
    this.#change('setParameters', [JSON.parse(json)], () => this.#do('setParameters', json));
  }

  /**
   * Takes frames of `timestep` seconds; resolves when the device has done them. Where a bead leaves all bounds it
   * rejects with `non-finite`, and the simulation is back at its last good state.
   * @param frames 1 to 100,000
   */
  async step(frames = 1): Promise<void> {
    const count = wholeNumber(frames, 'frames', MOST_FRAMES);
    await this.#guard.wait(() => this.#change('step', [count], () => this.#ask('step', count)));
    noteProgress();
    if (performance.now() >= this.#keepAt) void this.#keep();
  }

  /**
   * As `step`, done when it returns, and what `step` rejects with is thrown: for a loop that draws what it has just computed. On the CPU
   * alone, and there only where the page itself computes: a scene in which 500 bodies or more may touch runs in a worker.
   * `not-applicable` elsewhere.
   * @param frames 1 to 100,000
   */
  stepNow(frames = 1): void {
    const count = wholeNumber(frames, 'frames', MOST_FRAMES);
    this.#atOnce();
    this.#change('step', [count], () => this.#inner.stepNow(count));
    noteProgress();
    if (performance.now() >= this.#keepAt) void this.#keep();
  }

  /** What `readPoses` gives, at once; where `stepNow` can be called. */
  posesNow(into?: Float32Array): Float32Array {
    this.#atOnce();
    const asked = readInto(into, this.bodyCount);
    const poses = this.#guard.call(() => this.#inner.posesNow());
    asked?.set(poses);
    return asked ?? poses;
  }

  /** @internal Whether `stepNow` and `posesNow` can be called. */
  get answersAtOnce(): boolean {
    this.#guard.call(() => this.#settle());
    return this.machine === 'cpu' && !this.#away?.computes;
  }

  /** Throws where work takes its time. */
  #atOnce(): void {
    this.#guard.call(() => this.#settle());
    if (this.machine === 'gpu')
      throw new BeadworkError(
        'not-applicable',
        'This simulation runs on the GPU, whose work takes its time: wait for what it gives.',
      );
    if (this.#away?.computes)
      throw new BeadworkError(
        'not-applicable',
        'A worker computes this simulation, since many of its bodies may touch: wait for what it gives.',
      );
  }

  /** Keeps the state as it stands, for the day the device is lost. */
  async #keep(): Promise<void> {
    this.#keepAt = Number.POSITIVE_INFINITY;
    const began = performance.now();
    // whatever stands in the way also meets the next call of the simulation's owner
    await this.#guard.wait(() => this.#ask('keep')).catch(() => undefined);
    const took = performance.now() - began;
    this.#keepAt = performance.now() + Math.max(KEEP_EVERY, took / KEEP_SHARE);
  }

  /**
   * How the last step went.
   * @param options `byIteration`: whether residuals are recorded for each iteration, from the next step on
   */
  async measure(options?: { byIteration?: boolean }): Promise<Measures> {
    const byIteration = options?.byIteration;
    if (byIteration !== undefined && typeof byIteration !== 'boolean') {
      throw new BeadworkError('parameter', 'byIteration must be true or false.', 'byIteration');
    }
    const measure = () => this.#ask<Measures>('measure', byIteration);
    return this.#guard.wait<Measures>(() =>
      // only what switches the recording of residuals changes anything
      byIteration === undefined || byIteration === this.#inner.byIteration
        ? measure()
        : this.#change('measure', [{ byIteration }], measure),
    );
  }

  /**
   * Pins a body where it stands, or lets it go.
   * @param body its place in the scene's list, or its name
   */
  setFixed(body: number | string, fixed: boolean): void {
    const index = this.#bodyOf(body);
    if (typeof fixed !== 'boolean')
      throw new BeadworkError('parameter', 'fixed must be true or false.', 'fixed');
    this.#change('setFixed', [index, fixed], () => this.#do('setFixed', index, fixed));
  }

  /**
   * Cuts a joint: it keeps its index and holds nothing any more; `describe` leaves it out.
   * @param joint its place in the scene's list, or its name
   */
  cut(joint: number | string): void {
    const index = this.#jointOf(joint);
    this.#change('cut', [index], () => this.#do('cut', index));
  }

  /**
   * Changes a joint from the next step on: what is named, as in the scene format and within the same ranges; null takes a thing
   * away. Its kind and its bodies stay, and so does the state. `describe` has the changed joint, `reset` takes the change back.
   * Throws a `BeadworkError` with the field's path. A first joint that is more than a firm point, or none any more, takes another
   * island through other kernels, and costs as much as a cut; everything else is cheap.
   * @param joint its place in the scene's list, or its name
   */
  setJoint(joint: number | string, changes: JointChanges): void {
    const index = this.#jointOf(joint);
    const json = toJson(changes, 'parameter', 'changes');
    this.#change('setJoint', [index, JSON.parse(json)], () => this.#do('setJoint', index, json));
  }

  /**
   * Adds bodies, from the next step on, as a scene has them: all, or none and a `BeadworkError` with the path in the list, like
   * `bodies[2].mass`. Everything else goes on to the same bits. `reset` takes them away again, `describe` has them.
   * @returns their numbers: the lowest that are free, in the order of the list
   */
  addBodies(bodies: BodyDescription[]): number[] {
    const json = toJson(bodies, 'scene', 'bodies');
    return this.#change('addBodies', [JSON.parse(json)], () => [...this.#do('addBodies', json)]);
  }

  /**
   * Adds joints between bodies that are there, in the same way. What a joint leaves out is taken so that its coordinates are 0 where its
   * bodies stand now. On a graphics device that is not known of bodies that have moved: there such a joint is refused with
   * `not-applicable`; give `frameA` and `frameB`, of a distance joint `min` and `max`.
   * @returns their numbers: the lowest that are free, in the order of the list
   */
  addJoints(joints: JointDescription[]): number[] {
    const json = toJson(joints, 'scene', 'joints');
    return this.#change('addJoints', [JSON.parse(json)], () => [...this.#do('addJoints', json)]);
  }

  /**
   * Removes bodies with their joints, from the next step on, all of them or none. A hand on one lets go, and what pushes or drives it ends.
   * Their numbers are free, and are given to those that are added next; until then their places in the arrays of a state are zeros.
   * @param bodies their numbers or names; one that is not there is refused with `not-found`
   */
  removeBodies(bodies: (number | string)[]): void {
    const numbers = readNumbers(bodies, 'bodies', (name) => this.body(name));
    this.#change('removeBodies', [[...numbers]], () => this.#do('removeBodies', numbers));
  }

  /**
   * Removes joints, from the next step on, all of them or none. Unlike `cut` this frees their numbers.
   * @param joints their numbers or names; one that is not there is refused with `not-found`
   */
  removeJoints(joints: (number | string)[]): void {
    const numbers = readNumbers(joints, 'joints', (name) => this.joint(name));
    this.#change('removeJoints', [[...numbers]], () => this.#do('removeJoints', numbers));
  }

  /** Numbers of the bodies that are there, in order. */
  bodies(): number[] {
    return this.#guard.call(() => [...this.#inner.bodies()]);
  }

  /** Numbers of the joints that are there, in order; of those that are cut or broke too. */
  joints(): number[] {
    return this.#guard.call(() => [...this.#inner.joints()]);
  }

  /** @internal Whether no hand can move a body, as it is pinned now. */
  isHeld(body: number): boolean {
    return this.#guard.call(() => this.#inner.isHeld(body));
  }

  /** @internal For recordings: adds and removes what the recorded simulation had added and removed, on a scene just loaded. */
  restoreMembers(members: object): void {
    const json = toJson(members, 'parameter', 'members');
    this.#guard.call(() => this.#do('restoreMembers', json));
  }

  /**
   * Sets how a body moves, from now on. A kinematic body is driven so: it keeps that velocity, whatever pulls. A fixed body is
   * refused: it does not move. The velocity is part of the state: `readState`, `measure` and `describe` have it at once, and
   * where the simulation goes back to its last good state, a kinematic body goes on as it was told last.
   * @param body its place in the scene's list, or its name
   */
  setVelocity(body: number | string, velocity: VelocityChange): void {
    const index = this.#bodyOf(body);
    const json = toJson(velocity, 'parameter', 'velocity');
    this.#change('setVelocity', [index, JSON.parse(json)], () => this.#do('setVelocity', index, json));
  }

  /**
   * Puts one body elsewhere between two steps, or has it move otherwise; what is left out stays. Its contacts and what its joints bear
   * begin anew, and all other bodies go on to the same bits. Joints that this opens draw it back, so move what hangs on it as well. A
   * fixed body may be put elsewhere; a velocity for it is refused. Part of the state: `readState` has it at once. Where the simulation
   * goes back to its last good state, the body is where it was then.
   * @param body its place in the scene's list, or its name
   */
  setPose(body: number | string, pose: PoseChange): void {
    const index = this.#bodyOf(body);
    const json = toJson(pose, 'parameter', 'pose');
    this.#change('setPose', [index, JSON.parse(json)], () => this.#do('setPose', index, json));
  }

  /**
   * Changes what a body is like from the next step on: what is named, as in the scene format and within the same ranges. The state
   * stays. `describe` has the changed body, `reset` takes the change back.
   * @param body its place in the scene's list, or its name
   */
  setBody(body: number | string, changes: BodyChanges): void {
    const index = this.#bodyOf(body);
    const json = toJson(changes, 'parameter', 'changes');
    this.#change('setBody', [index, JSON.parse(json)], () => this.#do('setBody', index, json));
  }

  /**
   * Pushes a body: a force and a torque through the whole next frame, an impulse where it begins, and nothing in the frame
   * after. Pushes add up, on one body or many. Fixed and kinematic bodies are refused. A push that waits for its frame is no
   * part of the state: `readState` and `describe` do not have it. It still acts after a `writeState`, changed parameters, pins
   * and cuts, though not on a body that is fixed by then; a `reset`, a `load` and a lost device forget it.
   *
   * With `until: 'cleared'` it stays: it acts as if the same push were given before each frame, until `clearPushes`. It outlasts
   * a lost device and the way back to the last good state; it ends with its body, and with `reset` and `load`.
   *
   * With `torqueBetween` the other body of that joint gets the opposite of `torque`. So
   * `simulation.push('door', { torqueBetween: 'hinge', torque: 5, until: 'cleared' })` is an engine of 5 N m in the hinge. It ends
   * where the joint is cut or removed.
   * @param body its place in the scene's list, or its name
   */
  push(body: number | string, push: Push): void {
    const index = this.#bodyOf(body);
    const asked = JSON.parse(toJson(push, 'parameter', 'push'));
    if (typeof asked?.torqueBetween === 'string') asked.torqueBetween = this.joint(asked.torqueBetween);
    const json = JSON.stringify(asked);
    this.#change('push', [index, asked], () => this.#do('push', index, json));
  }

  /**
   * Ends the pushes that stay, and those that wait for the next frame: of one body, as `push` named it, or of all.
   * @param body its place in the scene's list, or its name
   */
  clearPushes(body?: number | string): void {
    const index = body === undefined ? undefined : this.#bodyOf(body);
    this.#change('clearPushes', index === undefined ? [] : [index], () => this.#do('clearPushes', index));
  }

  /**
   * Puts an edited kernel in place of the stock one if it compiles; if it does not, the one before runs on.
   * Resolves to what the compiler said either way.
   * @param name of `kernels`
   * @param wgsl the whole text of the kernel, as `KernelInfo.source` has it
   */
  async replaceKernel(name: string, wgsl: string): Promise<KernelMessage[]> {
    for (const [what, value] of Object.entries({ name, wgsl })) {
      if (typeof value !== 'string') throw new BeadworkError('parameter', `${what} must be a text.`, what);
    }
    if (this.machine === 'cpu') this.#refuseKernel(name);
    const ticket = nextNumber();
    this.listener?.expect(ticket, 'replaceKernel', [name, wgsl]);
    return JSON.parse(await this.#guard.wait<string>(() => this.#inner.replaceKernel(ticket, name, wgsl)));
  }

  /** The CPU computes by other means. */
  #refuseKernel(name: string): never {
    this.#guard.call(() => this.#inner.bodyCount);
    if (!catalogue.kernels.includes(name))
      throw new BeadworkError('parameter', `There is no kernel called '${name}'.`, 'name');
    throw new BeadworkError(
      'not-applicable',
      'This simulation runs on the CPU, which has no kernels to edit.',
    );
  }

  /** Puts back every kernel as it came. */
  restoreKernels(): void {
    this.#change('restoreKernels', [], () => this.#do('restoreKernels'));
  }

  /** The state after every step asked for so far. Its positions are those of centres of mass; `readPoses` has those of shapes. */
  async readState(): Promise<State> {
    return this.#guard.wait<State>(() => this.#ask('readState'));
  }

  /**
   * Where bodies are after every step asked for so far, without the rest of the state: x, y, z of the origin of the shape, m, and the
   * quaternion's x, y, z, w, seven numbers a body.
   * @param into an array to be filled and given back, so that none is made for each picture
   */
  async readPoses(into?: Float32Array): Promise<Float32Array> {
    readInto(into, this.bodyCount);
    const poses = await this.#guard.wait<Float32Array>(() => this.#ask('readPoses'));
    // another scene may have come meanwhile
    const asked = readInto(into, poses.length / 7);
    asked?.set(poses);
    return asked ?? poses;
  }

  /** What joints do now: their coordinates, speeds, forces, and at which stop they stand. All of them unless `joints` says which, by their indices or names. */
  async readJoints(joints?: (number | string)[]): Promise<JointReading[]> {
    const asked = readIndices(joints, 'joints', (name) => this.joint(name));
    return readingsOf(await this.#guard.wait<string>(() => this.#ask('readJoints', asked)));
  }

  /**
   * Where bodies touch, or soon will, as the last step left it; of each pair up to four points. None before the first step, and none
   * where there are no contacts.
   */
  async readContacts(): Promise<ContactReading[]> {
    return JSON.parse(await this.#guard.wait<string>(() => this.#ask('readContacts')));
  }

  /**
   * Events since the last call: bodies with `events`, or sensors, that began or ceased to touch another body, and joints that broke. They are in order of
   * frames, and within one by the numbers of bodies and then of joints. There is room for four events of each such body, and for 1,024 at least;
   * `measure().eventsDropped` counts those without room. `reset`, `load` and `writeState` clear events that were not read, and so does a way back to the
   * last good state or to a new device; bodies that touch then begin to in the next frame.
   */
  async readEvents(): Promise<SimulationEvent[]> {
    return JSON.parse(await this.#guard.wait<string>(() => this.#ask('readEvents')));
  }

  /**
   * The first body that a ray meets after every step asked for so far; null if it meets none. All shapes are met as they are drawn,
   * those with `collides: false` too; from inside a body the distance is 0. A plane is all that lies below it.
   *
   * `const hit = await simulation.castRay({ origin: [0, 5, 0], direction: [0, -1, 0] })` says what lies below a point 5 m high.
   */
  async castRay(ray: Ray): Promise<RayHit | null> {
    const asked = readRay(ray);
    const met = await this.#guard.wait<Float64Array>(() => this.#ask('castRays', asked, true));
    return hitsOf(met)[0]!;
  }

  /**
   * The same for many rays at once, in their order, and much faster than one by one.
   * @param rays up to 65,535; if one of them is refused, none is cast
   */
  async castRays(rays: Ray[]): Promise<(RayHit | null)[]> {
    const asked = readRays(rays);
    return hitsOf(await this.#guard.wait<Float64Array>(() => this.#ask('castRays', asked, false)));
  }

  /** Puts bodies and multipliers where `state` says; fixed bodies move but get no velocity. */
  writeState(state: State): void {
    const asked = readStateArrays(state);
    this.#change('writeState', [state], () => this.#do('writeState', ...asked));
  }

  /** The scene as it stands now; `load` resumes from it to the same bits, through JSON too. */
  async describe(): Promise<NumberedScene> {
    return JSON.parse(await this.#guard.wait<string>(() => this.#ask('describe')));
  }

  /**
   * Another scene with the same parameters, but for what it recommends; what the scene before recommended is taken back. What ran
   * before runs until it is ready, and on if it cannot be had.
   */
  async load(scene: string | SceneDescription, sceneOptions?: object): Promise<void> {
    const sceneArguments = readScene(scene, sceneOptions);
    const loader = new Guard();
    const [text, described, options] = sceneArguments;
    const what = described ? [JSON.parse(text)] : [text, JSON.parse(options)];
    this.listener?.expect(loader.id, 'load', what);
    // one after the other, so that the last one asked for is the one that stays
    const loading = this.#loads
      .catch(() => undefined)
      .then(() => {
        this.#settle();
        this.#scene = sceneArguments;
        return this.#guard.wait(() => loader.wait(() => this.#inner.load(loader.id, ...sceneArguments)));
      });
    this.#loads = loading;
    await loading;
    this.#settle();
    for (const watcher of this.watchers) watcher('load', what);
    await this.#away?.ready;
    if (this.machine === 'gpu') watchForLoss(await load());
  }

  /** Back to the scene as last loaded; parameters stay. */
  reset(): void {
    this.#change('reset', [], () => this.#do('reset'));
  }

  /** Frees the GPU's memory at once and rejects what is pending with `destroyed`. May be called twice. */
  destroy(): void {
    this.#guard.fail(new BeadworkError('destroyed', 'This simulation was destroyed; create another.'));
    this.#away?.end();
    this.#inner.destroy();
    this.#forget();
  }

  /** @internal A hand on a body, for recordings; a view's `grab` makes its own. */
  pull(numbers: Float32Array | undefined): void {
    this.#guard.call(() => this.#inner.setPull(numbers));
  }

  /** @internal What the scene recommends, said or not. */
  get recommended(): Partial<Parameters> {
    return JSON.parse(this.#guard.call(() => this.#inner.recommended()));
  }

  /** @internal Whether bodies that touch push each other apart, by the scene's word or the parameter's. */
  get touching(): boolean {
    return this.#guard.call(() => this.#inner.touching);
  }

  /** @internal Whether there is anything for `readEvents` to tell. */
  get tells(): boolean {
    return this.#guard.call(() => this.#inner.tells);
  }

  /** @internal For View: a picture shows where bodies touch from now on. */
  lookAtContacts(): void {
    this.#away?.look();
  }

  /** @internal For recordings: what there was of parameters where the scene's recommendation holds instead. */
  setAside(aside: Partial<Parameters>): void {
    const json = toJson(aside, 'parameter', 'aside');
    this.#guard.call(() => this.#do('setAside', json));
  }

  /** @internal Whether its device is lost. */
  get stranded(): boolean {
    return !this.#guard.ended && this.#inner.stranded;
  }

  /** @internal On a fresh device, at the last good state. */
  async rebuild(): Promise<void> {
    const builder = new Guard();
    await this.#guard.wait(() => builder.wait(() => this.#inner.rebuild(builder.id)));
  }

  #bodyOf(body: number | string): number {
    return readIndex(body, 'body', (name) => this.body(name));
  }

  #jointOf(joint: number | string): number {
    return readIndex(joint, 'joint', (name) => this.joint(name));
  }

  /** Another scene may have been put in place since. */
  #settle(): void {
    if (this.machine === 'gpu' || this.#inner.scenes === this.#scenes) return;
    this.#scenes = this.#inner.scenes;
    this.#away?.leave();
    this.#away = isHeavy(this.#inner) ? new Away(this.#inner, this.#guard, this.#scene) : undefined;
  }

  /** Here, and in the worker where there is one. */
  #do<Name extends Done>(name: Name, ...args: Arguments<Inner[Name]>): ReturnType<Inner[Name]> {
    this.#settle();
    const done = (this.#inner[name] as (...args: unknown[]) => unknown)(...args);
    this.#away?.tell(name, args);
    return done as ReturnType<Inner[Name]>;
  }

  /** Here, or in the worker. */
  #ask<T>(name: Asked, ...args: unknown[]): Promise<T> {
    this.#settle();
    return (
      this.#away?.ask<T>(name, args) ?? (this.#inner[name] as (...args: unknown[]) => Promise<T>)(...args)
    );
  }

  /** Does what changes something; who listens hears of it if it was done. */
  #change<T>(name: string, args: unknown[], act: () => T): T {
    this.listener?.before(name);
    const done = this.#guard.call(act);
    this.listener?.after(name, args);
    for (const watcher of this.watchers) watcher(name, args);
    return done;
  }

  /** @internal For View: the wasm object itself. */
  get inner(): Inner {
    return this.#guard.call(() => this.#inner);
  }
}
