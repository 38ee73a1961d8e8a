// What puzzles hold for right, against other ways to find it: a dense solve, and Beadwork itself.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library, load } from './module.mjs';

const { PUZZLES } = await load('www/learn/puzzles/list.ts');
const puzzle = (name) => PUZZLES.find((each) => each.name === name);

/** f64 has 16 digits, and no condition here is above 1e5. */
const IN_F64 = 1e-10;

function close(found, wanted, what, within = IN_F64) {
  assert.equal(found.length, wanted.length, what);
  for (const [k, value] of wanted.entries())
    assert(
      Math.abs(found[k] - value) < within * Math.max(1, Math.abs(value)),
      `${what}[${k}] is ${found[k]}, not ${value}`,
    );
}

/** A linear system by elimination with pivoting, to compare with. */
function dense(matrix, right) {
  const rows = matrix.map((row, r) => [...row, right[r]]);
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    const best = rows
      .slice(c)
      .reduce((at, row, k) => (Math.abs(row[c]) > Math.abs(rows[at][c]) ? c + k : at), c);
    [rows[c], rows[best]] = [rows[best], rows[c]];
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r][c] / rows[c][c];
      for (let k = c; k <= n; k++) rows[r][k] -= factor * rows[c][k];
    }
  }
  const x = new Array(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    const known = rows[r].slice(r + 1, n).reduce((sum, entry, k) => sum + entry * x[r + 1 + k], 0);
    x[r] = (rows[r][n] - known) / rows[r][r];
  }
  return x;
}

test('the truth of chains and of 3 × 3 systems is that of a dense solve', () => {
  const { cases, truth } = puzzle('thomas');
  for (const one of cases) {
    const { starts, diagonals, couplings, rights } = one.values;
    for (let chain = 0; chain + 1 < starts.length; chain++) {
      const [first, end] = [starts[chain], starts[chain + 1]];
      const matrix = Array.from({ length: end - first }, (_, r) =>
        Array.from({ length: end - first }, (_, c) =>
          r === c ? diagonals[first + r] : Math.abs(r - c) === 1 ? couplings[first + Math.min(r, c)] : 0,
        ),
      );
      const x = dense(matrix, rights.slice(first, end));
      close(truth(one).impulses.slice(first, end), x, `${one.about}, chain ${chain}`);
    }
  }
  const blocks = puzzle('symmetric');
  for (const one of blocks.cases) {
    for (let l = 0; l < one.step.count; l++) {
      const three = (list) => list.slice(3 * l, 3 * l + 3);
      const [xx, yy, zz] = three(one.values.diagonals);
      const [xy, xz, yz] = three(one.values.offs);
      const matrix = [
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ];
      const x = dense(matrix, three(one.values.rights));
      close(three(blocks.truth(one).solutions), x, `${one.about}, joint ${l}`);
    }
  }
});

test('moves and turns are those of Beadwork itself', async () => {
  const { Simulation } = await library();
  const [move] = puzzle('advance').cases;
  const [turn] = puzzle('turn').cases;
  const list = (values, item, size) => values.slice(item * size, (item + 1) * size);
  const { count, h } = turn.step;
  const bodies = Array.from({ length: count }, (_, i) => ({
    position: list(move.values.positions, i, 3),
    linearVelocity: list(move.values.velocities, i, 3),
    rotation: list(turn.values.rotations, i, 4),
    angularVelocity: list(turn.values.spins, i, 3),
    radius: 0.01,
  }));
  const simulation = await Simulation.create({
    machine: 'cpu',
    scene: { version: 1, gravity: [0, 0, 0], bodies, joints: [] },
    parameters: { timestep: h, substeps: 1 },
  });
  await simulation.step();
  const { positions, rotations } = await simulation.readState();
  simulation.destroy();
  const moved = puzzle('advance').truth({ ...move, step: { ...move.step, h } }).positions;
  // the simulation computes in f32
  close(positions, moved.slice(0, 3 * count), 'positions', 1e-6);
  close(rotations, puzzle('turn').truth(turn).rotations, 'rotations', 1e-6);
});

/** A case of a puzzle with some of its numbers changed. */
const changed = (one, values, more = {}) => ({ ...one, ...more, values: { ...one.values, ...values } });
/** Three numbers of each of so many. */
const vectors = (values, count) => Array.from({ length: count }, (_, i) => values.slice(3 * i, 3 * i + 3));

test('a pass over threads is that of XPBD in Beadwork itself, hard and yielding', async () => {
  const { Simulation } = await library();
  const { cases, truth } = puzzle('place');
  for (const compliance of [0, 0.004]) {
    const one = changed(cases[0], { softnesses: cases[0].values.lengths.map(() => compliance) });
    const { positions, velocities, inverse_masses, lengths } = one.values;
    const { h, count } = one.step;
    const v = vectors(velocities, count + 1).map((each, i) => (i === 0 ? [0, 0, 0] : each));
    const bodies = vectors(positions, count + 1).map((place, i) => ({
      // before the move
      position: place.map((x, axis) => x - h * v[i][axis]),
      linearVelocity: v[i],
      radius: 0.1,
      ...(i === 0 ? { fixed: true } : { mass: 1 / inverse_masses[i] }),
    }));
    const joints = lengths.map((distance, l) => ({
      type: 'distance',
      a: l,
      b: l + 1,
      anchorA: [0, 0, 0],
      anchorB: [0, 0, 0],
      min: distance,
      max: distance,
    }));
    const simulation = await Simulation.create({
      machine: 'cpu',
      scene: { version: 2, gravity: [0, 0, 0], bodies, joints },
      parameters: { solver: 'xpbd', timestep: h, substeps: 1, iterations: 1, compliance },
    });
    await simulation.step();
    const found = await simulation.readState();
    simulation.destroy();
    const wanted = truth(changed(one, { velocities: v.flat() }));
    // the simulation computes in f32, places of up to 12 m
    close(found.positions, wanted.positions, `positions, ${compliance} m/N`, 2e-6);
    close(found.linearVelocities, wanted.velocities, `velocities, ${compliance} m/N`, 1e-4);
  }
});

test('where a bead must go is where AVBD in Beadwork itself puts it', async () => {
  const { Simulation } = await library();
  const { cases, truth } = puzzle('block');
  const [one] = cases;
  const { h, count } = one.step;
  const masses = one.values.masses.map((mass, i) => (i === 0 ? 0 : mass));
  const starts = vectors(one.values.positions, count);
  const ways = vectors(one.values.free, count).map((free, i) =>
    i === 0 ? [0, 0, 0] : free.map((x, axis) => x - starts[i][axis]),
  );
  const forces = vectors(one.values.forces, count - 1);
  const kappa = 7;
  const simulation = await Simulation.create({
    machine: 'cpu',
    scene: {
      version: 1,
      gravity: [0, 0, 0],
      bodies: starts.map((position, i) => ({
        position,
        linearVelocity: ways[i].map((x) => x / h),
        radius: 0.1,
        ...(i === 0 ? { fixed: true } : { mass: masses[i] }),
      })),
      // at the centres, so that nothing turns
      joints: forces.map((multiplier, l) => ({
        type: 'point',
        a: l,
        b: l + 1,
        anchorA: [0, 0, 0],
        anchorB: [0, 0, 0],
        multiplier,
      })),
    },
    // λ is kept whole, and gaps of the start are left alone, as the offsets of the puzzle leave them
    parameters: {
      solver: 'avbd',
      timestep: h,
      substeps: 1,
      iterations: 1,
      penalty: kappa,
      penaltyGrowth: 0,
      penaltyKept: 1,
      gapKept: 1,
    },
  });
  await simulation.step();
  const { positions } = await simulation.readState();
  simulation.destroy();
  const inverse = masses.map((mass) => (mass === 0 ? 0 : 1 / mass));
  const gaps = forces.map((_, l) => starts[l].map((x, axis) => x - starts[l + 1][axis]));
  const same = changed(one, {
    // a guess stands where it would fly freely
    positions: starts.flatMap((start, i) => start.map((x, axis) => x + ways[i][axis])),
    free: starts.flatMap((start, i) => start.map((x, axis) => x + ways[i][axis])),
    masses,
    stiffnesses: forces.map((_, l) => kappa / (h * h * (inverse[l] + inverse[l + 1]))),
    offsets: gaps.flatMap((gap) => gap.map((x) => -x)),
  });
  const orders = [
    [{ colour: 0 }, { colour: 1 }],
    [{ colour: 1 }, { colour: 0 }],
  ].map((rounds) => truth({ ...same, rounds }).positions);
  // the colour that has the first bead that moves comes first
  close(positions, orders[1], 'positions', 2e-6);
  assert(
    orders[0].some((x, k) => Math.abs(x - positions[k]) > 1e-3),
    'the order matters',
  );
});
