// One loop for all players of a page. Each picture of the page has so much time for all of them; where they need
// more they take turns, those first that have waited longest.

/** Milliseconds of work a picture of the page. */
const BUDGET = 24;

export interface Taker {
  /** Whether it has anything to do now. */
  readonly eager: boolean;
  /** Steps and draws; never throws. */
  turn(now: number): Promise<void>;
}

/** Who takes turns, by when they last had one. */
const takers = new Map<Taker, number>();
/** How many take a turn in one picture. */
let share = 1;
let running = false;

export function join(taker: Taker): void {
  if (!takers.has(taker)) takers.set(taker, 0);
  wake();
}

export function leave(taker: Taker): void {
  takers.delete(taker);
}

/** To be called when somebody has become eager. */
export function wake(): void {
  if (running) return;
  running = true;
  requestAnimationFrame(picture);
}

async function picture(now: number): Promise<void> {
  const waiting = [...takers].filter(([taker]) => taker.eager).sort(([, a], [, b]) => a - b);
  if (waiting.length === 0 || document.hidden) {
    running = false;
    return;
  }
  const chosen = waiting.slice(0, Math.max(1, Math.floor(share)));
  const began = performance.now();
  await Promise.all(
    chosen.map(([taker]) => {
      takers.set(taker, now);
      return taker.turn(now);
    }),
  );
  const took = Math.max(1, performance.now() - began);
  share = Math.min(waiting.length, Math.max(1, share * Math.min(2, Math.max(0.5, BUDGET / took))));
  requestAnimationFrame(picture);
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) wake();
  });
}
