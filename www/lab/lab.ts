// The page: two pendants side by side under the same weight, or one scene on its own.
import {
  BeadworkError,
  type ColourBy,
  type Measures,
  Simulation,
  type SolverName,
  scenes,
  solvers,
  View,
} from '../beadwork';
import { GapPlot } from './plot';
import { steer } from './pointer';

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const canvas = get<HTMLCanvasElement>('canvas');
const plot = new GapPlot(get('plot'));
const address = new URLSearchParams(location.search);
const stillWanted = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The comparison: enough weight to show what an unfinished solver does, not so much that it runs away. */
const PENDANT = { beads: 24, radius: 0.25, tilt: 0.5, massRatio: 50 };
const APART = 7;
/** The chains hang higher than their scene says, so that one may stretch before it meets the ground. */
const LIFT = 9;
const AGAIN_AFTER = 12;
const FRAME = 1 / 60;
/** Frames a picture at most; a machine that needs more shows slow motion. */
const MOST_FRAMES = 3;

interface Runner {
  simulation: Simulation;
  name: string;
  measures?: Measures;
  stretch: number;
}

let runners: Runner[] = [];
let view: View | undefined;
let playing = !stillWanted;
let touched = false;
let busy = false;
let behind = 0;
let slowFor = 0;
let lowest = Number.POSITIVE_INFINITY;
let lastMeasure = 0;

const comparing = () => get<HTMLSelectElement>('scene').value === 'compare';
const dark = () => document.documentElement.dataset.theme !== 'light';
const solverTitle = (name: string) => solvers().find((solver) => solver.name === name)?.title ?? name;

function fillChoices(): void {
  const scene = get<HTMLSelectElement>('scene');
  scene.add(new Option('Two pendants, compared', 'compare'));
  for (const { name, title } of scenes()) scene.add(new Option(title, name));
  const wanted = address.get('scene');
  scene.value = wanted && [...scene.options].some((option) => option.value === wanted) ? wanted : 'compare';
  const solver = get<HTMLSelectElement>('solver');
  for (const { name, title } of solvers()) solver.add(new Option(title, name));
  solver.value = address.get('solver') ?? (scene.value === 'compare' ? 'jacobi' : 'auto');
  if (!solver.value) solver.value = 'auto';
  const passes = Number(address.get('iterations'));
  if (passes >= 20 && passes <= 500) get<HTMLInputElement>('iterations').value = String(passes);
  fillSizes();
}

/** Sizes worth offering for the scene chosen: chains of necklaces and curtains, one size for the others. */
function fillSizes(): void {
  const size = get<HTMLSelectElement>('size');
  const scene = get<HTMLSelectElement>('scene').value;
  const chains = scene === 'necklaces' ? [9, 25, 250, 2500] : scene === 'curtain' ? [24, 100, 500] : [];
  size.replaceChildren(
    ...chains.map((count) => new Option(`${(count * 40).toLocaleString('en')} beads`, String(count))),
  );
  if (chains.length === 0) size.add(new Option('As it comes', ''));
  const wanted = address.get('chains');
  if (wanted && chains.includes(Number(wanted))) size.value = wanted;
  size.disabled = chains.length === 0;
}

function remember(): void {
  const query = new URLSearchParams();
  const scene = get<HTMLSelectElement>('scene').value;
  if (scene !== 'compare') query.set('scene', scene);
  query.set('solver', get<HTMLSelectElement>('solver').value);
  query.set('iterations', get<HTMLInputElement>('iterations').value);
  const chains = get<HTMLSelectElement>('size').value;
  if (chains) query.set('chains', chains);
  if (!dark()) query.set('theme', 'light');
  history.replaceState(null, '', `?${query}`);
}

/** One sentence in place of the picture. */
function say(error: unknown): void {
  const fault = error instanceof BeadworkError ? error : new BeadworkError('internal', String(error));
  const message = get('message');
  message.hidden = false;
  message.dataset.code = fault.code;
  message.textContent = fault.message;
  playing = false;
}

async function start(): Promise<void> {
  for (const runner of runners) runner.simulation.destroy();
  runners = [];
  const iterations = Number(get<HTMLInputElement>('iterations').value);
  const substeps = Math.max(1, Math.min(20, Number(get<HTMLInputElement>('substeps').value) || 1));
  const solver = get<HTMLSelectElement>('solver').value as SolverName;
  const make = async (scene: string, sceneOptions: object, name: SolverName) => {
    const simulation = await Simulation.create({
      scene,
      sceneOptions,
      parameters: { solver: name, iterations, substeps },
    });
    return { simulation, name: solverTitle(name), stretch: 0 };
  };
  if (comparing()) {
    runners = [await make('pendant', PENDANT, solver), await make('pendant', PENDANT, 'direct')];
  } else {
    const scene = get<HTMLSelectElement>('scene').value;
    const chains = get<HTMLSelectElement>('size').value;
    runners = [await make(scene, chains ? { chains: Number(chains) } : {}, solver)];
  }
  await showScene();
}

async function showScene(): Promise<void> {
  const [first, second] = runners;
  if (!first) return;
  if (!view) {
    fit();
    view = await View.create(first.simulation, canvas, { theme: dark() ? 'dark' : 'light' });
  }
  view.dropCompanions();
  lowest = Number.POSITIVE_INFINITY;
  behind = 0;
  if (second) {
    view.stand(0, first.simulation, { offset: [-APART, LIFT, 0], thread: [1, 0.25, 0.16] });
    view.stand(1, second.simulation, { offset: [APART, LIFT, 0], thread: [0.1, 0.62, 0.72], dashed: true });
    const { positions } = await first.simulation.readState();
    const top = positions[1]! + LIFT + 0.35;
    view.overlay({ bar: { from: [-APART - 3, top, 0], to: [APART + 3, top, 0], radius: 0.12 } });
    view.place({ target: [0, top - 9.5, 0], yaw: 0, pitch: 0.02, distance: 34, fieldOfView: 0.62 });
  } else {
    view.stand(0, first.simulation);
    view.overlay({});
    view.frame(true);
  }
  plot.start(
    runners.map((runner, i) => ({
      name: runner.name,
      colour: i === 0 && second ? '--first' : '--second',
      dashed: i > 0,
    })),
    0.5,
  );
  get('figures').classList.toggle('alone', !second);
  get('passes').classList.toggle('off', !runners.some((runner) => solverIs(runner, 'iterative')));
  get('headline').innerHTML = second ? 'Same necklace, same weight. <span>One of them is solved.</span>' : '';
  if (!second)
    get('headline').textContent =
      scenes().find((scene) => scene.name === get<HTMLSelectElement>('scene').value)?.title ?? '';
  get('lede').hidden = !second;
  get('verdict').textContent =
    solvers().find((solver) => solver.name === get<HTMLSelectElement>('solver').value)?.verdict ?? '';
  get('message').hidden = true;
  if (stillWanted && !playing && second) {
    await Promise.all(runners.map((runner) => runner.simulation.step(180)));
  }
  await measure();
  view.render();
}

const solverIs = (runner: Runner, what: 'iterative') =>
  solvers().find((solver) => solver.name === runner.simulation.parameters.solver)?.[what] ?? false;

/** How much longer the chain is than it was made: centre to centre along it, over its length at rest. */
function stretchOf(positions: Float32Array): number {
  let length = 0;
  for (let i = 3; i < positions.length; i += 3) {
    length += Math.hypot(
      positions[i]! - positions[i - 3]!,
      positions[i + 1]! - positions[i - 2]!,
      positions[i + 2]! - positions[i - 1]!,
    );
  }
  const rest = 2 * PENDANT.radius * (positions.length / 3 - 1);
  return length / rest - 1;
}

async function measure(): Promise<void> {
  const found = await Promise.all(runners.map((runner) => runner.simulation.measure()));
  found.forEach((measures, i) => {
    runners[i]!.measures = measures;
  });
  const [first, second] = runners;
  if (!first?.measures) return;
  plot.add(
    first.measures.time,
    found.map((measures) => measures.maxGap),
  );
  if (second) {
    const states = await Promise.all(runners.map((runner) => runner.simulation.readState()));
    states.forEach(({ positions }, i) => {
      runners[i]!.stretch = Math.max(0, stretchOf(positions));
    });
    const end = states[1]!.positions;
    lowest = Math.min(lowest, end[end.length - 2]! + LIFT - PENDANT.radius);
    const top = states[0]!.positions[1]! + LIFT + 0.35;
    view?.overlay({
      bar: { from: [-APART - 3, top, 0], to: [APART + 3, top, 0], radius: 0.12 },
      hairline: lowest,
    });
    get('first-value').textContent = percent(first.stretch);
    get('second-value').textContent = percent(second.stretch);
    const passes = Number(get<HTMLInputElement>('iterations').value);
    get('first-label').textContent = solverIs(first, 'iterative')
      ? `stretched by ${first.name}, ${passes} passes`
      : `stretched by ${first.name}, one pass`;
    get('second-label').textContent = 'stretched, exact, one pass';
  } else {
    get('second-value').textContent = length(first.measures.maxGap);
    get('second-label').textContent = `largest gap, ${solverTitle(first.measures.solver)}`;
  }
  showNumbers(first.measures);
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

function length(metres: number): string {
  if (!Number.isFinite(metres)) return 'gone';
  if (metres >= 1) return `${metres.toPrecision(2)} m`;
  if (metres >= 1e-3) return `${(metres * 1e3).toPrecision(2)} mm`;
  return `${(metres * 1e6).toPrecision(2)} µm`;
}

function showNumbers(measures: Measures): void {
  const stages = Object.values(measures.stageMilliseconds);
  const rows: [string, string][] = [
    ['Time', `${measures.time.toFixed(1)} s`],
    ['Beads', runners.map((runner) => runner.simulation.bodyCount.toLocaleString('en')).join(' + ')],
    ['Solved by', measures.execution],
    ['Largest gap', length(measures.maxGap)],
    ['Residual', `${measures.residual.toExponential(1)} m/s`],
    ['Kinetic energy', `${measures.kineticEnergy.toPrecision(3)} J`],
    [
      'GPU, one substep',
      stages.length > 0 ? `${stages.reduce((sum, ms) => sum + ms, 0).toFixed(2)} ms` : 'not offered',
    ],
  ];
  get('measures').replaceChildren(
    ...rows.map(([name, value]) => {
      const row = document.createElement('div');
      const [term, number] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      number.textContent = value;
      row.append(term, number);
      return row;
    }),
  );
}

function fit(): void {
  const scale = Math.min(devicePixelRatio, 2);
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (width > 0 && height > 0 && (canvas.width !== width || canvas.height !== height)) {
    canvas.width = width;
    canvas.height = height;
    view?.resize(width, height);
  }
}

/** Whole frames of fixed length from the time that has passed; what cannot be kept up with is let go, and said. */
async function picture(seconds: number, now: number): Promise<void> {
  const [first] = runners;
  if (!view || !first) return;
  view.advance(seconds);
  if (playing) {
    behind += Math.min(seconds, 0.25);
    const due = Math.floor(behind / FRAME);
    const frames = Math.min(due, MOST_FRAMES);
    behind = due > MOST_FRAMES ? 0 : behind - frames * FRAME;
    slowFor = due > MOST_FRAMES ? slowFor + 1 : Math.max(0, slowFor - 0.2);
    get('slow').hidden = slowFor < 3;
    get('slow').textContent = 'slow motion: this machine needs more time than passes';
    if (frames > 0) await Promise.all(runners.map((runner) => runner.simulation.step(frames)));
    if (now - lastMeasure > 250) {
      lastMeasure = now;
      await measure();
      if (runners.some((runner) => runner.measures && !runner.measures.finite)) await again();
    }
    if (comparing() && !touched && (first.measures?.time ?? 0) > AGAIN_AFTER) await again();
  }
  view.render();
}

async function again(): Promise<void> {
  for (const runner of runners) runner.simulation.reset();
  lowest = Number.POSITIVE_INFINITY;
  plot.start(
    runners.map((runner, i) => ({
      name: runner.name,
      colour: i === 0 && runners.length > 1 ? '--first' : '--second',
      dashed: i > 0,
    })),
    0.5,
  );
  await measure();
}

function loop(): void {
  let last = performance.now();
  const frame = (now: number) => {
    const seconds = Math.min(1, (now - last) / 1000);
    last = now;
    if (!busy && !document.hidden) {
      busy = true;
      picture(seconds, now)
        .catch(say)
        .finally(() => {
          busy = false;
        });
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Runs `act` when no picture is under way. */
async function between(act: () => Promise<void> | void): Promise<void> {
  while (busy) await new Promise((done) => setTimeout(done, 5));
  busy = true;
  try {
    await act();
  } catch (error) {
    say(error);
  } finally {
    busy = false;
  }
}

function setPlaying(now: boolean): void {
  playing = now;
  get('play').textContent = playing ? 'Pause' : 'Play';
}

function setTheme(name: 'dark' | 'light'): void {
  document.documentElement.dataset.theme = name;
  get('theme').textContent = name === 'dark' ? 'Light' : 'Dark';
  view?.theme(name);
  plot.draw();
}

function wire(): void {
  const passes = get<HTMLInputElement>('iterations');
  const showPasses = () => {
    get('iterations-value').textContent = passes.value;
  };
  passes.addEventListener('input', () => {
    showPasses();
    const iterations = Number(passes.value);
    for (const runner of runners) runner.simulation.setParameters({ iterations });
    remember();
  });
  showPasses();
  get('scene').addEventListener('change', () => {
    fillSizes();
    get<HTMLSelectElement>('solver').value = comparing() ? 'jacobi' : 'auto';
    remember();
    void between(start);
  });
  for (const id of ['size', 'solver']) {
    get(id).addEventListener('change', () => {
      remember();
      void between(start);
    });
  }
  get('substeps').addEventListener('change', () => {
    const substeps = Math.max(
      1,
      Math.min(20, Math.round(Number(get<HTMLInputElement>('substeps').value)) || 1),
    );
    get<HTMLInputElement>('substeps').value = String(substeps);
    for (const runner of runners) runner.simulation.setParameters({ substeps });
  });
  get('colour-by').addEventListener('change', () => {
    if (view) view.colourBy = get<HTMLSelectElement>('colour-by').value as ColourBy;
  });
  get('play').addEventListener('click', () => setPlaying(!playing));
  get('step').addEventListener('click', () => {
    setPlaying(false);
    void between(async () => {
      await Promise.all(runners.map((runner) => runner.simulation.step(1)));
      await measure();
    });
  });
  get('reset').addEventListener('click', () => void between(again));
  get('theme').addEventListener('click', () => {
    setTheme(dark() ? 'light' : 'dark');
    remember();
  });
  new ResizeObserver(fit).observe(canvas);
  steer(
    canvas,
    () => view,
    () => {
      touched = true;
    },
  );
  setInterval(() => {
    const [first, second] = runners;
    if (first && second && playing) {
      get('words').textContent =
        `${first.name} has let its chain stretch by ${percent(first.stretch)}; the exact one by ${percent(second.stretch)}.`;
    } else if (first?.measures) {
      get('words').textContent =
        `Largest gap ${length(first.measures.maxGap)} after ${first.measures.time.toFixed(0)} s.`;
    }
  }, 4000);
}

fillChoices();
setTheme(address.get('theme') === 'light' ? 'light' : 'dark');
wire();
setPlaying(playing);
start().then(loop, say);

declare global {
  interface Window {
    /** For tests and the curious. */
    lab: { runners: () => Runner[]; view: () => View | undefined };
  }
}
window.lab = { runners: () => runners, view: () => view };
