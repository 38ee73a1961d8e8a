// What a bead's colour says, where it says something: the ramp that the shader uses (shaders/render/colours.wgsl), with
// its ends in words.
import type { ColourBy } from '../beadwork';

const ENDS: Partial<Record<ColourBy, [string, string]>> = {
  load: ['no load', 'the largest load in the picture'],
  gap: ['a hundred-thousandth of a radius apart', 'a whole radius'],
  speed: ['at rest', 'a fall through half the scene'],
};
const KINDS = 'Joints of one colour are solved at the same time by Gauss-Seidel.';

export function showLegend(host: HTMLElement, by: ColourBy): void {
  const ends = ENDS[by];
  host.hidden = by === 'bead';
  if (!ends) {
    host.textContent = KINDS;
    return;
  }
  const ramp = document.createElement('i');
  host.replaceChildren(ends[0], ramp, ends[1]);
}
