// How far a run is from another one of the same scene.
/** m, of the bead that is farthest off; three numbers a bead. */
export function farthest(ours: ArrayLike<number>, wanted: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < wanted.length; i += 3) {
    const [dx, dy, dz] = [0, 1, 2].map((axis) => ours[i + axis]! - wanted[i + axis]!);
    most = Math.max(most, Math.hypot(dx!, dy!, dz!));
  }
  return most;
}
