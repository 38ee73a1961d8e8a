// Bodies that touch, through the public API.
import { expect, type Page, test, withModule } from './test';

let page: Page;
withModule((opened) => {
  page = opened;
});

const BOXES = 4;
/** kg: 1 m³ of water. */
const MASS = 1000;
const G = 9.81;

test('a stack stands, and what its contacts bear is its weight', async () => {
  const found = await page.evaluate(async (boxes) => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'stack',
      sceneOptions: { boxes },
    });
    const before = await simulation.readContacts();
    // asked for while steps are under way
    const steps = Array.from({ length: 60 }, () => simulation.step());
    const during = simulation.readContacts();
    await Promise.all(steps);
    const { positions } = await simulation.readState();
    const contacts = await simulation.readContacts();
    const measures = await simulation.measure();
    simulation.destroy();
    return { before, during: (await during).length, positions: [...positions], contacts, measures };
  }, BOXES);
  expect(found.before).toEqual([]);
  expect(found.during).toBe(4 * BOXES);
  for (let box = 1; box <= BOXES; box++) {
    const [x, y, z] = found.positions.slice(3 * box);
    expect(Math.hypot(x!, z!), `box ${box}, aside`).toBeLessThan(0.03);
    expect(Math.abs(y! - (box - 0.5)), `box ${box}, high`).toBeLessThan(0.02);
  }
  for (let level = 0; level < BOXES; level++) {
    const points = found.contacts.filter(({ a, b }) => Math.min(a, b) === level);
    expect(points, `level ${level}`).toHaveLength(4);
    const weight = (BOXES - level) * MASS * G;
    const force = points.reduce((sum, point) => sum + point.force, 0);
    expect(Math.abs(force / weight - 1), `level ${level} bears ${force} N of ${weight}`).toBeLessThan(0.05);
    for (const { a, b, point, normal, depth, friction } of points) {
      expect(Math.abs(a - b)).toBe(1);
      expect(normal[1] * Math.sign(b - a)).toBeCloseTo(1, 3);
      expect(Math.abs(point[1] - level)).toBeLessThan(0.02);
      expect(depth).toBeLessThan(0.01);
      expect(Math.hypot(...friction)).toBeLessThan(0.5 * force + 1);
    }
  }
  expect(found.measures.contacts).toBe(4 * BOXES);
  expect(found.measures.maxDepth).toBeCloseTo(Math.max(...found.contacts.map(({ depth }) => depth)), 6);
  expect(found.measures.maxDepth).toBeGreaterThan(0);
  expect(found.measures.contactsDropped).toBe(0);
});

test('what contacts bore goes with the scene, and recordings play to the same bits', async () => {
  const found = await page.evaluate(async (boxes) => {
    const { Simulation, record, replay, stateHash } = window.beadwork;
    const hash = async (simulation: Awaited<ReturnType<typeof Simulation.create>>) =>
      stateHash(await simulation.readState());
    const simulation = await Simulation.create({ scene: 'stack', sceneOptions: { boxes } });
    await simulation.step(20);
    const state = await simulation.readState();
    const scene = JSON.parse(JSON.stringify(await simulation.describe()));
    const recorder = record(simulation);
    await simulation.step(10);
    simulation.push(boxes, { impulse: [800, 0, 0] });
    await simulation.step(20);
    const recording = JSON.parse(JSON.stringify(await recorder.stop()));
    const end = await hash(simulation);

    const other = await Simulation.create({ scene });
    await other.step(10);
    other.push(boxes, { impulse: [800, 0, 0] });
    await other.step(20);
    const resumed = await hash(other);
    const { parameters } = other;
    // by the state alone, and without what contacts bore
    const again = async (from: typeof state) => {
      other.writeState(from);
      await other.step(10);
      other.push(boxes, { impulse: [800, 0, 0] });
      await other.step(20);
      return hash(other);
    };
    const [written, forgot] = [await again(state), await again({ ...state, contacts: undefined })];
    other.destroy();

    const played = await replay(recording);
    const replayed = await hash(played);
    played.destroy();
    simulation.destroy();
    const memory = [state.contacts?.length ?? 0, scene.contactMemory?.length ?? 0];
    return { end, resumed, written, forgot, replayed, memory, recorded: recording.hash, parameters };
  }, BOXES);
  expect(found.memory[0]).toBeGreaterThan(4 * BOXES);
  expect(found.memory[1]).toBe(found.memory[0]);
  expect(found.resumed).toBe(found.end);
  expect(found.written).toBe(found.end);
  expect(found.forgot).not.toBe(found.end);
  expect(found.recorded).toBe(found.end);
  expect(found.replayed).toBe(found.end);
  expect(found.parameters.substeps).toBe(8);
});

test('recommended substeps hold until another scene; without contacts boxes fall through the ground', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create({
      scene: 'stack',
      sceneOptions: { boxes: 2 },
    });
    const substeps = [simulation.parameters.substeps];
    await simulation.load('pendant');
    substeps.push(simulation.parameters.substeps);
    await simulation.load('stack', { boxes: 2 });
    substeps.push(simulation.parameters.substeps);
    simulation.setParameters({ contacts: false });
    await simulation.step(60);
    const { positions } = await simulation.readState();
    const contacts = await simulation.readContacts();
    const measures = await simulation.measure();
    simulation.setParameters({ contacts: 'auto' });
    simulation.reset();
    await simulation.step(30);
    const [, , , , stands] = (await simulation.readState()).positions;
    simulation.destroy();
    return { substeps, y: [positions[1], positions[4], positions[7]], contacts, measures, stands };
  });
  expect(found.substeps).toEqual([8, 1, 8]);
  expect(found.y[0]).toBe(0);
  // half of g t²
  expect(found.y[1]).toBeCloseTo(0.5 - 0.5 * G, 1);
  expect(found.y[2]).toBeCloseTo(1.5 - 0.5 * G, 1);
  expect(found.contacts).toEqual([]);
  expect([found.measures.contacts, found.measures.maxDepth]).toEqual([0, 0]);
  expect(found.stands).toBeCloseTo(0.5, 1);
});
