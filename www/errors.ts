/**
 * What kind of thing went wrong. A code does not change its meaning from one version to the next.
 *
 * Of what was asked: `parameter`, a value makes no sense or is out of its range; `scene`, the same in a scene;
 * `not-applicable`, the solver cannot take this scene, or what it runs on cannot do that;
 * `not-found`, no body or joint has that name or number, or has it no longer; `limit`, it is more than the device or the library holds;
 * `shader`, an edited kernel does not compile; `busy`, it cannot be done while something else is; `destroyed`, it comes
 * after `destroy`.
 *
 * Of the browser: `no-webgpu`; `no-adapter`, there is WebGPU but no graphics device; `wrong-device`, the
 * graphics device computes wrongly; `no-webgl`, nothing else can draw either; `csp`, the page's policy forbids the wasm;
 * `wasm`, it is missing or damaged.
 *
 * On the way: `non-finite`, a bead left all bounds and the last good state is back; `out-of-memory`; `device-lost`, a
 * new device is being asked for; `recovery-refused`, there will be none; `internal`, a mistake in Beadwork.
 */
export type ErrorCode =
  | 'parameter'
  | 'scene'
  | 'not-applicable'
  | 'not-found'
  | 'limit'
  | 'no-webgpu'
  | 'no-adapter'
  | 'wrong-device'
  | 'no-webgl'
  | 'device-lost'
  | 'recovery-refused'
  | 'out-of-memory'
  | 'non-finite'
  | 'shader'
  | 'wasm'
  | 'csp'
  | 'busy'
  | 'destroyed'
  | 'internal';

/** Every fault that reaches a page: a stable code, the path of the field at fault, a whole sentence. */
export class BeadworkError extends Error {
  /** What kind of thing went wrong. */
  readonly code: ErrorCode;
  /** The field at fault, e.g. `iterations` or `joints[3].anchorA`. */
  readonly path?: string;

  /** For scripts that refuse things in the same way. */
  constructor(code: ErrorCode, message: string, path?: string) {
    super(message);
    this.name = 'BeadworkError';
    this.code = code;
    if (path !== undefined) this.path = path;
  }
}

/** Whether the wasm said no in its own words, `{ code, message, path }`, rather than breaking. */
export function isRefusal(thrown: unknown): thrown is { code: ErrorCode; message: string; path?: string } {
  if (thrown instanceof BeadworkError) return true;
  if (thrown === null || typeof thrown !== 'object' || thrown instanceof Error) return false;
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string';
}

/** Whatever was thrown, as a BeadworkError; what is no refusal is `internal`. */
export function asError(thrown: unknown): BeadworkError {
  if (thrown instanceof BeadworkError) return thrown;
  if (isRefusal(thrown)) return new BeadworkError(thrown.code, thrown.message, thrown.path);
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new BeadworkError('internal', `Something inside Beadwork broke (${detail}); create another.`);
}
