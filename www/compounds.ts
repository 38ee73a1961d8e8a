// Parts of compounds, for what looks at shapes.
import type { BodyDescription, CompoundPart } from './types';

/** The body that a part would be by itself, in the axes of its compound. */
export function partBody({
  shape,
  position = [0, 0, 0],
  rotation = [0, 0, 0, 1],
}: CompoundPart): BodyDescription {
  const sized = shape.type === 'sphere' ? { radius: shape.radius } : { shape };
  return { ...sized, position, rotation } as BodyDescription;
}
