// Save, compare solvers, and play a recording back
import { record, replay, Simulation, stateHash } from 'beadwork';

const simulation = await Simulation.create({ scene: 'bridge', machine: 'cpu' });
const saved = await simulation.describe();

for (const solver of ['jacobi', 'gauss-seidel', 'direct'] as const) {
  await simulation.load(saved);
  simulation.setParameters({ solver });
  await simulation.step(120);
  console.log(solver, (await simulation.measure()).maxGapRadii);
}

const recorder = record(simulation);
simulation.push(10, { impulse: [0, 5, 0] });
await simulation.step(60);
const again = await replay(await recorder.stop());
console.log(stateHash(await again.readState()) === stateHash(await simulation.readState())); // true
