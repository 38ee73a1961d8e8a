// A body on its way, in the copy that stands: it is put where the pointer is, and the document changes once it is there.
import type { Simulation, State } from '../../beadwork';
import type { Player } from '../../player/player';
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
        simulation.writeState(this.#start);
        simulation.setPose(body, { position: one.position, rotation });
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
