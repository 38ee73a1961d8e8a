// The lines of joints and contacts as one object of the scene. Nothing is read where it is not seen.
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { boundingRadius } from '../bodies';
import type { Simulation } from '../simulation';
import type { ContactReading } from '../types';
import type { Described, Description } from './described';
import { drawContact, drawJoint, Pen, type Stand } from './lines';

/** Of the smaller of two bodies, as long as the signs of a joint or a contact are. */
const OF_BODY = 0.6;
const OF_CONTACT = 0.4;
/** m, where neither body has a size. */
const NO_BODY = 0.3;
/** Joints that broke are found by looking again, ms. */
const AGAIN = 500;

/** Where a joint to the world has its anchor. */
const WORLD: Stand = { position: new Vector3(), rotation: new Quaternion() };

const isSeen = (object: Object3D): boolean => {
  if (object.parent === null) return false;
  for (let one: Object3D | null = object; one; one = one.parent) if (!one.visible) return false;
  return true;
};

export class Debug {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  #simulation: Simulation;
  #described: Described;
  #poseOf: (body: number, out: Float32Array) => boolean;
  #pen = new Pen();
  #description: Description | undefined;
  #contacts: ContactReading[] = [];
  #isReading = false;
  #lookedAt = 0;
  #disposed = false;

  constructor(
    simulation: Simulation,
    described: Described,
    poseOf: (body: number, out: Float32Array) => boolean,
  ) {
    this.#simulation = simulation;
    this.#described = described;
    this.#poseOf = poseOf;
    const material = new LineBasicMaterial({ vertexColors: true, depthTest: false, toneMapped: false });
    this.lines = new LineSegments(new BufferGeometry(), material);
    this.lines.name = 'beadwork';
    this.lines.frustumCulled = false;
    // over what they are inside of
    this.lines.renderOrder = 1e6;
    this.lines.matrixAutoUpdate = false;
    // a ray that is cast at the scene means what it shows
    this.lines.raycast = () => {};
  }

  get isSeen(): boolean {
    return isSeen(this.lines);
  }

  /** Draws what was read last where bodies are now, and reads on. */
  draw(): void {
    if (!this.isSeen) return;
    if (!this.#isReading) void this.#read();
    this.#stand();
    this.#pen.clear();
    if (this.#description) this.#fill(this.#description);
    this.#show();
  }

  dispose(): void {
    this.#disposed = true;
    this.lines.removeFromParent();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  /** One reading at a time; a fault of it is one of the simulation, which its steps tell. */
  async #read(): Promise<void> {
    this.#isReading = true;
    if (performance.now() - this.#lookedAt > AGAIN) {
      this.#described.forget();
      this.#lookedAt = performance.now();
    }
    try {
      const [description, contacts] = await Promise.all([
        this.#described.get(),
        this.#simulation.readContacts(),
      ]);
      this.#description = description;
      this.#contacts = contacts;
    } catch {
      this.#description = undefined;
      this.#contacts = [];
    }
    this.#isReading = false;
  }

  /** Its lines are in world coordinates under any parent. */
  #stand(): void {
    const { parent, matrix } = this.lines;
    parent!.updateWorldMatrix(true, false);
    matrix.copy(parent!.matrixWorld).invert();
  }

  #fill({ bodies, joints }: Description): void {
    const stands = new Map<number, Stand | undefined>();
    const standOf = (body: number | 'world'): Stand | undefined => {
      if (body === 'world') return WORLD;
      if (!stands.has(body)) stands.set(body, this.#standOf(body));
      return stands.get(body);
    };
    const size = (a: number | 'world', b: number | 'world') => {
      const radii = [a, b].map((one) => {
        const body = one === 'world' ? undefined : bodies.get(one);
        return body ? boundingRadius(body) : 0;
      });
      const smallest = Math.min(...radii.filter((radius) => radius > 0));
      return Number.isFinite(smallest) ? smallest : NO_BODY;
    };
    for (const joint of joints) {
      const [a, b] = [standOf(joint.a), standOf(joint.b)];
      if (a && b) drawJoint(this.#pen, joint, a, b, OF_BODY * size(joint.a, joint.b));
    }
    for (const contact of this.#contacts)
      drawContact(this.#pen, contact, OF_CONTACT * size(contact.a, contact.b));
  }

  #standOf(body: number): Stand | undefined {
    const pose = new Float32Array(7);
    if (!this.#poseOf(body, pose)) return undefined;
    const [x, y, z, ...q] = pose;
    return { position: new Vector3(x, y, z), rotation: new Quaternion(...q) };
  }

  /** Room for lines grows by doubling. */
  #show(): void {
    const { geometry } = this.lines;
    const { ends, colours } = this.#pen;
    let position = geometry.getAttribute('position') as BufferAttribute | undefined;
    if (position === undefined || position.array.length < ends.length) {
      geometry.dispose();
      const room = Math.max(6 * 256, 2 ** Math.ceil(Math.log2(ends.length)));
      for (const name of ['position', 'color']) {
        const attribute = new BufferAttribute(new Float32Array(3 * Math.ceil(room / 3)), 3);
        geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
      }
      position = geometry.getAttribute('position') as BufferAttribute;
    }
    const colour = geometry.getAttribute('color') as BufferAttribute;
    position.array.set(ends);
    colour.array.set(colours);
    position.needsUpdate = true;
    colour.needsUpdate = true;
    geometry.setDrawRange(0, ends.length / 3);
  }
}
