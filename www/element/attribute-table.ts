// The rows of embedding.html's table of attributes that are parameters.
import { kebab, write } from '../attributes';
import { make } from '../dom';
import { PARAMETERS, type ParameterInfo } from '../parameters';
import { allowedOf } from '../reading';

/** What stands between backticks, as code. */
const withCode = (text: string) => text.split('`').map((part, i) => (i % 2 ? make('code', {}, part) : part));

/** Digits that people read: 0.0167 for a sixtieth. */
const plain = (value: unknown) =>
  typeof value === 'number' ? String(Number(value.toPrecision(3))) : write(value);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function row(info: ParameterInfo): HTMLTableRowElement {
  const unit = info.unit && ` (${info.unit})`;
  const range = `${capital(allowedOf(info))}${unit}; \`${plain(info.default)}\` unless given.`;
  return make(
    'tr',
    {},
    make('td', {}, make('code', {}, kebab(info.name))),
    make('td', {}, ...withCode(`${info.words} ${range}`)),
  );
}

export const parameterRows = (): HTMLTableRowElement[] => PARAMETERS.map(row);
