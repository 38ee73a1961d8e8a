// What is drawn over the picture while somebody makes a scene: the chosen body's outline, all anchors, the chosen joint with its
// axis, and what the next click would do. Each stroke has one in the page's colour under it, as those of See why have.
import type { BodyDescription, Vector } from '../../beadwork';
import { boundingRadius } from '../../bodies';
import { svg } from '../../dom';
import type { Point } from '../../player/sight';
import type { Stage } from '../stage';
import { bodyAt, minus, plus, scaled } from '../vectors';
import type { Chosen } from './choosing';
import { anchorsOf, axisOf, type Made } from './document';
import { axesOf, gridOf } from './looking';
import { outline } from './solid';

export interface Marked {
  made: Made;
  chosen: Chosen | null;
  /** The first of two to be joined. */
  first: number | null;
  /** What a click would add. */
  ghost: BodyDescription | null;
  /** From a body to be joined to the pointer. */
  line: [Vector, Vector] | null;
}

const LAYERS = ['arm', 'ghost', 'outline', 'first', 'axis'] as const;
type Layer = (typeof LAYERS)[number];
/** From the chosen body's rim to its handle, CSS pixels. */
const HANDLE = 30;
/** Half of what is shown of a plane, in steps of the grid. */
const PLANE = 15;

export class Marks {
  #paths = new Map<Layer, SVGPathElement[]>();
  #dots = svg('g');
  #lines = new Map<Layer, string>();

  constructor(
    private readonly stage: Stage,
    private readonly host: SVGSVGElement,
    /** Turns the chosen body. */
    private readonly handle: HTMLElement,
  ) {
    for (const layer of LAYERS) {
      const paths = [svg('path', { class: 'under' }), svg('path', { class: layer })];
      this.#paths.set(layer, paths);
      host.append(...paths);
    }
    host.append(this.#dots);
  }

  wipe(): void {
    this.host.toggleAttribute('hidden', true);
    this.handle.hidden = true;
  }

  draw({ made, chosen, first, ghost, line }: Marked): void {
    const { stage } = this;
    const { camera } = stage.view!;
    const [, , towards] = axesOf(camera);
    const wide = PLANE * gridOf(camera);
    this.#lines.clear();
    this.#dots.replaceChildren();
    const body = chosen && 'body' in chosen ? made.bodies[chosen.body] : undefined;
    const shape = (layer: Layer, of: BodyDescription) => {
      for (const points of outline(of, towards, wide)) this.#line(layer, ...points);
    };
    if (body) shape('outline', body);
    if (first !== null && made.bodies[first]) shape('first', made.bodies[first]);
    if (ghost) shape('ghost', ghost);
    if (line) this.#line('first', ...line);
    for (const index of made.joints.keys()) this.#joint(made, index, chosen);
    this.#stand(body);
    const { width, height } = stage.size;
    this.host.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const [layer, paths] of this.#paths)
      for (const path of paths) path.setAttribute('d', this.#lines.get(layer) ?? '');
    this.host.toggleAttribute('hidden', false);
  }

  #joint(made: Made, index: number, chosen: Chosen | null): void {
    const joint = made.joints[index]!;
    const [onA, onB] = anchorsOf(made, joint);
    const [one, other] = [bodyAt(made.bodies, joint.a), bodyAt(made.bodies, joint.b)];
    const isChosen = chosen !== null && 'joint' in chosen && chosen.joint === index;
    // neither a plane nor the world has a middle that anyone sees
    if (boundingRadius(one) > 0) this.#line('arm', one.position, onA);
    if (boundingRadius(other) > 0) this.#line('arm', onB, other.position);
    if (joint.type === 'distance') {
      this.#line('axis', onA, onB);
      this.#dot(onA, 4, isChosen ? 'anchor chosen' : 'anchor');
    }
    this.#dot(onB, isChosen ? 7 : 5, isChosen ? 'anchor chosen' : 'anchor');
    const axis = axisOf(made, joint);
    if (!isChosen || !axis) return;
    const radii = [one, other].map(boundingRadius).filter((radius) => radius > 0);
    const long = scaled(axis, 1.2 * Math.min(...radii));
    this.#line('axis', minus(onB, long), plus(onB, long));
  }

  /** Above and right of the body, clear of it. */
  #stand(body: BodyDescription | undefined): void {
    const { handle, stage } = this;
    handle.hidden = !body || body.shape?.type === 'plane';
    if (!body || handle.hidden) return;
    const { x, y } = stage.seen(0, body.position);
    const away = this.#rim(body) + HANDLE;
    const at = { x: x + 0.7 * away, y: y - 0.7 * away };
    handle.style.transform = `translate(calc(${at.x.toFixed(1)}px - 50%), calc(${at.y.toFixed(1)}px - 50%))`;
  }

  /** How far a body reaches in the picture, CSS pixels. */
  #rim(body: BodyDescription): number {
    const { camera } = this.stage.view!;
    const [right] = axesOf(camera);
    const edge = this.stage.seen(0, plus(body.position, scaled(right, boundingRadius(body))));
    return Math.abs(edge.x - this.stage.seen(0, body.position).x);
  }

  #line(layer: Layer, ...points: Vector[]): void {
    const seen: Point[] = points.map((point) => this.stage.seen(0, point));
    // behind the camera
    if (seen.some(({ x }) => x < -1e5)) return;
    const path = seen.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    this.#lines.set(layer, (this.#lines.get(layer) ?? '') + path);
  }

  #dot(point: Vector, radius: number, kind: string): void {
    const { x, y } = this.stage.seen(0, point);
    this.#dots.append(svg('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: radius, class: kind }));
  }
}
