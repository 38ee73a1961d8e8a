// Which of two machines is the faster one for a scene: a few steps on each, by the clock.

/** A step takes so long on it, ms; null where the scene is refused there, and why. */
export type Tried = { took: number } | { refused: unknown };

/** What is timed: made, stepped once at a time, and freed. */
export interface Trial {
  step(): Promise<unknown>;
  free(): void;
}

/** Steps that are timed, and ms after which no further one begins. */
const STEPS = 10;
const LONGEST = 250;

/**
 * The middle of what single steps take, each waited for. The first one, which compiles and makes room, does not count.
 * @param now the clock, ms
 */
export async function timed(make: () => Promise<Trial>, now: () => number): Promise<Tried> {
  try {
    const trial = await make();
    try {
      await trial.step();
      const steps: number[] = [];
      const began = now();
      while (steps.length < STEPS && (steps.length === 0 || now() - began < LONGEST)) {
        const before = now();
        await trial.step();
        steps.push(now() - before);
      }
      return { took: steps.sort((a, b) => a - b)[steps.length >> 1]! };
    } finally {
      trial.free();
    }
  } catch (refused) {
    return { refused };
  }
}

/** Of milliseconds, as many digits as say something. */
export const shortly = (ms: number): string =>
  `${ms < 0.1 ? ms.toFixed(2) : ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** The one that is taken where the adapter is software, and why; neither takes what both refuse. */
export function fasterOf(
  gpu: Tried,
  cpu: Tried,
): { machine: 'gpu' | 'cpu'; reason: string } | { refused: unknown } {
  if ('refused' in gpu && 'refused' in cpu) return gpu;
  const adapter = 'The graphics adapter is software';
  if ('refused' in gpu)
    return { machine: 'cpu', reason: `${adapter} and refuses this scene, so the CPU computes.` };
  if ('refused' in cpu) return { machine: 'gpu', reason: `${adapter}, and the CPU refuses this scene.` };
  const machine = gpu.took < cpu.took ? 'gpu' : 'cpu';
  const times = `a step takes ${shortly(gpu.took)} there and ${shortly(cpu.took)} on the CPU`;
  return { machine, reason: `${adapter}: ${times}.` };
}

/**
 * A card needs this long for a dispatch, ms, however little it does. Not measured here, where no card is: launches in a row take some
 * 3 to 10 µs by what others report.
 */
const DISPATCH = 0.005;

/** On a card, for whom a short step counts more than anything: the CPU where it is done before a card could have launched its dispatches. */
export function quickerOf(cpu: Tried, dispatches: number): { machine: 'gpu' | 'cpu'; reason: string } {
  const least = DISPATCH * dispatches;
  if ('refused' in cpu)
    return { machine: 'gpu', reason: 'This browser has WebGPU, and the CPU refuses this scene.' };
  const launches = `${dispatches} ${dispatches === 1 ? 'launch' : 'launches'}`;
  if (cpu.took < least)
    return {
      machine: 'cpu',
      reason: `A short step was asked for: it takes ${shortly(cpu.took)} on the CPU, and the ${launches} of a graphics card some ${shortly(least)}.`,
    };
  return {
    machine: 'gpu',
    reason: `A step takes ${shortly(cpu.took)} on the CPU, and the ${launches} of a graphics card some ${shortly(least)}.`,
  };
}

/** What an adapter says of itself. */
export interface AdapterWords {
  isFallbackAdapter?: boolean;
  vendor?: string;
  architecture?: string;
  device?: string;
  description?: string;
}

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|microsoft basic render|\bwarp\b/i;

/** Whether a CPU computes in a card's place. */
export function isSoftware({
  isFallbackAdapter,
  vendor,
  architecture,
  device,
  description,
}: AdapterWords): boolean {
  const words = [vendor, architecture, device, description].filter(Boolean).join(' ');
  return Boolean(isFallbackAdapter) || SOFTWARE.test(words);
}
