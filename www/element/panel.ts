// The controls of an element: an input for each attribute named. An input writes the attribute, and the attribute
// does the rest, so that what is on screen can always be copied from the page.
import { COLOURINGS, kebab, optionsOf, PARAMETERS, type Settings, write } from '../attributes';
import { type Parameters, scenes, solvers } from '../beadwork';
import { make } from './make';

interface Range {
  min: number;
  max: number;
  step: number;
}

/** Sliders over the useful part of each range; attributes take all of it. */
const RANGES: Record<string, Range> = {
  iterations: { min: 1, max: 200, step: 1 },
  substeps: { min: 1, max: 20, step: 1 },
  relaxation: { min: 0.05, max: 2, step: 0.05 },
  'warm-start': { min: 0, max: 1, step: 0.05 },
  stabilisation: { min: 0, max: 1, step: 0.05 },
  damping: { min: 0, max: 5, step: 0.1 },
};
const GRAVITIES: [string, string][] = [
  ['0 -9.81 0', 'Earth'],
  ['0 -1.62 0', 'Moon'],
  ['0 0 0', 'None'],
  ['0 9.81 0', 'Upwards'],
];
const USUAL = ['solver', 'iterations'];

export interface PanelActs {
  set(name: string, value: string): void;
  step(): void;
  reset(): void;
}

const title = (name: string) => {
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
  const wanted = names.length > 0 ? names : settings.compare.length > 0 ? ['iterations'] : USUAL;
  const step = make('button', { type: 'button' }, 'Step');
  step.addEventListener('click', acts.step);
  const again = make('button', { type: 'button' }, 'Again');
  again.addEventListener('click', acts.reset);
  const inputs = wanted.map((name) => input(name, settings, parameters, acts)).filter((one) => one !== null);
  return make(
    'div',
    { class: 'panel', part: 'panel', role: 'group', 'aria-label': 'Controls' },
    ...inputs,
    make('div', { class: 'buttons' }, step, again),
  );
}

function input(
  name: string,
  settings: Settings,
  parameters: Parameters,
  acts: PanelActs,
): HTMLLabelElement | null {
  const option = optionsOf(settings).find((one) => kebab(one.name) === name);
  if (option) {
    const { min, max, integer } = option;
    const value = settings.sceneOptions[option.name] ?? option.default;
    // the far end of a size is for machines, not for sliders
    const most = Math.min(max, Math.max(4 * Math.abs(option.default), value));
    const range = { min, max: most, step: integer ? 1 : most / 100 };
    return slider(name, range, value, option.unit, 'change', acts);
  }
  if (name === 'scene') return choice(name, scenes().map(pair), settings.scene, acts);
  if (name === 'solver') return choice(name, solvers().map(pair), parameters.solver, acts);
  if (name === 'colour-by') {
    return choice(
      name,
      COLOURINGS.map((by) => [by, title(by)]),
      settings.colourBy,
      acts,
    );
  }
  if (name === 'execution' || name === 'stiffness-guard') {
    const values = name === 'execution' ? ['auto', 'global', 'tile'] : ['auto', 'on', 'off'];
    const now = name === 'execution' ? parameters.execution : write(parameters.stiffnessGuard);
    return choice(
      name,
      values.map((value) => [value, title(value)]),
      now,
      acts,
    );
  }
  if (name === 'gravity') {
    const now = write(parameters.gravity);
    const known = GRAVITIES.some(([value]) => value === now);
    return choice(name, known ? GRAVITIES : [...GRAVITIES, [now, now]], now, acts);
  }
  const range = RANGES[name];
  const parameter = PARAMETERS.find((one) => kebab(one) === name);
  if (!range || !parameter) return null;
  const value = parameters[parameter];
  return slider(name, range, typeof value === 'number' ? value : null, '', 'input', acts);
}

const pair = (one: { name: string; title: string }): [string, string] => [one.name, one.title];

function choice(name: string, values: [string, string][], now: string, acts: PanelActs): HTMLLabelElement {
  const select = make('select', { name });
  for (const [value, words] of values) select.add(new Option(words, value, false, value === now));
  select.addEventListener('change', () => acts.set(name, select.value));
  return make('label', {}, make('span', {}, title(name)), select);
}

/** `when`: while it is dragged, or once it is let go, which is kinder where a scene is built anew. */
function slider(
  name: string,
  { min, max, step }: Range,
  value: number | null,
  unit: string,
  when: 'input' | 'change',
  acts: PanelActs,
): HTMLLabelElement {
  const bar = make('input', {
    type: 'range',
    name,
    'aria-label': title(name),
    min,
    max,
    step,
    value: value ?? (min + max) / 2,
  });
  const words = make('output', {}, value === null ? 'auto' : `${value} ${unit}`);
  bar.addEventListener('input', () => {
    words.textContent = `${bar.value} ${unit}`;
  });
  bar.addEventListener(when, () => acts.set(name, bar.value));
  return make('label', {}, make('span', {}, title(name), words), bar);
}
