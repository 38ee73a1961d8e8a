// Whether a joint is of an island that `joint_judge` kept or `joint_search` is done with, which is passed over. For shaders that bind `blocks`.

// uses: step, tie, rows, noted

fn stays(l: u32) -> bool {
    return ((step.extra.x & BUT_KEPT) != 0u && noted_kept(l)) || ((step.extra.x & BUT_SETTLED) != 0u && noted_settled(l));
}
