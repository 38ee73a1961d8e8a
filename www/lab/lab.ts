// The lab: copies of a scene, one solver for each, in one picture; what they leave undone, in figures and plots. This
// file makes the parts and says which of them hears what; no part knows this one.
import type { Parameters } from '../beadwork';
import { Pace } from '../pace';
import { startTheme } from '../theme';
import { Address } from './address';
import { Bars } from './bars';
import { Building } from './building';
import { comeBack } from './coming-back';
import { Edits } from './edits';
import { get } from './elements';
import { Events } from './events';
import { Fallen } from './fallen';
import { Figures } from './figures';
import { Folding } from './folding';
import { Guess } from './guess';
import { Hand } from './hand';
import { Hint } from './hint';
import { offer } from './hooks';
import { Legend } from './legend';
import { Level } from './level';
import { Measuring } from './measuring';
import { Messages } from './messages';
import { Opening } from './opening';
import { Panel } from './panel';
import { Passes } from './passes';
import { Plots } from './plots';
import { Queue } from './queue';
import { Readings } from './readings';
import { Selection } from './selection';
import { Sentence } from './sentence';
import { listenToKeys } from './shortcuts';
import { Stage } from './stage';
import { asksNothing, fromAddress } from './state';
import { pictureOf, Strip } from './strip';
import { showTable } from './table';
import { Taking } from './taking';
import { Time } from './time';
import { Touching } from './touching';
import { Words } from './words';

/** Where it stands still for those who want less motion, s. */
const STILL_AT = 3;

startTheme();
const query = new URLSearchParams(location.search);
const { state, sized, complaints } = fromAddress(query);
if (state.scene !== 'pendant') get('poster').style.backgroundImage = `url("${pictureOf(state.scene)}")`;

const events = new Events();
const queue = new Queue();
const pace = new Pace();
const readings = new Readings();
const messages = new Messages(get('message'), get('notice'), get('loading'), get('poster'));
const stage = new Stage(get<HTMLCanvasElement>('canvas'), state);
const edits = new Edits(stage, events.changed);
const address = new Address(state);
const measuring = new Measuring(stage, edits, readings, events.measured);

const failed = (error: unknown) => building.fail(error);
const refused = (error: unknown) => messages.refuse(error);
const joined = () => events.joined.tell();

const time: Time = new Time(stage, queue, pace, measuring, asksNothing(query), {
  blocked: () => messages.inTheWay,
  drawn: () => selection.follow(),
  again,
  lost: () =>
    messages.say(`Beads left all bounds under ${stage.first?.title}; it begins again.`, 'non-finite'),
  turned: (playing) => {
    if (!playing) sentence.say();
  },
  joined,
  failed,
});
const building: Building = new Building(stage, queue, messages, sized, {
  staged: async () => {
    await staged();
    if (!time.still) return;
    await measuring.runTo(STILL_AT);
    sentence.say();
  },
  drawn: async () => {
    await selection.follow();
    if (time.playing) time.start();
  },
  smooth: (beads) => {
    panel.smooth = beads;
  },
  settled: () => address.write(),
});

const folding = new Folding(table);
const touching = new Touching(edits, queue, {
  joined,
  edited: async () => {
    await selection.refresh();
    await measuring.now();
    sentence.say();
  },
  refused,
});
const selection = new Selection(stage, edits, get('rings'), get('bead'), {
  pin: (body, fixed) => touching.do({ kind: 'pin', body, fixed }),
  cut: (joint) => touching.do({ kind: 'cut', joint }),
});
const panel = new Panel(get('panel'), state, {
  parameters: set,
  rebuild: () => {
    joined();
    building.again();
  },
  speed: () => {
    time.showPace();
    events.changed.tell();
  },
  colouring: () => {
    stage.colour();
    legend.show();
    events.changed.tell();
  },
  refused,
});
const plots = new Plots(get('plots'), get('plot-switches'), state, readings, events.measured, events.changed);
const passes = new Passes(stage, events, (iterations) => {
  set({ iterations });
  panel.show(stage.runners);
});
const sentence = new Sentence(stage, events, get('words'), get('aloud'));
const legend = new Legend(stage, events, get('legend'));
const hint = new Hint(stage, events, get('hint'));
new Figures(stage, events, get('figures'), get('names'));
new Bars(stage, events, get('bars'));
new Level(stage, edits, events, get('level'), get('level-label'));
new Fallen(stage, edits, events, get('fallen'));
new Strip(get('strip'), state, events.staged);
new Guess(stage, queue, events, get('guess'), get('guess-verdict'), get('guess-plot'), failed);
new Words(
  stage,
  events,
  {
    headline: get('headline'),
    lede: get('lede'),
    task: get('task'),
    note: get('note'),
    substeps: get<HTMLButtonElement>('more-substeps'),
  },
  (substeps) => {
    set({ substeps });
    panel.show(stage.runners);
  },
);
new Taking(stage, queue, readings, address, messages);
new Opening(stage, queue, {
  joined,
  staged: async () => {
    messages.clear();
    await staged();
    stage.render();
    time.start();
    events.changed.tell();
  },
  said: (words) => messages.say(words),
  refused,
});
new Hand(stage, {
  touched: joined,
  holds: (body) => {
    time.hold(body !== null);
    if (body !== null) hint.done();
  },
  tapped: (body) => {
    selection.choose(body);
    if (body !== null) hint.done();
  },
  looked: () => {
    if (!stage.view) return;
    const { target, yaw, pitch, distance } = stage.view.camera;
    state.camera = [...target, yaw, pitch, distance];
    events.changed.tell();
  },
});

stage.drawn = () => events.drawn.tell();
events.changed.on(() => {
  stage.stale = true;
  address.remember();
});
events.joined.on(() => time.rest());
events.measured.on(() => {
  panel.show(stage.runners);
  table();
});
addEventListener('themechange', () => {
  stage.retheme();
  plots.redraw();
  address.write();
});
for (const [button, act] of [
  ['fallen-undo', () => touching.undo()],
  ['fallen-again', () => time.fromStart()],
] as const)
  get(button).addEventListener('click', act);
listenToKeys({ stage, time, folding, selection, touching }, events.changed);
comeBack(stage, time, pace, messages, failed);
offer(stage, queue);
legend.show();
time.setPlaying(time.playing);
void queue.run(() => building.begin(complaints));

/** New copies stand on the stage. */
async function staged(): Promise<void> {
  edits.start();
  selection.start();
  touching.show();
  readings.start(stage.runners);
  pace.rest();
  panel.showOptions();
  events.staged.tell();
  await measuring.now();
}

/** All copies begin again. */
async function again(): Promise<void> {
  stage.reset();
  edits.again();
  readings.start(stage.runners);
  pace.rest();
  touching.show();
  await selection.refresh();
  await measuring.now();
}

/** Changes what runs; throws what the simulation refuses, and nothing is changed then. */
function set(changes: Partial<Parameters>): void {
  joined();
  stage.setParameters(changes);
  Object.assign(state.parameters, changes);
  if (changes.solver) {
    readings.start(stage.runners);
    events.staged.tell();
  }
  passes.show();
  events.changed.tell();
  // while it runs the next measurement tells what `auto` chose
  if (!time.playing) void queue.run(() => measuring.now()).catch(failed);
}

function table(): void {
  if (!folding.controlsFolded) showTable(get('measures'), stage.runners, measuring.wall);
}
