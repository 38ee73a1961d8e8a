// Pictures of many canvases by one WebGL context. A browser gives a page some sixteen contexts, and takes the oldest away for
// the next: its canvas goes blank. So only the first canvases have a context of their own; the others share one,
// behind the page, and have what it drew copied.
import type { WebView } from '../wasm/cpu/beadwork.js';
import { Drawing } from './drawing';

type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** What draws into a canvas. */
export interface Painter {
  fitting(width: number, height: number): [number, number];
  draw(view: WebView): void;
  destroy(): void;
}

/** Contexts of their own; the page's author may want some too. */
const MOST_ALONE = 8;

let alone = 0;
/** Canvases that pictures are copied to: they take no other context any more. */
const copied = new WeakSet<Canvas>();
let behind: { canvas: HTMLCanvasElement; drawing: Drawing } | undefined;
let sharers = 0;

export function painterFor(canvas: Canvas): Painter {
  const to = copied.has(canvas) || alone >= MOST_ALONE ? flat(canvas) : null;
  return to ? new Sharer(to) : new Alone(canvas);
}

class Alone extends Drawing {
  #ended = false;

  constructor(canvas: Canvas) {
    super(canvas);
    alone += 1;
  }

  override destroy(): void {
    if (!this.#ended) alone -= 1;
    this.#ended = true;
    super.destroy();
  }
}

class Sharer implements Painter {
  #to: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  #ended = false;

  constructor(to: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) {
    this.#to = to;
    sharers += 1;
  }

  fitting(width: number, height: number): [number, number] {
    return shared().drawing.fitting(width, height);
  }

  draw(view: WebView): void {
    const { canvas, drawing } = shared();
    const { width, height } = this.#to.canvas;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    // where it has no context for a while, what was drawn before stays
    if (drawing.draw(view)) this.#to.drawImage(canvas, 0, 0);
  }

  destroy(): void {
    if (this.#ended) return;
    this.#ended = true;
    sharers -= 1;
    if (sharers > 0) return;
    behind?.drawing.destroy();
    behind = undefined;
  }
}

function shared(): { canvas: HTMLCanvasElement; drawing: Drawing } {
  if (!behind) {
    const canvas = document.createElement('canvas');
    behind = { canvas, drawing: new Drawing(canvas) };
  }
  return behind;
}

/** Null where it has a context of another kind. */
function flat(canvas: Canvas): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null {
  const found = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D | null;
  if (found) copied.add(canvas);
  return found;
}
