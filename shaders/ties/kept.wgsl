// Whether a joint is of an island that `joint_judge` kept or `joint_search` is done with, which is passed over. For shaders that bind `blocks`.

// uses: step, tie, rows

fn stays(l: u32) -> bool {
    let at = 2u * step.joint_count + l;
    return ((step.extra.x & BUT_KEPT) != 0u && blocks[at].work.x != 0.0)
        || ((step.extra.x & BUT_SETTLED) != 0u && blocks[at].work.z != 0.0);
}
