// A made scene in the address: JSON, deflated, in letters that an address may have.
import { BeadworkError } from '../../errors';
import type { Made } from './document';

/** Characters that any mail and any chat leaves whole. */
export const MOST_LETTERS = 4000;
/** What a document may unpack to: letters that swell are no scene. */
const MOST_BYTES = 1_000_000;

export async function encode(made: Made): Promise<string> {
  const packed = new Blob([JSON.stringify(made)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether it is a scene is for the simulation to say. */
export async function decode(text: string): Promise<unknown> {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return JSON.parse(await inflated(bytes));
  } catch {
    throw new BeadworkError(
      'scene',
      'The scene in this address is damaged: a part of it may be missing. Ask for the link again, or for the scene as a file.',
      'made',
    );
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) throw new RangeError();
    parts.push(part.value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).text();
}
