// Scenes whose steps take long are computed in a worker: nobody can tell by what comes out.
import type { Ray } from '../../www/beadwork';
import { expect, type Page, test } from './test';

test.use({ painted: true });

const HEAVY = { scene: 'pour', sceneOptions: { chains: 30 }, machine: 'cpu' } as const;

async function open(page: Page): Promise<void> {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
}

/** From now on the page can have no workers. */
const withoutWorkers = (page: Page) =>
  page.evaluate(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    } as never;
  });

/** Runs it with a worker and without one; what it gives is to be the same. */
async function inBoth<T extends object>(page: Page, run: (heavy: typeof HEAVY) => Promise<T>): Promise<T> {
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  await open(page);
  const away = await page.evaluate(run, HEAVY);
  expect(workers, 'a worker was there').toBeGreaterThan(0);
  const before = workers;
  await withoutWorkers(page);
  const here = await page.evaluate(run, HEAVY);
  expect(workers, 'none was there').toBe(before);
  expect(away as object).toEqual(here);
  return away as T;
}

test('a worker’s bits, readings and refusals are those of the page', async ({ page }) => {
  const found = await inBoth(page, async (heavy) => {
    const { Simulation, stateHash } = window.beadwork;
    const said: unknown[] = [];
    const refused = (error: { code: string; path?: string; message: string }) => {
      said.push([error.code, error.path, error.message]);
    };
    const simulation = await Simulation.create(heavy);
    const look = async () => {
      const { stageMilliseconds: _, ...measures } = await simulation.measure();
      const joints = (await simulation.readJoints()).slice(0, 3);
      const contacts = await simulation.readContacts();
      const down = (i: number): Ray => ({ origin: [0.1 * i - 1, 5, 0.05 * i], direction: [0.01, -1, 0] });
      const hits = await simulation.castRays(Array.from({ length: 20 }, (_, i) => down(i)));
      const hit = await simulation.castRay(down(7));
      const poses = [...(await simulation.readPoses())].slice(840, 847);
      said.push([
        stateHash(await simulation.readState()),
        measures,
        joints,
        contacts.slice(0, 20),
        hits,
        hit,
        poses,
      ]);
    };
    await look();
    await simulation.step(20);
    await look();
    simulation.push(90, { impulse: [0.01, 0.02, 0] });
    simulation.setFixed(95, true);
    simulation.cut(40);
    // nobody waits for these before the next call
    const steps = [simulation.step(), simulation.step(2)];
    simulation.setParameters({ substeps: 2, gravity: [0, -3, 0] });
    simulation.setVelocity(100, { linear: [0, 1, 0] });
    simulation.setPose(120, { position: [0, 9, 0], angularVelocity: [1, 0, 0] });
    await Promise.all([...steps, simulation.step(), look()]);
    const kept = await simulation.readState();
    await simulation.measure({ byIteration: true });
    await simulation.step(3);
    await look();
    simulation.writeState(kept);
    await look();
    await simulation.step();
    said.push(JSON.stringify(await simulation.describe()).length);
    // states are kept by the clock too, so which one is the last is said here
    simulation.writeState(kept);
    const [x = 0] = kept.positions.slice(300);
    kept.positions[300] = Number.NaN;
    simulation.writeState(kept);
    await simulation.step().catch(refused);
    kept.positions[300] = x;
    await look();
    await simulation.step(99_999).catch(refused);
    await simulation.castRay({ origin: [0, 0, 0], direction: [0, 0, 0] }).catch(refused);
    try {
      simulation.setFixed(1e6, true);
    } catch (error) {
      refused(error as never);
    }
    simulation.reset();
    await simulation.step(5);
    await look();
    // one scene after the other, with steps in between that nobody waits for
    const last = simulation.step();
    const loads = [simulation.load('pendant'), simulation.load('heap', { count: 600 })];
    await Promise.all([last, ...loads]);
    await simulation.step(40);
    await look();
    simulation.destroy();
    await simulation.step().catch(refused);
    return said;
  });
  expect(JSON.stringify(found)).toContain('non-finite');
  expect(found.at(-1)).toEqual(['destroyed', undefined, expect.any(String)]);
});

test('bodies and joints come and go in a worker as on the page', async ({ page }) => {
  await inBoth(page, async (heavy) => {
    const { Simulation, stateHash, record, replay } = window.beadwork;
    const said: unknown[] = [];
    const simulation = await Simulation.create(heavy);
    await simulation.step(5);
    const recorder = record(simulation);
    const ball = (y: number) => ({ position: [0, y, 0] as [number, number, number], radius: 0.05 });
    // the step is not awaited before the next call
    const step = simulation.step(2);
    said.push(simulation.addBodies([ball(5), ball(5.1), ball(6)]));
    const [a = 0, b = 0] = simulation.bodies().slice(-3);
    const joint = { type: 'fixed', a, b, anchorA: [0, 0.05, 0], anchorB: [0, -0.05, 0] } as never;
    said.push(simulation.addJoints([joint]));
    await Promise.all([step, simulation.step(3)]);
    simulation.removeBodies([7, 100, 101]);
    said.push(
      stateHash(await simulation.readState()),
      simulation.bodies().length,
      simulation.joints().length,
    );
    await simulation.step(3);
    // what a joint leaves out goes by where its bodies are, which the worker knows
    said.push(
      simulation.addBodies([ball(7)]),
      simulation.addJoints([{ ...(joint as object), a: 9, b: 7 } as never]),
    );
    await simulation.step(3);
    try {
      simulation.removeBodies([7, 101]);
    } catch (error) {
      said.push((error as { code: string }).code);
    }
    said.push(
      stateHash(await simulation.readState()),
      (await simulation.readJoints(simulation.joints().slice(0, 2))).length,
    );
    const recording = await recorder.stop();
    const again = await replay(recording);
    said.push(stateHash(await again.readState()) === recording.hash);
    again.destroy();
    simulation.reset();
    await simulation.step(2);
    said.push(stateHash(await simulation.readState()));
    simulation.destroy();
    return said;
  }).then((said) => expect(said).toContain(true));
});

test('what was done before the worker was there, it does too', async ({ page }) => {
  await inBoth(page, async ({ scene, sceneOptions, machine }) => {
    const { Simulation, stateHash } = window.beadwork;
    const simulation = await Simulation.create({ scene: 'pendant', machine });
    const light = simulation.bodyCount;
    const { Worker } = window;
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    // its module, which is told to it first, comes late
    window.Worker = class extends Worker {
      override postMessage(message: unknown) {
        void begun.then(() => super.postMessage(message));
      }
    };
    const loading = simulation.load(scene, sceneOptions);
    while (simulation.bodyCount === light) await new Promise((resolve) => setTimeout(resolve));
    await simulation.step(5);
    simulation.push(90, { impulse: [0.01, 0.02, 0] });
    await simulation.step(2);
    begin();
    await loading;
    await simulation.step(3);
    const hash = stateHash(await simulation.readState());
    simulation.destroy();
    window.Worker = Worker;
    return { hash };
  });
});

test('a recording of it plays back to its hash, the hand and all', async ({ page }) => {
  const found = await inBoth(page, async (heavy) => {
    const { record, replay, Simulation, stateHash, View } = window.beadwork;
    const simulation = await Simulation.create(heavy);
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 150 });
    const view = await View.create(simulation, canvas);
    await simulation.step(10);
    simulation.push(90, { force: [0, 1, 0] });
    const recorder = record(simulation);
    await simulation.step(2);
    let held: number | null = null;
    for (let y = 10; y < 150 && held === null; y += 10)
      for (let x = 10; x < 200 && held === null; x += 10) held = await view.grab(x, y);
    view.drag(100, 5);
    await simulation.step(8);
    view.drag(20, 40);
    await simulation.step(8);
    view.release();
    await simulation.step(3);
    const recording = await recorder.stop();
    const again = await replay(recording);
    const hash = stateHash(await again.readState());
    for (const each of [view, simulation, again]) each.destroy();
    return { recording, hash, held };
  });
  expect(found.held).not.toBeNull();
  expect(found.recording.log.some(({ call }) => call === 'pull')).toBe(true);
  expect(found.hash).toBe(found.recording.hash);
});

test('where a bead leaves all bounds a recording ends, as without a worker', async ({ page }) => {
  const found = await inBoth(page, async (heavy) => {
    const { record, Simulation } = window.beadwork;
    const simulation = await Simulation.create(heavy);
    await simulation.step(2);
    const recorder = record(simulation);
    const state = await simulation.readState();
    state.linearVelocities[300] = Number.NaN;
    simulation.writeState(state);
    const code = await simulation.step().catch((error) => error.code);
    const { ended, frames } = await recorder.stop();
    simulation.destroy();
    return { code, ended, frames };
  });
  expect(found).toEqual({ code: 'non-finite', ended: 'interrupted', frames: 1 });
});

test('the page goes on while it steps, and shows where bodies are', async ({ page }) => {
  const run = async (heavy: typeof HEAVY) => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create(heavy);
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 150 });
    const view = await View.create(simulation, canvas);
    const look = async () => {
      const flat = new OffscreenCanvas(200, 150).getContext('2d')!;
      flat.drawImage(await createImageBitmap(await view.screenshot()), 0, 0);
      return [...new Uint32Array(flat.getImageData(0, 0, 200, 150).data.buffer)].join();
    };
    const before = await look();
    // tasks that the page does meanwhile
    let tasks = 0;
    let stepping = true;
    const count = () => {
      if (!stepping) return;
      tasks += 1;
      setTimeout(count);
    };
    setTimeout(count);
    await simulation.step(120);
    stepping = false;
    const after = await look();
    for (const each of [view, simulation]) each.destroy();
    return { tasks, moved: before !== after };
  };
  await open(page);
  const away = await page.evaluate(run, HEAVY);
  await withoutWorkers(page);
  const here = await page.evaluate(run, HEAVY);
  expect([away.moved, here.moved]).toEqual([true, true]);
  expect(here.tasks, 'the page stands still in a step of its own').toBe(0);
  expect(away.tasks).toBeGreaterThan(2);
});

test('destroyed while it steps, it rejects and lets the worker go', async ({ page }) => {
  await open(page);
  const codes = await page.evaluate(async (heavy) => {
    const { Simulation } = window.beadwork;
    const simulation = await Simulation.create(heavy);
    const owed = [simulation.step(1000), simulation.readState(), simulation.measure()];
    setTimeout(() => simulation.destroy());
    return Promise.all(owed.map((each) => each.catch((error) => error.code)));
  }, HEAVY);
  expect(codes).toEqual(['destroyed', 'destroyed', 'destroyed']);
  await expect.poll(() => page.workers().length).toBe(0);
});

test('small scenes, and chains of any number, stay on the page', async ({ page }) => {
  await open(page);
  await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    for (const [scene, sceneOptions] of [
      ['heap', { count: 100 }],
      ['necklaces', { chains: 100, beads: 40 }],
    ] as const)
      await (await Simulation.create({ scene, sceneOptions, machine: 'cpu' })).step();
  });
  expect(page.workers()).toEqual([]);
});

test('a picture shows where bodies touch in the worker, in a step and before it', async ({ page }) => {
  const found = await inBoth(page, async (heavy) => {
    const { Simulation, View } = window.beadwork;
    const simulation = await Simulation.create(heavy);
    const view = await View.create(simulation, new OffscreenCanvas(240, 160));
    const marked = async (again = 0) => {
      const look = async (contacts: boolean): Promise<Uint8ClampedArray> => {
        view.show = { contacts };
        const flat = new OffscreenCanvas(240, 160).getContext('2d')!;
        flat.drawImage(await createImageBitmap(await view.screenshot()), 0, 0);
        return flat.getImageData(0, 0, 240, 160).data;
      };
      const [plain, shown] = [await look(false), await look(true)];
      const count = shown.reduce((sum, value, k) => sum + (value === plain[k] ? 0 : 1), 0);
      // what is asked of a worker comes a little later
      if (count > 0 || again === 0) return count;
      await simulation.readContacts();
      return marked(again - 1);
    };
    await simulation.step(40);
    const paused = await marked(5);
    await simulation.step(5);
    const stepped = await marked();
    simulation.reset();
    const reset = await marked();
    view.destroy();
    simulation.destroy();
    return { paused, stepped, reset };
  });
  expect(found.paused).toBeGreaterThan(100);
  expect(found.stepped).toBeGreaterThan(100);
  expect(found.reset).toBe(0);
});

test('a worker tells what happened, once and in order', async ({ page }) => {
  const found = await inBoth(page, async ({ machine, ...of }) => {
    const { Simulation } = window.beadwork;
    const simulation = await Simulation.create({ ...of, machine });
    const scene = await simulation.describe();
    if (scene.version !== 2) throw new Error('it has contacts');
    for (const [k, body] of scene.bodies.entries()) if (k % 10 === 0) body.events = true;
    scene.bodies.push({
      position: [0, 1, 0],
      shape: { type: 'box', halfExtents: [2, 0.2, 2] },
      fixed: true,
      sensor: true,
    });
    await simulation.load(scene);
    const told: unknown[] = [];
    for (const frames of [20, 1, 20]) {
      await simulation.step(frames);
      told.push(await simulation.readEvents());
    }
    const twice = await simulation.readEvents();
    await simulation.step(2);
    simulation.writeState(await simulation.readState());
    const forgotten = await simulation.readEvents();
    const { eventsDropped } = await simulation.measure();
    const sensor = scene.bodies.length - 1;
    simulation.destroy();
    return { told, twice, forgotten, eventsDropped, sensor };
  });
  expect(found).toMatchObject({ twice: [], forgotten: [], eventsDropped: 0 });
  const all = found.told.flat() as { type: string; a: number; b: number; frame: number }[];
  expect(all.length).toBeGreaterThan(20);
  expect(all.some(({ b }) => b === found.sensor)).toBe(true);
  const key = ({ frame, a, b }: (typeof all)[number]) => (frame * 1e4 + a) * 1e4 + b;
  expect(all.map(key)).toEqual(all.map(key).sort((one, other) => one - other));
});

test('what a worker computes is not to be had at once, and without one it is', async ({ page }) => {
  await open(page);
  const tried = (heavy: typeof HEAVY) =>
    window.beadwork.Simulation.create(heavy).then(async (simulation) => {
      const said: unknown[] = [];
      for (const act of [() => simulation.stepNow(2), () => simulation.posesNow().length]) {
        try {
          said.push(act());
        } catch (error) {
          said.push((error as { code: string }).code);
        }
      }
      const measures = await simulation.measure();
      return { said, steps: measures.steps, bodies: simulation.bodyCount };
    });
  const away = await page.evaluate(tried, HEAVY);
  expect(away.said).toEqual(['not-applicable', 'not-applicable']);
  expect(away.steps).toBe(0);
  await withoutWorkers(page);
  const here = await page.evaluate(tried, HEAVY);
  expect(here).toMatchObject({ said: [undefined, 7 * here.bodies], steps: 2 });
});

test('a body that was put elsewhere is drawn there although a step from before comes later', async ({
  page,
}) => {
  await open(page);
  const found = await page.evaluate(async (heavy) => {
    const simulation = await window.beadwork.Simulation.create(heavy);
    await simulation.step(2);
    const step = simulation.step(20);
    simulation.setPose(120, { position: [0, 9, 0] });
    await step;
    const after = await simulation.readPoses();
    // of the page's own instance, which pictures are drawn from
    const drawn = (await (simulation.inner.readPoses() as Promise<Float32Array>)) as Float32Array;
    return { put: [...after.slice(840, 843)], same: drawn.every((x, i) => x === after[i]) };
  }, HEAVY);
  expect(found).toEqual({ put: [0, 9, 0], same: true });
});
