// The third figure of chapter 18: a whip with stops, and Newton's method on which of them push, round by round.
import { get } from '../dom';
import { asking, tellAsked } from './18-ask';
import { clamped, floorOf, opening, type Round, round, rounds, type Side, type Stop } from './18-newton';
import { DEGREES, fallen, type Limits, RANGE, STEP, sceneOf, type Whip, whip } from './18-person';
import { limb, look, type Sight, seen } from './18-picture';
import type { Body, Pin, Velocity } from './18-plane';
import { format, setLive } from './bind';
import { right, task, wrong } from './exercise';
import { plot } from './plot';
import { svg } from './svg';

const SIGHT: Sight = { left: -0.5, top: 0.1, width: 1.1, height: 1.74, scale: 230 };
/** m: how long a stop is drawn. */
const REACH = 0.24;
/** J above the lowest: what is less is rounding. */
const LEAST = 1e-6;
/** Rounds before the page says that it goes in circles. */
const MOST = 12;

const form = get<HTMLFormElement>('#whip');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
type Way = 'search' | 'flips' | 'clamp';
const way = () => field('way') as Way;
const ask = asking();

export interface Case {
  tree: Whip;
  free: Velocity[];
  stops: Stop[];
}

/** A stop may just be reached in this step. The nail has none. */
export function caseOf(throwing: number): Case {
  const tree = whip(throwing);
  const stops = tree.pins.map((pin, l): Stop => {
    const gamma = floorOf(tree, l);
    if (pin.parent < 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, gamma };
    return {
      low: (-RANGE * DEGREES - tree.turned[l]!) / STEP,
      high: (RANGE * DEGREES - tree.turned[l]!) / STEP,
      gamma,
    };
  });
  return { tree, free: fallen(tree, tree.velocities), stops };
}

const limitsOf = ({ tree }: Case): Limits =>
  tree.pins.map((pin, l) =>
    pin.parent < 0 ? null : [-RANGE * DEGREES - tree.turned[l]!, RANGE * DEGREES - tree.turned[l]!],
  );

let now: Case;
let taken: Round[] = [];

const NONE: Side[] = [0, 0, 0, 0, 0];
const same = (a: readonly Side[], b: readonly Side[]) => a.every((side, l) => side === b[l]);

/** A set of stops that was tried before. */
const circles = () =>
  way() === 'flips' &&
  !taken.at(-1)?.ends &&
  taken.length > 0 &&
  taken.some(({ guess }) => same(guess, taken.at(-1)!.found));

const over = () =>
  way() === 'clamp' ? taken.length >= 2 : (taken.at(-1)?.ends ?? false) || taken.length >= MOST;

function takeRound(): void {
  const { tree, free, stops } = now;
  const last = taken.at(-1) ?? null;
  if (way() === 'clamp' && last) {
    const { velocities } = clamped(tree, free, stops);
    taken.push({ ...last, guess: last.found, velocities, share: 1, ends: false });
    return;
  }
  taken.push(round(tree, free, stops, last?.found ?? NONE, last, way() === 'search'));
}

/** Joints by their numbers, from the nail on: pins stand the other way round. */
const joints = (wanted: (l: number) => boolean): number[] =>
  now.tree.pins.flatMap((pin, l) => (pin.parent >= 0 && wanted(l) ? [pin.child] : [])).reverse();
const listed = (numbers: number[]): string =>
  numbers.length < 2
    ? `joint ${numbers[0]}`
    : `joints ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
const stopsOf = (numbers: number[]) => `the ${numbers.length > 1 ? 'stops' : 'stop'} of ${listed(numbers)}`;

function sentences(): string {
  const last = taken.at(-1);
  if (!last)
    return 'The whip is thrown. It is not known yet which stops it will strike in this step. Take the first round.';
  const number = taken.length;
  const pushing = joints((l) => last.guess[l] !== 0);
  const guess = pushing.length === 0 ? 'no stop' : stopsOf(pushing);
  if (way() === 'clamp' && number === 2) {
    const { cut } = clamped(now.tree, now.free, now.stops);
    return cut === 0
      ? `All passed stops pushed, ${guess}, and none had to pull. Nothing was cut off: here the quick way is right.`
      : `All passed stops were solved as equations: ${guess}. ${cut === 1 ? 'One of them had to pull' : `${cut} of them had to pull`}, and was set to zero. The pins were solved for a pull that is no longer there: now they open with ${format(opening(now.tree, last.velocities), 3)} m/s.`;
  }
  const begin = `Round ${number}, solved with ${guess}.`;
  if (last.ends)
    return `${begin} Every stop that pushes pushes the right way, and no other one is passed. Nothing changes: this is the answer.`;
  const reached = joints((l) => last.found[l] !== 0 && last.found[l] !== last.guess[l]);
  const left = joints((l) => last.guess[l] !== 0 && last.found[l] !== last.guess[l]);
  const news = [
    ...(reached.length > 0
      ? [`${capital(listed(reached))} would go past ${reached.length > 1 ? 'their stops' : 'its stop'}`]
      : []),
    ...(left.length > 0 ? [`${stopsOf(left)} would have to pull`] : []),
  ].join(', and ');
  const gone =
    last.share < 1
      ? ` But the energy is lowest after ${format(100 * last.share, 3)}\u00a0% of the way, so the round goes only so far.`
      : '';
  if (circles())
    return `${begin} ${capital(news)}. The next guess is one that was tried before: it goes in circles, and never ends.`;
  return `${begin}${gone} ${news ? `${capital(news)}. ` : ''}Guess again.`;
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Pose = Pick<Body, 'x' | 'y' | 'angle'>;

/** Where the links are after the step, if they keep these velocities; before any round, where they are. */
function poses(): Pose[] {
  const last = taken.at(-1);
  return now.tree.bodies.map(({ x, y, angle }, i) => {
    const [vx, vy, w] = last?.velocities[i] ?? [0, 0, 0];
    return { x: x + STEP * vx!, y: y + STEP * vy!, angle: angle + STEP * w! };
  });
}

/** A joint's stops as two lines from its pin, about the way of the link before it. */
function stopLines({ x, y }: Pose, before: Pose, side: Side): SVGElement[] {
  return ([-1, 1] as const).map((stop) => {
    const angle = before.angle + stop * RANGE * DEGREES;
    const [x1, y1] = seen(SIGHT, x, y);
    const [x2, y2] = seen(SIGHT, x + REACH * Math.sin(angle), y - REACH * Math.cos(angle));
    return svg('line', { class: `range ${side === stop ? 'pushes' : ''}`, x1, y1, x2, y2 });
  });
}

function draw(): void {
  const { tree } = now;
  const guess = taken.at(-1)?.guess ?? NONE;
  const after = poses();
  const host = get<SVGElement>('#whip-picture');
  look(host, SIGHT);
  const [nx, ny] = seen(SIGHT, 0, 0);
  /** A pin where its parent has it. */
  const placed = (pin: Pin): Pose => {
    if (pin.parent < 0) return { x: pin.x, y: pin.y, angle: 0 };
    const { x, y, angle } = after[pin.parent]!;
    const half = tree.shapes[pin.parent]!.half;
    return { x: x + half * Math.sin(angle), y: y - half * Math.cos(angle), angle };
  };
  host.replaceChildren(
    svg('line', { class: 'bar', x1: nx - 40, y1: ny, x2: nx + 40, y2: ny }),
    ...(taken.length > 0 ? tree.bodies.map((_, i) => limb(SIGHT, tree, i, 'folded')) : []),
    ...tree.bodies.map((_, i) => limb(SIGHT, tree, i, '', after[i])),
    ...tree.pins.flatMap((pin, l) =>
      pin.parent < 0 ? [] : stopLines(placed(pin), after[pin.parent]!, guess[l]!),
    ),
    ...tree.pins.flatMap((pin) => {
      const at = placed(pin);
      const [x, y] = seen(SIGHT, at.x, at.y);
      const name =
        pin.parent < 0 ? [] : [svg('text', { class: 'pin-number', x: x + 22, y: y + 5 }, String(pin.child))];
      return [svg('circle', { class: 'pin', cx: x, cy: y, r: 3.5 }), ...name];
    }),
  );
}

const MARKS = { '-1': '−', '0': '·', '1': '+' } as const;
const SAID = { '-1': 'lower stop', '0': 'free', '1': 'upper stop' } as const;

function showRounds(): void {
  const rows = taken.map(({ guess, share, energy }, i) => {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = String(i + 1);
    const marks = document.createElement('td');
    marks.className = 'marks';
    const sides = [...guess.slice(0, -1)].reverse();
    marks.textContent = sides.map((side) => MARKS[side]).join('');
    marks.setAttribute('aria-label', sides.map((side, k) => `joint ${k + 1} ${SAID[side]}`).join(', '));
    const number = (text: string, value: number, name: string) => {
      const cell = document.createElement('td');
      cell.className = 'number';
      cell.dataset[name] = String(value);
      cell.textContent = text;
      return cell;
    };
    const quick = way() === 'clamp' && i === 1;
    row.append(
      head,
      marks,
      number(quick ? '' : `${format(100 * share, 3)} %`, share, 'share'),
      number(quick ? '' : format(energy, 3), energy, 'energy'),
    );
    return row;
  });
  get('#rounds tbody').replaceChildren(...rows);
}

/** How far f still is above its lowest, round by round. */
function drawFall(): void {
  const { tree, free, stops } = now;
  const least = rounds(tree, free, stops).at(-1)!.energy;
  const points = taken
    .slice(0, way() === 'clamp' ? 1 : MOST)
    .map(({ energy }, i): [number, number] => [i + 1, Math.max(LEAST, energy - least)]);
  plot(
    get<SVGElement>('#fall'),
    { x: 'round', y: 'energy above the lowest, J', log: true, xRange: [1, 6], yRange: [LEAST, 1e4] },
    [{ name: 'energy', points }],
  );
}

/** Nothing is judged that nobody chose. */
let untouched = true;
const lookAtCircles = task('circles', () => {
  if (untouched || taken.length === 0) return null;
  if (way() === 'search')
    return wrong('With the search along the way there are no circles. Choose the flips alone.');
  if (way() === 'clamp')
    return wrong('This way guesses once and does not look again. Choose the flips alone.');
  const { tree, free, stops } = now;
  const flips = rounds(tree, free, stops, false, MOST);
  if (!circles()) {
    if (flips.at(-1)!.ends && over())
      return wrong(
        flips.length === 1
          ? 'Nothing struck a stop, so the first guess was right. Throw harder.'
          : `Here the flips end, after ${flips.length} rounds. Try another throw.`,
      );
    return wrong('Not yet seen: take rounds until it ends, or until a guess comes back.');
  }
  const period = taken.length - taken.findIndex(({ guess }) => same(guess, taken.at(-1)!.found));
  const exact = rounds(tree, free, stops).length;
  return right(
    `Right: the same ${period} guesses come back again and again. With the search along the way the same step ends after ${exact} rounds.`,
  );
});

function show(): void {
  get('#round-words').textContent = sentences();
  draw();
  showRounds();
  drawFall();
  const done = over() || circles();
  get<HTMLButtonElement>('#one-round').disabled = done;
  get<HTMLButtonElement>('#all-rounds').disabled = done;
  lookAtCircles();
}

async function compare(): Promise<void> {
  const { tree, free, stops } = now;
  const all = rounds(tree, free, stops);
  setLive({
    roundsHere: all.length,
    opened: clamped(tree, free, stops).opening,
    greatest: Math.max(...all.at(-1)!.pins.map(([x, y]) => Math.hypot(x!, y!) / STEP)),
  });
  const asked = await ask(sceneOf(tree, { limits: limitsOf(now), velocities: tree.velocities }));
  get('#asked-rounds').hidden = asked === null;
  if (!asked) return;
  tellAsked('#asked-count', asked.rounds);
  tellAsked('#asked-rounds-off', off(all.at(-1)!, asked.forces));
}

/** By how much the simulation's forces differ from those of a round, N and N m. */
const off = ({ pins, pushes }: Round, forces: number[][]) =>
  forces.reduce(
    (most, force, l) =>
      [...pins[l]!, pushes[l]!].reduce((all, q, k) => Math.max(all, Math.abs(force[k]! - q / STEP)), most),
    0,
  );

/** Rounds that are shown before anybody asks. */
const BEGUN = 2;

export function startRounds(): void {
  const change = () => {
    get('[name="throwing-value"]').textContent = format(Number(field('throwing')));
    now = caseOf(Number(field('throwing')));
    taken = [];
  };
  const act = (name: string, does: () => void) =>
    get(name).addEventListener('click', () => {
      untouched = false;
      does();
      show();
    });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    change();
    takeRound();
    untouched = false;
    show();
    void compare();
  });
  act('#one-round', takeRound);
  act('#all-rounds', () => {
    do takeRound();
    while (!over() && !circles());
  });
  act('#no-round', () => {
    taken = [];
  });
  new ResizeObserver(drawFall).observe(get('#fall'));
  change();
  for (let k = 0; k < BEGUN; k++) takeRound();
  show();
  void compare();
}
