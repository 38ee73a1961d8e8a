// The column of beads: at each joint how fast it opens, what it carries, and a button that corrects it.
import { format } from './bind';
import { type Corrections, FALL } from './hanging';
import { arrow, svg } from './svg';

const WIDTH = 420;
const HEIGHT = 430;
const MIDDLE = 120;
const END = 26;

/** Draws all of it; `corrected` is the joint that was corrected last. */
export function drawColumn(
  place: Element,
  column: Corrections,
  masses: number[],
  standing: boolean,
  corrected: number,
  correct: (row: number) => void,
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
  const { faults, velocities, impulses } = column;
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
    const isOpen = broken > 0.005;
    // the first step of all: where nothing was corrected yet, the broken joint asks for a click
    const isFirst = column.count === 0 && isOpen;
    const button = svg(
      'g',
      {
        class: `joint${i === corrected ? ' corrected' : ''}${isOpen ? ' open' : ''}`,
        role: 'button',
        tabindex: 0,
        'data-joint': i,
        'data-value': faults[i]!,
        'aria-label': `Joint ${i + 1}: ${format(1000 * faults[i]!, 3)} millimetres a second. Correct it.`,
      },
      svg('rect', { class: 'target', x: MIDDLE - 40, y: at - target / 2, width: 334, height: target }),
      svg('rect', { class: 'pill', x: 166, y: at - 14, width: 82, height: 28, rx: 8 }),
      svg('text', { class: 'do', x: 207, y: at + 5 }, 'correct'),
      svg(
        'text',
        { class: 'speed-of', x: 258, y: at + 5 },
        isOpen ? `${format(1000 * faults[i]!, 3)} mm/s` : 'holds',
      ),
      svg('text', { class: 'carried', x: 414, y: at + 5 }, `${format(60 * impulses[i]!, 3)} N`),
      ...(isFirst ? [svg('circle', { class: 'ring', cx: MIDDLE, cy: at, r: 17 })] : []),
    );
    button.addEventListener('click', () => correct(i));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      correct(i);
    });
    const speed = (velocities[i]! / FALL) * 0.42 * pitch;
    parts.push(
      svg('line', { class: 'leader', x1: MIDDLE + 12, x2: 164, y1: at, y2: at }),
      svg('circle', { class: 'bead', cx: MIDDLE, cy: centre, r }),
      arrow(MIDDLE - 58, centre, MIDDLE - 58, centre - speed, { class: 'speed' }),
      button,
    );
  });
  place.replaceChildren(...parts);
}
