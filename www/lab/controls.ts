// Every control of the panel: what it is called, what it does in one line, and its unit.
import type { NumberName } from './state';

export interface NumberControl {
  name: NumberName;
  title: string;
  line: string;
  unit: string;
  /** The slider goes by ratios. */
  log?: boolean;
  step: number;
  /** The slider's own upper end, where it is not the range's. */
  most?: number;
}

/** Both sliders of passes end here; a number that is typed may be larger. */
export const MOST_PASSES = 500;

export const SOLVER_NUMBERS: NumberControl[] = [
  {
    name: 'iterations',
    title: 'Passes',
    line: 'How often an iterative solver goes over all joints in a substep.',
    unit: '',
    log: true,
    step: 1,
    most: MOST_PASSES,
  },
  {
    name: 'relaxation',
    title: 'Relaxation',
    line: 'How much of each correction is taken; too much and it overshoots.',
    unit: '',
    step: 0.01,
  },
  {
    name: 'warmStart',
    title: 'Warm start',
    line: 'The share of the last step’s forces from which the next solve starts.',
    unit: '',
    step: 0.01,
  },
  {
    name: 'stabilisation',
    title: 'Stabilisation',
    line: 'The share of a gap that one substep tries to close.',
    unit: '',
    step: 0.01,
  },
];

export const TIME_NUMBERS: NumberControl[] = [
  {
    name: 'timestep',
    title: 'Timestep',
    line: 'Simulated seconds in one frame; shorter is more exact and slower.',
    unit: 's',
    log: true,
    step: 0.00001,
  },
  {
    name: 'substeps',
    title: 'Substeps',
    line: 'Each frame is cut into so many parts, and each part is solved by itself.',
    unit: '',
    log: true,
    step: 1,
  },
];

export const WORLD_NUMBERS: NumberControl[] = [
  {
    name: 'damping',
    title: 'Damping',
    line: 'The share of velocity that the air takes every second.',
    unit: '/s',
    step: 0.05,
  },
];

/** What an option of a scene does, for those whose names do not say it. */
export const OPTION_LINES: Record<string, string> = {
  chains: 'How many hang side by side.',
  beads: 'Beads in each chain.',
  radius: 'Of one bead. These beads are larger than a necklace’s, so gaps are told in radii.',
  tilt: 'How far from the vertical it starts.',
  massRatio: 'How many times as heavy the last bead is.',
  pins: 'Beads that are held.',
  span: 'The distance between its ends, over its length.',
  branches: 'Arms that hang from each bead where it forks.',
  depth: 'Levels from the top to the leaves.',
  rows: 'Beads from top to bottom.',
  columns: 'Beads from left to right.',
};
