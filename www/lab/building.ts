// The copies of a scene are made, or a sentence stands where the picture would be.
import { BeadworkError, init } from '../beadwork';
import type { Lab } from './lab';
import type { Remedy } from './messages';
import { fitting, measurePace, remembered } from './size';
import { FILE, SIZES } from './state';

/** Where it stands still for those who want less motion, s. */
const STILL_AT = 3;

export class Building {
  constructor(
    private readonly lab: Lab,
    /** Somebody has said how large the scene is to be. */
    private sized: boolean,
  ) {}

  /** The page opens. */
  async begin(complaints: string[]): Promise<void> {
    const { messages } = this.lab;
    messages.loading('download');
    try {
      await init();
      messages.loading('compile');
      await this.#build(complaints);
    } catch (error) {
      this.fail(error);
    }
    messages.loading(null);
  }

  /** Another scene, other options, other copies. */
  again(): void {
    const { stage, state, queue, time } = this.lab;
    time.takePart();
    if (state.scene !== FILE) stage.described = null;
    this.sized ||= !(state.scene in SIZES);
    void queue.run(() => this.#build());
  }

  /** `complaints`: what there is to say besides. */
  async #build(complaints: string[] = []): Promise<void> {
    const { lab } = this;
    const { state, stage, messages, time } = lab;
    messages.clear();
    document.body.classList.remove('without-picture');
    try {
      const sizes = SIZES[state.scene];
      if (sizes && !this.sized) await this.#chooseSize(sizes);
      const refused = await stage.build();
      messages.lastStage();
      const said = [...complaints, ...refused];
      if (said.length > 0)
        messages.say(said.join(' '), complaints.length > 0 ? 'parameter' : 'not-applicable');
      state.compare = state.compare.filter((name) => stage.runners.some(({ solver }) => solver === name));
      this.sized = true;
      await this.show();
      if (time.still) await lab.measuring.runTo(STILL_AT);
      stage.render();
      if (time.playing) time.start();
    } catch (error) {
      this.fail(error);
    }
    lab.address.write();
  }

  /** What the stage holds is new. */
  async show(): Promise<void> {
    const { folding, edits, selection, readings, stage, pace, figures, panel, parameters, measuring } =
      this.lab;
    folding.makeRoom();
    edits.start();
    selection.start();
    readings.start(stage.runners);
    pace.rest();
    figures.start();
    panel.showOptions();
    parameters.showPasses();
    await measuring.now();
  }

  /** On the first visit by measuring, after that by what was measured then. */
  async #chooseSize(sizes: number[]): Promise<void> {
    const { state, stage, panel } = this.lab;
    const { beads = 1 } = state.options;
    panel.smooth = remembered() ?? (await measurePace(stage, sizes, beads));
    state.options.chains = fitting(sizes, beads, panel.smooth);
  }

  /** In the picture's place, with what may help. */
  fail(thrown: unknown): void {
    const { stage, messages, queue } = this.lab;
    const code = thrown instanceof BeadworkError ? thrown.code : 'internal';
    // what there is comes back by itself, or it is said that it does not
    if (code === 'device-lost' && stage.view) return;
    document.body.classList.add('without-picture');
    const retry = () => void queue.run(() => this.#build());
    messages.fail(thrown, retry, code === 'not-applicable' ? this.#anySolver(retry) : undefined);
  }

  #anySolver(retry: () => void): Remedy {
    return {
      text: 'Let it choose the solver',
      act: () => {
        Object.assign(this.lab.state.parameters, { solver: 'auto', execution: 'auto' });
        retry();
      },
    };
  }
}
