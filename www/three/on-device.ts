// Instances whose matrices the device writes, from the simulation's own poses: nothing comes back to the page. With x and q of a body's mass
// after a frame, and p₀ and r₀ of its shape there,
//   p = x + q p₀,   r = q r₀;   between two frames as in poses.ts;   M = F T(p) R(r) S
// F: from the world to the mesh's own axes. S: the instance's scale.
import { Matrix4 } from 'three';
import type { GraphicsDevice, Simulation } from '../simulation';
import type { Parents } from './follow';
import { type Instances, NONE } from './instances';
import { WIDTH } from './poses';

const CODE = /* wgsl */ `
struct Pose { position: vec3f, radius: f32, rotation: vec4f }
struct Row { shape: vec3f, body: u32, turn: vec4f, scale: vec3f, unused: f32 }
struct Picture { frame: mat4x4f, part: f32, count: u32 }
@group(0) @binding(0) var<storage, read> before: array<Pose>;
@group(0) @binding(1) var<storage, read> after: array<Pose>;
@group(0) @binding(2) var<storage, read> rows: array<Row>;
@group(0) @binding(3) var<uniform> picture: Picture;
@group(0) @binding(4) var<storage, read_write> matrices: array<mat4x4f>;

fn rotate(q: vec4f, v: vec3f) -> vec3f {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn product(a: vec4f, b: vec4f) -> vec4f {
    return vec4f(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

@compute @workgroup_size(64)
fn place(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= picture.count) {
        return;
    }
    let row = rows[id.x];
    // a body that is not there has no radius
    if (row.body >= arrayLength(&after) || after[row.body].radius == 0.0) {
        matrices[id.x] = mat4x4f();
        return;
    }
    let b = after[row.body];
    var a = before[row.body];
    if (a.radius == 0.0) {
        // one that has come since stands at its place at once
        a = b;
    }
    let s = picture.part;
    let t = select(s, -s, dot(a.rotation, b.rotation) < 0.0);
    let r = product(normalize((1.0 - s) * a.rotation + t * b.rotation), row.turn);
    let p = mix(a.position + rotate(a.rotation, row.shape), b.position + rotate(b.rotation, row.shape), s);
    matrices[id.x] = picture.frame * mat4x4f(
        vec4f(rotate(r, vec3f(row.scale.x, 0.0, 0.0)), 0.0),
        vec4f(rotate(r, vec3f(0.0, row.scale.y, 0.0)), 0.0),
        vec4f(rotate(r, vec3f(0.0, 0.0, row.scale.z)), 0.0),
        vec4f(p, 1.0));
}`;

/** As the shader has them: numbers of 32 bits. */
const ROW = 12;
const PICTURE = 20;
/** No body has it. */
const NO_BODY = 0xffffffff;
const MOST = 4;

const still = new Matrix4();

interface Moment {
  frame: number;
  poses: GPUBuffer;
}

/** Of one mesh. */
interface Written {
  rows: GPUBuffer;
  picture: GPUBuffer;
}

export class OnDevice {
  /** Where it writes; another one after a loss. */
  readonly device: GPUDevice;
  #simulation: Simulation;
  #pipeline: GPUComputePipeline;
  /** In order of their frames; `#spare` are buffers that none of them uses. */
  #moments: Moment[] = [];
  #spare: GPUBuffer[] = [];
  #frame = 0;
  /** What was does not lead to what comes next. */
  #jumps = false;
  #written = new Map<Instances, Written>();

  /** The one to go on with: `before`, another one after a loss, or none where no instances are drawn on the simulation's device. */
  static of(
    simulation: Simulation,
    instances: readonly Instances[],
    before: OnDevice | undefined,
  ): OnDevice | undefined {
    let device: GraphicsDevice | null = null;
    try {
      ({ device } = simulation);
    } catch {
      // it was destroyed, which its next step says
    }
    if (before && before.device === device) return before;
    before?.destroy();
    const isDrawn = device !== null && instances.some((one) => one.bufferOn(device));
    return device !== null && isDrawn ? new OnDevice(simulation, device) : undefined;
  }

  constructor(simulation: Simulation, device: GraphicsDevice) {
    this.#simulation = simulation;
    this.device = device as GPUDevice;
    const module = this.device.createShaderModule({ label: 'instances', code: CODE });
    this.#pipeline = this.device.createComputePipeline({
      label: 'instances',
      layout: 'auto',
      compute: { module },
    });
  }

  /** Keeps the poses as all steps asked for so far leave them: those after that frame. */
  add(frame: number): void {
    const poses = this.#simulation.posesBuffer as GPUBuffer | null;
    if (poses === null) return;
    // what was is not of these bodies where there is another buffer's worth of them
    if (this.#jumps || this.#moments.some((moment) => moment.poses.size !== poses.size)) this.#forget();
    while ((this.#moments.at(-1)?.frame ?? -1) >= frame) this.#spare.push(this.#moments.pop()!.poses);
    while (this.#moments.length >= MOST) this.#spare.push(this.#moments.shift()!.poses);
    const kept = this.#room(poses.size);
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(poses, 0, kept, 0, poses.size);
    this.device.queue.submit([encoder.finish()]);
    this.#moments.push({ frame, poses: kept });
  }

  /** Bodies are elsewhere at once: the next moment stands alone. */
  jump(): void {
    this.#jumps = true;
  }

  /** Bodies came, went or changed: each mesh's table is made anew. */
  forgetBodies(): void {
    for (const { rows, picture } of this.#written.values()) {
      rows.destroy();
      picture.destroy();
    }
    this.#written.clear();
  }

  /** The picture stands here now, in frames. */
  show(frame: number): void {
    while (this.#moments.length > 1 && this.#moments[1]!.frame <= frame)
      this.#spare.push(this.#moments.shift()!.poses);
    this.#frame = frame;
  }

  /** Whether these instances are drawn on this device, and so need nothing of the page. */
  reaches(instances: Instances): boolean {
    return this.#moments.length > 0 && instances.bufferOn(this.device) !== undefined;
  }

  /** Writes the matrices of a mesh; false where they are not on this device, or nothing is known yet. */
  write(instances: Instances, parents: Parents): boolean {
    const matrices = instances.bufferOn(this.device);
    const [a, b = a] = this.#moments;
    if (matrices === undefined || a === undefined || b === undefined) return false;
    const { rows, picture } = this.#of(instances);
    const { queue } = this.device;
    const part = a === b ? 1 : Math.min(Math.max((this.#frame - a.frame) / (b.frame - a.frame), 0), 1);
    const numbers = new Float32Array(PICTURE);
    (parents.frameOf(instances.mesh)?.inverse ?? still).toArray(numbers);
    numbers[16] = part;
    new Uint32Array(numbers.buffer)[17] = instances.bodies.length;
    queue.writeBuffer(picture, 0, numbers);
    const bound = [a.poses, b.poses, rows, picture, matrices];
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(
      0,
      this.device.createBindGroup({
        layout: this.#pipeline.getBindGroupLayout(0),
        entries: bound.map((buffer, binding) => ({ binding, resource: { buffer } })),
      }),
    );
    pass.dispatchWorkgroups(Math.ceil(instances.bodies.length / 64));
    pass.end();
    queue.submit([encoder.finish()]);
    return true;
  }

  destroy(): void {
    this.forgetBodies();
    this.#forget();
    for (const buffer of this.#spare) buffer.destroy();
    this.#spare = [];
  }

  #forget(): void {
    this.#spare.push(...this.#moments.map(({ poses }) => poses));
    this.#moments = [];
    this.#jumps = false;
  }

  #room(size: number): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    for (let spare = this.#spare.pop(); spare; spare = this.#spare.pop()) {
      if (spare.size === size) return spare;
      spare.destroy();
    }
    return this.device.createBuffer({ label: 'poses of a frame', size, usage });
  }

  /** The table of a mesh: for each instance its body, where the shape is in that body's mass, and its scale. */
  #of(instances: Instances): Written {
    const known = this.#written.get(instances);
    if (known) return known;
    const shapes = this.#simulation.shapesByPoses();
    const { bodies } = instances;
    const numbers = new Float32Array(ROW * Math.max(bodies.length, 1));
    const whole = new Uint32Array(numbers.buffer);
    bodies.forEach((body, i) => {
      const [at, shape] = [ROW * i, WIDTH * body];
      whole[at + 3] = body === NONE ? NO_BODY : body;
      if (body === NONE) return;
      numbers.set(shapes.subarray(shape, shape + 3), at);
      numbers.set(shapes.subarray(shape + 3, shape + WIDTH), at + 4);
      numbers.set(instances.scaleOf(i), at + 8);
    });
    const made = (label: string, size: number, usage: number) =>
      this.device.createBuffer({ label, size, usage: usage | GPUBufferUsage.COPY_DST });
    const written = {
      rows: made('instances', numbers.byteLength, GPUBufferUsage.STORAGE),
      picture: made('picture', 4 * PICTURE, GPUBufferUsage.UNIFORM),
    };
    this.device.queue.writeBuffer(written.rows, 0, numbers);
    this.#written.set(instances, written);
    return written;
  }
}
