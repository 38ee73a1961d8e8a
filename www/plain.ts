// Whatever a caller hands over, as JSON text for the wasm. What JSON has no word for (NaN, a BigInt, a
// function) becomes a string, so that the refusal can name it and its path; what cannot be read at all is
// refused here.
import { BeadworkError, type ErrorCode } from './errors';

/** Deeper than anything that the API takes. */
const DEEPEST = 16;
/** Longer than any list that a scene may have. */
const LONGEST = 8_000_000;
/** More values than any scene that can be read: a few lists that hold each other many times over have more. */
const MOST_VALUES = 25_000_000;

/** Needs no escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Where the writing has come to: objects from the outermost in, and the step taken from each. */
interface Trail {
  inside: object[];
  steps: (string | number)[];
  /** Values still allowed. */
  left: number;
}

const TOO_MUCH = 'holds more than any scene may';

class Refusal extends Error {
  constructor(
    message: string,
    readonly code?: ErrorCode,
  ) {
    super(message);
  }
}

/** The path of a fault begins with `root`; where that is empty and the whole is at fault, it is `name`. */
export function toJson(value: unknown, code: ErrorCode, name: string, root = ''): string {
  const trail: Trail = { inside: [], steps: [], left: MOST_VALUES };
  try {
    return quick(value) ?? write(value, trail);
  } catch (error) {
    const steps = trail.steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    const path = (root + steps.join('')).replace(/^\./, '').slice(0, 200) || name;
    const why = error instanceof Refusal ? error.message : 'cannot be read: reading it throws';
    throw new BeadworkError((error instanceof Refusal && error.code) || code, `${path} ${why}.`, path);
  }
}

/** What JSON has words for, three times faster; null where anything is out of the ordinary. */
function quick(value: unknown): string | null {
  let left = MOST_VALUES;
  const ordinary = (item: unknown) => {
    switch (typeof item) {
      case 'number':
        return Number.isFinite(item) && !Object.is(item, -0);
      case 'string':
        return item.length <= 200 && PLAIN.test(item);
      case 'object':
        if (item === null) return true;
        if (Array.isArray(item)) return item.length <= LONGEST;
        return Object.getPrototypeOf(item) === Object.prototype && !('toJSON' in item);
      default:
        return typeof item === 'boolean' || item === undefined;
    }
  };
  try {
    const json = JSON.stringify(value, (key, item) => {
      left -= 1;
      if (left < 0) throw new Refusal(TOO_MUCH, 'limit');
      if (!ordinary(item) || !PLAIN.test(key)) throw null;
      return item;
    });
    return json ?? null;
  } catch (error) {
    // to write it out the long way would take as long again
    if (error instanceof Refusal) throw error;
    return null;
  }
}

function write(value: unknown, trail: Trail): string {
  trail.left -= 1;
  if (trail.left < 0) throw new Refusal(TOO_MUCH, 'limit');
  switch (typeof value) {
    case 'number':
      return number(value);
    case 'string':
      return text(value);
    case 'boolean':
      return String(value);
    case 'bigint':
      return text(`${value}n`);
    case 'undefined':
      return 'null';
    case 'object':
      return value === null ? 'null' : writeObject(value, trail);
    default:
      return `"a ${typeof value}"`;
  }
}

function writeObject(value: object, trail: Trail): string {
  if (trail.inside.includes(value)) throw new Refusal('holds itself');
  if (trail.inside.length >= DEEPEST) throw new Refusal('is nested too deeply');
  trail.inside.push(value);
  let out: string;
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    out = writeList(value as ArrayLike<unknown>, trail);
  } else {
    // a Map, a Date or a Promise has no fields and would pass for an empty object
    const kind = Object.prototype.toString.call(value);
    out = kind === '[object Object]' ? writeFields(value as Record<string, unknown>, trail) : text(kind);
  }
  trail.inside.pop();
  return out;
}

function writeList(list: ArrayLike<unknown>, trail: Trail): string {
  if (list.length > LONGEST)
    throw new Refusal(`has ${list.length} entries; no scene may have so many`, 'limit');
  let out = '[';
  for (let i = 0; i < list.length; i += 1) {
    if (i > 0) out += ',';
    trail.steps.push(i);
    out += write(list[i], trail);
    trail.steps.pop();
  }
  return `${out}]`;
}

/** A field that is undefined counts as not given. */
function writeFields(fields: Record<string, unknown>, trail: Trail): string {
  let out = '{';
  for (const key of Object.keys(fields)) {
    trail.steps.push(key);
    const value = fields[key];
    if (value !== undefined) out += `${out === '{' ? '' : ','}${text(key)}:${write(value, trail)}`;
    trail.steps.pop();
  }
  return `${out}}`;
}

function number(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

/** Long texts matter in refusals only, and half a surrogate pair is no JSON elsewhere. */
function text(value: string): string {
  if (value.length <= 200 && PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value.slice(0, 200)).replace(/\\ud[89a-f]../gi, '\ufffd');
}
