// The default substeps and passes of a solver: those that it recommends.
import { type Parameters, type SolverName, solvers } from './exports';

type Split = Pick<Parameters, 'substeps' | 'iterations'>;

/** The substeps and passes that `solver` recommends, without those that one of `said` names. */
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
