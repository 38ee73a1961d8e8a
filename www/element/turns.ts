// One loop for all elements of a page. Each picture of the page has so much time for all of them; where they need
// more they take turns, those first that have waited longest.

/** Milliseconds of work a picture of the page. */
const BUDGET = 24;

export interface Player {
  /** Whether it has anything to do now. */
  readonly eager: boolean;
  /** Steps and draws; never throws. */
  turn(now: number): Promise<void>;
}

/** Players, by when they last had a turn. */
const players = new Map<Player, number>();
/** How many take a turn in one picture. */
let share = 1;
let running = false;

export function join(player: Player): void {
  if (!players.has(player)) players.set(player, 0);
  wake();
}

export function leave(player: Player): void {
  players.delete(player);
}

/** To be called when a player has become eager. */
export function wake(): void {
  if (running) return;
  running = true;
  requestAnimationFrame(picture);
}

async function picture(now: number): Promise<void> {
  const waiting = [...players].filter(([player]) => player.eager).sort(([, a], [, b]) => a - b);
  if (waiting.length === 0 || document.hidden) {
    running = false;
    return;
  }
  const chosen = waiting.slice(0, Math.max(1, Math.floor(share)));
  const began = performance.now();
  await Promise.all(
    chosen.map(([player]) => {
      players.set(player, now);
      return player.turn(now);
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
