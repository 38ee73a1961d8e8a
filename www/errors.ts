/** What kind of thing went wrong; part of the API. */
export type ErrorCode =
  | 'parameter'
  | 'scene'
  | 'not-applicable'
  | 'limit'
  | 'no-webgpu'
  | 'no-adapter'
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
  readonly code: ErrorCode;
  /** The field at fault, e.g. `iterations` or `joints[3].anchorA`. */
  readonly path?: string;

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
