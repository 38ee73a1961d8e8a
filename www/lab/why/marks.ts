// What is drawn on the thing itself, over the picture: the chosen joint with its arms, axis, stops and force, the chosen
// body's contacts, and the ten that stand out. Each stroke has one in the page's colour under it, so that it can be read on anything.
import type { ContactReading, Vector } from '../../beadwork';
import { svg } from '../../dom';
import type { Stage } from '../stage';
import { about, bodyAt, cross, plus, scaled, turned } from '../vectors';
import { figure } from './figure';
import type { JointFacts } from './joint-sheet';
import { forceOf, middleOf, placeOf } from './place';

const LAYERS = ['arm', 'axis', 'range', 'now', 'target', 'force'] as const;
type Layer = (typeof LAYERS)[number];

/** Points of an arc. */
const ARC = 32;
/** Of an arrow's head, CSS pixels. */
const HEAD = 9;
/** m/s²: forces are drawn in weights on Earth. */
const EARTH = 9.81;
/** The longest arrow of a contact, CSS pixels. */
const LONGEST = 70;
/** Contacts drawn at most. */
const MOST = 200;

/** Red, yellow and white of shaders/render/colours.wgsl, in Oklab. */
const RAMP: [number, number, number][] = [
  [0.47, -0.03, -0.095],
  [0.68, 0.105, 0.01],
  [0.92, 0.02, 0.105],
];

export interface Label {
  point: Vector;
  text: string;
}

/** Of a word on the picture, CSS pixels. */
interface Word {
  left: number;
  wide: number;
  base: number;
}
/** About how wide a letter is, and how far apart lines stand. */
const LETTER = 7;
const LINE = 15;

export class Marks {
  #paths = new Map<Layer, SVGPathElement[]>();
  #texts = svg('g');
  #dots = svg('g');
  /** What is written already: no word stands on another. */
  #words: Word[] = [];
  #lines = new Map<Layer, string>();

  constructor(
    private readonly stage: Stage,
    private readonly host: SVGSVGElement,
  ) {
    for (const layer of LAYERS) {
      const paths = [svg('path', { class: 'under' }), svg('path', { class: layer })];
      this.#paths.set(layer, paths);
      host.append(...paths);
    }
    host.append(this.#dots, this.#texts);
  }

  /** Nothing is drawn until the next call of `draw`. */
  clear(): void {
    this.#lines.clear();
    this.#words = [];
    this.#dots.replaceChildren();
    this.#texts.replaceChildren();
  }

  /** Nothing at all, from now on. */
  wipe(): void {
    if (this.host.hasAttribute('hidden')) return;
    this.clear();
    this.host.toggleAttribute('hidden', true);
  }

  draw(): void {
    this.host.toggleAttribute('hidden', false);
    const { width, height } = this.stage.size;
    this.host.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const [layer, paths] of this.#paths)
      for (const path of paths) path.setAttribute('d', this.#lines.get(layer) ?? '');
  }

  #line(copy: number, layer: Layer, ...points: Vector[]): void {
    const seen = points.map((point) => this.stage.seen(copy, point));
    // behind the camera
    if (seen.some(({ x }) => x < -1e5)) return;
    const [first, ...rest] = seen.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    this.#add(layer, `M${first}${rest.map((point) => `L${point}`).join('')}`);
  }

  #add(layer: Layer, path: string): void {
    this.#lines.set(layer, (this.#lines.get(layer) ?? '') + path);
  }

  #label(copy: number, point: Vector, text: string, kind = ''): void {
    const { x, y } = this.stage.seen(copy, point);
    const wide = LETTER * text.length;
    const left = kind === 'left' ? x - 7 - wide : x + 7;
    let base = y - 6;
    const inTheWay = (word: Word) =>
      Math.abs(word.base - base) < LINE && word.left < left + wide && left < word.left + word.wide;
    while (this.#words.some(inTheWay)) base -= LINE;
    this.#words.push({ left, wide, base });
    this.#texts.append(svg('text', { x: kind === 'left' ? x - 7 : x + 7, y: base, class: kind }, text));
  }

  #dot(copy: number, point: Vector, radius: number, kind: string, colour?: string): void {
    const { x, y } = this.stage.seen(copy, point);
    const dot = svg('circle', { cx: x, cy: y, r: radius, class: kind });
    if (colour) dot.style.fill = colour;
    this.#dots.append(dot);
  }

  joint(copy: number, facts: JointFacts, nameOf: (body: number) => string): void {
    const { held, rows, reading, radius, gone } = facts;
    const { joint, state, bodies } = held;
    const place = placeOf(joint, state);
    const middle = middleOf(place);
    if (joint.a !== 'world') this.#line(copy, 'arm', place.centreA, place.onA);
    if (joint.b !== 'world') this.#line(copy, 'arm', place.onB, place.centreB);
    for (const [centre, body, side] of [
      [place.centreA, joint.a, 'left'],
      [place.centreB, joint.b, ''],
    ] as const) {
      if (body === 'world') continue;
      this.#dot(copy, centre, 3, 'centre');
      this.#label(copy, centre, nameOf(body), side);
    }
    this.#dot(copy, middle, 6, 'anchor');
    if (gone) return;
    const size = Math.max(radius, 1e-3);
    const [x] = place.axes;
    if (joint.type !== 'point' && joint.type !== 'distance')
      this.#line(copy, 'axis', plus(middle, scaled(x, -size)), plus(middle, scaled(x, size)));
    for (const { index, turns, limit, servo } of rows) {
      const at = reading.coordinates[index]!;
      if (!limit && !servo) continue;
      if (turns && index === 3) {
        const far = Math.max(0.9 * size, Math.min(place.reach, 2 * size));
        const on = (angle: number, share = 1) => plus(middle, scaled(place.hand(angle), far * share));
        if (limit) {
          const arc = Array.from({ length: ARC + 1 }, (_, k) =>
            on(limit[0] + (k / ARC) * (limit[1] - limit[0])),
          );
          this.#line(copy, 'range', ...arc);
          for (const stop of limit) this.#line(copy, 'range', on(stop, 0.88), on(stop, 1.12));
        }
        if (servo) this.#line(copy, 'target', on(servo.target, 0.82), on(servo.target, 1.18));
        this.#line(copy, 'now', middle, on(at, 1.1));
      } else if (joint.type === 'cone' && index === 4 && limit) {
        const rim = Array.from({ length: ARC + 1 }, (_, k) => {
          const lean = turned(x, about(place.axes[1], limit[1]));
          return plus(middle, scaled(turned(lean, about(x, (2 * Math.PI * k) / ARC)), size));
        });
        this.#line(copy, 'range', ...rim);
        this.#line(copy, 'now', middle, plus(middle, scaled(place.axisB, 1.1 * size)));
      } else if (!turns && joint.type !== 'distance' && (limit || servo)) {
        const along = place.axes[index]!;
        const across = scaled(crossed(along), 0.25 * size);
        const on = (way: number) => plus(place.onA, scaled(along, way));
        const tick = (layer: Layer, way: number, share = 1) =>
          this.#line(
            copy,
            layer,
            plus(on(way), scaled(across, -share)),
            plus(on(way), scaled(across, share)),
          );
        if (limit) {
          this.#line(copy, 'range', on(limit[0]), on(limit[1]));
          for (const stop of limit) tick('range', stop);
        }
        if (servo) tick('target', servo.target, 1.5);
        tick('now', at, 0.6);
      }
    }
    const force = forceOf(joint, reading, place);
    const strength = Math.hypot(...force);
    const weight =
      EARTH *
      Math.min(...[joint.a, joint.b].map((body) => bodyAt(bodies, body).mass ?? Number.POSITIVE_INFINITY));
    if (strength > 0 && weight > 0 && Number.isFinite(weight)) {
      const length = 0.4 * size * Math.log2(1 + strength / weight);
      this.#arrow(copy, place.onB, plus(place.onB, scaled(force, length / strength)), figure(strength, 'N'));
    }
  }

  #arrow(copy: number, from: Vector, to: Vector, text = ''): void {
    this.#line(copy, 'force', from, to);
    const [start, end] = [this.stage.seen(copy, from), this.stage.seen(copy, to)];
    const long = Math.hypot(end.x - start.x, end.y - start.y);
    if (long < 2) return;
    const [dx, dy] = [(HEAD * (end.x - start.x)) / long, (HEAD * (end.y - start.y)) / long];
    const wing = (side: number) =>
      `M${(end.x - dx - side * 0.55 * dy).toFixed(1)} ${(end.y - dy + side * 0.55 * dx).toFixed(1)}L${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
    this.#add('force', wing(1) + wing(-1));
    if (text) this.#label(copy, to, text, 'force');
  }

  /** The chosen body, and an arrow for what each contact pushes it with. */
  body(copy: number, centre: Vector, name: string): void {
    this.#dot(copy, centre, 3, 'centre');
    this.#label(copy, centre, name);
  }

  /** Arrows across the surfaces, as long as their force beside the largest; a dot where nothing is pushed yet. */
  contacts(
    copy: number,
    contacts: readonly ContactReading[],
    towards: (contact: ContactReading) => number,
  ): void {
    const strongest = [...contacts].sort((one, other) => other.force - one.force).slice(0, MOST);
    const most = strongest[0]?.force ?? 0;
    for (const contact of strongest) {
      const { point, normal, force } = contact;
      this.#dot(copy, point, 2.5, 'touch');
      if (force <= 0 || most <= 0) continue;
      // a metre of the picture here, in CSS pixels
      const [from, to] = [this.stage.seen(copy, point), this.stage.seen(copy, plus(point, normal))];
      const metre = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
      const length = ((LONGEST * force) / most / metre) * towards(contact);
      this.#arrow(copy, point, plus(point, scaled(normal, length)), force === most ? figure(force, 'N') : '');
    }
  }

  /** The ten, from the largest on, coloured from the least of them to the largest. */
  ten(copy: number, points: readonly Vector[], values: readonly number[]): void {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    points.forEach((point, k) => {
      const share = most > least ? (values[k]! - least) / (most - least) : 1;
      this.#dot(copy, point, 6.5, 'one-of-ten', rampAt(share));
      this.#label(copy, point, String(k + 1), 'one-of-ten');
    });
  }
}

/** Some way across. */
function crossed(along: Vector): Vector {
  const other: Vector = Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const across = cross(along, other);
  return scaled(across, 1 / Math.hypot(...across));
}

function rampAt(share: number): string {
  const at = 2 * Math.min(1, Math.max(0, share));
  const k = Math.min(1, Math.floor(at));
  const [from, to] = [RAMP[k]!, RAMP[k + 1]!];
  const mixed = from.map((x, i) => (x + (at - k) * (to[i]! - x)).toFixed(3));
  return `oklab(${mixed.join(' ')})`;
}
