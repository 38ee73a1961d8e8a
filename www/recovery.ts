// When the graphics device is lost, everything of the page is rebuilt on a fresh one: simulations at their last
// good state, views in the canvases they had. Each simulation keeps that state by itself as it steps.
import { asError, BeadworkError } from './errors';
import type { Wasm } from './loading';

/** What happens to the page's device, for those who run a loop. */
export interface DeviceListeners {
  /** Rest: until the device is restored every call rejects with `device-lost`. */
  lost?(error: BeadworkError): void;
  /** Everything stands again; a simulation's time is that of its last good state. */
  restored?(): void;
  /** Nothing helps any more; the sentence says what a person can do. */
  refused?(error: BeadworkError): void;
}

/** A simulation or view that can be rebuilt. */
export interface Rebuildable {
  readonly stranded: boolean;
  rebuild(): Promise<void>;
}

/** Losses in a row, with no step done between them, after which the page stops asking for devices. */
const MOST_IN_A_ROW = 4;
/** A graphics process that is just starting again may say no at first. */
const SECOND_ASK_AFTER = 1000;

const listeners = new Set<DeviceListeners>();
/** In the order of rebuilding: what is drawn stands before what draws it. */
const alive = [new Set<WeakRef<Rebuildable>>(), new Set<WeakRef<Rebuildable>>()] as const;
let watching = false;
let inARow = 0;

/**
 * Hears of the page's graphics device, which all simulations and views share.
 * @returns a function that ends it
 */
export function watchDevice(listener: DeviceListeners): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** From now on `one` is rebuilt when its device is lost; call what comes back when it is destroyed. */
export function keepAlive(one: Rebuildable, kind: 'simulation' | 'view'): () => void {
  const known = alive[kind === 'simulation' ? 0 : 1];
  const reference = new WeakRef(one);
  known.add(reference);
  return () => known.delete(reference);
}

/** The device does what it is asked. */
export function noteProgress(): void {
  inARow = 0;
}

/** To be called where the page may have got a device. */
export function watchForLoss(wasm: Wasm): void {
  if (watching) return;
  watching = true;
  wasm.deviceLost().then(() => recover(wasm));
}

async function recover(wasm: Wasm): Promise<void> {
  notify(
    'lost',
    new BeadworkError('device-lost', 'The graphics device was lost; everything is being rebuilt.'),
  );
  const failure = await rebuildAll(wasm);
  watching = false;
  if (failure === null) {
    notify('restored');
    watchForLoss(wasm);
  } else {
    notify('refused', failure);
  }
}

/** Why it could not be done, if it could not. */
async function rebuildAll(wasm: Wasm): Promise<BeadworkError | null> {
  while (inARow < MOST_IN_A_ROW) {
    inARow += 1;
    try {
      await wasm.renewDevice().catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, SECOND_ASK_AFTER));
        return wasm.renewDevice();
      });
    } catch (error) {
      return asError(error);
    }
    const failure = await rebuildOn();
    // a loss on the way shows in every other failure
    if (!JSON.parse(wasm.deviceFacts()).lost) return failure;
  }
  return new BeadworkError(
    'recovery-refused',
    'The graphics device is lost again and again, and this page has stopped asking for another: open it in a new tab.',
  );
}

async function rebuildOn(): Promise<BeadworkError | null> {
  let failure: BeadworkError | null = null;
  for (const known of alive) {
    await Promise.all(
      [...known].map(async (reference) => {
        const one = reference.deref();
        if (one === undefined) known.delete(reference);
        if (!one?.stranded) return;
        try {
          await one.rebuild();
        } catch (error) {
          // what was destroyed meanwhile is nobody's loss
          if (one.stranded) failure ??= asError(error);
        }
      }),
    );
  }
  return failure;
}

function notify(what: 'lost' | 'refused', error: BeadworkError): void;
function notify(what: 'restored'): void;
function notify(what: keyof DeviceListeners, error?: BeadworkError): void {
  for (const listener of [...listeners]) {
    try {
      if (what === 'restored') listener.restored?.();
      else if (error) listener[what]?.(error);
    } catch (thrown) {
      // one listener's fault is not the others'
      reportError(thrown);
    }
  }
}
