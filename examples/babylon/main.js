// A wrecking ball in Babylon.js: steps of one length, and each mesh where its body is.
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCapsule } from '@babylonjs/core/Meshes/Builders/capsuleBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import '@babylonjs/core/Culling/ray.js';
import { Scene } from '@babylonjs/core/scene.js';
import { Simulation } from 'beadwork';

const engine = new Engine(document.querySelector('canvas'), true);
const scene = new Scene(engine);
// Beadwork's axes: right-handed, y up
scene.useRightHandedSystem = true;
scene.clearColor = Color4.FromHexString('#efe7daff');
scene.fogMode = Scene.FOGMODE_LINEAR;
scene.fogColor = Color3.FromHexString('#efe7da');
[scene.fogStart, scene.fogEnd] = [20, 60];
const camera = new ArcRotateCamera('camera', 1.2, 1.28, innerWidth < innerHeight ? 19 : 10, new Vector3(0.2, 1.7, 0), scene);
camera.fov = 0.7;
camera.attachControl();
const sky = new HemisphericLight('sky', new Vector3(0, 1, 0), scene);
sky.groundColor = Color3.FromHexString('#8c7a64');
sky.intensity = 0.8;
const sun = new DirectionalLight('sun', new Vector3(0.5, -1, -0.6), scene);
sun.position = new Vector3(-5, 10, 6);
sun.intensity = 0.5;
const shadows = new ShadowGenerator(2048, sun);
shadows.usePercentageCloserFiltering = true;

/** Bodies of the scene, and the mesh of each. */
const bodies = [];
const meshes = [];
function add(mesh, colour, body) {
  mesh.material = new StandardMaterial(colour, scene);
  mesh.material.diffuseColor = Color3.FromHexString(colour);
  mesh.material.specularColor = new Color3(0.12, 0.12, 0.12);
  mesh.receiveShadows = true;
  mesh.rotationQuaternion = Quaternion.Identity();
  mesh.metadata = { body: bodies.length };
  if (body.shape?.type !== 'plane') shadows.addShadowCaster(mesh);
  meshes.push(mesh);
  return bodies.push(body) - 1;
}

add(CreateGround('ground', { width: 200, height: 200 }), '#cbb595', { position: [0, 0, 0], shape: { type: 'plane' } });
const COLOURS = ['#e3b23c', '#d9822b', '#c8553d', '#8f4a5b', '#3f5f7d'];
for (let row = 0; row < 5; row++)
  for (let i = 0; i < 5 - row; i++)
    add(CreateBox('box', { size: 0.5 }), COLOURS[row], {
      position: [0.54 * (i - (4 - row) / 2), 0.25 + 0.5 * row, 0],
      shape: { type: 'box', halfExtents: [0.25, 0.25, 0.25] },
      density: 200,
    });
// a chain that lies in the air, level, from where it hangs to the ball
const beam = add(CreateBox('beam', { width: 0.3, height: 0.3, depth: 1.2 }), '#6b4f3a', {
  position: [0, 4.2, 0],
  shape: { type: 'box', halfExtents: [0.15, 0.15, 0.6] },
  fixed: true,
});
const chain = [beam];
for (let i = 0; i < 12; i++)
  chain.push(
    add(CreateCapsule('link', { radius: 0.05, height: 0.26 }), '#4a4038', {
      position: [-0.13 - 0.26 * i, 4.2, 0],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      shape: { type: 'capsule', radius: 0.05, halfHeight: 0.08 },
    }),
  );
chain.push(add(CreateSphere('ball', { diameter: 0.7 }), '#3f7d78', { position: [-3.47, 4.2, 0], radius: 0.35 }));
// y of a link points to the beam, since it is turned by a right angle about z
const joints = chain.slice(1).map((b, i) => ({
  type: 'point',
  a: chain[i],
  b,
  anchorA: i === 0 ? [0, 0, 0] : [0, 0.13, 0],
  anchorB: b === chain.at(-1) ? [0.35, 0, 0] : [0, -0.13, 0],
}));

const simulation = await Simulation.create({ machine: 'cpu', scene: { version: 2, contacts: true, bodies, joints } });
const { timestep } = simulation.parameters;
let owed = 0;
engine.runRenderLoop(() => {
  owed = Math.min(owed + engine.getDeltaTime() / 1000, 0.25);
  const frames = Math.floor(owed / timestep);
  if (frames > 0) simulation.stepNow(frames);
  owed -= frames * timestep;
  const poses = simulation.posesNow();
  meshes.forEach((mesh, body) => {
    mesh.position.fromArray(poses, 7 * body);
    Quaternion.FromArrayToRef(poses, 7 * body + 3, mesh.rotationQuaternion);
  });
  scene.render();
});
scene.onPointerPick = (_event, { pickedMesh, pickedPoint, ray }) => {
  const { body } = pickedMesh.metadata;
  const { fixed, shape } = bodies[body];
  if (!fixed && shape?.type !== 'plane')
    simulation.push(body, { impulse: ray.direction.scale(150).asArray(), at: pickedPoint.asArray() });
};
addEventListener('resize', () => engine.resize());
