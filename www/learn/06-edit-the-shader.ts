// Chapter 6: the text of update_multipliers in an editor; what compiles takes over.
import './page';
import { type KernelMessage, kernels, Simulation, type SimulationOptions } from '../beadwork';
import { setLive } from './bind';
import { exercise } from './exercise';
import { Stage } from './stage';
import { Editor } from './wgsl';

const KERNEL = 'update_multipliers';
const IDLE = 450;

const get = <T extends Element = HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
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
    what: 'Every joint does twice what it wants.',
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

/** λ of the topmost joint after one cold pass. */
async function firstForce(simulation: Simulation): Promise<number> {
  simulation.reset();
  await simulation.step();
  return (await simulation.readState()).multipliers[1]!;
}

let share = 1;
async function weigh(text: string): Promise<void> {
  judge ??= await Simulation.create({
    scene: 'pendant',
    sceneOptions: { beads: 3, tilt: 0, massRatio: 1 },
    parameters: { solver: 'jacobi', execution: 'global', iterations: 1, warmStart: 0, relaxation: 1 },
  });
  judge.restoreKernels();
  const whole = await firstForce(judge);
  await judge.replaceKernel(KERNEL, text);
  share = (await firstForce(judge)) / whole;
  sinceChange = 0;
}

let sinceChange = 0;
const halved = exercise(
  'half-as-bold',
  () => {
    if (Math.abs(share - 1) < 1e-3) return '';
    if (Math.abs(share - 0.5) > 1e-3)
      return `In its first pass your kernel finds ${share.toFixed(2)} of the stock kernel’s force.`;
    return sinceChange >= 60 || `That is half. Let it swing: ${60 - sinceChange} frames to go.`;
  },
  'Solved: that is a relaxation of one half. It is slower, and it would hold even where three joints meet on a bead.',
);

async function begin(): Promise<void> {
  stage = await Stage.open(get('#lab'), {
    simulations: [options],
    room: 1.2,
    onFrame: async ({ simulations, frames }) => {
      sinceChange++;
      if (frames % 3 !== 0) return;
      const { maxGap, residual } = await simulations[0]!.measure();
      setLive({ gap: 1000 * maxGap, residual });
      halved.look();
    },
    onFault: () =>
      say('A bead has left all bounds, so the chain stands still. Restore the kernel and start anew.', true),
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
