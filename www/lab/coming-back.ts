// What may happen to a page from outside: its device is lost, it is hidden, it comes back through the browser's
// history.
import type { Pace } from '../pace';
import { watchDevice } from '../recovery';
import type { Messages } from './messages';
import type { Stage } from './stage';
import type { Time } from './time';

export function comeBack(
  stage: Stage,
  time: Time,
  pace: Pace,
  messages: Messages,
  failed: (error: unknown) => void,
): void {
  watchDevice({
    lost: (error) => messages.say(error.message, error.code),
    restored() {
      messages.say('The graphics device is back; everything goes on.');
      stage.retheme();
      stage.place(true);
    },
    refused: failed,
  });
  document.addEventListener('visibilitychange', () => pace.rest());
  addEventListener('pageshow', (event) => {
    // the page as it was, and no time has passed
    if (!event.persisted) return;
    pace.rest();
    stage.stale = true;
    time.start();
  });
}
