// The element's module: importing it defines <bead-work>, once, whoever else does the same.
import { BeadWorkElement } from './element/bead-work';

export type { BeadWorkAttributes } from './element/attribute-list';
export { BeadWorkElement } from './element/bead-work';
export type { BeadWorkEventMap, BeadWorkState, MeasureDetail } from './element/events';
export * from './exports';

declare global {
  interface HTMLElementTagNameMap {
    'bead-work': BeadWorkElement;
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('bead-work')) {
  customElements.define('bead-work', BeadWorkElement);
}
