// Instances of one mesh, each of which follows a body: their matrices are written straight from poses, here or on the device.
import {
  DynamicDrawUsage,
  type InstancedMesh,
  Matrix4,
  type Object3D,
  Quaternion,
  StaticDrawUsage,
  Vector3,
} from 'three';
import type { Parents } from './follow';
import { close } from './shapes';

const matrix = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();

/**
 * The matrix of a pose, by columns, at `at` of `out`: the axes of the quaternion, each as long as its scale, and the centre.
 */
export function matrixOf(pose: Float32Array, scale: ArrayLike<number>, out: Float32Array, at: number): void {
  const [x, y, z] = [pose[3]!, pose[4]!, pose[5]!];
  const w = pose[6]!;
  const [a, b, c] = [scale[0]!, scale[1]!, scale[2]!];
  out[at] = (1 - 2 * (y * y + z * z)) * a;
  out[at + 1] = 2 * (x * y + w * z) * a;
  out[at + 2] = 2 * (x * z - w * y) * a;
  out[at + 3] = 0;
  out[at + 4] = 2 * (x * y - w * z) * b;
  out[at + 5] = (1 - 2 * (x * x + z * z)) * b;
  out[at + 6] = 2 * (y * z + w * x) * b;
  out[at + 7] = 0;
  out[at + 8] = 2 * (x * z + w * y) * c;
  out[at + 9] = 2 * (y * z - w * x) * c;
  out[at + 10] = (1 - 2 * (x * x + y * y)) * c;
  out[at + 11] = 0;
  out[at + 12] = pose[0]!;
  out[at + 13] = pose[1]!;
  out[at + 14] = pose[2]!;
  out[at + 15] = 1;
}

/** Body of a place whose body was removed. */
export const NONE = -1;

/** What three's WebGPURenderer keeps of an attribute. */
interface Drawing {
  backend?: { device?: unknown; get(attribute: object): { buffer?: GPUBuffer } };
}

/** Which instances wrote a mesh's matrices last: a matrix that was written over has no longer the scale that it came with. */
const lastOf = new WeakMap<InstancedMesh, Instances>();

/** The scale that the matrix of an instance has. */
function scaleIn(mesh: InstancedMesh, instance: number): Float32Array {
  mesh.getMatrixAt(instance, matrix);
  matrix.decompose(position, rotation, scale);
  return Float32Array.from(scale.toArray());
}

export class Instances {
  readonly mesh: InstancedMesh;
  /** By instance. */
  readonly bodies: number[];
  /** Three numbers for each instance that the mesh ever had, as its matrix had them. */
  #scales: Float32Array[];
  /** The mesh's matrix in the world when those of its instances were written. */
  #world: Matrix4;
  #culled: boolean;
  #renderer: Drawing | undefined;
  #onBeforeRender: Object3D['onBeforeRender'];

  /** @param shared whether a renderer may draw on the simulation's device */
  constructor(mesh: InstancedMesh, bodies: number[], shared: boolean) {
    this.mesh = mesh;
    this.bodies = [...bodies];
    const before = lastOf.get(mesh);
    lastOf.set(mesh, this);
    const known = before ? before.#scales.map((_, i) => before.#kept(i)) : [];
    const length = Math.max(bodies.length, known.length);
    this.#scales = Array.from({ length }, (_, i) => known[i] ?? scaleIn(mesh, i));
    this.#world = before ? before.#world : new Matrix4();
    // its buffer is there already
    this.#renderer = before ? before.#renderer : undefined;
    mesh.count = bodies.length;
    // what is dynamic three writes in each picture, over what a shader wrote
    mesh.instanceMatrix.setUsage(shared ? StaticDrawUsage : DynamicDrawUsage);
    // the sphere that three would cull it by is that of one moment
    this.#culled = mesh.frustumCulled;
    mesh.frustumCulled = false;
    // as a storage buffer a shader can write it; three's WebGLRenderer does not know of such
    if (shared)
      Object.assign(mesh.instanceMatrix, {
        isStorageInstancedBufferAttribute: true,
        isStorageBufferAttribute: true,
      });
    // only a renderer knows where its buffers are
    this.#onBeforeRender = mesh.onBeforeRender;
    mesh.onBeforeRender = (...drawing) => {
      this.#renderer = drawing[0] as unknown as Drawing;
      this.#onBeforeRender.apply(mesh, drawing);
    };
  }

  scaleOf(instance: number): Float32Array {
    return this.#scales[instance]!;
  }

  /** The scale of an instance, unless its matrix was set to another one since. One that shrank to nothing gets its own back. */
  #kept(instance: number): Float32Array | undefined {
    const known = this.#scales[instance];
    if (known === undefined) return undefined;
    this.mesh.getMatrixAt(instance, matrix);
    scale.setFromMatrixScale(matrix.premultiply(this.#world));
    const isSame = known.every((one, k) => close(Math.abs(one), scale.getComponent(k)));
    return isSame || scale.lengthSq() === 0 ? known : undefined;
  }

  /** The matrices as the renderer has them on this device; undefined where it draws on another, or has not drawn them yet. */
  bufferOn(device: unknown): GPUBuffer | undefined {
    const backend = this.#renderer?.backend;
    return backend && backend.device === device ? backend.get(this.mesh.instanceMatrix).buffer : undefined;
  }

  /**
   * Instances of these bodies are unbound and shrink to nothing.
   * @param written whether a device writes the matrices: what is here is old then, and stays here
   */
  drop(isGone: (body: number) => boolean, written: boolean): void {
    this.bodies.forEach((body, i) => {
      if (body === NONE || !isGone(body)) return;
      this.bodies[i] = NONE;
      this.mesh.setMatrixAt(i, matrix.makeScale(0, 0, 0));
      if (!written) this.mesh.instanceMatrix.needsUpdate = true;
    });
  }

  /** Writes the matrices; `poseOf` gives the pose of a body that is there. */
  write(poseOf: (body: number, out: Float32Array) => boolean, pose: Float32Array, parents: Parents): void {
    const { mesh } = this;
    const out = mesh.instanceMatrix.array as Float32Array;
    // the world's axes in the mesh's own
    const frame = parents.frameOf(mesh);
    this.#world.copy(mesh.matrixWorld);
    this.bodies.forEach((body, i) => {
      if (body === NONE || !poseOf(body, pose)) return;
      matrixOf(pose, this.#scales[i]!, out, 16 * i);
      if (frame)
        matrix
          .fromArray(out, 16 * i)
          .premultiply(frame.inverse)
          .toArray(out, 16 * i);
    });
    mesh.instanceMatrix.needsUpdate = true;
    // a ray that is cast at it works it out anew
    mesh.boundingSphere = null;
    mesh.boundingBox = null;
  }

  release(): void {
    this.mesh.frustumCulled = this.#culled;
    this.mesh.onBeforeRender = this.#onBeforeRender;
  }
}
