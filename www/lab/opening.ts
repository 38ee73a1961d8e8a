// A scene or a recording that somebody brings: chosen by the button, or dropped anywhere on the page.
import type { Parameters, SceneDescription } from '../beadwork';
import { byId } from '../dom';
import { DEFAULTS } from '../parameters';
import type { Player } from '../player/player';
import { leaveScene } from './recommended';
import { isRecording, playBack } from './recording';
import type { Stage } from './stage';
import { FILE } from './state';
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
      await this.#put(played?.scene ?? (contents as SceneDescription));
      this.told.opened();
      this.told.said(played?.words ?? `${file.name} is open.`);
    });
  }

  /** In place of the scene that is there; one that is refused leaves everything as it was. */
  async #put(scene: SceneDescription): Promise<void> {
    const { stage } = this;
    const { state, described } = stage;
    const before = { ...state, parameters: { ...state.parameters } };
    leaveScene(state);
    Object.assign(state, { repair: null, scene: FILE, options: {}, camera: null, edits: [] });
    stage.described = scene;
    state.parameters.gravity = gravityOf(scene);
    try {
      await stage.build(() => this.told.staged());
    } catch (error) {
      stage.described = described;
      Object.assign(state, before);
      throw error;
    }
  }
}

/** A scene may bring its own; one that makes no sense is refused with the rest of the scene. */
function gravityOf({ gravity }: SceneDescription): Parameters['gravity'] {
  const sound = Array.isArray(gravity) && gravity.length === 3 && gravity.every(Number.isFinite);
  return sound ? [...gravity] : [...DEFAULTS.gravity];
}
