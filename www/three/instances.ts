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

const matrix = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();

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

export class Instances {
  readonly mesh: InstancedMesh;
  /** By instance. */
  readonly bodies: number[];
  /** Of each instance, as its matrix had it: three numbers. */
  #scales: Float32Array[];
  #culled: boolean;
  #renderer: Drawing | undefined;
  #onBeforeRender: Object3D['onBeforeRender'];

  /** @param shared whether a renderer may draw on the simulation's device */
  constructor(mesh: InstancedMesh, bodies: number[], shared: boolean) {
    this.mesh = mesh;
    this.bodies = [...bodies];
    this.#scales = bodies.map((_, i) => {
      const scale = new Vector3();
      mesh.getMatrixAt(i, matrix);
      matrix.decompose(position, rotation, scale);
      return Float32Array.from(scale.toArray());
    });
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
