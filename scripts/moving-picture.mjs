// A moving picture in one file that Git hosts show: an animated WebP. The browser encodes each picture, and here they are put
// together: RIFF( WEBP, VP8X: size, ANIM: for ever, for each picture ANMF: where, how long, its VP8 ).

const number = (value, bytes) => Array.from({ length: bytes }, (_, k) => (value >> (8 * k)) & 255);
const text = (word) => [...Buffer.from(word, 'latin1')];

function chunk(name, ...parts) {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part)));
  // chunks begin at even places
  return Buffer.concat([
    Buffer.from([...text(name), ...number(data.length, 4)]),
    data,
    Buffer.alloc(data.length % 2),
  ]);
}

/** The chunk `VP8 ` of a file with one picture. */
function picture(webp) {
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at, at + 8 + size + (size % 2));
    at += 8 + size + (size % 2);
  }
  throw new Error('The browser gave no lossy WebP.');
}

/** Screenshots, PNG, as WebP of this size. */
const encoded = (page, png, size, quality) =>
  page.evaluate(
    async ([png, [width, height], quality]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { alpha: false });
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, width, height);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
      );
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [png.toString('base64'), size, quality],
  );

/** `shots` are PNG, shown so many milliseconds each, the last one longer. */
export async function movingPicture(page, shots, { size, milliseconds, last, quality = 0.75 }) {
  const [width, height] = size.map((pixels) => number(pixels - 1, 3));
  const frames = [];
  for (const [k, shot] of shots.entries()) {
    const webp = Buffer.from(await encoded(page, shot, size, quality), 'base64');
    const long = k === shots.length - 1 ? last : milliseconds;
    // at the corner, without blending with the picture before
    frames.push(chunk('ANMF', number(0, 6), width, height, number(long, 3), [2], picture(webp)));
  }
  const whole = [
    chunk('VP8X', [2, 0, 0, 0], width, height),
    chunk('ANIM', number(0, 4), number(0, 2)),
    ...frames,
  ];
  return chunk('RIFF', text('WEBP'), ...whole);
}
