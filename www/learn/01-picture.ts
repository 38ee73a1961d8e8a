// The column of beads: at each place how fast it comes apart, and a button that puts it right.
import { format } from './bind';
import type { LocalFixes } from './hanging';
import { FALL } from './hanging';
import { arrow, svg } from './svg';

const WIDTH = 420;
const HEIGHT = 430;
const MIDDLE = 120;
const END = 26;

/** Draws all of it; `fixed` is the place that was put right last. */
export function drawColumn(
  place: Element,
  fixes: LocalFixes,
  masses: number[],
  standing: boolean,
  fixed: number,
  fix: (row: number) => void,
): void {
  place.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  const pitch = (HEIGHT - 2 * END) / (masses.length + 0.3);
  /** As high as a finger needs, where there is room. */
  const target = Math.min(pitch, 52);
  const y = (offset: number) => (standing ? HEIGHT - END - offset * pitch : END + offset * pitch);
  const parts: SVGElement[] = [
    svg('line', { class: 'rest', x1: MIDDLE - 60, x2: MIDDLE + 60, y1: y(0), y2: y(0) }),
    svg('path', {
      class: 'hatch',
      d: Array.from(
        { length: 9 },
        (_, i) => `M${MIDDLE - 52 + 13 * i} ${y(0)}l${standing ? -7 : 7} ${standing ? 9 : -9}`,
      ).join(''),
    }),
  ];
  const { faults, velocities, impulses } = fixes;
  const radius = (mass: number) => Math.min(0.36 * pitch, 0.2 * pitch * Math.cbrt(mass));
  masses.forEach((mass, i) => {
    const r = radius(mass);
    const centre = y(i + 0.62);
    const before = i === 0 ? y(0) : y(i - 0.38);
    const towards = standing ? -1 : 1;
    const broken = Math.min(1, Math.abs(faults[i]!) / FALL);
    const at = (before + centre) / 2;
    parts.push(
      svg('line', {
        class: 'thread',
        x1: MIDDLE,
        x2: MIDDLE,
        y1: before + (i === 0 ? 0 : towards * radius(masses[i - 1]!)),
        y2: centre - towards * r,
        'stroke-width': 2 + 4 * broken,
        'data-broken': broken > 0.01 ? 'yes' : 'no',
      }),
    );
    const button = svg(
      'g',
      {
        class: `place${i === fixed ? ' fixed' : ''}`,
        role: 'button',
        tabindex: 0,
        'data-place': i,
        'data-value': faults[i]!,
        'aria-label': `Place ${i + 1}: ${format(1000 * faults[i]!, 3)} millimetres a second. Put it right.`,
      },
      svg('rect', { class: 'target', x: 190, y: at - target / 2, width: 224, height: target }),
      svg('rect', { class: 'pill', x: 196, y: at - 13, width: 212, height: 26, rx: 13 }),
      svg('text', { x: 210, y: at + 5 }, broken > 0.005 ? `${format(1000 * faults[i]!, 3)} mm/s` : 'holds'),
      svg('text', { class: 'carried', x: 396, y: at + 5 }, `${format(60 * impulses[i]!, 3)} N`),
    );
    button.addEventListener('click', () => fix(i));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      fix(i);
    });
    const speed = (velocities[i]! / FALL) * 0.42 * pitch;
    parts.push(
      button,
      svg('line', { class: 'leader', x1: MIDDLE + 12, x2: 190, y1: at, y2: at }),
      svg('circle', { class: 'bead', cx: MIDDLE, cy: centre, r }),
      arrow(MIDDLE - 48, centre, MIDDLE - 48, centre - speed, { class: 'speed' }),
    );
  });
  place.replaceChildren(...parts);
}
