// What a run of the suite says at its end: the time per file, the slowest tests, and what failed.
const SLOWEST = 30;

const inSeconds = (seconds) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`.padStart(8);

/** Seconds and tests by file, the longest first. */
export function byFile(tests) {
  const files = new Map();
  for (const { suite, file, seconds } of tests) {
    const key = `${suite}: ${file}`;
    const { seconds: before = 0, count = 0 } = files.get(key) ?? {};
    files.set(key, { seconds: before + seconds, count: count + 1 });
  }
  return [...files].map(([file, sums]) => ({ file, ...sums })).sort((a, b) => b.seconds - a.seconds);
}

/** As text: what was set up, every file, the slowest tests. */
export function timesText({ setUp, tests }) {
  const files = byFile(tests).map(
    ({ file, seconds, count }) => `${inSeconds(seconds)}  ${String(count).padStart(4)}  ${file}`,
  );
  const slowest = [...tests]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ suite, file, title, seconds }) => `${inSeconds(seconds)}  ${suite}: ${file}: ${title}`);
  const prepared = setUp.map(({ name, seconds }) => `${inSeconds(seconds)}  ${name}`);
  return [
    ...['Set-up', ...prepared],
    ...['', 'Seconds and tests by file', ...files],
    ...['', `The ${slowest.length} slowest tests`, ...slowest],
  ].join('\n');
}

/** Every test that failed, with what it said: it stands near the end, where a log that was cut still has it. */
export const failuresText = (tests) =>
  tests
    .filter(({ failure }) => failure !== undefined)
    .map(
      ({ suite, file, title, failure }) => `✗ ${suite}: ${file}: ${title}\n${failure.replace(/^/gm, '    ')}`,
    )
    .join('\n');
