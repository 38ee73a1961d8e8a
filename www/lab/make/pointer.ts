// The pointer while somebody makes a scene: on a body it chooses and moves, beside the bodies a tap adds, joins or lets go.
// What is no business of ours goes on to the hand, which turns the view.
import type { Vector } from '../../beadwork';
import { byId } from '../../dom';
import type { Point } from '../../player/sight';
import type { Stage } from '../stage';
import { about, minus, plus, type Rotation, times } from '../vectors';
import type { Chosen, Tool } from './choosing';
import { anchorsOf, type Made, rotationOf } from './document';
import { facing, onPlane, rayAt } from './looking';
import { settled } from './placing';
import { hit } from './solid';

/** CSS pixels that a press may wander and still be a tap. */
const TAP = 5;
/** And that it may miss a small body or an anchor by: a finger needs more. */
const NEAR = { mouse: 8, touch: 16 };
/** Degrees that a body turns by while it keeps to the grid. */
const TURN = (15 * Math.PI) / 180;

export interface PointerListeners {
  /** Whether a scene is being made, and not tried. */
  readonly active: boolean;
  readonly made: Made;
  readonly tool: Tool;
  /** A point of the plane in which new bodies are put. */
  readonly depth: Vector;
  choose(chosen: Chosen | null): void;
  /** A body on its way; `place` once it is there. */
  move(body: number, position: Vector, rotation: Rotation): void;
  place(body: number, position: Vector, rotation: Rotation): void;
  add(at: Vector, free: boolean): void;
  /** A body was clicked to be joined, there. */
  pick(body: number, at: Vector): void;
  /** The pointer is there: over the picture, from a body that is to be joined. */
  hover(at: Vector | null, from: number | null, free: boolean): void;
  /** A tap beside everything. */
  beside(): void;
}

interface Press {
  id: number;
  start: Point;
  body: number | null;
  /** Of the body, and where its plane was touched. */
  from: Vector;
  grabbed: Vector;
  wandered: boolean;
}

export class Pointer {
  #press: Press | null = null;
  #fingers = new Set<number>();

  constructor(
    private readonly stage: Stage,
    handle: HTMLElement,
    private readonly told: PointerListeners,
  ) {
    const picture = byId('picture');
    const { canvas } = stage;
    const on = (
      name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
      act: (event: PointerEvent) => void,
    ) => picture.addEventListener(name, (event) => event.target === canvas && act(event), { capture: true });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event, true));
    on('pointercancel', (event) => this.#up(event, false));
    canvas.addEventListener('pointerleave', () => told.active && told.hover(null, null, false));
    new Turning(stage, handle, told);
  }

  /** The body or the joint that is nearest to the viewer at a place of the picture. */
  #at(point: Point, event: PointerEvent, planes = false): Chosen | null {
    const { stage, told } = this;
    const { made } = told;
    const near = event.pointerType === 'mouse' ? NEAR.mouse : NEAR.touch;
    const away = (of: Vector) => {
      const { x, y } = stage.seen(0, of);
      return Math.hypot(x - point.x, y - point.y);
    };
    if (told.tool.does === 'choose') {
      const joint = nearest(
        made.joints.map((one) => Math.min(...anchorsOf(made, one).map(away))),
        near,
      );
      if (joint !== null) return { joint };
    }
    const ray = rayAt(stage.view!.camera, point, stage.size);
    const met = nearest(made.bodies.map((one) => hit(one, ray) ?? Infinity));
    if (met !== null) return { body: met };
    const small = nearest(
      made.bodies.map((one) => (one.shape?.type === 'plane' ? Infinity : away(one.position))),
      near,
    );
    if (small !== null) return { body: small };
    const below = made.bodies.findIndex((one) => {
      if (!planes || one.shape?.type !== 'plane') return false;
      const on = onPlane(ray, one.position, [0, 1, 0]);
      return rotationOf(one)[3] > 0.99 && on !== one.position;
    });
    return below < 0 ? null : { body: below };
  }

  /** On the plane through a body in which it is moved. */
  #onPlane(point: Point, through: Vector): Vector {
    const { camera } = this.stage.view!;
    return onPlane(rayAt(camera, point, this.stage.size), through, facing(camera));
  }

  #down(event: PointerEvent): void {
    const { told, stage } = this;
    this.#fingers.add(event.pointerId);
    if (!told.active || !stage.view) return;
    if (this.#press || this.#fingers.size > 1 || event.button !== 0 || event.shiftKey) {
      if (this.#press?.body != null) event.stopPropagation();
      else this.#press = null;
      return;
    }
    const start = { x: event.offsetX, y: event.offsetY };
    const found = this.#at(start, event);
    if (found && 'joint' in found) {
      event.stopPropagation();
      told.choose(found);
      return;
    }
    const body = found?.body ?? null;
    const from = body === null ? ([0, 0, 0] as Vector) : told.made.bodies[body]!.position;
    const grabbed = this.#onPlane(start, from);
    this.#press = { id: event.pointerId, start, body, from, grabbed, wandered: false };
    if (body === null) return;
    event.stopPropagation();
    stage.canvas.setPointerCapture(event.pointerId);
    if (told.tool.does !== 'join') told.choose({ body });
  }

  #move(event: PointerEvent): void {
    const { told, stage } = this;
    if (!told.active || !stage.view) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const free = event.ctrlKey || event.metaKey;
    const press = this.#press;
    if (!press) {
      if (event.pointerType === 'mouse' && event.buttons === 0)
        told.hover(this.#onPlane(now, told.depth), null, free);
      return;
    }
    if (event.pointerId !== press.id) return;
    if (Math.hypot(now.x - press.start.x, now.y - press.start.y) > TAP) press.wandered = true;
    if (press.body === null) return;
    event.stopPropagation();
    if (!press.wandered) return;
    if (told.tool.does === 'join') told.hover(this.#onPlane(now, press.from), press.body, free);
    else told.move(press.body, this.#moved(now, free), rotationOf(told.made.bodies[press.body]!));
  }

  #moved(now: Point, free: boolean): Vector {
    const { told, stage } = this;
    const { body, from, grabbed } = this.#press!;
    const to = plus(from, minus(this.#onPlane(now, from), grabbed));
    return settled(told.made, told.made.bodies[body!]!, to, stage.view!.camera, free);
  }

  #up(event: PointerEvent, meant: boolean): void {
    const { told, stage } = this;
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const free = event.ctrlKey || event.metaKey;
    if (press.body !== null) event.stopPropagation();
    if (told.active && stage.view && meant) this.#end(press, now, free, event);
    this.#press = null;
  }

  #end(press: Press, now: Point, free: boolean, event: PointerEvent): void {
    const { told } = this;
    const { body, wandered } = press;
    if (told.tool.does === 'join') {
      if (body === null && wandered) return;
      const at = this.#at(now, event, true);
      const found = at && 'body' in at ? at.body : null;
      if (body !== null && wandered) {
        told.hover(null, null, free);
        if (found === null || found === body) return;
        told.pick(body, told.made.bodies[body]!.position);
      }
      if (found === null) told.beside();
      else told.pick(found, this.#onPlane(now, told.made.bodies[found]!.position));
    } else if (body !== null) {
      if (wandered) told.place(body, this.#moved(now, free), rotationOf(told.made.bodies[body]!));
    } else if (!wandered) {
      if (told.tool.does === 'add') told.add(this.#onPlane(now, told.depth), free);
      else told.beside();
    }
  }
}

/** The least of these, below a bound. */
function nearest(all: number[], bound = Number.POSITIVE_INFINITY): number | null {
  const least = Math.min(...all);
  return least < bound ? all.indexOf(least) : null;
}

/** The handle beside the chosen body turns it about the way of looking. */
class Turning {
  constructor(stage: Stage, handle: HTMLElement, told: PointerListeners) {
    let turning: { body: number; before: Rotation; from: number } | null = null;
    const angle = (body: number, { clientX, clientY }: PointerEvent) => {
      const { left, top } = stage.canvas.getBoundingClientRect();
      const { x, y } = stage.seen(0, told.made.bodies[body]!.position);
      return Math.atan2(y - (clientY - top), clientX - left - x);
    };
    const turned = (event: PointerEvent): [number, Vector, Rotation] => {
      const { body, before, from } = turning!;
      const by = angle(body, event) - from;
      const kept = event.ctrlKey || event.metaKey ? by : Math.round(by / TURN) * TURN;
      const { position } = told.made.bodies[body]!;
      return [body, position, times(about(facing(stage.view!.camera), kept), before)];
    };
    handle.addEventListener('pointerdown', (event) => {
      const body = Number(handle.dataset.body);
      if (!told.active || event.button !== 0 || !told.made.bodies[body]) return;
      handle.setPointerCapture(event.pointerId);
      turning = { body, before: rotationOf(told.made.bodies[body]), from: angle(body, event) };
    });
    handle.addEventListener('pointermove', (event) => {
      if (turning) told.move(...turned(event));
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      handle.addEventListener(end, (event) => {
        if (turning && end === 'pointerup') told.place(...turned(event));
        turning = null;
      });
  }
}
