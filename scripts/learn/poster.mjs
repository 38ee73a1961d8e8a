// <stage-poster name="07-warm-starting" alt="…"></stage-poster> becomes the chapter's picture, dark and light
// (www/learn/posters/, made by posters.mjs). The sheet shows one of the two; lazy, so that only that one is loaded.
// With `slot` it is the poster of the <bead-work> around it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function stagePoster(name, alt, root, where, slot = '') {
  return ['dark', 'light']
    .map((theme) => {
      const file = `www/learn/posters/${name}-${theme}.jpg`;
      if (!existsSync(join(root, file))) throw new Error(`${where}: there is no ${file}.`);
      return `<img class="poster ${theme}"${slot} src="../${file}" alt="${alt}" loading="lazy" />`;
    })
    .join('');
}

export function posters(html, root, where) {
  return html.replace(/<stage-poster\b([^>]*)>\s*<\/stage-poster>/g, (_, attributes) => {
    const name = attributes.match(/\sname="([^"]*)"/)?.[1];
    const alt = attributes.match(/\salt="([^"]*)"/)?.[1];
    if (!name || !alt) throw new Error(`${where}: a poster wants name and alt.`);
    return stagePoster(name, alt, root, where, /\sslot\b/.test(attributes) ? ' slot="poster"' : '');
  });
}
