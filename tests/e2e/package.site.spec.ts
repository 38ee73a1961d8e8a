// The built package as others use it: from its packed file, in three bundlers and in none, in frameworks, in frames.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { build as esbuild, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';
import { type Host, serve } from './static-server';
import { withoutWebGpu } from './test';

const root = resolve('.');
const program = (...path: string[]) => join(root, 'node_modules', ...path);
const node = (cwd: string, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });

/** A folder with the package installed from its packed file, the fixtures and the examples in it. */
let place: string;
let there: Host;
let here: Host;

test.beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'beadwork-package-'));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', place], {
    cwd: root,
    encoding: 'utf8',
  });
  const installed = join(place, 'node_modules', 'beadwork');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', [
    '-xzf',
    join(place, packed.trim().split('\n').at(-1)!),
    '-C',
    installed,
    '--strip-components=1',
  ]);
  for (const name of [
    'react',
    'react-dom',
    'scheduler',
    'vue',
    '@vue',
    'svelte',
    'esm-env',
    'clsx',
    'typescript',
    'three',
    '@types',
    '@react-three',
    '@babel',
    'its-fine',
    'react-use-measure',
    'suspend-react',
    'use-sync-external-store',
    'zustand',
    '@babylonjs',
    'playcanvas',
  ])
    symlinkSync(program(name), join(place, 'node_modules', name));
  cpSync(join(root, 'tests', 'fixtures'), place, { recursive: true });
  cpSync(join(root, 'examples', 'web'), join(place, 'examples'), { recursive: true });
  for (const name of ['three', 'react-three-fiber', 'babylon', 'playcanvas'])
    cpSync(join(root, 'examples', name), join(place, name), { recursive: true });
  [there, here] = await Promise.all([serve(place), serve(root)]);
});

test.afterAll(async () => {
  await Promise.all([there.close(), here.close()]);
  rmSync(place, { recursive: true, force: true });
});

/** What a page complains of. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
      found.push(message.text());
  });
  return found;
}

/** Every element on the page that is seen has a picture. */
async function draws(page: Page): Promise<void> {
  for (const element of await page.locator('bead-work').all()) {
    await element.scrollIntoViewIfNeeded();
    await expect(element.locator('canvas.drawn')).toBeAttached({ timeout: 30_000 });
  }
}

async function fixture(page: Page, address: string): Promise<void> {
  const found = complaints(page);
  await page.goto(`${there.address}/${address}`);
  await expect(page.locator('output')).toHaveText('3 true 40 iterations', { timeout: 60_000 });
  expect(found).toEqual([]);
}

test('passes publint and arethetypeswrong, and imports under Node', () => {
  expect(node(root, program('publint', 'src', 'cli.js'), '--strict')).toContain('All good');
  const packed = readdirSync(place).find((name) => name.endsWith('.tgz'))!;
  const attw = program('@arethetypeswrong', 'cli', 'dist', 'index.js');
  node(
    place,
    attw,
    packed,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    './beadwork.wasm',
    './beadwork.cpu.wasm',
    './beadwork.cpu.simd.wasm',
  );
  const three = "import { attach } from 'beadwork/three'; console.log(typeof attach)";
  expect(node(place, '--input-type=module', '-e', three).trim()).toBe('function');
  const script =
    "import { scenes } from 'beadwork'; import { BeadWorkElement } from 'beadwork/element'; console.log(String(scenes().length), typeof BeadWorkElement)";
  const { scenes } = JSON.parse(readFileSync(join(root, 'www', 'generated', 'catalogue.json'), 'utf8'));
  expect(node(place, '--input-type=module', '-e', script).split('\n')).toContain(`${scenes.length} function`);
});

for (const name of ['vite', 'three'])
  test(`types of ${name} hold under strict, by the rules of bundlers and of Node`, () => {
    const folder = join(place, name);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const tsc = program('typescript', 'bin', 'tsc');
    node(folder, tsc, '--project', '.');
    node(folder, tsc, '--project', '.', '--module', 'nodenext', '--moduleResolution', 'nodenext');
  });

const viteBuild = (folder: string) =>
  node(
    join(place, folder),
    program('vite', 'bin', 'vite.js'),
    'build',
    '--base',
    './',
    '--target',
    'es2022',
    '--logLevel',
    'warn',
  );

test('Vite builds it', async ({ page }) => {
  viteBuild('vite');
  await fixture(page, 'vite/dist/');
});

for (const [width, height] of [
  [800, 500],
  [390, 600],
] as const)
  test(`a scene of three.js ${width} pixels wide has light and shade, moves, and follows the pointer`, async ({
    page,
  }) => {
    if (!existsSync(join(place, 'three', 'dist'))) viteBuild('three');
    const found = complaints(page);
    await withoutWebGpu(page);
    await page.setViewportSize({ width, height });
    await page.goto(`${there.address}/three/dist/`);
    // the ragdoll lies on the ground, the ball hangs
    await expect
      .poll(async () => (await look(page)).red.count, { timeout: 30_000 })
      .toBeGreaterThan(width / 4);
    await untilStill(page);
    const before = await look(page);
    expect(before.colours).toBeGreaterThan(100);
    // the sun is on the left
    expect(before.darkest).toBeLessThan(60);
    expect(before.brightest).toBeGreaterThan(220);
    const reach = width / 8;
    await page.mouse.move(before.red.x, before.red.y);
    await page.mouse.down();
    await page.mouse.move(before.red.x + reach, before.red.y, { steps: 5 });
    // it is drawn up on its rope, and hangs there while it is held
    await expect
      .poll(async () => (await look(page)).red.x - before.red.x, { timeout: 20_000 })
      .toBeGreaterThan(reach / 2);
    await page.mouse.up();
    // and swings back to where it hung; how far beyond depends on which pictures are drawn
    await expect
      .poll(async () => (await look(page)).red.x - before.red.x, { timeout: 60_000 })
      .toBeLessThan(reach / 8);
    await page.getByRole('checkbox').check();
    await expect.poll(async () => (await look(page)).pink, { timeout: 20_000 }).toBeGreaterThan(10);
    await page.screenshot({ path: test.info().outputPath(`three-${width}.png`) });
    expect(found).toEqual([]);
  });

test('in react-three-fiber bodies come and go with their components', async ({ page }) => {
  await bundled(join(place, 'react-three-fiber'), 'main.jsx');
  const found = complaints(page);
  await withoutWebGpu(page);
  await page.goto(`${there.address}/react-three-fiber/`);
  const output = page.locator('output');
  await expect(output).toHaveText('30 boxes, 0 balls');
  // a wall in colours that stands
  await expect.poll(async () => (await look(page)).red.count, { timeout: 20_000 }).toBeGreaterThan(2000);
  const before = await look(page);
  expect(before.colours).toBeGreaterThan(50);
  await page.mouse.click(640, 400);
  await expect(output).toHaveText('29 boxes, 0 balls');
  const canvas = page.locator('canvas');
  const wall = await canvas.screenshot();
  await page.mouse.click(200, 700);
  await page.mouse.click(200, 700);
  await expect(output).toHaveText('29 boxes, 2 balls');
  await expect.poll(async () => wall.equals(await canvas.screenshot())).toBe(false);
  expect(found).toEqual([]);
});

test('in Babylon.js a ball on a chain swings into a stack, and a click hits a body', async ({ page }) => {
  await bundled(join(place, 'babylon'), 'main.js');
  const found = complaints(page);
  await withoutWebGpu(page);
  await page.goto(`${there.address}/babylon/`);
  // the stack's red boxes are knocked to the right
  await expect.poll(async () => (await look(page)).red.count, { timeout: 30_000 }).toBeGreaterThan(300);
  const before = await look(page);
  expect(before.colours).toBeGreaterThan(100);
  const canvas = page.locator('canvas');
  const swinging = await canvas.screenshot();
  await expect.poll(async () => swinging.equals(await canvas.screenshot())).toBe(false);
  // a hit from wherever it is: no fault
  await page.mouse.click(before.red.x, before.red.y);
  await expect.poll(async () => (await look(page)).colours).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test('in PlayCanvas balls that are added fall onto a bridge', async ({ page }) => {
  await bundled(join(place, 'playcanvas'), 'main.js');
  const found = complaints(page);
  await withoutWebGpu(page);
  await page.goto(`${there.address}/playcanvas/`);
  await expect.poll(async () => (await look(page)).colours, { timeout: 30_000 }).toBeGreaterThan(50);
  expect((await look(page)).red.count).toBeLessThan(50);
  await page.mouse.click(640, 700);
  await expect(page.locator('output')).toHaveText('1 balls');
  // the first one is red; it lies on the planks, well above the ground
  await expect.poll(async () => (await look(page)).red.count, { timeout: 20_000 }).toBeGreaterThan(300);
  await untilStill(page);
  const { y } = (await look(page)).red;
  expect(y).toBeGreaterThan(250);
  expect(y).toBeLessThan(420);
  expect(found).toEqual([]);
});

test('the first lines of docs/three.md work as they stand', async ({ page }) => {
  const folder = join(place, 'lines');
  const [, lines] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs', 'three.md'), 'utf8'))!;
  cpSync(join(place, 'three'), folder, { recursive: true, filter: (path) => !path.endsWith('dist') });
  writeFileSync(join(folder, 'main.ts'), lines!);
  node(folder, program('typescript', 'bin', 'tsc'), '--project', '.');
  viteBuild('lines');
  const found = complaints(page);
  await withoutWebGpu(page);
  await page.clock.install();
  await page.goto(`${there.address}/lines/dist/`);
  const canvas = page.locator('canvas');
  await expect(canvas).toBeVisible();
  // a crate on its corner falls over, and then lies
  const after = async (milliseconds: number) => {
    await page.clock.runFor(milliseconds);
    return canvas.screenshot();
  };
  const begins = await after(100);
  expect((await after(300)).equals(begins)).toBe(false);
  const lies = await after(6000);
  expect(lies.equals(begins)).toBe(false);
  expect((await after(300)).equals(lies)).toBe(true);
  expect(found).toEqual([]);
});

/** What a picture shows: how many colours, how dark and bright, where the red ball is, and how much pink of contacts. */
async function look(page: Page) {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const colours = new Set<number>();
    const red = { count: 0, x: 0, y: 0 };
    let [darkest, brightest, pink] = [255, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
      const [x, y] = [(at / 4) % bitmap.width, Math.floor(at / 4 / bitmap.width)];
      // below the words
      if (y < 50) continue;
      colours.add((r >> 3) * 1024 + (g >> 3) * 32 + (b >> 3));
      darkest = Math.min(darkest, r + g + b);
      brightest = Math.max(brightest, (r + g + b) / 3);
      if (r > 200 && b > 150 && g < 0.7 * r && b > g + 30) pink += 1;
      // left of the stack, which has red boxes
      if (x < 0.61 * bitmap.width && r > 130 && r > 2.2 * b && r > 1.8 * g) {
        red.count += 1;
        red.x += x;
        red.y += y;
      }
    }
    if (red.count > 0) {
      red.x /= red.count;
      red.y /= red.count;
    }
    return { colours: colours.size, darkest, brightest, pink, red };
  }, picture);
}

/** What is red rests: it is where it was half a second before. */
async function untilStill(page: Page): Promise<void> {
  let last = { x: Number.NaN, y: Number.NaN };
  const moved = async () => {
    const before = last;
    last = (await look(page)).red;
    return Math.hypot(last.x - before.x, last.y - before.y);
  };
  await expect.poll(moved, { timeout: 30_000, intervals: [500] }).toBeLessThan(3);
}

test('webpack builds it', async ({ page }) => {
  const { default: webpack } = await import('webpack');
  const folder = join(place, 'webpack');
  const { default: config } = await import(join(folder, 'webpack.config.mjs'));
  const errors = await new Promise<string>((resolve, reject) => {
    webpack(
      { ...config, context: folder, output: { ...config.output, path: join(folder, 'dist') } },
      (error, stats) =>
        error
          ? reject(error)
          : resolve(stats?.toString({ all: false, errors: true, warnings: true }) ?? 'no result'),
    );
  });
  expect(errors.trim()).toBe('');
  cpSync(join(folder, 'index.html'), join(folder, 'dist', 'index.html'));
  await fixture(page, 'webpack/dist/');
});

test('esbuild builds it', async ({ page }) => {
  const folder = join(place, 'esbuild');
  await esbuild({
    entryPoints: [join(folder, 'main.js')],
    outdir: join(folder, 'dist'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    loader: { '.wasm': 'file' },
  });
  cpSync(join(folder, 'index.html'), join(folder, 'dist', 'index.html'));
  await fixture(page, 'esbuild/dist/');
});

/** An example that its page loads as built/main.js. */
async function bundled(folder: string, entry: string): Promise<void> {
  await esbuild({
    entryPoints: { main: join(folder, entry) },
    outdir: join(folder, 'built'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['browser', 'svelte'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [svelte],
    logLevel: 'error',
  });
  // where the bundled module looks for it
  cpSync(join(place, 'node_modules', 'beadwork', 'dist', 'lib', 'wasm'), join(folder, 'built', 'wasm'), {
    recursive: true,
  });
}

/** Svelte's compiler as esbuild's plugin. */
const svelte: Plugin = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, 'utf8'), { filename: path }).js.code,
      loader: 'js',
    }));
  },
};

for (const [name, entry] of [
  ['react', 'main.jsx'],
  ['vue', 'main.js'],
  ['svelte', 'main.js'],
] as const) {
  test(`works in ${name}: attributes go in, measures come out`, async ({ page }) => {
    await bundled(join(place, 'examples', name), entry);
    const found = complaints(page);
    // quick, and the framework does not see a difference
    await withoutWebGpu(page);
    await page.goto(`${there.address}/examples/${name}/`);
    await draws(page);
    await expect(page.locator('#gap')).toHaveText(/mm/);
    await page.getByRole('slider').fill('77');
    await expect(page.locator('bead-work')).toHaveAttribute('iterations', '77');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('bead-work')!.simulation!.parameters.iterations))
      .toBe(77);
    expect(found).toEqual([]);
  });
}

test('an article with three of them, one driven by its own sliders', async ({ page }) => {
  await withoutWebGpu(page);
  const found = complaints(page);
  await page.goto(`${here.address}/examples/web/blog.html`);
  await draws(page);
  await page.locator('#weight').fill('3');
  await page.locator('#passes').fill('150');
  await page.locator('#yours').scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { simulation } = document.querySelector<HTMLElementTagNameMap['bead-work']>('#yours')!;
        const { bodies } = await simulation!.describe();
        return [simulation!.parameters.iterations, Math.round(bodies.at(-1)!.mass! / bodies.at(-2)!.mass!)];
      }),
    )
    .toEqual([150, 3]);
  await expect(page.locator('#gap')).toHaveText(/mm/);
  expect(found).toEqual([]);
});

test('a scene of one’s own comes from its file', async ({ page }) => {
  await withoutWebGpu(page);
  const found = complaints(page);
  await page.goto(`${here.address}/examples/web/own-scene.html`);
  await draws(page);
  const seen = await page.evaluate(async () => {
    const { simulation } = document.querySelector('bead-work')!;
    return { beads: simulation!.bodyCount, gap: (await simulation!.measure()).maxGap };
  });
  expect(seen.beads).toBe(9);
  expect(seen.gap).toBeLessThan(0.05);
  expect(found).toEqual([]);
});

test('works under a strict policy with trusted types, and without its one leave keeps to its poster', async ({
  page,
}) => {
  const found = complaints(page);
  await page.goto(`${here.address}/examples/web/csp.html`);
  await draws(page);
  expect(found).toEqual([]);
  const strict = await serve(root, { 'content-security-policy': "script-src 'self'" });
  await page.goto(`${strict.address}/examples/web/csp.html`);
  await expect(page.locator('bead-work .message')).toHaveAttribute('data-code', 'csp');
  await expect(page.locator('bead-work .poster img')).toBeVisible();
  await strict.close();
});

test('without WebGPU one classic script and the one beside it do all of it', async ({ page }) => {
  await withoutWebGpu(page);
  const found = complaints(page);
  await page.goto(`${here.address}/examples/web/one-script.html`);
  await draws(page);
  expect(await page.evaluate(() => document.querySelector('bead-work')!.machine)).toBe('cpu');
  expect(found).toEqual([]);
});

test('one classic script does all of it', async ({ page }) => {
  const found = complaints(page);
  await page.goto(`${here.address}/examples/web/one-script.html`);
  await draws(page);
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(asked.filter((name) => name.endsWith('.wasm'))).toEqual([]);
  expect(found).toEqual([]);
});

for (const [sandbox, webgpu] of [
  [null, false],
  ['allow-scripts', true],
  ['allow-scripts', false],
] as const) {
  const where = sandbox ? 'a sandboxed frame without an origin' : 'a frame';
  test(`speaks with its page from ${where}${webgpu ? '' : ', without WebGPU'}`, async ({ page }) => {
    if (!webgpu) await withoutWebGpu(page);
    await page.goto(`${here.address}/examples/web/article.css`);
    await page.evaluate((sandbox) => {
      const frame = document.createElement('iframe');
      if (sandbox) frame.sandbox.add(sandbox);
      frame.src = '/dist/embed.html?scene=pendant&beads=9&solver=jacobi&iterations=33&theme=dark';
      frame.width = '640';
      frame.height = '400';
      const heard: Record<string, { parameters?: object; measures?: { steps: number }; code?: string }> = {};
      Object.assign(window, {
        heard,
        tell: (message: object) => frame.contentWindow!.postMessage(message, '*'),
      });
      addEventListener('message', ({ data, source }) => {
        if (source === frame.contentWindow) heard[data.beadwork] = data;
      });
      document.body.append(frame);
    }, sandbox);
    const heard = () => page.evaluate(() => (window as unknown as { heard: Record<string, never> }).heard);
    const tell = (message: object) =>
      page.evaluate((message) => (window as unknown as { tell(m: object): void }).tell(message), message);
    await expect.poll(heard, { timeout: 40_000 }).toMatchObject({
      ready: { bodyCount: 9, parameters: { solver: 'jacobi', iterations: 33 } },
      measure: {},
    });
    await tell({ beadwork: 'pause' });
    await expect.poll(heard).toMatchObject({ statechange: { state: 'paused' } });
    await tell({ beadwork: 'reset' });
    await tell({ beadwork: 'step', frames: 4 });
    await expect.poll(heard).toMatchObject({ measure: { measures: { steps: 4 } } });
    await tell({ beadwork: 'set', attributes: { iterations: 'none', onclick: 'alert(1)' } });
    await expect.poll(heard).toMatchObject({ error: { code: 'parameter', path: 'iterations' } });
    await tell({ beadwork: 'constructor' });
    await tell({ beadwork: 'play' });
    await expect.poll(heard).toMatchObject({ statechange: { state: 'playing' } });
  });
}
