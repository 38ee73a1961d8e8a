// Whole programs at the head of the API reference, from examples/api: each file's first line says what it shows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escaped, signature } from './markup.mjs';

const folder = fileURLToPath(new URL('../../examples/api', import.meta.url));

export const exampleFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name));

/** `link` gives where a name leads, if anywhere. */
export function examples(link) {
  const cards = exampleFiles().map((path, k) => {
    const [first, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
    const title = first.replace(/^\/\/ /, '');
    return `<details class="example"${k === 0 ? ' open' : ''}><summary><h3>${escaped(title)}</h3></summary><pre tabindex="0" role="region" aria-label="${escaped(title)}"><code>${signature(lines.join('\n'), link)}</code></pre></details>`;
  });
  return `<section class="examples" aria-labelledby="examples"><h2 id="examples">Examples</h2><p class="lede">Whole programs. A name leads to its entry below. Every field of a scene is in <a href="./docs/scenes.html">scenes as files</a>; installing is in <a href="./docs/start.html">install and first steps</a>.</p>${cards.join('')}</section>`;
}
