// What a simulation runs on: the page's graphics device, or the CPU where there is none. Each has a module of its own.
import { asError, BeadworkError, type ErrorCode } from './errors';
import { fasterOf, isSoftware, quickerOf, type Trial, timed } from './faster';
import { type CpuWasm, hasWebGpu, load, loadCpu, type Wasm } from './loading';
import { recall, remember } from './trust';

/** What a simulation runs on. */
export type Machine = 'gpu' | 'cpu';
/**
 * What is asked for: `auto` takes a graphics card where there is one that can be had, else the CPU. Where the graphics adapter is software
 * it takes the faster of the two.
 */
export type MachineChoice = 'auto' | Machine;
/** What counts where `auto` finds a graphics card: many bodies at once, or that a small scene's step is done soon. */
export type Preference = 'throughput' | 'latency';

const PREFERENCES: readonly Preference[] = ['throughput', 'latency'];

export const MACHINES: readonly MachineChoice[] = ['auto', 'gpu', 'cpu'];

export interface Chosen {
  machine: Machine;
  /** Why, in a sentence. */
  reason: string;
  wasm: Wasm | CpuWasm;
}

/** What stands in the way of a graphics device, and not of the CPU; and how that is told. */
const WITHOUT_DEVICE: Partial<Record<ErrorCode, string>> = {
  'no-webgpu': 'This browser has no WebGPU here, so the CPU computes and WebGL draws.',
  'no-adapter':
    'This browser has WebGPU but no graphics device to give, so the CPU computes and WebGL draws.',
  'wrong-device':
    'The graphics device of this browser was seen to compute wrongly, so the CPU computes and WebGL draws.',
  'recovery-refused':
    'The graphics device was lost and this page gets no other, so the CPU computes and WebGL draws.',
  'device-lost': 'The graphics device was lost, so the CPU computes and WebGL draws.',
};

/** Whether this page's device was seen to compute wrongly. */
let wrong = false;

/** What is made, and for whom. */
export interface Wanted<T> {
  /** What stands for the scene: those that are alike run on the machine that the first one was given. */
  scene: string;
  /** For whom the machine is chosen. */
  prefer: Preference;
  make(on: Chosen): Promise<T>;
  /** One that is only timed, and the dispatches of a frame. */
  trial(on: Chosen): Promise<Trial & { dispatches: number }>;
}

/** Makes something on the machine asked for; under `auto` on the CPU where the device cannot be had, or is not to be trusted, or is slower. */
export async function madeOn<T>(asked: MachineChoice, wanted: Wanted<T>): Promise<Chosen & { made: T }> {
  const on = async (chosen: Chosen) => ({ ...chosen, made: await wanted.make(chosen) });
  try {
    const chosen = await weighed(asked, await choose(asked), wanted);
    const made = await on(chosen);
    if (chosen.machine === 'gpu') remember(await load());
    return made;
  } catch (thrown) {
    const error = asError(thrown);
    if (asked !== 'auto' || error.code !== 'wrong-device') throw error;
    wrong = true;
    return on(await choose(asked));
  }
}

/** What was found by timing, by scene and preference; the last few. */
const found = new Map<string, Promise<Pick<Chosen, 'machine' | 'reason'>>>();
const MOST_FOUND = 32;

/** Under `auto` another machine than the device, where that is worth more. */
async function weighed<T>(asked: MachineChoice, chosen: Chosen, wanted: Wanted<T>): Promise<Chosen> {
  if (asked !== 'auto' || chosen.machine === 'cpu') return chosen;
  const software = await softwareAdapter();
  if (!software && wanted.prefer !== 'latency') return chosen;
  const key = `${wanted.prefer} ${wanted.scene}`;
  let better = found.get(key);
  if (better === undefined) {
    better = software ? faster(chosen, wanted) : quicker(chosen, wanted);
    found.set(key, better);
    // what failed is looked at anew
    better.catch(() => found.delete(key));
    if (found.size > MOST_FOUND) found.delete(found.keys().next().value!);
  }
  const { machine, reason } = await better;
  return machine === 'gpu' ? { ...chosen, reason } : onCpu(reason);
}

const now = () => performance.now();

async function faster<T>(chosen: Chosen, { trial }: Wanted<T>) {
  const cpu = await timed(async () => trial(await onCpu('')), now);
  const gpu = await timed(() => trial(chosen), now);
  if ('refused' in gpu && asError(gpu.refused).code === 'wrong-device') throw gpu.refused;
  const better = fasterOf(gpu, cpu);
  if ('refused' in better) throw better.refused;
  return better;
}

async function quicker<T>(_chosen: Chosen, { trial }: Wanted<T>) {
  let dispatches = 0;
  const cpu = await timed(async () => {
    const one = await trial(await onCpu(''));
    dispatches = one.dispatches;
    return one;
  }, now);
  return quickerOf(cpu, dispatches);
}

/** Whether the page's adapter is software. Tests of what is for graphics devices, which run on one, say that it is as good as a card. */
export async function softwareAdapter(): Promise<boolean> {
  if ((globalThis as { softwareIsACard?: boolean }).softwareIsACard) return false;
  const { info } = (await adapterOfPage()) ?? {};
  return info !== undefined && isSoftware(info);
}

async function choose(asked: MachineChoice): Promise<Chosen> {
  if (asked === 'cpu') return onCpu('The CPU was asked for.');
  try {
    const wasm = await onDevice(asked);
    const reason = asked === 'gpu' ? 'The graphics device was asked for.' : 'This browser has WebGPU.';
    return { machine: 'gpu', reason, wasm };
  } catch (thrown) {
    const error = asError(thrown);
    const reason = WITHOUT_DEVICE[error.code];
    if (asked === 'gpu' || reason === undefined) throw error;
    return onCpu(reason);
  }
}

/** The module for the graphics device, once the page has one. */
async function onDevice(asked: MachineChoice): Promise<Wasm> {
  if (asked === 'auto' && wrong) throw new BeadworkError('wrong-device', '');
  const loading = load();
  // whoever has no device need not wait for what he cannot use
  if (asked === 'auto' && !(await adapterOfPage())) {
    loading.catch(() => undefined);
    throw new BeadworkError(hasWebGpu() ? 'no-adapter' : 'no-webgpu', '');
  }
  const wasm = await loading;
  await askForDevice(wasm);
  recall(wasm);
  return wasm;
}

let adapter: Promise<GPUAdapter | null> | undefined;

/** The one that the device is asked of, too (src/gpu/device.rs). */
function adapterOfPage(): Promise<GPUAdapter | null> {
  adapter ??= (async () => {
    if (!hasWebGpu()) return null;
    return navigator.gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  })();
  return adapter;
}

async function onCpu(reason: string): Promise<Chosen> {
  return { machine: 'cpu', reason, wasm: await loadCpu() };
}

let asking: Promise<void> | undefined;

/** Simulations made side by side ask for the page's one device once. */
function askForDevice(wasm: Wasm): Promise<void> {
  asking ??= wasm.renewDevice().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** For what is to come into a picture that there is: where `auto` may find the other machine the faster one, the picture's own. */
export async function withPicture(
  asked: MachineChoice,
  ofPicture: Machine | undefined,
): Promise<MachineChoice> {
  return asked === 'auto' && ofPicture && (await softwareAdapter()) ? ofPicture : asked;
}

export function readMachine(asked: unknown): MachineChoice {
  if (MACHINES.includes(asked as MachineChoice)) return asked as MachineChoice;
  throw new BeadworkError('parameter', `machine must be 'auto', 'gpu' or 'cpu'.`, 'machine');
}

export function readPreference(asked: unknown): Preference {
  if (PREFERENCES.includes(asked as Preference)) return asked as Preference;
  throw new BeadworkError('parameter', `prefer must be 'throughput' or 'latency'.`, 'prefer');
}
