// What JavaScript can hand over that was not meant well.
import { idle } from './lab-page';
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

test('names and colours stay text, prototype keys are refused, nobody is polluted', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const body = { position: [0, 0, 0], radius: 0.1 };
    const scene = (more: object, text?: string) => ({
      scene: { version: 1, bodies: [{ ...body, ...more }], ...(text ? JSON.parse(text) : {}) },
    });
    const parsed = (text: string) => JSON.parse(text);
    const html = '<img src=x onerror="window.hit = 1">';
    const cases: [string, unknown][] = [
      ['scene', { scene: html }],
      ['sceneOptions', { scene: 'ring', sceneOptions: parsed(`{"__proto__": {"beads": 4}}`) }],
      ['sceneOptions', { scene: 'ring', sceneOptions: { constructor: 3 } }],
      ['scene', { scene: '__proto__' }],
      ['scene', { scene: 'constructor' }],
      ['scene', scene({ colour: html })],
      ['scene', scene({ colour: 'url(javascript:alert(1))' })],
      ['scene', scene({ [html]: 1 })],
      ['scene', scene({}, '{"__proto__": {"polluted": 1}}')],
      ['scene', scene(parsed('{"__proto__": {"mass": 1}}'))],
      ['scene', scene({ constructor: { prototype: { polluted: 1 } } })],
      ['parameter', { parameters: parsed('{"__proto__": {"polluted": 1}}') }],
      ['parameter', { parameters: { toString: 1 } }],
      ['parameter', { parameters: { solver: html } }],
      ['parameter', { parameters: { solver: '__proto__' } }],
      ['parameter', parsed('{"__proto__": 3, "constructor": 4}')],
    ];
    const faults: string[] = [];
    for (const [what, options] of cases) {
      const error = await Simulation.create(options as object).then(
        (it) => {
          it.destroy();
          return { code: 'was taken', path: '', message: '' };
        },
        (thrown) => thrown,
      );
      const code = what === 'parameter' ? 'parameter' : 'scene';
      if (error.code !== code || !error.path || !error.message.endsWith('.'))
        faults.push(`${JSON.stringify(options).slice(0, 100)}: ${error.code} ${error.path} ${error.message}`);
    }
    return { faults, polluted: 'polluted' in {}, hit: 'hit' in window };
  });
  expect(found).toEqual({ faults: [], polluted: false, hit: false });
});

test('objects that lie, swell, loop or throw end in a refusal', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    // a few lists that hold each other many times over
    let laughs: unknown = 0;
    for (let i = 0; i < 12; i += 1) laughs = Array(12).fill(laughs);
    const deep: unknown[] = [];
    let inner = deep;
    for (let i = 0; i < 100_000; i += 1) {
      const next: unknown[] = [];
      inner.push(next);
      inner = next;
    }
    const loop: Record<string, unknown> = { version: 1 };
    loop.bodies = [loop];
    let asked = 0;
    const endless = new Proxy([], {
      get(_, key) {
        asked += 1;
        return key === 'length' ? 2 ** 32 - 1 : 0;
      },
    });
    const throwing = {
      version: 1,
      get bodies() {
        throw new Error('no');
      },
    };
    let reads = 0;
    const changing = {
      version: 1,
      bodies: [
        {
          position: [0, 0, 0],
          get radius() {
            reads += 1;
            return reads > 1 ? 'x' : {};
          },
        },
      ],
    };
    const wide = { version: 1, bodies: [], joints: new Array(100_000_000) };
    const scenes: Record<string, unknown> = {
      laughs: { version: 1, bodies: laughs },
      deep: { version: 1, bodies: deep },
      loop,
      endless: { version: 1, bodies: endless },
      throwing,
      changing,
      wide,
      map: new Map([['version', 1]]),
      promise: Promise.resolve({}),
      symbol: { version: 1, bodies: [Symbol('x')] },
      bigint: { version: 1n, bodies: [] },
      date: { version: 1, bodies: [new Date()] },
      revoked: (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return { version: 1, bodies: [proxy] };
      })(),
      'long key': { version: 1, bodies: [], ['k'.repeat(5_000_000)]: 1 },
      'long text': {
        version: 1,
        bodies: [{ position: [0, 0, 0], radius: 0.1, colour: 'c'.repeat(5_000_000) }],
      },
    };
    const out: Record<string, [string, number]> = {};
    for (const [name, scene] of Object.entries(scenes)) {
      const error = await Simulation.create({ scene } as object).catch((thrown) => thrown);
      out[name] = [error.code ?? 'was taken', (error.message ?? '').length];
    }
    const simulation = await Simulation.create();
    await simulation.step();
    simulation.destroy();
    return { out, asked };
  });
  const limits = ['laughs', 'wide', 'endless'];
  for (const [name, [code, length]] of Object.entries(found.out)) {
    expect(code, name).toBe(limits.includes(name) ? 'limit' : 'scene');
    expect(length, name).toBeGreaterThan(10);
    expect(length, name).toBeLessThan(500);
  }
  // its length is refused before anything in it is read
  expect(found.asked).toBeLessThan(100);
});

test("the lab's address: whatever it says, the page starts, and what it says stays text", async ({
  browser,
}) => {
  const html = '<img src=x onerror="window.hit = 1">';
  const addresses: Record<string, string>[] = [
    { scene: html, solver: html, iterations: html, chains: html, theme: html },
    { scene: '__proto__', solver: 'constructor', iterations: '1e999', chains: '-1', substeps: 'NaN' },
    { scene: 'necklaces', chains: '1e9', iterations: '0x10', solver: '', [html]: html },
  ];
  const lab = await browser.newPage();
  const errors: string[] = [];
  lab.on('pageerror', (error) => errors.push(String(error)));
  for (const address of addresses) {
    await lab.goto(`/?${new URLSearchParams(address)}`);
    await lab.waitForFunction(() => window.lab !== undefined);
    await idle(lab);
    expect(await lab.evaluate(() => 'hit' in window || document.querySelector('img[src="x"]') !== null)).toBe(
      false,
    );
  }
  expect(errors).toEqual([]);
  await lab.close();
});
