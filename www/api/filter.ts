// The filter box of the reference. Names decide; only where no name has the words, what is said of them does.
// Keys: / comes here, arrows go through what is found, Enter opens the first, Escape empties the box.

const LINES = '.entry, .member, .entry tr';

export function startFilter(): void {
  const box = document.querySelector<HTMLInputElement>('#filter');
  if (!box) return;
  const found = document.querySelector<HTMLElement>('#found')!;
  const all = document.querySelector<HTMLButtonElement>('#unfold')!;
  const lines = [...document.querySelectorAll<HTMLElement>(LINES)];
  const folds = [...document.querySelectorAll<HTMLDetailsElement>('.entry, .member')];
  box.closest<HTMLElement>('.filter')!.hidden = false;

  const unfoldAll = (open: boolean) => {
    for (const one of folds) one.open = open;
    all.setAttribute('aria-pressed', String(open));
  };

  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = (text: string | null) => words.every((word) => text?.toLowerCase().includes(word));
    const named = lines.filter(({ id }) => holds(id));
    // the innermost that speaks of it: its owner does so with its voice only
    const spoken = (line: HTMLElement) =>
      holds(line.textContent) &&
      ![...line.querySelectorAll<HTMLElement>(LINES)].some(({ textContent }) => holds(textContent));
    const hits = new Set(named.length > 0 ? named : lines.filter(spoken));
    unfoldAll(false);
    for (const line of lines) line.hidden = !hits.has(line);
    // whoever owns a hit shows it
    for (const hit of hits) {
      for (
        let owner = hit.parentElement?.closest('details');
        owner;
        owner = owner.parentElement?.closest('details')
      ) {
        owner.hidden = false;
        owner.open = words.length > 0;
      }
    }
    for (const group of document.querySelectorAll<HTMLElement>('.group'))
      group.hidden = !group.querySelector('.entry:not([hidden])');
    found.textContent =
      words.length === 0
        ? ''
        : hits.size === 0
          ? 'Nothing has these words.'
          : named.length > 0
            ? `${hits.size} of ${lines.length} names`
            : `No name has these words; ${hits.size} descriptions do.`;
  };

  /** What can be gone to, from top to bottom. */
  const summaries = () =>
    [...document.querySelectorAll<HTMLElement>('.reference summary')].filter((one) => one.checkVisibility());
  const first = () =>
    lines.find(
      (line) => !line.hidden && box.value && line.id.toLowerCase().includes(box.value.trim().toLowerCase()),
    );

  box.addEventListener('input', filter);
  all.addEventListener('click', () => unfoldAll(all.getAttribute('aria-pressed') === 'false'));
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const line = first() ?? summaries()[0]?.parentElement;
    if (!line) return;
    location.hash = line.id;
    line.querySelector('summary')?.focus();
  });
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === '/' && target !== box) {
      box.focus();
      box.select();
    } else if (key === 'Escape' && box.value) {
      box.value = '';
      filter();
      box.focus();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const stops = [box, ...summaries()];
      const at = stops.indexOf(target as HTMLElement);
      if (at < 0) return;
      stops[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  });
}
