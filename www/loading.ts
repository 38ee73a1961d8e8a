// Brings the wasm in, once a page, and says in a sentence what stood in the way.
import { BeadworkError } from './errors';
import { watch } from './guard';

export type Wasm = typeof import('./wasm/beadwork.js');
/** The module for browsers without a graphics device: the same simulations, no views. */
export type CpuWasm = typeof import('./wasm/cpu/beadwork.js');
/** Where the wasm is, or what is in it. */
export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

let loading: Promise<Wasm> | undefined;
let source: WasmSource | (() => Promise<BufferSource>) | undefined;
let cpuSource: typeof source;

/** Where the wasm comes from, and which of it is loaded. */
export interface InitOptions {
  /** The module that computes on the graphics device. */
  wasm?: WasmSource;
  /** The one that computes on the CPU. */
  cpuWasm?: WasmSource;
  /** Which is loaded; `auto` unless given: the first where the browser has WebGPU, else the second. */
  machine?: 'auto' | 'gpu' | 'cpu';
}

/**
 * Loads the wasm now, or from somewhere else than beside this module. Nobody needs it who is content with
 * that: the first simulation loads the wasm by itself.
 */
export async function init({ wasm, cpuWasm, machine = 'auto' }: InitOptions = {}): Promise<void> {
  if (wasm !== undefined) source = wasm;
  if (cpuWasm !== undefined) cpuSource = cpuWasm;
  await (machine === 'gpu' || (machine === 'auto' && hasWebGpu()) ? load() : loadCpu());
}

/** Whether the browser knows of WebGPU; it may still have no device. */
export const hasWebGpu = (): boolean =>
  typeof navigator !== 'undefined' && 'gpu' in navigator && Boolean(navigator.gpu);

/** A module of one function that splats a zero and takes bits of it. */
const WITH_SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
];

/** Whether the browser reads modules with vectors of 128 bits: Chrome since 91, Firefox since 89, Safari since 16.4. */
export const hasSimd = (): boolean => WebAssembly.validate(Uint8Array.from(WITH_SIMD));

type Bytes = () => Promise<BufferSource>;

/** For builds that carry the wasm in themselves or beside them: where it comes from once somebody needs it. */
export function provide({ gpu, cpu }: { gpu?: Bytes; cpu?: Bytes }): void {
  source ??= gpu;
  cpuSource ??= cpu;
}

export function load(): Promise<Wasm> {
  // a failure is not kept: the next call tries again
  loading ??= start().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let loadingCpu: Promise<CpuWasm> | undefined;
/** The module that `loadCpu` brought in, for workers. */
export let cpuModule: WebAssembly.Module | undefined;

/** What only a page without a graphics device loads. */
export function loadCpu(): Promise<CpuWasm> {
  loadingCpu ??= startCpu().catch((error) => {
    loadingCpu = undefined;
    throw error;
  });
  return loadingCpu;
}

async function startCpu(): Promise<CpuWasm> {
  const bindings = await import('./wasm/cpu/beadwork.js').catch(scriptIsMissing);
  const beside = () =>
    hasSimd()
      ? new URL('./wasm/cpu/beadwork_simd.wasm', import.meta.url)
      : new URL('./wasm/cpu/beadwork_bg.wasm', import.meta.url);
  cpuModule = await begin(bindings, cpuSource ?? beside());
  return bindings;
}

async function start(): Promise<Wasm> {
  if (!hasWebGpu()) {
    throw new BeadworkError(
      'no-webgpu',
      'This browser has no WebGPU here: use a recent Chrome, Edge, Safari or Firefox, over https.',
    );
  }
  const bindings = await import('./wasm/beadwork.js').catch(scriptIsMissing);
  await begin(bindings, source ?? new URL('./wasm/beadwork_bg.wasm', import.meta.url));
  return bindings;
}

function scriptIsMissing(error: unknown): never {
  throw new BeadworkError('wasm', `The script beside the simulation's module is missing (${detail(error)}).`);
}

/** The module, unless it was given as an answer of a host's, which is read only once. */
async function begin(
  bindings: Wasm | CpuWasm,
  from: NonNullable<typeof source>,
): Promise<WebAssembly.Module | undefined> {
  const bytes = typeof from === 'string' || from instanceof URL ? await download(from) : await carried(from);
  let module: WebAssembly.Module | undefined;
  try {
    if (!(bytes instanceof Response))
      module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    await bindings.default({ module_or_path: module ?? bytes });
  } catch (error) {
    if (/unsafe-eval|Content.Security.Policy|\bCSP\b/i.test(detail(error)))
      throw forbidden('wasm-unsafe-eval', 'script-src');
    throw new BeadworkError('wasm', `The simulation's module is damaged or cut short (${detail(error)}).`);
  }
  watch(bindings);
  return module;
}

async function carried<T>(from: T | (() => Promise<BufferSource>)): Promise<T | BufferSource> {
  if (!(from instanceof Function)) return from;
  return from().catch((error) => {
    throw new BeadworkError('wasm', `The simulation's module could not be had (${detail(error)}).`);
  });
}

async function download(from: URL | string): Promise<ArrayBuffer> {
  const response = await fetchUnlessForbidden(from);
  if (!response.ok) {
    throw new BeadworkError(
      'wasm',
      `The simulation's module is missing at ${from} (status ${response.status}).`,
    );
  }
  const bytes = await response.arrayBuffer().catch((error) => {
    throw new BeadworkError(
      'wasm',
      `The simulation's module came cut short from ${from} (${detail(error)}).`,
    );
  });
  // '\0asm'; a host that answers every address with its front page sends HTML here
  if (bytes.byteLength < 8 || new DataView(bytes).getUint32(0) !== 0x0061736d) {
    const type = response.headers.get('content-type') ?? 'of no stated type';
    throw new BeadworkError(
      'wasm',
      `What lies at ${from} is no WebAssembly module (it is ${type}, ${bytes.byteLength} bytes).`,
    );
  }
  return bytes;
}

/** A refused fetch does not say who refused; the page's policy tells by an event. */
async function fetchUnlessForbidden(from: URL | string): Promise<Response> {
  let violated = false;
  const note = (event: SecurityPolicyViolationEvent) => {
    violated ||= event.effectiveDirective === 'connect-src';
  };
  globalThis.addEventListener?.('securitypolicyviolation', note as EventListener);
  try {
    return await fetch(from);
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve));
    if (violated) throw forbidden(`the module's address, ${from}`, 'connect-src');
    throw new BeadworkError(
      'wasm',
      `The simulation's module could not be fetched from ${from} (${detail(error)}).`,
    );
  } finally {
    globalThis.removeEventListener?.('securitypolicyviolation', note as EventListener);
  }
}

function forbidden(what: string, directive: string): BeadworkError {
  return new BeadworkError(
    'csp',
    `This page's content security policy forbids the simulation's module: add ${what} to ${directive}.`,
  );
}

/** What a thrown thing says. */
export function detail(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
