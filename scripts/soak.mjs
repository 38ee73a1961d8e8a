// npm run soak [steps]: every scene with `auto`, twice, for 100,000 frames unless told otherwise; writes
// target/soak.md.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { main, root, SetupError } from './setup/run.mjs';
import { rust } from './setup/rust.mjs';
import { vulkan } from './setup/vulkan.mjs';

const OUT = 'target/soak.md';
const steps = Number(process.argv[2] ?? 100_000);

function soak(env) {
  return new Promise((resolve, reject) => {
    const args = ['run', '--release', '--quiet', '--example', 'soak', '--', String(steps)];
    const child = spawn('cargo', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(
            output
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line)),
          )
        : reject(new SetupError(`The soak ended with code ${code}.`)),
    );
  });
}

const small = (x) => Number(x).toPrecision(2);
const size = (bytes) =>
  bytes < 2 ** 20 ? `${(bytes / 2 ** 10).toFixed(0)} kB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
const flat = ([before, after]) =>
  size(before) === size(after) ? size(after) : `${size(before)} → ${size(after)}`;

function options(given) {
  const pairs = Object.entries(given).map(([name, value]) => `${value} ${name}`);
  return pairs.length > 0 ? ` (${pairs.join(' of ')})` : '';
}

function row(run) {
  const cells = [
    `\`${run.scene}\`${options(run.options)}`,
    run.beads,
    `\`${run.solvedBy}\``,
    run.finite ? 'yes' : '**no**',
    small(run.largestGap),
    `${small(run.earlyGap)} → ${small(run.lateGap)}`,
    `${run.energy[0].toPrecision(6)} → ${run.energy[1].toPrecision(6)}`,
    run.sameBits ? 'yes' : '**no**',
    flat(run.deviceBytes),
    flat(run.processBytes),
    `${((1000 * run.seconds) / (2 * run.steps)).toFixed(2)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

main(async () => {
  if (!(Number.isInteger(steps) && steps > 0)) throw new SetupError('npm run soak takes a number of steps.');
  await rust();
  const runs = await soak({ ...process.env, ...(await vulkan()) });
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const text = `# Soak

${day}. ${runs[0].adapter}, ${process.platform} ${process.arch}, ${cpus().length} processors.

    npm run soak${steps === 100_000 ? '' : ` ${steps}`}

Every built-in scene runs with \`auto\` for ${steps.toLocaleString('en')} frames of 1/60 s (${(steps / 3600).toFixed(1)} minutes), without damping. It is read every 50 frames, and run twice. Gaps are over the smaller radius: the largest, then the largest of the first and of the last quarter. Energies are kinetic and potential together at the first and at the last look, in J. Process memory is the second run's, after its first half and at its end.

| scene | beads | solved by | finite | largest gap | first → last quarter | energy | same bits twice | on the device | process | ms a frame |
|---|---|---|---|---|---|---|---|---|---|---|
${runs.map(row).join('\n')}
`;
  writeFileSync(join(root, OUT), text);
  const bad = runs.filter((run) => !(run.finite && run.sameBits) || run.error !== null);
  for (const { scene, error } of bad) console.error(`✗ ${scene}: ${error ?? `see ${OUT}`}`);
  process.exitCode = bad.length === 0 ? 0 : 1;
});
