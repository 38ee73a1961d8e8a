// Push, cut, add and read while it runs
import { Simulation } from 'beadwork';

const simulation = await Simulation.create({ scene: 'pendant', sceneOptions: { beads: 12, massRatio: 100 } });
simulation.push(5, { impulse: [2, 0, 0] });
await simulation.step(60);

const [ball] = simulation.addBodies([{ position: [2, 3, 0], radius: 0.25, mass: 10 }]);
simulation.addJoints([{ type: 'distance', a: 11, b: ball!, anchorA: [0, 0, 0], anchorB: [0, 0, 0], max: 3 }]);
await simulation.step(60);
console.log((await simulation.measure()).maxGap); // m

simulation.cut(3);
simulation.removeBodies([ball!]);
await simulation.step(60);
