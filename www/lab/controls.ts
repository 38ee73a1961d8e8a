// Which parameters stand in which group of the panel. What each is called, does and may be, the crate says
// (src/parameters.rs).
import { PARAMETERS, type ParameterInfo } from '../parameters';

const infoOf = (name: ParameterInfo['name']): ParameterInfo => PARAMETERS.find((info) => info.name === name)!;

export const SOLVER_NUMBERS = (
  [
    'iterations',
    'relaxation',
    'warmStart',
    'stabilisation',
    'compliance',
    'softness',
    'penalty',
    'penaltyGrowth',
    'penaltyKept',
    'gapKept',
    'rounds',
  ] as const
).map(infoOf);
/** Of AVBD alone. */
export const PENALTY_NUMBERS = ['penalty', 'penaltyGrowth', 'penaltyKept', 'gapKept'] as const;
export const TIME_NUMBERS = (['timestep', 'substeps'] as const).map(infoOf);
export const CONTACT_NUMBERS = [infoOf('contactPasses')];
/** What scenes with contacts recommend, where they say nothing else. */
export const SUBSTEPS_OF_CONTACTS = 8;
export const WORLD_NUMBERS = [infoOf('damping')];

/** Both sliders of passes end here; a number that is typed may be larger. */
export const [FEWEST_PASSES, MOST_PASSES] = infoOf('iterations').slider!;

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
  base: 'Bricks in the lowest row.',
  boxes: 'How many there are.',
  pyramids: 'How many stand in rows.',
  velocity: 'What its motors drive it to; less than 0 is backwards.',
  steering: 'How far its front wheels are turned to the left.',
};
