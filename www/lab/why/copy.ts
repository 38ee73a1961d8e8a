// A joint as the scene format has it now, onto the clipboard.
import type { Simulation } from '../../beadwork';

/** What came of it, in a sentence. `describe` leaves out joints that were cut or broke, and counts the others anew. */
export async function copyJoint(
  simulation: Simulation,
  joint: number,
  isCut: (joint: number) => boolean,
): Promise<string> {
  const [{ joints = [] }, { broken = new Uint32Array() }] = await Promise.all([
    simulation.describe(),
    simulation.readState(),
  ]);
  const gone = (one: number) => isCut(one) || broken.includes(one);
  if (gone(joint)) return 'It holds nothing any more: no scene has it.';
  let place = joint;
  for (let before = 0; before < joint; before++) if (gone(before)) place--;
  try {
    await navigator.clipboard.writeText(JSON.stringify(joints[place], null, 2));
    return 'It is on the clipboard.';
  } catch {
    return 'The browser does not let this page use the clipboard.';
  }
}
