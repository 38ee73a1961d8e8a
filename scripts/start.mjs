// npm start: sets up what is missing, builds, serves the page and prints its address. While it serves, a change in
// src/ or shaders/ is built into the page. What follows `npm start --` goes to Vite, such as --port 8080.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildWasm, vite } from './build.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';

/** Builds after each change; a fault is shown and the next change awaited. */
function rebuildOnChange() {
  let due = null;
  let building = false;
  const build = async () => {
    if (building) return soon();
    building = true;
    try {
      await buildWasm({ quick: true });
    } catch (error) {
      console.error(error instanceof SetupError ? `✗ ${error.message}` : error);
    }
    building = false;
  };
  const soon = () => {
    clearTimeout(due);
    due = setTimeout(build, 300);
  };
  for (const folder of ['src', 'shaders']) watch(join(root, folder), { recursive: true }, soon);
}

main(async () => {
  await npmPackages();
  await buildWasm();
  const server = spawn(process.execPath, [vite, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('close', (code) => process.exit(code ?? 0));
  rebuildOnChange();
});
