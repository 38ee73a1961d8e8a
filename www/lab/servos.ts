// Servos in the panel: a slider for the target of each, in scenes that have some. The handles on the picture drive the same.
import { kebab } from '../attributes';
import type { BodyDescription } from '../beadwork';
import type { Edits } from './edits';
import { Field } from './field';
import { type DrivenAxis, type DrivenJoint, drivenAxes } from './servo';
import type { Stage } from './stage';
import { count } from './units';

/** So many have a slider and a handle. */
const MOST = 24;

/** A power of ten, so that a slider reaches both its ends: a hundred to a thousand steps. */
const stepOf = (range: number): number => Number(`1e${Math.floor(Math.log10(range)) - 2}`);

export interface ServosListeners {
  joined(): void;
  refused(error: unknown): void;
}

export class Servos {
  list: DrivenAxis[] = [];
  readonly #element = document.createElement('section');
  readonly #rest = document.createElement('small');
  #fields: Field[] = [];

  /** `panel` has its groups already. */
  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    panel: HTMLElement,
    private readonly told: ServosListeners,
  ) {
    this.#element.id = 'servos';
    this.#element.hidden = true;
    panel.firstElementChild!.after(this.#element);
  }

  /** As the scene has them now. */
  get bodies(): readonly BodyDescription[] {
    return this.edits.scene.bodies;
  }

  /** Another scene stands on the stage, or the same one anew. */
  start(): void {
    const { first } = this.stage;
    const all = first ? drivenAxes(first.simulation) : [];
    this.list = all.slice(0, MOST);
    this.#fields = this.list.map((driven) => this.#field(driven));
    const heading = Object.assign(document.createElement('h3'), { textContent: 'Servos' });
    this.#learn();
    const more = all.length - this.list.length;
    this.#rest.textContent = more > 0 ? `And ${count(more)} more, which stay as the scene has them.` : '';
    this.#element.replaceChildren(heading, ...this.#fields.map(({ element }) => element), this.#rest);
    this.#element.hidden = all.length === 0;
    this.show();
  }

  #field(driven: DrivenAxis): Field {
    const { joint, axis, turns, unit, from, to, description } = driven;
    const [a, b] = [description.a, description.b].map((end) =>
      end === 'world' ? 'the world' : `bead ${end + 1}`,
    );
    const which =
      description.type === 'six-dof' ? `, ${turns ? 'about' : 'along'} its ${axis.replace('r', '')}` : '';
    return new Field(
      {
        name: `servo-${joint}${description.type === 'six-dof' ? `-${kebab(axis)}` : ''}`,
        title: `Joint ${joint + 1}${which}`,
        line: `${turns ? 'Turns' : 'Moves'} ${b} against ${a}.`,
        unit,
        min: from,
        max: to,
        slider: [from, to, stepOf(to - from)],
      },
      () => driven.usual,
      (target) => this.drive(driven, Number(target)),
    );
  }

  /** Draws it there in every copy, from the next step on. */
  drive(driven: DrivenAxis, target: number): void {
    this.told.joined();
    driven.target = Math.min(driven.to, Math.max(driven.from, target));
    try {
      this.#put(driven);
    } catch (error) {
      this.told.refused(error);
    }
    this.show();
    this.stage.touch();
  }

  #put(driven: DrivenAxis): void {
    const changes = driven.changes(driven.target);
    for (const { simulation } of this.stage.runners) simulation.setJoint(driven.joint, changes);
  }

  /** The scene was loaded again on the way back from a cut: what was driven is driven still. */
  again(): void {
    this.#learn();
    for (const driven of this.list) if (driven.drives && driven.target !== driven.usual) this.#put(driven);
    this.show();
  }

  /** What edits changed of their joints. */
  #learn(): void {
    for (const driven of this.list) driven.learn(this.edits.joint(driven.joint) as DrivenJoint);
  }

  /** The copies begin again, with the joints as loaded and the edits that the scene was opened with. */
  reset(): void {
    this.#learn();
    for (const driven of this.list) {
      driven.target = driven.usual;
      if (driven.drives) driven.changes(driven.usual);
    }
    this.show();
  }

  /** Whether its joint was cut, or its servo taken away. */
  gone({ joint, drives }: DrivenAxis): boolean {
    return !drives || this.stage.state.edits.some((edit) => edit.kind === 'cut' && edit.joint === joint);
  }

  show(): void {
    this.list.forEach((driven, k) => {
      this.#fields[k]!.show(driven.target);
      this.#fields[k]!.element.hidden = this.gone(driven);
    });
  }
}
