// A simulation beside a scene of three.js: objects that follow bodies, frames as pictures come (frames.ts), and a hand.
import type { InstancedMesh, Object3D, Vector3 } from 'three';
import { readIndex } from '../asked';
import { asError, BeadworkError } from '../errors';
import type { Simulation } from '../simulation';
import { Debug } from './debug';
import { Described } from './described';
import { depthOf, type Offset, Parents, place } from './follow';
import { Frames } from './frames';
import { Hand } from './hand';
import { Instances } from './instances';
import { OnDevice } from './on-device';
import { WIDTH } from './poses';
import { bodyOf, type Made, nameOf, wanting } from './shapes';

interface Follower {
  object: Object3D;
  body: number;
  offset: Offset | undefined;
  depth: number;
}

/** Calls that leave all bodies where they were, and all joints as they were. */
const HARMLESS = ['step', 'measure', 'push', 'clearPushes', 'setVelocity'];

/** A simulation beside a scene of three.js, as `attach` makes it. */
export class Physics {
  /** What it steps. */
  readonly simulation: Simulation;
  #frames: Frames;
  #parents = new Parents();
  #followers: Follower[] = [];
  #instances: Instances[] = [];
  #onDevice: OnDevice | undefined;
  #described: Described;
  #hand: Hand;
  #debug: Debug | undefined;
  #disposed = false;
  /** Grabs and releases, counted: one that waits for an answer may be over by then. */
  #grabs = 0;
  /** Thrown by the next `update`. */
  #owed: BeadworkError | undefined;
  /** Of the last fault, until something succeeds. */
  #code: string | undefined;
  #pose = new Float32Array(WIDTH);
  #poseOf = (body: number, out: Float32Array): boolean => this.#frames.track.poseOf(body, out);
  #watcher = (call: string, args: unknown[]): void => this.#hear(call, args);

  /** Use `attach`. */
  constructor(simulation: Simulation, interpolate: boolean, most: number) {
    this.simulation = simulation;
    this.#frames = new Frames(simulation, interpolate, most, {
      onDevice: () => this.#onDevice,
      isRead: () => this.#isRead(),
      failed: (thrown) => this.#fault(thrown),
      succeeded: () => {
        this.#code = undefined;
      },
    });
    this.#described = new Described(simulation);
    this.#hand = new Hand(simulation, this.#described, this.#poseOf);
    simulation.watchers.add(this.#watcher);
  }

  /**
   * An object follows a body from the next `update` on: its position and rotation in the world become the body's under
   * any parent; its scale stays. Bound anew it follows the other body. When the body is removed, it is unbound and stays where it is.
   * @param body its number or name
   */
  bind(object: Object3D, body: number | string): void {
    this.#bind(object, this.#there(body, 'body'), undefined);
  }

  /**
   * Each instance of a mesh follows a body, and the mesh has as many as there are bodies in the list. An instance keeps the scale that
   * its matrix had, also when it is bound anew. When its body is removed it shrinks to nothing. Where three's WebGPURenderer draws on
   * `Simulation.device`, matrices are written there, and nothing is read back.
   * @param bodies their numbers or names, by instance
   */
  bindInstances(mesh: InstancedMesh, bodies: (number | string)[]): void {
    if (!mesh?.isInstancedMesh)
      throw new BeadworkError('parameter', 'mesh must be an InstancedMesh.', 'mesh');
    if (!Array.isArray(bodies))
      throw new BeadworkError('parameter', 'bodies must be a list of numbers or names.', 'bodies');
    const room = mesh.instanceMatrix.count;
    if (bodies.length > room)
      throw new BeadworkError(
        'parameter',
        `The InstancedMesh has room for ${room} instances, and these are ${bodies.length} bodies.`,
        'bodies',
      );
    const there = new Set(this.simulation.bodies());
    const numbers = bodies.map((body, i) => this.#there(body, `bodies[${i}]`, there));
    this.unbind(mesh);
    this.#instances.push(new Instances(mesh, numbers, this.simulation.device !== null));
  }

  /** Unbinds an object, or all instances of a mesh. They stay where they are. */
  unbind(object: Object3D): void {
    this.#followers = this.#followers.filter((one) => one.object !== object);
    this.#instances = this.#instances.filter((one) => {
      if (one.mesh === object) {
        one.release();
        this.#onDevice?.forgetBodies();
      }
      return one.mesh !== object;
    });
  }

  /**
   * The number of the body that an object, or the nearest one above it, follows; undefined where there is none. It takes what three's
   * `Raycaster` gives: `physics.bodyOf(hit.object, hit.instanceId)`.
   * @param instance of an InstancedMesh
   */
  bodyOf(object: Object3D, instance?: number): number | undefined {
    for (let one: Object3D | null = object; one; one = one.parent) {
      const found =
        this.#followers.find((follower) => follower.object === one)?.body ??
        (instance === undefined
          ? undefined
          : this.#instances.find(({ mesh }) => mesh === one)?.bodies[instance]);
      if (found !== undefined && found >= 0) return found;
    }
    return undefined;
  }

  /**
   * Adds a body for each mesh, and each group of meshes, of the object and all below it, that has `userData.physics`: its shape is that of a BoxGeometry,
   * SphereGeometry, CapsuleGeometry or CylinderGeometry at the mesh's scale, or the hull of the vertices of any other, it stands where the mesh does, and the mesh follows it.
   * A Group with `userData.physics` is one body of all meshes below it, a compound; of these each may say its `density`.
   * What follows a body already is passed over. All others are added, or none and a `BeadworkError` with the mesh's name.
   *
   * `mesh.userData.physics = { mass: 2, friction: 0.8, name: 'crate' }` takes the fields of a body of a scene. `{}` is a solid body of
   * density 1000, `centre` is that of mass from the middle of the geometry, and `{ plane: true }` on a PlaneGeometry an endless ground.
   * @returns the bodies' numbers, in the order of three's `traverse`
   */
  addScene(object: Object3D): number[] {
    const meshes = wanting(object).filter((mesh) => !this.#followers.some((one) => one.object === mesh));
    const made = meshes.map(bodyOf);
    const numbers = this.#add(meshes.map(nameOf), made);
    for (const [i, mesh] of meshes.entries()) this.#bind(mesh, numbers[i]!, made[i]!.offset);
    return numbers;
  }

  /**
   * Lines that show joints with their axes and stops, and where bodies touch, to be put into the scene. It costs nothing where it is not
   * in one or not visible.
   */
  get debug(): Object3D {
    this.#debug ??= new Debug(this.simulation, this.#described, this.#poseOf);
    return this.#debug.lines;
  }

  /**
   * Takes the frames that are due by now, and moves everything that follows a body. Call it once for each picture, with the time that
   * `setAnimationLoop` and `requestAnimationFrame` hand over; the first call sets the zero. What went wrong in a step is thrown once:
   * here where it was taken at once, else by the next call.
   * @param milliseconds a time that only grows
   */
  update(milliseconds: number): void {
    if (this.#disposed)
      throw new BeadworkError('destroyed', 'This was disposed of; attach the simulation anew.');
    if (!Number.isFinite(milliseconds))
      throw new BeadworkError('parameter', 'update takes a time in milliseconds.', 'milliseconds');
    this.#frames.advance(milliseconds);
    this.#parents.forget();
    for (const { object, body, offset } of this.#followers)
      if (this.#poseOf(body, this.#pose)) place(object, this.#pose, offset, this.#parents);
    for (const instances of this.#instances)
      if (!this.#writeOnDevice(instances)) instances.write(this.#poseOf, this.#pose, this.#parents);
    this.#debug?.draw();
    const owed = this.#owed;
    this.#owed = undefined;
    if (owed) throw owed;
  }

  /**
   * Takes hold of a body at a point of the world, and pulls it there by a spring whose force and speed are limited, so that no jump of a
   * pointer can launch the scene. Fixed and kinematic bodies stay.
   * @param body its number or name
   * @param point in the world, as three's `Raycaster` gives it
   */
  grab(body: number | string, point: Vector3): void {
    this.#grab(this.#there(body, 'body'), point.clone()).catch((error) => this.#fault(error));
  }

  /** Pulls what is held towards a point of the world; nothing happens if nothing is. */
  drag(point: Vector3): void {
    this.#hand.drag(point);
  }

  /** Lets go of what is held. */
  release(): void {
    this.#grabs += 1;
    this.#hand.release();
  }

  /** Nothing follows any more, `debug` is taken out of the scene, and the simulation is left as it is. May be called twice. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#frames.end();
    this.simulation.watchers.delete(this.#watcher);
    for (const instances of this.#instances) instances.release();
    this.#followers = [];
    this.#instances = [];
    this.#debug?.dispose();
    this.#onDevice?.destroy();
    try {
      this.release();
    } catch {
      // of a simulation that was destroyed before
    }
  }

  #there(body: number | string, path: string, there = new Set(this.simulation.bodies())): number {
    const number = readIndex(body, path, (name) => this.simulation.body(name));
    if (!there.has(number)) throw new BeadworkError('not-found', `There is no body ${number}.`, path);
    return number;
  }

  /** Where the device alone knows where bodies are, it is asked first. */
  async #grab(body: number, point: Vector3): Promise<void> {
    this.#grabs += 1;
    const grab = this.#grabs;
    if (!this.#isRead()) await this.#frames.read();
    if (grab === this.#grabs) await this.#hand.grab(body, point);
  }

  #bind(object: Object3D, body: number, offset: Offset | undefined): void {
    if (!object?.isObject3D)
      throw new BeadworkError(
        'parameter',
        'object must be an Object3D, such as a Mesh or a Group.',
        'object',
      );
    this.unbind(object);
    this.#followers.push({ object, body, offset, depth: depthOf(object) });
    this.#followers.sort((a, b) => a.depth - b.depth);
  }

  /** Faults of bodies are those of their meshes. */
  #add(names: string[], made: Made[]): number[] {
    if (made.length === 0) return [];
    try {
      return this.simulation.addBodies(made.map(({ body }) => body));
    } catch (thrown) {
      const error = asError(thrown);
      const [, place, field] = /^bodies\[(\d+)\]\.?(.*)$/.exec(error.path ?? '') ?? [];
      if (place === undefined) throw error;
      const path = field ? `userData.physics.${field}` : 'userData.physics';
      throw new BeadworkError(error.code, `${names[Number(place)]}: ${error.message}`, path);
    }
  }

  /** A fault there is one of the simulation. */
  #writeOnDevice(instances: Instances): boolean {
    try {
      return this.#onDevice?.write(instances, this.#parents) ?? false;
    } catch (error) {
      this.#fault(error);
      return true;
    }
  }

  /** Whether anything needs poses on the page: not instances that the device writes. */
  #isRead(): boolean {
    this.#onDevice = OnDevice.of(this.simulation, this.#instances, this.#onDevice);
    return (
      this.#instances.length === 0 ||
      this.#followers.length > 0 ||
      this.#hand.holds ||
      this.#debug?.isSeen === true ||
      !this.#instances.every((one) => this.#onDevice?.reaches(one))
    );
  }

  /** Told once, while the simulation is back at its last good state or at an end: the same again is no news until something has succeeded. */
  #fault(thrown: unknown): void {
    const error = asError(thrown);
    if (error.code !== this.#code) this.#owed = error;
    this.#code = error.code;
  }

  #hear(call: string, args: unknown[]): void {
    if (!HARMLESS.includes(call)) {
      this.#described.forget();
      this.#onDevice?.forgetBodies();
    }
    switch (call) {
      case 'step':
        this.#frames.stepped();
        break;
      case 'setParameters':
        this.#frames.forgetTimestep();
        break;
      case 'addBodies':
        this.#frames.came();
        break;
      case 'setPose':
        this.#frames.cut([args[0] as number]);
        break;
      case 'removeBodies': {
        const gone = new Set(args[0] as number[]);
        this.#frames.cut(gone);
        this.#drop((body) => gone.has(body));
        break;
      }
      case 'writeState':
        this.#frames.restart();
        break;
      case 'reset': {
        const there = new Set(this.simulation.bodies());
        this.#drop((body) => !there.has(body));
        this.#frames.forgetTimestep();
        this.#frames.restart();
        break;
      }
      case 'load':
        // the same numbers are other bodies
        this.#drop(() => true);
        this.#frames.forgetTimestep();
        this.#frames.restart();
    }
  }

  /** Nothing follows bodies that are gone. */
  #drop(isGone: (body: number) => boolean): void {
    this.#followers = this.#followers.filter(({ body }) => !isGone(body));
    for (const instances of this.#instances)
      instances.drop(isGone, this.#onDevice?.reaches(instances) ?? false);
    this.#hand.drop(isGone);
  }
}
