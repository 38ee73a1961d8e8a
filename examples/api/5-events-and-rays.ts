// Events, rays, and a body that is put elsewhere
import { Simulation } from 'beadwork';

const simulation = await Simulation.create({
  scene: {
    version: 2,
    contacts: true,
    bodies: [
      { name: 'floor', position: [0, 0, 0], shape: { type: 'plane' } },
      { name: 'gate', position: [0, 1.5, 0], fixed: true, sensor: true, shape: { type: 'box', halfExtents: [1, 0.1, 1] } },
      { name: 'ball', position: [0, 3, 0], radius: 0.25, events: true },
    ],
  },
});
await simulation.step(90);
for (const event of await simulation.readEvents())
  if (event.type !== 'broke') console.log(event.type, event.a, event.b, event.frame); // 'began' 1 2: it is in the gate

const ahead = await simulation.castRay({ origin: [-2, 0.25, 0], direction: [1, 0, 0] });
console.log(ahead!.body, ahead!.distance); // 2, 1.75 m: the ball lies on the floor

simulation.setPose('ball', { position: [2, 3, 0] });
console.log(await simulation.castRay({ origin: [-2, 0.25, 0], direction: [1, 0, 0] })); // null
