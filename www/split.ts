// How a solver splits its passes into substeps where nobody says: as it recommends.
import { type Parameters, type SolverName, solvers } from './exports';

type Split = Pick<Parameters, 'substeps' | 'iterations'>;

/** What `solver` recommends of what none of `said` names. */
export function splitOf(solver: SolverName | undefined, ...said: Partial<Parameters>[]): Partial<Split> {
  const recommended = solvers().find(({ name }) => name === solver)?.recommended ?? {};
  const open = Object.entries(recommended).filter(([name]) => said.every((one) => !Object.hasOwn(one, name)));
  return Object.fromEntries(open);
}

/** These settings without what `solver` recommended of them. */
export function withoutSplit<T extends Partial<Split>>(solver: SolverName, parameters: T): T {
  const recommended: Partial<Split> = solvers().find(({ name }) => name === solver)?.recommended ?? {};
  const others = Object.entries(parameters).filter(
    ([name, value]) => !Object.hasOwn(recommended, name) || recommended[name as keyof Split] !== value,
  );
  return Object.fromEntries(others) as T;
}
