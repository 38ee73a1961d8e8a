// Whether a repair is mended: every look at the running simulation is judged, and all of them have to be good for the repair's
// seconds of simulated time. A change of anything begins that time anew.
import type { LabState } from '../state';
import type { Look, Repair } from './repair';
import { forbidden } from './rules';

/** Fewer looks say too little, however long the time between them. */
const FEWEST_LOOKS = 4;
/** What is changed later than this is not there from the start, s. */
const START = 0.1;

export interface Verdict {
  /** `late`: it has to begin again before anything can be said. */
  kind: 'forbidden' | 'late' | 'wrong' | 'good' | 'mended';
  /** What was seen, with its figure; empty where nothing is wrong. */
  seen: string;
  /** What to do or to think about next. */
  hint: string;
  /** Of the time that it has to hold. */
  share: number;
}

export class Judge {
  #setup = '';
  #last: Look | null = null;
  /** Since when every look is good, s; none while the last one was not. */
  #since: number | null = null;
  #looks = 0;
  /** It was changed after its start. */
  #late = false;
  /** What was wrong since its start. */
  #failed: string | null = null;
  #mended = false;

  constructor(
    private readonly repair: Repair,
    /** As the repair opens. */
    private readonly opened: LabState,
  ) {}

  /** `now` is what the page has set; `held` while somebody's hand holds a body. */
  judge(look: Look, now: LabState, held = false): Verdict {
    const { repair, opened } = this;
    const { options, parameters, edits } = now;
    const setup = JSON.stringify([options, parameters, edits]);
    if (setup !== this.#setup) {
      this.#late = this.#setup !== '' && look.time > START;
      this.#setup = setup;
      this.#begin();
    }
    if (this.#last && look.time < this.#last.time) {
      this.#late = false;
      this.#begin();
    }
    if (this.#mended) return this.#say('mended', '', repair.works(now, opened), 1);
    const cheat = forbidden(repair, now, opened);
    if (cheat) {
      this.#begin();
      return this.#say('forbidden', '', cheat);
    }
    if (held) {
      this.#begin();
      return this.#say('wrong', 'Your hand holds it.', 'Let go: it has to hold by itself.');
    }
    const before = this.#last;
    // nothing has moved since
    if (look.time === before?.time) return this.#verdict;
    this.#last = look;
    const wrong = repair.wrong(look, before);
    if (repair.fromStart && this.#late)
      return this.#say('late', '', 'Press Again, or the key R: this repair is judged from the start.');
    if (wrong) {
      this.#since = null;
      this.#looks = 0;
      if (repair.fromStart) this.#failed ??= wrong;
    }
    const seen = this.#failed ?? wrong;
    if (seen) return this.#say('wrong', seen, repair.hint(now, opened));
    this.#since ??= repair.fromStart ? 0 : look.time;
    this.#looks++;
    const share = Math.min(1, (look.time - this.#since) / repair.seconds);
    if (share === 1 && this.#looks >= FEWEST_LOOKS) {
      this.#mended = true;
      return this.#say('mended', '', repair.works(now, opened), 1);
    }
    return this.#say('good', '', `It holds so far. It has to hold for ${repair.seconds} seconds.`, share);
  }

  #begin(): void {
    this.#since = null;
    this.#looks = 0;
    this.#failed = null;
    this.#last = null;
    this.#mended = false;
  }

  #say(kind: Verdict['kind'], seen: string, hint: string, share = 0): Verdict {
    this.#verdict = { kind, seen, hint, share };
    return this.#verdict;
  }
  #verdict!: Verdict;
}
