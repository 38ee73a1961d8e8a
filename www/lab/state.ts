// What is on screen, and how it is written in the address: the element's attributes in kebab-case, each only where
// it differs from what the page would do without it.
import { kebab, readable, readSettings, write } from '../attributes';
import {
  type ColourBy,
  type JointChanges,
  type MachineChoice,
  type Parameters,
  type ShowName,
  scenes,
} from '../beadwork';
import { type Competitor, type OwnParameters, wordOf, writeCompare } from '../compare';
import { DEFAULTS, PARAMETERS } from '../parameters';
import { readChoice } from '../reading';
import { splitOf } from '../split';
import { readDrops, writeDrops } from './drop/things';
import type { Edit } from './edit';
import { MOST_LETTERS } from './make/link';
import { usual } from './recommended';
import { REPAIRS, repairOf } from './repairs/list';

export const PLOTS = ['gap', 'residual', 'energy', 'time'] as const;
export type PlotName = (typeof PLOTS)[number];

export const SPEEDS = [1, 0.5, 0.25, 0.1];

/** As many copies as a picture has room for. */
export const MOST_COPIES = 8;

export interface LabState {
  /** The name of the repair that it is, if it is one. */
  repair: string | null;
  /** A built-in scene's name, or FILE. */
  scene: string;
  /** A scene made by hand, as the address holds it; null where there is none. */
  made: string | null;
  /** Every option of the scene, by its name. */
  options: Record<string, number>;
  /** Those of all copies; `solver` is that of the first. */
  parameters: Parameters;
  /** What the first copy has for itself; nothing while it is alone. */
  own: OwnParameters;
  /** What the scene recommends of them; null until it stands. */
  recommended: Partial<Parameters> | null;
  /** What there was of those where the recommendation holds instead. */
  aside: Partial<Parameters>;
  /** Those that the address names, until the scene stands. */
  named: (keyof Parameters)[];
  /** The copies that run beside it. */
  compare: Competitor[];
  /** Simulated seconds a second. */
  speed: number;
  colourBy: ColourBy;
  show: ShowName[];
  plots: PlotName[];
  /** What was dropped, in order; then pins, cuts and changed joints, none twice. */
  edits: Edit[];
  /** What it runs on. */
  machine: MachineChoice;
  /** Target (3), yaw, pitch, distance; none while the page places it. */
  camera: number[] | null;
}

/** A scene that came by file; no address holds it. */
export const FILE = 'file';

/** An address stays short enough for any mail: so many edits, and no more. */
export const MOST_EDITS = 200;

/** Scenes that come in sizes, by the number of their chains. */
export const SIZES: Record<string, number[]> = {
  necklaces: [9, 25, 100, 250, 1000, 2500],
  curtain: [16, 80, 320, 1280],
};

export function optionsOf(scene: string): Record<string, number> {
  const info = scenes().find(({ name }) => name === scene);
  return Object.fromEntries(info?.options.map((option) => [option.name, option.default]) ?? []);
}

/**
 * Of the first view's weight, in beads': Jacobi's chain is longer by half after two seconds, and 500 passes bring it
 * to a hundredth. Lighter ones show little; heavier ones run away.
 */
const WEIGHT = 200;

/** What an address changes, where it says neither scene nor solver: two pendants, one of them solved exactly. */
export function firstView(): LabState {
  return {
    repair: null,
    scene: 'pendant',
    made: null,
    options: { ...optionsOf('pendant'), massRatio: WEIGHT },
    parameters: { ...structuredClone(DEFAULTS), solver: 'jacobi' },
    recommended: null,
    aside: {},
    named: [],
    own: {},
    compare: [{ solver: 'direct', parameters: {} }],
    speed: 1,
    colourBy: 'bead',
    show: [],
    plots: ['gap'],
    edits: [],
    machine: 'auto',
    camera: null,
  };
}

/**
 * The page as it opens without being asked for anything: the same with fewer and so larger beads, and with as many
 * passes as game engines make. Every address that says something names these numbers, so that older ones still mean
 * what they meant.
 */
export function opening(): LabState {
  const state = firstView();
  Object.assign(state.options, OPENING_OPTIONS);
  state.parameters.iterations = GAME_PASSES;
  return state;
}
/** Jacobi with 10 passes lets this chain stretch to one and a half times its length; 400 bring that below a hundredth. */
const OPENING_OPTIONS = { beads: 12, massRatio: 100 };
/** Passes that a game engine makes in a step. */
export const GAME_PASSES = 10;

/** Whether an address asks for nothing but, perhaps, a theme and what it runs on. */
export const asksNothing = (query: URLSearchParams): boolean =>
  [...query.keys()].every((name) => name === 'theme' || name === 'machine');

export interface Opened {
  state: LabState;
  /** The address says how large the scene is. */
  sized: boolean;
  /** A sentence for each thing in the address that could not be used. */
  complaints: string[];
}

/** What was on screen as its repair began, with what its scene recommends. */
export function asOpened({ repair, recommended }: LabState): LabState {
  const { state } = fromAddress(new URLSearchParams({ repair: repair! }));
  for (const name of Object.keys(recommended ?? {}) as (keyof Parameters)[])
    if (!state.named.includes(name)) Object.assign(state.parameters, { [name]: recommended![name] });
  return { ...state, recommended };
}

/** What the address of a repair stands for, unless it says itself what is on screen. */
function spelledOut(query: URLSearchParams): URLSearchParams {
  const repair = repairOf(query.get('repair'));
  if (!repair || query.has('scene')) return query;
  return new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(repair.opens)),
    ...Object.fromEntries(query),
  });
}

export function fromAddress(asked: URLSearchParams): Opened {
  const query = spelledOut(asked);
  if (asksNothing(query)) {
    const { settings, faults } = readSettings((name) => (name === 'machine' ? query.get(name) : null));
    const state = { ...opening(), machine: settings.machine };
    return { state, sized: true, complaints: faults.map(({ message }) => message) };
  }
  const state = firstView();
  const complaints: string[] = [];
  const oneOf = <T extends string>(name: string, choices: readonly T[]): T | null => {
    const text = query.get(name);
    if (text === null) return null;
    const reading = readChoice(text, choices);
    if ('value' in reading) return reading.value;
    complaints.push(`${name} must be ${reading.allowed}, not '${text.slice(0, 40)}'.`);
    return null;
  };

  const made = query.get('made');
  if (made !== null || query.has('scene') || query.has('solver') || query.has('compare')) {
    state.parameters.solver = DEFAULTS.solver;
    state.compare = [];
    state.options = {};
  }
  const repair = repairOf(
    oneOf(
      'repair',
      REPAIRS.map(({ name }) => name),
    ),
  );
  state.repair = repair?.name ?? null;
  if (made !== null) Object.assign(state, { scene: FILE, made });
  else if (query.get('scene') === FILE && repair?.scene) state.scene = FILE;
  else if (query.get('scene') === FILE)
    complaints.push(
      'This address was made beside a scene from a file, which it does not hold: open that file here.',
    );
  else {
    const names = scenes().map(({ name }) => name);
    state.scene = oneOf('scene', names) ?? state.scene;
  }
  const { settings, faults } = readSettings(
    (name) => (name === 'scene' ? state.scene : name === 'src' ? null : query.get(name)),
    MOST_COPIES,
  );
  complaints.push(...faults.map(({ message }) => message));
  state.options = { ...optionsOf(state.scene), ...state.options, ...settings.sceneOptions };
  Object.assign(state.parameters, settings.parameters);
  state.named = Object.keys(settings.parameters) as (keyof Parameters)[];
  state.colourBy = settings.colourBy;
  state.show = settings.show;
  state.machine = settings.machine;
  if (settings.compare.length > 0) {
    const { solver } = settings.parameters;
    const first = solver && { solver, parameters: splitOf(solver, settings.parameters) };
    const others = settings.compare.filter((one) => !first || wordOf(one) !== wordOf(first));
    race(state, first ? [first, ...others] : settings.compare);
  }
  state.speed = Number(oneOf('speed', SPEEDS.map(String)) ?? state.speed);
  const plots = query.get('plots');
  if (plots !== null) state.plots = PLOTS.filter((name) => plots.split(/\s+/).includes(name));
  state.edits = editsFrom(query, complaints);
  const camera = query.get('camera')?.trim().split(/\s+/).map(Number);
  if (camera?.length === 6 && camera.every(Number.isFinite)) state.camera = camera;
  return { state, sized: !(state.scene in SIZES) || 'chains' in settings.sceneOptions, complaints };
}

/** All copies, the first one too. */
export const competitors = ({ parameters, own, compare }: LabState): Competitor[] => [
  { solver: parameters.solver, parameters: own },
  ...compare,
];

/** These from now on. What one that is left alone had for itself is everybody's. */
export function race(state: LabState, [first, ...others]: readonly Competitor[]): void {
  if (!first) return;
  state.parameters.solver = first.solver;
  state.compare = others.slice(0, MOST_COPIES - 1);
  state.own = state.compare.length > 0 ? first.parameters : {};
  if (state.compare.length > 0) return;
  Object.assign(state.parameters, first.parameters);
  state.named.push(...(Object.keys(first.parameters) as (keyof Parameters)[]));
}

/** The query, without its question mark; empty for the opening. */
export function toAddress(state: LabState): string {
  const { machine } = state;
  const query = written(state);
  if (state.repair && query === written({ ...asOpened(state), machine }))
    return new URLSearchParams({
      repair: state.repair,
      ...(machine === 'auto' ? {} : { machine }),
    }).toString();
  if (query !== written({ ...opening(), machine })) return query;
  return machine === 'auto' ? '' : `machine=${machine}`;
}

function written(state: LabState): string {
  const query: [string, string][] = state.repair ? [['repair', state.repair]] : [];
  const { parameters } = state;
  const first = firstView();
  const asFirst =
    !state.repair &&
    state.scene === first.scene &&
    writeCompare(competitors(state)) === writeCompare(competitors(first));
  if (!asFirst) {
    query.push(isShort(state) ? ['made', state.made!] : ['scene', state.scene]);
    if (state.compare.length > 0) query.push(['compare', writeCompare(competitors(state))]);
    else query.push(['solver', parameters.solver]);
  }
  const usualOptions = asFirst ? first.options : optionsOf(state.scene);
  for (const [name, value] of Object.entries(state.options)) {
    if (value !== usualOptions[name] || (name === 'chains' && state.scene in SIZES))
      query.push([kebab(name), String(value)]);
  }
  // one that is alone is opened with the split of its solver
  const alone = !asFirst && state.compare.length === 0;
  const values = { ...usual(state), ...(alone ? splitOf(parameters.solver) : {}) };
  for (const { name } of PARAMETERS) {
    const text = write(parameters[name]);
    // nobody knows what a scene recommends that does not stand yet
    const said = text !== write(values[name]) || (!state.recommended && state.named.includes(name));
    if (name !== 'solver' && said) query.push([kebab(name), text]);
  }
  if (state.speed !== 1) query.push(['speed', String(state.speed)]);
  if (state.colourBy !== 'bead') query.push(['colour-by', state.colourBy]);
  if (state.show.length > 0) query.push(['show', state.show.join(' ')]);
  if (state.machine !== 'auto') query.push(['machine', state.machine]);
  if (state.plots.join() !== first.plots.join()) query.push(['plots', state.plots.join(' ')]);
  if (state.scene !== FILE || state.repair || isShort(state)) query.push(...editsTo(state.edits));
  if (state.camera)
    query.push(['camera', state.camera.map((value) => Number(value.toPrecision(5))).join(' ')]);
  // a plus for a space reads better than %20
  return readable(new URLSearchParams(query));
}

/** Whether it is a made scene that an address has room for. */
export const isShort = ({ scene, made }: LabState): boolean =>
  scene === FILE && made !== null && made.length <= MOST_LETTERS;

/** Of each pin and cut its body's or joint's number, as the API counts them: from 0. */
const EDITS: Record<string, (number: number) => Edit> = {
  pin: (body) => ({ kind: 'pin', body, fixed: true }),
  unpin: (body) => ({ kind: 'pin', body, fixed: false }),
  cut: (joint) => ({ kind: 'cut', joint }),
};

function editsFrom(query: URLSearchParams, complaints: string[]): Edit[] {
  const edits: Edit[] = [];
  const drops = query.has('drop') ? readDrops(query.get('drop')!) : [];
  if (drops.includes(null))
    complaints.push('The address drops something in words that make no sense; the rest is there.');
  edits.push(...drops.flatMap((drop): Edit[] => (drop ? [{ kind: 'drop', ...drop }] : [])));
  for (const [name, make] of Object.entries(EDITS)) {
    const words = new Set(query.get(name)?.split(/\s+/).filter(Boolean));
    const sound = [...words].filter((word) => /^\d{1,9}$/.test(word));
    if (sound.length < words.size)
      complaints.push(`The address asks for ${name} at what is no number of a bead or thread.`);
    edits.push(...sound.map((word) => make(Number(word))));
  }
  edits.push(...changedFrom(query, complaints));
  if (edits.length > MOST_EDITS)
    complaints.push(`The address asks for ${edits.length} pins and cuts; the first ${MOST_EDITS} are made.`);
  return edits.slice(0, MOST_EDITS);
}

/** `set` is a list of pairs: a joint's number and what `setJoint` takes; what of that makes sense, the scene says. */
function changedFrom(query: URLSearchParams, complaints: string[]): Edit[] {
  const text = query.get('set');
  if (text === null) return [];
  try {
    return (JSON.parse(text) as [number, JointChanges][]).map(([joint, changes]) => {
      if (!Number.isInteger(joint) || joint < 0 || typeof changes !== 'object') throw new TypeError();
      return { kind: 'set', joint, changes };
    });
  } catch {
    complaints.push(
      'The address changes joints in words that make no sense; they stay as the scene has them.',
    );
    return [];
  }
}

function editsTo(edits: Edit[]): [string, string][] {
  const kept = edits.slice(0, MOST_EDITS);
  const numbers = (name: string) =>
    kept
      .flatMap((edit) => {
        if (edit.kind === 'set' || edit.kind === 'drop') return [];
        const own = edit.kind === 'cut' ? 'cut' : edit.fixed ? 'pin' : 'unpin';
        if (own !== name) return [];
        return [edit.kind === 'cut' ? edit.joint : edit.body];
      })
      .join(' ');
  const changed = kept.flatMap((edit) => (edit.kind === 'set' ? [[edit.joint, edit.changes]] : []));
  const drops = kept.filter((edit) => edit.kind === 'drop');
  const written = Object.keys(EDITS).map((name): [string, string] => [name, numbers(name)]);
  written.unshift(['drop', writeDrops(drops)]);
  if (changed.length > 0) written.push(['set', JSON.stringify(changed)]);
  return written.filter(([, text]) => text !== '');
}
