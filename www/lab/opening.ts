// A scene or a recording that somebody brings: chosen by the button, or dropped anywhere on the page.
import type { SceneDescription } from '../beadwork';
import { byId } from '../dom';
import type { Player } from '../player/player';
import { bring } from './bringing';
import { isRecording, playBack } from './recording';
import type { Stage } from './stage';
import { acceptDrops, readFile } from './take-away';

export interface OpeningListeners {
  joined(): void;
  /** It stands on the stage, and is about to be drawn and measured. */
  staged(): void;
  opened(): void;
  said(words: string): void;
  refused(error: unknown): void;
}

export class Opening {
  constructor(
    private readonly stage: Stage,
    private readonly player: Pick<Player, 'inTurn'>,
    private readonly told: OpeningListeners,
  ) {
    byId<HTMLInputElement>('open').addEventListener('change', (event) => {
      const input = event.target as HTMLInputElement;
      const [file] = input.files ?? [];
      input.value = '';
      if (file) this.#take(file);
    });
    acceptDrops(
      (over) => {
        byId('drop').hidden = !over;
      },
      (file) => this.#take(file),
    );
  }

  #take(file: File): void {
    this.#open(file).catch((error) => this.told.refused(error));
  }

  async #open(file: File): Promise<void> {
    this.told.joined();
    const contents = await readFile(file);
    await this.player.inTurn(async () => {
      const played = isRecording(contents) ? await playBack(contents) : undefined;
      await bring(this.stage, played?.scene ?? (contents as SceneDescription), {}, this.told.staged);
      this.told.opened();
      this.told.said(played?.words ?? `${file.name} is open.`);
    });
  }
}
