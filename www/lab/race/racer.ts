// One competitor in the panel: its solver, the settings that matter most on this scene, and all others folded away.
import { write } from '../../attributes';
import { type Parameters, type SolverName, solvers } from '../../beadwork';
import { type Competitor, OWN, type OwnParameters } from '../../compare';
import { make } from '../../dom';
import type { ParameterInfo } from '../../parameters';
import { sample } from '../bars';
import type { Runner } from '../runner';
import { OwnField } from './own-field';
import type { Facts } from './ready';

type Name = keyof OwnParameters;

export interface RacerListeners {
  changed(competitor: Competitor): void;
  removed(): void;
  refused(message: string): void;
}

/** Settings that stand open, by the kind of scene; the others are folded away. */
const MAIN: Name[] = ['contactSolver', 'contactPasses', 'iterations', 'positions', 'substeps'];
/** Of solvers that go pass by pass. */
const OF_PASSES: Name[] = ['iterations', 'relaxation'];
/** What only XPBD knows, what only AVBD knows, and what neither knows, nor soft steps. */
const OF_PLACES: Name[] = ['passOrder', 'compliance'];
const OF_PENALTIES: Name[] = ['penalty', 'penaltyGrowth', 'penaltyKept', 'gapKept', 'hard'];
const NOT_OF_PLACES: Name[] = ['warmStart', 'stabilisation', 'stiffnessGuard', 'positions'];

export class Racer {
  readonly element = make('fieldset', { class: 'racer' });
  readonly #legend = make('legend');
  readonly #solver = make('select', { name: 'solver' });
  readonly #solverLabel = make('label', {}, make('span', {}, 'Solver'), this.#solver);
  readonly #more = make('details', {}, make('summary', {}, 'More settings'));
  readonly #remove = make('button', { type: 'button' }, 'Remove');
  readonly #fields: OwnField[];
  #competitor: Competitor = { solver: 'auto', parameters: {} };
  /** Settings of those that have none of their own. */
  #everybody: Parameters | undefined;

  constructor(told: RacerListeners) {
    for (const { name, title } of solvers()) this.#solver.add(new Option(title, name));
    // another change may come before the copies of this one stand
    const take = (competitor: Competitor) => {
      this.#competitor = competitor;
      told.changed(competitor);
    };
    this.#solver.addEventListener('change', () =>
      take({ ...this.#competitor, solver: this.#solver.value as SolverName }),
    );
    this.#fields = [...OWN].sort(byImportance).map(
      (info) =>
        new OwnField(
          info,
          (value) => {
            const { [info.name as Name]: _, ...others } = this.#competitor.parameters;
            const own = value === undefined ? others : { ...others, [info.name]: value };
            take({ ...this.#competitor, parameters: own });
          },
          (message) => {
            told.refused(message);
            this.#fill();
          },
        ),
    );
    this.#remove.addEventListener('click', told.removed);
    const main = this.#fields.filter(({ info }) => isMain(info));
    this.#more.append(...this.#fields.filter((field) => !main.includes(field)).map(({ element }) => element));
    this.element.append(
      this.#legend,
      this.#solverLabel,
      ...main.map(({ element }) => element),
      this.#more,
      this.#remove,
    );
  }

  /** As it runs, and as everybody is set. */
  show(runner: Runner, everybody: Parameters, facts: Facts): void {
    this.#competitor = runner.competitor;
    this.#everybody = everybody;
    this.element.style.setProperty('--own', `var(${runner.look.colour})`);
    this.#legend.replaceChildren(sample(runner), runner.title);
    this.#remove.setAttribute('aria-label', `Remove ${runner.title}`);
    this.#solver.value = runner.solver;
    this.#solverLabel.hidden = facts.jointCount === 0;
    for (const { info, element } of this.#fields)
      element.hidden =
        !matters(info.name as Name, runner, facts) && runner.own[info.name as Name] === undefined;
    this.#fill();
  }

  #fill(): void {
    const { parameters } = this.#competitor;
    for (const field of this.#fields) {
      const name = field.info.name as Name;
      const own = parameters[name] === undefined ? '' : write(parameters[name]);
      field.show(own, write(this.#everybody?.[name]));
    }
  }

  focus(): void {
    if (!this.#solverLabel.hidden) this.#solver.focus();
    else this.#fields.find(({ element }) => !element.hidden)?.focus();
  }
}

const isMain = ({ name }: ParameterInfo): boolean => MAIN.includes(name as Name);

const byImportance = (a: ParameterInfo, b: ParameterInfo): number => place(a) - place(b);
const place = ({ name }: ParameterInfo): number => {
  const at = MAIN.indexOf(name as Name);
  return at < 0 ? MAIN.length : at;
};

/** Whether a setting does anything on this scene, under this solver. */
function matters(name: Name, { solver, iterative }: Runner, { touching, jointCount }: Facts): boolean {
  if (name === 'substeps' || name === 'damping' || name === 'execution') return true;
  if (name.startsWith('contact')) return touching;
  if (jointCount === 0) return name === 'recoverySpeed';
  if (OF_PLACES.includes(name)) return solver === 'xpbd';
  if (OF_PENALTIES.includes(name)) return solver === 'avbd';
  if (name === 'softness') return solver === 'soft-step';
  if (NOT_OF_PLACES.includes(name) && ['xpbd', 'avbd', 'soft-step'].includes(solver)) return false;
  if (name === 'relaxation' && ['avbd', 'soft-step'].includes(solver)) return false;
  // where bodies touch joints are pulled shut, whatever this says
  if (name === 'positions') return !touching && !iterative;
  if (name === 'rounds') return !iterative;
  if (OF_PASSES.includes(name)) return iterative || solver === 'auto';
  return true;
}
