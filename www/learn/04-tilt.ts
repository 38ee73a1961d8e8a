// The first figure of chapter 4: a bead about a nail, held by a force that is tilted out of the thread. With v for its speed and δ for the
// tilt, the thread pulls with λ = m v²/L along itself and the tilt adds λ tan δ along the path:
//     dv/dθ = v tan δ,   v = v₀ exp(θ tan δ),   energy after a turn: exp(4π tan δ) times what it was
import { get } from '../dom';
import { format, setLive } from './bind';
import { arrow, svg } from './svg';

const form = get<HTMLFormElement>('#tilt-form');
/** Marks in a turn where the speed stays as it is. */
const MARKS = 24;
/** Pixels: the nail, the thread, the arrow. */
const [NAIL_X, NAIL_Y, THREAD, PULL] = [150, 128, 98, 66] as const;

/** Turned by θ from the top, clockwise, after equal times: θ = −ln(1 − t tan δ)/tan δ, with v₀ = L. */
export function places(tilt: number): number[] {
  const slope = Math.tan(tilt);
  const found: number[] = [];
  for (let k = 0; ; k++) {
    const time = (2 * Math.PI * k) / MARKS;
    const left = 1 - time * slope;
    const turned =
      Math.abs(slope) < 1e-9 ? time : left > 0 ? -Math.log(left) / slope : Number.POSITIVE_INFINITY;
    if (turned > 2 * Math.PI + 1e-9) return found;
    found.push(turned);
  }
}

const at = (turned: number): [number, number] => [
  NAIL_X + THREAD * Math.sin(turned),
  NAIL_Y - THREAD * Math.cos(turned),
];

function show(): void {
  const degrees = Number((form.elements.namedItem('angle') as HTMLInputElement).value);
  const tilt = (Math.PI / 180) * degrees;
  const gain = Math.exp(4 * Math.PI * Math.tan(tilt));
  get('[name="angle-value"]').textContent = `${format(degrees)}°`;
  get('#tilt-words').textContent =
    degrees > 0
      ? 'Nothing drives it: the joint makes energy out of nothing.'
      : degrees < 0
        ? 'Nothing rubs: the joint makes energy disappear.'
        : 'The force is along the thread. The energy stays as it is.';
  setLive({ turned: gain });
  // the bead is drawn a sixth of a turn before the end; a tilt of some degrees is drawn five times as large
  const bead = at((5 / 3) * Math.PI);
  const toNail = Math.atan2(NAIL_Y - bead[1], NAIL_X - bead[0]) - 5 * tilt;
  const tip = [bead[0] + PULL * Math.cos(toNail), bead[1] + PULL * Math.sin(toNail)] as const;
  get('#tilted').replaceChildren(
    svg('circle', { class: 'way', cx: NAIL_X, cy: NAIL_Y, r: THREAD }),
    svg('line', { class: 'thread', x1: NAIL_X, y1: NAIL_Y, x2: bead[0], y2: bead[1] }),
    ...places(tilt).map((turned) => {
      const [cx, cy] = at(turned);
      return svg('circle', { class: 'mark', cx, cy, r: 4 });
    }),
    svg('circle', { class: 'nail', cx: NAIL_X, cy: NAIL_Y, r: 4 }),
    svg('circle', { class: 'bead', cx: bead[0], cy: bead[1], r: 13 }),
    arrow(bead[0], bead[1], tip[0], tip[1], { class: 'pull' }),
    svg('text', { x: tip[0] + 8, y: tip[1] + (degrees > 0 ? -6 : 16) }, 'force'),
  );
}

export function startTilt(): void {
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
}
