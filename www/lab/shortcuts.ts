// Which keys there are, in the sheet's order.
import { get } from './elements';
import { listen, type Shortcut, sheet } from './keys';
import type { Lab } from './lab';

/** Radians a press of an arrow. */
const TURN = 0.1;

export function listenToKeys(lab: Lab): void {
  const { stage, time, folding, selection, touching } = lab;
  const dialog = get<HTMLDialogElement>('sheet');
  const turn = (right: number, up: number) => () => {
    stage.view?.orbit(right, up);
    stage.stale = true;
  };
  const closer = (factor: number) => () => {
    stage.view?.zoom(factor, stage.canvas.width / 2, stage.canvas.height / 2);
    stage.stale = true;
  };
  const everything = () => {
    lab.state.camera = null;
    stage.place();
    lab.address.remember();
  };

  const shortcuts: Shortcut[] = [
    { keys: 'Space', what: 'Play or pause', on: [' '], act: () => time.toggle() },
    { keys: 'S', what: 'One frame', on: ['s', 'S'], act: () => time.stepOnce() },
    { keys: 'R', what: 'From the start', on: ['r', 'R'], act: () => time.fromStart() },
    { keys: 'C', what: 'Controls', on: ['c', 'C'], act: () => folding.toggleControls() },
    { keys: ', .', what: 'Choose the bead before or after', on: [','], act: () => selection.move(-1) },
    { keys: 'P', what: 'Pin or unpin the chosen bead', on: ['p', 'P'], act: () => selection.press('P') },
    { keys: 'X', what: 'Cut the thread of the chosen bead', on: ['x', 'X'], act: () => selection.press('X') },
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
      what: 'Redo it',
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
    { keys: '+ −', what: 'Come closer, go away', on: ['+', '='], act: closer(0.9) },
    { keys: 'F', what: 'Bring everything into the picture', on: ['f', 'F'], act: everything },
    { keys: 'Esc', what: 'Let the bead go', on: ['Escape'], act: () => selection.choose(null) },
    { keys: '?', what: 'This sheet', on: ['?'], act: () => dialog.showModal() },
  ];
  /** The other halves of rows that name two keys. */
  const halves: Shortcut[] = [
    { keys: '', what: '', on: ['.'], act: () => selection.move(1) },
    { keys: '', what: '', on: ['ArrowRight'], canvas: true, act: turn(-TURN, 0) },
    { keys: '', what: '', on: ['ArrowUp'], canvas: true, act: turn(0, TURN) },
    { keys: '', what: '', on: ['ArrowDown'], canvas: true, act: turn(0, -TURN) },
    { keys: '', what: '', on: ['-', '_'], act: closer(1.1) },
  ];
  listen([...shortcuts, ...halves], stage.canvas);
  sheet(dialog, shortcuts);
}
