// Drawing and the pointer, end to end in a browser.
import { expect, isWarning, type Page, test } from './test';

test.use({ painted: true });

let page: Page;
const complaints: string[] = [];

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // the bare test page has no favicon
    if (message.location().url.endsWith('favicon.ico')) return;
    if (isWarning(message)) complaints.push(message.text());
  });
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
});

test.afterEach(() => {
  expect(complaints).toEqual([]);
});

test.afterAll(() => page.close());

test('a picture is a PNG of the canvas with the scene in it', async () => {
  const seen = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'curtain', sceneOptions: { chains: 20, beads: 12 } });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 200];
    const view = await View.create(simulation, canvas);
    await simulation.step(20);
    const blob = await view.screenshot();
    const bitmap = await createImageBitmap(blob);
    const flat = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!flat) throw new Error('no 2d context');
    flat.drawImage(bitmap, 0, 0);
    const { data } = flat.getImageData(0, 0, bitmap.width, bitmap.height);
    let bright = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i + 1] ?? 0) > 90) bright++;
    const figures = await view.statistics();
    view.destroy();
    simulation.destroy();
    return {
      type: blob.type,
      size: [bitmap.width, bitmap.height],
      corner: [...data.slice(0, 3)],
      bright,
      figures,
    };
  });
  expect(seen.type).toBe('image/png');
  expect(seen.size).toEqual([320, 200]);
  // the dark theme's background, to one step of rounding
  for (const [k, value] of [12, 13, 16].entries())
    expect(Math.abs((seen.corner[k] ?? 0) - value)).toBeLessThan(2);
  expect(seen.bright).toBeGreaterThan(2000);
  expect(seen.figures.pearls + seen.figures.splats).toBe(240);
});

test('an OffscreenCanvas draws too, and themes and colourings are checked', async () => {
  const seen = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'ring' });
    const view = await View.create(simulation, new OffscreenCanvas(160, 120), {
      theme: { base: 'light', background: '#ffffff' },
      colourBy: 'load',
    });
    const blob = await view.screenshot();
    const fault = (act: () => void) => {
      try {
        act();
        return 'none';
      } catch (error) {
        return `${(error as { code: string }).code} ${(error as { path?: string }).path}`;
      }
    };
    const faults = [
      fault(() => view.theme({ base: 'dark', ground: 'red' })),
      fault(() => {
        view.colourBy = 'rainbow' as 'load';
      }),
      fault(() => view.resize(0, 0)),
    ];
    view.destroy();
    view.destroy();
    faults.push(fault(() => view.render()).split(' ')[0] ?? '');
    simulation.destroy();
    return { size: blob.size, faults };
  });
  expect(seen.size).toBeGreaterThan(1000);
  expect(seen.faults).toEqual(['parameter theme.ground', 'parameter colourBy', 'none', 'destroyed']);
});

test('joints and forces are shown on demand, and what cannot be shown is refused', async () => {
  const seen = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'linkage' });
    const view = await View.create(simulation, new OffscreenCanvas(320, 200));
    await simulation.step(20);
    const pixels = async () => {
      const bitmap = await createImageBitmap(await view.screenshot());
      const flat = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!flat) throw new Error('no 2d context');
      flat.drawImage(bitmap, 0, 0);
      return flat.getImageData(0, 0, bitmap.width, bitmap.height).data;
    };
    const differ = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
      one.reduce((sum, value, i) => sum + (value === other[i] ? 0 : 1), 0);
    const fault = (show: unknown) => {
      try {
        view.show = show as { joints: boolean };
        return 'none';
      } catch (error) {
        return `${(error as { code: string }).code} ${(error as { path?: string }).path}`;
      }
    };
    const plain = await pixels();
    view.show = { joints: true };
    const joints = await pixels();
    const faults = [
      fault({ forces: true, springs: true }),
      fault({ toString: true }),
      fault({ forces: 'on' }),
      fault(null),
    ];
    const kept = view.show;
    view.show = { forces: true };
    const forces = await pixels();
    view.show = {};
    const again = await pixels();
    const options = { show: { joints: true, forces: true } };
    const other = await View.create(simulation, new OffscreenCanvas(32, 20), options);
    const asked = other.show;
    other.destroy();
    view.destroy();
    simulation.destroy();
    return {
      joints: differ(plain, joints),
      forces: differ(plain, forces),
      both: differ(joints, forces),
      again: differ(plain, again),
      faults,
      kept,
      asked,
    };
  });
  expect(seen.joints).toBeGreaterThan(300);
  expect(seen.forces).toBeGreaterThan(100);
  expect(seen.both).toBeGreaterThan(300);
  expect(seen.again).toBe(0);
  expect(seen.faults).toEqual([
    'parameter show.springs',
    'parameter show.toString',
    'parameter show.forces',
    'parameter show',
  ]);
  // what is refused changes nothing
  expect(seen.kept).toEqual({ joints: true, forces: false, contacts: false });
  expect(seen.asked).toEqual({ joints: true, forces: true, contacts: false });
});

test('a disc is shown wherever bodies touch, with arrows once forces are, and nothing where none do', async () => {
  const seen = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'stack', sceneOptions: { boxes: 3 } });
    const canvas = new OffscreenCanvas(480, 320);
    const view = await View.create(simulation, canvas, { show: { contacts: true, forces: true } });
    const pixels = async () => {
      const bitmap = await createImageBitmap(await view.screenshot());
      const flat = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!flat) throw new Error('no 2d context');
      flat.drawImage(bitmap, 0, 0);
      return flat.getImageData(0, 0, bitmap.width, bitmap.height).data;
    };
    const differ = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
      one.reduce((sum, value, i) => sum + (value === other[i] ? 0 : 1), 0);
    const shown = (show: { contacts?: boolean; forces?: boolean }) => {
      view.show = show;
      return pixels();
    };
    // no frame has looked for contacts yet
    const early = differ(await shown({}), await shown({ contacts: true }));
    await simulation.step(30);
    const plain = await shown({});
    const discs = await shown({ contacts: true });
    const arrows = await shown({ contacts: true, forces: true });
    const forces = await shown({ forces: true });
    // from where one looks, y grows upwards: the picture's own axes from three readings
    const { target, yaw, pitch, distance, fieldOfView } = view.camera;
    const back = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    const right = [Math.cos(yaw), 0, -Math.sin(yaw)];
    const up = [-Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), -Math.cos(yaw) * Math.sin(pitch)];
    const dot = (u: number[], v: number[]) => u.reduce((sum, x, i) => sum + x * v[i]!, 0);
    const contacts = await simulation.readContacts();
    const marked = contacts.filter(({ point, force }) => {
      const off = point.map((x, i) => x - target[i]!);
      const focal = (0.5 * canvas.height) / Math.tan(0.5 * fieldOfView);
      const away = distance - dot(off, back);
      const x = Math.round(0.5 * canvas.width + (focal * dot(off, right)) / away);
      const y = Math.round(0.5 * canvas.height - (focal * dot(off, up)) / away);
      const at = 4 * (y * canvas.width + x);
      return force > 0 && [0, 1, 2].some((c) => plain[at + c] !== discs[at + c]);
    });
    view.destroy();
    simulation.destroy();
    return {
      early,
      discs: differ(plain, discs),
      arrows: differ(discs, arrows),
      forces: differ(plain, forces),
      contacts: contacts.length,
      marked: marked.length,
    };
  });
  expect(seen.early).toBe(0);
  expect(seen.contacts).toBe(12);
  expect(seen.marked).toBe(12);
  expect(seen.discs).toBeGreaterThan(300);
  expect(seen.arrows).toBeGreaterThan(300);
  // arrows of contacts belong to contacts
  expect(seen.forces).toBe(0);
});

test('a grabbed bead follows the pointer and is let go', async () => {
  const seen = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create({
      scene: 'pendant',
      sceneOptions: { beads: 8, tilt: 0, massRatio: 1 },
      parameters: { solver: 'direct' },
    });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 400];
    // CSS pixels are half as large as the device's
    canvas.style.width = '300px';
    document.body.append(canvas);
    const view = await View.create(simulation, canvas);
    const { positions } = await simulation.readState();
    const height = positions[3 * 7 + 1] ?? 0;
    view.place({ target: [0, height, 0], yaw: 0, pitch: 0, distance: 10, fieldOfView: 0.6 });
    view.render();
    const nothing = await view.pick(20, 20);
    const picked = await view.pick(150, 100);
    const held = await view.grab(150, 100);
    view.drag(190, 100);
    await simulation.step(120);
    const pulled = (await simulation.readState()).positions[3 * 7] ?? 0;
    view.release();
    await simulation.step(300);
    const after = (await simulation.measure()).kineticEnergy;
    // late answers hold nothing
    const late = view.grab(150, 100);
    view.release();
    await late;
    view.destroy();
    simulation.destroy();
    canvas.remove();
    return { nothing, picked, held, pulled, after };
  });
  expect(seen.nothing).toBeNull();
  expect(seen.picked).toBe(7);
  expect(seen.held).toBe(7);
  // 40 CSS pixels of 200 are 1.24 m at this distance; the chain's weight pulls back a little
  expect(seen.pulled).toBeGreaterThan(0.8);
  expect(seen.pulled).toBeLessThan(1.5);
  expect(Number.isFinite(seen.after)).toBe(true);
});
