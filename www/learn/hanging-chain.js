// A chain of beads that hangs exactly, in one file. Units: m, s, kg, N. Drag a bead with the mouse or a finger.
const COUNT = 14; // beads; the first one is held
const R = 0.14; // radius of a bead
const H = 1 / 240; // the step, four to a picture
const BETA = 0.2; // the share of a gap that a step closes
const GRAVITY = -9.81;

// A bead: where it is, how it is turned, how it moves, and one over its mass and its inertia.
const beads = Array.from({ length: COUNT }, (_, i) => {
  const mass = i === COUNT - 1 ? 5 : 1; // a weight at the end
  const held = i === 0;
  return {
    x: 2 * R * i * Math.sin(0.7),
    y: -2 * R * i * Math.cos(0.7),
    turn: 0.7, // hung up askew
    vx: 0,
    vy: 0,
    spin: 0,
    w: held ? 0 : 1 / mass,
    wi: held ? 0 : 1 / (0.4 * mass * R * R),
  };
});

// The arms of joint l, from the centres of beads l and l + 1 to their anchors, and the gap between the anchors.
function joint(l) {
  const [a, b] = [beads[l], beads[l + 1]];
  const [ax, ay] = [R * Math.sin(a.turn), -R * Math.cos(a.turn)];
  const [bx, by] = [-R * Math.sin(b.turn), R * Math.cos(b.turn)];
  return { a, b, ax, ay, bx, by, cx: a.x + ax - b.x - bx, cy: a.y + ay - b.y - by };
}

// 2 × 2 matrices are [xx, xy, yx, yy].
const times = (m, [x, y]) => [m[0] * x + m[1] * y, m[2] * x + m[3] * y];
const product = (m, n) => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
];
const transpose = ([a, b, c, d]) => [a, c, b, d];
const minus = (m, n) => m.map((x, i) => x - n[i]);
function inverse([a, b, c, d]) {
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det];
}
// What a force at one arm of a bead does to the speed of another arm's end: 1/m, and a part from turning.
const yields = ({ w, wi }, px, py, qx, qy) => [
  w + wi * py * qy,
  -wi * py * qx,
  -wi * px * qy,
  w + wi * px * qx,
];

// One step: gravity, then the forces of all joints at once, then the motion.
export function step(pull = () => {}) {
  for (const bead of beads) if (bead.w > 0) bead.vy += H * GRAVITY;
  pull(beads);

  // A λ = b. A has blocks on its diagonal (D) and beside it (U), since joint l meets only l − 1 and l + 1.
  const joints = Array.from({ length: COUNT - 1 }, (_, l) => joint(l));
  const D = joints.map(({ a, b, ax, ay, bx, by }) => {
    const other = yields(b, bx, by, bx, by);
    return yields(a, ax, ay, ax, ay).map((x, i) => x + other[i]);
  });
  const U = joints.slice(1).map((next, l) => {
    const { b, bx, by } = joints[l];
    return yields(b, bx, by, next.ax, next.ay).map((x) => -x);
  });
  const right = joints.map(({ a, b, ax, ay, bx, by, cx, cy }) => [
    (a.vx - a.spin * ay - b.vx + b.spin * by + (BETA * cx) / H) / H,
    (a.vy + a.spin * ax - b.vy - b.spin * bx + (BETA * cy) / H) / H,
  ]);

  // Down the chain: each joint takes itself out of the next one's row.
  for (let l = 1; l < joints.length; l++) {
    const share = product(transpose(U[l - 1]), inverse(D[l - 1]));
    D[l] = minus(D[l], product(share, U[l - 1]));
    right[l] = minus(right[l], times(share, right[l - 1]));
  }
  // Up again: the last joint knows its force, and so does each one above it. Forces act along −Jᵀ.
  let force = [0, 0];
  for (let l = joints.length - 1; l >= 0; l--) {
    const rest = l + 1 < joints.length ? minus(right[l], times(U[l], force)) : right[l];
    force = times(inverse(D[l]), rest);
    const [fx, fy] = force;
    const { a, b, ax, ay, bx, by } = joints[l];
    a.vx -= H * a.w * fx;
    a.vy -= H * a.w * fy;
    a.spin -= H * a.wi * (ax * fy - ay * fx);
    b.vx += H * b.w * fx;
    b.vy += H * b.w * fy;
    b.spin += H * b.wi * (bx * fy - by * fx);
  }
  for (const bead of beads) {
    bead.x += H * bead.vx;
    bead.y += H * bead.vy;
    bead.turn += H * bead.spin;
  }
}

export const largestGap = () =>
  Math.max(...beads.slice(1).map((_, l) => Math.hypot(joint(l).cx, joint(l).cy)));

// The picture: 100 pixels a metre, the held bead at the top. A hand pulls the bead that it has taken.
const canvas =
  document.querySelector('canvas') ?? document.body.appendChild(document.createElement('canvas'));
[canvas.width, canvas.height] = [800, 460];
const pen = canvas.getContext('2d');
let hand = null;
const place = (event) => {
  const { left, top, width } = canvas.getBoundingClientRect();
  return [
    (((event.clientX - left) * 800) / width - 400) / 100,
    (20 - ((event.clientY - top) * 800) / width) / 100,
  ];
};
canvas.onpointerdown = (event) => {
  const [x, y] = place(event);
  const far = (bead) => Math.hypot(bead.x - x, bead.y - y);
  hand = { bead: beads.reduce((best, bead) => (far(bead) < far(best) ? bead : best)), x, y };
  canvas.setPointerCapture(event.pointerId);
};
canvas.onpointermove = (event) => {
  if (hand) [hand.x, hand.y] = place(event);
};
canvas.onpointerup = canvas.onpointercancel = () => {
  hand = null;
};
const pulled = () => {
  if (!hand || hand.bead.w === 0) return;
  hand.bead.vx += 0.04 * (6 * (hand.x - hand.bead.x) - hand.bead.vx);
  hand.bead.vy += 0.04 * (6 * (hand.y - hand.bead.y) - hand.bead.vy);
};
function frame() {
  for (let i = 0; i < 4; i++) step(pulled);
  pen.clearRect(0, 0, 800, 460);
  pen.fillStyle = getComputedStyle(canvas).color;
  for (const { x, y } of beads) {
    pen.beginPath();
    pen.arc(400 + 100 * x, 20 - 100 * y, 100 * R - 1, 0, 7);
    pen.fill();
  }
  requestAnimationFrame(frame);
}
frame();
