// A canvas that is given a size is blank until it is drawn: both must happen in one task, or a slow device shows the
// blank one for a whole picture.
import { pictures } from './lab-page';
import { expect, type Page, test } from './test';

interface Sized {
  /** Sizes that canvases with a picture were given. */
  times: number;
  /** Of those, how often the task ended without drawing. */
  blank: number;
}

declare global {
  interface Window {
    sized: Sized;
  }
}

/** Notes every size that is set, and whether it is drawn in the same task. Each step takes as if on a slow device. */
async function watchCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.sized = { times: 0, blank: 0 };
    const drawn = new WeakSet<object>();
    const waiting = new Set<object>();
    const draw = GPUCanvasContext.prototype.getCurrentTexture;
    GPUCanvasContext.prototype.getCurrentTexture = function () {
      drawn.add(this.canvas);
      waiting.delete(this.canvas);
      return draw.call(this);
    };
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      window.sized.blank += waiting.size;
      waiting.clear();
    };
    for (const side of ['width', 'height'] as const) {
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side)!;
      Object.defineProperty(HTMLCanvasElement.prototype, side, {
        get,
        set(value: number) {
          if (drawn.has(this) && value !== this[side]) {
            window.sized.times += 1;
            waiting.add(this);
            port1.postMessage(null);
          }
          set!.call(this, value);
        },
      });
    }
    const done = GPUQueue.prototype.onSubmittedWorkDone;
    GPUQueue.prototype.onSubmittedWorkDone = async function () {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return done.call(this);
    };
  });
}

const PAGES = {
  'an element': '/embed.html?scene=pendant',
  'a chapter': '/learn/08-drift.html#lab',
  'the lab': '/?scene=pendant',
};

for (const [name, address] of Object.entries(PAGES)) {
  test(`${name} is never blank: neither when its sharpness changes nor when its size does`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 700, height: 500 });
    await watchCanvases(page);
    await page.goto(address);
    const times = () => page.evaluate(() => window.sized.times);
    // pictures come slowly, so it gets fewer pixels
    await expect.poll(times, { timeout: 40_000 }).toBeGreaterThan(0);
    const before = await times();
    await page.setViewportSize({ width: 560, height: 500 });
    await expect.poll(times).toBeGreaterThan(before);
    await pictures(page, 3);
    expect(await page.evaluate(() => window.sized.blank)).toBe(0);
  });
}
