// Numbers in formulas that stay true, and what each entry of a formula or matrix means.
//
// A chapter writes $\lambda = \live{lambda0}{20}$, and its script calls setLive({ lambda0: 20 }).
// An element with data-explain says its sentence in the nearest .explanation when it is pointed at or focused, and
// everything whose data-key stands in its data-from is lit.

/** A number as a formula shows it: four digits, a real minus sign, no noise of rounding. */
export function format(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return '∞';
  if (Math.abs(value) < 1e-9) return '0';
  const short = Number(value.toPrecision(digits));
  const size = Math.abs(short);
  const text = size >= 1e6 || size < 1e-4 ? short.toExponential() : String(short);
  return text.replaceAll('-', '−').replace(/e\+?(−?\d+)/, (_, exponent: string) => `·10${raised(exponent)}`);
}

const RAISED: Record<string, string> = { '−': '⁻' };
/** An exponent in small digits. */
export const raised = (exponent: string): string =>
  [...exponent].map((character) => RAISED[character] ?? '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(character)]).join('');

/** Puts numbers in all places of the page that carry their names. `data-value` keeps every digit. */
export function setLive(values: Record<string, number>, root: ParentNode = document): void {
  for (const [name, value] of Object.entries(values)) {
    for (const place of root.querySelectorAll<HTMLElement>(`[data-live="${name}"]`)) {
      const text = format(value);
      if (place.textContent !== text) place.textContent = text;
      place.dataset.value = String(value);
    }
  }
}

/** Says what is meant by an entry and where it comes from. */
export function explain(place: HTMLElement | SVGElement, sentence: string, from: string[] = []): void {
  place.dataset.explain = sentence;
  place.dataset.from = from.join(' ');
}

/** Entries below `root` speak in its `.explanation`. */
export function startExplanations(root: HTMLElement): void {
  const output = root.querySelector<HTMLElement>('.explanation');
  if (!output) return;
  const silence = output.textContent ?? '';
  let spoken: Element | null = null;

  const show = (place: Element | null) => {
    if (place === spoken) return;
    spoken = place;
    for (const lit of root.querySelectorAll('.lit, .asked')) lit.classList.remove('lit', 'asked');
    const { explain: sentence = silence, from = '' } =
      place instanceof HTMLElement || place instanceof SVGElement ? place.dataset : {};
    output.textContent = sentence;
    place?.classList.add('asked');
    for (const key of from.split(' ').filter(Boolean)) {
      for (const source of root.querySelectorAll(`[data-key="${key}"]`)) source.classList.add('lit');
    }
  };
  const asked = (event: Event) =>
    event.target instanceof Element ? event.target.closest('[data-explain]') : null;
  let rests: string | undefined;
  root.addEventListener('pointerover', (event) => {
    const place = asked(event);
    // a page that Tab has scrolled moves under a pointer that rests, which asks for nothing
    const before = rests;
    rests = `${event.clientX} ${event.clientY}`;
    if (before === rests && root.querySelector('[data-explain]:focus')) return;
    if (place) show(place);
  });
  root.addEventListener('focusin', (event) => show(asked(event)));
  root.addEventListener('pointerleave', () => show(root.querySelector('[data-explain]:focus')));
}
