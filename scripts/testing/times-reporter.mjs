// A reporter of Node's test runner: a line per test, with its file, its seconds and why it failed.
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { file, name, details } = data;
    if (!file || name === file) continue;
    const failure = type === 'test:fail' ? { failure: String(details.error?.cause ?? details.error) } : {};
    yield `${JSON.stringify({ file, title: name, seconds: details.duration_ms / 1000, ...failure })}\n`;
  }
}
