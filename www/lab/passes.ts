// The slider of passes beside the picture: from one pass to 500, by ratios.

import { byId } from '../dom';
import { scale } from '../scale';
import { FEWEST_PASSES, MOST_PASSES } from './controls';
import type { Events } from './events';
import { goesByPasses } from './figures';
import type { Stage } from './stage';
import { GAME_PASSES } from './state';

const MARKS: [number, string][] = [
  [FEWEST_PASSES, String(FEWEST_PASSES)],
  [GAME_PASSES, `${GAME_PASSES}, as games do`],
  [100, '100'],
  [MOST_PASSES, String(MOST_PASSES)],
];
const PASSES = scale([FEWEST_PASSES, MOST_PASSES, 1], true);
/** Of a slider's knob, CSS pixels: its middle never reaches the track's ends. */
const KNOB = 17.6;

export class Passes {
  readonly #slider = byId<HTMLInputElement>('iterations');

  constructor(
    private readonly stage: Stage,
    { staged, measured }: Pick<Events, 'staged' | 'measured'>,
    set: (iterations: number) => void,
  ) {
    const slider = this.#slider;
    Object.assign(slider, { min: PASSES.min, max: PASSES.max, step: PASSES.step });
    // as the address has it, before anything stands
    this.#point();
    slider.addEventListener('input', () => set(PASSES.value(slider.valueAsNumber)));
    // an arrow key goes on by a tenth, and by one pass at least
    slider.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const { iterations } = stage.state.parameters;
      const next =
        by > 0 ? Math.max(iterations + 1, iterations * 1.1) : Math.min(iterations - 1, iterations / 1.1);
      set(Math.round(Math.min(MOST_PASSES, Math.max(FEWEST_PASSES, next))));
    });
    byId('passes-marks').replaceChildren(
      ...MARKS.map(([value, text]) => {
        const mark = Object.assign(document.createElement('span'), { textContent: text });
        const at = PASSES.stop(value) / PASSES.max;
        mark.style.left = `calc(${KNOB / 2}px + ${at} * (100% - ${KNOB}px))`;
        return mark;
      }),
    );
    // until it is known who goes by passes; the page's opening has them at once
    byId('passes').hidden = stage.state.scene !== 'pendant';
    staged.on(() => this.show());
    // what `auto` chose is known then
    measured.on(() => this.show());
  }

  #point(): void {
    const { iterations } = this.stage.state.parameters;
    this.#slider.value = String(PASSES.stop(Math.min(iterations, MOST_PASSES)));
    this.#slider.setAttribute('aria-valuetext', `${iterations} passes`);
    byId('iterations-value').textContent = String(iterations);
  }

  show(): void {
    const some = this.stage.runners.some(({ own }) => own.iterations !== undefined);
    byId('passes').querySelector('label')!.textContent = some ? 'Passes of the others' : 'Passes';
    this.#point();
    // who has passes of his own does not hear of these
    byId('passes').hidden = !this.stage.runners.some(
      (runner) => goesByPasses(runner) && runner.own.iterations === undefined,
    );
  }
}
