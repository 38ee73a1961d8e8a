// What a scene recommends of the parameters: it holds from when the scene is chosen until another one is, but for what
// the address that chose it names.
import type { Parameters, Simulation } from '../beadwork';
import { DEFAULTS } from '../parameters';
import type { LabState } from './state';

type Name = keyof Parameters;

const same = (one: unknown, other: unknown) => String(one) === String(other);

const pick = (values: Partial<Parameters>, names: Name[]): Partial<Parameters> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** What holds where nobody says anything: addresses name what differs from it. */
export const usual = ({ recommended }: Pick<LabState, 'recommended'>): Parameters => ({
  ...DEFAULTS,
  ...recommended,
});

/** The scene was just chosen, and stands: what it recommends holds, and what there was is kept for the next scene. */
export function takeRecommended(state: LabState, simulation: Simulation): void {
  if (state.recommended) return;
  const { recommended } = simulation;
  const names = (Object.keys(recommended) as Name[]).filter(
    // solvers side by side were chosen by somebody
    (name) => !state.named.includes(name) && !(name === 'solver' && state.compare.length > 0),
  );
  const taken = pick(recommended, names);
  simulation.setParameters(taken);
  state.aside = pick(state.parameters, names);
  state.recommended = recommended;
  state.named = [];
  Object.assign(state.parameters, taken);
}

/** Another scene is chosen: what was recommended is taken back, and stays where somebody changed it. */
export function leaveScene(state: LabState): void {
  const { parameters, aside, recommended } = state;
  const names = (Object.keys(aside) as Name[]).filter((name) => same(parameters[name], recommended?.[name]));
  Object.assign(parameters, pick(aside, names));
  state.aside = {};
  state.recommended = null;
  state.named = [];
}

/** After a `load`, which brings what the scene recommends: what holds in the lab. */
export const insteadOf = ({ recommended, parameters }: LabState): Partial<Parameters> => {
  const { solver: _, ...others } = recommended ?? {};
  return pick(parameters, Object.keys(others) as Name[]);
};
