// An object that follows a body. Bodies are in the world; an object's position and rotation are those within its parent:
//   x_local = P⁻¹ x,   q_local = p⁻¹ q    with the parent's matrix P in the world and its rotation p.
import { type Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

/** Where an object stands in the axes of its body: its own point, m, and how it is turned. */
export interface Offset {
  position: Vector3;
  rotation: Quaternion;
}

interface Frame {
  inverse: Matrix4;
  rotation: Quaternion;
}

const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();

/** Parents' frames, each worked out once in a picture. */
export class Parents {
  #frames = new Map<Object3D, Frame>();

  forget(): void {
    this.#frames.clear();
  }

  /** Undefined where the parent changes nothing. */
  frameOf(parent: Object3D | null): Frame | undefined {
    if (parent === null) return undefined;
    let frame = this.#frames.get(parent);
    if (frame === undefined) {
      parent.updateWorldMatrix(true, false);
      frame = { inverse: parent.matrixWorld.clone().invert(), rotation: new Quaternion() };
      parent.matrixWorld.decompose(position, frame.rotation, scale);
      frame.rotation.invert();
      this.#frames.set(parent, frame);
    }
    return frame;
  }
}

/** Puts an object where a body is: seven numbers. */
export function place(
  object: Object3D,
  pose: Float32Array,
  offset: Offset | undefined,
  parents: Parents,
): void {
  position.set(pose[0]!, pose[1]!, pose[2]!);
  rotation.set(pose[3]!, pose[4]!, pose[5]!, pose[6]!);
  if (offset) {
    object.position.copy(offset.position).applyQuaternion(rotation).add(position);
    object.quaternion.multiplyQuaternions(rotation, offset.rotation);
  } else {
    object.position.copy(position);
    object.quaternion.copy(rotation);
  }
  const parent = parents.frameOf(object.parent);
  if (parent) {
    object.position.applyMatrix4(parent.inverse);
    object.quaternion.premultiply(parent.rotation);
  }
  if (!object.matrixAutoUpdate) object.updateMatrix();
}

/** How many are above it: who is above is placed first. */
export function depthOf(object: Object3D): number {
  let depth = 0;
  for (let above = object.parent; above; above = above.parent) depth += 1;
  return depth;
}
