// What happened last, in words: bodies that met or parted, and joints that broke. There only where the scene tells of such.
import type { Measures, Simulation, SimulationEvent } from '../../beadwork';
import { make } from '../../dom';

/** So many are shown, the newest first. */
const MOST = 6;

export interface EventNames {
  nameOf(body: number): string;
  /** Within a sentence. */
  inText(body: number): string;
  nameOfJoint(joint: number): string;
  /** Whether a body stays where it is. */
  stays(body: number): boolean;
}

/** `ball met floor · 1.25 s`: the moving body first. */
export function sayEvent(event: SimulationEvent, seconds: number, names: EventNames): string {
  const when = `${seconds.toFixed(2)} s`;
  if (event.type === 'broke') return `${names.nameOfJoint(event.joint)} broke · ${when}`;
  const { type, a, b } = event;
  const [one, other] = names.stays(a) && !names.stays(b) ? [b, a] : [a, b];
  return `${names.nameOf(one)} ${type === 'began' ? 'met' : 'left'} ${names.inText(other)} · ${when}`;
}

export class EventList {
  readonly #list = make('ol', { id: 'why-events' });
  readonly element = make(
    'section',
    { class: 'why-happened', 'aria-labelledby': 'why-happened', hidden: true },
    make('h3', { id: 'why-happened' }, 'What happened'),
    this.#list,
  );
  #said: string[] = [];
  #time = 0;

  constructor(private readonly names: EventNames) {
    this.start();
  }

  /** Another scene, or another copy. */
  start(): void {
    this.#said = [];
    this.#time = 0;
    this.#show();
  }

  /** Reads what the simulation has to tell since the last time. */
  async read(simulation: Simulation, { time, steps }: Measures): Promise<void> {
    this.element.hidden = !simulation.tells;
    if (!simulation.tells) return;
    // it began again
    if (time < this.#time) this.#said = [];
    this.#time = time;
    const events = await simulation.readEvents();
    const { timestep } = simulation.parameters;
    const fresh = events
      .slice(-MOST)
      .map((event) => sayEvent(event, Math.max(0, time - (steps - event.frame) * timestep), this.names));
    this.#said = [...fresh.reverse(), ...this.#said].slice(0, MOST);
    this.#show();
  }

  #show(): void {
    const said = this.#said.length > 0 ? this.#said : ['Nothing yet.'];
    if (said.join('\n') === [...this.#list.children].map(({ textContent }) => textContent).join('\n')) return;
    this.#list.replaceChildren(...said.map((words) => make('li', {}, words)));
  }
}
