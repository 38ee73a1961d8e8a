// Exercises that the page itself judges. In the page:
//   <section class="exercise" data-exercise="square" data-state="beads=6">
//     <h3>Twice as long</h3> <p>The question.</p>
//     <label>Your answer <input inputmode="decimal" /> times</label>        (a number; or a <fieldset> of choices)
//     <details><summary>Hint</summary><p>…</p></details>
//   </section>
// Every change is judged anew: after a right answer a wrong one is told wrong. That an exercise was solved once is
// kept apart from this, in the browser's storage, for the ticks of the table of contents.

export interface Verdict {
  right: boolean;
  words: string;
}
export const right = (words: string): Verdict => ({ right: true, words });
export const wrong = (words: string): Verdict => ({ right: false, words });

export const near = (given: number, wanted: number, tolerance: number): boolean =>
  Math.abs(given - wanted) <= tolerance * (1 + 1e-9);

const key = (chapter: string, name: string) => `beadwork-learn:${chapter}:${name}`;

/** Storage that a browser may forbid: then nothing is remembered. */
function stored(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(name, 'solved');
  } catch {
    // nothing to do
  }
}

function begin(name: string) {
  const section = document.querySelector<HTMLElement>(`[data-exercise="${name}"]`);
  if (!section) throw new Error(`The page has no exercise ${name}.`);
  const place = key(document.body.dataset.chapter ?? '', name);
  const words = document.createElement('p');
  words.className = 'verdict';
  words.setAttribute('role', 'status');
  section.querySelector('.assign')?.before(words);
  section.classList.toggle('solved', stored().includes(place));
  /** Null where there is nothing to judge. */
  const show = (verdict: Verdict | null) => {
    section.dataset.verdict = verdict === null ? 'open' : verdict.right ? 'right' : 'wrong';
    if (words.textContent !== (verdict?.words ?? '')) words.textContent = verdict?.words ?? '';
    if (!verdict?.right) return;
    section.classList.add('solved');
    remember(place);
  };
  show(null);
  return { section, show };
}

/** Something to be done in the chapter's figure. The answer is called whenever what `judge` reads has changed. */
export function task(name: string, judge: () => Verdict | null): () => void {
  const { show } = begin(name);
  return () => show(judge());
}

/** A number as people write it: 3,2 or −5 or 164/51, with a unit behind it or without. */
export function parseNumber(text: string): number {
  const plain = text.replaceAll(',', '.').replaceAll('−', '-').trim();
  const found = plain.match(
    /^[~≈=]?\s*([-+]?[\d.]+(?:e[-+]?\d+)?)(?:\s*[/÷:]\s*([\d.]+))?\s*[^\d\s/]*[^\d]*$/i,
  );
  if (!found) return Number.NaN;
  return Number(found[1]) / Number(found[2] ?? 1);
}

/** One separator before each three digits: 1,360 or 2 326 159. */
const GROUPED = /\b[1-9]\d{0,2}([,\s'’])\d{3}(?:\1\d{3})*(?!\d)/g;

/** What a text can mean: 1,360 has a thousand in it as the page writes it, or a decimal comma. */
function readings(text: string): number[] {
  const grouped = text.replace(GROUPED, (digits) => digits.replace(/\D/g, ''));
  return [grouped, text].map(parseNumber).filter((given) => Number.isFinite(given));
}

/** A number to be found. The answer judges again, where what `judge` reads has changed. */
export function numberQuestion(name: string, judge: (given: number) => Verdict): () => void {
  const { section, show } = begin(name);
  const input = section.querySelector('input');
  if (!input) throw new Error(`The exercise ${name} has no input.`);
  const look = () => {
    if (input.value.trim() === '') return show(null);
    const verdicts = readings(input.value).map((given) => judge(given));
    show(verdicts.find((verdict) => verdict.right) ?? verdicts[0] ?? wrong('Please give a number.'));
  };
  input.addEventListener('change', look);
  // a verdict stands only beside the number that it is about
  input.addEventListener('input', () => show(null));
  return look;
}

/** One of several answers, each with what is to be said of it; named by the values of the page's radio buttons. */
export function choiceQuestion(name: string, verdicts: Record<string, Verdict>): void {
  const { section, show } = begin(name);
  section.addEventListener('change', (event) => {
    const verdict = verdicts[(event.target as HTMLInputElement).value];
    if (!verdict) throw new Error(`The exercise ${name} says nothing of one of its answers.`);
    show(verdict);
  });
}

/** How many exercises of each chapter were solved, in the table of contents. */
export function tickContents(): void {
  const names = stored();
  for (const item of document.querySelectorAll<HTMLElement>('.contents [data-chapter]')) {
    const start = key(item.dataset.chapter ?? '', '');
    const solved = names.filter((name) => name.startsWith(start)).length;
    item.classList.toggle('solved', solved > 0);
    const place = item.querySelector('.ticks');
    if (place && solved > 0) place.textContent = `✓ ${solved} of ${item.dataset.exercises} exercises`;
  }
}
