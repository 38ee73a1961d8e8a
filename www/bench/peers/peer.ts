// Another engine with a scene in it, as the benchmark runs it. What it leaves is measured by the formulas that hold for all.
import type { NumberedScene } from '../../beadwork';
import { type Measured, measured, type Stand } from './measure';
import type { Model } from './model';

/** A frame, s. */
export const FRAME = 1 / 60;

export interface PeerOptions {
  /** Of its solver; its own number unless told. */
  passes?: number | undefined;
  /** Steps of a frame; its own number unless told. */
  substeps?: number | undefined;
}

/** What a file of this folder gives. */
export interface Engine {
  /** Bodies that fit, at the most. */
  most: number;
  /** Rejects with a sentence where the engine cannot be had or cannot do what the scene asks for. */
  of(scene: NumberedScene, options?: PeerOptions): Promise<Peer>;
}

export abstract class Peer {
  /** Of its package, with the version. */
  abstract readonly name: string;
  /** How it is set up, in a sentence. */
  abstract readonly settings: string;
  /** Of each substep; null where it has none that could be told. */
  abstract readonly passes: number | null;
  abstract readonly substeps: number;

  protected constructor(readonly model: Model) {}

  /** A frame of 1/60 s. */
  abstract step(): void;

  /** Gives the engine's memory back; nothing else may be called afterwards. */
  abstract free(): void;

  /** Of every body, as it stands now. */
  abstract stands(): Stand[];

  /** x, y, z of every body, m. */
  positions(): number[] {
    return this.stands().flatMap(({ position }) => position);
  }

  measure(): Measured {
    return measured(this.model, this.stands());
  }
}
