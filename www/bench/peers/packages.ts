// What each engine comes in.
import { devDependencies } from '../../../package.json';

/** Each engine's package, as package.json pins it, and as the records name it. */
export const PACKAGES = {
  rapier: ['@dimforge/rapier3d-simd-compat', 'rapier3d-simd'],
  jolt: ['jolt-physics', 'jolt-physics'],
  physx: ['physx-js-webidl', 'physx-js-webidl'],
  mujoco: ['@mujoco/mujoco', 'mujoco'],
  havok: ['@babylonjs/havok', 'havok'],
} as const;

/** Its package with the version. */
export function labelOf(engine: keyof typeof PACKAGES): string {
  const [name, label] = PACKAGES[engine];
  return `${label} ${devDependencies[name]}`;
}
