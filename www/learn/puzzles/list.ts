// The puzzles, the easiest first.
import { advance } from './advance';
import { block } from './block';
import { colours } from './colours';
import { friction } from './friction';
import { gaps } from './gaps';
import { gather } from './gather';
import { guard } from './guard';
import { jacobi } from './jacobi';
import { kick } from './kick';
import { neighbours } from './neighbours';
import { place } from './place';
import { push } from './push';
import type { Puzzle } from './puzzle';
import { rotate } from './rotate';
import { soft } from './soft';
import { sum } from './sum';
import { symmetric } from './symmetric';
import { thomas } from './thomas';
import { turn } from './turn';

export const PUZZLES: Puzzle[] = [
  advance,
  guard,
  neighbours,
  kick,
  gaps,
  soft,
  push,
  friction,
  gather,
  rotate,
  turn,
  symmetric,
  jacobi,
  colours,
  place,
  block,
  sum,
  thomas,
];
