// The attributes of <bead-work> as a type, for frameworks that check their markup, and for the API reference.
import type { ParameterAttributes } from '../generated/tables';

/**
 * The attributes of `<bead-work>`. All of them may change while it runs. An attribute that makes no sense causes an
 * `error` event with its name as the path, and the rest goes on.
 */
export interface BeadWorkAttributes extends ParameterAttributes {
  /** A built-in scene, see `scenes`; `pendant` unless given. */
  scene?: string;
  /** The address of a scene file (JSON, see `SceneDescription`), in place of `scene`. */
  src?: string;
  /**
   * Two or three copies side by side in one picture, a word for each: a solver's name, and settings that are its own, if any,
   * as `:name=value` with the names of the attributes below: `jacobi direct`,
   * `direct:positions=pulled direct:positions=symplectic`, `gauss-seidel:contact-solver=mass-splitting:substeps=4`. A value
   * of two numbers is written with a comma. `gravity`, `timestep` and `contacts` are the same for all.
   */
  compare?: string;

  /** Scene option: threads of `necklaces`, `curtain` and `pour`. */
  chains?: number | string;
  /** Scene option: beads of a thread, of `necklaces`, `pendant`, `ring`, `curtain`, `bridge`, `wrecking` and `pour`. */
  beads?: number | string;
  /** Scene option: a bead's radius, m. */
  radius?: number | string;
  /** Scene option: how far a chain starts off the vertical, radians, of `necklaces` and `pendant`. */
  tilt?: number | string;
  /** Scene option: how much heavier than the others the last body of `pendant`, `rope` and `stable-spherical-chain` is, the top box of `stack`, the ball of `wrecking`, every other box of `high-mass-ratio`. */
  'mass-ratio'?: number | string;
  /** Scene option: what `ring` hangs from, 0 to 2 pins. */
  pins?: number | string;
  /** Scene option: how far the ends of `bridge` are apart, over its length. */
  span?: number | string;
  /** Scene option: branches at every fork of `tree`. */
  branches?: number | string;
  /** Scene option: forks from the root of `tree` to its leaves. */
  depth?: number | string;
  /** Scene option: rows of `net` and `joint-grid`. */
  rows?: number | string;
  /** Scene option: columns of `net` and `joint-grid`. */
  columns?: number | string;
  /** Scene option: bars of `linkage`. */
  bars?: number | string;
  /** Scene option: plates of `track`. */
  plates?: number | string;
  /** Scene option: planks of `suspension`. */
  planks?: number | string;
  /** Scene option: lengths of `rope`. */
  rods?: number | string;
  /** Scene option: how much longer those are than they are drawn, as a share; at 0 they are rods. */
  slack?: number | string;
  /** Scene option: bodies of `springs`, people of `ragdolls` and `ragdoll-drop`, spheres of `heap`, stones of `dominoes`, marbles of `chutes`. */
  count?: number | string;
  /** Scene option: 1 gives `ragdolls` hinges at necks, shoulders and hips too; at 0 these are cones. */
  hinges?: number | string;
  /** Scene option: bricks in the lowest row of `pyramid`, `large-pyramid` and `many-pyramids`. */
  base?: number | string;
  /** Scene option: how many `many-pyramids` has. */
  pyramids?: number | string;
  /** Scene option: boxes of `glider`, `stack` and `high-mass-ratio`. */
  boxes?: number | string;
  /** Scene option: balls of `cradle`. */
  balls?: number | string;
  /** Scene option: how many of those hang lifted at the start. */
  lifted?: number | string;
  /** Scene option: how steep the table of `glider` is, radians. */
  slope?: number | string;
  /** Scene option: how fast the rear wheels of `car` drive it, m/s; less than 0 is backwards. */
  velocity?: number | string;
  /** Scene option: how far its front wheels are turned to the left, radians. */
  steering?: number | string;
  /** Scene option: what `arm` carries, kg. */
  load?: number | string;
  /** Scene option: spheres of `stable-spherical-chain`. */
  links?: number | string;

  /** What a bead's colour says: `bead`, `load`, `gap`, `speed`, `colour`, `overshoot` or `depth`. */
  'colour-by'?: string;
  /** What is drawn of joints and contacts: any of `joints contacts forces`, as in `View.show`. */
  show?: string;

  /**
   * `gpu`, `cpu` or `auto`, which takes the graphics device where the browser has one, else the CPU. It is read when the
   * simulation is first built; the element's `machine` says what it runs on.
   */
  machine?: string;

  /** A panel below the picture; names of attributes choose what is on it: `solver iterations`. */
  controls?: boolean | string;
  /** Curves below the picture: any of `gap residual energy depth overshoot`. */
  plots?: string;
  /** Plays when it is first seen, unless the reader has asked for little motion. */
  autoplay?: boolean | string;
  /** `eager` builds it before it is seen. */
  loading?: string;
  /** The address of a picture for when there is no other; short for `<img slot="poster">`. */
  poster?: string;
  /** What is to be seen, in words. */
  alt?: string;
  /** `dark` or `light`; without it the page's own `color-scheme`, or what fits the background behind it. */
  theme?: string;
}
