// What to paste for what is on screen. It works today: both a frame and the library come from the host of this site.
import { readable, type Settings, writeSettings } from '../attributes';

export interface Shown extends Partial<Settings> {
  controls?: boolean | string;
  plots?: string[];
  autoplay?: boolean;
  alt?: string;
}

/** The folder that this page of the site lies in. */
const here = (): string => new URL('./', location.href).href;

/** The element as the built site has it; `npm start` serves what it is built from. */
const ELEMENT = import.meta.env.DEV ? 'www/element.ts' : 'lib/element.js';

function attributes(shown: Shown): [string, string | true][] {
  const { controls = false, plots = [], autoplay = true, alt, ...settings } = shown;
  const list: [string, string | true][] = writeSettings(settings);
  if (alt) list.push(['alt', alt]);
  if (plots.length > 0) list.push(['plots', plots.join(' ')]);
  if (controls !== false) list.push(['controls', controls]);
  if (autoplay) list.push(['autoplay', true]);
  return list;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What to do first, in a sentence, and then what to paste. */
export function toPaste(shown: Shown, site = here()): { say: string; lines: string } {
  return shown.src === undefined
    ? { say: 'Paste this where the simulation is to stand.', lines: frame(shown, site) }
    : {
        say: `Save the scene, put its file ${shown.src} beside your page, then paste these two lines into it.`,
        lines: snippet(shown, site),
      };
}

/** For a page that takes scripts. */
export function snippet(shown: Shown, site = here()): string {
  const words = attributes(shown).map(([name, value]) =>
    value === true ? name : `${name}="${escaped(value)}"`,
  );
  return [
    `<script type="module" src="${escaped(new URL(ELEMENT, site).href)}"></script>`,
    `<${['bead-work', ...words].join(' ')}></bead-work>`,
  ].join('\n');
}

/** For any page that takes frames; a scene's file must then be where everybody may read it. */
export function frame(shown: Shown, site = here()): string {
  const address = new URL('embed.html', site);
  for (const [name, value] of attributes(shown)) {
    if (name !== 'autoplay') address.searchParams.set(name, value === true ? 'on' : value);
  }
  if (shown.autoplay === false) address.searchParams.set('autoplay', 'off');
  const src = `${address.origin}${address.pathname}?${readable(address.searchParams)}`;
  return `<iframe src="${escaped(src)}" title="${escaped(shown.alt ?? 'A live simulation of beads')}" width="640" height="400" loading="lazy" style="border:0"></iframe>`;
}
