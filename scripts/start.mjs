// npm start: sets up what is missing, builds, and serves the page.
import { spawn } from 'node:child_process';
import { buildWasm } from './build.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { main, root, SetupError } from './setup/run.mjs';

main(async () => {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(`Node ${process.versions.node} is too old: please install Node 20.19 or newer`);
  }
  await npmPackages();
  await buildWasm();
  const extra = process.argv.slice(2);
  const server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...extra], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('close', (code) => process.exit(code ?? 0));
});
