// The table under the controls: the first copy's measures, in words and units.
import { solvers } from '../beadwork';
import { metres, radians, speed } from '../units';
import type { Runner } from './runner';
import { count, energy, milliseconds, radii, thousandths } from './units';

/** `wall`: milliseconds of a frame by the clock. */
export function showTable(host: HTMLElement, runners: Runner[], wall: number): void {
  const [first] = runners;
  if (!first?.measures) return;
  const { measures, simulation } = first;
  const stages = Object.values(measures.stageMilliseconds);
  const substep = stages.reduce((sum, ms) => sum + ms, 0);
  const solver = solvers().find(({ name }) => name === measures.solver)?.title ?? measures.solver;
  host.replaceChildren(
    row('Time', `${measures.time.toFixed(1)} s`),
    row('Beads', runners.map(({ simulation }) => count(simulation.bodies().length)).join(' + ')),
    row('Solved by', solver),
    row('Runs on', simulation.machine.toUpperCase()),
    row('Kernel', measures.execution.replaceAll('_', ' ')),
    row('Largest gap', `${radii(measures.maxGapRadii)} (${metres(measures.maxGap)})`),
    ...(simulation.parameters.positions === 'symplectic'
      ? [row('Steps taken back', count(measures.fellBack))]
      : []),
    ...(measures.maxAngle > 0 ? [row('Turned open by', radians(measures.maxAngle))] : []),
    ...(measures.maxOvershoot > 0
      ? [row('Beyond a stop by', `${thousandths(measures.maxOvershoot)} mm or mrad`)]
      : []),
    ...(simulation.touching
      ? [row('Contacts', count(measures.contacts)), row('Deepest overlap', metres(measures.maxDepth))]
      : []),
    ...(measures.rounds > 0 ? [row('Rounds for limits and motors', count(measures.rounds))] : []),
    row('Residual', speed(measures.residual)),
    row('Kinetic energy', energy(measures.kineticEnergy)),
    ...(simulation.machine === 'gpu'
      ? [row('Substep on the GPU', stages.length ? milliseconds(substep) : 'this browser does not say')]
      : []),
    row('Frame by the clock', milliseconds(wall)),
  );
}

function row(name: string, value: string): HTMLElement {
  const element = document.createElement('div');
  element.append(
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: value }),
  );
  return element;
}
