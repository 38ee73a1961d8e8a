// npm run sharp: how sharp the tests are. One small fault after another is put into a copy of the repository, and
// the tests that should see it are run there. scripts/sharp/faults/ has the faults, docs/sharp.md the record.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLine } from './setup/command-line.mjs';
import { capture, main, root, SetupError } from './setup/run.mjs';
import { builtSite, builtWasm, scratchCopy } from './sharp/copy.mjs';
import { faults } from './sharp/faults.mjs';
import { readRecord, writeRecord } from './sharp/record.mjs';
import { look } from './sharp/tests.mjs';

const usage = `npm run sharp -- [--only NAME,…] [--list] [--record before|after] [--resume] [--no-baseline]
                 [--copy target/sharp/copy] [--from REVISION]
Exit code 0: nothing survived that the record says was caught before.
--copy is the folder that faults are put into: made of HEAD if it is not there, else taken as it stands.
--from brings it to a revision.
--no-baseline leaves out the run without any fault, which tells what fails anyway.
--record writes one column of docs/sharp.md and .json after each fault; --resume leaves out what it has.`;

const seconds = (since) => Math.round((Date.now() - since) / 1000);

/** The edited text; what is to be replaced must stand there exactly once. */
function edited(copy, { name, file, find, replace }) {
  const path = join(copy, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new SetupError(`${name}: its text stands ${parts.length - 1} times in ${file}, and must once.`);
  return { path, text, wrong: parts.join(replace) };
}

/** What the tests find with the fault in place, up to the first of them that sees it. */
async function seen(copy, fault, anyway) {
  const { path, text, wrong } = edited(copy, fault);
  const { build } = fault;
  const mend = () => writeFileSync(path, text);
  const stop = () => {
    mend();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  writeFileSync(path, wrong);
  try {
    const built = build && (await (build === 'wasm' ? builtWasm : builtSite)(copy));
    try {
      if (built?.failed) return { by: [`the build: ${built.failed}`] };
      let ran = 0;
      for (const where of fault.tests) {
        const found = await look(copy, where);
        const by = found.failed.filter((name) => !anyway.has(name));
        if (by.length > 0) return { by, why: found.why };
        ran += found.ran;
      }
      return ran > 0 ? { by: [] } : { by: [], nowhere: true };
    } finally {
      built?.undo();
    }
  } finally {
    mend();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** What fails without any fault. */
async function failsAnyway(copy, chosen) {
  const places = new Map(chosen.flatMap(({ tests }) => tests).map((where) => [JSON.stringify(where), where]));
  const failing = new Set();
  for (const where of places.values()) {
    const began = Date.now();
    const { ran, failed } = await look(copy, where, { all: true });
    for (const name of failed) failing.add(name);
    console.log(`  without a fault: ${JSON.stringify(where)}: ${ran} ran in ${seconds(began)} s`);
    for (const name of failed) console.log(`    fails anyway: ${name}`);
  }
  return failing;
}

main(async () => {
  const asked = commandLine('sharp', usage, {
    only: '',
    list: false,
    copy: 'target/sharp/copy',
    from: '',
    record: '',
    resume: false,
    'no-baseline': false,
  });
  const { record: column } = asked;
  if (!['', 'before', 'after'].includes(column)) throw new SetupError('--record wants before or after.');
  const only = asked.only.split(',').filter(Boolean);
  for (const name of only)
    if (!faults.some((fault) => fault.name === name)) throw new SetupError(`There is no fault '${name}'.`);
  const record = readRecord();
  const chosen = faults.filter(
    ({ name }) =>
      (only.length === 0 || only.includes(name)) && !(asked.resume && column && record.get(name)?.[column]),
  );
  if (asked.list) {
    for (const { name, file, what } of chosen) console.log(`${name.padEnd(34)}${what} (${file})`);
    return;
  }

  const copy = await scratchCopy(resolve(root, asked.copy), asked.from, chosen);
  for (const fault of chosen) edited(copy, fault);
  const revision = capture('git', ['rev-parse', '--short', 'HEAD'], { cwd: copy });
  const date = new Date().toISOString().slice(0, 10);
  const anyway = asked['no-baseline'] ? new Set() : await failsAnyway(copy, chosen);

  let caught = 0;
  const lost = [];
  for (const [at, fault] of chosen.entries()) {
    const began = Date.now();
    const place = `${at + 1}/${chosen.length}`;
    let result;
    try {
      result = await seen(copy, fault, anyway);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      console.log(`? ${place} ${fault.name}: it could not be tried. ${error.message}`);
      lost.push(fault.name);
      continue;
    }
    const { by, why, nowhere } = result;
    const took = seconds(began);
    if (by.length > 0) {
      caught += 1;
      console.log(
        `✓ ${place} ${fault.name}: caught by ${by.join('; ')} in ${took} s${why ? `\n      ${why}` : ''}`,
      );
    } else {
      console.log(
        `✗ ${place} ${fault.name}: ${nowhere ? 'no test of its list is there' : 'survived'} (${took} s)`,
      );
      if (record.get(fault.name)?.before?.by.length > 0) lost.push(fault.name);
    }
    if (column) {
      // another run may have added to it
      const now = readRecord();
      now.set(fault.name, { ...now.get(fault.name), [column]: { by, seconds: took, date, revision } });
      writeRecord(faults, now);
    }
  }
  console.log(`\n${caught} of ${chosen.length} caught`);
  if (lost.length > 0) console.log(`Not tried, or caught before and no longer: ${lost.join(', ')}`);
  process.exitCode = lost.length > 0 ? 1 : 0;
});
