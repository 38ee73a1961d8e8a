// What a tap on the picture means: a joint, or the body that is there, and in which copy.
import type { NumberedJoint } from '../../beadwork';
import type { Edits } from '../edits';
import { ofShapes } from '../shapes';
import type { Stage } from '../stage';
import { centreOf, nearestJoint } from './nearest';

/** So near to a tap a joint is meant, CSS pixels: by mouse, and by finger. */
const REACH = 12;
const FINGER = 22;
/** Over a body, a joint is meant where it is so much nearer than the body's centre. */
const NEARER = 0.5;
/** Scenes with more joints are not looked through. */
const MOST_JOINTS = 20_000;

export interface Meant {
  joint: number | null;
  copy: number;
}

export class Taps {
  #at = { x: 0, y: 0, reach: REACH };

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    private readonly isCut: (joint: number) => boolean,
  ) {
    stage.canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y, pointerType }) => {
      this.#at = { x, y, reach: pointerType === 'touch' ? FINGER : REACH };
    });
  }

  /** Of the last tap, which was on a body or on none; null where nothing can be said. */
  async meant(body: number | null): Promise<Meant | null> {
    const { stage, edits } = this;
    const at = { ...this.#at };
    const { jointCount = 0 } = stage.first?.simulation ?? {};
    if (jointCount > MOST_JOINTS || (jointCount === 0 && body === null)) return null;
    const read = await Promise.all(stage.runners.map(({ simulation }) => simulation.readState()));
    const states = read.map((state) => ofShapes(state, edits.scene.bodies));
    const seen = stage.seen.bind(stage);
    const centre = body === null ? null : centreOf(body, states, seen, at);
    const reach = centre ? Math.min(at.reach, NEARER * centre.away) : at.reach;
    const joints = (edits.scene.joints ?? []) as NumberedJoint[];
    const near = nearestJoint(joints, this.isCut, states, seen, at, reach);
    return near ?? (centre && { joint: null, copy: centre.copy });
  }
}
