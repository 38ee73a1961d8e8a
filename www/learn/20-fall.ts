// One bead falls in single precision. As XPBD is published its velocity is the way it went over h; here velocities take impulses, of
// which a falling bead has none but gravity’s.
//     v ← v + h g,   x ← x + h v,   then   v ← (x − x₀)/h        or        v as it is
import { get } from '../dom';
import { setLive } from './bind';
import { legend, plot } from './plot';
import type { Points } from './recorded';

const FRAMES = 60;
const GRAVITY = 9.81;
const f32 = Math.fround;

/** A second from rest at `height`, so many substeps a frame. */
export function fall(height: number, substeps: number, published: boolean): Points {
  const h = f32(1 / (60 * substeps));
  const inverse = f32(60 * substeps);
  let [x, v] = [f32(height), 0];
  const fallen: Points = [[0, 0]];
  for (let frame = 1; frame <= FRAMES; frame++) {
    for (let k = 0; k < substeps; k++) {
      const before = x;
      v = f32(v - f32(h * f32(GRAVITY)));
      x = f32(x + f32(h * v));
      if (published) v = f32(f32(x - before) * inverse);
    }
    fallen.push([frame / 60, height - x]);
  }
  return fallen;
}

/** m: from this number of single precision to the next. */
export const lastDigit = (x: number): number => 2 ** (Math.floor(Math.log2(Math.abs(x))) - 23);

const HEIGHTS = [0.3, 1, 3, 10, 30, 100];

function show(): void {
  const form = get<HTMLFormElement>('#drop');
  const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
  const [height, substeps] = [HEIGHTS[field('height')]!, field('substeps')];
  get('[name="height-value"]').textContent = `${height} m`;
  get('[name="substeps-value"]').textContent = String(substeps);
  const [places, impulses] = [fall(height, substeps, true), fall(height, substeps, false)];
  setLive({
    moved: 1e6 * GRAVITY * (1 / (60 * substeps)) ** 2,
    digit: 1e6 * lastDigit(height),
    fellPlaces: places.at(-1)![1],
    fellImpulses: impulses.at(-1)![1],
  });
  plot(get<SVGElement>('#fallen'), { x: 'seconds', y: 'fallen, m', xRange: [0, 1], yRange: [0, 6] }, [
    { name: 'impulses', points: impulses },
    { name: 'places', points: places },
  ]);
}

export function startFall(): void {
  get('#fall').classList.add('running');
  legend(get('#fallen-names'), ['by impulses', 'by places, as published']);
  get('#drop').addEventListener('input', show);
  get('#drop').addEventListener('submit', (event) => event.preventDefault());
  new ResizeObserver(show).observe(get('#fallen'));
  show();
}
