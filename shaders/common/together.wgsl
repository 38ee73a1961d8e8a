// An island is shared out among the threads of a workgroup. alone.wgsl has the same names for one thread.

/// Threads of an island; fewer where barriers are slow.
override LANES: u32 = 64u;

// All threads see what any of them wrote into a buffer.
fn meet() {
    storageBarrier();
}

var<workgroup> found: atomic<u32>;

// Whether any thread has found it. A dispatch asks once.
fn any_thread(here: bool) -> bool {
    if (here) {
        atomicStore(&found, 1u);
    }
    workgroupBarrier();
    return workgroupUniformLoad(&found) != 0u;
}

var<workgroup> said: u32;

// What the first thread says, for all of them.
fn said_by_first(lane: u32, value: u32) -> u32 {
    if (lane == 0u) {
        said = value;
    }
    return workgroupUniformLoad(&said);
}
