// Which keys there are, in the sheet's order, and what mouse and fingers do.
import { get } from './elements';
import type { Signal } from './events';
import type { Folding } from './folding';
import { listen, type Shortcut, sheet } from './keys';
import type { Selection } from './selection';
import type { Stage } from './stage';
import type { Time } from './time';
import type { Touching } from './touching';

/** Radians for one press of an arrow. */
const TURN = 0.1;

export interface Steered {
  stage: Stage;
  time: Time;
  folding: Folding;
  selection: Selection;
  touching: Touching;
}

export function listenToKeys(steered: Steered, changed: Signal): void {
  const { stage, time, folding, selection, touching } = steered;
  const dialog = get<HTMLDialogElement>('sheet');
  const turn = (right: number, up: number) => () => {
    stage.view?.orbit(right, up);
    stage.stale = true;
  };
  const zoom = (factor: number) => () => {
    stage.view?.zoom(factor, stage.canvas.width / 2, stage.canvas.height / 2);
    stage.stale = true;
  };
  const everything = () => {
    stage.state.camera = null;
    stage.place();
    changed.tell();
  };
  const choose = (by: number) => () => void selection.move(by);

  const shortcuts: Shortcut[] = [
    { keys: 'Space', what: 'Play or pause', on: [' '], act: () => time.toggle() },
    { keys: 'S', what: 'One frame', on: ['s', 'S'], act: () => time.stepOnce() },
    { keys: 'R', what: 'From the start', on: ['r', 'R'], act: () => time.fromStart() },
    { keys: 'C', what: 'Controls', on: ['c', 'C'], act: () => folding.toggleControls() },
    { keys: ', .', what: 'Choose the weight, then the bead before or after', on: [','], act: choose(-1) },
    { keys: 'P', what: 'Pin or unpin the chosen bead', on: ['p', 'P'], act: () => selection.press('P') },
    { keys: 'X', what: 'Cut a thread of the chosen bead', on: ['x', 'X'], act: () => selection.press('X') },
    { keys: 'Esc', what: 'Choose no bead', on: ['Escape'], act: () => selection.choose(null) },
    {
      keys: 'Ctrl Z',
      what: 'Undo a pin or a cut',
      on: ['z'],
      control: true,
      shift: false,
      act: () => touching.undo(),
    },
    {
      keys: 'Ctrl Shift Z',
      what: 'Do it again',
      on: ['Z', 'z', 'y'],
      control: true,
      act: () => touching.redo(),
    },
    {
      keys: '← ↑ → ↓',
      what: 'Turn the picture, when it has the focus',
      on: ['ArrowLeft'],
      canvas: true,
      act: turn(TURN, 0),
    },
    { keys: '+ −', what: 'Zoom in or out', on: ['+', '='], act: zoom(0.9) },
    { keys: 'F', what: 'Show everything again', on: ['f', 'F'], act: everything },
    { keys: '?', what: 'This sheet', on: ['?'], act: () => dialog.showModal() },
  ];
  /** The other halves of rows that name two keys. */
  const halves: Shortcut[] = [
    { keys: '', what: '', on: ['.'], act: choose(1) },
    { keys: '', what: '', on: ['ArrowRight'], canvas: true, act: turn(-TURN, 0) },
    { keys: '', what: '', on: ['ArrowUp'], canvas: true, act: turn(0, TURN) },
    { keys: '', what: '', on: ['ArrowDown'], canvas: true, act: turn(0, -TURN) },
    { keys: '', what: '', on: ['-', '_'], act: zoom(1.1) },
  ];
  listen([...shortcuts, ...halves], stage.canvas);
  sheet(dialog, shortcuts);
}
