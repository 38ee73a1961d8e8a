// What is folded away and opened again, and how much of the window that leaves to the picture.
import { get } from './elements';
import type { Lab } from './lab';

/** So many beads fill the picture's corners. */
const CROWD = 2000;
/** From here on the controls find room beside everything else, CSS pixels. */
const WIDE = 1600;

export class Folding {
  constructor(private readonly lab: Lab) {
    const sheet = get<HTMLDialogElement>('sheet');
    get('controls-switch').addEventListener('click', () => this.toggleControls());
    get('controls-close').addEventListener('click', () => this.#foldControls(false));
    get('take-switch').addEventListener('click', () => this.#fold('take', this.isFolded('take')));
    get('help').addEventListener('click', () => sheet.showModal());
  }

  isFolded(part: string): boolean {
    return get(part).hidden !== false;
  }

  toggleControls(): void {
    this.#foldControls(this.isFolded('controls'));
  }

  /** Where the headline would stand on beads it gets a place of its own. */
  makeRoom(): void {
    const { stage, state } = this.lab;
    const beside = document.body.classList.contains('with-controls') && innerWidth < WIDE;
    const copies = stage.runners.length;
    const beads = stage.first?.simulation.bodyCount ?? 0;
    const wide = copies > 2 || (state.scene !== 'pendant' && (copies > 1 || beads > CROWD));
    document.querySelector('main')!.classList.toggle('full', beside || wide);
  }

  #foldControls(open: boolean): void {
    this.#fold('controls', open);
    document.body.classList.toggle('with-controls', open);
    this.makeRoom();
    this.lab.table.show();
    if (open) get('controls').querySelector<HTMLElement>('select')?.focus({ preventScroll: true });
    else get('controls-switch').focus();
  }

  #fold(part: 'controls' | 'take', open: boolean): void {
    get(part).hidden = !open;
    get(`${part}-switch`).setAttribute('aria-expanded', String(open));
  }
}
