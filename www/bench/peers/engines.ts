// The engines that can stand beside ours. Nothing of one is fetched until it is loaded.

import { labelOf, type PACKAGES } from './packages';
import type { Engine } from './peer';
import { loaded } from './wasm';

export type EngineName = keyof typeof PACKAGES;

export interface EngineInfo {
  name: EngineName;
  /** For people. */
  title: string;
  /** What stands in the records: its package with the version. */
  label: string;
  /** What it fetches, MB. */
  megabytes: number;
  /** Rejects with a sentence where it cannot be had. */
  load(): Promise<Engine>;
}

type Module = Promise<{ engine: Engine }>;

function info(name: EngineName, title: string, megabytes: number, fetched: () => Module): EngineInfo {
  const load = async () => (await loaded(title, fetched)).engine;
  return { name, title, label: labelOf(name), megabytes, load };
}

export const ENGINES: readonly EngineInfo[] = [
  info('rapier', 'Rapier', 3, () => import('./rapier')),
  info('jolt', 'Jolt', 3, () => import('./jolt')),
  info('physx', 'PhysX', 8, () => import('./physx')),
  info('mujoco', 'MuJoCo', 10, () => import('./mujoco')),
  info('havok', 'Havok', 2, () => import('./havok')),
];

export function engineOf(name: string): EngineInfo {
  const found = ENGINES.find((engine) => engine.name === name);
  if (!found)
    throw new Error(`There is no engine ${name}: ${ENGINES.map((engine) => engine.name).join(', ')}.`);
  return found;
}
