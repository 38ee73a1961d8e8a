// What a visitor can have happen in a scene that would come to rest and stay so: one button in its picture.
import type { NumberedJoint, Servo } from '../beadwork';
import { byId } from '../dom';
import type { Player } from '../player/player';
import type { Thing } from './drop/things';
import type { Edit } from './edit';
import type { Edits } from './edits';
import type { Events } from './events';
import type { Stage } from './stage';
import type { LabState } from './state';

interface Act {
  words: string;
  /** Where it can happen once: whether an edit is it. */
  isDone?(edit: Edit, state: LabState): boolean;
  edit(stage: Stage, edits: Edits): Promise<Edit>;
}

/** Falls onto the highest body, so many times as large and as dense as what the drop bar would let fall. */
const falls = (words: string, thing: Thing, than: { larger?: number; denser?: number } = {}): Act => ({
  words,
  edit: async (stage, edits) => {
    const { onTop } = await import('./drop/place');
    return { kind: 'drop', ...(await onTop(stage, edits.scene, thing, than)) };
  },
});

const heavyBall = (words: string) => falls(words, 'ball', { larger: 1.6, denser: 8 });

/**
 * The middle of the bridge's near cable. There are six joints a plank and six more: those of the deck, then of the far cable with its
 * rods, then of the near one.
 */
function nearCable({ options }: LabState): number {
  const planks = options.planks!;
  return 4 * (planks + 1) + 2 * Math.ceil(planks / 2);
}

/** By scene. */
const ACTS: Record<string, Act> = {
  stack: heavyBall('Drop a heavy ball on it'),
  pyramid: heavyBall('Drop a heavy ball on it'),
  'large-pyramid': heavyBall('Drop a heavy ball on it'),
  'many-pyramids': heavyBall('Drop a heavy ball on one'),
  'high-mass-ratio': heavyBall('Drop a heavy ball on it'),
  heap: falls('Drop a large ball into it', 'ball', { larger: 3 }),
  pour: falls('Drop a large ball into it', 'ball', { larger: 3 }),
  'ragdoll-drop': falls('Drop one more', 'ragdoll'),
  suspension: {
    words: 'Cut a cable',
    isDone: (edit, state) => edit.kind === 'cut' && edit.joint === nearCable(state),
    edit: async ({ state }) => ({ kind: 'cut', joint: nearCable(state) }),
  },
  tablecloth: {
    words: 'Pull the cloth away',
    isDone: (edit) => edit.kind === 'set' && 'servo' in edit.changes,
    edit: async (_, edits) => {
      const { servo, limit } = edits.joint(0) as NumberedJoint & { servo: Servo; limit: [number, number] };
      return { kind: 'set', joint: 0, changes: { servo: { ...servo, target: limit[1] } } };
    },
  },
  arm: {
    words: 'Swing it round',
    // the lowest drive's, which turns all of it
    edit: async (_, edits) => {
      const { servo } = edits.joint(0) as NumberedJoint & { servo: Servo & { target: number } };
      return { kind: 'set', joint: 0, changes: { servo: { ...servo, target: -servo.target } } };
    },
  },
};

export class Acts {
  readonly #button = byId<HTMLButtonElement>('act');

  constructor(
    private readonly stage: Stage,
    edits: Edits,
    player: Pick<Player, 'inTurn'>,
    { changed, staged }: Pick<Events, 'changed' | 'staged'>,
    told: { act(edit: Edit): void; refused(error: unknown): void },
  ) {
    for (const signal of [changed, staged]) signal.on(() => this.#show());
    this.#button.addEventListener('click', () => {
      const act = this.#act;
      if (act)
        void player
          .inTurn(() => act.edit(stage, edits))
          .then((edit) => told.act(edit))
          .catch(told.refused);
    });
  }

  get #act(): Act | undefined {
    const { repair, scene } = this.stage.state;
    return repair ? undefined : ACTS[scene];
  }

  #show(): void {
    const act = this.#act;
    const { state } = this.stage;
    const focused = document.activeElement === this.#button;
    this.#button.hidden = !act || state.edits.some((edit) => act.isDone?.(edit, state));
    this.#button.textContent = act?.words ?? '';
    if (focused && this.#button.hidden) this.stage.canvas.focus({ preventScroll: true });
  }
}
