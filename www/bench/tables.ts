// The crate's part of this page, a module of its own that nobody else loads: what to measure, what bytes that moves, and what the
// records say (src/benchmark/web.rs).
import { detail } from '../loading';

export type Tables = typeof import('../wasm/tables/beadwork.js');

let loading: Promise<Tables> | undefined;

export function tables(): Promise<Tables> {
  loading ??= start().catch((error) => {
    loading = undefined;
    throw new Error(`The benchmark's own module could not be loaded: ${detail(error)}`);
  });
  return loading;
}

async function start(): Promise<Tables> {
  const bindings = await import('../wasm/tables/beadwork.js');
  await bindings.default();
  return bindings;
}
