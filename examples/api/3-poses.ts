// Poses for your own renderer
import { Simulation } from 'beadwork';

const simulation = await Simulation.create({ scene: 'stack', machine: 'cpu' });
const poses = new Float32Array(7 * simulation.bodyCount);

function update(move: (body: number, position: Float32Array, rotation: Float32Array) => void) {
  simulation.stepNow();
  simulation.posesNow(poses);
  for (let body = 0; body < simulation.bodyCount; body++)
    move(body, poses.subarray(7 * body, 7 * body + 3), poses.subarray(7 * body + 3, 7 * body + 7));
}
update((body, [x, y, z]) => console.log(body, x, y, z));
