// What the package's modules hand out alike. The element imports this one; www/beadwork.ts has the kernels' texts too, which weigh
// as much as a page.
import catalogue from './generated/catalogue.json';
import type { SceneInfo, SolverInfo } from './types';

export { BeadworkError, type ErrorCode } from './errors';
export { type InitOptions, init, type WasmSource } from './loading';
export type { Machine, MachineChoice, Preference } from './machine';
export { type Change, type Recorder, type Recording, record, replay, stateHash } from './recording';
export { type DeviceListeners, watchDevice } from './recovery';
export { type GraphicsBuffer, type GraphicsDevice, Simulation, type SimulationOptions } from './simulation';
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
