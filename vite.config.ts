import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { api } from './scripts/api-plugin.mjs';
import { docPages } from './scripts/docs/list.mjs';
import { docs } from './scripts/docs-plugin.mjs';
import { siteHeader } from './scripts/header-plugin.mjs';
import { learn } from './scripts/learn-plugin.mjs';
import { forTests } from './scripts/test-plugin.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Every page of the site: those beside this file, the tutorial's and the documents. */
function pages(): string[] {
  return [root, join(root, 'learn')]
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.html'))
    .concat(docPages());
}

export default defineConfig(({ mode }) => ({
  // relative addresses, so that the site works in any folder of any host
  base: './',
  publicDir: 'www/public',
  plugins: [learn(), api(), docs(), siteHeader(), mode === 'test' && forTests()],
  build: {
    target: 'es2022',
    rolldownOptions: mode === 'test' ? {} : { input: pages() },
  },
  server: {
    host: '127.0.0.1',
    // under test nothing reloads a page but the test
    watch: process.env.BEADWORK_TEST_PORT
      ? null
      : { ignored: ['**/target/**', '**/dist/**', '**/test-results/**'] },
  },
  preview: { host: '127.0.0.1' },
  optimizeDeps: {
    // found late, they would make the server reload a page that is open
    include: [
      'uplot',
      ...['state', 'view', 'commands', 'language'].map((part) => `@codemirror/${part}`),
      '@lezer/highlight',
    ],
  },
}));
