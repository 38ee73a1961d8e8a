// What the keys do here, and the sheet that lists them. Letters work anywhere on the page except where something is
// typed; arrows, zoom and Escape leave the page's own keys alone.
import { byId, make } from '../dom';
import { type Act, actOf, rowsOf } from '../keys';
import type { Dropping } from './drop/dropping';
import type { Signal } from './events';
import type { Folding } from './folding';
import type { Gallery } from './gallery';
import type { Maker } from './make/maker';
import type { Selection } from './selection';
import type { Stage } from './stage';
import type { Time } from './time';
import type { Touching } from './touching';
import type { Why } from './why/why';

/** Radians for one press of an arrow. */
const TURN = 0.1;
/** Of the distance, for one press. */
const CLOSER = 0.9;

export interface Steered {
  stage: Stage;
  time: Time;
  folding: Folding;
  selection: Selection;
  touching: Touching;
  dropping: Dropping;
  gallery: Gallery;
  why: Why;
  maker: Maker;
}

export function listenToKeys(steered: Steered, changed: Signal): void {
  const { stage, time, folding, selection, touching, dropping, gallery, why, maker } = steered;
  const dialog = byId<HTMLDialogElement>('sheet');
  const look = (act: () => void) => () => {
    act();
    stage.touch();
  };
  const turn = (right: number, up: number) => look(() => stage.view?.orbit(right, up));
  const zoom = (factor: number) =>
    look(() => stage.view?.zoom(factor, stage.canvas.width / 2, stage.canvas.height / 2));
  /** The body that somebody makes a scene of goes a step, or the view turns. */
  const arrow = (right: number, up: number) => () => {
    if (!maker.nudge(right, up)) turn(-right * TURN, up * TURN)();
  };
  /** What a key does while somebody makes a scene, and else. */
  const either = (making: () => void, otherwise: () => void) => () => (maker.active ? making() : otherwise());
  const acts: Partial<Record<Act, () => void>> = {
    play: () => time.toggle(),
    step: () => time.stepOnce(),
    restart: () => time.fromStart(),
    left: arrow(-1, 0),
    right: arrow(1, 0),
    up: arrow(0, 1),
    down: arrow(0, -1),
    closer: zoom(CLOSER),
    farther: zoom(1 / CLOSER),
    everything: () => {
      stage.state.camera = null;
      stage.place();
      changed.tell();
    },
    next: either(
      () => maker.next(1),
      () => void selection.move(1),
    ),
    before: either(
      () => maker.next(-1),
      () => void selection.move(-1),
    ),
    pin: either(
      () => maker.pin(),
      () => selection.press('P'),
    ),
    cut: () => selection.press('X'),
    drop: () => dropping.press(),
    undo: () => touching.undo(),
    redo: () => touching.redo(),
    controls: () => folding.toggleControls(),
    scenes: () => gallery.show(),
    why: () => why.inspect(selection.body),
    joint: () => why.move(1),
    'joint-before': () => why.move(-1),
    worst: () => void why.worst(),
    make: () => maker.press(),
    duplicate: () => maker.duplicate(),
    delete: () => maker.remove(),
    leave: () => {
      if (dropping.close() || maker.leave()) return;
      selection.choose(null);
      why.leave();
    },
    help: () => dialog.showModal(),
  };
  /** Arrows scroll the page unless the picture has the focus. */
  const onPicture: Act[] = ['left', 'right', 'up', 'down'];

  addEventListener('keydown', (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const typing = target.matches('input:not([type="range"]), select, textarea, [contenteditable]');
    if (typing || document.querySelector('dialog[open]')) return;
    const act = actOf(event);
    const does = act && acts[act];
    const ofPicture = target === stage.canvas || (maker.active && target.closest('.make-bodies'));
    if (!does || (onPicture.includes(act) && !ofPicture)) return;
    if (act === 'duplicate' && !maker.active) return;
    // a button's own keys are its own
    if (event.key === ' ' && target.matches('button, summary, a, input')) return;
    // Escape also folds what is unfolded, and that is the browser's to do
    if (act !== 'leave') event.preventDefault();
    does();
  });
  sheet(dialog, Object.keys(acts) as Act[]);
}

function sheet(dialog: HTMLDialogElement, acts: Act[]): void {
  const rows = rowsOf(acts).map(({ shown, words }) =>
    make(
      'div',
      {},
      make('dt', {}, ...shown.split(' ').map((key) => make('kbd', {}, key))),
      make('dd', {}, words),
    ),
  );
  dialog.querySelector('[data-list]')!.replaceChildren(make('dl', {}, ...rows));
  dialog.addEventListener('click', (event) => {
    // the backdrop is the dialog itself
    if (event.target === dialog) dialog.close();
  });
}
