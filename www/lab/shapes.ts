// Where the shapes of bodies are, which is where they are seen and taken hold of. A state has centres of mass,
// x = p + R c, and turns principal axes, Q = R P.
import type { BodyDescription, State } from '../beadwork';
import { back, four, minus, three, times, turned } from './vectors';

/** This state with the places of shapes where it has those of centres of mass, and turned as they are. */
export function ofShapes(state: State, bodies: readonly BodyDescription[]): State {
  if (!bodies.some(({ centre, principalAxes }) => centre || principalAxes)) return state;
  const [positions, rotations] = [state.positions.slice(), state.rotations.slice()];
  bodies.forEach(({ centre, principalAxes }, body) => {
    if (3 * body >= positions.length) return;
    if (principalAxes) rotations.set(times(four(rotations, body), back(principalAxes)), 4 * body);
    if (!centre) return;
    const place = minus(three(positions, body), turned(centre, four(rotations, body)));
    positions.set(place, 3 * body);
  });
  return { ...state, positions, rotations };
}
