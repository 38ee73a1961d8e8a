// Vite's plugin for `--mode test`: pages as end-to-end tests see them, built as visitors get them, under the addresses of their sources.
// Tests may also import the modules that they name by address, such as import('/www/lab/state.ts'), and open tests/e2e/pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { docPages } from './docs/list.mjs';
import { root } from './setup/run.mjs';

export const OUT = 'target/test-pages';
const E2E = join(root, 'tests', 'e2e');

export const htmlIn = (folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.html'));

/** Modules by the addresses under which tests import them. */
export function imported() {
  const specs = readdirSync(E2E).filter((name) => name.endsWith('.ts'));
  const texts = specs.map((name) => readFileSync(join(E2E, name), 'utf8'));
  const addresses = texts.flatMap((text) =>
    [...text.matchAll(/['"`]\/(www\/[\w./-]+\.[jt]s)\b/g)].map(([, path]) => path),
  );
  return [...new Set(addresses)].filter((path) => existsSync(join(root, path)));
}

const pages = () =>
  ['.', 'learn', 'tests/e2e/pages'].flatMap((folder) => htmlIn(folder).map((name) => join(folder, name)));

/** The name of a file that is built from one source, or of one that holds several. */
const named = (source, name) => (source?.startsWith('www/') ? source : `assets/${name}`);

/**
 * More entries than the site has make more chunks, and Vite links their style sheets in another order than on the site,
 * where the theme's is the first.
 */
function themeFirst(html) {
  const theme = html.match(/ *<link rel="stylesheet"[^>]*\/theme-[^>]*>\n?/)?.[0];
  if (!theme) return html;
  return html.replace(theme, '').replace(/ *<link rel="stylesheet"[^>]*assets\//, (first) => theme + first);
}

export function forTests() {
  return {
    name: 'beadwork-for-tests',
    config: () => ({
      build: {
        outDir: OUT,
        emptyOutDir: true,
        reportCompressedSize: false,
        rolldownOptions: {
          input: Object.fromEntries(
            [
              ...pages(),
              ...docPages().map((path) => relative(root, path)),
              'www/element.ts',
              ...imported(),
            ].map((path) => [path, join(root, path)]),
          ),
          preserveEntrySignatures: 'exports-only',
          output: {
            entryFileNames: ({ name }) => name.replace(/\.ts$/, '.js').replace(/\.html$/, '.html.js'),
            assetFileNames: ({ originalFileNames: [source] }) => named(source, '[name]-[hash][extname]'),
          },
        },
      },
    }),
    transformIndexHtml: { order: 'post', handler: themeFirst },
    configurePreviewServer({ middlewares }) {
      // what was /www/x.ts is built as /www/x.js, and the library's element is that of the pages
      middlewares.use((request, _response, next) => {
        request.url = request.url
          .replace('/lib/element.js', '/www/element.js')
          .replace(/^(\/www\/[\w./-]+)\.ts(?=$|\?)/, '$1.js');
        next();
      });
    },
  };
}
