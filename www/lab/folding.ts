// What is folded away and opened again: the controls, the sheet of help, and what leaves the page.
import { byId } from '../dom';

export class Folding {
  constructor(
    /** The controls were folded or unfolded. */
    private readonly turned: () => void,
  ) {
    const sheet = byId<HTMLDialogElement>('sheet');
    byId('controls-switch').addEventListener('click', () => this.toggleControls());
    byId('controls-close').addEventListener('click', () => this.#foldControls(false));
    byId('help').addEventListener('click', () => sheet.showModal());
    const [button, popover] = [byId('take-switch'), byId('take')];
    popover.addEventListener('toggle', (event) => {
      const open = (event as ToggleEvent).newState === 'open';
      button.setAttribute('aria-expanded', String(open));
      if (open) stand(popover, button);
    });
  }

  get controlsFolded(): boolean {
    return byId('controls').hidden !== false;
  }

  toggleControls(): void {
    this.#foldControls(this.controlsFolded);
  }

  #foldControls(open: boolean): void {
    byId('controls').hidden = !open;
    byId('controls-switch').setAttribute('aria-expanded', String(open));
    document.body.classList.toggle('with-controls', open);
    this.turned();
    // a sheet from below covers half of a phone: what its sliders act on goes into the other half
    if (open && matchMedia('(max-width: 44rem)').matches) byId('stage').scrollIntoView();
    // letters typed in a menu choose from it, and the key that opened these is to close them
    if (open) byId('controls-close').focus({ preventScroll: true });
    else byId('controls-switch').focus();
  }
}

/** Above its button or below it, where there is more room, and within the window. */
function stand(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const below = at.bottom + height + 8 < innerHeight || at.top < height;
  popover.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
  popover.style.top = `${Math.max(8, below ? Math.min(at.bottom + 6, innerHeight - height - 8) : at.top - height - 6)}px`;
}
