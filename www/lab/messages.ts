// What a person reads when something is in the way: a sentence over the poster where there is no picture, a note under
// the page's head where there is one.
import { asError, type BeadworkError, type ErrorCode } from '../errors';

/** What to do, where the sentence itself does not say it. */
const HELP: Partial<Record<ErrorCode, string>> = {
  'no-webgpu': 'Everything else on this page can still be read.',
  'no-adapter':
    'The browser has WebGPU but no graphics device to give: switch hardware acceleration on in its settings, then try again.',
  'wrong-device': 'Its driver is at fault; a newer one may compute rightly.',
  'device-lost': 'Try again; if it does not come back, open this page in a new tab.',
  'recovery-refused': 'Only a new tab helps now.',
  wasm: 'A retry helps where the network was at fault.',
  'out-of-memory': 'Choose a smaller scene, or close other tabs, then try again.',
};

/** Where asking once more can change the answer. */
const RETRY: ErrorCode[] = ['no-adapter', 'device-lost', 'wasm', 'out-of-memory', 'busy', 'internal'];

/** ms */
const NOTICE_FOR = 9000;
/** What loads in less than this needs no word, ms. */
const PATIENCE = 1000;

export interface Remedy {
  text: string;
  act(): void;
}

/** With the path of the field at fault, if the sentence does not name it. */
export function sentenceOf(thrown: unknown): string {
  const { path, message } = asError(thrown);
  return path && !message.includes(path) ? `${message} (${path})` : message;
}

export class Messages {
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly message: HTMLElement,
    private readonly notice: HTMLElement,
    private readonly waiting: HTMLElement,
    /** What stands in the picture's place until there is one. */
    private readonly poster: HTMLElement,
  ) {}

  /** In the picture's place. */
  fail(thrown: unknown, retry: () => void, remedy?: Remedy): BeadworkError {
    const error = asError(thrown);
    this.loading(null);
    const sentence = Object.assign(document.createElement('p'), { textContent: error.message });
    const help = Object.assign(document.createElement('small'), { textContent: HELP[error.code] ?? '' });
    const buttons = document.createElement('div');
    const offer = (text: string, act: () => void) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
      button.addEventListener('click', act);
      buttons.append(button);
    };
    if (remedy) offer(remedy.text, remedy.act);
    if (RETRY.includes(error.code)) offer('Try again', retry);
    if (error.code === 'recovery-refused' || error.code === 'device-lost') {
      const link = Object.assign(document.createElement('a'), {
        href: location.href,
        target: '_blank',
        rel: 'noopener',
        textContent: 'Open in a new tab',
      });
      buttons.append(link);
    }
    this.message.replaceChildren(sentence, help, buttons);
    this.message.dataset.code = error.code;
    this.message.hidden = false;
    document.body.classList.add('without-picture');
    this.poster.classList.remove('gone');
    return error;
  }

  /** Under the page's head, for a while; one line for each thing that there is to say. */
  say(sentences: string | string[], code = ''): void {
    clearTimeout(this.#fading);
    const lines = [sentences].flat().filter(Boolean);
    this.notice.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })),
    );
    this.notice.dataset.code = code;
    this.#fading = setTimeout(
      () => this.notice.replaceChildren(),
      NOTICE_FOR * Math.max(1, lines.length / 2),
    );
  }

  refuse(thrown: unknown): void {
    this.say(sentenceOf(thrown), asError(thrown).code);
  }

  /** The picture is there: nothing stands in its place any more. */
  shown(): void {
    this.clear();
    this.poster.classList.add('gone');
  }

  clear(): void {
    this.message.hidden = true;
    delete this.message.dataset.code;
    document.body.classList.remove('without-picture');
  }

  /** Which stage of loading is under way; none when the picture is there, or will not come. */
  loading(stage: 'download' | 'compile' | 'picture' | null): void {
    // for whoever profiles the page, and for scripts/lab-figures.mjs
    performance.mark(`loading: ${stage ?? 'done'}`);
    this.#loading = stage !== null;
    clearTimeout(this.#patience);
    if (stage === null) this.waiting.hidden = true;
    else {
      this.waiting.textContent = stage === 'download' ? 'loading …' : 'starting …';
      this.#patience = setTimeout(
        () => {
          this.waiting.hidden = false;
        },
        this.waiting.hidden ? PATIENCE : 0,
      );
    }
  }
  #loading = false;
  #patience: ReturnType<typeof setTimeout> | undefined;

  /** The last of them, unless the page has been loaded long since. */
  lastStage(): void {
    if (this.#loading) this.loading('picture');
  }
}
