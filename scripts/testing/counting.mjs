// What test runners report, as counts and as one record per test: { file, title, seconds }, and `failure` where it failed.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../setup/run.mjs';

/** A check that passes or fails as a whole. */
export const whole = ({ code }) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** Counts of several runs as one. */
export const together = (counts) => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  skipped: counts.reduce((sum, { skipped = 0 }) => sum + skipped, 0),
  tests: counts.flatMap(({ tests = [] }) => tests),
});

/** The first lines of what a test says that failed, without colours: enough to know it by. */
const briefly = (text, lines = 12) =>
  stripVTControlCharacters(String(text)).trim().split('\n').slice(0, lines).join('\n');

/** A run that failed without a failed test did not compile, or its program crashed. */
const atLeastOne = (code, failed) => (code !== 0 && failed === 0 ? 1 : failed);

/**
 * Counts what test programs of cargo's kind report, one 'test result' line each. `program` names the file; where a
 * program has several, the first part of a test's name does.
 */
export function libtest({ code, output }, program = '') {
  const results = [...output.matchAll(/^test result: .*?(\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  const [passed, failed, skipped] = [1, 2, 3].map((at) =>
    results.reduce((sum, match) => sum + Number(match[at]), 0),
  );
  // what a failed test printed stands under a heading of its own, up to the next one
  const printed = new Map(
    [...output.matchAll(/^---- (\S+) stdout ----\n([\s\S]*?)(?=\n---- |\nfailures:)/gm)].map(
      ([, title, text]) => [title, briefly(text)],
    ),
  );
  const tests = [...output.matchAll(/^test (\S+).* \.\.\. (.*)<([\d.]+)s>$/gm)].map(
    ([, title, how, seconds]) => {
      const [module, ...rest] = title.split('::');
      return {
        ...(how.includes('FAILED') && { failure: printed.get(title) ?? '' }),
        file: [program, ...(rest.length > 0 ? [module] : [])].join(' '),
        title: rest.join('::') || module,
        seconds: Number(seconds),
      };
    },
  );
  return { passed, failed: atLeastOne(code, failed), skipped, tests };
}

/** Counts what Node's own test runner reports at its end; `times` is what `times-reporter.mjs` wrote. */
export function nodeTests({ code, output }, times) {
  const count = (word) => Number(output.match(new RegExp(`^\\S+ ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  // what was cancelled took too long
  const failed = count('fail') + count('cancelled');
  const tests = times
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return {
    passed: count('pass'),
    failed: atLeastOne(code, failed),
    skipped: count('skipped'),
    tests: tests.map(({ file, failure, ...rest }) => ({
      ...rest,
      file: relative(root, file),
      ...(failure !== undefined && { failure: briefly(failure) }),
    })),
  };
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Counts Playwright's own report, null where it ended before it could write one. */
export function playwrightReport(code, report) {
  const { stats, suites } = report ?? { stats: { expected: 0, unexpected: 0, skipped: 0 }, suites: [] };
  const tests = suites.flatMap(specsOf).map(({ file, title, tests }) => ({
    file: `tests/e2e/${file}`,
    title,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
    ...(tests.some(({ status }) => status === 'unexpected') && {
      failure: briefly(
        tests.flatMap(({ results }) => results).flatMap(({ errors = [] }) => errors)[0]?.message ?? '',
      ),
    }),
  }));
  return {
    passed: stats.expected,
    failed: atLeastOne(code, stats.unexpected),
    skipped: stats.skipped,
    tests,
  };
}
