// An exercise that the page itself checks. In the page:
//   <section class="exercise" data-exercise="ground">
//     <h2>Exercise: what the ground carries</h2> <p>The question.</p>
//     <label>Your answer <input inputmode="decimal" /> N</label>        (only where a number is asked for)
//     <details><summary>Hint</summary><p>…</p></details>
//   </section>
// What was solved is remembered, and ticked in the table of contents.

export interface Exercise {
  /** Looks again; to be called whenever something that the check reads has changed. */
  look(): void;
  readonly solved: boolean;
}

const key = (chapter: string, name: string) => `beadwork-learn:${chapter}:${name}`;

/** Storage that a browser may forbid: then an exercise is solved as long as the page is open. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // nothing to do
  }
}

function begin(name: string, praise: string) {
  const section = document.querySelector<HTMLElement>(`[data-exercise="${name}"]`);
  if (!section) throw new Error(`The page has no exercise ${name}.`);
  const chapter = document.body.dataset.chapter ?? '';
  const verdict = document.createElement('p');
  verdict.className = 'verdict';
  verdict.setAttribute('role', 'status');
  section.append(verdict);
  let solved = read(key(chapter, name)) === 'solved';
  const show = () => {
    section.classList.toggle('solved', solved);
    if (solved) verdict.textContent = praise;
  };
  show();
  return {
    section,
    get solved() {
      return solved;
    },
    say(sentence: string) {
      if (!solved) verdict.textContent = sentence;
    },
    solve() {
      if (solved) return;
      solved = true;
      write(key(chapter, name), 'solved');
      show();
    },
  };
}

/** Something to be done on the page. `check` gives true when it is done, or a sentence on how near it is. */
export function exercise(name: string, check: () => boolean | string, praise: string): Exercise {
  const state = begin(name, praise);
  const look = () => {
    const found = check();
    if (found === true) state.solve();
    else state.say(typeof found === 'string' ? found : '');
  };
  return {
    look,
    get solved() {
      return state.solved;
    },
  };
}

/** A number to be found, within `tolerance` of what `answer` says; a comma for the point will do. */
export function numberExercise(
  name: string,
  answer: () => number,
  tolerance: number,
  praise: string,
  wrong: (given: number) => string = () => 'Not yet.',
): Exercise {
  const state = begin(name, praise);
  const input = state.section.querySelector('input');
  if (!input) throw new Error(`The exercise ${name} has no input.`);
  const look = () => {
    const text = input.value.trim().replace(',', '.').replace('−', '-');
    if (text === '') return;
    const given = Number(text);
    if (!Number.isFinite(given)) state.say('Please give a number.');
    else if (Math.abs(given - answer()) <= tolerance) state.solve();
    else state.say(wrong(given));
  };
  input.addEventListener('change', look);
  return {
    look,
    get solved() {
      return state.solved;
    },
  };
}

/** Ticks for the table of contents. */
export function tickContents(): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-chapter]:not(body)')) {
    const start = key(item.dataset.chapter ?? '', '');
    let solved = false;
    try {
      solved = Object.keys(localStorage).some((name) => name.startsWith(start));
    } catch {
      // no storage, no ticks
    }
    item.classList.toggle('solved', solved);
  }
}
