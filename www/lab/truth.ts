// How far the bodies of each copy are from where they would be. The truth is the scene solved exactly, out of the picture and on the CPU,
// at 16 substeps; a second one at 8 tells how well it is known. Where motion is chaotic the two part, and then the truth is not known any more.
import { Simulation } from '../beadwork';
import { make } from '../dom';
import { metres } from '../units';
import type { Events } from './events';
import type { Runner } from './runner';
import type { Stage } from './stage';

const SUBSTEPS = [16, 8] as const;
/** Of more bodies than these the truth takes too long. */
const MOST_BODIES = 128;
/** Errors of second order: that of 16 substeps is a third of the distance to 8. */
const SHARE = 1 / 3;
/** Known no better than this, in radii of the first body, it is no truth. */
const KNOWN = 0.5;

/** What ends a comparison. */
type End = 'hand' | 'edit' | 'world' | 'chaos';
const WORDS: Record<Exclude<End, 'chaos'>, string> = {
  hand: 'A hand took part, so there is no truth to compare with. Again begins anew.',
  edit: 'The scene was changed, so there is no truth to compare with. Again without cuts, pins and drops brings it back.',
  world: 'Gravity or the timestep was changed, so there is no truth to compare with. Again begins anew.',
};

export class Truth {
  readonly #switch = make('input', { type: 'checkbox', id: 'truth' });
  readonly #words = make('p', { class: 'quiet', role: 'status' });
  readonly #label = make('label', {}, this.#switch, ' How far each is from the truth');
  #simulations: Simulation[] = [];
  #frames = 0;
  /** Of the first body, m. */
  #radius = 1;
  #end: End | null = null;
  /** Of beginnings and endings: a beginning takes a while, and may be over before it is done. */
  #turn = 0;
  /** The world that it was begun in. */
  #world = '';

  constructor(
    private readonly stage: Stage,
    { staged }: Pick<Events, 'staged'>,
    host: HTMLElement,
    private readonly told: { again: () => Promise<void>; failed: (error: unknown) => void },
  ) {
    host.append(this.#label, this.#words);
    staged.on(() => {
      this.#stop();
      this.#label.hidden = this.#words.hidden = !this.#offered;
      if (this.#switch.checked && this.#offered) void this.#begin().catch(told.failed);
    });
    this.#switch.addEventListener('change', () => {
      this.#say('');
      this.#stop();
      for (const runner of stage.runners) runner.forgetOff();
      const begun = this.#switch.checked ? this.#begin() : Promise.resolve();
      // from the start: the truth has no way to catch up
      void begun.then(told.again).catch(told.failed);
    });
  }

  /** Not where bodies touch: after a blow any two computations part. */
  get #offered(): boolean {
    const { runners, first } = this.stage;
    return (
      runners.length > 1 && !!first && !first.simulation.touching && first.simulation.bodyCount <= MOST_BODIES
    );
  }

  get on(): boolean {
    return this.#simulations.length > 0 && this.#end === null;
  }

  /** A hand or an edit: it is no comparison any more. */
  ends(why: Exclude<End, 'chaos'>): void {
    if (!this.on) return;
    this.#end = why;
    this.#say(WORDS[why]);
    for (const runner of this.stage.runners) runner.forgetOff();
  }

  async #begin(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const { described, state, first } = this.stage;
    const { gravity, timestep } = first!.simulation.parameters;
    this.#world = JSON.stringify([gravity, timestep]);
    const scene = described ? { scene: described } : { scene: state.scene, sceneOptions: state.options };
    const simulations = await Promise.all(
      SUBSTEPS.map((substeps) =>
        Simulation.create({
          ...scene,
          machine: 'cpu',
          parameters: {
            gravity,
            timestep,
            solver: 'direct',
            positions: 'auto',
            stabilisation: 'auto',
            substeps,
          },
        }),
      ),
    );
    const radius = (await simulations[0]!.describe()).bodies[0]?.radius ?? 1;
    if (turn !== this.#turn) {
      for (const simulation of simulations) simulation.destroy();
      return;
    }
    this.#simulations = simulations;
    this.#frames = 0;
    this.#radius = radius;
  }

  #stop(): void {
    this.#turn += 1;
    for (const simulation of this.#simulations) simulation.destroy();
    this.#simulations = [];
    this.#end = null;
  }

  #say(words: string): void {
    this.#words.textContent = words;
  }

  /** After a measurement of the copies: as many frames, and the distances. */
  async follow(): Promise<void> {
    const { stage } = this;
    const { first, runners, state } = stage;
    const frames = Math.round((first?.measures?.time ?? 0) / (first?.simulation.parameters.timestep ?? 1));
    if (this.#simulations.length === 0) return;
    if (frames < this.#frames) this.#again();
    if (state.edits.length > 0) this.ends('edit');
    const { gravity, timestep } = first!.simulation.parameters;
    if (JSON.stringify([gravity, timestep]) !== this.#world) this.ends('world');
    if (!this.on) return;
    const behind = frames - this.#frames;
    this.#frames = frames;
    const turn = this.#turn;
    const [truth, other] = await this.#go(behind).catch((error: unknown) => {
      if (turn === this.#turn) throw error;
      return [];
    });
    // stopped meanwhile
    if (!truth || !other || !this.on || turn !== this.#turn) return;
    const known = SHARE * apart(truth, other);
    if (known > KNOWN * this.#radius) {
      this.#end = 'chaos';
      this.#say(
        `From ${(frames * timestep).toFixed(1)} s on the truth is not known: motion is chaotic here, and 8 and 16 substeps have parted by ${metres(apart(truth, other))}.`,
      );
      return;
    }
    await Promise.all(runners.map((runner) => this.#note(runner, truth)));
    this.#say(
      `The truth is this scene solved exactly with 16 substeps; it is known to ${metres(Math.max(known, 1e-6))}.`,
    );
  }

  /** The poses after so many frames more. */
  async #go(frames: number): Promise<Float32Array[]> {
    const simulations = this.#simulations;
    for (const simulation of simulations) await simulation.step(frames);
    return Promise.all(simulations.map((simulation) => simulation.readPoses()));
  }

  async #note(runner: Runner, truth: Float32Array): Promise<void> {
    if (runner.gone) runner.noteOff(Number.POSITIVE_INFINITY);
    else runner.noteOff(apart(await runner.simulation.readPoses(), truth));
  }

  #again(): void {
    this.#frames = 0;
    this.#end = null;
    const { gravity, timestep } = this.stage.first!.simulation.parameters;
    this.#world = JSON.stringify([gravity, timestep]);
    for (const simulation of this.#simulations) {
      simulation.reset();
      simulation.setParameters({ gravity, timestep });
    }
    for (const runner of this.stage.runners) runner.forgetOff();
  }
}

/** How far the body that is farthest off is, m; seven numbers a body. */
function apart(a: Float32Array, b: Float32Array): number {
  let most = 0;
  for (let k = 0; k < a.length; k += 7)
    most = Math.max(most, Math.hypot(a[k]! - b[k]!, a[k + 1]! - b[k + 1]!, a[k + 2]! - b[k + 2]!));
  return most;
}
