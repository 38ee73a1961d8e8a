// Chapter 14: a joint whose six axes are switched while it swings, five ways to read a twist of which four fail, and two hands, one
// of them drawn by an edited kernel.
import './page';
import { get } from '../dom';
import { startBoard } from './14-board';
import { startHands } from './14-hands';
import { drawDials, drawPaddle } from './14-picture';
import { about, type Pose, READINGS, turnOf, wrapped } from './14-turns';
import { format, setLive } from './bind';
import { near, numberQuestion, right, task, wrong } from './exercise';

const DEGREES = 180 / Math.PI;
/** rad: farther off than this a reading is caught. */
const CAUGHT = 1 / DEGREES;

const form = get<HTMLFormElement>('#pose');
const field = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);
const pose = (): Pose => ({
  twist: field('twist') / DEGREES,
  swing: field('swing') / DEGREES,
  toward: field('toward') / DEGREES,
});

/** By reading: the pose in which it was caught first. */
const caught = new Map<string, string>();

function words(): string {
  const { twist, swing, toward, base } = Object.fromEntries(
    ['twist', 'swing', 'toward', 'base'].map((name) => [name, field(name)]),
  ) as Record<string, number>;
  const swung = swing === 0 ? '' : `, swing ${swing}° toward ${toward}°`;
  return `twist ${twist}°${swung}${base === 0 ? '' : `, base ${base}°`}`;
}

function showPose(): void {
  for (const name of ['twist', 'swing', 'toward', 'base'])
    get(`[name="${name}-value"]`).textContent = `${field(name)}°`;
  const base = about([0, 1, 0], field('base') / DEGREES);
  const q = turnOf(pose());
  const twist = wrapped(pose().twist);
  const readings = Object.fromEntries(Object.entries(READINGS).map(([name, read]) => [name, read(base, q)]));
  const off = new Set<string>();
  for (const [name, reading] of Object.entries(readings)) {
    if (Math.abs(wrapped(reading - twist)) > CAUGHT || Math.abs(reading) > Math.PI + 1e-9) off.add(name);
    if (off.has(name) && !caught.has(name)) caught.set(name, words());
    const row = get(`[data-reading="${name}"]`);
    row.classList.toggle('off', off.has(name));
    get('.caught', row).textContent = caught.has(name) ? `caught: ${caught.get(name)}` : 'not caught yet';
  }
  setLive({
    truth: DEGREES * twist,
    ...Object.fromEntries(
      Object.entries(readings).map(([name, each]) => [`reading-${name}`, DEGREES * each]),
    ),
    px: q[0],
    py: q[1],
    pz: q[2],
    pw: q[3],
  });
  drawPaddle(get('#paddle'), base, q);
  drawDials(get('#dials'), readings, twist, off);
  lookAtCaught();
}

const lookAtCaught = task('caught', () => {
  const names = [...caught.keys()].sort();
  if (names.length === 0) return null;
  if (names.join('') === 'ABCD')
    return right(
      'Right: A to D are all caught, and no pose of yours has caught E. In the text below each of them has its reason.',
    );
  const left = ['A', 'B', 'C', 'D'].filter((name) => !caught.has(name));
  const hints: Record<string, string> = {
    A: 'A takes an axis of the world. What if the world’s axes are not those of a?',
    B: 'B knows only the sine of half the angle. What else makes x small?',
    C: 'C keeps the sign of q. What if the paddle has come round once?',
    D: 'D looks at b’s y along a’s x. What if b’s x points elsewhere?',
  };
  return wrong(`Caught: ${names.join(', ')}. ${hints[left[0]!]}`);
});

numberQuestion('too-small', (given) => {
  const wanted = 2 * DEGREES * Math.asin(Math.sin(Math.PI / 6) * Math.cos(Math.PI / 4));
  const size = Math.abs(given);
  if (near(size, wanted, 0.15))
    return right(
      `Right: ${format(wanted, 3)}°. x is sin 30° · cos 45°, and a stop at 50° would not be felt yet.`,
    );
  if (near(size, 60, 0.5))
    return wrong('That is the twist that is there. By the swing x has become smaller.');
  if (near(size, wanted / 2, 0.1)) return wrong('That is the arcsine. It is half of the angle.');
  if (near(size, 90, 0.5)) return wrong('That is the swing. B is to read the twist.');
  return wrong('Not yet: x = sin ½τ · cos ½σ, and B reads 2 arcsin x. Or set the figure to it.');
});

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', showPose);
form.addEventListener('reset', () => queueMicrotask(showPose));
showPose();
void startBoard();
void startHands();
