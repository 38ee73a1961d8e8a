// The wasm for builds that are one script. The module for the graphics device is inside, gzipped and in base64, unpacked by the browser
// once somebody needs it; that for the CPU lies beside it as a script, since a frame without an origin may load nothing else.
import { hasSimd, provide } from '../loading';

/** Put in its place by the build; there is none where modules are served one by one. */
declare const PACKED_WASM: string | undefined;
/** What scripts/library.mjs calls the other one, and what that defines. */
const cpuScript = () => (hasSimd() ? 'beadwork.cpu.simd.js' : 'beadwork.cpu.js');
declare global {
  var beadworkPackedCpu: string | undefined;
}

async function unpack(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Beside this script. */
async function fetchCpu(address: string): Promise<ArrayBuffer> {
  const script = Object.assign(document.createElement('script'), { src: new URL(cpuScript(), address).href });
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${script.src} could not be loaded`)));
    document.head.append(script);
  });
  script.remove();
  return unpack(globalThis.beadworkPackedCpu ?? '');
}

if (typeof PACKED_WASM === 'string') {
  const packed = PACKED_WASM;
  const own = typeof document === 'undefined' ? null : document.currentScript;
  provide({
    gpu: () => unpack(packed),
    ...(own instanceof HTMLScriptElement && own.src ? { cpu: () => fetchCpu(own.src) } : {}),
  });
}
