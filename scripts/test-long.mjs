// npm run test:long: the runs of which `npm test` takes a part, whole; the native ones in release. What came of it is kept with its date in
// docs/benchmarks/long.md.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, root } from './setup/run.mjs';

/** Suites that have longer runs. */
const SUITES = ['cargo', 'playwright-gpu', 'playwright-cpu'];
const SHOWN = 30;

function test(times) {
  return new Promise((resolve) => {
    const args = [join(root, 'scripts', 'test.mjs'), ...SUITES, '--lanes', '1', '--times', times];
    const env = { ...process.env, BEADWORK_LONG: '1' };
    spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).on('close', resolve);
  });
}

function record({ seconds, suites, tests }) {
  const rows = suites.map(
    ({ name, seconds, passed, failed }) => `| ${name} | ${seconds.toFixed(0)} | ${passed} | ${failed} |`,
  );
  const longest = [...tests]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, title, seconds }) => `| ${file}: ${title} | ${seconds.toFixed(0)} |`);
  return `# Long runs

\`npm run test:long\` on ${new Date().toISOString().slice(0, 10)}: ${(seconds / 60).toFixed(0)} minutes on ${cpus().length} processors (${cpus()[0].model.trim()}), a software GPU.
\`npm test\` takes a fixed part of each of these runs; here they are whole.

| suite | s | passed | failed |
|---|---|---|---|
${rows.join('\n')}

The ${longest.length} longest:

| test | s |
|---|---|
${longest.join('\n')}
`;
}

main(async () => {
  const times = join(tmpdir(), `beadwork-long-${process.pid}.json`);
  const code = await test(times);
  const path = join(root, 'docs', 'benchmarks', 'long.md');
  writeFileSync(path, record(JSON.parse(readFileSync(times, 'utf8'))));
  rmSync(times);
  console.log(`Kept in ${path}.`);
  process.exitCode = code;
});
