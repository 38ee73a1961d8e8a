// What a view is given, checked.
import { BeadworkError } from './errors';
import type { Show, ShowName, Theme } from './view';

/** All or nothing: a name or a value that makes no sense is refused. */
export function shownBy(show: Show): Required<Show> {
  const next = { joints: false, forces: false, contacts: false };
  if (typeof show !== 'object' || show === null)
    throw new BeadworkError('parameter', 'show must be an object like { joints: true }.', 'show');
  for (const [name, on] of Object.entries(show)) {
    const path = `show.${name}`;
    if (!Object.hasOwn(next, name))
      throw new BeadworkError(
        'parameter',
        `${path} is unknown: a view shows joints, contacts and forces.`,
        path,
      );
    if (on !== undefined && typeof on !== 'boolean')
      throw new BeadworkError('parameter', `${path} must be true or false.`, path);
    next[name as ShowName] = on ?? false;
  }
  return next;
}

/** The theme that it is, or stands on. */
export function themeBase(theme: Theme | undefined): 'dark' | 'light' {
  const name = typeof theme === 'object' ? theme.base : (theme ?? 'dark');
  if (name !== 'dark' && name !== 'light') {
    throw new BeadworkError('parameter', "theme must be 'dark', 'light' or based on one of them.", 'theme');
  }
  return name;
}

/** '#rrggbb' as three numbers from 0 to 1. */
export function channels(name: string, colour: unknown): [number, number, number] {
  if (typeof colour !== 'string' || !/^#[0-9a-f]{6}$/i.test(colour)) {
    throw new BeadworkError('parameter', `theme.${name} must be a colour like #f4efe6.`, `theme.${name}`);
  }
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
