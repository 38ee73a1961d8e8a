// <small-diagram></small-diagram> becomes the small picture of the course: two beads and their joints, drawn lying, with one thing
// more in each chapter. It is made while the site is built, so it needs no script and prints. What is new has the colour of new words.
//
// A part stands in the chapter of its place in the list. `draw` is SVG, `says` is what is new, in one sentence or two.

/** Pixels: where the wall ends, the centres of the beads, their radius, the line on which all lies. */
const [WALL, A, B, RADIUS, LINE] = [22, 108, 246, 30, 78];
const [WIDTH, HEIGHT] = [360, 212];
/** The two joints, from rim to rim, and the middle of the second one. */
const JOINTS = [
  [WALL, A - RADIUS],
  [A + RADIUS, B - RADIUS],
];
const MIDDLE = (A + B) / 2;

const text = (x, y, words, anchor = 'middle') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
const line = (d, name = '') => `<path class="stroke${name && ` ${name}`}" d="${d}" />`;

/** A line with a head at (x, y), where it arrives in the direction (ux, uy). */
function arrow(d, x, y, ux, uy, name = '') {
  const [bx, by] = [x - 7 * ux, y - 7 * uy];
  const head = `M${x} ${y}L${bx - 4 * uy} ${by + 4 * ux}L${bx + 4 * uy} ${by - 4 * ux}Z`;
  return `${line(d, name)}<path class="fill" d="${head}" />`;
}
const straight = (x1, y1, x2, y2, name) => {
  const length = Math.hypot(x2 - x1, y2 - y1);
  return arrow(`M${x1} ${y1}L${x2} ${y2}`, x2, y2, (x2 - x1) / length, (y2 - y1) / length, name);
};

/** There and back again, as a thread is wound: between two x, about a height. */
const zigzag = (x1, x2, y, half, turns) => {
  const step = (x2 - x1) / (2 * turns);
  return `M${x1} ${y}${Array.from({ length: 2 * turns - 1 }, (_, i) => `L${x1 + step * (i + 1)} ${y + (i % 2 ? half : -half)}`).join('')}L${x2} ${y}`;
};

const PARTS = [
  {
    name: 'joints',
    says: 'Two beads and two joints, held by a wall and drawn lying. The bead on the right moves, so the joint beside it opens. This picture comes back in every chapter, with one thing more.',
    draw: () =>
      `<path class="hatch" d="${Array.from({ length: 7 }, (_, i) => `M${WALL - 10} ${LINE - 20 + 8 * i}l10 -8`).join('')}M${WALL} ${LINE - 30}V${LINE + 30}" />` +
      JOINTS.map(([from, to], i) => line(`M${from} ${LINE}H${to}`, i ? 'joint broken' : 'joint')).join('') +
      [A, B].map((x) => `<circle class="bead" cx="${x}" cy="${LINE}" r="${RADIUS}" />`).join('') +
      straight(B + RADIUS + 3, LINE, B + RADIUS + 27, LINE) +
      text(B + RADIUS + 36, LINE + 5, 'V'),
  },
  {
    name: 'force',
    says: 'New: the force λ of the joint. It acts on both its beads, equally hard and in opposite directions. Here it pulls; between two blocks it pushes.',
    draw: () =>
      straight(MIDDLE - 29, LINE - 12, MIDDLE - 6, LINE - 12) +
      straight(MIDDLE + 29, LINE - 12, MIDDLE + 6, LINE - 12) +
      text(MIDDLE, LINE - 20, 'λ'),
  },
  {
    name: 'arm',
    says: 'New: the arms a, from a bead’s centre to where the joint holds it. By its arm a force also turns the bead.',
    draw: () =>
      [
        [A, A + RADIUS],
        [B, B - RADIUS],
      ]
        .map(
          ([from, to]) =>
            `${line(`M${from} ${LINE}H${to}`)}<circle class="fill" cx="${from}" cy="${LINE}" r="3.5" />${text((from + to) / 2, LINE - 6, 'a')}`,
        )
        .join(''),
  },
  {
    name: 'matrix',
    says: 'New: the matrix A. Row 0 is the left joint, row 1 the right one. The blocks off the diagonal come from the bead that they share.',
    draw: () =>
      `<rect class="cell" x="306" y="6" width="22" height="22" /><rect class="cell" x="328" y="28" width="22" height="22" /><rect class="cell pale" x="328" y="6" width="22" height="22" /><rect class="cell pale" x="306" y="28" width="22" height="22" />${text(296, 34, 'A', 'end')}`,
  },
  {
    name: 'pass',
    says: 'New: the pass. First each joint reads V of its beads and writes its λ (1). Then each bead reads the λ of its joints and writes its V (2).',
    draw: () =>
      arrow(
        `M${B - 8} ${LINE + RADIUS + 4}Q${B - 20} ${LINE + 58} ${MIDDLE + 10} ${LINE + 14}`,
        MIDDLE + 8,
        LINE + 10,
        -0.55,
        -0.83,
      ) +
      arrow(
        `M${MIDDLE - 10} ${LINE + 14}Q${A + 26} ${LINE + 58} ${A + 10} ${LINE + RADIUS + 8}`,
        A + 8,
        LINE + RADIUS + 4,
        -0.6,
        -0.8,
      ) +
      text(B - 12, LINE + 58, '1') +
      text(A + 14, LINE + 58, '2'),
  },
  {
    name: 'factor',
    says: 'New: the factor ω, on the way to λ. It is the share of its own answer that a joint acts upon.',
    draw: () =>
      `<circle class="paper" cx="${B - 32}" cy="${LINE + 42}" r="10" />${text(B - 32, LINE + 47, 'ω')}`,
  },
  {
    name: 'before',
    says: 'New: the λ of the step before. With it the joint begins, and the beads begin with the velocities that it gives.',
    draw: () =>
      `<rect class="dashed" x="${MIDDLE - 44}" y="6" width="88" height="22" rx="5" />${text(MIDDLE, 22, 'λ before')}${straight(MIDDLE, 28, MIDDLE, LINE - 34)}`,
  },
  {
    name: 'gap',
    says: 'New: the gap C. Velocities do not show it. Each step closes a share β of it.',
    draw: () =>
      `${line(`M${MIDDLE - 7} ${LINE - 6}v18M${MIDDLE + 7} ${LINE - 6}v18`)}<path class="break" d="M${MIDDLE - 5} ${LINE}h10" />${text(MIDDLE, LINE + 28, 'C')}`,
  },
  {
    name: 'walk',
    says: 'New: the walk. Instead of passes, one way along all joints and one way back find every λ.',
    draw: () =>
      straight(WALL + 6, LINE + 72, B + 4, LINE + 72) +
      straight(B + 4, LINE + 80, WALL + 6, LINE + 80) +
      text(B + 12, LINE + 81, 'walk', 'start'),
  },
  {
    name: 'stiffness',
    says: 'New: a spring from the pull itself. A pull at both arms sets a tilted bead upright, the harder, the larger λ is.',
    draw: () =>
      `${line(`M${A - 23} ${LINE - 27}a36 36 0 0 1 46 0`, 'coil')}${line(zigzag(A - 24, A + 24, LINE - 42, 5, 5))}${text(A, LINE - 54, 'k')}`,
  },
  {
    name: 'memory',
    says: 'New: the memory. A step reads and writes these bytes: of each bead its velocity, of each joint its arms, the inverse of its block of A, and λ.',
    draw: () =>
      [
        ['V', 32],
        ['a', 32],
        ['A', 48],
        ['λ', 16],
      ].reduce(
        ([x, parts], [name, bytes]) => {
          const wide = 18 + 1.5 * bytes;
          const cell = `<rect class="cell pale" x="${x}" y="176" width="${wide}" height="22" />`;
          return [x + wide + 3, `${parts}${cell}${text(x + wide / 2, 192, `${name} ${bytes}`)}`];
        },
        [WALL - 12, ''],
      )[1] + text(290, 192, 'bytes', 'start'),
  },
  {
    name: 'path',
    says: 'New: the path in time. A velocity goes straight on for a whole step, while the joint asks for an arc.',
    draw: () =>
      straight(B, LINE - RADIUS - 2, B, 14) +
      line(`M${B} ${LINE - RADIUS - 2}A108 108 0 0 0 ${B - 17} 14`, 'dashes') +
      text(B + 10, 26, 'h', 'start'),
  },
  {
    name: 'soft',
    says: 'New: a soft row. The joint to the wall is a spring with a damper, and gives way by γλ.',
    draw: () =>
      `${line(zigzag(WALL + 6, A - RADIUS - 6, LINE - 14, 5, 4))}${text(MIDDLE - 127, LINE - 25, 'γ')}`,
  },
  {
    name: 'axes',
    says: 'New: the axes of a joint. Along each of them, and about it, it is free, limited or fixed.',
    draw: () =>
      straight(44, LINE + 46, 70, LINE + 46) +
      straight(44, LINE + 46, 44, LINE + 20) +
      straight(44, LINE + 46, 30, LINE + 58) +
      text(76, LINE + 44, 'x', 'start'),
  },
  {
    name: 'motor',
    says: 'New: a motor. It turns a bead toward a speed, with a torque τ that has a bound.',
    draw: () =>
      arrow(`M${B + 26} ${LINE - 28}a38 38 0 0 1 0 56`, B + 24, LINE + 30, -0.72, 0.69) +
      text(B + 42, LINE + 34, 'τ', 'start'),
  },
  {
    name: 'staircase',
    says: 'New: the staircase. It says which λ a row may have at which speed; the rest of the chain is a line, and both meet once.',
    draw: () =>
      line('M314 116V138H352') +
      line('M308 138L350 114', 'dashes') +
      text(352, 156, 'u', 'end') +
      text(304, 124, 'λ', 'end'),
  },
  {
    name: 'cone',
    says: 'New: the cone of friction. The harder two things are pressed together, the larger the force along their surface may be: at most μ times as large.',
    draw: () =>
      line('M347 207L338 183M347 207L356 183') +
      `<ellipse class="paper" cx="347" cy="182" rx="9.5" ry="3.5" />${text(347, 175, 'μ')}`,
  },
  {
    name: 'lump',
    says: 'New: the lump. Seen from the bead on the left, the bead on the right and its joint are one mass, S⁻¹, and are folded into it.',
    draw: () =>
      `<ellipse class="dashed" cx="${B - 14}" cy="${LINE}" rx="52" ry="41" />${text(B + 14, LINE + 56, 'S⁻¹', 'start')}`,
  },
  {
    name: 'loop',
    says: 'New: a third joint, which closes a loop, and row 2 of A. Eliminate row 1 first, and the rows 0 and 2 are joined: the empty cells fill.',
    draw: () =>
      `<path class="stroke" d="M${B + 22} ${LINE - 20}V-6H16V${LINE - 28}" />` +
      `<rect class="cell" x="350" y="50" width="22" height="22" /><rect class="cell pale" x="350" y="28" width="22" height="22" /><rect class="cell pale" x="328" y="50" width="22" height="22" /><rect class="dashed" x="350" y="6" width="22" height="22" /><rect class="dashed" x="306" y="50" width="22" height="22" />`,
  },
  {
    name: 'substeps',
    says: 'New: the small steps. The way of a frame is cut into N moves, each h long, and each keeps closer to the arc.',
    draw: () =>
      [
        [242.7, 37.6],
        [238.8, 29.3],
        [234.2, 21.5],
        [229, 14],
      ]
        .map(([x, y]) => `<circle class="fill" cx="${x}" cy="${y}" r="2.6" />`)
        .join(''),
  },
  {
    name: 'penalty',
    says: 'New: the penalty k, a spring in the place of the joint. In each pass λ takes over its force, kC, and k grows by the gap that is still open.',
    draw: () => line(zigzag(134, 168, LINE + 50, 5, 4)) + text(173, LINE + 55, 'kC', 'start'),
  },
];

/** Pixels, from where and how far down: what stands above the beads comes with the fourth part, what lies below them with the ninth and the eleventh, and the loop goes around it all. */
const view = (number) =>
  number < 4
    ? [38, 82]
    : number < 9
      ? [0, 146]
      : number < 11
        ? [0, 168]
        : number < 19
          ? [0, HEIGHT]
          : [-12, HEIGHT + 12];
/** The third row of the matrix stands further to the right. */
const width = (number) => (number < 19 ? WIDTH : WIDTH + 16);

/** The picture of a chapter: the parts of all chapters up to it. */
export function diagrams(html, number, where) {
  return html.replace(/<small-diagram>\s*<\/small-diagram>/g, () => {
    const parts = PARTS.slice(0, number);
    const last = parts.at(-1);
    if (!number || number > PARTS.length)
      throw new Error(`${where}: the small diagram has no part for this page.`);
    const [from, high] = view(number);
    const drawn = parts
      .map(
        (part) => `<g class="part${part === last ? ' new' : ''}" data-part="${part.name}">${part.draw()}</g>`,
      )
      .join('');
    return `<figure class="diagram"><svg viewBox="0 ${from} ${width(number)} ${high}" role="img" aria-label="Two beads, their joints, and what acts in a step">${drawn}</svg><figcaption>${last.says}</figcaption></figure>`;
  });
}
