// Three mistakes, each put into the kernel that computes what a joint's rows are to mend. The text of the rest stays.

/** After this line of `joint_rows` all six errors are known. */
const AFTER = '    var found = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]);\n';

const FRAMES = `    let q_a = quaternion_product(poses[frames.tie.a].rotation, frames.frame_a);
    let q_b = quaternion_product(poses[frames.tie.b].rotation, frames.frame_b);
    let q = quaternion_product(vec4<f32>(-q_a.xyz, q_a.w), q_b);
`;

/** The twist as it is read: C is minus that. */
const TWIST: Record<string, string> = {
  arcsine: '    found.error.angular.x = -2.0 * asin(clamp(q.x, -1.0, 1.0));\n',
  unsigned: '    found.error.angular.x = -2.0 * atan2(q.x, q.w);\n',
  world: `    let axis = rotate(q_a, vec3<f32>(1.0, 0.0, 0.0));
    found.error.angular.x = -2.0 * asin(clamp(dot(q.xyz, axis), -1.0, 1.0));
`,
};

/** The kernel with a mistake in it. */
export function withMistake(kernel: string, name: string): string {
  const lines = TWIST[name];
  if (!lines || !kernel.includes(AFTER)) throw new Error(`There is no place for the mistake ${name}.`);
  return kernel.replace(AFTER, AFTER + FRAMES + lines);
}
