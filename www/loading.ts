// Brings the wasm in, once a page, and says in a sentence what stood in the way.
import { BeadworkError } from './errors';
import initialise, * as bindings from './wasm/beadwork.js';

export type Wasm = typeof bindings;
type Source = URL | string | Response | BufferSource | WebAssembly.Module;

let loading: Promise<Wasm> | undefined;
let source: Source | undefined;

/** Loads the wasm now, or from somewhere else than beside this module. Needed by nobody who is content with that. */
export function init(options: { wasm?: Source } = {}): Promise<void> {
  if (options.wasm !== undefined) source = options.wasm;
  return load().then(() => undefined);
}

export function load(): Promise<Wasm> {
  // a failure is not kept: the next call tries again
  loading ??= bring().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function bring(): Promise<Wasm> {
  if (typeof navigator === 'undefined' || !('gpu' in navigator) || !navigator.gpu) {
    throw new BeadworkError(
      'no-webgpu',
      'This browser has no WebGPU: use a recent Chrome, Edge, Safari or Firefox, over https.',
    );
  }
  const from = source ?? new URL('./wasm/beadwork_bg.wasm', import.meta.url);
  const isAddress = typeof from === 'string' || from instanceof URL;
  let response: Source = from;
  if (isAddress) {
    const fetched = await fetch(from).catch(() => null);
    if (!fetched)
      throw new BeadworkError('wasm', `The simulation's module could not be fetched from ${from}.`);
    if (!fetched.ok)
      throw new BeadworkError(
        'wasm',
        `The simulation's module is missing at ${from} (status ${fetched.status}).`,
      );
    const bytes = await fetched.arrayBuffer();
    response = bytes;
    if (bytes.byteLength < 8 || new DataView(bytes).getUint32(0) !== 0x0061736d) {
      throw new BeadworkError('wasm', `What lies at ${from} is not a WebAssembly module.`);
    }
  }
  try {
    await initialise({ module_or_path: response });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (/unsafe-eval|Content Security Policy/i.test(detail)) {
      throw new BeadworkError(
        'csp',
        "This page's content security policy forbids WebAssembly: add 'wasm-unsafe-eval' to script-src.",
      );
    }
    throw new BeadworkError('wasm', `The simulation's module is damaged or cut short (${detail}).`);
  }
  return bindings;
}
