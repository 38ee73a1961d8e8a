// What a repair is: a scene that is broken the way people's are, what makes it whole, and the words for both.
import type { JointReading, Measures, Parameters, SceneDescription, Simulation, State } from '../../beadwork';
import type { LabState } from '../state';

/** The first copy as it was seen once. */
export interface Look {
  /** Simulated, s. */
  time: number;
  measures: Measures;
  state: State;
  readings: JointReading[];
}

export async function lookAt(simulation: Simulation, measures: Measures): Promise<Look> {
  const [state, readings] = await Promise.all([
    simulation.readState(),
    simulation.readJoints(simulation.joints()),
  ]);
  return { time: state.time, measures, state, readings };
}

export interface Repair {
  /** In the address: `?repair=rope`. */
  name: string;
  /** As somebody would write it in a forum. */
  complaint: string;
  title: string;
  /** What there is to see. */
  about: string;
  /** What it takes to be mended, and what has to stay. */
  aim: string;
  /** The query of the page as it opens. */
  opens: string;
  /** In place of a built-in scene; then `opens` has `scene=file`. */
  scene?: SceneDescription;
  /** Simulated time that it has to hold, s. */
  seconds: number;
  /** Whether that time is the first that passes: what happens there happens once. */
  fromStart?: boolean;
  /** Parameters that have to stay, beside gravity. */
  keeps: readonly (keyof Parameters)[];
  /** Fields of joints that may be changed. */
  changes: readonly string[];
  /** What is wrong now, with its figure; null where nothing is. `before` is the look before in the same run. */
  wrong(look: Look, before: Look | null): string | null;
  /** Why what was changed so far does not mend it. */
  hint(now: LabState, opened: LabState): string;
  /** One after the other, for whoever asks. */
  clues: readonly string[];
  /** Why what was changed mends it. */
  works(now: LabState, opened: LabState): string;
  /** Every way that is known, in one sentence or two. */
  ways: string;
  chapter: { href: string; title: string };
}

/** What the edits have changed of a joint. */
export const changesOf = (now: LabState, joint: number): Record<string, unknown> =>
  Object.assign(
    {},
    ...now.edits.map((edit) => (edit.kind === 'set' && edit.joint === joint ? edit.changes : {})),
  );

/** How long a substep is, s. */
export const substepOf = ({ parameters: { timestep, substeps } }: LabState): number => timestep / substeps;

/** Whether joints are solved all at once, without passes. */
export const isExact = ({ parameters: { solver } }: LabState): boolean =>
  solver === 'direct' || solver === 'auto';
