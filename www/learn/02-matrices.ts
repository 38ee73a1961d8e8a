// The matrices of chapter 2, with a sentence for every entry and what it is made from.
import { format } from './bind';
import { column, MatrixGrid } from './grid';
import { apply } from './matrix';
import type { Answer, Equation, Row, Stack } from './stack';

const grids = {
  j: new MatrixGrid('J', 'J, the measurements'),
  m: new MatrixGrid('M', 'M inverse, one over the masses'),
  free: new MatrixGrid('vfree', 'Free velocities, in metres a second'),
  a: new MatrixGrid('A', 'A, what a force at one row does to another'),
  lambda: new MatrixGrid('lambda', 'Lambda, the forces, in newtons'),
  b: new MatrixGrid('b', 'b, how fast each rule is being broken, over h'),
  change: new MatrixGrid('dv', 'Changes of velocity, in metres a second'),
  after: new MatrixGrid('v', 'Velocities after the step, in metres a second'),
  measured: new MatrixGrid('w', 'Measurements after the step, in metres a second'),
};
export const block = (body: number) => `block ${body}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const nameOf = ({ kind, above, below }: Row): string => {
  if (kind === 'ground') return `the ground under ${block(above)}`;
  const between = `between ${block(below!)} and ${block(above)}`;
  return {
    contact: `the contact ${between}`,
    lock: `the lock ${between}`,
    limit: `the speed limit ${between}`,
    clutch: `the ratchet ${between}`,
  }[kind];
};

export function showMatrices(stack: Stack, eq: Equation, found: Answer): void {
  const { rows } = eq;
  const name = rows.map(nameOf);
  const bodies = stack.masses.map((_, body) => body);
  const rowsSeeing = (body: number) => rows.flatMap((_, i) => (eq.j[i]![body] ? [i] : []));

  grids.j.show(
    eq.j.map((row, i) =>
      row.map((value, body) => ({
        value,
        sentence:
          value === 0
            ? `Row ${i}, ${name[i]}, does not look at ${block(body)}.`
            : `Row ${i}, ${name[i]}: if ${block(body)} moves up, what it measures ${value > 0 ? 'grows' : 'shrinks'}.`,
        from: [`contact-${i}`, `body-${body}`],
      })),
    ),
  );
  grids.m.show(
    eq.inverseMass.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence:
          i === k
            ? `One over the mass of ${block(i)}: a newton second changes its speed by ${format(value)} m/s.`
            : `Pushing ${block(k)} does not by itself move ${block(i)}: zero.`,
        from: i === k ? [`body-${i}`] : [`body-${i}`, `body-${k}`],
      })),
    ),
  );
  grids.free.show(
    column(
      eq.free.map((value, body) => ({
        value,
        sentence: `${capital(block(body))} if nothing were in its way: ${format(eq.start[body]!)} m/s before, less h times gravity, ${format(stack.dt * stack.gravity)} m/s.`,
        from: [`body-${body}`],
      })),
    ),
  );
  grids.a.show(
    eq.a.map((row, i) =>
      row.map((value, k) => {
        const shared = bodies.filter((body) => eq.j[i]![body] && eq.j[k]![body]);
        const sum = shared.map(
          (body) =>
            `${format(eq.j[i]![body]!)}·${format(eq.inverseMass[body]![body]!)}·${format(eq.j[k]![body]!)}`,
        );
        return {
          value,
          sentence:
            shared.length === 0
              ? `Rows ${i} and ${k} share no block: a push at one is not felt at the other.`
              : i === k
                ? `A newton at row ${i} moves its own measurement by this much a second: ${sum.join(' + ')}.`
                : `Rows ${i} and ${k} share ${shared.map(block).join(' and ')}: a newton at one changes what the other measures by ${sum.join(' + ')} a second.`,
          from: shared.flatMap((body) => [`J-${i}-${body}`, `J-${k}-${body}`, `M-${body}-${body}`]),
        };
      }),
    ),
  );
  grids.lambda.show(
    column(
      found.lambda.map((value, i) => ({
        value,
        sentence:
          value === 0
            ? `${capital(name[i]!)} does not push.`
            : `${capital(name[i]!)} ${value > 0 ? 'pushes' : 'pulls'} with ${format(Math.abs(value))} N; its impulse is h times that, ${format(stack.dt * Math.abs(value))} N s.`,
        from: [`contact-${i}`],
      })),
    ),
  );
  grids.b.show(
    column(
      eq.b.map((value, i) => ({
        value,
        sentence: `Row ${i} measures ${format(apply(eq.j, eq.free)[i]!)} m/s if nothing pushes${
          rows[i]!.allowance ? `, and ${format(rows[i]!.allowance)} m/s are allowed` : ''
        }; the other sign, and over h.`,
        from: bodies.flatMap((body) => (eq.j[i]![body] ? [`J-${i}-${body}`, `vfree-${body}-0`] : [])),
      })),
    ),
  );
  grids.change.show(
    column(
      found.change.map((value, body) => ({
        value,
        sentence: `What the forces on ${block(body)} do to it in h: they add up to ${format((value / stack.dt) * stack.masses[body]!)} N.`,
        from: [`M-${body}-${body}`, ...rowsSeeing(body).flatMap((i) => [`J-${i}-${body}`, `lambda-${i}-0`])],
      })),
    ),
  );
  grids.after.show(
    column(
      found.after.map((value, body) => ({
        value,
        sentence: `${capital(block(body))} after the step: ${format(eq.free[body]!)} + ${format(found.change[body]!)} m/s.`,
        from: [`vfree-${body}-0`, `dv-${body}-0`],
      })),
    ),
  );
  grids.measured.show(
    column(
      apply(eq.j, found.after).map((value, i) => ({
        value,
        sentence: `What ${name[i]} measures now: ${
          Math.abs(value + rows[i]!.allowance) < 1e-6
            ? 'its rule just holds'
            : 'more than its rule asks for, so it need not push'
        }.`,
        from: [...bodies.flatMap((body) => (eq.j[i]![body] ? [`J-${i}-${body}`, `v-${body}-0`] : []))],
      })),
    ),
  );
}
