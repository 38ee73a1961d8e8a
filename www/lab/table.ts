// The table under the controls: the first copy's measures, in words and units.
import { metres, speed } from '../units';
import type { Lab } from './lab';
import { count, energy, milliseconds } from './units';

export class Table {
  constructor(
    private readonly host: HTMLElement,
    private readonly lab: Lab,
  ) {}

  show(): void {
    const { stage, folding } = this.lab;
    const measures = stage.first?.measures;
    if (folding.isFolded('controls') || !measures) return;
    const stages = Object.values(measures.stageMilliseconds);
    const substep = stages.reduce((sum, ms) => sum + ms, 0);
    this.host.replaceChildren(
      row('Time', `${measures.time.toFixed(1)} s`),
      row('Beads', stage.runners.map(({ simulation }) => count(simulation.bodyCount)).join(' + ')),
      row('Solved by', measures.execution.replaceAll('_', ' ')),
      row('Largest gap', metres(measures.maxGap)),
      row('Residual', speed(measures.residual)),
      row('Moving energy', energy(measures.kineticEnergy)),
      row('Substep on the device', stages.length ? milliseconds(substep) : 'not told'),
      row('Frame by the clock', milliseconds(this.lab.measuring.wall)),
    );
  }
}

function row(name: string, value: string): HTMLElement {
  const element = document.createElement('div');
  element.append(
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: value }),
  );
  return element;
}
