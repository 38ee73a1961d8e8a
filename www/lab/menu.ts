// The menu of scenes, in the groups of the gallery.
import { scenes } from '../beadwork';
import { GROUPS } from './groups';

export function fillMenu(menu: HTMLSelectElement): void {
  const titles = new Map(scenes().map(({ name, title }): [string, string] => [name, title]));
  for (const { title: label, scenes: entries } of GROUPS) {
    const group = Object.assign(document.createElement('optgroup'), { label });
    group.append(...Object.keys(entries).map((name) => new Option(titles.get(name), name)));
    menu.append(group);
  }
}
