// A door, a rope, a stack and a ragdoll in a scene of three.js. Drag anything; drag the ground to look around. `?webgpu` draws by three's WebGPURenderer.
import { type JointDescription, Simulation, type Vector } from 'beadwork';
import { attach, type PhysicsData } from 'beadwork/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';

const renderer = location.search.includes('webgpu')
  ? new (await import('three/webgpu')).WebGPURenderer({ antialias: true })
  : new THREE.WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
renderer.toneMapping = THREE.ACESFilmicToneMapping;
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#efe7da');
const fog = (scene.fog = new THREE.Fog('#efe7da'));
const sun = new THREE.DirectionalLight('#fff1dc', 3);
sun.position.set(-4, 8, 5);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
Object.assign(sun.shadow.camera, { left: -7, right: 7, bottom: -7, top: 7 });
scene.add(sun, new THREE.HemisphereLight('#dfeaff', '#b98f63', 1.6));

function add(geometry: THREE.BufferGeometry, color: string, at: Vector, physics: PhysicsData): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color, roughness: 0.6 }));
  mesh.position.set(...at);
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.userData.physics = physics;
  scene.add(mesh);
  return mesh;
}
const box = (color: string, at: Vector, size: Vector, physics: PhysicsData = {}) =>
  add(new RoundedBoxGeometry(...size, 3, 0.03), color, at, physics);
const rod = (color: string, at: Vector, radius: number, length: number, physics: PhysicsData = {}) =>
  add(new THREE.CapsuleGeometry(radius, length, 8, 24), color, at, physics);
const ball = (color: string, at: Vector, radius: number) => add(new THREE.SphereGeometry(radius, 32, 24), color, at, {});

const ground = add(new THREE.PlaneGeometry(400, 400), '#dccbb2', [0, 0, 0], { plane: true });
ground.rotation.x = -Math.PI / 2;
for (const x of [-3.6, -2.2]) box('#6b4f3a', [x, 1.15, 0], [0.2, 2.3, 0.24], { fixed: true });
const lintel = box('#6b4f3a', [-2.9, 2.4, 0], [1.8, 0.2, 0.3], { fixed: true });
const door = box('#3f7d78', [-2.9, 1.12, 0], [1.16, 2.16, 0.08], { density: 120, angularVelocity: [0, 1.5, 0] });
box('#6b4f3a', [-1.1, 1.8, -0.6], [0.16, 3.6, 0.16], { fixed: true });
const gallows = box('#6b4f3a', [-0.65, 3.6, -0.6], [1.06, 0.16, 0.16], { fixed: true });
const rope = Array.from({ length: 12 }, (_, i) => rod('#b98a4e', [-0.5, 3.4 - 0.2 * i, -0.6], 0.045, 0.11));
const weight = ball('#c8553d', [-0.5, 0.9, -0.6], 0.3);
for (let row = 0; row < 5; row++)
  for (let i = 0; i < 5 - row; i++)
    box(['#e3b23c', '#d9822b', '#c8553d', '#8f4a5b', '#3f5f7d'][row]!, [1.1 + 0.5 * (i + row / 2), 0.21 + 0.42 * row, -0.9], [0.46, 0.42, 0.42], { density: 300 });
const [x, z] = [0.7, 1.2];
const torso = box('#3f5f7d', [x, 1.5, z], [0.36, 0.52, 0.2]);
const head = ball('#e8b48f', [x, 1.95, z], 0.14);
const limbs = [-1, 1].flatMap((side): [THREE.Mesh, THREE.Mesh, Vector, number][] => {
  const [arm, hand] = [rod('#3f5f7d', [x + side * 0.26, 1.53, z], 0.06, 0.2), rod('#e8b48f', [x + side * 0.26, 1.21, z], 0.05, 0.2)];
  const [thigh, shin] = [rod('#4a4038', [x + side * 0.1, 1.02, z], 0.08, 0.26), rod('#4a4038', [x + side * 0.1, 0.62, z], 0.07, 0.26)];
  return [[torso, arm, [x + side * 0.26, 1.69, z], 1.4], [arm, hand, [x + side * 0.26, 1.37, z], 0], [torso, thigh, [x + side * 0.1, 1.23, z], 0.9], [thigh, shin, [x + side * 0.1, 0.82, z], 0]];
});

const simulation = await Simulation.create({ machine: 'cpu', scene: { version: 2, contacts: true, bodies: [{ position: [0, -9, 0], radius: 0.1, fixed: true }] } });
const physics = attach(simulation);
physics.addScene(scene);
/** A joint of two meshes at a point of the world. */
function joint(a: THREE.Mesh, b: THREE.Mesh, at: Vector, kind: object): JointDescription {
  const anchor = (mesh: THREE.Mesh) => mesh.worldToLocal(new THREE.Vector3(...at)).toArray();
  return { a: physics.bodyOf(a)!, b: physics.bodyOf(b)!, anchorA: anchor(a), anchorB: anchor(b), ...kind } as JointDescription;
}
simulation.addJoints([
  joint(lintel, door, [-3.48, 2.2, 0], { type: 'hinge', axisA: [0, 1, 0], limit: [-1.9, 1.9] }),
  ...[gallows, ...rope].map((above, i) => joint(above, rope[i] ?? weight, [-0.5, 3.5 - 0.2 * i, -0.6], { type: 'point' })),
  joint(torso, head, [x, 1.79, z], { type: 'cone', axisA: [0, 1, 0], swing: 0.6, twist: [-0.8, 0.8] }),
  ...limbs.map(([a, b, at, swing], i) =>
    joint(a, b, at, swing ? { type: 'cone', axisA: [0, -1, 0], swing, twist: [-0.5, 0.5] } : { type: 'hinge', axisA: [1, 0, 0], limit: i % 4 === 1 ? [-2.4, 0] : [0, 2.4] })),
]);
scene.add(physics.debug);

const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 300);
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.set(-0.3, 1.5, 0);
controls.maxPolarAngle = 1.5;
const size = () => {
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  const far = 8.6 * Math.max(1, 1.3 / camera.aspect);
  camera.position.copy(controls.target).add(new THREE.Vector3(0.1, 0.3, 1).setLength(far));
  [fog.near, fog.far] = [1.4 * far, 3.5 * far];
  camera.updateProjectionMatrix();
};
addEventListener('resize', size);
size();

const ray = new THREE.Raycaster();
const facing = new THREE.Plane();
const point = new THREE.Vector3();
const aim = ({ clientX, clientY }: PointerEvent) =>
  ray.setFromCamera(new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight), camera);
renderer.domElement.addEventListener('pointerdown', (event) => {
  aim(event);
  const hit = ray.intersectObjects(scene.children)[0];
  if (!hit || hit.object === ground || hit.object.userData.physics?.fixed) return;
  controls.enabled = false;
  facing.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new THREE.Vector3()), hit.point);
  physics.grab(physics.bodyOf(hit.object)!, hit.point);
}, true);
addEventListener('pointermove', (event) => {
  aim(event);
  if (!controls.enabled && ray.ray.intersectPlane(facing, point)) physics.drag(point);
});
for (const end of ['pointerup', 'pointercancel'] as const)
  addEventListener(end, () => {
    physics.release();
    controls.enabled = true;
  });
const lines = document.querySelector<HTMLInputElement>('#lines')!;
renderer.setAnimationLoop((t) => {
  physics.debug.visible = lines.checked;
  physics.update(t);
  controls.update();
  renderer.render(scene, camera);
});
