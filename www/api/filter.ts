// The filter box of the reference. It looks in names, and in descriptions only where no name has the words.
// Keys: / comes here, arrows go through what is found, Enter opens the first, Escape empties the box.

const LINES = '.entry, .member, .entry tr';

export function startFilter(): void {
  const box = document.querySelector<HTMLInputElement>('#filter');
  if (!box) return;
  const found = document.querySelector<HTMLElement>('#found')!;
  const all = document.querySelector<HTMLButtonElement>('#unfold')!;
  const lines = [...document.querySelectorAll<HTMLElement>(LINES)];
  const folds = [...document.querySelectorAll<HTMLDetailsElement>('.entry, .member')];
  let hits = lines;
  box.closest<HTMLElement>('.filter')!.hidden = false;

  const unfoldAll = (open: boolean) => {
    for (const one of folds) one.open = open;
    all.ariaPressed = String(open);
  };

  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = (text: string | null) => words.every((word) => text?.toLowerCase().includes(word));
    hits = lines.filter(({ id }) => holds(id));
    const named = hits.length > 0;
    if (!named) {
      const described = lines.filter(({ textContent }) => holds(textContent));
      // a class holds the words of its members: the innermost counts
      hits = described.filter((line) => !described.some((other) => other !== line && line.contains(other)));
    }
    unfoldAll(false);
    for (const line of lines) line.hidden = true;
    for (const hit of hits) {
      hit.hidden = false;
      // and whatever it stands in
      for (let owner = hit.parentElement?.closest('details'); owner; ) {
        owner.hidden = false;
        owner.open = words.length > 0;
        owner = owner.parentElement?.closest('details');
      }
    }
    document.querySelector<HTMLElement>('.examples')!.hidden = words.length > 0;
    for (const group of document.querySelectorAll<HTMLElement>('.group'))
      group.hidden = !group.querySelector('.entry:not([hidden])');
    if (words.length === 0) found.textContent = '';
    else if (named) found.textContent = `${hits.length} of ${lines.length} names`;
    else if (hits.length === 0) found.textContent = 'Nothing has these words.';
    else found.textContent = `No name has these words; ${hits.length} descriptions do.`;
  };

  /** What can be gone to, from top to bottom. */
  const stops = () => [
    box,
    ...[...document.querySelectorAll<HTMLElement>('.reference .group summary')].filter((one) =>
      one.checkVisibility(),
    ),
  ];

  box.addEventListener('input', filter);
  all.addEventListener('click', () => unfoldAll(all.ariaPressed === 'false'));
  box.addEventListener('keydown', ({ key }) => {
    const [first] = hits;
    if (key !== 'Enter' || !first) return;
    location.hash = first.id;
    first.querySelector('summary')?.focus();
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
      const all = stops();
      const at = all.indexOf(target as HTMLElement);
      if (at < 0) return;
      all[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
  });
}
