// What pages before have seen of the graphics device: checking it takes as long as compiling for it, and once is enough
// for a while. Where nothing can be kept, as in a frame without an origin, every page looks for itself.
import type { Wasm } from './loading';

const KEY = 'beadwork-device';
/** A driver may be replaced, and no page hears of it; ms. */
const FOR = 30 * 24 * 3600 * 1000;

interface Kept {
  browser: string;
  until: number;
  kernels: string;
}

function kept(): Kept | undefined {
  try {
    const { browser, until, kernels } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const holds = browser === navigator.userAgent && until > Date.now() && typeof kernels === 'string';
    return holds ? { browser, until, kernels } : undefined;
  } catch {
    return undefined;
  }
}

/** Once the page has its device. */
export function recall(wasm: Wasm): void {
  wasm.trustKernels(kept()?.kernels ?? '');
}

/** Once something was checked. */
export function remember(wasm: Wasm): void {
  const kernels = wasm.trustedKernels();
  const before = kept();
  if (before?.kernels === kernels) return;
  const now: Kept = { browser: navigator.userAgent, until: before?.until ?? Date.now() + FOR, kernels };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // the next page looks again
  }
}
