// Where a reader looks for each scene: groups for the gallery and for the menu. Beside each scene, how the gallery opens
// it and what its solvers do differently.

export interface Entry {
  /** What the address says beside the scene, so that it makes its point at once. */
  opens?: string;
  /**
   * Which solvers differ on it, and how. Figures are the largest of the first five seconds, at what the scene recommends
   * and 20 passes unless the sentence says otherwise; computed on the CPU machine.
   */
  differ: string;
}

export interface Group {
  title: string;
  about: string;
  /** By name, in the order in which they are shown. */
  scenes: Record<string, Entry>;
}

const SIDE_BY_SIDE = 'compare=jacobi+direct';

export const GROUPS: readonly Group[] = [
  {
    title: 'Threads',
    about: 'Beads on threads: chains, rings, trees and nets.',
    scenes: {
      pendant: {
        differ:
          'With 10 passes a joint of Jacobi’s opens by more than a bead’s radius, and the chain stretches. Exact leaves no gap that can be seen.',
      },
      necklaces: {
        opens: 'chains=25',
        differ:
          'Jacobi leaves gaps of 15 % of a radius, Chebyshev of 8 %. Exact leaves a hundredth of a percent.',
      },
      curtain: {
        differ:
          'Jacobi’s chains open by 32 % of a radius and swing ever less. Exact’s open by 0.04 % and swing on.',
      },
      bridge: {
        opens: SIDE_BY_SIDE,
        differ:
          'Jacobi opens gaps of a quarter of a radius, and its swing dies away. Exact keeps the bridge closed and swinging.',
      },
      ring: {
        opens: SIDE_BY_SIDE,
        differ:
          'Every solver that goes pass by pass opens a gap of 70 % of a radius or more. Exact stays below 0.1 %.',
      },
      tree: {
        opens: 'depth=5&contacts=on&substeps=8&colour-by=load',
        differ:
          'Of 63 beads that touch: as they settle Exact opens 0.6 % of a radius, Jacobi and Gauss-Seidel 1.6 %. At rest Exact is shut to 0.0002 %, Jacobi to 0.1 %.',
      },
      net: {
        opens: `rows=10&columns=12&colour-by=load&${SIDE_BY_SIDE}`,
        differ:
          'Of 10 × 12 beads: Jacobi and Gauss-Seidel open 60 % of a radius, Chebyshev 11 %. Article’s Jacobi explodes. Exact solves all loops at once.',
      },
    },
  },
  {
    title: 'Joints',
    about: 'Hinges, rods, springs and stops between bodies of other shapes.',
    scenes: {
      suspension: {
        opens: SIDE_BY_SIDE,
        differ:
          'With Jacobi the deck sinks by more than a metre. Chebyshev’s joints open by 31 mm. With Exact the bridge stands.',
      },
      rope: {
        differ:
          'Jacobi lets the weight fall 0.8 m lower than Exact, and Gauss-Seidel 0.3 m lower. Chebyshev does not take ropes.',
      },
      springs: {
        differ:
          'Exact, Jacobi and Gauss-Seidel end alike. The substeps differ: after five seconds 32 of them keep two and a half times the energy that 1 keeps.',
      },
      glider: {
        differ: 'Jacobi, Chebyshev and Gauss-Seidel let joints open by more than 30 mm, Exact by 0.03 mm.',
      },
      ragdolls: {
        opens: `count=3&${SIDE_BY_SIDE}`,
        differ:
          'Jacobi’s joints open by 15 cm, those of Gauss-Seidel by 6 cm, Exact’s by 0.02 mm. Chebyshev does not take stops.',
      },
    },
  },
  {
    title: 'Contacts',
    about: 'Bodies that touch, rub and bounce.',
    scenes: {
      wrecking: {
        differ:
          'Jacobi lets the chain open by 8 mm, Exact by 0.3 mm. Jacobi for contacts lets bodies sink 85 mm into each other, Gauss-Seidel 6 mm.',
      },
      dominoes: {
        differ:
          'With Gauss-Seidel for contacts stones overlap by 6 mm, with Jacobi by 12 mm. With Jacobi fallen stones still slide after ten seconds.',
      },
      chutes: {
        differ:
          'With Gauss-Seidel for contacts marbles overlap with boards by up to 5 mm, with Jacobi by 9 mm. With Chebyshev and mass splitting a marble or two jumps out.',
      },
      tablecloth: {
        differ:
          'When the cloth is pulled away, Gauss-Seidel, Chebyshev and mass splitting for contacts leave all 15 things on the table. With Jacobi dishes jump about before the pull.',
      },
      pour: {
        differ:
          'As necklaces land Exact’s threads open by 12 mm, those of the others by 21 mm. With Gauss-Seidel for contacts beads overlap by 15 mm, with the others by 28 mm or more.',
      },
      heap: {
        opens: 'count=300',
        differ:
          'Of 300 spheres: with Gauss-Seidel for contacts they overlap by 4 mm, with the others by 14 mm or more.',
      },
      cradle: {
        differ:
          'All solvers for contacts make the same: the last ball leaves as fast as the first one came. Exact holds the threads closest.',
      },
      stack: {
        opens: 'substeps=1',
        differ:
          'In 1 substep the stack falls; in 8 it stands. With a top box 30 times as heavy Gauss-Seidel for contacts holds it in 8; with Jacobi it falls apart.',
      },
      pyramid: {
        differ:
          'With Gauss-Seidel for contacts the wall comes to rest. With Jacobi, Chebyshev and mass splitting bricks still tremble after five seconds.',
      },
    },
  },
  {
    title: 'Machines',
    about: 'Linkages, tracks, motors and servos.',
    scenes: {
      car: {
        differ:
          'Exact and Gauss-Seidel drive alike. With Jacobi a third of the kinetic energy is missing after five seconds. Chebyshev does not take motors.',
      },
      arm: {
        opens: SIDE_BY_SIDE,
        differ:
          'With Jacobi joints open by 37 mm, and the arm stays 0.2 m lower than with Exact. Chebyshev does not take servos.',
      },
      linkage: {
        opens: SIDE_BY_SIDE,
        differ: 'Jacobi, Chebyshev and Gauss-Seidel open gaps of 30 mm between the bars, Exact of 0.02 mm.',
      },
      track: {
        opens: SIDE_BY_SIDE,
        differ: 'Jacobi opens gaps of 48 mm between plates, Chebyshev of 38 mm, Exact of 0.1 mm.',
      },
    },
  },
  {
    title: 'For comparison',
    about: 'Scenes that other engines are measured with as well.',
    scenes: {
      'ragdoll-drop': {
        differ:
          'Of 6 people: in 16 substeps Exact, Jacobi and Gauss-Seidel all keep joints shut to half a millimetre. On a CPU Exact takes the least time by far.',
      },
      'joint-grid': {
        opens: `rows=8&columns=12&${SIDE_BY_SIDE}`,
        differ: 'Of 8 × 12 slats: Jacobi opens gaps of 40 mm, Chebyshev of 20 mm, Exact of 0.02 mm.',
      },
      'stable-spherical-chain': {
        opens: 'links=32',
        differ:
          'Of 32 balls: with Jacobi the last one falls 7 m lower than with Exact, since joints open by two and a half radii.',
      },
      'high-mass-ratio': {
        differ:
          'Gauss-Seidel for contacts lets boxes overlap by 10 mm, mass splitting by 14 mm. Jacobi throws the stack apart.',
      },
      'large-pyramid': {
        opens: 'base=20',
        differ:
          'Of 20 rows: with Gauss-Seidel for contacts they stand. With Jacobi bricks sink 11 cm into each other, and the pyramid falls.',
      },
      'many-pyramids': {
        opens: 'pyramids=9&base=5',
        differ:
          'With Gauss-Seidel for contacts all bricks are at rest after two seconds. With Jacobi they still tremble after ten.',
      },
    },
  },
];

export const entryOf = (scene: string): Entry | undefined =>
  GROUPS.find(({ scenes }) => Object.hasOwn(scenes, scene))?.scenes[scene];

/** How the gallery opens a scene; the pendant is what the page opens with. */
export function addressOf(scene: string): string {
  const { opens } = entryOf(scene) ?? {};
  return scene === 'pendant' ? './' : `./?scene=${scene}${opens ? `&${opens}` : ''}`;
}

/** Whether all of it is beads on threads. */
export const isThreads = (scene: string): boolean => Object.hasOwn(GROUPS[0]!.scenes, scene);
