// The two lines to paste for what is on screen.

import { version } from '../../package.json';
import { type Settings, writeSettings } from '../attributes';

export interface Shown extends Partial<Settings> {
  controls?: boolean | string;
  plots?: string[];
  autoplay?: boolean;
  alt?: string;
}

/** Where the library of this very version lies for anybody's page. */
export const LIBRARY = `https://cdn.jsdelivr.net/npm/beadwork@${version}/dist/lib`;

function attributes(shown: Shown): [string, string | true][] {
  const { controls = false, plots = [], autoplay = true, alt, ...settings } = shown;
  const said: [string, string | true][] = writeSettings(settings);
  if (alt) said.push(['alt', alt]);
  if (plots.length > 0) said.push(['plots', plots.join(' ')]);
  if (controls !== false) said.push(['controls', controls]);
  if (autoplay) said.push(['autoplay', true]);
  return said;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** For a page that takes scripts. */
export function snippet(shown: Shown, library = LIBRARY): string {
  const words = attributes(shown).map(([name, value]) =>
    value === true ? name : `${name}="${escaped(value)}"`,
  );
  return [
    `<script type="module" src="${escaped(library)}/element.js"></script>`,
    `<${['bead-work', ...words].join(' ')}></bead-work>`,
  ].join('\n');
}

/** For a page that takes frames only; `site` is where embed.html lies. */
export function frame(shown: Shown, site: string): string {
  const address = new URL('embed.html', site);
  for (const [name, value] of attributes(shown)) {
    if (name !== 'autoplay') address.searchParams.set(name, value === true ? 'on' : value);
  }
  if (shown.autoplay === false) address.searchParams.set('autoplay', 'off');
  return `<iframe src="${escaped(address.href)}" title="${escaped(shown.alt ?? 'A live simulation of beads')}" width="640" height="400" loading="lazy" style="border:0"></iframe>`;
}
