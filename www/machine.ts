// What a simulation runs on: the page's graphics device, or the CPU where there is none. Each has a module of its own.
import { asError, BeadworkError, type ErrorCode } from './errors';
import { type CpuWasm, load, loadCpu, type Wasm } from './loading';

/** What a simulation runs on. */
export type Machine = 'gpu' | 'cpu';
/** What is asked for: `auto` takes the graphics device where there is one that can be had. */
export type MachineChoice = 'auto' | Machine;

export const MACHINES: readonly MachineChoice[] = ['auto', 'gpu', 'cpu'];

export interface Chosen {
  machine: Machine;
  /** Why, in a sentence. */
  reason: string;
  wasm: Wasm | CpuWasm;
}

/** What stands in the way of a graphics device, and not of the CPU. */
const WITHOUT_DEVICE: ErrorCode[] = ['no-webgpu', 'no-adapter', 'recovery-refused', 'device-lost'];

export async function choose(asked: MachineChoice): Promise<Chosen> {
  if (asked === 'cpu') return onCpu('The CPU was asked for.');
  try {
    const wasm = await load();
    await askForDevice(wasm);
    return {
      machine: 'gpu',
      reason: asked === 'gpu' ? 'The graphics device was asked for.' : 'This browser has WebGPU.',
      wasm,
    };
  } catch (thrown) {
    const error = asError(thrown);
    if (asked === 'gpu' || !WITHOUT_DEVICE.includes(error.code)) throw error;
    return onCpu(error.message);
  }
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
