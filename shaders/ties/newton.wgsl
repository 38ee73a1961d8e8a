// All rounds of Newton's method for an island without loops, in one dispatch. A round is the stages `joint_segments`,
// `joint_velocities`, `joint_left`, `joint_trees` or `joint_pivots`, `joint_landing` and `joint_search`. Rounds end when the
// island is done. A record has seven words: first joint, joints, the same of those that are driven or bounded, first body,
// bodies, and the record of shaders/ties/tree.wgsl. Shaders that use it bind what joint_newton_trees.wgsl binds, and use
// `together` or `alone`, which say who shares an island.

// uses: step, body, tie, kept, staired_noted, on_stairs, carried, pulled, unpulled, left_over, tree, landing, search

/// step.extra.y: rows begin on the part of λ.
const BEGINS: u32 = 1u;
/// V is first found from V* and λ.
const PULLS: u32 = 2u;
/// Behind the rounds λ is put where bodies move on with it.
const ENDS: u32 = 4u;
/// It is one solve, and something else says what comes of it.
const SOLVES: u32 = 8u;
/// V* is first found from V and λ.
const FREES: u32 = 16u;

fn asked(what: u32) -> bool {
    return (step.extra.y & what) != 0u;
}

struct Members {
    joint: u32,
    joints: u32,
    course: u32,
    courses: u32,
    body: u32,
    bodies: u32,
}

fn pull_bodies(island: Members, lane: u32, goes: bool) {
    for (var i = lane; i < island.bodies && goes; i += LANES) {
        pull_body(lists[island.body + i]);
    }
    meet();
}

fn put_all_on_stairs(island: Members, which: u32, lane: u32, goes: bool) {
    for (var i = lane; i < island.joints && goes; i += LANES) {
        put_on_stairs(lists[island.joint + i], which);
    }
    meet();
}

fn solve_bounded(record: u32, lane: u32) {
    let island = Members(
        lists[record], lists[record + 1u], lists[record + 2u], lists[record + 3u], lists[record + 4u],
        lists[record + 5u]);
    let leader = lists[island.joint];
    if (!any_thread(!stays(leader))) {
        return;
    }
    for (var i = lane; i < island.bodies && asked(FREES); i += LANES) {
        let body = lists[island.body + i];
        put_free_velocity(body, unpulled(body));
    }
    meet();
    for (var i = lane; i < island.courses && asked(BEGINS); i += LANES) {
        put_on_stairs(lists[island.course + i], BY_FORCE);
    }
    meet();
    pull_bodies(island, lane, asked(PULLS));
    let looks = !asked(SOLVES);
    for (var round = 0u; round < step.iterations; round = said_by_first(lane, round)) {
        let later = round > 0u;
        put_all_on_stairs(island, NEXT, lane, later);
        pull_bodies(island, lane, later);
        for (var i = lane; i < island.joints; i += LANES) {
            put_left(lists[island.joint + i]);
        }
        meet();
        for (var go = lane == 0u; go; go = false) {
            solve_tree(lists[record + 6u]);
        }
        meet();
        for (var i = lane; i < island.courses && looks; i += LANES) {
            land(lists[island.course + i]);
        }
        meet();
        for (var go = lane == 0u && looks; go; go = false) {
            search(record, round, step.iterations);
        }
        meet();
        round = select(round + 1u, step.iterations, noted_settled(leader));
    }
    // where the last round was not to be gone to its end
    let goes = asked(ENDS) && !noted_settled(leader);
    put_all_on_stairs(island, LAST, lane, goes);
    pull_bodies(island, lane, goes);
    for (var i = lane; i < island.courses && asked(ENDS); i += LANES) {
        let l = lists[island.course + i];
        for (var go = !landed(l); go; go = false) {
            put_back(l);
        }
    }
}
