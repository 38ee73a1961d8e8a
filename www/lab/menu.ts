// The menu of scenes, by what there is to see in them.
import { type SceneInfo, scenes } from '../beadwork';

/** Each group begins with this scene, in the order in which `scenes` lists them. */
const BEGINS: Record<string, string> = {
  necklaces: 'Beads on threads',
  linkage: 'Joints of every kind',
  stack: 'Contacts',
};

export function fillMenu(menu: HTMLSelectElement): void {
  let group: HTMLOptGroupElement | undefined;
  for (const { name, title } of scenes() as SceneInfo[]) {
    const label = BEGINS[name];
    if (label) {
      group = Object.assign(document.createElement('optgroup'), { label });
      menu.append(group);
    }
    (group ?? menu).append(new Option(title, name));
  }
}
