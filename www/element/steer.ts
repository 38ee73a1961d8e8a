// Pointer and keyboard on the picture. On a bead a press pulls it, beside one it turns the view; two fingers move
// and zoom. The page keeps its wheel and its touches unless the picture has the focus.
import type { View } from '../exports';
import { type Act, actOf } from '../keys';
import type { Point } from '../player/sight';

export interface Steered {
  readonly canvas: HTMLCanvasElement;
  view(): View | undefined;
  /** Whether there is a force to pull with: time runs. */
  running(): boolean;
  /** The picture is to be drawn anew. */
  touched(): void;
  /** Whether a body is held in its place, so that nobody can pull it. */
  isHeld(body: number): boolean;
  /** Where the last bead is in the picture, CSS pixels. */
  lastBead(): Promise<Point | null>;
  toggle(): void;
  step(): void;
  reset(): void;
}

/** Radians per CSS pixel, and per press of a key. */
const TURN = 0.008;
const TURN_KEY = 0.12;
/** CSS pixels that a key moves what is held. */
const HAUL = 24;

/** What its keys can do. */
export const ACTS = [
  'play',
  'step',
  'restart',
  'left',
  'right',
  'up',
  'down',
  'closer',
  'farther',
  'everything',
  'hold',
  'leave',
] as const satisfies Act[];

export function steer(steered: Steered): void {
  const { canvas } = steered;
  const pointers = new Map<number, Point>();
  let holding: 'asked' | 'bead' | 'nothing' = 'nothing';
  let press = 0;
  /** A hold by key: where its bead was taken, once that is known, and how far the arrows have moved it, CSS pixels. */
  let byKey: { from: Point | null; right: number; down: number } | null = null;
  const scale = () => canvas.width / Math.max(1, canvas.clientWidth);
  const focused = () => (canvas.getRootNode() as ShadowRoot).activeElement === canvas;

  /** Whether there was a bead to hold, and still is. */
  async function grab(at: Point): Promise<boolean> {
    const mine = ++press;
    holding = 'asked';
    const body = await steered
      .view()
      ?.grab(at.x, at.y)
      .catch(() => null);
    // let go before the answer came; another press has a hold of its own
    if (mine !== press) {
      if (pointers.size === 0) steered.view()?.release();
      return false;
    }
    if (body === null || body === undefined) {
      holding = 'nothing';
      return false;
    }
    holding = 'bead';
    if (!steered.isHeld(body)) return true;
    letGo();
    return false;
  }

  function letGo(): void {
    press += 1;
    if (holding === 'bead') steered.view()?.release();
    holding = 'nothing';
    byKey = null;
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' && !focused()) return;
    canvas.setPointerCapture(event.pointerId);
    const at = { x: event.offsetX, y: event.offsetY };
    pointers.set(event.pointerId, at);
    // one hold at a time: arrows have nothing to haul any more
    byKey = null;
    if (pointers.size > 1 || event.button !== 0 || event.shiftKey || !steered.running()) letGo();
    else void grab(at);
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const view = steered.view();
    if (!before || !view) return;
    const now = { x: event.offsetX, y: event.offsetY };
    pointers.set(event.pointerId, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const spread = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const middle = { x: ((now.x + other.x) / 2) * scale(), y: ((now.y + other.y) / 2) * scale() };
      view.zoom(spread(before) / spread(now), middle.x, middle.y);
      view.pan((dx / 2) * scale(), (dy / 2) * scale());
    } else if (event.shiftKey || event.buttons === 2) view.pan(dx * scale(), dy * scale());
    else if (holding === 'bead') view.drag(now.x, now.y);
    else if (holding === 'nothing') view.orbit(-dx * TURN, dy * TURN);
    steered.touched();
  });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(name, (event) => {
      if (!pointers.delete(event.pointerId)) return;
      letGo();
    });
  }
  canvas.addEventListener('contextmenu', (event) => {
    if (focused()) event.preventDefault();
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!focused()) return;
      event.preventDefault();
      steered.view()?.zoom(Math.exp(event.deltaY * 0.001), event.offsetX * scale(), event.offsetY * scale());
      steered.touched();
    },
    { passive: false },
  );
  canvas.addEventListener('blur', letGo);

  /** Arrows turn the view, or move the bead that is held; those that come before the bead is found move it then. */
  function arrow(right: number, down: number): void {
    if (byKey) {
      byKey.right += right * HAUL;
      byKey.down += down * HAUL;
      haul();
    } else steered.view()?.orbit(-right * TURN_KEY, -down * TURN_KEY);
  }

  function haul(): void {
    if (!byKey?.from || holding !== 'bead') return;
    steered.view()?.drag(byKey.from.x + byKey.right, byKey.from.y + byKey.down);
  }

  async function holdLast(): Promise<void> {
    if (holding !== 'nothing' || byKey) return letGo();
    const mine = { from: null as Point | null, right: 0, down: 0 };
    byKey = mine;
    const at = await steered.lastBead().catch(() => null);
    if (byKey !== mine) return;
    mine.from = at;
    const held = at !== null && (await grab(at));
    if (byKey !== mine) return;
    if (held) haul();
    else byKey = null;
  }

  const zoom = (factor: number) => steered.view()?.zoom(factor, canvas.width / 2, canvas.height / 2);
  const acts: Record<(typeof ACTS)[number], () => void> = {
    play: () => steered.toggle(),
    step: () => steered.step(),
    restart: () => steered.reset(),
    left: () => arrow(-1, 0),
    right: () => arrow(1, 0),
    up: () => arrow(0, -1),
    down: () => arrow(0, 1),
    closer: () => zoom(0.9),
    farther: () => zoom(1.1),
    everything: () => steered.view()?.frame(),
    hold: () => void holdLast(),
    leave: () => (holding === 'nothing' && !byKey ? canvas.blur() : letGo()),
  };
  canvas.addEventListener('keydown', (event) => {
    const asked = actOf(event);
    const act = ACTS.find((one) => one === asked);
    if (!act) return;
    event.preventDefault();
    acts[act]();
    steered.touched();
  });
}
