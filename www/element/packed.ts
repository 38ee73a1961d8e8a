// The wasm inside a script: gzipped and in base64, unpacked by the browser once somebody needs it.
import { provide } from '../loading';

/** Put in its place by the build; there is none where modules are served one by one. */
declare const PACKED_WASM: string | undefined;

async function unpack(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

if (typeof PACKED_WASM === 'string') {
  const packed = PACKED_WASM;
  provide(() => unpack(packed));
}
