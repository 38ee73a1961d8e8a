// What a reader begins with: kernels/NAME.start.wgsl. The page shows kernels/NAME.wgsl as a solution.
const files = import.meta.glob<string>('./kernels/*.start.wgsl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export function startOf(name: string): string {
  const text = files[`./kernels/${name}.start.wgsl`];
  if (text === undefined) throw new Error(`There is no kernels/${name}.start.wgsl.`);
  return text.trimEnd();
}
