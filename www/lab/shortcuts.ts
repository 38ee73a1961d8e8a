// What the keys do here, and the sheet that lists them. Letters work anywhere on the page except where something is
// typed; arrows, zoom and Escape leave the page's own keys alone.
import { byId, make } from '../dom';
import { type Act, actOf, rowsOf } from '../keys';
import type { Signal } from './events';
import type { Folding } from './folding';
import type { Gallery } from './gallery';
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
  gallery: Gallery;
  why: Why;
}

export function listenToKeys(steered: Steered, changed: Signal): void {
  const { stage, time, folding, selection, touching, gallery, why } = steered;
  const dialog = byId<HTMLDialogElement>('sheet');
  const look = (act: () => void) => () => {
    act();
    stage.touch();
  };
  const turn = (right: number, up: number) => look(() => stage.view?.orbit(right, up));
  const zoom = (factor: number) =>
    look(() => stage.view?.zoom(factor, stage.canvas.width / 2, stage.canvas.height / 2));
  const acts: Partial<Record<Act, () => void>> = {
    play: () => time.toggle(),
    step: () => time.stepOnce(),
    restart: () => time.fromStart(),
    left: turn(TURN, 0),
    right: turn(-TURN, 0),
    up: turn(0, TURN),
    down: turn(0, -TURN),
    closer: zoom(CLOSER),
    farther: zoom(1 / CLOSER),
    everything: () => {
      stage.state.camera = null;
      stage.place();
      changed.tell();
    },
    next: () => void selection.move(1),
    before: () => void selection.move(-1),
    pin: () => selection.press('P'),
    cut: () => selection.press('X'),
    undo: () => touching.undo(),
    redo: () => touching.redo(),
    controls: () => folding.toggleControls(),
    scenes: () => gallery.show(),
    why: () => why.inspect(selection.body),
    joint: () => why.move(1),
    'joint-before': () => why.move(-1),
    worst: () => void why.worst(),
    leave: () => {
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
    if (!does || (onPicture.includes(act) && target !== stage.canvas)) return;
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
