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
  /** The slider's own upper end, where the whole range would leave no room for what is usual. */
  most?: number;
}

export const SOLVER_NUMBERS: NumberControl[] = [
  {
    name: 'iterations',
    title: 'Passes',
    line: 'How often an iterative solver goes over all joints in a substep.',
    unit: '',
    log: true,
    step: 1,
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
    line: 'The share of the last step’s forces that the next solve starts from.',
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
    line: 'Simulated seconds a frame; shorter is truer and slower.',
    unit: 's',
    log: true,
    step: 0.00001,
  },
  {
    name: 'substeps',
    title: 'Substeps',
    line: 'Parts that each frame is cut into, every one solved by itself.',
    unit: '',
    log: true,
    step: 1,
  },
];

export const WORLD_NUMBERS: NumberControl[] = [
  {
    name: 'damping',
    title: 'Damping',
    line: 'The share of velocity that the air takes a second.',
    unit: '/s',
    step: 0.05,
  },
];

/** What an option of a scene does, for those whose names do not say it. */
export const OPTION_LINES: Record<string, string> = {
  chains: 'How many hang side by side.',
  beads: 'Beads in each chain.',
  radius: 'Of one bead.',
  tilt: 'How far from the vertical it starts.',
  massRatio: 'How many times as heavy the last bead is.',
  pins: 'Beads that are held.',
  span: 'The distance between its ends, over its length.',
  branches: 'Arms that hang from each bead where it forks.',
  depth: 'Levels from the top to the leaves.',
  rows: 'Beads from top to bottom.',
  columns: 'Beads from left to right.',
};
