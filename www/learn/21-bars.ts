// What the joints of a necklace have learnt, a bar for each from the top one on: its force above, its penalty below. A stroke across says
// what the other necklace has there.
import { format } from './bind';
import { svg } from './svg';

export interface Learnt {
  /** N, by joint. */
  forces: readonly number[];
  /** Over k₀, by joint. */
  penalties: readonly number[];
}

const LEFT = 40;
const HIGH = 74;
const TOPS = [24, 134];
const HEIGHT = 232;

/** 1, 2 or 5 times a power of ten, not below this. */
function above(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= value * (1 - 1e-9))!;
}

export function drawBars(host: SVGElement, learns: Learnt, held: Learnt, chosen: number): void {
  const rows = [
    { name: 'λ, kN', unit: 1e-3, learns: learns.forces, held: held.forces },
    { name: 'k/k₀', unit: 1, learns: learns.penalties, held: held.penalties },
  ];
  const width = Math.max(280, host.clientWidth);
  host.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  const step = (width - LEFT) / Math.max(1, learns.forces.length);
  const parts = rows.flatMap(({ name, unit, learns, held }, row) => {
    const floor = TOPS[row]! + HIGH;
    const most = above(unit * Math.max(...learns, ...held, 1e-6));
    const high = (value: number) => Math.min(HIGH, (HIGH * unit * value) / most);
    return [
      svg('text', { class: 'axis', x: 2, y: TOPS[row]! - 10 }, name),
      svg('text', { class: 'tick', x: LEFT - 6, y: TOPS[row]! + 5, 'text-anchor': 'end' }, format(most, 3)),
      svg('text', { class: 'tick', x: LEFT - 6, y: floor + 4, 'text-anchor': 'end' }, '0'),
      svg('path', { class: 'grid', d: `M${LEFT} ${TOPS[row]!}H${width}M${LEFT} ${floor}H${width}` }),
      ...learns.map((value, l) =>
        svg('rect', {
          class: l === chosen ? 'bar chosen' : 'bar',
          x: LEFT + step * (l + 0.15),
          y: floor - high(value),
          width: 0.7 * step,
          height: high(value),
          'data-row': row,
          'data-value': value,
        }),
      ),
      ...held.map((value, l) =>
        svg('path', {
          class: 'held',
          d: `M${LEFT + step * l} ${floor - high(value)}h${step}`,
          'data-row': row,
          'data-value': value,
        }),
      ),
    ];
  });
  parts.push(
    svg('text', { class: 'tick', x: LEFT, y: HEIGHT - 6 }, 'joint 0, the top'),
    svg(
      'text',
      { class: 'tick', x: width, y: HEIGHT - 6, 'text-anchor': 'end' },
      `joint ${learns.forces.length - 1}`,
    ),
  );
  host.replaceChildren(...parts);
}
