// What stands below the picture: the plots and the panel that the attributes ask for.
import type { Settings } from '../attributes';
import { make } from '../dom';
import type { Measures, Parameters } from '../exports';
import { type PanelActs, panel } from './panel';
import { DEPTH, PLOTS, Plot } from './plots';

export interface BelowWanted {
  /** The attribute `plots`. */
  plots: string;
  /** The attribute `controls`; null without a panel. */
  controls: string | null;
  settings: Settings;
  parameters: Parameters;
  /** The plot of gaps shows how deep bodies are in each other. */
  byDepth: boolean;
}

export class Below {
  #plots: Plot[] = [];
  /** What is there now, in words. */
  #key = '';
  #plotted = '';

  constructor(
    private readonly place: HTMLElement,
    private readonly acts: PanelActs,
  ) {}

  /** A panel in use is left alone unless it no longer fits the scene. */
  show({ plots, controls, settings, parameters, byDepth }: BelowWanted): void {
    const asked = plots.split(/\s+/).filter((name) => PLOTS.includes(name));
    const names = [...new Set(asked.map((name) => (name === 'gap' && byDepth ? DEPTH : name)))];
    const key = JSON.stringify([names, controls, settings.scene, settings.compare]);
    const used = this.#focused();
    if (used && this.#key === key) return;
    this.#key = key;
    this.place.replaceChildren(...this.#plotsFor(names));
    if (controls === null) return;
    this.place.append(panel(controls, settings, parameters, this.acts));
    const name = used?.getAttribute('name');
    if (name) this.place.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  }

  add(measures: readonly Measures[]): void {
    for (const plot of this.#plots) plot.add(measures);
  }

  clear(): void {
    for (const plot of this.#plots) plot.clear();
  }

  /** Plots that are there already keep their lines. */
  #plotsFor(names: string[]): Element[] {
    const kept = this.place.querySelector('.plots');
    if (kept && this.#plotted === names.join(' ')) return [kept];
    this.#plotted = names.join(' ');
    this.#plots = names.map((name) => new Plot(name));
    if (names.length === 0) return [];
    return [make('div', { class: 'plots', part: 'plots' }, ...this.#plots.map(({ element }) => element))];
  }

  #focused(): HTMLElement | null {
    const { activeElement } = this.place.getRootNode() as ShadowRoot;
    return activeElement instanceof HTMLElement && this.place.contains(activeElement) ? activeElement : null;
  }
}
