// A scene or a recording that somebody brings: chosen by the button, or dropped anywhere on the page.
import type { Parameters, SceneDescription } from '../beadwork';
import { get } from './elements';
import type { Lab } from './lab';
import { isRecording, playBack } from './recording';
import { DEFAULTS, FILE } from './state';
import { acceptDrops, readFile } from './take-away';

export class Opening {
  constructor(private readonly lab: Lab) {
    get<HTMLInputElement>('open').addEventListener('change', (event) => {
      const input = event.target as HTMLInputElement;
      const [file] = input.files ?? [];
      input.value = '';
      if (file) this.#take(file);
    });
    acceptDrops(
      (over) => {
        get('drop').hidden = !over;
      },
      (file) => this.#take(file),
    );
  }

  #take(file: File): void {
    this.#open(file).catch((error) => this.lab.messages.refuse(error));
  }

  async #open(file: File): Promise<void> {
    const { time, queue, messages, building, stage, address } = this.lab;
    time.takePart();
    const contents = await readFile(file);
    await queue.run(async () => {
      const played = isRecording(contents) ? await playBack(contents) : undefined;
      await this.#stage(played?.scene ?? (contents as SceneDescription));
      messages.clear();
      await building.show();
      stage.render();
      time.start();
      address.remember();
      messages.say(played?.words ?? `${file.name} is open.`);
    });
  }

  /** In place of the scene that is there; one that is refused leaves everything as it was. */
  async #stage(scene: SceneDescription): Promise<void> {
    const { state, stage } = this.lab;
    const before = { ...state, parameters: { ...state.parameters } };
    const described = stage.described;
    Object.assign(state, { scene: FILE, options: {}, camera: null, edits: [] });
    stage.described = scene;
    state.parameters.gravity = gravityOf(scene);
    try {
      await stage.build();
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
