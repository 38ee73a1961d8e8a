// What a script's command line asks for.
import { parseArgs } from 'node:util';
import { SetupError } from './run.mjs';

/**
 * The options of `npm run SCRIPT` by their defaults: a text, a number, or false for a switch. `words` are what is no
 * option, `command` is all of it as it was typed. `--help` shows `usage` and ends; an option that nobody knows is
 * refused, before anything is done or written.
 */
export function commandLine(script, usage, defaults) {
  const kinds = Object.entries({ help: false, ...defaults }).map(([name, value]) => [
    name,
    { type: value === false ? 'boolean' : 'string' },
  ]);
  let given;
  try {
    given = parseArgs({ options: Object.fromEntries(kinds), allowPositionals: true });
  } catch (error) {
    throw new SetupError(`${error.message.split('. ')[0]}.\n\n${usage}`);
  }
  if (given.values.help) {
    console.log(usage);
    process.exit(0);
  }
  const values = { ...defaults, ...given.values };
  for (const [name, fallback] of Object.entries(defaults)) {
    if (typeof fallback !== 'number') continue;
    values[name] = Number(values[name]);
    if (!Number.isFinite(values[name])) throw new SetupError(`--${name} wants a number.`);
  }
  const said = process.argv.slice(2);
  const command = [`npm run ${script}`, ...(said.length > 0 ? ['--', ...said] : [])].join(' ');
  return { ...values, words: given.positionals, command };
}
