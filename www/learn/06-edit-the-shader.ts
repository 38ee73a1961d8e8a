// Chapter 6: the text of update_multipliers in an editor; what compiles takes over.
import './page';
import {
  type KernelMessage,
  kernels,
  type SceneVersion1,
  Simulation,
  type SimulationOptions,
} from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';
import { Stage } from './stage';
import { Editor } from './wgsl';

const KERNEL = 'update_multipliers';
const IDLE = 450;

const stock = kernels().find(({ name }) => name === KERNEL)!.source;

const options: SimulationOptions = {
  scene: 'pendant',
  sceneOptions: { beads: 12, tilt: 0.6, massRatio: 1 },
  parameters: { solver: 'jacobi', execution: 'global', iterations: 10, stabilisation: 0.2 },
};

interface Experiment {
  what: string;
  from: string;
  to: string;
}

const EXPERIMENTS: Record<string, Experiment> = {
  bias: {
    what: 'The bias is gone: joints see speeds only.',
    from: ' + block_bias(block)',
    to: '',
  },
  sign: {
    what: 'The sign is turned: joints answer parting with pushing apart.',
    from: 'multipliers[l].lambda += change',
    to: 'multipliers[l].lambda -= change',
  },
  bold: {
    what: 'Every joint does twice its correction.',
    from: 'let change = step.gain',
    to: 'let change = 2.0 * step.gain',
  },
};

const say = (sentence: string, isFaulty = false) => {
  const place = get('#compiler');
  place.textContent = sentence;
  place.classList.toggle('faulty', isFaulty);
};

const editor = new Editor(get('#editor'), `WGSL of ${KERNEL}`, stock, () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => void compile(), IDLE);
});
let waiting: ReturnType<typeof setTimeout> | undefined;
let stage: Stage | null = null;
let judge: Simulation | null = null;

/** The last text asked for wins. */
let asked = 0;
async function compile(): Promise<void> {
  const simulation = stage?.simulations[0];
  if (!simulation) {
    say('There is no simulation here that could run it.', true);
    return;
  }
  const mine = ++asked;
  const text = editor.text;
  let messages: KernelMessage[];
  try {
    messages = await simulation.replaceKernel(KERNEL, text);
  } catch (error) {
    messages = [
      { type: 'error', message: error instanceof Error ? error.message : String(error), line: 0, column: 0 },
    ];
  }
  if (mine !== asked) return;
  const errors = messages.filter(({ type }) => type === 'error');
  editor.mark(errors.map(({ line }) => line));
  const [first] = errors;
  if (first) {
    if (first.line > 0) editor.reveal(first.line);
    say(
      `${first.line > 0 ? `Line ${first.line}: ` : ''}${first.message} The last good kernel keeps running.`,
      true,
    );
    return;
  }
  say(text === stock ? 'This is the kernel as it stands in the repository.' : 'Your kernel is running.');
  await weigh(text);
}

/** Forces of the topmost joint after so many cold passes, N. */
const PASSES = [1, 3];
async function forces(simulation: Simulation, relaxation: number): Promise<number[]> {
  const found: number[] = [];
  for (const iterations of PASSES) {
    simulation.setParameters({ iterations, relaxation });
    simulation.reset();
    await simulation.step();
    found.push((await simulation.readState()).multipliers[1]!);
  }
  return found;
}

/** Three beads, a little apart, so that speeds and gaps both count. */
async function openJudge(): Promise<Simulation> {
  const parameters = { solver: 'jacobi', execution: 'global', warmStart: 0, stabilisation: 0.2 } as const;
  const closed = await Simulation.create({
    machine: 'gpu',
    scene: 'pendant',
    sceneOptions: { beads: 3, tilt: 0, massRatio: 1 },
    parameters,
  });
  // beads alone are version 1
  const scene = (await closed.describe()) as SceneVersion1;
  closed.destroy();
  const bodies = scene.bodies.map((body, i) => ({
    ...body,
    position: body.position.map((x, axis) => (axis === 1 ? x - 0.01 * i : x)) as typeof body.position,
  }));
  return Simulation.create({ scene: { ...scene, bodies }, parameters, machine: 'gpu' });
}

/** What the reader's kernel finds at ω = 1, over what the repository's finds at ω = 1 and at ω = ½. */
let shares: { whole: number[]; half: number[] } | null = null;
async function weigh(text: string): Promise<void> {
  judge ??= await openJudge();
  judge.restoreKernels();
  const [whole, half] = [await forces(judge, 1), await forces(judge, 0.5)];
  await judge.replaceKernel(KERNEL, text);
  const own = await forces(judge, 1);
  const over = (wanted: number[]) => own.map((force, i) => force / wanted[i]!);
  shares = text === stock ? null : { whole: over(whole), half: over(half) };
  sinceChange = 0;
  lookAtHalf();
}

let sinceChange = 0;
const one = (share: number) => near(share, 1, 2e-3);
const lookAtHalf = task('half-as-bold', () => {
  if (!shares || shares.whole.every(one)) return null;
  const [first, third] = shares.half as [number, number];
  if (!one(first))
    return wrong(
      `In its first pass your kernel finds ${(first / 2).toFixed(2)} of the force of the kernel in the repository.`,
    );
  if (!one(third))
    return wrong(
      `The first pass is right. After three passes your kernel finds ${third.toFixed(2)} times the force that it should: only the change is to be halved.`,
    );
  if (stage?.fallen(0)) return wrong('The chain has torn itself apart.');
  if (sinceChange < 60) return wrong(`That is half. Let it swing: ${60 - sinceChange} frames to go.`);
  return right(
    'Right: that is half the ω. It is slower, and it would hold even where three joints meet on a bead.',
  );
});
numberQuestion('whole-omega', (given) => {
  if (near(given, 1.6, 0.01))
    return right('Right: 1 over 0.625. Try it in the editor: this chain stays whole.');
  if (near(given, 0.625, 0.001)) return wrong('That would be 0.625 of 0.625.');
  return wrong(
    near(given, 0.375, 0.001)
      ? 'That is what is missing. The kernel multiplies.'
      : 'Not yet. 0.625 times your number is to be 1.',
  );
});
numberQuestion('ten-passes', (given) => {
  if (near(given, 57.7, 0.8))
    return right(
      'Right: 1.5 to the power of ten, in each step. After two steps it is more than three thousand times.',
    );
  if (near(given, -57.7, 0.8))
    return wrong('The size is right. But ten is even, so the sign is back to plus.');
  return wrong(
    near(given, 15, 0.01)
      ? 'That is ten times 1.5. Each pass multiplies again.'
      : 'Not yet. Multiply 1.5 by itself, ten times.',
  );
});

async function begin(): Promise<void> {
  stage = await Stage.open(get('#lab'), {
    simulations: [options],
    room: 1.2,
    onFrame: async ({ simulations, frames }, current) => {
      sinceChange++;
      if (frames % 3 !== 0) return;
      const { maxGap, residual } = await simulations[0]!.measure();
      if (!current()) return;
      setLive({ gap: 1000 * maxGap, residual });
      lookAtHalf();
    },
    onFault: () =>
      say('A bead has left all bounds, so the chain stands still. Press Restore and From the start.', true),
    onRestart: () => void compile(),
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-experiment]')) {
  button.addEventListener('click', () => {
    const { what, from, to } = EXPERIMENTS[button.dataset.experiment ?? '']!;
    const at = stock.indexOf(from);
    editor.text = stock.replace(from, to);
    editor.reveal(stock.slice(0, at).split('\n').length);
    get('#experiment').textContent = what;
    if (stage) stage.playing = true;
  });
}
get('#restore').addEventListener('click', () => {
  editor.text = stock;
  get('#experiment').textContent = 'Nothing is changed.';
  stage?.simulations[0]?.restoreKernels();
  stage?.restart();
});
void begin();
