// Chapter 7: one chain begun in three ways, and the roots of z² − 2pz + p.
import './page';
import type { Parameters, Simulation, SimulationOptions } from '../beadwork';
import { get } from '../dom';
import { format, setLive } from './bind';
import { choiceQuestion, near, numberQuestion, right, task, wrong } from './exercise';
import { legend, plot } from './plot';
import { overwritten, type Points, type Runs, showRecorded } from './recorded';
import { Stage, until } from './stage';
import { svg } from './svg';

const BEADS = 12;
const JOINTS = BEADS - 1;
const LONGEST = 20 * 60;
const WHO = ['The warm chain', 'The article’s chain', 'The cold chain'] as const;
const NAMES = ['consistent warm start', 'the article’s start', 'cold start'] as const;

const form = get<HTMLFormElement>('#sliders');
const number = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);

function parameters(which: number): Partial<Parameters> {
  const iterations = number('passes');
  if (which === 1) return { solver: 'article', iterations };
  return {
    solver: 'jacobi',
    execution: 'global',
    iterations,
    relaxation: number('omega'),
    warmStart: which === 0 ? number('share') : 0,
  };
}

const options = (which: number): SimulationOptions => ({
  scene: 'pendant',
  sceneOptions: { beads: BEADS, tilt: 0.09, massRatio: 1 },
  parameters: parameters(which),
});

/** p of every mode of the straight chain: μ runs over 1 ± cos, between 1 − ρ and 1 + ρ with ρ = cos(π/2n). */
function modes(omega = number('omega'), passes = number('passes')): number[] {
  return Array.from({ length: JOINTS }, (_, k) => {
    const mu = 1 - Math.cos(((2 * k + 1) * Math.PI) / (2 * JOINTS));
    return (1 - omega * mu) ** passes;
  });
}

interface Root {
  re: number;
  im: number;
}

function roots(p: number): [Root, Root] {
  const square = p * p - p;
  const part = Math.sqrt(Math.abs(square));
  return square < 0
    ? [
        { re: p, im: part },
        { re: p, im: -part },
      ]
    : [
        { re: p + part, im: 0 },
        { re: p - part, im: 0 },
      ];
}

const growth = (p: number) => Math.max(...roots(p).map(({ re, im }) => Math.hypot(re, im)));
const worst = () => modes().reduce((bad, p) => (growth(p) > growth(bad) ? p : bad), 0);

function drawCircle(p: number): void {
  const R = 90;
  // a root further out than 1.8 stands at the picture's edge
  const place = (value: number) => R * Math.max(-1.8, Math.min(1.8, value));
  const drawing = get<SVGElement>('#circle');
  drawing.setAttribute('viewBox', '-170 -120 340 240');
  drawing.replaceChildren(
    svg('circle', { class: 'unit', r: R }),
    svg('path', { class: 'axes', d: 'M-170 0H170M0 -115V115' }),
    svg('text', { x: R + 5, y: 16 }, '1'),
    svg('text', { x: -R - 20, y: 16 }, '−1'),
    ...roots(p).map(({ re, im }) =>
      svg('circle', {
        class: Math.hypot(re, im) > 1 + 1e-9 ? 'root outside' : 'root',
        cx: place(re),
        cy: -place(im),
        r: 6,
        'data-re': re,
        'data-im': im,
      }),
    ),
  );
  get('[name="p-value"]').textContent = format(p, 3);
  const z = growth(p);
  get('#verdict').textContent =
    z > 1 + 1e-9
      ? `p = ${format(p, 3)}: a root lies outside, at ${format(roots(p)[1].re, 3)}. The error changes sign and becomes ${format(z, 3)} times as large each step.`
      : `p = ${format(p, 3)}: both roots lie inside. The error is multiplied by ${format(z, 3)} each step.`;
}

const slider = get<HTMLFormElement>('#roots').elements.namedItem('p') as HTMLInputElement;

function show(): void {
  for (const [name, text] of [
    ['passes', String(number('passes'))],
    ['omega', format(number('omega'))],
    ['share', format(number('share'))],
  ] as const) {
    get(`[name="${name}-value"]`).textContent = text;
  }
  const p = worst();
  setLive({ worst: p, growth: growth(p) });
  slider.value = String(p);
  drawCircle(p);
  lookAtOmega();
}

const lookAtOmega = task('odd-and-safe', () => {
  const [passes, omega] = [number('passes'), number('omega')];
  if (passes % 2 === 0 || passes > 5 || number('share') < 1) return null;
  const z = growth(worst());
  if (z > 1 + 1e-9) return wrong(`The worst mode becomes ${format(z, 3)} times as large each step.`);
  // one step of the slider further
  const bolder = Math.max(...modes(omega + 0.05, passes).map(growth));
  if (bolder <= 1 && omega < 1.2) return wrong('Stable. A larger ω is possible.');
  return right(
    `Right: with ${passes === 1 ? 'one pass' : `${passes} passes`}, ω = ${format(omega)} leaves every p right of −⅓. More passes allow a larger ω, since each pass shrinks what points the wrong way.`,
  );
});
choiceQuestion('which-passes', {
  7: wrong('An odd power of −1 is −1, far left of −⅓. Try it in the figure.'),
  8: right('Right: an even power of −1 is +1, and no p is left of −⅓.'),
  9: wrong('An odd power of −1 is −1, far left of −⅓. Try it in the figure.'),
});
numberQuestion('outside', (given) => {
  if (near(given, -1.366, 0.01))
    return right(
      'Right, with its sign: the error becomes 1.366 times as large and changes its sign each step.',
    );
  if (near(given, 1.366, 0.01))
    return right(
      'Right in size: 1.366 times as large each step. The root is negative, so the error also changes its sign.',
    );
  if (near(given, 0.366, 0.01)) return wrong('That is the other root. The larger one decides.');
  return wrong('Not yet. Move the slider of p to −0.5 and read the sentence below.');
});

interface Trace {
  /** m, by second. */
  gaps: Points;
  /** m/s, by pass of the last frame. */
  passes: Points;
}

let traces: Trace[] = [];
/** Of the recorded run, until other settings are tried. */
let record: Trace[] = [];
const clear = () => {
  traces = NAMES.map(() => ({ gaps: [], passes: [] }));
};

function draw(): void {
  plot(
    get<SVGElement>('#gaps'),
    { x: 'seconds', y: 'largest gap, m', log: true, xRange: [0, 4], yRange: [1e-4, 1] },
    traces.map(({ gaps }, i) => ({
      name: NAMES[i]!,
      points: overwritten(record[i]?.gaps ?? [], gaps),
    })),
  );
  plot(
    get<SVGElement>('#residuals'),
    { x: 'passes', y: 'residual of this frame, m/s', log: true, xRange: [0, 10], yRange: [0.01, 1] },
    traces.map(({ passes }, i) => ({
      name: NAMES[i]!,
      points: passes.length > 0 ? passes : (record[i]?.passes ?? []),
    })),
  );
}

/** m, and m/s before the first pass of a frame and after its last. */
interface Now {
  gap: number;
  begin: number;
  left: number;
}

const tell = (time: number, warm: Now, article: Now, cold: Now) =>
  setLive({
    time,
    gapWarm: warm.gap,
    gapArticle: article.gap,
    gapCold: cold.gap,
    beginWarm: warm.begin,
    beginArticle: article.begin,
    beginCold: cold.begin,
    leftWarm: warm.left,
    leftArticle: article.left,
    leftCold: cold.left,
  });

/** What the sliders say now. */
function apply(simulations: readonly Simulation[]): void {
  for (const [i, each] of simulations.entries()) each.setParameters(parameters(i));
}

let stage: Stage | null = null;
async function begin(): Promise<void> {
  clear();
  show();
  await showRecorded(get('#lab'), recorded);
  stage = await Stage.open(get('#lab'), {
    simulations: NAMES.map((_, i) => options(i)),
    room: 1.3,
    placing: [
      { thread: [0.35, 0.81, 0.86] },
      { offset: [-2.4, 0, 0], thread: [1, 0.54, 0.45] },
      { offset: [2.4, 0, 0], thread: [0.6, 0.63, 0.65] },
    ],
    onReady: async ({ simulations }) => {
      apply(simulations);
      // from then on residuals are recorded pass by pass
      await Promise.all(simulations.map((each) => each.measure({ byIteration: true })));
    },
    onFrame: async (stage, current) => {
      if (stage.frames > LONGEST) stage.playing = false;
      const measured = await Promise.all(
        stage.simulations.map((each) => each.measure({ byIteration: true })),
      );
      if (!current()) return;
      for (const [i, { time, maxGap, residualByIteration }] of measured.entries()) {
        if (stage.fallen(i)) continue;
        traces[i]!.gaps.push([time, Math.max(1e-6, maxGap)]);
        traces[i]!.passes = [...residualByIteration].map((residual, pass) => [pass, residual]);
      }
      const [warm, article, cold] = measured.map(({ maxGap, residual, residualByIteration }) => ({
        gap: maxGap,
        begin: residualByIteration[0] ?? 0,
        left: residual,
      })) as [Now, Now, Now];
      tell(measured[0]!.time, warm, article, cold);
      draw();
    },
    onFault: (index) => {
      get('#reading').textContent = `${WHO[index]} has torn itself apart.`;
    },
    onReturn: (time) => {
      for (const trace of traces) trace.gaps = until(trace.gaps, time);
    },
    onRestart: () => {
      clear();
      record = [];
      get('#lab').classList.remove('recorded');
      get('#reading').textContent = 'From the start.';
      draw();
    },
  });
}

/** Four seconds of all three, and the passes of the last frame. */
function recorded({ warm }: Runs): void {
  record = warm.map(({ gaps, passes }) => ({
    gaps: gaps as Points,
    passes: passes.map((residual, pass) => [pass, residual]),
  }));
  const [own, article, cold] = record.map(({ gaps, passes }) => ({
    gap: gaps.at(-1)![1],
    begin: passes[0]![1],
    left: passes.at(-1)![1],
  })) as [Now, Now, Now];
  tell(record[0]!.gaps.at(-1)![0], own, article, cold);
  draw();
}

form.addEventListener('input', () => {
  show();
  if (!stage) return;
  apply(stage.simulations);
  stage.restart();
});

for (const each of document.querySelectorAll('form')) {
  each.addEventListener('submit', (event) => event.preventDefault());
}
get('#roots').addEventListener('input', () => drawCircle(Number(slider.value)));
get('#own').addEventListener('click', show);
legend(get('#names'), NAMES);
new ResizeObserver(draw).observe(get('#gaps'));
void begin();
