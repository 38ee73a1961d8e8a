// Chapter 21: one bead on a spring, against closed forms; and which held penalty is nearest to the truth, as the text says.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library, load } from './module.mjs';

const { hung, KAPPAS } = await load('www/learn/21-spring.ts');
/** mm: what gravity opens in a step of a sixtieth of a second. */
const OPEN = 9810 / 3600;

const near = (found, wanted, share, what) =>
  assert(Math.abs(found - wanted) <= share * Math.abs(wanted), `${what} is ${found}, not ${wanted}`);

test('an explicit spring explodes above κ = 4 and not below', () => {
  for (const kappa of KAPPAS) {
    const most = Math.max(...hung('explicit', kappa, 1, 100).map(Math.abs));
    if (kappa > 4) assert(most > 1e6, `κ = ${kappa}: ${most}`);
    // at 4 it grows by as much each step
    else if (kappa < 4) assert(most < 10 * OPEN, `κ = ${kappa}: ${most}`);
  }
});

test('a spring that is solved sags by h² g/κ', () => {
  for (const kappa of KAPPAS) near(hung('solved', kappa, 1, 4000).at(-1), OPEN / kappa, 1e-9, `κ = ${kappa}`);
});

test('where λ learns, each pass of the first step leaves a share 1/(1 + κ), and the gap goes', () => {
  for (const kappa of KAPPAS)
    for (const passes of [2, 5, 10]) {
      const gaps = hung('learning', kappa, passes, 600);
      // a small difference of what gravity opens and what λ takes back, in f64
      const off = Math.abs(gaps[0] - OPEN / (1 + kappa) ** passes);
      assert(off < 1e-13 * OPEN, `κ = ${kappa}, ${passes} passes: ${gaps[0]} mm, ${off} off`);
      assert(Math.abs(gaps.at(-1)) <= 1.5 * gaps[0] + 1e-9, `κ = ${kappa}, ${passes} passes: ${gaps.at(-1)}`);
    }
});

test('no held penalty suits every load, and learning is not far from the best of each', async () => {
  const { Simulation } = await library();
  const { farthest } = await load('www/learn/apart.ts');
  const after = async (massRatio, parameters) => {
    const simulation = await Simulation.create({
      machine: 'cpu',
      scene: 'pendant',
      sceneOptions: { beads: 40, tilt: Math.PI / 6, massRatio },
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
  const passes = { solver: 'avbd', substeps: 1, iterations: 20 };
  // the last two numbers stand in the text, mm
  for (const [ratio, nearest, ofLearning] of [
    [1, 10, 133],
    [100, 30, 228],
  ]) {
    const truth = await after(ratio, { solver: 'direct', positions: 'symplectic', substeps: 16 });
    const off = ({ positions }) => 1000 * farthest(positions, truth.positions);
    const held = [];
    for (const penalty of [1, 2, 5, 10, 20, 30, 50, 100])
      held.push([penalty, off(await after(ratio, { ...passes, penalty, penaltyGrowth: 0 }))]);
    const [best] = held.sort(([, a], [, b]) => a - b);
    assert.equal(best[0], nearest, `${ratio} ×: ${held}`);
    near(off(await after(ratio, passes)), ofLearning, 0.01, `learning, ${ratio} ×`);
    // and one exact substep
    const exact = off(await after(ratio, { solver: 'direct', positions: 'symplectic', substeps: 1 }));
    assert(exact < 0.1 * best[1], `exact, ${ratio} ×: ${exact} mm`);
  }
  const { widest } = await after(10_000, passes);
  near(widest, 0.1, 0.1, 'the widest gap at 10,000 : 1');
  const relaxed = await after(10_000, { solver: 'gauss-seidel', substeps: 1, iterations: 20 });
  assert(relaxed.widest > 5 * widest, `Gauss-Seidel at 10,000 : 1: ${relaxed.widest} m`);
});
