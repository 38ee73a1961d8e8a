// What a person reads when something is in the way: a sentence over the poster where there is no picture, a line
// under the picture where there is one.
import { asError, type BeadworkError, type ErrorCode } from '../errors';

/** What to do, where the sentence itself does not say it. */
const HELP: Partial<Record<ErrorCode, string>> = {
  'no-webgpu': 'Everything else on this page can still be read.',
  'no-adapter':
    'The browser has WebGPU but no graphics device to give: switch hardware acceleration on in its settings, then try again.',
  'device-lost': 'Try again; if it does not come back, open this page in a new tab.',
  'recovery-refused': 'Only a new tab helps now.',
  wasm: 'A retry helps where the network was at fault.',
  'out-of-memory': 'Choose a smaller scene, or close other tabs, then try again.',
};

/** Where asking once more can change the answer. */
const RETRY: ErrorCode[] = ['no-adapter', 'device-lost', 'wasm', 'out-of-memory', 'busy', 'internal'];

const NOTICE_FOR = 9000;

export interface Remedy {
  text: string;
  act(): void;
}

export class Messages {
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly message: HTMLElement,
    private readonly notice: HTMLElement,
    private readonly stages: HTMLElement,
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
    return error;
  }

  /** Under the picture, for a while. */
  say(sentence: string, code = ''): void {
    clearTimeout(this.#fading);
    this.notice.textContent = sentence;
    this.notice.dataset.code = code;
    this.#fading = setTimeout(() => {
      this.notice.textContent = '';
    }, NOTICE_FOR);
  }

  refuse(thrown: unknown): void {
    const { code, path, message } = asError(thrown);
    this.say(path && !message.includes(path) ? `${message} (${path})` : message, code);
  }

  /** A sentence stands in the picture's place. */
  get inTheWay(): boolean {
    return !this.message.hidden;
  }

  clear(): void {
    this.message.hidden = true;
    delete this.message.dataset.code;
  }

  /** Which of the three stages is under way; none when the picture is there. */
  loading(stage: 'download' | 'compile' | 'picture' | null): void {
    this.stages.hidden = stage === null;
    // for whoever profiles the page, and for scripts/lab-figures.mjs
    performance.mark(`loading: ${stage ?? 'done'}`);
    for (const item of this.stages.querySelectorAll<HTMLElement>('[data-stage]'))
      item.toggleAttribute('data-now', item.dataset.stage === stage);
  }

  /** The last of them, unless the page has been loaded long since. */
  lastStage(): void {
    if (!this.stages.hidden) this.loading('picture');
  }
}
