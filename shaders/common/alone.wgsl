// One thread has an island to itself: what together.wgsl does for a workgroup.

const LANES: u32 = 1u;

fn meet() {}

fn any_thread(here: bool) -> bool {
    return here;
}

fn said_by_first(lane: u32, value: u32) -> u32 {
    return value;
}
