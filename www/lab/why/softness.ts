// A softness in all its three notations (docs/joints.md, How a row yields). h is the substep, m the mass that the row moves:
//     k = m ω²,  c = 2 ζ m ω,  ω = 2πf            CFM = 1/(h k + c),  ERP = h k/(h k + c)
// They say the same row: γ = CFM/h = 1/(h (h k + c)) and β = ERP are what the solver goes by.
import type { Servo, Softness } from '../../beadwork';

export interface Notations {
  /** Which one the scene gave. */
  given: 'frequency' | 'spring' | 'mixing';
  hertz: number;
  dampingRatio: number;
  stiffness: number;
  damping: number;
  cfm: number;
  erp: number;
}

/** How soft a servo is, by the numbers that it was given. */
export const springOf = ({ hertz, dampingRatio = 1, stiffness = 0, damping = 0 }: Servo): Softness =>
  hertz === undefined ? { stiffness, damping } : { hertz, dampingRatio };

/** @param mass kg, or kg m² where an angle is held; @param h s */
export function notationsOf(softness: Softness, mass: number, h: number): Notations {
  if ('hertz' in softness) {
    const { hertz, dampingRatio = 1 } = softness;
    const turn = 2 * Math.PI * hertz;
    const [stiffness, damping] = [mass * turn * turn, 2 * dampingRatio * mass * turn];
    return { given: 'frequency', hertz, dampingRatio, stiffness, damping, ...mixed(stiffness, damping, h) };
  }
  if ('stiffness' in softness) {
    const { stiffness, damping = 0 } = softness;
    return {
      ...{ given: 'spring', stiffness, damping },
      ...swinging(stiffness, damping, mass),
      ...mixed(stiffness, damping, h),
    };
  }
  const { cfm, erp } = softness;
  const [stiffness, damping] = [erp / (h * cfm), (1 - erp) / cfm];
  return { given: 'mixing', stiffness, damping, ...swinging(stiffness, damping, mass), cfm, erp };
}

function mixed(stiffness: number, damping: number, h: number): { cfm: number; erp: number } {
  const both = h * stiffness + damping;
  return { cfm: 1 / both, erp: (h * stiffness) / both };
}

function swinging(stiffness: number, damping: number, mass: number): { hertz: number; dampingRatio: number } {
  const hertz = Math.sqrt(stiffness / mass) / (2 * Math.PI);
  return { hertz, dampingRatio: damping / (2 * Math.sqrt(stiffness * mass)) };
}
