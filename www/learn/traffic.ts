// Bytes that a kernel moves for one bead and its joint, read off the kernel's own text: what it declares, and
// whether it stands left or right of an assignment.
import { kernels } from '../beadwork';

/** Bytes of the types that arrays hold; tests/layout.rs proves the structs. */
const SIZES: Record<string, number> = {
  u32: 4,
  'vec3<f32>': 16,
  'vec4<f32>': 16,
  'mat3x3<f32>': 48,
  Body: 32,
  Pose: 32,
  Joint: 32,
  Arms: 32,
  Velocity: 32,
  Block: 48,
};
/** Entries a bead in a long chain, where not one. A bead's start and its two joints; two matrices a joint. */
const ENTRIES: Record<string, number> = { adjacency: 3, jacobian: 2 };
/** Not read where all beads are spheres. */
const TENSORS = 'mobility';

export interface Traffic {
  reads: number;
  writes: number;
}

export function traffic(kernel: string): Traffic {
  const source = kernels()
    .find(({ name }) => name === kernel)
    ?.source.replace(/\/\/.*$/gm, '');
  if (source === undefined) throw new Error(`There is no kernel ${kernel}.`);
  const sum = { reads: 0, writes: 0 };
  for (const [, buffer, type] of source.matchAll(/var<storage, \w+> (\w+): array<(.+)>;/g)) {
    if (buffer === undefined || type === undefined || buffer === TENSORS) continue;
    const bytes = (SIZES[type] ?? Number.NaN) * (ENTRIES[buffer] ?? 1);
    const places = [
      ...source.matchAll(new RegExp(`\\b${buffer}\\[[^\\]]*\\](?:\\.\\w+)?(\\s*[-+*/]?=[^=])?`, 'g')),
    ];
    const signs = places.map(([, sign]) => sign?.trim().slice(0, 2));
    if (signs.some((sign) => sign !== undefined)) sum.writes += bytes;
    // what is only ever assigned to is not read
    if (signs.some((sign) => sign === undefined || !sign.startsWith('='))) sum.reads += bytes;
  }
  return sum;
}
