// The first figure of chapter 3: one of two beads spins, and the joint has to hold its anchor. The lab further down has every number.
import { get } from '../dom';
import { JointPicture } from './03-picture';
import { format, setLive } from './bind';
import { type BallJoint, type JointBody, solveJoint } from './joint';

const form = get<HTMLFormElement>('#spin-form');
const value = (name: string) => Number((form.elements.namedItem(name) as HTMLInputElement).value);

/** 1 kg and 1 kg m². */
const bead = (arm: number, spin: number): JointBody => ({
  mass: 1,
  inertia: 1,
  arm: [arm, 0, 0],
  linear: [0, 0, 0],
  angular: [0, 0, spin],
});

export function startSpin(): void {
  const picture = new JointPicture(get('#first-space'));
  const show = () => {
    const [spin, reach] = [value('spin'), value('reach')];
    const joint: BallJoint = {
      a: bead(reach, spin),
      b: bead(-0.5, 0),
      gap: [0, 0, 0],
      dt: 0.1,
      stabilisation: 0,
      pinned: false,
    };
    const solved = solveJoint(joint);
    picture.show(joint, solved);
    get('[name="spin-value"]').textContent = `${format(spin)} rad/s`;
    get('[name="reach-value"]').textContent = `${format(reach)} m`;
    setLive({ firstSpeed: Math.hypot(...solved.parting), firstForce: Math.hypot(...solved.lambda) });
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
}
