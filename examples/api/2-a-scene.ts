// A scene of your own: a door with a motor
import { Simulation } from 'beadwork';

const simulation = await Simulation.create({
  scene: {
    version: 2,
    bodies: [
      { name: 'post', position: [0, 1, 0], fixed: true, shape: { type: 'box', halfExtents: [0.05, 1, 0.05] } },
      { name: 'door', position: [0.5, 1, 0], mass: 25, shape: { type: 'box', halfExtents: [0.4, 0.95, 0.03] } },
    ],
    joints: [
      {
        name: 'hinge',
        type: 'hinge',
        a: 'post',
        b: 'door',
        anchorA: [0.085, 0, 0],
        anchorB: [-0.415, 0, 0],
        axisA: [0, 1, 0],
        axisB: [0, 1, 0],
        limit: [0, 1.6],
        motor: { speed: 1, maxForce: 60 },
      },
    ],
  },
});
await simulation.step(180);
const [hinge] = await simulation.readJoints(['hinge']);
console.log(hinge!.coordinates[3], hinge!.states[3]); // 1.6 rad, 'high': it stands at its upper stop
