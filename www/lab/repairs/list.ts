// All repairs, in the order in which they are shown.
import { arm } from './arm';
import { door } from './door';
import { heavy } from './heavy';
import { ragdoll } from './ragdoll';
import type { Repair } from './repair';
import { rope } from './rope';

export const REPAIRS: readonly Repair[] = [rope, heavy, door, arm, ragdoll];

export const repairOf = (name: string | null): Repair | undefined =>
  REPAIRS.find((repair) => repair.name === name);
