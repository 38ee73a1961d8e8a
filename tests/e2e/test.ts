// Playwright's `test`, and one rule for every page that a test opens: a GPU error that no scope caught fails it.
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

export * from '@playwright/test';

const found: string[] = [];

/** An error or a warning of a page. Where the processor puts it together, a software GPU complains that pictures are read: no fault of the page. */
export const isWarning = (message: ConsoleMessage) =>
  ['error', 'warning'].includes(message.type()) && !message.text().includes('GPU stall due to ReadPixels');

/** For browsers that a test launches by itself. */
export function watch(context: BrowserContext): BrowserContext {
  // the graphics device is software here, and pages are to take it for a card: see www/machine.ts. It is sent before any page is asked for.
  void context.addInitScript(() => Object.assign(globalThis, { softwareIsACard: true }));
  context.on('console', (message) => {
    // as src/gpu/device.rs writes it
    if (message.text().startsWith('Uncaptured GPU error')) found.push(message.text());
  });
  return context;
}

export interface Options {
  /** False for a browser that does not know of WebGPU. */
  webgpu: boolean;
  /** Whether a page knows what other tests have seen of the device: it checks its kernels anew otherwise. */
  trusted: boolean;
  /** Whether pages draw whatever moves as often as they can. One picture a second is enough for all other tests. */
  everyPicture: boolean;
  /** Whether what pages draw is painted. In the project `cpu` only a test that looks at pictures asks for it: they took a third of its time. */
  painted: boolean;
}

/** What pages keep of the device (www/trust.ts), from test to test. */
let trust: string | null = null;

/** A new context begins with what others have kept, and tells what its pages keep. */
async function passOn(context: BrowserContext): Promise<void> {
  await context.exposeBinding('keepTrust', (_source, kept: string) => {
    trust = kept;
  });
  await context.addInitScript((known) => {
    const KEY = 'beadwork-device';
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (this: Storage, key, value) {
      setItem.call(this, key, value);
      if (key === KEY) (window as unknown as { keepTrust(kept: string): void }).keepTrust(value);
    };
    try {
      if (known !== null && localStorage.getItem(KEY) === null) setItem.call(localStorage, KEY, known);
    } catch {
      // a page without an origin has no storage
    }
  }, trust);
}

type Prepared = Pick<BrowserContext, 'addInitScript'>;

/** Pages draw as ever, and what would paint does nothing. */
const unpainted = (pages: Prepared) =>
  pages.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext;
    for (const call of Object.keys(prototype).filter((name) =>
      /^(draw(Arrays|Elements|Range)|clear)/.test(name),
    ))
      Object.defineProperty(prototype, call, { value: () => undefined });
  });

/** Pages know of no WebGPU, as in a browser that never had it. */
export const withoutWebGpu = (pages: Prepared) =>
  pages.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'gpu'));

/** Nor can they draw by WebGL 2. */
export async function withoutPictures(pages: Prepared): Promise<void> {
  await withoutWebGpu(pages);
  await pages.addInitScript(() => {
    for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
      const getContext = prototype.getContext as (kind: string, ...rest: unknown[]) => unknown;
      prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
      } as never;
    }
  });
}

async function prepare(
  context: BrowserContext,
  { webgpu, trusted, everyPicture, painted }: Options,
): Promise<BrowserContext> {
  watch(context);
  if (!everyPicture) await context.addInitScript(() => Object.assign(globalThis, { picturesApart: 1000 }));
  if (!painted) await unpainted(context);
  if (!webgpu) await withoutWebGpu(context);
  else if (trusted) await passOn(context);
  return context;
}

export const test = base.extend<{ gpuErrors: undefined }, Options & { watched: undefined }>({
  webgpu: [true, { option: true, scope: 'worker' }],
  trusted: [true, { option: true, scope: 'worker' }],
  everyPicture: [false, { option: true, scope: 'worker' }],
  painted: [true, { option: true, scope: 'worker' }],
  watched: [
    async ({ browser, webgpu, trusted, everyPicture, painted }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) =>
        prepare(await newContext(options), { webgpu, trusted, everyPicture, painted });
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  // a test's own context is that of the test before, emptied: its page loads in half the time; `newContext` knows nothing of it
  context: async ({ context, reuseContext, webgpu, trusted, everyPicture, painted }, use) => {
    await use(reuseContext ? await prepare(context, { webgpu, trusted, everyPicture, painted }) : context);
  },
  gpuErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      await use(undefined);
      expect(found.splice(0), 'uncaptured GPU errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** One page with the public module as `window.beadwork`, for all tests of a file. */
export function withModule(take: (page: Page) => void): void {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto('/tests/e2e/pages/api.html');
    await page.waitForFunction(() => Boolean((globalThis as { beadwork?: unknown }).beadwork));
    take(page);
  });
  test.afterAll(() => page.close());
}
