// The documents of whoever makes a scene, and the copy on the stage that shows the one that there is, as it starts. What the simulation
// refuses becomes no document.
import type { Player } from '../../player/player';
import { bring, gravityOf } from '../bringing';
import type { Signal } from '../events';
import { leaveScene, takeRecommended } from '../recommended';
import type { Stage } from '../stage';
import { FILE } from '../state';
import type { Made } from './document';
import { History } from './history';
import { encode } from './link';

export class Documents {
  #history: History | null = null;
  #turn = 0;

  constructor(
    private readonly stage: Stage,
    private readonly player: Player,
    /** What is on screen changed. */
    private readonly changed: Signal,
    /** Another scene is about to be drawn and measured. */
    private readonly staged: () => void,
  ) {}

  get any(): boolean {
    return this.#history !== null;
  }

  get now(): Made {
    return this.#history!.now;
  }

  /** Whether it is the scene on the stage. */
  get staging(): boolean {
    return this.#history !== null && this.stage.described === this.#history.now;
  }

  get canUndo(): boolean {
    return this.#history?.canUndo ?? false;
  }

  get canRedo(): boolean {
    return this.#history?.canRedo ?? false;
  }

  /** Another one, with nothing before it. */
  begin(made: Made): void {
    this.#history = new History(made);
  }

  /** In place of whatever is on the stage: one copy, seen from there, or from where it is seen whole. */
  async bring(camera: number[] | null): Promise<void> {
    const changes = { compare: [], camera, made: '' };
    await this.player.inTurn(() => bring(this.stage, this.now, changes, this.staged));
    this.#remember();
  }

  /** From its start, whatever was done to the copy. */
  async again(): Promise<void> {
    if (this.staging && this.stage.runners.length === 1) await this.player.inTurn(() => this.#put(this.now));
    else await this.bring(this.stage.state.camera);
  }

  /** One change after the other, each of what the last one left. */
  change(change: (made: Made) => Made, done: (made: Made) => void): Promise<void> {
    return this.player.inTurn(async () => {
      const history = this.#history!;
      const old = history.now;
      const made = change(old);
      try {
        // it counts as the one on the stage while it is put there
        history.now = made;
        await this.#put(made);
      } finally {
        history.now = old;
      }
      // a drag may end where it began
      if (JSON.stringify(made) === JSON.stringify(old)) history.now = made;
      else history.add(made);
      done(made);
      this.#remember();
    });
  }

  step(way: 'undo' | 'redo', done: () => void): Promise<void> {
    return this.player.inTurn(async () => {
      this.#history![way]();
      await this.#put(this.now);
      done();
      this.#remember();
    });
  }

  /** In the copy that stands, with the camera where it is. With an error nothing is changed. */
  async #put(made: Made): Promise<void> {
    const { stage, player } = this;
    const { state, described } = stage;
    const before = { ...state, parameters: { ...state.parameters } };
    leaveScene(state);
    try {
      await stage.reload(made);
    } catch (error) {
      Object.assign(state, before);
      stage.described = described;
      throw error;
    }
    state.edits = [];
    state.parameters.gravity = gravityOf(made);
    takeRecommended(state, stage.first!.simulation);
    player.copies.reset();
    player.rest();
    this.staged();
    await player.measure();
    stage.touch();
  }

  /** In the address, as soon as it is packed. */
  #remember(): void {
    const turn = ++this.#turn;
    void encode(this.now).then((text) => {
      const { state } = this.stage;
      if (turn !== this.#turn || state.scene !== FILE || !this.staging) return;
      state.made = text;
      this.changed.tell();
    });
  }
}
