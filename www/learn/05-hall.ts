// Joints above, beads below, and between them what is read in this half of a pass.
import { type AfterPass, BEADS, bodies, joints } from './05-chain';
import { explain, format } from './bind';
import { arrow, svg } from './svg';

type Point = [x: number, y: number];

/** Where things stand: joints between their beads, in a row above them, or beside them where there is no room. */
interface Floor {
  viewBox: string;
  bead(i: number): Point;
  joint(l: number): Point;
  /** Where a wire leaves a bead and reaches a joint, from their middles. */
  leaves: Point;
  reaches: Point;
}
const WIDE: Floor = {
  viewBox: '0 24 760 290',
  bead: (i) => [80 + (i * 600) / (BEADS - 1), 250],
  joint: (l) => [80 + ((l + 0.5) * 600) / (BEADS - 1), 70],
  leaves: [0, -36],
  reaches: [0, 34],
};
const NARROW: Floor = {
  viewBox: `0 0 350 ${100 * BEADS}`,
  bead: (i) => [70, 40 + 100 * i],
  joint: (l) => [270, 90 + 100 * l],
  leaves: [38, 0],
  reaches: [-64, 0],
};
/** CSS pixels that the wide one needs. */
const ROOM = 520;

/** The hall after `half` half passes: joints write in odd ones, beads in even ones. */
export function drawHall(hall: SVGElement, half: number, now: AfterPass, before: AfterPass): void {
  const joining = half % 2 === 1;
  const gathering = half > 0 && !joining;
  const floor = hall.clientWidth < ROOM ? NARROW : WIDE;
  hall.setAttribute('viewBox', floor.viewBox);
  const wires = joints.flatMap((_, l) =>
    [l, l + 1].map((bead) => {
      const [[bx, by], [jx, jy]] = [floor.bead(bead), floor.joint(l)];
      const [x1, y1] = [bx + floor.leaves[0], by + floor.leaves[1]];
      const [x2, y2] = [jx + floor.reaches[0], jy + floor.reaches[1]];
      if (joining) return arrow(x1, y1, x2, y2, { class: 'wire' });
      if (gathering) return arrow(x2, y2, x1, y1, { class: 'wire' });
      return svg('line', { class: 'wire', x1, y1, x2, y2 });
    }),
  );
  const jointBoxes = joints.map((_, l) => {
    const [x, y] = floor.joint(l);
    const group = svg(
      'g',
      {
        class: joining ? 'writes' : '',
        tabindex: 0,
        role: 'img',
        'aria-label': `joint ${l}`,
        'data-key': `joint-${l}`,
      },
      svg('rect', { class: 'joint', x: x - 62, y: y - 34, width: 124, height: 66, rx: 9 }),
      svg('text', { x, y: y - 9 }, `joint ${l}`),
      svg(
        'text',
        { class: 'value', x, y: y + 17, 'data-lambda': now.lambda[l]! },
        `${format(now.lambda[l]!)} N`,
      ),
    );
    const parting = before.speed[l]! - before.speed[l + 1]!;
    explain(
      group,
      joining
        ? `GPU thread ${l} reads V of beads ${l} and ${l + 1}: they part at ${format(parting)} m/s. It adds ${format(now.lambda[l]! - before.lambda[l]!)} N and writes λ${subscript(l)} = ${format(now.lambda[l]!)} N.`
        : `Joint ${l} pulls with ${format(now.lambda[l]!)} N. It rests while beads gather.`,
      [`bead-${l}`, `bead-${l + 1}`],
    );
    return group;
  });
  const beads = bodies.map(({ fixed }, i) => {
    const [x, y] = floor.bead(i);
    const mine = joints.flatMap((joint, l) => (joint.a === i || joint.b === i ? [l] : []));
    const group = svg(
      'g',
      {
        class: gathering ? 'writes' : '',
        tabindex: 0,
        role: 'img',
        'aria-label': `bead ${i}`,
        'data-key': `bead-${i}`,
      },
      svg('circle', { class: 'bead', cx: x, cy: y, r: 34 }),
      svg('text', { x, y: y + 5 }, fixed ? 'held' : `bead ${i}`),
      svg(
        'text',
        { class: 'value', x, y: y + 54, 'data-speed': now.speed[i]! },
        `${format(now.speed[i]!)} m/s`,
      ),
    );
    const forces = mine.map((l) => `${joints[l]!.a === i ? '−' : '+'}λ${subscript(l)}`).join(' ');
    explain(
      group,
      fixed
        ? 'This bead is held: it has no 1/m, and whatever pulls at it, its V stays zero.'
        : gathering
          ? `GPU thread ${i} reads ${mine.map((l) => `λ${subscript(l)}`).join(' and ')}, adds up ${forces} = ${format(mine.reduce((sum, l) => sum + (joints[l]!.a === i ? -1 : 1) * now.lambda[l]!, 0))} N, and writes V = ${format(now.speed[i]!)} m/s.`
          : `Bead ${i} moves at ${format(now.speed[i]!)} m/s and rests while joints work.`,
      mine.map((l) => `joint-${l}`),
    );
    return group;
  });
  hall.replaceChildren(...wires, ...jointBoxes, ...beads);
}

const subscript = (n: number) => '₀₁₂₃₄₅₆₇₈₉'[n] ?? String(n);
