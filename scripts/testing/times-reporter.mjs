// A reporter of Node's test runner: a line per test, with its file and its seconds.
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { file, name, details } = data;
    if (!file || name === file) continue;
    yield `${JSON.stringify({ file, title: name, seconds: details.duration_ms / 1000 })}\n`;
  }
}
