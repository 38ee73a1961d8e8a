// What may happen to a page from outside: its device is lost, it is hidden, it comes back through the browser's
// history.
import { watchDevice } from '../recovery';
import type { Lab } from './lab';

export function comeBack({ stage, messages, building, pace, time }: Lab): void {
  watchDevice({
    lost: (error) => messages.say(error.message, error.code),
    restored() {
      messages.say('The graphics device is back; everything goes on.');
      stage.retheme();
      stage.place(true);
    },
    refused: (error) => building.fail(error),
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
