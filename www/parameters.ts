// The parameters as pages know them: one row each, made from src/parameters.rs by `cargo run --example catalogue`.
import catalogue from './generated/catalogue.json';
import type { Parameters } from './types';

export interface ParameterInfo {
  /** As the API takes it. */
  name: keyof Parameters;
  /** For people: a word or two, and a sentence or two. */
  title: string;
  words: string;
  unit: string;
  kind: 'choice' | 'whole' | 'number' | 'vector' | 'pair' | 'switch';
  default: unknown;
  /** Whether it may be `auto`, too. */
  auto?: boolean;
  /** Of a number: words that it may be instead. */
  choices?: string[];
  min?: number;
  max?: number;
  /** Whether `min` itself is out of range. */
  above?: boolean;
  /** The useful part of the range: from, to, and the step between. */
  slider?: [number, number, number];
}

export const PARAMETERS = catalogue.parameters as ParameterInfo[];

/** What holds where nothing is given. */
export const DEFAULTS: Parameters = Object.fromEntries(
  PARAMETERS.map((info) => [info.name, info.default]),
) as Pick<Parameters, keyof Parameters>;
