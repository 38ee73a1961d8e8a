// A run that was stopped goes on: sizes that were measured to their end stay, and so do the lines of a curve. Everything else is
// measured.
import type { Machine, Report, Row, SceneReport } from './record';

export const STOPPED = 'Stopped before its end.';

/** A new report with what still holds of an earlier one: of the same machine and version, and found with the same settings. */
export function goOn(fresh: Report, before: Report | undefined): Report {
  if (!before || before.beadwork !== fresh.beadwork || before.command !== fresh.command) return fresh;
  const parts = Object.entries(fresh.machine) as [keyof Machine, unknown][];
  if (parts.some(([name, value]) => before.machine[name] !== value)) return fresh;
  return {
    ...fresh,
    copies: before.copies,
    copyBandwidth: before.copyBandwidth,
    launches: before.launches,
    curves: before.curves,
    scenes: before.scenes.filter(({ whole }) => whole),
    notes: before.notes.filter((note) => note !== STOPPED),
  };
}

/** The one among them that was measured on the same. */
export const sameAs = (
  scenes: SceneReport[] | undefined,
  { scene, beads, contract }: Pick<SceneReport, 'scene' | 'beads' | 'contract'>,
): SceneReport | undefined =>
  scenes?.find((other) => other.scene === scene && other.beads === beads && other.contract === contract);

/** What a row is known by among those of another size. */
export const keyOfOurs = ({
  solver,
  execution,
  positions,
  contactSolver,
  iterations,
}: Pick<Row, 'solver' | 'execution' | 'positions' | 'contactSolver' | 'iterations'>): string =>
  [solver, execution, positions, contactSolver, iterations].join(' ');

/** `passes` where they are not its own. */
export const keyOfPeer = (label: string, passes: number | undefined): string => [label, passes].join(' ');

/** Rows by their keys; the first of an engine has its own passes. */
export function keyed(rows: Row[]): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const { solver, execution, iterations } = row;
    const own = keyOfPeer(solver, undefined);
    const ofPeer = () => (found.has(own) ? keyOfPeer(solver, iterations ?? undefined) : own);
    found.set(execution === 'peer' ? ofPeer() : keyOfOurs(row), row);
  }
  return found;
}

/** The same in a curve, where a row is at a setting of its own. */
export const keyOfPoint = (row: Row): string =>
  [keyOfOurs(row), row.substeps, row.contactSoftness ?? 'as the scene has it'].join(' ');
