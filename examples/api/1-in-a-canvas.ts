// A simulation in a canvas
import { Simulation, View } from 'beadwork';

const canvas = document.querySelector('canvas')!;
const simulation = await Simulation.create({ scene: 'ragdolls', sceneOptions: { count: 3 } });
const view = await View.create(simulation, canvas);

async function frame() {
  await simulation.step();
  view.render();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
