// The package's module for three.js, a peer dependency. Only types of the library come in here, and its errors:
// a simulation is made by www/beadwork.ts or by an element.
export { BeadworkError, type ErrorCode } from './errors';
export { type AttachOptions, attach } from './three/attach';
export type { Physics } from './three/physics';
export type { PhysicsData } from './three/shapes';
