// What a page may say about a simulation in words: the attributes of <bead-work>, the address of a page, the
// messages to an iframe. One set of names for all of them, in kebab-case.
import {
  type ColourBy,
  type OptionInfo,
  type Parameters,
  type SolverName,
  scenes,
  solvers,
} from './beadwork';
import { BeadworkError } from './errors';
import catalogue from './generated/catalogue.json';

export interface Settings {
  /** A built-in scene's name. */
  scene: string;
  /** Where a scene file lies; in place of `scene`. */
  src?: string;
  sceneOptions: Record<string, number>;
  /** Only what is said. */
  parameters: Partial<Parameters>;
  /** Solvers to run side by side; none unless asked for. */
  compare: SolverName[];
  colourBy: ColourBy;
}

export const COLOURINGS: readonly ColourBy[] = ['bead', 'load', 'gap', 'speed', 'colour'];
/** What holds where nothing is said. */
export const DEFAULTS = Object.fromEntries(
  catalogue.parameters.map((row) => [row.name, row.default]),
) as unknown as Parameters;
/** As many as a picture has room for. */
export const MOST_SIDE_BY_SIDE = 3;

/** `massRatio` as attributes and addresses write it: `mass-ratio`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Reader = (text: string) => unknown;

function number(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw 'must be a number';
  return value;
}

const word: Reader = (text) => text.trim();
const numberOrAuto: Reader = (text) => (text.trim() === 'auto' ? 'auto' : number(text));

const vector: Reader = (text) => {
  const numbers = text.trim().split(/[\s,]+/);
  if (numbers.length !== 3) throw "must be three numbers such as '0 -9.81 0'";
  return numbers.map(number);
};

const onOff: Reader = (text) => {
  const value = { on: true, off: false, auto: 'auto' }[text.trim()];
  if (value === undefined) throw 'must be on, off or auto';
  return value;
};

const READERS: Record<keyof Parameters, Reader> = {
  solver: word,
  execution: word,
  iterations: number,
  substeps: number,
  timestep: number,
  gravity: vector,
  relaxation: numberOrAuto,
  warmStart: numberOrAuto,
  stabilisation: numberOrAuto,
  damping: number,
  stiffnessGuard: onOff,
};

export const PARAMETERS = Object.keys(READERS) as (keyof Parameters)[];

/** Every option of any built-in scene. */
export const SCENE_OPTIONS: readonly string[] = [
  ...new Set(scenes().flatMap(({ options }) => options.map(({ name }) => name))),
];

/** What takes a new scene when it changes. */
export const SCENE_NAMES: readonly string[] = ['scene', 'src', 'compare', ...SCENE_OPTIONS.map(kebab)];

/** Every name that `readSettings` looks for. */
export const NAMES: readonly string[] = [...SCENE_NAMES, ...PARAMETERS.map(kebab), 'colour-by'];

/** The options that a built-in scene has; none for a file's. */
export function optionsOf(settings: Pick<Settings, 'scene' | 'src'>): OptionInfo[] {
  if (settings.src !== undefined) return [];
  return scenes().find(({ name }) => name === settings.scene)?.options ?? [];
}

/**
 * Reads what is said. What makes no sense is left out and told of, so that one slip does not take the rest with
 * it; whether a value is within its range is for the simulation to say.
 */
export function readSettings(say: (name: string) => string | null | undefined): {
  settings: Settings;
  faults: BeadworkError[];
} {
  const faults: BeadworkError[] = [];
  const settings: Settings = {
    scene: say('scene')?.trim() || 'pendant',
    sceneOptions: {},
    parameters: {},
    compare: [],
    colourBy: 'bead',
  };
  const read = (name: string, reader: Reader, keep: (value: never) => void) => {
    const text = say(kebab(name));
    if (text === null || text === undefined) return;
    try {
      keep(reader(text) as never);
    } catch (why) {
      faults.push(
        new BeadworkError('parameter', `${kebab(name)} ${why}, not '${text.slice(0, 40)}'.`, kebab(name)),
      );
    }
  };
  const src = say('src')?.trim();
  if (src) settings.src = src;
  for (const { name } of optionsOf(settings)) {
    read(name, number, (value) => {
      settings.sceneOptions[name] = value;
    });
  }
  for (const name of PARAMETERS) {
    read(name, READERS[name], (value) => {
      settings.parameters[name] = value;
    });
  }
  read('compare', solverNames, (names) => {
    settings.compare = names;
  });
  read('colourBy', colouring, (by) => {
    settings.colourBy = by;
  });
  return { settings, faults };
}

const solverNames: Reader = (text) => {
  const names = text.split(/\s+/).filter(Boolean);
  const stranger = names.find((name) => !solvers().some((solver) => solver.name === name));
  if (stranger !== undefined) throw `must name solvers, and '${stranger.slice(0, 40)}' is none`;
  if (names.length > MOST_SIDE_BY_SIDE) throw `takes ${MOST_SIDE_BY_SIDE} solvers at most`;
  return names;
};

const colouring: Reader = (text) => {
  const by = text.trim() || 'bead';
  if (!(COLOURINGS as readonly string[]).includes(by)) throw `must be one of ${COLOURINGS.join(', ')}`;
  return by;
};

/** A value as `readSettings` takes it. */
export function write(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** The names and texts that `readSettings` reads the settings back from. */
export function writeSettings(settings: Partial<Settings>): [name: string, text: string][] {
  const { scene, src, sceneOptions = {}, compare = [], parameters = {}, colourBy = 'bead' } = settings;
  const said: [string, unknown][] = [];
  if (src !== undefined) said.push(['src', src]);
  else if (scene !== undefined) said.push(['scene', scene]);
  said.push(...Object.entries(sceneOptions));
  if (compare.length > 0) said.push(['compare', compare]);
  said.push(...Object.entries(parameters));
  if (colourBy !== 'bead') said.push(['colourBy', colourBy]);
  return said.filter(([, value]) => value !== undefined).map(([name, value]) => [kebab(name), write(value)]);
}
