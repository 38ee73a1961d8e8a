// The lab: copies of a scene, a solver each, in one picture; what they leave undone, in figures and plots.
import { BeadworkError, init, type Parameters, type SceneDescription } from '../beadwork';
import { snippet } from '../element/snippet';
import { Pace } from '../pace';
import { watchDevice } from '../recovery';
import { startTheme } from '../theme';
import { joules, metres, speed } from '../units';
import { Edits } from './edits';
import { Figures } from './figures';
import { Hand } from './hand';
import { listen, type Shortcut, sheet } from './keys';
import { Messages } from './messages';
import { Panel } from './panel';
import { project } from './placing';
import { Plots } from './plots';
import { Queue } from './queue';
import { Readings } from './readings';
import { isRecording, playBack, Tape } from './recording';
import { Selection } from './selection';
import { fitting, measurePace, remembered } from './size';
import { type Runner, Stage } from './stage';
import { DEFAULTS, FILE, fromAddress, type LabState, SIZES, toAddress } from './state';
import { acceptDrops, clip, readFile, save, shown, text } from './take-away';
import { count, milliseconds } from './units';

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

/** The first view begins again after so many seconds until somebody takes part. */
const AGAIN_AFTER = 12;
/** Where it stands still for those who want less motion, s. */
const STILL_AT = 3;
const MEASURE_EVERY = 250;
/** Between two writings of the address, ms: browsers allow a hundred in half a minute. */
const ADDRESS_EVERY = 400;

startTheme();
const opened = fromAddress(new URLSearchParams(location.search));
const state: LabState = opened.state;
const canvas = get<HTMLCanvasElement>('canvas');
const stage = new Stage(canvas, state);
const queue = new Queue();
const pace = new Pace();
const readings = new Readings();
const messages = new Messages(get('message'), get('notice'), get('loading'));
const edits = new Edits(stage);
const figures = new Figures(state, stage, {
  headline: get('headline'),
  lede: get('lede'),
  figures: get('figures'),
  words: get('words'),
});
const plots = new Plots(get('plots'), get('plot-switches'), state, readings, () => {
  remember();
  stage.stale = true;
});
const still = matchMedia('(prefers-reduced-motion: reduce)');

let playing = !still.matches;
let held = false;
/** The page as nobody has asked it to be: it shows its point again and again. */
let showing = location.search.replace(/^\?(theme=\w+)?$/, '') === '';
let sized = opened.sized;
let measuredAt = 0;
let wall = 0;
let frameRequest = 0;

// --- what is on screen is in the address

let addressTimer: ReturnType<typeof setTimeout> | undefined;

function remember(): void {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, ADDRESS_EVERY);
}

function writeAddress(): void {
  clearTimeout(addressTimer);
  const query = new URLSearchParams(toAddress(state));
  const theme = new URLSearchParams(location.search).get('theme');
  if (theme) query.set('theme', document.documentElement.dataset.theme ?? theme);
  const search = query.size > 0 ? `?${query}` : '';
  if (search !== location.search) history.replaceState(null, '', location.pathname + search + location.hash);
}

// --- building and measuring

/** So many beads fill the picture's corners. */
const CROWD = 2000;

/** Where the headline would stand on beads it gets a place of its own. */
function makeRoom(): void {
  const beside = document.body.classList.contains('with-controls') && innerWidth < 1600;
  const copies = stage.runners.length;
  const beads = stage.first?.simulation.bodyCount ?? 0;
  const wide = copies > 2 || (state.scene !== 'pendant' && (copies > 1 || beads > CROWD));
  document.querySelector('main')!.classList.toggle('full', beside || wide);
}

function afresh(): void {
  makeRoom();
  edits.start();
  selection.start();
  readings.start(stage.runners);
  pace.rest();
  figures.start();
  panel.showOptions();
  get('passes').classList.toggle('off', !stage.runners.some(({ iterative }) => iterative));
}

async function build(): Promise<void> {
  messages.clear();
  document.body.classList.remove('without-picture');
  try {
    const sizes = SIZES[state.scene];
    if (sizes && !sized) await chooseSize(sizes);
    const refused = await stage.build();
    if (!get('loading').hidden) messages.loading('picture');
    if (refused.length > 0) {
      messages.say(refused.join(' '), 'not-applicable');
      state.compare = state.compare.filter((name) => stage.runners.some(({ solver }) => solver === name));
    }
    sized = true;
    afresh();
    await measure();
    if (still.matches && !playing) await runTo(STILL_AT);
    stage.render();
    if (playing) startLoop();
  } catch (error) {
    fail(error);
  }
  writeAddress();
}

/** Without a picture between, but with the plots' points. */
async function runTo(time: number): Promise<void> {
  const { timestep } = state.parameters;
  const frames = Math.max(1, Math.round(MEASURE_EVERY / 1000 / timestep));
  for (let left = Math.round(time / timestep); left > 0; left -= frames) {
    await stage.step(Math.min(frames, left));
    await measure();
  }
  figures.say();
}

/** On the first visit by measuring, after that by what was measured then. */
async function chooseSize(sizes: number[]): Promise<void> {
  const { beads = 1 } = state.options;
  panel.smooth = remembered() ?? (await measurePace(stage, sizes, beads));
  state.options.chains = fitting(sizes, beads, panel.smooth);
}

function fail(thrown: unknown): void {
  const remedies = new Map([
    [
      'not-applicable',
      {
        text: 'Let it choose the solver',
        act: () => {
          Object.assign(state.parameters, { solver: 'auto', execution: 'auto' });
          void queue.run(build);
        },
      },
    ],
  ]);
  const error = thrown instanceof BeadworkError ? thrown : null;
  // what there is comes back by itself, or `refused` says that it does not
  if (error?.code === 'device-lost' && stage.view) return;
  document.body.classList.add('without-picture');
  messages.fail(thrown, () => void queue.run(build), remedies.get(error?.code ?? ''));
}

/** Recording every pass is dear: it is switched on for the step before a measurement, and off again by it. */
let recording = false;

async function record(): Promise<void> {
  if (recording || !state.plots.includes('residual')) return;
  recording = true;
  await stage.measure(true);
}

async function measure(): Promise<void> {
  measuredAt = performance.now();
  recording = false;
  await stage.measure(false);
  readings.add(stage.runners, wall);
  plots.update();
  figures.update();
  panel.show(stage.runners);
  showMeasures();
}

function showMeasures(): void {
  if (isFolded('controls')) return;
  const [first] = stage.runners;
  const measures = first?.measures;
  if (!measures) return;
  const stages = Object.values(measures.stageMilliseconds);
  const rows: [string, string][] = [
    ['Time', `${measures.time.toFixed(1)} s`],
    ['Beads', stage.runners.map(({ simulation }) => count(simulation.bodyCount)).join(' + ')],
    ['Solved by', measures.execution.replaceAll('_', ' ')],
    ['Largest gap', metres(measures.maxGap)],
    ['Residual', speed(measures.residual)],
    ['Moving energy', joules(measures.kineticEnergy)],
    [
      'Substep on the device',
      stages.length ? milliseconds(stages.reduce((sum, ms) => sum + ms, 0)) : 'not told',
    ],
    ['Frame by the clock', milliseconds(wall)],
  ];
  get('measures').replaceChildren(
    ...rows.map(([name, value]) => {
      const row = document.createElement('div');
      row.append(
        Object.assign(document.createElement('dt'), { textContent: name }),
        Object.assign(document.createElement('dd'), { textContent: value }),
      );
      return row;
    }),
  );
}

async function again(): Promise<void> {
  stage.reset();
  edits.forget();
  readings.start(stage.runners);
  pace.rest();
  await selection.refresh();
  showUndo();
  await measure();
}

// --- time

function startLoop(): void {
  cancelAnimationFrame(frameRequest);
  let last = performance.now();
  const frame = (now: number) => {
    frameRequest = requestAnimationFrame(frame);
    if (queue.busy || document.hidden) return;
    const seconds = Math.min(0.25, Math.max(0, (now - last) / 1000));
    last = now;
    void queue.run(() => picture(seconds)).catch(fail);
  };
  frameRequest = requestAnimationFrame(frame);
}

async function picture(seconds: number): Promise<void> {
  const { view, first } = stage;
  if (!view || !first || !get('message').hidden) return;
  const start = performance.now();
  const moving = view.advance(seconds);
  const frames = playing || held ? pace.frames(seconds * state.speed, state.parameters.timestep) : 0;
  if (frames > 0) {
    const due = performance.now() - measuredAt > MEASURE_EVERY;
    if (due) await record();
    const began = performance.now();
    await stage.step(frames);
    wall = (performance.now() - began) / frames;
    if (due) await measure();
    if (stage.runners.every(({ gone }) => gone)) {
      messages.say(`Beads left all bounds under ${first.title}; it begins again.`, 'non-finite');
      await again();
    } else if (showing && (first.measures?.time ?? 0) > AGAIN_AFTER) await again();
  }
  showPace();
  if (!stage.stale && !moving) return;
  stage.render();
  await selection.follow();
  if (playing) stage.note(performance.now() - start);
}

function showPace(): void {
  const slow = get('slow');
  const words = [
    state.speed < 1 ? `1/${1 / state.speed} speed` : '',
    playing && pace.slow ? 'slow motion: this machine needs more time than passes' : '',
  ].filter(Boolean);
  const sentence = words.join(', ');
  slow.hidden = sentence === '';
  if (slow.textContent !== sentence) slow.textContent = sentence;
}

function setPlaying(now: boolean): void {
  playing = now;
  pace.rest();
  get('play').textContent = playing ? 'Pause' : 'Play';
  get('start').hidden = playing || !still.matches;
  startLoop();
}

function stepOnce(): void {
  takePart();
  setPlaying(false);
  void queue
    .run(async () => {
      await record();
      await stage.step(1);
      await measure();
    })
    .catch(fail);
}

/** From here on the page is the visitor's. */
function takePart(): void {
  showing = false;
  get('hint').classList.add('done');
}

// --- parameters

function setParameters(changes: Partial<Parameters>): void {
  takePart();
  stage.setParameters(changes);
  Object.assign(state.parameters, changes);
  if (changes.solver) {
    figures.start();
    readings.start(stage.runners);
    get('passes').classList.toggle('off', !stage.runners.some(({ iterative }) => iterative));
  }
  if (changes.iterations !== undefined) showPasses();
  figures.update();
  remember();
  // while it runs the next measurement tells what `auto` chose
  if (!playing) void queue.run(measure).catch(fail);
}

function showPasses(): void {
  get<HTMLInputElement>('iterations').value = String(state.parameters.iterations);
  get('iterations-value').textContent = String(state.parameters.iterations);
}

const panel = new Panel(get('panel'), state, {
  parameters: setParameters,
  rebuild() {
    takePart();
    stage.described = state.scene === FILE ? stage.described : null;
    sized = sized || !(state.scene in SIZES);
    void queue.run(build);
  },
  speed() {
    showPace();
    remember();
  },
  colouring() {
    stage.colour();
    remember();
  },
  refused: (error) => messages.refuse(error),
});

// --- the bead under the hand

function edit(act: () => Promise<unknown>): void {
  takePart();
  void queue
    .run(async () => {
      await act();
      await selection.refresh();
      showUndo();
      await measure();
    })
    .catch((error) => messages.refuse(error));
}

const selection = new Selection(stage, edits, get('rings'), get('bead'), {
  pin: (body, fixed) => edit(() => edits.do({ kind: 'pin', body, fixed })),
  cut: (joint) => edit(() => edits.do({ kind: 'cut', joint })),
});

function showUndo(): void {
  get<HTMLButtonElement>('undo').disabled = !edits.canUndo;
  get<HTMLButtonElement>('redo').disabled = !edits.canRedo;
}

new Hand(stage, {
  touched: takePart,
  holds(body) {
    held = body !== null;
    pace.rest();
    startLoop();
  },
  tapped: (body) => selection.choose(body),
  looked() {
    if (!stage.view) return;
    const { target, yaw, pitch, distance } = stage.view.camera;
    state.camera = [...target, yaw, pitch, distance];
    stage.stale = true;
    remember();
  },
});

// --- taking away

function take(act: () => Promise<void> | void): void {
  Promise.resolve()
    .then(act)
    .catch((error) => messages.refuse(error));
}

function name(extension: string): string {
  return `beadwork-${state.scene}.${extension}`;
}

/** A scene may bring its own; one that makes no sense is refused with the rest of the scene. */
function gravityOf({ gravity }: SceneDescription): Parameters['gravity'] {
  const sound = Array.isArray(gravity) && gravity.length === 3 && gravity.every(Number.isFinite);
  return sound ? [...gravity] : [...DEFAULTS.gravity];
}

async function openFile(file: File): Promise<void> {
  takePart();
  const contents = await readFile(file);
  await queue.run(async () => {
    const played = isRecording(contents) ? await playBack(contents) : undefined;
    const scene = played?.scene ?? (contents as SceneDescription);
    const before = { scene: state.scene, options: state.options, parameters: { ...state.parameters } };
    const described = stage.described;
    state.scene = FILE;
    state.options = {};
    state.camera = null;
    stage.described = scene;
    state.parameters.gravity = gravityOf(scene);
    try {
      await stage.build();
    } catch (error) {
      stage.described = described;
      Object.assign(state, before);
      throw error;
    }
    messages.clear();
    afresh();
    await measure();
    stage.render();
    startLoop();
    remember();
    messages.say(played?.words ?? `${file.name} is open; it has no address, so keep the file.`);
  });
}

const tape = new Tape();

function wireTaking(): void {
  get('take-png').addEventListener('click', () =>
    take(async () => {
      if (stage.view) save(await stage.view.screenshot(), name('png'));
    }),
  );
  get('take-webm').addEventListener('click', () =>
    take(async () => {
      const button = get<HTMLButtonElement>('take-webm');
      button.disabled = true;
      messages.say('Recording for 5 s; what moves is in it.');
      try {
        save(await clip(canvas), name('webm'));
      } finally {
        button.disabled = false;
      }
    }),
  );
  get('take-csv').addEventListener('click', () =>
    take(() => save(text(readings.csv(state.plots), 'text/csv'), name('csv'))),
  );
  get('take-json').addEventListener('click', () =>
    take(async () => {
      const scene = await queue.run(() => stage.first?.simulation.describe());
      if (scene) save(text(`${JSON.stringify(scene, null, 1)}\n`, 'application/json'), name('json'));
    }),
  );
  get('take-recording').addEventListener('click', () =>
    take(async () => {
      const button = get('take-recording');
      try {
        const recording = await queue.run(async () => {
          if (tape.running) return tape.stop();
          if (stage.first) tape.start(stage.first.simulation);
        });
        if (recording) save(text(JSON.stringify(recording), 'application/json'), name('recording.json'));
        else messages.say('Recording every change of the first copy, until you stop it.');
      } finally {
        button.textContent = tape.running ? 'Stop, and keep the recording' : 'Recording';
        button.setAttribute('aria-pressed', String(tape.running));
      }
    }),
  );
  get('take-link').addEventListener('click', () =>
    take(async () => {
      writeAddress();
      await navigator.clipboard.writeText(location.href);
      messages.say('The address is on the clipboard; it opens what you see.');
    }),
  );
  get('take-embed').addEventListener('click', () => {
    const lines = get('snippet');
    lines.textContent = snippet(shown(state, name('json')));
    lines.hidden = !lines.hidden;
    if (lines.hidden) return;
    lines.focus();
    getSelection()?.selectAllChildren(lines);
  });
  get<HTMLInputElement>('open').addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    input.value = '';
    if (file) take(() => openFile(file));
  });
  acceptDrops(
    (over) => {
      get('drop').hidden = !over;
    },
    (file) => take(() => openFile(file)),
  );
}

// --- buttons and keys

const isFolded = (part: string) => get(part).hidden !== false;

function fold(button: string, part: string, open: boolean): void {
  get(part).hidden = !open;
  get(button).setAttribute('aria-expanded', String(open));
}

function foldControls(open: boolean): void {
  fold('controls-switch', 'controls', open);
  document.body.classList.toggle('with-controls', open);
  makeRoom();
  showMeasures();
  if (open) get('controls').querySelector<HTMLElement>('select')?.focus({ preventScroll: true });
  else get('controls-switch').focus();
}

const turn = (right: number, up: number) => () => {
  stage.view?.orbit(right, up);
  stage.stale = true;
};
const closer = (factor: number) => () => {
  stage.view?.zoom(factor, canvas.width / 2, canvas.height / 2);
  stage.stale = true;
};

const shortcuts: Shortcut[] = [
  { keys: 'Space', what: 'Play or pause', on: [' '], act: () => togglePlay() },
  { keys: 'S', what: 'One frame', on: ['s', 'S'], act: stepOnce },
  { keys: 'R', what: 'From the start', on: ['r', 'R'], act: () => fromStart() },
  { keys: 'C', what: 'Controls', on: ['c', 'C'], act: () => foldControls(isFolded('controls')) },
  { keys: ', .', what: 'Choose the bead before or after', on: [','], act: () => selection.move(-1) },
  { keys: 'P', what: 'Pin or unpin the chosen bead', on: ['p', 'P'], act: () => selection.press('P') },
  { keys: 'X', what: 'Cut the thread of the chosen bead', on: ['x', 'X'], act: () => selection.press('X') },
  {
    keys: 'Ctrl Z',
    what: 'Undo a pin or a cut',
    on: ['z'],
    control: true,
    shift: false,
    act: () => edit(() => edits.undo()),
  },
  {
    keys: 'Ctrl Shift Z',
    what: 'Redo it',
    on: ['Z', 'z', 'y'],
    control: true,
    act: () => edit(() => edits.redo()),
  },
  {
    keys: '← ↑ → ↓',
    what: 'Turn the picture, when it has the focus',
    on: ['ArrowLeft'],
    canvas: true,
    act: turn(0.1, 0),
  },
  { keys: '+ −', what: 'Come closer, go away', on: ['+', '='], act: closer(0.9) },
  { keys: 'F', what: 'Bring everything into the picture', on: ['f', 'F'], act: () => frameAll() },
  { keys: 'Esc', what: 'Let the bead go', on: ['Escape'], act: () => selection.choose(null) },
  { keys: '?', what: 'This sheet', on: ['?'], act: () => get<HTMLDialogElement>('sheet').showModal() },
];
/** The other halves of rows that name two keys. */
const halves: Shortcut[] = [
  { keys: '', what: '', on: ['.'], act: () => selection.move(1) },
  { keys: '', what: '', on: ['ArrowRight'], canvas: true, act: turn(-0.1, 0) },
  { keys: '', what: '', on: ['ArrowUp'], canvas: true, act: turn(0, 0.1) },
  { keys: '', what: '', on: ['ArrowDown'], canvas: true, act: turn(0, -0.1) },
  { keys: '', what: '', on: ['-', '_'], act: closer(1.1) },
];

function togglePlay(): void {
  takePart();
  setPlaying(!playing);
  if (!playing) figures.say();
}

function fromStart(): void {
  takePart();
  void queue.run(again).catch(fail);
  startLoop();
}

function frameAll(): void {
  state.camera = null;
  stage.place();
  remember();
}

function wire(): void {
  get('play').addEventListener('click', togglePlay);
  get('start').addEventListener('click', togglePlay);
  get('step').addEventListener('click', stepOnce);
  get('reset').addEventListener('click', fromStart);
  get('undo').addEventListener('click', () => edit(() => edits.undo()));
  get('redo').addEventListener('click', () => edit(() => edits.redo()));
  get('controls-switch').addEventListener('click', () => foldControls(isFolded('controls')));
  get('controls-close').addEventListener('click', () => foldControls(false));
  get('take-switch').addEventListener('click', () => fold('take-switch', 'take', isFolded('take')));
  get('help').addEventListener('click', () => get<HTMLDialogElement>('sheet').showModal());
  get<HTMLInputElement>('iterations').addEventListener('input', (event) => {
    setParameters({ iterations: (event.target as HTMLInputElement).valueAsNumber });
    panel.show(stage.runners);
  });
  listen([...shortcuts, ...halves], canvas);
  sheet(get<HTMLDialogElement>('sheet'), shortcuts);
  addEventListener('themechange', () => {
    stage.retheme();
    plots.redraw();
    writeAddress();
  });
  document.addEventListener('visibilitychange', () => pace.rest());
  wireTaking();
}

// --- the page begins, and comes back

watchDevice({
  lost: (error) => messages.say(error.message, error.code),
  restored() {
    messages.say('The graphics device is back; everything goes on.');
    stage.retheme();
    stage.place(true);
  },
  refused: (error) => fail(error),
});

async function begin(): Promise<void> {
  messages.loading('download');
  try {
    await init();
    messages.loading('compile');
    await build();
  } catch (error) {
    fail(error);
  }
  messages.loading(null);
  for (const complaint of opened.complaints) messages.say(complaint, 'parameter');
}

wire();
showPasses();
setPlaying(playing);
addEventListener('pageshow', (event) => {
  // back through the browser's history: the page as it was, and no time has passed
  if (event.persisted) {
    pace.rest();
    stage.stale = true;
    startLoop();
  }
});
void queue.run(begin);

async function placeOf(body: number): Promise<{ x: number; y: number }> {
  const { first, view, layout } = stage;
  if (!first || !view) throw new BeadworkError('busy', 'There is no picture yet.');
  const { positions } = await first.simulation.readState();
  const offset = layout?.offsets[0] ?? [0, 0, 0];
  const point = [0, 1, 2].map((axis) => positions[3 * body + axis]! + offset[axis]!);
  const [x, y] = project(view.camera, point, stage.aspect);
  const box = canvas.getBoundingClientRect();
  return { x: box.left + x * box.width, y: box.top + y * box.height };
}

declare global {
  interface Window {
    /** For tests and the curious. */
    lab: {
      runners: () => Runner[];
      view: () => Stage['view'];
      state: () => LabState;
      /** Resolves when nothing is under way any more. */
      idle: () => Promise<void>;
      /** Where a bead of the first copy is on the page, CSS pixels. */
      place: (body: number) => Promise<{ x: number; y: number }>;
    };
  }
}
window.lab = {
  runners: () => stage.runners,
  view: () => stage.view,
  state: () => structuredClone(state),
  idle: () => queue.run(() => undefined),
  place: (body) => queue.run(() => placeOf(body)),
};
