// A chain that hangs at rest, solved by XPBD side by side: how far its joints stand open, by substeps and by passes.
// Upright, a bead has one coordinate, and all joints of a pass push at once, each ω/n times its own answer:
//     C ← P C,   P = 1 − (ω/n) A D⁻¹        and before the first pass C ← C + h² g at the joint that holds the chain
import { get } from '../dom';
import { format, setLive } from './bind';
import { legend, plot } from './plot';

/** Joints of the chapter’s chain; the share that a joint takes of its own answer: ω = 1.25, and two joints a bead. */
const JOINTS = 19;
export const SHARE = 1.25 / 2;
const GRAVITY = 9.81;
const FRAME = 1 / 60;
export const SPLITS = [1, 2, 5, 10, 20, 40, 80];

/** 1/kg by body, the fixed one first; the last is `ratio` times as heavy as the others. Units of a bead’s mass. */
const inverseMasses = (ratio: number): number[] =>
  Array.from({ length: JOINTS + 1 }, (_, body) => (body === 0 ? 0 : body === JOINTS ? 1 / ratio : 1));

/** The gaps that so many passes leave of these. */
function passed(gaps: readonly number[], w: readonly number[], passes: number): number[] {
  let c = [...gaps];
  for (let pass = 0; pass < passes; pass++) {
    const pushes = c.map((gap, l) => (SHARE * gap) / (w[l]! + w[l + 1]!));
    c = c.map(
      (gap, l) =>
        gap -
        (w[l]! + w[l + 1]!) * pushes[l]! +
        w[l]! * (pushes[l - 1] ?? 0) +
        w[l + 1]! * (pushes[l + 1] ?? 0),
    );
  }
  return c;
}

/** x of M x = b, by elimination; M is as tame as 1 − Pᴺ. */
function solved(columns: readonly number[][], b: readonly number[]): number[] {
  const n = b.length;
  const rows = Array.from({ length: n }, (_, r) => [...columns.map((column) => column[r]!), b[r]!]);
  for (let c = 0; c < n; c++)
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r]![c]! / rows[c]![c]!;
      for (let k = c; k <= n; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--)
    x[r] = (rows[r]![n]! - x.reduce((sum, each, k) => sum + each * rows[r]![k]!, 0)) / rows[r]![r]!;
  return x;
}

/** m, by joint: what is open at the end of each substep, once all is at rest. C = Pᴺ (C + h² g), solved for C. */
export function openAtRest(ratio: number, substeps: number, passes: number): number[] {
  const w = inverseMasses(ratio);
  const h = FRAME / substeps;
  const unit = (l: number, size: number) => Array.from({ length: JOINTS }, (_, k) => (k === l ? size : 0));
  const left = Array.from({ length: JOINTS }, (_, l) =>
    passed(unit(l, 1), w, passes).map((share, k) => (k === l ? 1 : 0) - share),
  );
  return solved(left, passed(unit(0, h * h * GRAVITY), w, passes));
}

/** mm, of the widest of them. */
export const widest = (ratio: number, substeps: number, passes: number): number =>
  1000 * Math.max(...openAtRest(ratio, substeps, passes));

/** Draws both lines for a load. */
function show(): void {
  const form = get<HTMLFormElement>('#load');
  const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
  const ratio = 10 ** field('load');
  const split = SPLITS[field('split')]!;
  get('[name="load-value"]').textContent = `${format(ratio, 3)} ×`;
  get('[name="split-value"]').textContent = String(split);
  const [steps, passes] = [widest(ratio, split, 1), widest(ratio, 1, split)];
  // joint 1 is the widest: a bead on either side, and all below it to bear
  const load = JOINTS - 2 + ratio;
  const h = FRAME / split;
  setLive({
    split,
    openSteps: steps,
    openPasses: passes,
    openOnce: widest(ratio, 1, 1),
    byRule: (1000 * h * h * 2 * load * GRAVITY) / SHARE,
    load,
    stiffer: widest(ratio, 1, 1) / steps,
    stifferPasses: widest(ratio, 1, 1) / passes,
  });
  plot(
    get<SVGElement>('#opened'),
    {
      x: 'passes a frame, N',
      y: 'widest gap at rest, mm',
      log: true,
      xTicks: SPLITS,
      xRange: [1, 80],
      yRange: [0.01, 100],
      mark: split,
    },
    [
      { name: 'one step', points: SPLITS.map((n) => [n, widest(ratio, 1, n)] as const) },
      { name: 'small steps', points: SPLITS.map((n) => [n, widest(ratio, n, 1)] as const) },
    ],
  );
}

export function startHang(): void {
  get('#hang').classList.add('running');
  legend(get('#opened-names'), ['one substep of N passes', 'N substeps of one pass']);
  get('#load').addEventListener('input', show);
  get('#load').addEventListener('submit', (event) => event.preventDefault());
  new ResizeObserver(show).observe(get('#opened'));
  show();
}
