// Bodies from meshes: the shape from the geometry and the mesh's scale in the world, where it stands, and what userData.physics says.
import { type Box3, type BufferGeometry, type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import { BeadworkError } from '../errors';
import { fewOf } from '../hulls';
import type {
  BodyDescription,
  BoxShape,
  CapsuleShape,
  CompoundPart,
  CylinderShape,
  Dense,
  Drag,
  Driven,
  Named,
  Surface,
  Vector,
  Weight,
} from '../types';
import type { Offset } from './follow';

/** What `userData.physics` of a mesh may say: the fields of a body of a scene, but for its shape and its place, which the mesh has. */
export interface PhysicsData extends Named, Weight, Dense, Driven, Drag, Surface {
  /** Whether it stays where it is, whatever pulls. */
  fixed?: boolean;
  /** m/s; at rest unless given. */
  linearVelocity?: Vector;
  /** rad/s, world axes; at rest unless given. */
  angularVelocity?: Vector;
  /** Of a PlaneGeometry: whether it is the endless ground behind its face. */
  plane?: boolean;
}

/** A body to be added, and where the mesh stands in its axes if not at its centre. */
export interface Made {
  body: BodyDescription;
  offset?: Offset;
}

type Size = { shape: BoxShape | CapsuleShape | CylinderShape } | { radius: number };

/** What the geometry is taken for, and half of the box about it, m. */
interface Solid {
  size: (scale: Vector3) => Size;
  half: [number, number, number];
  /** Which of its scales must be alike: all, those across y, or none. */
  round: 'all' | 'across' | false;
}

/** Shares of a length that floating point takes. */
const ALIKE = 1e-3;

const refuse = (path: string, message: string): never => {
  throw new BeadworkError('scene', message, path);
};

/** What a mesh or a group is called in a sentence. */
export const nameOf = (one: Object3D): string => {
  const kind = (one as Mesh).isMesh ? 'mesh' : 'group';
  return one.name ? `The ${kind} '${one.name}'` : `A ${kind} without a name`;
};

/** But for what floating point takes. */
export const close = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ALIKE * Math.max(Math.abs(a), Math.abs(b));

const allAlike = ({ x, y, z }: Vector3): boolean => close(x, y) && close(y, z);

/** The parameters that three keeps of a geometry. */
const parametersOf = (geometry: BufferGeometry): Record<string, number> =>
  (geometry as { parameters?: Record<string, number> }).parameters ?? {};

/** By the geometry's type; undefined where there is no such shape. */
function solidOf(geometry: BufferGeometry): Solid | undefined {
  // a capsule's height was called its length until three 0.175
  const { width = 1, length = 1, height = length, depth = 1, radius = 1 } = parametersOf(geometry);
  switch (geometry.type) {
    case 'BoxGeometry':
    // contacts see sharp edges
    case 'RoundedBoxGeometry': {
      const half: Vector = [width / 2, height / 2, depth / 2];
      const size = ({ x, y, z }: Vector3): Size => ({
        shape: { type: 'box', halfExtents: [half[0] * x, half[1] * y, half[2] * z] },
      });
      return { size, half, round: false };
    }
    case 'SphereGeometry':
    case 'IcosahedronGeometry':
      return { size: ({ x }) => ({ radius: radius * x }), half: [radius, radius, radius], round: 'all' };
    case 'CapsuleGeometry': {
      const size = ({ x }: Vector3): Size => ({
        shape: { type: 'capsule', radius: radius * x, halfHeight: (height / 2) * x },
      });
      return { size, half: [radius, height / 2 + radius, radius], round: 'all' };
    }
    case 'CylinderGeometry': {
      const { radiusTop = 1, radiusBottom = 1, height: tall = 1 } = parametersOf(geometry);
      // a cone is a hull
      if (!close(radiusTop, radiusBottom)) return undefined;
      const size = ({ x, y }: Vector3): Size => ({
        shape: { type: 'cylinder', radius: radiusTop * x, halfHeight: (tall / 2) * y },
      });
      return { size, half: [radiusTop, tall / 2, radiusTop], round: 'across' };
    }
    default:
      return undefined;
  }
}

/** How a mesh stands in the world: its rotation, and the lengths of its axes. */
function standing(mesh: Object3D, path: string): { rotation: Quaternion; scale: Vector3 } {
  mesh.updateWorldMatrix(true, false);
  const rotation = mesh.quaternion.clone();
  if (mesh.parent) rotation.premultiply(mesh.parent.getWorldQuaternion(new Quaternion()));
  const axes = [new Vector3(), new Vector3(), new Vector3()];
  mesh.matrixWorld.extractBasis(axes[0]!, axes[1]!, axes[2]!);
  const scale = new Vector3(...axes.map((axis) => axis.length()));
  axes.forEach((axis, i) => {
    const own = new Vector3().setComponent(i, 1).applyQuaternion(rotation);
    if (!(Math.abs(axis.normalize().dot(own)) > 1 - ALIKE))
      refuse(
        path,
        `${nameOf(mesh)} is sheared or has no size: its parent is scaled otherwise along one axis than along another, and it is turned within it.`,
      );
  });
  return { rotation, scale };
}

/** The centre of the geometry in its own axes; refused where it is no longer as it was made. */
function centreOf(mesh: Mesh, { half, round }: Solid, path: string): Vector3 {
  const { geometry } = mesh;
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  const box = geometry.boundingBox as Box3;
  const size = box.getSize(new Vector3()).multiplyScalar(0.5);
  // few segments keep a sphere's or a capsule's picture inside its shape
  const asMade = half.every((h, i) => {
    const seen = size.getComponent(i);
    return round ? seen <= h * (1 + ALIKE) && seen > 0.7 * h : close(seen, h);
  });
  if (!asMade)
    refuse(
      path,
      `${nameOf(mesh)}: its ${geometry.type} was scaled or turned after it was made. Scale or turn the mesh instead.`,
    );
  const centre = box.getCenter(new Vector3());
  // what an uneven choice of segments shifts the box by is no shift of the geometry
  const shifted = centre.length() > (round ? 0.2 : ALIKE) * Math.max(...half);
  return shifted ? centre : new Vector3();
}

function dataOf(mesh: Object3D, path: string): PhysicsData {
  const data: unknown = mesh.userData.physics;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return refuse(path, `${nameOf(mesh)}: userData.physics must be an object such as { mass: 2 }.`);
  for (const field of ['position', 'rotation', 'shape', 'radius'])
    if (field in data)
      refuse(
        `${path}.${field}`,
        `${nameOf(mesh)} says itself what its ${field} is: leave it out of userData.physics.`,
      );
  return data;
}

/** The body of a mesh, or of a group of meshes, that has `userData.physics`. */
export function bodyOf(object: Object3D): Made {
  const path = 'userData.physics';
  return (object as Mesh).isMesh ? meshBody(object as Mesh, path) : groupBody(object, path);
}

/** What a part may say of itself; all else the group says. */
const OF_A_PART = ['density'];

/** A compound of all meshes below a group, which stands where the group does. */
function groupBody(group: Object3D, path: string): Made {
  const { plane, ...data } = dataOf(group, path);
  if (plane !== undefined) refuse(`${path}.plane`, `${nameOf(group)} cannot be a plane.`);
  const { rotation } = standing(group, path);
  const origin = group.getWorldPosition(new Vector3());
  const back = rotation.clone().invert();
  const parts: CompoundPart[] = [];
  group.traverse((one) => {
    const mesh = one as Mesh;
    if (!mesh.isMesh) {
      if (one !== group && one.userData?.physics !== undefined)
        refuse(path, `${nameOf(one)} is a part of ${nameOf(group).toLowerCase()}, which is one body.`);
      return;
    }
    const own = mesh.userData?.physics === undefined ? {} : dataOf(mesh, path);
    const strange = Object.keys(own).find((field) => !OF_A_PART.includes(field));
    if (strange)
      refuse(
        `${path}.${strange}`,
        `${nameOf(mesh)} is a part of ${nameOf(group).toLowerCase()}, which is one body: say ${strange} there.`,
      );
    if (mesh.geometry.type === 'PlaneGeometry')
      refuse(path, `${nameOf(mesh)} has a PlaneGeometry, which is no solid and no part of a group's body.`);
    const { body } = solidBody(mesh, own, path);
    const sphere = body.shape === undefined || body.shape.type === 'sphere';
    const turn = back
      .clone()
      .multiply(new Quaternion(...(body.rotation as [number, number, number, number])));
    parts.push({
      shape: (sphere ? { type: 'sphere', radius: body.radius } : body.shape) as CompoundPart['shape'],
      position: new Vector3(...body.position).sub(origin).applyQuaternion(back).toArray(),
      rotation: turn.toArray() as [number, number, number, number],
      ...own,
    });
  });
  if (parts.length === 0)
    refuse(path, `${nameOf(group)} has userData.physics and no mesh to make a body of.`);
  const shape = { type: 'compound', parts };
  return {
    body: { ...data, shape, position: origin.toArray(), rotation: rotation.toArray() } as BodyDescription,
  };
}

function meshBody(mesh: Mesh, path: string): Made {
  const { plane, ...data } = dataOf(mesh, path);
  if (plane !== undefined && typeof plane !== 'boolean')
    refuse(`${path}.plane`, `${nameOf(mesh)}: plane must be true or false.`);
  if (mesh.geometry.type === 'PlaneGeometry')
    return planeOf(mesh, data, plane === true, standing(mesh, path).rotation, path);
  if (plane)
    refuse(
      `${path}.plane`,
      `${nameOf(mesh)} has a ${mesh.geometry.type}: only a PlaneGeometry can be an endless plane.`,
    );
  return solidBody(mesh, data, path);
}

function solidBody(mesh: Mesh, data: object, path: string): Made {
  const { type } = mesh.geometry;
  if ((mesh as { isInstancedMesh?: boolean }).isInstancedMesh)
    refuse(
      path,
      `${nameOf(mesh)} has instances: add bodies for them by addBodies, and bind them by bindInstances.`,
    );
  const { rotation, scale } = standing(mesh, path);
  const solid = solidOf(mesh.geometry);
  if (!solid) return hullOf(mesh, data, rotation, path);
  const even = solid.round === 'across' ? close(scale.x, scale.z) : allAlike(scale);
  if (solid.round && !even)
    refuse(
      path,
      `${nameOf(mesh)} has a ${type} with the scale ${scale
        .toArray()
        .map((s) => Number(s.toPrecision(4)))
        .join(
          ', ',
        )}: one that is round must be scaled alike along ${solid.round === 'across' ? 'x and z' : 'x, y and z'}.`,
    );
  const centre = centreOf(mesh, solid, path);
  const body = {
    ...data,
    ...solid.size(scale),
    position: centre.clone().applyMatrix4(mesh.matrixWorld).toArray(),
    rotation: rotation.toArray(),
  } as BodyDescription;
  if (centre.lengthSq() === 0) return { body };
  // signs too: a mirrored mesh has its centre on the other side
  const position = new Vector3()
    .setFromMatrixPosition(mesh.matrixWorld)
    .sub(new Vector3(...body.position))
    .applyQuaternion(rotation.clone().invert());
  return { body, offset: { position, rotation: new Quaternion() } };
}

/** Of any other geometry all between its vertices, or 32 of them that span nearly as much. */
function hullOf(mesh: Mesh, data: object, rotation: Quaternion, path: string): Made {
  const vertices = mesh.geometry.getAttribute('position');
  const origin = new Vector3().setFromMatrixPosition(mesh.matrixWorld);
  const back = rotation.clone().invert();
  const all = new Map<string, Vector>();
  for (let k = 0; k < (vertices?.count ?? 0); k++) {
    const at = new Vector3().fromBufferAttribute(vertices!, k).applyMatrix4(mesh.matrixWorld);
    const point = at.sub(origin).applyQuaternion(back).toArray();
    all.set(point.map((x) => x.toPrecision(6)).join(), point);
  }
  if (all.size < 4)
    return refuse(
      path,
      `${nameOf(mesh)} has a ${mesh.geometry.type} with ${all.size} vertices: a body needs four that span a volume.`,
    );
  const points = fewOf([...all.values()]);
  return {
    body: {
      ...data,
      shape: { type: 'hull', points },
      position: origin.toArray(),
      rotation: rotation.toArray(),
    } as BodyDescription,
  };
}

/** Turns y, a plane's normal, to z, the side that a PlaneGeometry shows. */
const Y_TO_Z = new Quaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2);

function planeOf(mesh: Mesh, data: object, wanted: boolean, rotation: Quaternion, path: string): Made {
  if (!wanted)
    refuse(
      path,
      `${nameOf(mesh)} has a PlaneGeometry, which is no solid. For an endless ground behind its face say plane: true; for a floor with an end take a flat BoxGeometry.`,
    );
  const position = mesh.getWorldPosition(new Vector3()).toArray();
  const turned = rotation.clone().multiply(Y_TO_Z);
  return {
    body: { ...data, shape: { type: 'plane' }, position, rotation: turned.toArray() } as BodyDescription,
    offset: { position: new Vector3(), rotation: Y_TO_Z.clone().invert() },
  };
}

/** Meshes and groups that want a body: an object itself and all below it, in the order of three's `traverse`. What is below such a group is
 * part of its body. */
export function wanting(object: { traverse(visit: (one: object) => void): void }): Object3D[] {
  const found: Object3D[] = [];
  object.traverse((one) => {
    const it = one as Object3D;
    if (it.userData?.physics === undefined) return;
    for (let above = it.parent; above; above = above.parent)
      if (found.includes(above) && !(above as Mesh).isMesh) return;
    const takes = (it as Mesh).isMesh || (it as { isGroup?: boolean }).isGroup;
    if (!takes)
      refuse(
        'userData.physics',
        `${it.name ? `'${it.name}'` : 'An object without a name'} is a ${it.type} with userData.physics: only a Mesh has a geometry to make a body of, and a Group its meshes.`,
      );
    found.push(it);
  });
  return found;
}
