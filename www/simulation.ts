import { asError, BeadworkError } from './errors';
import { load } from './loading';
import type { KernelMessage, Measures, Parameters, SceneDescription, State } from './types';
import type { WebSimulation as Inner } from './wasm/beadwork.js';

export interface SimulationOptions {
  /** A built-in scene's name, or a scene; `pendant` unless given. */
  scene?: string | SceneDescription;
  sceneOptions?: object;
  parameters?: Partial<Parameters>;
}

/** JSON, but with NaN and Infinity kept as words, so that the refusal can name them. */
function toJson(value: unknown, path: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, item) =>
      typeof item === 'number' && !Number.isFinite(item) ? String(item) : item,
    );
  } catch {
    // cyclic, a BigInt, or a getter that throws
  }
  if (text === undefined) throw new BeadworkError('parameter', `${path} must be plain data.`, path);
  return text;
}

/** −0 would lose its sign in JSON.stringify; as the text "-0" in a scene it keeps it. */
function sceneToJson(scene: SceneDescription): string {
  const marked = JSON.stringify(scene, (_, item) =>
    Object.is(item, -0)
      ? '\u0000-0'
      : typeof item === 'number' && !Number.isFinite(item)
        ? String(item)
        : item,
  );
  return marked.replaceAll('"\\u0000-0"', '-0.0');
}

function sceneArguments(scene: unknown, options: unknown): [string, boolean, string] {
  if (typeof scene === 'string') return [scene, false, toJson(options ?? {}, 'sceneOptions')];
  if (scene === null || typeof scene !== 'object') {
    throw new BeadworkError('scene', "scene must be a built-in scene's name or a scene object.", 'scene');
  }
  try {
    return [sceneToJson(scene as SceneDescription), true, '{}'];
  } catch {
    throw new BeadworkError('scene', 'scene must be plain data.', 'scene');
  }
}

function wholeNumber(value: unknown, name: string, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) {
    throw new BeadworkError('parameter', `${name} must be a whole number from 0 to ${max}.`, name);
  }
  return value;
}

/** A scene on the GPU, stepped and measured. Needs no canvas and runs no loop of its own. */
export class Simulation {
  #inner: Inner;
  #failed: BeadworkError | undefined;
  #pending = new Set<(error: BeadworkError) => void>();
  #loads: Promise<unknown> = Promise.resolve();

  private constructor(inner: Inner) {
    this.#inner = inner;
  }

  static async create(options: SimulationOptions = {}): Promise<Simulation> {
    if (options === null || typeof options !== 'object') {
      throw new BeadworkError('parameter', 'The options must be an object.', 'options');
    }
    for (const name of Object.keys(options)) {
      if (!['scene', 'sceneOptions', 'parameters'].includes(name)) {
        throw new BeadworkError('parameter', `There is no option called '${name.slice(0, 60)}'.`, name);
      }
    }
    const scene = sceneArguments(options.scene ?? 'pendant', options.sceneOptions);
    const parameters = toJson(options.parameters ?? {}, 'parameters');
    const wasm = await load();
    try {
      return new Simulation(await wasm.WebSimulation.create(...scene, parameters));
    } catch (error) {
      throw asError(error);
    }
  }

  get bodyCount(): number {
    return this.#call(() => this.#inner.bodyCount);
  }

  get jointCount(): number {
    return this.#call(() => this.#inner.jointCount);
  }

  /** A copy; `setParameters` changes them. */
  get parameters(): Parameters {
    return this.#call(() => JSON.parse(this.#inner.parameters()) as Parameters);
  }

  /** All of the changes or none; throws a BeadworkError with the parameter's name as its path. */
  setParameters(changes: Partial<Parameters>): void {
    const json = toJson(changes, 'parameters');
    this.#call(() => this.#inner.setParameters(json));
  }

  /** Takes frames of `timestep` seconds; resolves when the device has done them. */
  async step(frames = 1): Promise<void> {
    wholeNumber(frames, 'frames', 100_000);
    await this.#wait(() => this.#inner.step(frames));
  }

  /** How the last step went. With `byIteration` residuals are recorded from the next step on. */
  async measure(options: { byIteration?: boolean } = {}): Promise<Measures> {
    const [json, curve] = (await this.#wait(() => this.#inner.measure(options.byIteration))) as [
      string,
      Float32Array,
    ];
    return { ...(JSON.parse(json) as Measures), residualByIteration: curve };
  }

  /** Pins a body where it stands, or lets it go. */
  setFixed(body: number, fixed: boolean): void {
    wholeNumber(body, 'body', 0xffffffff);
    this.#call(() => this.#inner.setFixed(body, Boolean(fixed)));
  }

  /** A cut joint keeps its index and holds nothing any more. */
  cut(joint: number): void {
    wholeNumber(joint, 'joint', 0xffffffff);
    this.#call(() => this.#inner.cut(joint));
  }

  /** Puts an edited kernel in place of the stock one if it compiles; the old one runs on if it does not. */
  async replaceKernel(name: string, wgsl: string): Promise<KernelMessage[]> {
    const json = await this.#wait(() => this.#inner.replaceKernel(String(name), String(wgsl)));
    return JSON.parse(json as string) as KernelMessage[];
  }

  restoreKernels(): void {
    this.#call(() => this.#inner.restoreKernels());
  }

  async readState(): Promise<State> {
    return (await this.#wait(() => this.#inner.readState())) as State;
  }

  writeState(state: State): void {
    const array = (name: Exclude<keyof State, 'time'>) => {
      const value = state?.[name];
      if (!(value instanceof Float32Array))
        throw new BeadworkError('parameter', `${name} must be a Float32Array.`, name);
      return value;
    };
    const positions = array('positions');
    const rest = [
      array('rotations'),
      array('linearVelocities'),
      array('angularVelocities'),
      array('multipliers'),
    ] as const;
    this.#call(() => this.#inner.writeState(Number(state.time), positions, ...rest));
  }

  /** The scene as it stands now; `load` resumes from it to the same bits. */
  async describe(): Promise<SceneDescription> {
    return JSON.parse((await this.#wait(() => this.#inner.describe())) as string) as SceneDescription;
  }

  /** Another scene with the same parameters; if it cannot be had the old one runs on. */
  async load(scene: string | SceneDescription, sceneOptions?: object): Promise<void> {
    const args = sceneArguments(scene, sceneOptions);
    // one after the other, so that the last one asked for is the one that stays
    const before = this.#loads;
    const loading = before.catch(() => undefined).then(() => this.#wait(() => this.#inner.load(...args)));
    this.#loads = loading;
    await loading;
  }

  /** Back to the scene as last loaded. */
  reset(): void {
    this.#call(() => this.#inner.reset());
  }

  /** Frees the GPU's memory at once and rejects what is pending. May be called twice. */
  destroy(): void {
    if (this.#failed) return;
    this.#fail(new BeadworkError('destroyed', 'This simulation was destroyed; create another.'));
    this.#inner.destroy();
  }

  /** For View: the wasm object itself. */
  get inner(): Inner {
    return this.#call(() => this.#inner);
  }

  #fail(error: BeadworkError): void {
    this.#failed = error;
    for (const reject of this.#pending) reject(error);
    this.#pending.clear();
  }

  #call<T>(act: () => T): T {
    if (this.#failed) throw this.#failed;
    try {
      return act();
    } catch (thrown) {
      const error = asError(thrown);
      // a trap leaves the module in an unknown state: nothing more comes from it
      if (error.code === 'internal' && thrown instanceof WebAssembly.RuntimeError) this.#fail(error);
      throw error;
    }
  }

  async #wait<T>(act: () => Promise<T>): Promise<T> {
    const started = this.#call(act);
    let give: (error: BeadworkError) => void = () => undefined;
    const given = new Promise<never>((_, reject) => {
      give = reject;
    });
    this.#pending.add(give);
    try {
      return await Promise.race([started, given]);
    } catch (error) {
      throw asError(error);
    } finally {
      this.#pending.delete(give);
    }
  }
}
