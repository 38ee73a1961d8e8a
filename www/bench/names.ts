// Rows of the records as the page names them: by the solvers' titles, as the lab does.
import { scenes, solvers } from '../beadwork';
import { ENGINES } from './peers/engines';
import { PACKAGES } from './peers/packages';
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
  if (title === undefined) {
    const engine = engineBehind(solver);
    return engine ? solver.replace(PACKAGES[engine.name][1], engine.title) : solver;
  }
  // what goes about it by itself says so in its title
  const way = positions ? `, ${positions}` : '';
  return solver === 'auto' ? title : `${title}${way}${EXECUTIONS[execution] ?? ''}`;
}

export const sceneTitle = ({ scene, beads }: SceneReport): string =>
  `${scenes().find(({ name }) => name === scene)?.title ?? scene}, ${beads.toLocaleString('en')} beads`;

/** Of any version: records may be older than what is compared with today. */
const engineBehind = (solver: string) =>
  ENGINES.find(({ name }) => solver.startsWith(`${PACKAGES[name][1]} `));

/** The solver's colour on all pages; an engine's is this page's. */
export function colourOf({ solver }: Row): string {
  if (TITLES.has(solver)) return `var(--solver-${solver})`;
  const engine = engineBehind(solver);
  return engine ? `var(--engine-${engine.name})` : 'var(--ink)';
}
