import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const pages = readdirSync(root).filter((file) => file.endsWith('.html'));

export default defineConfig({
  // relative addresses, so that the site works in any folder of any host
  base: './',
  publicDir: 'www/public',
  build: {
    target: 'es2022',
    rollupOptions: { input: pages.map((page) => `${root}${page}`) },
  },
  server: { host: '127.0.0.1', watch: { ignored: ['**/target/**'] } },
  preview: { host: '127.0.0.1' },
  optimizeDeps: { include: ['uplot'] },
});
