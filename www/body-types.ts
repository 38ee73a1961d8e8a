// Fields of bodies in version 2: names, density, centre of mass, damping and gravity scale.

import type { Vector } from './types';

/** What version 2 adds to every body but planes: what brakes it, and how much of gravity it feels. */
export interface Drag {
  /** 1/s, 0 to 10⁶; 0 unless given. The velocity is multiplied by e^{−c h} once in each substep of h seconds. */
  linearDamping?: number;
  /** The same of the angular velocity, 1/s. */
  angularDamping?: number;
  /** How much of gravity it feels, −1000 to 1000; 1 unless given. At 0 it floats, below that it rises. */
  gravityScale?: number;
}

/** A density in place of a mass, and where the mass is, for every body but planes, from version 2 on. */
export interface Dense {
  /** kg/m³, 0.001 to 10⁶; 1000, which is water, unless given. Refused beside `mass`, which `describe` writes. */
  density?: number;
  /**
   * The centre of mass, from the origin of the shape, in body axes, m; each within ±1000, [0, 0, 0] unless given. The shape, `position` and
   * anchors keep their places. `inertia` is about the centre of mass, and unless given that of the shape about its middle.
   */
  centre?: Vector;
  /**
   * Of hulls and compounds, beside `inertia`: the rotation from principal axes to body axes, a quaternion (x, y, z, w), which is normalised. Unless given,
   * given moments are about body axes.
   */
  principalAxes?: [number, number, number, number];
}
