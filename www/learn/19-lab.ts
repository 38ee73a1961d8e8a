// The first figure of chapter 19: one net twice, solved exactly and by passes.
import type { Measures, Parameters } from '../beadwork';
import { get } from '../dom';
import { setLive } from './bind';
import { Stage } from './stage';

const NET = { rows: 6, columns: 8 };
/** Seconds; then both are let go anew. */
const LOOP = 12;

const figure = get('#lab');
const form = get<HTMLFormElement>('#passes');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
const passes = () => Number(field('passes'));

const byPasses = (): Partial<Parameters> => ({
  solver: field('solver') as 'jacobi' | 'chebyshev',
  iterations: passes(),
});

function label(): void {
  get('[name="passes-value"]').textContent = String(passes());
  get('#by-passes').textContent =
    `${field('solver') === 'jacobi' ? 'Jacobi' : 'Chebyshev'}, ${passes()} passes`;
}

/** In mm and mm/s. */
function tell(name: string, { maxGap, residual }: Measures): void {
  setLive({ [`gap${name}`]: 1000 * maxGap, [`left${name}`]: 1000 * residual });
}

export async function startLab(): Promise<void> {
  let stage: Stage | null = null;
  label();
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    label();
    if (!stage) return;
    stage.simulations[1]!.setParameters(byPasses());
    stage.restart();
  });
  stage = await Stage.open(figure, {
    simulations: [{ solver: 'direct' as const }, byPasses()].map((parameters) => ({
      scene: 'net',
      sceneOptions: NET,
      parameters,
    })),
    placing: [{ offset: [-1, 0, 0] }, { offset: [1, 0, 0], thread: [1, 0.54, 0.45] }],
    onFrame: async (stage, current) => {
      const [exact, relaxed] = await Promise.all(stage.simulations.map((each) => each.measure()));
      if (!current()) return;
      tell('Exact', exact!);
      tell('Passes', relaxed!);
      setLive({ time: exact!.time });
      if (exact!.time >= LOOP) stage.restart();
    },
  });
}
