// Two scenes known for their gaps: ten seconds of each way to keep joints shut, with few and many steps, and of the engines beside it.
import { detail } from '../loading';
import { engineOf } from './peers/engines';
import type { Plan, Progress } from './plan';
import { peerQuality, quality } from './quality';
import type { Report } from './record';

const tilt = Math.PI / 6;
const SCENES: [string, string, Record<string, number>][] = [
  ['necklaces, r = 0.25 m, tilt 30°', 'necklaces', { chains: 2, beads: 40, radius: 0.25, tilt }],
  ['pendant 1000:1, r = 0.25 m, tilt 30°', 'pendant', { beads: 40, radius: 0.25, tilt, massRatio: 1000 }],
];
const SUBSTEPS = [1, 4];
const WAYS = ['pulled', 'projected', 'symplectic'] as const;

/** Fills `report.gaps`. */
export async function gaps(
  report: Report,
  { frames, peers }: Pick<Plan, 'frames' | 'peers'>,
  { signal, next, changed }: Progress,
): Promise<void> {
  for (const [what, scene, options] of SCENES) {
    for (const substeps of SUBSTEPS) {
      for (const positions of WAYS) {
        next(`${what}, ${substeps} substeps, ${positions}`);
        const parameters = { solver: 'direct', substeps, positions } as const;
        const found = await quality(frames, scene, options, parameters, signal);
        const stabilisation = positions === 'pulled' ? 0.2 : null;
        const row = { what, scene, options, solver: 'direct', positions, substeps, stabilisation };
        report.gaps.push({ ...row, quality: found });
        changed();
      }
    }
    for (const engine of peers.map(engineOf)) {
      next(`${what}, ${engine.title}`);
      try {
        const { found, substeps } = await peerQuality(frames, scene, options, engine, {}, signal);
        const row = { what, scene, options, solver: engine.label, positions: null, substeps };
        report.gaps.push({ ...row, stabilisation: null, quality: found });
      } catch (error) {
        if (signal.aborted) throw error;
        report.notes.push(`${what}: ${detail(error)}`);
      }
      changed();
    }
  }
}
