// Where the shapes of bodies are, which is where they are seen and taken hold of. A state has centres of mass, x = p + R c.
import type { BodyDescription, State } from '../beadwork';
import { four, minus, three, turned } from './vectors';

/** This state with the places of shapes where it has those of centres of mass. */
export function ofShapes(state: State, bodies: readonly BodyDescription[]): State {
  if (!bodies.some(({ centre }) => centre)) return state;
  const positions = state.positions.slice();
  bodies.forEach(({ centre }, body) => {
    if (!centre || 3 * body >= positions.length) return;
    const place = minus(three(positions, body), turned(centre, four(state.rotations, body)));
    positions.set(place, 3 * body);
  });
  return { ...state, positions };
}
