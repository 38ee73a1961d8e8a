// Chapter 20: what the page works out about a chain at rest is what XPBD leaves in Beadwork itself, and what a closed form says; news goes
// one joint a substep; and a bead falls in single precision as it should by impulses alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library, load } from './module.mjs';

const { openAtRest, SHARE, SPLITS, widest } = await load('www/learn/20-hang.ts');
const { fall, lastDigit } = await load('www/learn/20-fall.ts');

const near = (found, wanted, share, what) =>
  assert(Math.abs(found - wanted) <= share * Math.abs(wanted), `${what} is ${found}, not ${wanted}`);

/** m/s² */
const GRAVITY = 9.81;

test('with one pass a substep a joint is open by h² A λ/ω', () => {
  for (const ratio of [1, 100])
    for (const substeps of SPLITS) {
      const h = 1 / 60 / substeps;
      const gaps = openAtRest(ratio, substeps, 1);
      for (const [l, gap] of gaps.entries()) {
        // units of a bead's mass: between two of them, at the fixed one, and at the heavy one
        const answer = (l === 0 ? 0 : 1) + (l === gaps.length - 1 ? 1 / ratio : 1);
        const load = gaps.length - 1 - l + ratio;
        // at the top the joint sees what gravity opened in this substep as well
        const wanted = (h * h * answer * load * GRAVITY) / SHARE - (l === 0 ? h * h * GRAVITY : 0);
        // an elimination in f64 of what passes hardly change
        near(gap, wanted, 1e-8, `joint ${l}, ${substeps} substeps, ${ratio} ×`);
      }
    }
});

test('passes in one substep divide a gap by about as many, substeps by the square', () => {
  for (const n of SPLITS) {
    near(widest(1, 1, 1) / widest(1, n, 1), n * n, 1e-8, `${n} substeps`);
    // what is no slow mode shrinks faster
    near(widest(100, 1, 1) / widest(100, 1, n), n, 0.05, `${n} passes`);
  }
});

test('a chain that hangs still under XPBD is open by what the page says', async () => {
  const { Simulation } = await library();
  for (const [ratio, substeps, iterations] of [
    [1, 10, 1],
    [1, 1, 10],
    [10, 20, 1],
  ]) {
    const simulation = await Simulation.create({
      machine: 'cpu',
      scene: 'pendant',
      sceneOptions: { beads: 20, tilt: 0, massRatio: ratio },
      parameters: { solver: 'xpbd', passOrder: 'side-by-side', substeps, iterations },
    });
    // until the swing of the slowest mode has died away
    await simulation.step(1500);
    const { maxGap } = await simulation.measure();
    simulation.destroy();
    // f32: places of some 10 m, and gaps of some tenths of a millimetre
    near(1000 * maxGap, widest(ratio, substeps, iterations), 0.02, `${ratio} ×, ${substeps} × ${iterations}`);
  }
});

test('a blow below goes up one joint a substep', async () => {
  const { Simulation } = await library();
  // each joint hands on a third of what it has felt, and far up f32 cannot tell it any more
  const [joints, substeps] = [8, 2];
  const simulation = await Simulation.create({
    machine: 'cpu',
    scene: 'pendant',
    sceneOptions: { beads: joints + 1, tilt: 0, massRatio: 1 },
    parameters: { solver: 'xpbd', passOrder: 'side-by-side', substeps, iterations: 1, gravity: [0, 0, 0] },
  });
  simulation.setVelocity(joints, { linear: [0, -100, 0] });
  const forces = [];
  for (let frame = 1; frame <= joints / substeps; frame++) {
    await simulation.step();
    const { multipliers } = await simulation.readState();
    forces.push(Math.hypot(...multipliers.slice(0, 3)));
  }
  simulation.destroy();
  // in substep 8 and not in 6; the chain itself is open by some last digits of its places
  const last = forces.pop();
  assert(
    last > 0 && Math.max(...forces) < 0.01 * last,
    `λ of the topmost joint by frame: ${forces}, ${last}`,
  );
});

test('by impulses a bead falls as it should; by places it hangs where a move is less than half a last digit', () => {
  for (const substeps of [5, 20, 80])
    for (const height of [0.3, 10, 100]) {
      const wanted = 0.5 * GRAVITY * (1 + 1 / (60 * substeps));
      // each move of a place of up to 100 m is rounded
      near(fall(height, substeps, false).at(-1)[1], wanted, 2e-3, `${height} m, ${substeps} substeps`);
      const moved = GRAVITY / (60 * substeps) ** 2;
      const found = fall(height, substeps, true).at(-1)[1];
      if (moved < 0.5 * lastDigit(height)) assert.equal(found, 0);
      else assert(found > 4, `${height} m, ${substeps} substeps: ${found}`);
    }
  near(lastDigit(10), Math.fround(10 + 9.5e-7) - 10, 1e-12, 'the last digit of 10');
});

test('more passes do not bring the swinging chain nearer to the truth, and a load opens small steps', async () => {
  const { Simulation } = await library();
  const { farthest } = await load('www/learn/apart.ts');
  const after = async (massRatio, parameters) => {
    const simulation = await Simulation.create({
      machine: 'cpu',
      scene: 'pendant',
      sceneOptions: { beads: 20, tilt: 0.5, massRatio },
      parameters,
    });
    let widest = 0;
    for (let frame = 0; frame < 120; frame++) {
      await simulation.step();
      widest = Math.max(widest, (await simulation.measure()).maxGap);
    }
    const { positions } = await simulation.readState();
    simulation.destroy();
    return { positions, widest };
  };
  const truth = await after(1, { solver: 'direct', positions: 'symplectic', substeps: 16 });
  const off = async (substeps, iterations) =>
    farthest((await after(1, { solver: 'gauss-seidel', substeps, iterations })).positions, truth.positions);
  const [twenty, eighty, small] = [await off(1, 20), await off(1, 80), await off(20, 1)];
  near(eighty, twenty, 0.25, 'the distance with 80 passes');
  assert(small < 0.1 * twenty, `${small} m with small steps, ${twenty} m with as many passes`);
  for (const solver of ['gauss-seidel', 'xpbd']) {
    const { widest } = await after(1000, { solver, substeps: 20, iterations: 1 });
    assert(widest > 0.02 && widest < 0.1, `${solver} under 1,000 : 1 is open by ${widest} m`);
  }
});
