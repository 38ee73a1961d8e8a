// Every softness of a joint in its three notations, with the one that the scene gave marked.
import type { Softness } from '../../beadwork';
import { make } from '../../dom';
import { figure } from './figure';
import { effectiveMass, type Held } from './mass';
import type { Row } from './rows';
import { notationsOf, springOf } from './softness';

interface Soft {
  row: Row;
  what: string;
  softness: Softness;
}

/** Of each row what draws it softly. */
function softOf(rows: Row[]): Soft[] {
  return rows.flatMap((row) => {
    const { servo, softness, limit, limitSoftness, title } = row;
    const found: Soft[] = [];
    if (servo) {
      found.push({ row, what: `${title}: servo`, softness: springOf(servo) });
    } else if (softness) found.push({ row, what: `${title}: spring`, softness });
    if (limit && limitSoftness) found.push({ row, what: `${title}: stops`, softness: limitSoftness });
    return found;
  });
}

/** @param h s */
export function softnessTable(held: Held, rows: Row[], h: number): HTMLElement {
  const all = softOf(rows);
  if (all.length === 0) return make('p', {}, 'Everything that it holds is as firm as a step can make it.');
  return make(
    'div',
    {},
    ...all.map(({ row, what, softness }) => {
      const mass = effectiveMass(held, rows, row.index);
      const { given, hertz, dampingRatio, stiffness, damping, cfm, erp } = notationsOf(softness, mass, h);
      const [kilograms, k, c, gamma] = row.turns
        ? ['kg m²', 'N m/rad', 'N m s/rad', 's/(kg m²)']
        : ['kg', 'N/m', 'N s/m', 's/kg'];
      const line = (name: typeof given, title: string, one: string, other: string) =>
        make(
          'tr',
          name === given ? { class: 'given' } : {},
          make(
            'th',
            { scope: 'row' },
            title,
            ...(name === given ? [make('small', {}, 'as the scene has it')] : []),
          ),
          make('td', {}, one),
          make('td', {}, other),
        );
      return make(
        'table',
        { class: 'why-softness' },
        make('caption', {}, `${what}, moves ${figure(mass, kilograms)}`),
        line('frequency', 'Frequency, damping ratio', figure(hertz, 'Hz'), figure(dampingRatio, '')),
        line('spring', 'Stiffness, damping', figure(stiffness, k), figure(damping, c)),
        line('mixing', 'CFM, ERP', figure(cfm, gamma), figure(erp, '')),
      );
    }),
  );
}
