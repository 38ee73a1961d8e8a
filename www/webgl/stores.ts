// What the shaders read of storage buffers elsewhere, as textures: four words a texel, rows of 1024.

/** As examples/webgl_shaders/translate.rs takes it. */
const ROW = 1024;
const TEXEL = 4;

/** The words of a piece of a module's memory; those that fill up the last texel are zero. */
interface Words {
  whole: Uint32Array;
  rest: Uint32Array;
}

function wordsOf(bytes: Uint8Array): Words {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const inRows = words.length - (words.length % (ROW * TEXEL));
  const rest = new Uint32Array(Math.ceil((words.length - inRows) / TEXEL) * TEXEL);
  rest.set(words.subarray(inRows));
  return { whole: words.subarray(0, inRows), rest };
}

export class Store {
  readonly texture: WebGLTexture;
  #gl: WebGL2RenderingContext;
  #unit: number;
  #rows = 0;

  /** It stays bound to its unit. */
  constructor(gl: WebGL2RenderingContext, unit: number) {
    this.#gl = gl;
    this.#unit = unit;
    this.texture = nearest(gl, unit);
    this.#grow(1);
  }

  /** Puts the bytes there, as many as there are. */
  write(bytes: Uint8Array): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0 + this.#unit);
    const { whole, rest } = wordsOf(bytes);
    const rows = whole.length / (ROW * TEXEL);
    const needed = rows + (rest.length > 0 ? 1 : 0);
    if (needed > this.#rows) this.#grow(2 ** Math.ceil(Math.log2(needed)));
    const put = (row: number, width: number, height: number, words: Uint32Array) =>
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
    if (rows > 0) put(0, ROW, rows, whole);
    if (rest.length > 0) put(rows, rest.length / TEXEL, 1, rest);
  }

  #grow(rows: number): void {
    const gl = this.#gl;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, ROW, rows, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, null);
    this.#rows = rows;
  }
}

/** A texture whose texels are read as they are, bound to a unit. */
export function nearest(gl: WebGL2RenderingContext, unit: number): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  return texture;
}
