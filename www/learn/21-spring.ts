// One bead on a spring in the place of its joint, from the place where the joint is shut. Lengths in m, k = κ m/h², one bead:
//     explicit        v ← v + h g − h k C/m,   C ← C + h v
//     solved          C ← (C + h v + h² g)/(1 + κ),   which is where the energies of spring and motion are least
//     learning        the same with λ, pass by pass:   C ← (C + h v + h² g − h² λ/m)/(1 + κ),   λ ← λ + k C
import { get } from '../dom';
import { format, setLive } from './bind';
import { legend, plot } from './plot';
import type { Points } from './recorded';

const H = 1 / 60;
const GRAVITY = 9.81;
const STEPS = 60;
/** mm: from where on a line is of no interest. */
const FAR = 15;
export const KAPPAS = [0.5, 1, 2, 3, 4, 4.5, 6, 10, 30];

export type Rule = 'explicit' | 'solved' | 'learning';

/** mm, after each step. λ of a learning one starts at nothing in the first. */
export function hung(rule: Rule, kappa: number, passes: number, steps = STEPS): number[] {
  let [c, v, lambda] = [0, 0, 0];
  return Array.from({ length: steps }, () => {
    const before = c;
    if (rule === 'explicit') {
      v += H * GRAVITY - (kappa * c) / H;
      c += H * v;
      return 1000 * c;
    }
    const free = c + H * v + H * H * GRAVITY;
    // λ h²/m, so that it is a length
    for (let pass = 0; pass < (rule === 'learning' ? passes : 1); pass++) {
      c = (free - lambda) / (1 + kappa);
      if (rule === 'learning') lambda += kappa * c;
    }
    v = (c - before) / H;
    return 1000 * c;
  });
}

function show(): void {
  const form = get<HTMLFormElement>('#one');
  const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
  const [kappa, passes] = [KAPPAS[field('kappa')]!, field('rounds')];
  get('[name="kappa-value"]').textContent = String(kappa);
  get('[name="rounds-value"]').textContent = String(passes);
  const open = 1000 * H * H * GRAVITY;
  setLive({
    open,
    kappa,
    rounds: passes,
    sag: open / kappa,
    shrink: 1 / (1 + kappa),
    afterPasses: open / (1 + kappa) ** passes,
  });
  const line = (rule: Rule): Points => {
    const found = hung(rule, kappa, passes);
    const end = found.findIndex((gap) => Math.abs(gap) > FAR);
    return [
      [0, 0],
      ...found.slice(0, end < 0 ? STEPS : end).map((gap, step) => [(step + 1) * H, gap] as [number, number]),
    ];
  };
  plot(get<SVGElement>('#stretched'), { x: 'seconds', y: 'gap, mm', xRange: [0, 1], yRange: [-1, 6] }, [
    { name: 'learning', points: line('learning') },
    { name: 'explicit', points: line('explicit') },
    { name: 'solved', points: line('solved') },
  ]);
  get('#hung').textContent =
    kappa > 4
      ? `κ = ${format(kappa)}: the explicit spring has flown apart. Solved, the spring sags by ${format(open / kappa, 3)} mm.`
      : `κ = ${format(kappa)}: the explicit spring swings on, as nothing brakes it. Solved, the spring sags by ${format(open / kappa, 3)} mm.`;
}

export function startSpring(): void {
  get('#spring').classList.add('running');
  legend(get('#stretched-names'), ['with λ that learns', 'explicit spring', 'spring, solved']);
  get('#one').addEventListener('input', show);
  get('#one').addEventListener('submit', (event) => event.preventDefault());
  new ResizeObserver(show).observe(get('#stretched'));
  show();
}
