// Chapter 11: bytes by kernel, the time they take at least, and what this device needs.
import './page';
import { type Parameters, Simulation } from '../beadwork';
import { get } from '../dom';
import { drawBars } from './11-bars';
import { format, setLive } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';
import { sayWhatIsMissing } from './stage';
import { moved, type Solver, shares, total } from './traffic';

const form = get<HTMLFormElement>('#sliders');
const figure = get('#lab');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value;

function cells(...texts: string[]): HTMLTableRowElement {
  const row = document.createElement('tr');
  const [head, ...rest] = texts;
  const name = document.createElement('th');
  name.scope = 'row';
  name.textContent = head ?? '';
  row.append(
    name,
    ...rest.map((text) => {
      const cell = document.createElement('td');
      cell.className = 'number';
      cell.textContent = text;
      return cell;
    }),
  );
  return row;
}

function show(): void {
  const solver = field('solver') as Solver;
  const passes = Number(field('passes'));
  const memory = 10 ** Number(field('memory'));
  const sum = total(solver, passes);
  drawBars(solver, passes);
  const last = cells('Together', '', '', '', format(sum));
  last.className = 'sum';
  last.lastElementChild!.setAttribute('data-value', String(sum));
  get('#bytes tbody').replaceChildren(
    ...shares(solver, passes).map((share) =>
      cells(
        share.kernel,
        `${share.times} ×`,
        format(share.read, 3),
        format(share.written, 3),
        format(moved(share)),
      ),
    ),
    last,
  );
  get('[name="passes-value"]').textContent = solver === 'direct' ? 'none' : String(passes);
  get('[name="memory-value"]').textContent = `${format(memory, 3)} GB/s`;
  const milliseconds = (1e5 * sum) / (memory * 1e9) / 1e-3;
  get('#floor').textContent =
    `A hundred thousand beads: ${format((1e5 * sum) / 1e6, 3)} MB per step. At ${format(memory, 3)} GB/s that takes at least ${format(milliseconds, 3)} ms.`;
  const rest = total('jacobi', 0);
  setLive({
    pass: total('jacobi', 1) - rest,
    rest,
    direct: total('direct', 0),
    passes,
    total: total('jacobi', passes),
  });
}

const CHAINS = 250;
const FRAMES = 10;

/** Wall-clock time of a step in ms, and stages where the device tells them. */
async function time(parameters: Partial<Parameters>): Promise<[number, Record<string, number>]> {
  const simulation = await Simulation.create({
    machine: 'gpu',
    scene: 'necklaces',
    sceneOptions: { chains: CHAINS, beads: 40 },
    parameters,
  });
  try {
    // pipelines are made on the way to the first one
    await simulation.step();
    await simulation.measure();
    const began = performance.now();
    await simulation.step(FRAMES);
    await simulation.readState();
    const took = (performance.now() - began) / FRAMES;
    return [took, (await simulation.measure()).stageMilliseconds];
  } finally {
    simulation.destroy();
  }
}

async function measure(): Promise<void> {
  const button = get<HTMLButtonElement>('#measure');
  button.disabled = true;
  const iterations = Number(field('passes'));
  const body = get('#times tbody');
  body.replaceChildren();
  get('#times').hidden = false;
  try {
    const runs: [string, Partial<Parameters>][] = [
      [`Jacobi, ${iterations} passes`, { solver: 'jacobi', iterations, execution: 'global' }],
      ['Exact', { solver: 'direct', execution: 'global', positions: 'pulled' }],
    ];
    for (const [name, parameters] of runs) {
      const [took, stages] = await time(parameters);
      const parts = Object.entries(stages).map(([stage, ms]) => `${stage} ${format(ms, 2)}`);
      body.append(cells(name, format(took, 3), parts.join(', ') || 'this device does not tell'));
    }
  } catch (error) {
    sayWhatIsMissing(figure, error);
  } finally {
    button.disabled = false;
  }
}

const jacobi = total('jacobi', 40) / total('direct', 0);
numberQuestion('times-as-many', (given) => {
  if (near(given, jacobi, 0.5))
    return right(
      `Right: ${format(jacobi, 3)} times. And those forty passes leave a hanging chain still far from the answer, while the one walk leaves only rounding.`,
    );
  const alone = (total('jacobi', 40) - total('jacobi', 0)) / total('direct', 0);
  if (near(given, alone, 0.5))
    return right(`Right for the passes alone. With the rest of the step it is ${format(jacobi, 3)}.`);
  if (given === 40)
    return wrong(
      'A pass of Jacobi moves fewer bytes than the whole walk of the exact solver. Add up the table.',
    );
  return wrong('Not yet. Divide the last lines of the two tables.');
});
const milliseconds = (1e5 * total('jacobi', 20)) / 500e9 / 1e-3;
numberQuestion('floor-of-memory', (given) => {
  if (near(given, milliseconds, 0.05))
    return right(
      `Right: ${format((1e5 * total('jacobi', 20)) / 1e6, 3)} MB at 500 GB/s take ${format(milliseconds, 3)} ms.`,
    );
  return wrong(
    near(given, milliseconds / 1000, 5e-5)
      ? 'That is in seconds.'
      : 'Not yet. Bytes in all over bytes a second, then in thousandths of a second.',
  );
});
const millions = 100e9 / 60 / total('direct', 0) / 1e6;
numberQuestion('how-many-beads', (given) => {
  if (near(given, millions, 0.1))
    return right(
      `Right: ${format(millions, 3)} million. The arithmetic would allow many more; the memory does not.`,
    );
  if (near(given, 60 * millions, 6)) return wrong('That is once a second. It has to be done sixty times.');
  return wrong(
    given > 1e5 && near(given / 1e6, millions, 0.1)
      ? 'Please give it in millions.'
      : 'Not yet. 100 GB/s are 1.67 GB in a sixtieth of a second.',
  );
});

form.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
get('#measure').addEventListener('click', () => void measure());
new ResizeObserver(() => drawBars(field('solver') as Solver, Number(field('passes')))).observe(get('#bars'));
if (navigator.gpu) figure.classList.add('running');
show();
