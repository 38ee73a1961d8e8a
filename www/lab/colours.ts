// A solver keeps one colour everywhere: in its thread, its figure and its curve. Copies that share a solver share its
// colour in other lightness, and each of them has dashes of its own.
import type { SolverName } from '../beadwork';
import { type Competitor, raceOfContacts } from '../compare';

/** Custom property of its colour; solvers.css has them for both themes. */
export const colourOf = (solver: SolverName): string => `--solver-${solver}`;

/** How one copy is told from the others, so that colour is never the only difference. */
export interface Look {
  /** Name of the custom property that holds its colour. */
  colour: string;
  /** Of its curve: lengths of lines and gaps, px; none for a whole line. */
  dash: number[];
  /** Whether its thread is dashed. */
  dashed: boolean;
}

/** Of the exact ones. */
const EXACT = [7, 4];
/** Of copies whose colour another one has already: no two alike. */
const DASHES = [
  [2, 3],
  [14, 5],
  [12, 3, 3, 3],
  [5, 2, 2, 2, 2, 2],
  [20, 3],
  [3, 7],
  [9, 9],
];
/** How far such a colour goes towards the ink, from one copy to the next. */
const TOWARDS_INK = [0.55, 0.85];

/** The solver that a copy has its colour from: what solves contacts, where only that differs. */
function sourceOf({ solver, parameters }: Competitor, contacts: boolean): string {
  const { contactSolver = 'auto' } = parameters;
  return contacts && contactSolver !== 'auto' ? contactSolver : solver;
}

/** What each of them looks like; their colours are put where their names say. */
export function looksOf(all: readonly Competitor[]): Look[] {
  const contacts = raceOfContacts(all);
  const sources = all.map((one) => sourceOf(one, contacts));
  const root = document.documentElement.style;
  let variants = 0;
  return sources.map((source, k) => {
    const own = `--solver-${source}`;
    const exact = source === 'direct' || source === 'auto';
    const earlier = sources.slice(0, k).filter((other) => other === source).length;
    if (earlier === 0) return { colour: own, dash: exact ? EXACT : [], dashed: exact };
    const colour = `--copy-${k}`;
    const share = TOWARDS_INK[(earlier - 1) % TOWARDS_INK.length]!;
    root.setProperty(colour, mix(style(own), style('--ink'), share));
    return { colour, dash: DASHES[variants++ % DASHES.length]!, dashed: exact !== (earlier % 2 === 1) };
  });
}

export const style = (property: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(property).trim();

const bytes = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Between two colours, both as #rrggbb. */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [bytes(from), bytes(to)];
  const sum = a.map((x, i) => Math.round(x + share * (b[i]! - x)));
  return `#${sum.map((x) => x.toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue from 0 to 1 of a custom property that holds #rrggbb. */
export function channels(property: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = bytes(style(property));
  return [r / 255, g / 255, b / 255];
}
