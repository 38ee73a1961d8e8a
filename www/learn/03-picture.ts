// Two bodies and their joint in space, drawn flat: turned by dragging or with the arrow keys.
import type { BallJoint, SolvedJoint, Vector } from './joint';
import { arrow, svg } from './svg';

const SIZE = 440;
const SCALE = 235;
const ARROW = 0.42;

const add = (a: Vector, b: Vector, k = 1): Vector => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
const size = (a: Vector) => Math.hypot(...a);

export class JointPicture {
  #yaw = 0.5;
  #pitch = 0.32;
  #joint: BallJoint | undefined;
  #solved: SolvedJoint | undefined;

  constructor(readonly place: SVGElement) {
    place.setAttribute('viewBox', `0 0 ${SIZE} ${SIZE * 0.86}`);
    place.setAttribute('tabindex', '0');
    let last: PointerEvent | undefined;
    place.addEventListener('pointerdown', (event) => {
      last = event;
      place.setPointerCapture(event.pointerId);
    });
    place.addEventListener('pointermove', (event) => {
      if (!last) return;
      this.#turn(0.01 * (event.clientX - last.clientX), 0.01 * (event.clientY - last.clientY));
      last = event;
    });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      place.addEventListener(name, () => {
        last = undefined;
      });
    }
    place.addEventListener('keydown', (event) => {
      const turns: Record<string, [number, number]> = {
        ArrowLeft: [-0.12, 0],
        ArrowRight: [0.12, 0],
        ArrowUp: [0, -0.12],
        ArrowDown: [0, 0.12],
      };
      const turn = turns[event.key];
      if (!turn) return;
      event.preventDefault();
      this.#turn(...turn);
    });
  }

  show(joint: BallJoint, solved: SolvedJoint): void {
    this.#joint = joint;
    this.#solved = solved;
    this.#draw();
  }

  #turn(yaw: number, pitch: number): void {
    this.#yaw += yaw;
    this.#pitch = Math.max(-1.5, Math.min(1.5, this.#pitch + pitch));
    this.#draw();
  }

  /** On the paper, and how far behind it. */
  #project([x, y, z]: Vector): [number, number, number] {
    const [cy, sy, cp, sp] = [
      Math.cos(this.#yaw),
      Math.sin(this.#yaw),
      Math.cos(this.#pitch),
      Math.sin(this.#pitch),
    ];
    const right = cy * x + sy * z;
    const ahead = cy * z - sy * x;
    return [SIZE / 2 + SCALE * right, 0.43 * SIZE - SCALE * (cp * y - sp * ahead), sp * y + cp * ahead];
  }

  #line(from: Vector, to: Vector, attributes: Record<string, string>): SVGElement {
    const [x1, y1] = this.#project(from);
    const [x2, y2] = this.#project(to);
    return svg('line', { x1, y1, x2, y2, ...attributes });
  }

  /** An arrow from `at` with its name, longer for larger vectors but never out of the picture. */
  #vector(at: Vector, v: Vector, name: string, attributes: Record<string, string>): SVGElement {
    const length = size(v);
    if (length < 1e-9) return svg('g');
    const shown = (ARROW * length) / (0.6 + length) + 0.08;
    const [x1, y1] = this.#project(at);
    const [x2, y2] = this.#project(add(at, v, shown / length));
    const away = 13 / Math.max(1, Math.hypot(x2 - x1, y2 - y1));
    const word = { class: 'named', x: x2 + away * (x2 - x1), y: y2 + away * (y2 - y1) + 5 };
    return svg('g', { class: attributes.class! }, arrow(x1, y1, x2, y2, attributes), svg('text', word, name));
  }

  #draw(): void {
    const joint = this.#joint;
    const solved = this.#solved;
    if (!joint || !solved) return;
    // both ends of the joint lie about the middle of the picture
    const endA: Vector = [joint.gap[0] / 2, joint.gap[1] / 2, joint.gap[2] / 2];
    const endB: Vector = [-endA[0], -endA[1], -endA[2]];
    const centreA = add(endA, joint.a.arm, -1);
    const centreB = add(endB, joint.b.arm, -1);
    const parts: SVGElement[] = [];
    for (const [axis, name] of ['x', 'y', 'z'].entries()) {
      const tip: Vector = [0, 0, 0];
      tip[axis] = 0.2;
      const from: Vector = [-0.8, -0.55, 0];
      const [x, y] = this.#project(add(from, tip, 1.35));
      parts.push(
        this.#line(from, add(from, tip), { class: 'axes' }),
        svg('text', { class: 'axes', x, y: y + 4 }, name),
      );
    }
    const bodies = [
      { name: 'a', label: 'A', centre: centreA, end: endA, body: joint.a, pinned: false },
      { name: 'b', label: 'B', centre: centreB, end: endB, body: joint.b, pinned: joint.pinned },
    ].sort((one, other) => this.#project(other.centre)[2] - this.#project(one.centre)[2]);
    for (const { name, label, centre, end, body, pinned } of bodies) {
      const [x, y] = this.#project(centre);
      const radius = SCALE * 0.19 * Math.cbrt(Math.min(4, Math.max(0.3, body.mass)));
      parts.push(
        svg('circle', {
          class: `body ${name}${pinned ? ' pinned' : ''}`,
          cx: x,
          cy: y,
          r: radius,
          'data-key': `body-${name}`,
        }),
        this.#line(centre, end, { class: `arm ${name}`, 'data-key': `arm-${name}` }),
        svg('text', { class: 'label', x: x - radius * 0.55, y: y - radius * 0.35 }, label),
      );
      if (!pinned) {
        parts.push(
          this.#vector(centre, body.linear, 'v', { class: 'linear', 'data-key': `linear-${name}` }),
          this.#vector(centre, body.angular, 'ω', { class: 'angular', 'data-key': `angular-${name}` }),
        );
      }
    }
    const force: Vector = [0, 0, 0];
    solved.lambda.forEach((value, i) => {
      force[joint.axis ?? i] = value;
    });
    parts.push(
      this.#vector(endA, [-force[0], -force[1], -force[2]], '−λ', { class: 'force', 'data-key': 'force' }),
      this.#vector(endB, force, 'λ', { class: 'force', 'data-key': 'force' }),
    );
    parts.push(this.#line(endA, endB, { class: 'gap', 'data-key': 'gap' }));
    for (const [name, end] of [
      ['a', endA],
      ['b', endB],
    ] as const) {
      const [cx, cy] = this.#project(end);
      parts.push(svg('circle', { class: 'end', cx, cy, r: 4.5, 'data-key': `end-${name}` }));
    }
    this.place.replaceChildren(...parts);
  }
}
