// What the lab runs on, and why. A canvas keeps to the kind of picture that it has, so another machine takes another page.
import { BeadworkError, type Machine, type MachineChoice } from '../beadwork';
import { choice } from './choice';
import { FILE, isShort, type LabState } from './state';

const CHOICES: [string, MachineChoice][] = [
  ['Automatic', 'auto'],
  ['GPU, by WebGPU', 'gpu'],
  ['CPU', 'cpu'],
];

export class MachineControl {
  readonly #choice = choice('machine', 'Runs on', '');

  /** `reopen`: the page as the state has it, anew. */
  constructor(
    private readonly state: LabState,
    told: { reopen(): void; refused(error: unknown): void },
  ) {
    const { input } = this.#choice;
    for (const [text, value] of CHOICES) input.add(new Option(text, value));
    input.value = state.machine;
    input.addEventListener('change', () => {
      if (state.scene === FILE && !isShort(state)) {
        input.value = state.machine;
        told.refused(
          new BeadworkError(
            'parameter',
            'Another machine opens the page anew, and no address holds a scene from a file: keep it first, under Save and share.',
            'machine',
          ),
        );
        return;
      }
      state.machine = input.value as MachineChoice;
      told.reopen();
    });
  }

  get element(): HTMLElement {
    return this.#choice.element;
  }

  show(machine: Machine | undefined, reason: string): void {
    const { input, line } = this.#choice;
    input.value = this.state.machine;
    line.textContent = machine
      ? `${machine.toUpperCase()}. ${reason}`
      : 'What computes: a graphics card where the browser has one, else the faster of a software device and the CPU.';
  }
}
