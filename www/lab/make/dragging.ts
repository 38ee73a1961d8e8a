// A body on its way, in the copy that stands: it is put where the pointer is, and the document changes once it is there.
import type { Simulation, State } from '../../beadwork';
import type { Player } from '../../player/player';
import { plus, turned } from '../vectors';
import { type Made, rotationOf } from './document';

export class Dragging {
  /** The document as it would be. */
  draft: Made | null = null;
  #start: State | null = null;
  #writing = false;

  constructor(
    private readonly player: Pick<Player, 'inTurn' | 'touch'>,
    private readonly simulation: () => Simulation,
  ) {}

  /** Whether the picture shows another place than the document. */
  get moved(): boolean {
    return this.#start !== null;
  }

  move(draft: Made, body: number): void {
    this.draft = draft;
    if (!this.#writing) void this.#write(body).catch(() => undefined);
  }

  /** One writing at a time, of what there is then. */
  async #write(body: number): Promise<void> {
    this.#writing = true;
    try {
      await this.player.inTurn(async () => {
        const simulation = this.simulation();
        this.#start ??= await simulation.readState();
        const one = this.draft?.bodies[body];
        if (!one) return;
        const rotation = rotationOf(one);
        // a state is of centres of mass
        const mass = plus(one.position, turned(one.centre ?? [0, 0, 0], rotation));
        this.#start.positions.set(mass, 3 * body);
        this.#start.rotations.set(rotation, 4 * body);
        simulation.writeState(this.#start);
        this.player.touch();
      });
    } finally {
      this.#writing = false;
    }
  }

  end(): void {
    this.draft = this.#start = null;
  }
}
