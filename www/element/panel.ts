// The controls of an element: an input for each attribute named. An input writes the attribute, and the attribute
// does the rest, so that what is on screen can always be copied from the page.
import { COLOURINGS, kebab, optionsOf, type Settings, SHOWINGS, write } from '../attributes';
import { type Competitor, raceOfContacts } from '../compare';
import { make } from '../dom';
import { type OptionInfo, type Parameters, scenes, solvers } from '../exports';
import { PARAMETERS, type ParameterInfo } from '../parameters';
import { type Scale, scale } from '../scale';

const GRAVITIES: [string, string][] = [
  ['0 -9.81 0', 'Earth'],
  ['0 -1.62 0', 'Moon'],
  ['0 0 0', 'None'],
  ['0 9.81 0', 'Upwards'],
];
/** On the panel unless it is said what is. */
const USUAL = ['solver', 'iterations'];

export interface PanelActs {
  set(name: string, value: string): void;
  step(): void;
  reset(): void;
}

/** An attribute as its input shows it. */
interface Shown {
  name: string;
  title: string;
  set(value: string): void;
}

const titled = (name: string) => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The panel for what the attribute `controls` says; what it does not know is left out. */
export function panel(
  named: string,
  settings: Settings,
  parameters: Parameters,
  acts: PanelActs,
): HTMLElement {
  const names = named.split(/\s+/).filter((name) => name && name !== 'on' && name !== 'controls');
  const wanted = names.length > 0 ? names : usualOf(settings.compare);
  const step = make('button', { type: 'button' }, 'Step');
  step.addEventListener('click', acts.step);
  const again = make('button', { type: 'button' }, 'Again');
  again.addEventListener('click', acts.reset);
  return make(
    'div',
    { class: 'panel', part: 'panel', role: 'group', 'aria-label': 'Controls' },
    ...wanted.flatMap((name) => input(name, settings, parameters, acts) ?? []),
    make('div', { class: 'buttons' }, step, again),
  );
}

/** The same of a race: what some of them do not have for themselves. */
function usualOf(compare: readonly Competitor[]): string[] {
  if (compare.length === 0) return USUAL;
  const names = raceOfContacts(compare)
    ? (['contactPasses', 'substeps'] as const)
    : (['iterations'] as const);
  return names.filter((name) => compare.some(({ parameters }) => parameters[name] === undefined)).map(kebab);
}

function input(
  name: string,
  settings: Settings,
  parameters: Parameters,
  acts: PanelActs,
): HTMLLabelElement | null {
  const shown: Shown = { name, title: titled(name), set: (value) => acts.set(name, value) };
  const option = optionsOf(settings).find((one) => kebab(one.name) === name);
  if (option) return optionSlider(shown, option, settings.sceneOptions[option.name] ?? option.default);
  if (name === 'scene') return choice(shown, scenes().map(pair), settings.scene);
  if (name === 'colour-by') return choice(shown, COLOURINGS.map(pairOf), settings.colourBy);
  if (name === 'show') return choice({ ...shown, title: 'Show' }, SHOWINGS, settings.show.join(' '));
  const info = PARAMETERS.find((one) => kebab(one.name) === name);
  return info ? parameterInput({ ...shown, title: info.title }, info, parameters[info.name]) : null;
}

function optionSlider(
  shown: Shown,
  { min, max, integer, unit, default: usual }: OptionInfo,
  value: number,
): HTMLLabelElement {
  // the far end of a size is for machines, not for sliders
  const most = Math.min(max, Math.max(4 * Math.abs(usual), value));
  const linear = { min, max: most, step: integer ? 1 : most / 100, value: Number, stop: Number };
  return slider(shown, linear, value, unit, 'change');
}

function parameterInput(
  shown: Shown,
  { kind, auto, choices = [], slider: range, unit }: ParameterInfo,
  value: Parameters[keyof Parameters],
): HTMLLabelElement | null {
  const now = write(value);
  if (kind === 'switch') return choice(shown, [...(auto ? ['auto'] : []), 'on', 'off'].map(pairOf), now);
  if (kind === 'vector') {
    const known = GRAVITIES.some(([text]) => text === now);
    return choice(shown, known ? GRAVITIES : [...GRAVITIES, [now, now]], now);
  }
  if (kind === 'choice')
    return choice(shown, shown.name === 'solver' ? solvers().map(pair) : choices.map(pairOf), now);
  if (!range) return null;
  return slider(
    shown,
    scale(range, kind === 'whole'),
    typeof value === 'number' ? value : null,
    unit,
    'input',
  );
}

const pair = (one: { name: string; title: string }): [string, string] => [one.name, one.title];
const pairOf = (name: string): [string, string] => [name, titled(name)];

function choice({ name, title, set }: Shown, values: [string, string][], now: string): HTMLLabelElement {
  const select = make('select', { name });
  for (const [value, words] of values) select.add(new Option(words, value, false, value === now));
  select.addEventListener('change', () => set(select.value));
  return make('label', {}, make('span', {}, title), select);
}

/**
 * `value`: null for `auto`. `when`: while it is dragged, or once it is let go, which is kinder where a scene is built
 * anew.
 */
function slider(
  { name, title, set }: Shown,
  { min, max, step, value: fromStop, stop }: Scale,
  value: number | null,
  unit: string,
  when: 'input' | 'change',
): HTMLLabelElement {
  const at = value === null ? (min + max) / 2 : stop(value);
  const bar = make('input', { type: 'range', name, 'aria-label': title, min, max, step, value: at });
  const output = make('output');
  const show = (now: string) => {
    output.textContent = now;
    bar.setAttribute('aria-valuetext', now);
  };
  const now = () => fromStop(bar.valueAsNumber);
  show(value === null ? 'auto' : `${value} ${unit}`.trim());
  bar.addEventListener('input', () => show(`${now()} ${unit}`.trim()));
  bar.addEventListener(when, () => set(String(now())));
  return make('label', {}, make('span', {}, title, output), bar);
}
