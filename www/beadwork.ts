// The public module.
import catalogue from './generated/catalogue.json';
import type { KernelInfo, SceneInfo, SolverInfo } from './types';

export { BeadworkError, type ErrorCode } from './errors';
export { init, type WasmSource } from './loading';
export { type Change, type Recorder, type Recording, record, replay, stateHash } from './recording';
export { type DeviceListeners, watchDevice } from './recovery';
export { Simulation, type SimulationOptions } from './simulation';
export type * from './types';
export {
  type Camera,
  type ColourBy,
  type Overlays,
  type Placing,
  type Statistics,
  type Theme,
  type ThemeColours,
  View,
  type ViewOptions,
} from './view';

/** The built-in scenes and their options. Works before the wasm is there. */
export function scenes(): SceneInfo[] {
  return structuredClone(catalogue.scenes) as SceneInfo[];
}

/** The solvers. Works before the wasm is there. */
export function solvers(): SolverInfo[] {
  return structuredClone(catalogue.solvers) as SolverInfo[];
}

/** The kernels, with their WGSL. Works before the wasm is there. */
export function kernels(): KernelInfo[] {
  return structuredClone(catalogue.kernels) as KernelInfo[];
}
