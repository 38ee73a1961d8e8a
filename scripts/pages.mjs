// The project's own pages, built and served, for scripts and tests that look at them in a browser.
import { buildSite, buildWasm } from './build.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { root } from './setup/run.mjs';

/**
 * Sets up what is missing and serves the pages; gives their address and how to end that.
 *   quick    a module that is built faster and runs slower
 *   site     the built site, as a static host would give it, in place of the sources
 *   served   false where only pages of another host are opened: no address then
 */
export async function servePages({ quick = false, site = false, served = true }) {
  await npmPackages();
  await buildWasm({ quick });
  if (site) await buildSite();
  if (!site && !served) return { address: null, close: async () => {} };
  const vite = await import('vite');
  let server;
  if (site) {
    server = await vite.preview({ root, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
  } else {
    // a file that changes must not bring a page down
    server = await vite.createServer({ root, server: { port: 0, hmr: false }, logLevel: 'warn' });
    await server.listen();
  }
  return {
    address: `http://127.0.0.1:${server.httpServer.address().port}/`,
    close: () => server.close(),
  };
}
