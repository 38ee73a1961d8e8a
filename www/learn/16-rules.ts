// The second figure of chapter 16: one picture for every rule, a line that meets a staircase.
import { get } from '../dom';
import { CAP, meet, outline, RULES } from './16-staircase';
import { format, setLive } from './bind';
import { legend, plot } from './plot';

/** kg and s */
const [MASS, STEP] = [1, 0.1] as const;
const PER_NEWTON = STEP / MASS;
const SPEEDS = [-5, 5] as const;
const TOP = 50;

const form = get<HTMLFormElement>('#rule');
const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;

/** What each rule does, by the sign of its force. */
const WORDS: Record<string, [string, string, string]> = {
  floor: [
    'It pushes: otherwise the two would run into each other.',
    'It does nothing: the two part by themselves.',
    '',
  ],
  rope: [
    '',
    'It does nothing: the two come nearer by themselves, and it goes slack.',
    'It pulls: otherwise the two would part.',
  ],
  lock: ['It pushes.', 'It has nothing to do.', 'It pulls. Nothing is cut off.'],
  speed: [
    '',
    'It does nothing: the two part slowly enough.',
    'It holds back: otherwise they would part too fast.',
  ],
  stops: ['The lower stop pushes.', 'Between the stops nothing acts.', 'The upper stop pulls back.'],
  motor: ['It pushes.', 'It has nothing to do.', 'It brakes.'],
  both: ['It pushes.', 'It has nothing to do.', 'It pulls back.'],
};

export function startRules(): void {
  const show = () => {
    const rule = field('rule');
    const free = Number(field('free'));
    const stairs = RULES[rule]!;
    const { u, lambda } = meet(stairs, free, PER_NEWTON);
    get('[name="free-value"]').textContent = `${format(free)} m/s`;
    setLive({ freeSpeed: free, ruleSpeed: u, ruleForce: lambda });
    const sign = Math.abs(lambda) < 1e-9 ? 1 : lambda > 0 ? 0 : 2;
    const full = stairs.most > 0 && Math.abs(Math.abs(lambda) - CAP) < 1e-9;
    get('#rule-words').textContent =
      `${WORDS[rule]![sign]}${full ? ' It has all its force: it is saturated.' : ''}`;
    plot(
      get<SVGElement>('#steps'),
      {
        x: 'speed after the step, m/s',
        y: 'force, N',
        xRange: [...SPEEDS],
        yRange: [-TOP, TOP],
        meeting: [u, lambda],
      },
      [
        { name: 'rule', points: outline(stairs, SPEEDS, TOP) },
        {
          name: 'scene',
          // only what is in sight
          points: [SPEEDS[0], SPEEDS[1]]
            .map((speed) => Math.min(TOP, Math.max(-TOP, (speed - free) / PER_NEWTON)))
            .map((force): [number, number] => [free + PER_NEWTON * force, force]),
        },
      ],
    );
  };
  legend(get('#step-names'), ['what the rule can do', 'what the rest of the scene says']);
  new ResizeObserver(show).observe(get('#steps'));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', show);
  show();
}
