// What a simulation runs on: the page's graphics device, or the CPU where there is none. Each has a module of its own.
import { asError, BeadworkError, type ErrorCode } from './errors';
import { type CpuWasm, hasWebGpu, load, loadCpu, type Wasm } from './loading';
import { recall, remember } from './trust';

/** What a simulation runs on. */
export type Machine = 'gpu' | 'cpu';
/** What is asked for: `auto` takes the graphics device where there is one that can be had, else the CPU. */
export type MachineChoice = 'auto' | Machine;

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

/** Makes something on the machine asked for; under `auto` on the CPU where the device cannot be had, or is not to be trusted. */
export async function madeOn<T>(
  asked: MachineChoice,
  make: (on: Chosen) => Promise<T>,
): Promise<Chosen & { made: T }> {
  const on = async (chosen: Chosen) => ({ ...chosen, made: await make(chosen) });
  const chosen = await choose(asked);
  try {
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
  if (asked === 'auto' && !(await hasAdapter())) {
    loading.catch(() => undefined);
    throw new BeadworkError(hasWebGpu() ? 'no-adapter' : 'no-webgpu', '');
  }
  const wasm = await loading;
  await askForDevice(wasm);
  recall(wasm);
  return wasm;
}

let adapter: Promise<boolean> | undefined;

function hasAdapter(): Promise<boolean> {
  adapter ??= (async () => {
    if (!hasWebGpu()) return false;
    return Boolean(await navigator.gpu.requestAdapter().catch(() => null));
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

export function readMachine(asked: unknown): MachineChoice {
  if (MACHINES.includes(asked as MachineChoice)) return asked as MachineChoice;
  throw new BeadworkError('parameter', `machine must be 'auto', 'gpu' or 'cpu'.`, 'machine');
}
