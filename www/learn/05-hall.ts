// The hall of clerks: joints above, beads below, and between them what is read in this half of a round.
import { BEADS, bodies, joints, type Round } from './05-chain';
import { explain, format } from './bind';
import { arrow, svg } from './svg';

const [WIDE, BEAD_Y, JOINT_Y] = [760, 250, 70];
const beadX = (i: number) => 80 + (i * (WIDE - 160)) / (BEADS - 1);
const jointX = (l: number) => 0.5 * (beadX(l) + beadX(l + 1));

/** The hall after `half` half rounds: joints write in odd ones, beads in even ones. */
export function drawHall(hall: Element, half: number, now: Round, before: Round): void {
  const joining = half % 2 === 1;
  const gathering = half > 0 && !joining;
  hall.setAttribute('viewBox', `0 24 ${WIDE} 290`);
  const wires = joints.flatMap((_, l) =>
    [l, l + 1].map((bead) => {
      const [x1, y1, x2, y2] = [beadX(bead), BEAD_Y - 36, jointX(l), JOINT_Y + 34];
      if (joining) return arrow(x1, y1, x2, y2, { class: 'wire' });
      if (gathering) return arrow(x2, y2, x1, y1, { class: 'wire' });
      return svg('line', { class: 'wire', x1, y1, x2, y2 });
    }),
  );
  const jointBoxes = joints.map((_, l) => {
    const group = svg(
      'g',
      {
        class: joining ? 'writes' : '',
        tabindex: 0,
        role: 'img',
        'aria-label': `joint ${l}`,
        'data-key': `joint-${l}`,
      },
      svg('rect', { class: 'joint', x: jointX(l) - 62, y: JOINT_Y - 34, width: 124, height: 66, rx: 9 }),
      svg('text', { x: jointX(l), y: JOINT_Y - 9 }, `joint ${l}`),
      svg(
        'text',
        { class: 'value', x: jointX(l), y: JOINT_Y + 17, 'data-lambda': now.lambda[l]! },
        `${format(now.lambda[l]!)} N`,
      ),
    );
    const parting = before.speed[l]! - before.speed[l + 1]!;
    explain(
      group,
      joining
        ? `Thread ${l} reads V of beads ${l} and ${l + 1}: they part at ${format(parting)} m/s. It adds ${format(now.lambda[l]! - before.lambda[l]!)} N and writes λ${subscript(l)} = ${format(now.lambda[l]!)} N.`
        : `Joint ${l} pulls with ${format(now.lambda[l]!)} N. It rests while beads gather.`,
      [`bead-${l}`, `bead-${l + 1}`],
    );
    return group;
  });
  const beads = bodies.map(({ fixed }, i) => {
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
      svg('circle', { class: 'bead', cx: beadX(i), cy: BEAD_Y, r: 34 }),
      svg('text', { x: beadX(i), y: BEAD_Y + 5 }, fixed ? 'held' : `bead ${i}`),
      svg(
        'text',
        { class: 'value', x: beadX(i), y: BEAD_Y + 54, 'data-speed': now.speed[i]! },
        `${format(now.speed[i]!)} m/s`,
      ),
    );
    const forces = mine.map((l) => `${joints[l]!.a === i ? '−' : '+'}λ${subscript(l)}`).join(' ');
    explain(
      group,
      fixed
        ? 'This bead is held: it has no 1/m, and whatever pulls at it, its V stays zero.'
        : gathering
          ? `Thread ${i} reads ${mine.map((l) => `λ${subscript(l)}`).join(' and ')}, adds up ${forces} = ${format(mine.reduce((sum, l) => sum + (joints[l]!.a === i ? -1 : 1) * now.lambda[l]!, 0))} N, and writes V = ${format(now.speed[i]!)} m/s.`
          : `Bead ${i} moves at ${format(now.speed[i]!)} m/s and rests while joints work.`,
      mine.map((l) => `joint-${l}`),
    );
    return group;
  });
  hall.replaceChildren(...wires, ...jointBoxes, ...beads);
}

const subscript = (n: number) => '₀₁₂₃₄₅₆₇₈₉'[n] ?? String(n);
