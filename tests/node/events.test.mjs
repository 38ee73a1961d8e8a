// Groups, sensors and events through the library, on the CPU: what docs/scenes.md shows is what comes of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/setup/run.mjs';
import { library } from './module.mjs';

/** The scene of docs/scenes.md that has this in it, and the comments below it. */
function documented(mark) {
  const text = readFileSync(join(root, 'docs', 'scenes.md'), 'utf8');
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)];
  const block = blocks.find(([, json]) => json.includes(mark));
  assert.ok(block, `no example has ${mark}`);
  const after = text.slice(block.index + block[0].length).split('\n## ')[0];
  return { scene: JSON.parse(block[1]), promised: after.match(/^\/\/ .*$/gm) ?? [] };
}

const ball = (y, more = {}) => ({ position: [0, y, 0], radius: 0.2, ...more });
const ground = { position: [0, 0, 0], shape: { type: 'plane' } };
const scene = (bodies, more = {}) => ({
  version: 2,
  gravity: [0, -9.81, 0],
  contacts: true,
  bodies,
  ...more,
});

test('the example of docs/scenes.md tells what its comments say', async () => {
  const { Simulation } = await library();
  const { scene, promised } = documented('"sensor": true');
  const simulation = await Simulation.create({ scene });
  await simulation.step(60);
  const events = await simulation.readEvents();
  const told = events.map(
    ({ type, a, b, frame }) =>
      `${a} and ${b} ${type} ${type === 'began' ? 'to touch ' : ''}in frame ${frame}`,
  );
  assert.deepEqual(told, [
    '1 and 2 began to touch in frame 36',
    '1 and 2 ended in frame 42',
    '0 and 2 began to touch in frame 53',
    '0 and 2 ended in frame 54',
  ]);
  // each frame that is named there
  const frames = promised.flatMap((line) =>
    [...line.matchAll(/frame (\d+)/g)].map(([, frame]) => Number(frame)),
  );
  assert.deepEqual(
    frames,
    events.map(({ frame }) => frame),
  );
  assert.deepEqual(await simulation.readEvents(), [], 'told once');
  assert.equal((await simulation.measure()).eventsDropped, 0);
  simulation.destroy();
});

test('what waits is forgotten with its state, and frames are counted from a reset', async () => {
  const { Simulation } = await library();
  const simulation = await Simulation.create({ scene: scene([ground, ball(0.25, { events: true })]) });
  const began = (frame) => [{ type: 'began', a: 0, b: 1, frame }];
  await simulation.step(30);
  const first = await simulation.readEvents();
  assert.deepEqual(first, began(first[0].frame));
  await simulation.step(5);
  assert.deepEqual(await simulation.readEvents(), [], 'it goes on touching');
  simulation.reset();
  await simulation.step(30);
  simulation.writeState(await simulation.readState());
  assert.deepEqual(await simulation.readEvents(), []);
  await simulation.step();
  assert.deepEqual(await simulation.readEvents(), began(31));
  simulation.reset();
  await simulation.step(30);
  assert.deepEqual(await simulation.readEvents(), first);
  // what is described tells as the scene did
  const described = await simulation.describe();
  assert.equal(described.bodies[1].events, true);
  assert.equal('sensor' in described.bodies[1], false);
  await simulation.load(described);
  assert.deepEqual(await simulation.readEvents(), []);
  await simulation.step();
  assert.deepEqual(await simulation.readEvents(), began(1));
  simulation.destroy();
  await assert.rejects(simulation.readEvents(), { code: 'destroyed' });
});

test('a joint that breaks is told of, with contacts and without', async () => {
  const { Simulation } = await library();
  for (const contacts of [false, true]) {
    const bodies = [ball(3, { fixed: true }), ball(2, { mass: 2 })];
    const joint = { type: 'point', a: 0, b: 1, anchorA: [0, -0.5, 0], anchorB: [0, 0.5, 0], breakForce: 25 };
    const simulation = await Simulation.create({ scene: scene(bodies, { contacts, joints: [joint] }) });
    await simulation.step(9);
    assert.deepEqual(await simulation.readEvents(), []);
    simulation.push(1, { force: [0, -30, 0] });
    await simulation.step(3);
    assert.deepEqual(await simulation.readEvents(), [{ type: 'broke', joint: 0, frame: 10 }]);
    simulation.destroy();
  }
});

test('masks and flags of bodies are refused with their path', async () => {
  const { Simulation } = await library();
  for (const [field, value] of [
    ['group', -1],
    ['group', 2 ** 32],
    ['collidesWith', 1.5],
    ['collidesWith', '0xff'],
    ['events', 1],
    ['sensor', 'yes'],
  ]) {
    const wrong = scene([ground, ball(1, { [field]: value })]);
    await assert.rejects(Simulation.create({ scene: wrong }), { code: 'scene', path: `bodies[1].${field}` });
  }
  const simulation = await Simulation.create({
    scene: scene([ground, ball(1, { group: 2, collidesWith: 2 }), ball(2, { group: 2 ** 31 })]),
  });
  await simulation.step(120);
  const { positions } = await simulation.readState();
  assert.ok(positions[4] < -10, 'through the ground');
  assert.ok(Math.abs(positions[7] - 0.2) < 0.01, 'on the ground');
  const { bodies } = await simulation.describe();
  assert.deepEqual([bodies[1].group, bodies[1].collidesWith, bodies[2].group], [2, 2, 2 ** 31]);
  simulation.destroy();
});
