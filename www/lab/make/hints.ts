// What to do next, in a sentence.
import { bodyAt } from '../vectors';
import { nameOf, SHAPES, type Tool } from './choosing';
import type { Made } from './document';

/** By a finger there is no Ctrl, and nobody clicks. */
const COARSE = matchMedia('(pointer: coarse)');

export function hintFor(tool: Tool, made: Made, body: number | null): string {
  const [click, end, free] = COARSE.matches
    ? ['Tap', '', '']
    : ['Click', ' Esc ends it.', ' Hold Ctrl to leave the grid.'];
  if (tool.does === 'add')
    return `${click} in the picture where the ${SHAPES[tool.shape].toLowerCase()} goes.${end}`;
  if (tool.does === 'join' && tool.first === null) return `${click} the first of the two bodies.${end}`;
  if (tool.does === 'join') return `${nameOf(made, tool.first!)} is the first. ${click} the second body.`;
  if (body !== null) return `Drag it, or move it by the arrow keys.${free}`;
  if (made.bodies.every(({ shape }) => shape?.type === 'plane'))
    return `Choose a shape, then ${click.toLowerCase()} in the picture where it goes.`;
  if (hangsOnNothing(made)) return 'Nothing holds this up. To hang it, choose a body and tick Fixed.';
  return `${click} a body or a joint to change it. Drag beside them to turn the picture.`;
}

/** Bodies are joined, and none of them stays where it is. */
const hangsOnNothing = ({ bodies, joints }: Made): boolean =>
  joints.length > 0 &&
  joints.every(({ a, b }) =>
    [a, b].map((body) => bodyAt(bodies, body)).every(({ fixed, shape }) => !fixed && shape?.type !== 'plane'),
  );
