// Rows of the records as the page names them: by the solvers' titles, as the lab does.
import { scenes, solvers } from '../beadwork';
import type { Row, SceneReport } from './record';

const TITLES = new Map(solvers().map(({ name, title }) => [name as string, title]));
const EXECUTIONS: Record<string, string> = { tile: ', tiles', auto: ', automatic' };

export function nameOf({
  solver,
  execution,
  positions,
  contactSolver,
}: Pick<Row, 'solver' | 'execution' | 'positions'> & { contactSolver?: string | null }): string {
  if (contactSolver) return `Contacts: ${contactSolver}`;
  const title = TITLES.get(solver);
  if (title === undefined) return solver.replace('rapier3d-simd', 'Rapier');
  // what goes about it by itself says so in its title
  const way = positions ? `, ${positions}` : '';
  return solver === 'auto' ? title : `${title}${way}${EXECUTIONS[execution] ?? ''}`;
}

export const sceneTitle = ({ scene, beads }: SceneReport): string =>
  `${scenes().find(({ name }) => name === scene)?.title ?? scene}, ${beads.toLocaleString('en')} beads`;

/** The solver's colour on all pages; another engine has the ink's. */
export const colourOf = ({ solver }: Row): string =>
  TITLES.has(solver) ? `var(--solver-${solver})` : 'var(--ink)';
