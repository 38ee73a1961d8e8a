// Who runs side by side, in words: `jacobi direct`, or with settings of their own `direct:positions=pulled
// jacobi:iterations=50:substeps=2`. One grammar for attributes, addresses and frames.

import { type Parameters, type SolverName, solvers } from './exports';
import { PARAMETERS, type ParameterInfo } from './parameters';
import { readParameter } from './reading';

/** A solver, and the settings that it has for itself; all others are those of everybody. */
export interface Competitor {
  solver: SolverName;
  parameters: OwnParameters;
}
export type OwnParameters = Partial<Omit<Parameters, Common>>;

/** The world and its clock: copies that differ in these could not be compared. */
type Common = 'solver' | 'gravity' | 'timestep' | 'contacts';
const COMMON: readonly string[] = ['solver', 'gravity', 'timestep', 'contacts'] satisfies Common[];

/** `massRatio` as attributes and addresses write it: `mass-ratio`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What a competitor may have for itself. */
export const OWN: readonly ParameterInfo[] = PARAMETERS.filter(({ name }) => !COMMON.includes(name));

/**
 * Reads a list of competitors. A word that names no solver, or too many of them, and nothing is left; a setting that
 * makes no sense is left out alone.
 * @param complain hears a sentence for whatever is left out
 */
export function readCompare(text: string, most: number, complain: (message: string) => void): Competitor[] {
  const known = solvers().map(({ name }) => name);
  const words = text.split(/\s+/).filter(Boolean);
  const found = words.map((word) => {
    const [name, ...settings] = word.split(':');
    return { solver: known.find((solver) => solver === name), settings };
  });
  if (words.length > most || found.some(({ solver }) => solver === undefined)) {
    complain(`compare must be up to ${most} of ${known.join(', ')}, not '${text.slice(0, 40)}'.`);
    return [];
  }
  return found.map(({ solver, settings }) => ({
    solver: solver!,
    parameters: Object.assign({}, ...settings.map((setting) => readOwn(setting, complain))),
  }));
}

function readOwn(setting: string, complain: (message: string) => void): OwnParameters {
  const [name = '', ...rest] = setting.split('=');
  const said = setting.slice(0, 40);
  if (COMMON.includes(name)) {
    complain(
      name === 'solver'
        ? `compare has the solver as the first part of each word, not as '${said}'.`
        : `compare cannot set ${name} for one alone: it is the same for all, so give it beside compare.`,
    );
    return {};
  }
  const info = OWN.find((one) => kebab(one.name) === name);
  if (!info || rest.length === 0) {
    const names = OWN.map((one) => kebab(one.name)).join(', ');
    complain(`compare takes settings as name=value, with a name of ${names}; not '${said}'.`);
    return {};
  }
  const reading = readParameter(info, rest.join('='));
  if ('value' in reading) return { [info.name]: reading.value };
  complain(`compare: ${name} must be ${reading.allowed}, not '${rest.join('=').slice(0, 40)}'.`);
  return {};
}

/** A value within a word: without spaces. */
export function writeOwn(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** One competitor as `readCompare` reads it. */
export const wordOf = ({ solver, parameters }: Competitor): string =>
  [
    solver,
    ...OWN.filter(({ name }) => Object.hasOwn(parameters, name)).map(
      ({ name }) => `${kebab(name)}=${writeOwn(parameters[name as keyof OwnParameters])}`,
    ),
  ].join(':');

export const writeCompare = (all: readonly Competitor[]): string => all.map(wordOf).join(' ');

/** Names of the settings in which competitors differ. */
export function differing(all: readonly Competitor[]): (keyof OwnParameters)[] {
  const names = OWN.map(({ name }) => name as keyof OwnParameters);
  const text = ({ parameters }: Competitor, name: keyof OwnParameters) =>
    Object.hasOwn(parameters, name) ? writeOwn(parameters[name]) : '';
  return names.filter((name) => new Set(all.map((one) => text(one, name))).size > 1);
}

/** Whether it is contacts that they solve in different ways: the same joints, other contacts. */
export const raceOfContacts = (all: readonly Competitor[]): boolean =>
  new Set(all.map(({ solver }) => solver)).size === 1 &&
  differing(all).some((name) => name.startsWith('contact'));

/** What tells each of them apart, in as few words as that takes; no two are alike. */
export function titlesOf(all: readonly Competitor[]): string[] {
  const names = differing(all).sort((a, b) => (place(a) < place(b) ? -1 : 1));
  const titles = all.map(({ solver, parameters }) => {
    const own = names.filter((name) => Object.hasOwn(parameters, name));
    const said = own.map((name) => inWords(name, writeOwn(parameters[name])));
    const { title } = solvers().find(({ name }) => name === solver)!;
    // what solves the joints is no matter where only contacts differ
    const parts = solver === 'auto' && said.length > 0 ? said : [title, ...said];
    const whole = parts.join(', ');
    return whole.charAt(0).toUpperCase() + whole.slice(1);
  });
  return titles.map((title, k) => {
    const before = titles.slice(0, k).filter((other) => other === title).length;
    return before > 0 ? `${title} (${before + 1})` : title;
  });
}

const counts =
  (one: string, many = `${one}s`) =>
  (text: string) =>
    text === '1' ? `1 ${one}` : `${text} ${many}`;

const CONTACT_SOLVERS: Record<string, string> = {
  'gauss-seidel': 'Gauss-Seidel contacts',
  chebyshev: 'Chebyshev contacts',
  'mass-splitting': 'mass splitting contacts',
  jacobi: 'Jacobi contacts',
};

/** A setting in words, where its title and value would not do; in the order in which they are said. */
const WORDS: Partial<Record<keyof OwnParameters, (text: string) => string>> = {
  contactSolver: (text) => CONTACT_SOLVERS[text] ?? 'automatic contacts',
  positions: (text) => (text === 'auto' ? 'automatic positions' : text),
  iterations: counts('pass', 'passes'),
  contactPasses: (text) =>
    text === 'auto' ? 'automatic contact passes' : counts('contact pass', 'contact passes')(text),
  contactSoftness: (text) =>
    text === 'auto' ? 'automatic softness' : text === 'hard' ? 'hard contacts' : `${text} Hz contacts`,
  substeps: counts('substep'),
  forces: (text) => (text === 'once' ? 'gravity once a frame' : 'gravity in every substep'),
  passOrder: (text) => (text === 'auto' ? 'automatic order' : text.replaceAll('-', ' ')),
  compliance: (text) => `${text} m/N`,
  softness: (text) => (text === 'auto' ? 'automatic softness' : `${text} Hz joints`),
  hard: (text) => (text === 'false' ? 'springs, which is VBD' : 'hard joints'),
  rounds: counts('round'),
};
const place = (name: keyof OwnParameters): number => {
  const at = Object.keys(WORDS).indexOf(name);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
};

function inWords(name: keyof OwnParameters, text: string): string {
  const own = WORDS[name]?.(text);
  if (own) return own;
  const { title } = OWN.find((info) => info.name === name)!;
  return `${title.toLowerCase()} ${text}`;
}
