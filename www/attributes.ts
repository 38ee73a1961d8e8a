// What a page may say about a simulation in words: the attributes of <bead-work>, the address of a page, the
// messages to an iframe. One set of names for all of them, in kebab-case.

import { type Competitor, kebab, readCompare, writeCompare } from './compare';
import { BeadworkError } from './errors';
import {
  type ColourBy,
  type MachineChoice,
  type OptionInfo,
  type Parameters,
  type Show,
  type ShowName,
  scenes,
} from './exports';
import { MACHINES } from './machine';
import { PARAMETERS } from './parameters';
import { type Reading, readChoice, readNumber, readParameter } from './reading';
import { splitOf } from './split';

export interface Settings {
  /** A built-in scene's name. */
  scene: string;
  /** Where a scene file lies; in place of `scene`. */
  src?: string;
  sceneOptions: Record<string, number>;
  /** Only what is given. */
  parameters: Partial<Parameters>;
  /** Who runs side by side; none unless asked for. */
  compare: Competitor[];
  colourBy: ColourBy;
  /** What is drawn of joints and contacts, none twice. */
  show: ShowName[];
  /** What it runs on. */
  machine: MachineChoice;
}

export const COLOURINGS: readonly ColourBy[] = [
  'bead',
  'load',
  'gap',
  'speed',
  'colour',
  'overshoot',
  'depth',
];
export const SHOWN: readonly ShowName[] = ['joints', 'contacts', 'forces'];
/** What `show` may say, and how a choice of it reads. */
export const SHOWINGS: [string, string][] = [
  ['', 'Nothing'],
  ['joints', 'Axes'],
  ['forces', 'Forces'],
  ['joints forces', 'Axes and forces'],
  ['contacts', 'Contacts'],
  ['contacts forces', 'Contacts and forces'],
  ['joints contacts', 'Axes and contacts'],
  ['joints contacts forces', 'Axes, contacts and forces'],
];
/** As many as an element's picture has room for. */
export const MOST_SIDE_BY_SIDE = 3;

export { kebab };

/** Every option of any built-in scene. */
export const SCENE_OPTIONS: readonly string[] = [
  ...new Set(scenes().flatMap(({ options }) => options.map(({ name }) => name))),
];

/** What takes a new scene when it changes. */
export const SCENE_NAMES: readonly string[] = ['scene', 'src', 'compare', ...SCENE_OPTIONS.map(kebab)];

/** Every name that `readSettings` looks for. */
export const NAMES: readonly string[] = [
  ...SCENE_NAMES,
  ...PARAMETERS.map(({ name }) => kebab(name)),
  'colour-by',
  'show',
  'machine',
];

/** The options that a built-in scene has; none for a file's. */
export function optionsOf(settings: Pick<Settings, 'scene' | 'src'>): OptionInfo[] {
  if (settings.src !== undefined) return [];
  return scenes().find(({ name }) => name === settings.scene)?.options ?? [];
}

/**
 * Reads what a page says. What makes no sense is left out and comes back as a fault with its name as its path, so that
 * one slip does not take the rest with it.
 * @param textOf the text behind a name, if there is one
 * @param mostSideBySide competitors that `compare` may name
 */
export function readSettings(
  textOf: (name: string) => string | null | undefined,
  mostSideBySide = MOST_SIDE_BY_SIDE,
): {
  settings: Settings;
  faults: BeadworkError[];
} {
  const faults: BeadworkError[] = [];
  const read = <T>(name: string, reader: (text: string) => Reading<T>): T | undefined => {
    const text = textOf(name);
    if (text === null || text === undefined) return undefined;
    const reading = reader(text);
    if ('value' in reading) return reading.value;
    const message = `${name} must be ${reading.allowed}, not '${text.slice(0, 40)}'.`;
    faults.push(new BeadworkError('parameter', message, name));
    return undefined;
  };
  const src = textOf('src')?.trim();
  const settings: Settings = {
    scene: textOf('scene')?.trim() || 'pendant',
    ...(src ? { src } : {}),
    sceneOptions: {},
    parameters: {},
    compare: readCompare(textOf('compare') ?? '', mostSideBySide, (message) =>
      faults.push(new BeadworkError('parameter', message, 'compare')),
    ),
    colourBy: read('colour-by', (text) => readChoice(text.trim() || 'bead', COLOURINGS)) ?? 'bead',
    show: read('show', readShow) ?? [],
    machine: read('machine', (text) => readChoice(text.trim() || 'auto', MACHINES)) ?? 'auto',
  };
  for (const option of optionsOf(settings)) {
    const value = read(kebab(option.name), (text) => readNumber(text, option));
    if (value !== undefined) settings.sceneOptions[option.name] = value;
  }
  for (const info of PARAMETERS) {
    const value = read(kebab(info.name), (text) => readParameter(info, text));
    if (value !== undefined) Object.assign(settings.parameters, { [info.name]: value });
  }
  // the solver's recommended substeps and passes, where the attributes name none
  const said = { ...settings.parameters };
  if (settings.compare.length === 0) Object.assign(settings.parameters, splitOf(said.solver, said));
  for (const { solver, parameters } of settings.compare)
    Object.assign(parameters, splitOf(solver, said, parameters));
  return { settings, faults };
}

function readShow(text: string): Reading<ShowName[]> {
  const names = text.split(/\s+/).filter(Boolean);
  const known: readonly string[] = SHOWN;
  return names.every((name) => known.includes(name))
    ? { value: SHOWN.filter((name) => names.includes(name)) }
    : { allowed: `any of ${SHOWN.join(', ')}` };
}

/** Those names as a view takes them. */
export const showing = (names: readonly ShowName[]): Show =>
  Object.fromEntries(names.map((name) => [name, true]));

/** A value as `readSettings` takes it. */
export function write(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** The names and texts that `readSettings` reads the settings back from. */
export function writeSettings(settings: Partial<Settings>): [name: string, text: string][] {
  const {
    scene,
    src,
    sceneOptions = {},
    compare = [],
    parameters = {},
    colourBy = 'bead',
    show = [],
    machine = 'auto',
  } = settings;
  const texts: [string, unknown][] = [];
  if (src !== undefined) texts.push(['src', src]);
  else if (scene !== undefined) texts.push(['scene', scene]);
  texts.push(...Object.entries(sceneOptions));
  if (compare.length > 0) texts.push(['compare', writeCompare(compare)]);
  texts.push(...Object.entries(parameters));
  if (colourBy !== 'bead') texts.push(['colourBy', colourBy]);
  if (show.length > 0) texts.push(['show', show]);
  if (machine !== 'auto') texts.push(['machine', machine]);
  return texts.filter(([, value]) => value !== undefined).map(([name, value]) => [kebab(name), write(value)]);
}

/** A query as people can read it: a colon, an equals sign and a comma mean nothing else within a value. */
export const readable = (query: URLSearchParams): string =>
  query.toString().replace(/%3A|%3D|%2C/g, (code) => decodeURIComponent(code));
