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

/** Whatever was thrown, as a BeadworkError. A trap inside the wasm is `internal`. */
export function asError(thrown: unknown): BeadworkError {
  if (thrown instanceof BeadworkError) return thrown;
  const { code, message, path } = (thrown ?? {}) as { code?: unknown; message?: unknown; path?: unknown };
  if (typeof code === 'string' && typeof message === 'string' && !(thrown instanceof Error)) {
    return new BeadworkError(code as ErrorCode, message, typeof path === 'string' ? path : undefined);
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new BeadworkError(
    'internal',
    `Something inside the simulation broke (${detail}); this one cannot go on.`,
  );
}
