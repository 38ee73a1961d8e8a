// The copies of a scene are made, or a sentence stands where the picture would be.
import { BeadworkError, type ErrorCode, init } from '../beadwork';
import { byId } from '../dom';
import type { Player } from '../player/player';
import type { Messages, Remedy } from './messages';
import { fitting, measurePace, remembered } from './size';
import type { Stage } from './stage';
import { FILE, isShort, SIZES } from './state';

export interface BuildingListeners {
  /** New copies stand on the stage, and are about to be drawn and measured. */
  staged(): void;
  /** They are drawn and measured. */
  built(): Promise<void>;
  /** Time runs, where it is meant to: what failed before had stopped it. */
  goesOn(): void;
  /** So many beads run smoothly here. */
  smooth(beads: number): void;
  /** Whatever came of it, the state is settled. */
  settled(): void;
  /** The page as the state has it, anew. */
  reopen(): void;
}

export class Building {
  constructor(
    private readonly stage: Stage,
    private readonly player: Player,
    private readonly messages: Messages,
    /** Somebody has said how large the scene is to be. */
    private sized: boolean,
    private readonly told: BuildingListeners,
  ) {}

  /** The page opens. */
  async begin(complaints: string[]): Promise<void> {
    const { messages } = this;
    messages.loading('download');
    try {
      await init({ machine: this.stage.state.machine });
      messages.loading('compile');
      await this.player.inTurn(() => this.#build(complaints));
    } catch (error) {
      this.fail(error);
    }
    messages.loading(null);
  }

  /** Another scene, other options, other copies. */
  again(): void {
    const { stage } = this;
    if (stage.state.scene !== FILE) stage.described = null;
    this.sized ||= !(stage.state.scene in SIZES);
    this.#rebuild();
  }

  /** A build waits for its turn. */
  #waits = false;

  #rebuild(): void {
    // a slider asks at every step of its way; the build that waits takes the last of them
    if (this.#waits) return;
    this.#waits = true;
    void this.player.inTurn(() => {
      this.#waits = false;
      return this.#build();
    });
  }

  /** `complaints`: what there is to say besides. */
  async #build(complaints: string[] = []): Promise<void> {
    const { stage, messages, told } = this;
    const { state } = stage;
    messages.clear();
    try {
      const sizes = SIZES[state.scene];
      if (sizes && !this.sized) await this.#chooseSize(sizes);
      const refused = await stage.build(() => this.told.staged());
      messages.lastStage();
      const said = [...complaints, ...refused];
      if (said.length > 0) messages.say(said, complaints.length > 0 ? 'parameter' : 'not-applicable');
      this.#tellMachine();
      this.sized = true;
      this.player.seen = true;
      await told.built();
      told.goesOn();
      messages.shown();
    } catch (error) {
      this.fail(error);
    }
    told.settled();
  }

  /** Why it runs on the CPU, where nobody asked for that. */
  #tellMachine(): void {
    const { first, state } = this.stage;
    const line = byId('runs-on');
    line.hidden = state.machine !== 'auto' || first?.simulation.machine !== 'cpu';
    line.textContent = line.hidden ? '' : this.stage.machineReason;
  }

  /** On the first visit by measuring, after that by what was measured then. */
  async #chooseSize(sizes: number[]): Promise<void> {
    const { options } = this.stage.state;
    const { beads = 1 } = options;
    const build = () => this.stage.build(() => this.told.staged());
    const { machine } = this.stage.state;
    const smooth =
      (await remembered(machine)) ?? (await measurePace(options, this.player, build, sizes, beads));
    this.told.smooth(smooth);
    options.chains = fitting(sizes, beads, smooth);
  }

  /** In the picture's place, with what may help. */
  fail(thrown: unknown): void {
    const { stage, messages, player } = this;
    const code = thrown instanceof BeadworkError ? thrown.code : 'internal';
    // what there is comes back by itself, or it is said that it does not
    if (code === 'device-lost' && stage.view) {
      messages.shown();
      return;
    }
    player.seen = false;
    const retry = () => this.#rebuild();
    const remedies: Partial<Record<ErrorCode, Remedy | undefined>> = {
      'not-applicable': this.#anySolver(retry),
      'wrong-device': this.#onCpu(),
    };
    messages.fail(thrown, retry, remedies[code]);
  }

  /** No address holds a scene from a file, unless it is a short one that was made here. */
  #onCpu(): Remedy | undefined {
    const { state } = this.stage;
    if (state.scene === FILE && !isShort(state)) return undefined;
    return {
      text: 'Run it on the CPU',
      act: () => {
        this.stage.state.machine = 'cpu';
        this.told.reopen();
      },
    };
  }

  #anySolver(retry: () => void): Remedy {
    return {
      text: 'Let it choose the solver',
      act: () => {
        Object.assign(this.stage.state.parameters, { solver: 'auto', execution: 'auto' });
        retry();
      },
    };
  }
}
