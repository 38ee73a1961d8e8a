// Where a control acts on all copies but those that have that setting for themselves, it says so.
import { kebab } from '../../attributes';
import { make } from '../../dom';
import type { Runner } from '../runner';

export function noteOwn(panel: HTMLElement, runners: readonly Runner[]): void {
  for (const note of panel.querySelectorAll('.own-note')) note.remove();
  const owners = new Map<string, number[]>();
  runners.forEach(({ own }, k) => {
    for (const name of Object.keys(own)) owners.set(kebab(name), [...(owners.get(kebab(name)) ?? []), k]);
  });
  for (const [name, copies] of owners) {
    const field = panel.querySelector(`.field[data-name="${name}"]`);
    const all = copies.length === runners.length;
    const titles = copies.map((k) => runners[k]!.title).join('; ');
    const words = all
      ? 'Every copy of the race has its own.'
      : `Not for those that have their own: ${titles}.`;
    field?.append(make('small', { class: 'own-note' }, words));
  }
}
