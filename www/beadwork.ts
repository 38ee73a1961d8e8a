// The public module.
import catalogue from './generated/catalogue.json';
import type { KernelInfo, SceneInfo, SolverInfo } from './types';

export { BeadworkError, type ErrorCode } from './errors';
export { type InitOptions, init, type WasmSource } from './loading';
export type { Machine, MachineChoice } from './machine';
export { type Change, type Recorder, type Recording, record, replay, stateHash } from './recording';
export { type DeviceListeners, watchDevice } from './recovery';
export { Simulation, type SimulationOptions } from './simulation';
export type * from './types';
export {
  type Camera,
  type ColourBy,
  type Overlays,
  type Placing,
  type Show,
  type ShowName,
  type Statistics,
  type Theme,
  type ThemeColours,
  View,
  type ViewOptions,
} from './view';

/** The built-in scenes and their options. */
export function scenes(): SceneInfo[] {
  return structuredClone(catalogue.scenes) as SceneInfo[];
}

/** The solvers, each with what it is good and bad at. */
export function solvers(): SolverInfo[] {
  return structuredClone(catalogue.solvers) as SolverInfo[];
}

/** The simulation's kernels, with their WGSL. */
export function kernels(): KernelInfo[] {
  return structuredClone(catalogue.kernels) as KernelInfo[];
}
