// Which rows of a joint have a staircase, as its head says. staired_noted.wgsl has the same names. For shaders that bind
// `ties` as rows of four words.

// uses: step, head

// Of a joint's six rows those that may have a staircase, a bit each. Loops go from one to the next: software devices
// run through branches that are not taken.
fn stair_rows(l: u32) -> u32 {
    return (ties[4u * step.joint_count + 2u * l].x >> COURSE_BITS) & 63u;
}

// Whether friction is beside the drive of some row.
fn has_friction(l: u32) -> bool {
    return (ties[4u * step.joint_count + 2u * l + 1u].w & FRICTION_BIT) != 0u;
}
