// The buttons under Save and share, a line for each thing that leaves the page.

import { MOST_SIDE_BY_SIDE } from '../attributes';
import { byId } from '../dom';
import { toPaste } from '../element/snippet';
import type { Player } from '../player/player';
import type { Address } from './address';
import type { Messages } from './messages';
import type { Readings } from './readings';
import { Tape } from './recording';
import type { Stage } from './stage';
import { clip, save, shown, text } from './take-away';

export class Taking {
  readonly #tape = new Tape();
  /** What the recording's file will be called: by its own scene. */
  #tapeName = '';

  constructor(
    private readonly stage: Stage,
    private readonly player: Pick<Player, 'inTurn'>,
    private readonly readings: Readings,
    private readonly address: Address,
    private readonly messages: Messages,
  ) {
    this.#on('take-png', () => this.#picture());
    this.#on('take-webm', () => this.#clip());
    this.#on('take-csv', () => this.#plots());
    this.#on('take-json', () => this.#scene());
    this.#on('keep-scene', () => this.#scene());
    this.#on('take-recording', () => this.#recording());
    stage.beforeChange = () => this.#endRecording();
    this.#on('take-link', () => this.#link());
    this.#on('take-embed', () => this.#embed());
    // what is on screen may have changed by the time that it opens again
    byId('take').addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') this.#showLines(false);
    });
  }

  #on(button: string, act: () => Promise<void> | void): void {
    byId(button).addEventListener('click', async () => {
      try {
        await act();
      } catch (error) {
        this.messages.refuse(error);
      }
    });
  }

  #name(extension: string): string {
    return `beadwork-${this.stage.state.scene}.${extension}`;
  }

  async #picture(): Promise<void> {
    const { view } = this.stage;
    if (view) save(await view.screenshot(), this.#name('png'));
  }

  async #clip(): Promise<void> {
    const button = byId<HTMLButtonElement>('take-webm');
    button.disabled = true;
    this.messages.say('Recording the motion for 5 s.');
    try {
      save(await clip(this.stage.canvas), this.#name('webm'));
    } finally {
      button.disabled = false;
    }
  }

  #plots(): void {
    const { readings, stage } = this;
    save(text(readings.csv(stage.state.plots), 'text/csv'), this.#name('csv'));
  }

  async #scene(): Promise<void> {
    const scene = await this.player.inTurn(() => this.stage.first?.simulation.describe());
    if (scene) save(text(`${JSON.stringify(scene, null, 1)}\n`, 'application/json'), this.#name('json'));
  }

  /** Begins one, or ends it and gives it out, or gives out one that ended by itself. */
  async #recording(): Promise<void> {
    const { player, stage, messages } = this;
    const tape = this.#tape;
    try {
      const recording = await player.inTurn(async () => {
        if (tape.state !== 'empty') return tape.take();
        if (!stage.first) return;
        tape.start(stage.first.simulation);
        this.#tapeName = this.#name('recording.json');
      });
      if (recording) save(text(JSON.stringify(recording), 'application/json'), this.#tapeName);
      else messages.say('Recording every change of the first copy, until you stop it.');
    } finally {
      this.#showTape();
    }
  }

  /** What is recorded makes way for other copies. */
  async #endRecording(): Promise<void> {
    const { messages } = this;
    if (this.#tape.state !== 'running') return;
    try {
      await this.#tape.end();
      messages.say('The recording ended with the scene that it was of; it is kept under Save and share.');
    } catch (error) {
      messages.refuse(error);
    }
    this.#showTape();
  }

  #showTape(): void {
    const button = byId('take-recording');
    const { state } = this.#tape;
    button.textContent = {
      empty: 'Recording',
      running: 'Stop, and keep the recording',
      ended: 'Keep the recording that ended',
    }[state];
    button.setAttribute('aria-pressed', String(state === 'running'));
    // seen while the buttons are folded away
    byId('take-switch').dataset.tape = state;
  }

  async #link(): Promise<void> {
    this.address.write();
    await navigator.clipboard.writeText(location.href);
    const { missing } = this.address;
    this.messages.say(missing || 'The link is on the clipboard; it opens what you see, from its start.');
  }

  #embed(): void {
    const [lines, words] = [byId('snippet'), byId('snippet-about')];
    const { runners, state } = this.stage;
    const { say, lines: text } = toPaste(shown(state, this.#name('json')));
    const fewer =
      runners.length > MOST_SIDE_BY_SIDE
        ? ` It shows the first ${MOST_SIDE_BY_SIDE} of these ${runners.length} copies; a link shows all.`
        : '';
    words.textContent = say + fewer;
    lines.textContent = text;
    const open = Boolean(lines.hidden);
    this.#showLines(open);
    if (!open) return;
    lines.focus();
    getSelection()?.selectAllChildren(lines);
  }

  #showLines(open: boolean): void {
    for (const id of ['snippet', 'snippet-about']) byId(id).hidden = !open;
  }
}
