// Fields of bodies in version 2: names, density, damping and gravity scale.

/** What version 2 adds to every body but planes: what brakes it, and how much of gravity it feels. */
export interface Drag {
  /** 1/s, 0 to 10⁶; 0 unless given. The velocity is multiplied by e^{−c h} once in each substep of h seconds. */
  linearDamping?: number;
  /** The same of the angular velocity, 1/s. */
  angularDamping?: number;
  /** How much of gravity it feels, −1000 to 1000; 1 unless given. At 0 it floats, below that it rises. */
  gravityScale?: number;
}

/** A density in place of a mass, for every body but planes, from version 2 on. */
export interface Dense {
  /** kg/m³, 0.001 to 10⁶; 1000, which is water, unless given. Refused beside `mass`, which `describe` writes. */
  density?: number;
}
