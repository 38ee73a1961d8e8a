// What staired.wgsl has, as `joint_rows` noted it. For shaders that bind `blocks` and no `ties`.

// uses: noted

fn stair_rows(l: u32) -> u32 {
    return noted_stairs(l) & 63u;
}

fn has_friction(l: u32) -> bool {
    return noted_stairs(l) >= WITH_FRICTION;
}
