// Shortcuts, and the sheet that lists them. Letters work anywhere on the page except where something is typed.
export interface Shortcut {
  /** As the sheet shows it. */
  keys: string;
  what: string;
  /** As KeyboardEvent.key gives them. */
  on: string[];
  control?: boolean;
  shift?: boolean;
  /** Only while the picture has the focus. */
  canvas?: boolean;
  act(): void;
}

export function listen(shortcuts: Shortcut[], canvas: HTMLElement): void {
  addEventListener('keydown', (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const typing = target.matches('input:not([type="range"]), select, textarea, [contenteditable]');
    if (typing || event.altKey || document.querySelector('dialog[open]')) return;
    const control = event.ctrlKey || event.metaKey;
    const hit = shortcuts.find(
      (shortcut) =>
        shortcut.on.includes(event.key) &&
        Boolean(shortcut.control) === control &&
        (shortcut.shift === undefined || shortcut.shift === event.shiftKey) &&
        (!shortcut.canvas || target === canvas),
    );
    // a button's own keys are its own
    if (!hit || (event.key === ' ' && target.matches('button, summary, a, input'))) return;
    event.preventDefault();
    hit.act();
  });
}

export function sheet(dialog: HTMLDialogElement, shortcuts: Shortcut[]): void {
  const list = document.createElement('dl');
  for (const { keys, what } of shortcuts) {
    const row = document.createElement('div');
    const term = document.createElement('dt');
    for (const key of keys.split(' '))
      term.append(Object.assign(document.createElement('kbd'), { textContent: key }));
    row.append(term, Object.assign(document.createElement('dd'), { textContent: what }));
    list.append(row);
  }
  dialog.querySelector('[data-list]')!.replaceChildren(list);
  dialog.addEventListener('click', (event) => {
    // the backdrop is the dialog itself
    if (event.target === dialog) dialog.close();
  });
}
