// The keys of every picture, in the element and in the lab: one table, of which each takes what it has.

export type Act =
  | 'play'
  | 'step'
  | 'restart'
  | 'left'
  | 'up'
  | 'right'
  | 'down'
  | 'closer'
  | 'farther'
  | 'everything'
  | 'hold'
  | 'next'
  | 'before'
  | 'pin'
  | 'cut'
  | 'drop'
  | 'why'
  | 'joint'
  | 'joint-before'
  | 'worst'
  | 'make'
  | 'duplicate'
  | 'delete'
  | 'undo'
  | 'redo'
  | 'controls'
  | 'scenes'
  | 'leave'
  | 'help';

export interface Row {
  /** As people see it: keys with a space between. */
  shown: string;
  words: string;
  /** What each of `KeyboardEvent.key` does, in small letters. */
  on: Record<string, Act>;
  /** Together with Ctrl, or the command key of a Mac. */
  control?: boolean;
}

const ROWS: Row[] = [
  { shown: 'Space', words: 'Play or pause', on: { ' ': 'play' } },
  { shown: '.', words: 'One frame', on: { '.': 'step' } },
  { shown: 'R', words: 'From the start', on: { r: 'restart' } },
  {
    shown: 'Arrows',
    words: 'Turn, or move the held bead',
    on: { arrowleft: 'left', arrowup: 'up', arrowright: 'right', arrowdown: 'down' },
  },
  {
    shown: '+ −',
    words: 'Zoom',
    on: { '+': 'closer', '=': 'closer', '-': 'farther', _: 'farther' },
  },
  { shown: 'F', words: 'Show everything', on: { f: 'everything' } },
  { shown: 'N B', words: 'Choose the next bead, or the one before', on: { n: 'next', b: 'before' } },
  { shown: 'G', words: 'Hold a bead', on: { g: 'hold' } },
  { shown: 'P', words: 'Pin or unpin the chosen bead', on: { p: 'pin' } },
  { shown: 'X', words: 'Cut a thread of the chosen bead', on: { x: 'cut' } },
  {
    shown: 'D',
    words: 'Drop what is chosen at the pointer, or in the middle of the picture',
    on: { d: 'drop' },
  },
  { shown: 'I', words: 'See why: what the chosen bead or joint bears', on: { i: 'why' } },
  { shown: 'J K', words: 'Choose the next joint, or the one before', on: { j: 'joint', k: 'joint-before' } },
  { shown: 'W', words: 'Find the worst joint', on: { w: 'worst' } },
  { shown: 'M', words: 'Make a scene, or try it, or go back to making it', on: { m: 'make' } },
  {
    shown: 'Delete',
    words: 'Delete the chosen body or joint of the scene that you make',
    on: { delete: 'delete', backspace: 'delete' },
  },
  { shown: 'Ctrl D', words: 'Duplicate its chosen body', on: { d: 'duplicate' }, control: true },
  {
    shown: 'Ctrl Z',
    words: 'Undo a pin, a cut, a drop, or a change of a joint or of what you make',
    on: { z: 'undo' },
    control: true,
  },
  { shown: 'Ctrl Y', words: 'Do it again', on: { y: 'redo' }, control: true },
  { shown: 'C', words: 'Open or close the controls', on: { c: 'controls' } },
  { shown: 'S', words: 'Show all scenes', on: { s: 'scenes' } },
  { shown: 'Esc', words: 'Release or leave', on: { escape: 'leave' } },
  { shown: '?', words: 'Show these keys', on: { '?': 'help' } },
];

/** The rows of what can be done somewhere, in the order of the table. */
export function rowsOf(acts: readonly Act[]): Row[] {
  return ROWS.filter(({ on }) => Object.values(on).some((act) => acts.includes(act)));
}

/** What a key does; null where it is no key of ours. */
export function actOf(event: KeyboardEvent): Act | null {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (event.altKey) return null;
  if (control && event.shiftKey && key === 'z') return 'redo';
  const row = ROWS.find(({ on, control: held = false }) => held === control && Object.hasOwn(on, key));
  return row?.on[key] ?? null;
}
