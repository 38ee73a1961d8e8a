// What a repair may not change: the load, gravity, and whatever else would make the task another one.
import { PARAMETERS } from '../../parameters';
import type { LabState } from '../state';
import { title } from '../units';
import { changesOf, type Repair } from './repair';

/** Why what is there is another task than it was; null where it is the same. */
export function forbidden(repair: Repair, now: LabState, opened: LabState): string | null {
  for (const [name, was] of Object.entries(opened.options))
    if (now.options[name] !== was)
      return `${title(name)} is ${now.options[name]} now and was ${was}. That makes it another task: set it back.`;
  for (const name of ['gravity', ...repair.keeps] as const) {
    const { title: words } = PARAMETERS.find((info) => info.name === name)!;
    if (String(now.parameters[name]) !== String(opened.parameters[name]))
      return `${words} has changed, and that only hides what is wrong. Set it back to ${opened.parameters[name]}.`;
  }
  for (const edit of now.edits) {
    if (edit.kind === 'pin')
      return 'A body was pinned or let go, and that makes it another task: press Undo.';
    if (edit.kind === 'cut') return 'A joint is cut, and that makes it another task: press Undo.';
    if (edit.kind === 'drop') return 'Something was dropped, and that makes it another task: press Undo.';
    const other = Object.keys(changesOf(now, edit.joint)).find((field) => !repair.changes.includes(field));
    if (other)
      return `Joint ${edit.joint + 1} has another ${other} now. That is not what is wrong here: press Undo.`;
  }
  return null;
}
