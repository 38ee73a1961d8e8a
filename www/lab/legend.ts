// What a bead's colour says, where it says something: the ramp that the shader uses (shaders/render/colours.wgsl), with
// its ends in words and numbers.
import type { ColourBy } from '../beadwork';
import type { Edit } from './edit';
import type { Events } from './events';
import type { Runner } from './runner';
import type { Stage } from './stage';
import { count, newtons } from './units';

const ENDS: Partial<Record<ColourBy, [string, string]>> = {
  load: ['no load', 'the largest load'],
  gap: ['a hundred-thousandth of a radius apart', 'a whole radius'],
  speed: ['at rest', 'a fall through half the scene'],
  overshoot: ['10 µm or 10 µrad beyond a stop, or less', '0.1 m or 0.1 rad'],
  depth: ['10 µm deep in another body, or less', '0.1 m'],
};
const KINDS = 'Joints of one colour are solved at the same time by Gauss-Seidel.';

export class Legend {
  /** Of all beads together, kg: of this copy, with these edits. */
  #mass = 0;
  #first: Runner | undefined;
  #edits: Edit[] = [];
  #asked = false;

  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    private readonly host: HTMLElement,
  ) {
    staged.on(() => this.show());
    measured.on(() => void this.#load());
  }

  show(): void {
    const { colourBy } = this.stage.state;
    const ends = ENDS[colourBy];
    this.host.hidden = colourBy === 'bead';
    if (!ends) {
      this.host.textContent = KINDS;
      return;
    }
    const most = Object.assign(document.createElement('span'), { textContent: ends[1] });
    this.host.replaceChildren(ends[0], document.createElement('i'), most);
  }

  /** What all beads together weigh, N. */
  async #weigh(): Promise<number> {
    const { first, state } = this.stage;
    const { edits } = state;
    if (!first) return 0;
    // edits pin some and bring others
    if (first !== this.#first || edits !== this.#edits) {
      const { bodies } = await first.simulation.describe();
      this.#mass = bodies.reduce((sum, { mass = 0, fixed }) => sum + (fixed ? 0 : mass), 0);
      this.#first = first;
      this.#edits = edits;
    }
    return this.#mass * Math.hypot(...state.parameters.gravity);
  }

  /** The largest force in any joint of any copy, as it is now. */
  async #load(): Promise<void> {
    const { stage, host } = this;
    if (stage.state.colourBy !== 'load' || this.#asked) return;
    this.#asked = true;
    try {
      const weight = await this.#weigh();
      const states = await Promise.all(stage.runners.map(({ simulation }) => simulation.readState()));
      let most = 0;
      for (const { multipliers } of states)
        for (let i = 0; i < multipliers.length; i += 3)
          most = Math.max(most, Math.hypot(multipliers[i]!, multipliers[i + 1]!, multipliers[i + 2]!));
      const times = weight > 0 ? most / weight : 0;
      const share = times >= 0.01 ? `, ${count(Number(times.toPrecision(2)))} × the whole weight` : '';
      host.querySelector('span')!.textContent = `${newtons(most)}${share}`;
    } catch {
      // the copies have made way for others meanwhile
    } finally {
      this.#asked = false;
    }
  }
}
