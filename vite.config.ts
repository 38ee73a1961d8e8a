import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Every page of the site: those beside this file and those below www/pages. */
function pages(): string[] {
  const below = join(root, 'www', 'pages');
  return [
    ...readdirSync(root).map((name) => join(root, name)),
    ...(existsSync(below)
      ? readdirSync(below, { recursive: true }).map((name) => join(below, String(name)))
      : []),
  ].filter((path) => path.endsWith('.html'));
}

export default defineConfig({
  // relative addresses, so that the site works in any folder of any host
  base: './',
  publicDir: 'www/public',
  build: {
    target: 'es2022',
    rolldownOptions: { input: pages() },
  },
  server: {
    host: '127.0.0.1',
    // under test nothing reloads a page but the test
    watch: process.env.BEADWORK_TEST_PORT
      ? null
      : { ignored: ['**/target/**', '**/dist/**', '**/test-results/**'] },
  },
  preview: { host: '127.0.0.1' },
  optimizeDeps: { include: ['uplot'] },
});
