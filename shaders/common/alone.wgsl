// One thread has an island to itself: what together.wgsl does for a workgroup.

const LANES: u32 = 1u;

fn meet() {}

fn any_thread(here: bool) -> bool {
    return here;
}
