// A bridge in PlayCanvas: planks on hinges, balls that are added while it runs, steps of one length, and each entity where its body is.
import { Simulation } from 'beadwork';
import * as pc from 'playcanvas';

const app = new pc.Application(document.querySelector('canvas'), {});
app.setCanvasFillMode(pc.FILLMODE_FILL_WINDOW);
app.setCanvasResolution(pc.RESOLUTION_AUTO);
app.scene.ambientLight = new pc.Color(0.42, 0.4, 0.38);

const materials = new Map();
function material(colour) {
  if (!materials.has(colour)) {
    const made = new pc.StandardMaterial();
    made.diffuse = new pc.Color().fromString(colour);
    made.update();
    materials.set(colour, made);
  }
  return materials.get(colour);
}
/** Entities by the number of their body. */
const entities = [];
function show(body, type, colour, size) {
  const entity = new pc.Entity();
  entity.addComponent('render', { type, material: material(colour) });
  entity.setLocalScale(...size);
  app.root.addChild(entity);
  entities[body] = entity;
}

const bodies = [];
function box(colour, position, size, more) {
  show(bodies.length, 'box', colour, size);
  const shape = { type: 'box', halfExtents: size.map((side) => side / 2) };
  return bodies.push({ position, shape, ...more }) - 1;
}
bodies.push({ position: [0, 0, 0], shape: { type: 'plane' } });
const ground = new pc.Entity();
ground.addComponent('render', { type: 'plane', material: material('#d9c8ae') });
ground.setLocalScale(300, 1, 300);
app.root.addChild(ground);

const PLANKS = 12;
const LENGTH = 0.34;
const COLOURS = ['#b98a4e', '#a9783f'];
const left = box('#6b4f3a', [-2.7, 0.9, 0], [1, 1.8, 1.8], { fixed: true });
const right = box('#6b4f3a', [2.7, 0.9, 0], [1, 1.8, 1.8], { fixed: true });
const planks = Array.from({ length: PLANKS }, (_, i) =>
  box(COLOURS[i % 2], [(i - (PLANKS - 1) / 2) * 0.365, 1.75, 0], [LENGTH, 0.08, 1.5], { density: 500 }),
);
// from plank to plank, about z; the two at the ends reach into the towers' edges
const hinge = (a, b, anchorA, anchorB) => ({ type: 'hinge', a, b, anchorA, anchorB, axisA: [0, 0, 1] });
const joints = planks.slice(1).map((b, i) => hinge(planks[i], b, [0.1825, 0, 0], [-0.1825, 0, 0]));
joints.push(hinge(left, planks[0], [0.51, 0.85, 0], [-0.1825, 0, 0]));
joints.push(hinge(right, planks.at(-1), [-0.51, 0.85, 0], [0.1825, 0, 0]));

const sun = new pc.Entity();
sun.addComponent('light', { type: 'directional', castShadows: true, shadowDistance: 40, shadowResolution: 2048, intensity: 1.1, normalOffsetBias: 0.05, shadowBias: 0.2 });
sun.setEulerAngles(50, -35, 0);
const camera = new pc.Entity();
camera.addComponent('camera', { clearColor: new pc.Color().fromString('#efe7da'), fov: 40 });
camera.setPosition(1.5, 4, innerWidth < innerHeight ? 17 : 9);
camera.lookAt(0, 1.3, 0);
app.root.addChild(sun);
app.root.addChild(camera);

const simulation = await Simulation.create({ machine: 'cpu', scene: { version: 2, contacts: true, bodies, joints } });
const BALLS = ['#c8553d', '#3f7d78', '#e3b23c', '#3f5f7d', '#8f4a5b'];
let balls = 0;
function drop() {
  const x = ((balls * 0.77) % 3) - 1.5;
  const [body] = simulation.addBodies([{ position: [x, 3.6, (balls % 3) * 0.2 - 0.2], radius: 0.24, density: 300, friction: 0.8 }]);
  show(body, 'sphere', BALLS[balls % BALLS.length], [0.48, 0.48, 0.48]);
  balls += 1;
  document.querySelector('output').textContent = `${balls} balls`;
}
app.graphicsDevice.canvas.addEventListener('pointerdown', drop);

const { timestep } = simulation.parameters;
let owed = 0;
app.on('update', (seconds) => {
  owed = Math.min(owed + seconds, 0.25);
  const frames = Math.floor(owed / timestep);
  if (frames > 0) simulation.stepNow(frames);
  owed -= frames * timestep;
  const poses = simulation.posesNow();
  entities.forEach((entity, body) => {
    const [x, y, z, ...rotation] = poses.subarray(7 * body, 7 * body + 7);
    entity.setPosition(x, y, z);
    entity.setRotation(new pc.Quat(...rotation));
  });
});
addEventListener('resize', () => app.resizeCanvas());
app.start();
