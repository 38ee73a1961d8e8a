// The lab: copies of a scene, each with its solver and settings, in one picture; what they leave undone, in figures and plots. This
// file makes the parts and says which of them hears what; no part knows this one.
import type { Parameters } from '../beadwork';
import { byId } from '../dom';
import { Player } from '../player/player';
import { startTheme } from '../theme';
import { Acts } from './acts';
import { Address } from './address';
import { Bars } from './bars';
import { Building } from './building';
import { Dropping } from './drop/dropping';
import { Dropped } from './dropped';
import { Edits } from './edits';
import { Events } from './events';
import { Fallen } from './fallen';
import { Figures } from './figures';
import { Folding } from './folding';
import { Gallery, pictureOf } from './gallery';
import { Guess } from './guess';
import { Hand } from './hand';
import { Handles } from './handles';
import { Hint } from './hint';
import { offer } from './hooks';
import { Inviting } from './inviting';
import { Legend } from './legend';
import { Level } from './level';
import { Maker } from './make/maker';
import { openMade } from './make/open-made';
import { Messages } from './messages';
import { note } from './noting';
import { Opening } from './opening';
import { Panel } from './panel';
import { Passes } from './passes';
import { Plots } from './plots';
import { Race } from './race/race';
import { Readings } from './readings';
import { repairOf } from './repairs/list';
import { Repairs } from './repairs/repairs';
import { Selection } from './selection';
import { Sentence } from './sentence';
import { Servos } from './servos';
import { listenToKeys } from './shortcuts';
import { Stage } from './stage';
import { asksNothing, FILE, fromAddress } from './state';
import { showTable } from './table';
import { Taking } from './taking';
import { Time } from './time';
import { Touching } from './touching';
import { Truth } from './truth';
import { Why } from './why/why';
import { Words } from './words';

/** Where it stands still for those who want less motion, s. */
const STILL_AT = 3;
/** How often it is measured on the way there. */
const LOOKS = 12;

startTheme();
const query = new URLSearchParams(location.search);
const { state, sized, complaints } = fromAddress(query);
if (state.scene !== 'pendant')
  byId('poster').style.backgroundImage = state.scene === FILE ? 'none' : `url("${pictureOf(state.scene)}")`;

const events = new Events();
const readings = new Readings();
const messages = new Messages(byId('message'), byId('notice'), byId('loading'), byId('poster'));
const failed = (error: unknown) => building.fail(error);
const refused = (error: unknown) => messages.refuse(error);
const joined = () => events.joined.tell();

const player = new Player(byId<HTMLCanvasElement>('canvas'), {
  measured,
  drawn: async () => {
    time.showPace(state.speed);
    events.drawn.tell();
    maker.follow();
    await Promise.all([selection.follow(), handles.follow(), why.follow()]);
  },
  stepped: (): Promise<void> => stage.follow(),
  resized: () => stage.resized(),
  fell: () => {
    if (!stage.runners.every(({ gone }) => gone)) return;
    messages.say(`Beads left all bounds under ${stage.first?.title}; it begins again.`, 'non-finite');
    void again().catch(failed);
  },
  broke: failed,
  lost: (error) => messages.say(error.message, error.code),
  restored: () => {
    messages.say('The graphics device is back; everything goes on.');
    stage.retheme();
    stage.place(true);
  },
  refused: failed,
});
const stage = new Stage(player, state);
stage.described = repairOf(state.repair)?.scene ?? null;
const edits = new Edits(stage, events.changed);
const address = new Address(state);
const time: Time = new Time(player, asksNothing(query), {
  again,
  turned: (playing) => {
    if (!playing) sentence.say();
    maker.passed(stage.first?.measures?.time ?? 0, playing);
  },
  joined,
  failed,
});
/** The page as the state has it, anew. */
const reopen = () => {
  address.write();
  location.reload();
};

const building: Building = new Building(stage, player, messages, sized, {
  staged,
  built: stand,
  goesOn: () => time.setPlaying(time.playing),
  smooth: (beads) => {
    panel.smooth = beads;
  },
  settled: () => address.write(),
  reopen,
});

const folding = new Folding(table);
const touching = new Touching(edits, player, {
  joined,
  edited: async () => {
    servos.again();
    why.look();
    await selection.refresh();
    await player.measure();
    stage.touch();
    sentence.say();
  },
  refused,
});
const selection = new Selection(stage, edits, byId('rings'), byId('bead'), {
  pin: (body, fixed) => void touching.do({ kind: 'pin', body, fixed }),
  cut: (joint) => void touching.do({ kind: 'cut', joint }),
  why: (body) => why.choose({ body }),
  chosen: (body) => why.bodyChosen(body),
});
const panel = new Panel(byId('panel'), state, {
  parameters: set,
  rebuild: () => {
    joined();
    building.again();
  },
  speed: () => {
    time.showPace(state.speed);
    events.changed.tell();
  },
  colouring: () => {
    stage.colour();
    legend.show();
    events.changed.tell();
  },
  showing: () => {
    stage.show();
    events.changed.tell();
  },
  reopen,
  refused,
});
new Race(stage, events, byId('panel'), {
  rebuild: () => {
    joined();
    // a race may bring plots of its own
    plots.choose();
    building.again();
  },
  open: () => {
    if (folding.controlsFolded) folding.toggleControls();
  },
  refused,
});
const servos = new Servos(stage, edits, byId('panel'), { joined, refused });
const why: Why = new Why(stage, edits, servos, events, {
  joined,
  turned: (open) => {
    if (open) maker.close();
  },
  body: (body) => selection.choose(body),
  set: (joint, changes, refused) => void touching.do({ kind: 'set', joint, changes }, refused),
  cut: (joint) => void touching.do({ kind: 'cut', joint }),
});
const maker: Maker = new Maker(stage, player, events, {
  joined,
  staged,
  turned: (open) => {
    selection.choose(null);
    if (open) why.leave();
  },
  play: () => time.toggle(),
  pause: () => time.setPlaying(false),
  start: async () => {
    await again();
    return player.inTurn(() => stage.first!.simulation.describe());
  },
  stepped: () => {
    touching.instead = maker.active ? maker : null;
    touching.show();
    dropping.look();
  },
  said: (words) => messages.say(words),
  refused,
});
const dropping = new Dropping(stage, edits, player, events, byId('drop-bar'), byId('drop-switch'), {
  joined,
  drop: (drop, refused) => touching.do({ kind: 'drop', ...drop }, refused),
  touch: () => {
    set({ contacts: true });
    panel.show(stage.runners, stage.machineReason);
  },
  hindered: () =>
    maker.active
      ? 'Bodies of a scene that you make come from its sheet. Press Play, and drop things while you try it.'
      : '',
  said: (words) => messages.say(words),
});
new Acts(stage, edits, player, events, { act: (edit) => void touching.do(edit), refused });
const handles = new Handles(stage, servos, byId('handles'));
const plots = new Plots(
  byId('plots'),
  byId('plot-switches'),
  state,
  readings,
  events.measured,
  events.changed,
);
const passes = new Passes(stage, events, (iterations) => {
  set({ iterations });
  panel.show(stage.runners, stage.machineReason);
});
const sentence = new Sentence(stage, events, byId('words'), byId('aloud'));
const legend = new Legend(stage, events, byId('legend'));
const hint = new Hint(stage, events, byId('hint'));
new Figures(stage, events, byId('figures'), byId('names'));
new Bars(stage, events, byId('bars'));
const truth: Truth = new Truth(stage, events, byId('bars'), { again, failed });
new Level(stage, edits, events, byId('level'), byId('level-label'));
new Dropped(stage, events, byId('dropped'));
new Fallen(stage, edits, events, byId('fallen'));
const gallery = new Gallery(state, events.staged);
if (asksNothing(query)) new Inviting(byId('inviting'));
new Guess(stage, player, events, byId('guess'), byId('guess-verdict'), byId('guess-plot'), failed);
new Words(
  stage,
  events,
  {
    headline: byId('headline'),
    lede: byId('lede'),
    task: byId('task'),
    note: byId('note'),
    shut: byId<HTMLButtonElement>('shut-in-place'),
  },
  () => {
    set({ positions: 'auto', stabilisation: 'auto' });
    panel.show(stage.runners, stage.machineReason);
  },
);
const repairs = new Repairs(stage, events, byId('repair'));
new Taking(stage, player, readings, address, messages);
new Opening(stage, player, {
  joined,
  staged,
  opened: () => {
    messages.shown();
    player.seen = true;
    events.changed.tell();
  },
  said: (words) => messages.say(words),
  refused,
});
new Hand(stage, {
  touched: joined,
  isHeld: (body) => edits.pinned(body),
  holds: (body) => {
    if (maker.active) return;
    if (body === null) time.hold(false);
    repairs.held = body !== null;
    if (body !== null) truth.ends('hand');
    if (body !== null) hint.done();
  },
  pulls: () => {
    if (!maker.active) time.hold(true);
  },
  tapped: (body, at) => {
    if (maker.active || dropping.tapped(at)) return;
    void why.tapped(body);
    if (body !== null) hint.done();
  },
  looked: () => {
    if (!stage.view) return;
    const { target, yaw, pitch, distance } = stage.view.camera;
    state.camera = [...target, yaw, pitch, distance];
    events.changed.tell();
  },
});

events.changed.on(() => {
  stage.touch();
  address.remember();
});
events.joined.on(() => time.rest());
events.changed.on(recordPasses);
events.measured.on(() => {
  panel.show(stage.runners, stage.machineReason);
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
  byId(button).addEventListener('click', act);
listenToKeys({ stage, time, folding, selection, touching, dropping, gallery, why, maker }, events.changed);
offer(stage, player);
recordPasses();
legend.show();
time.setPlaying(time.playing);
void openMade(stage).then((refused) => building.begin([...complaints, ...refused]));

/** New copies stand on the stage. */
function staged(): void {
  edits.start();
  selection.start();
  touching.show();
  readings.start(stage.runners);
  panel.showOptions();
  servos.start();
  handles.start();
  why.start();
  events.staged.tell();
}

/** For those who want less motion: some seconds on, and there it stays. */
async function stand(): Promise<void> {
  if (!time.still || !stage.first) return;
  const { copies } = player;
  const frames = STILL_AT / state.parameters.timestep;
  for (let look = 1; look <= LOOKS; look++) {
    const recorded = look === LOOKS && player.byPass;
    if (recorded) await copies.measure(true);
    await copies.step(Math.round((look * frames) / LOOKS) - Math.round(((look - 1) * frames) / LOOKS));
    await player.measure();
    if (recorded) await copies.measure(false);
  }
  stage.touch();
  sentence.say();
}

/** All copies begin again. */
function again(): Promise<void> {
  return player.inTurn(async () => {
    player.copies.reset();
    player.rest();
    edits.again();
    servos.reset();
    readings.start(stage.runners);
    touching.show();
    why.look();
    await selection.refresh();
    await player.measure();
    stage.touch();
  });
}

async function measured(): Promise<void> {
  await stage.follow();
  await Promise.all([note(stage, edits, servos), truth.follow()]);
  readings.add(stage.runners, player.frameTime);
  events.measured.tell();
  const seconds = stage.first?.measures?.time ?? 0;
  time.passed(seconds);
  maker.passed(seconds, time.playing);
}

/** Dear, and so only while somebody looks at them. */
function recordPasses(): void {
  player.byPass = state.plots.includes('residual');
}

/** Changes what runs; throws what the simulation refuses, and nothing is changed then. */
function set(changes: Partial<Parameters>): void {
  joined();
  stage.setParameters(changes);
  Object.assign(state.parameters, changes);
  if (changes.solver) {
    // a solver may come with a split of its passes
    const { substeps, iterations } = stage.first!.simulation.parameters;
    if (stage.runners.length === 1) Object.assign(state.parameters, { substeps, iterations });
    readings.start(stage.runners);
    events.staged.tell();
  }
  passes.show();
  events.changed.tell();
  // while it runs the next measurement tells what `auto` chose
  if (!time.playing) void player.inTurn(() => player.measure()).catch(failed);
}

function table(): void {
  if (!folding.controlsFolded) showTable(byId('measures'), stage.runners, player.frameTime);
}
