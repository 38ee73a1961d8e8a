//! Every kernel, one line each: its folder, its name, what one of its threads takes, and what it is for. By that name
//! are found its WGSL in shaders/, its twin in src/cpu/ (`cpu/kernels.rs`) and what it reads and writes
//! (`benchmark/touches/`). Nothing compiles while one of them is missing.
//!
//! One thread takes a `Body` or a `Tie` of the dispatch's list, or a record of a `Chain` or of an `Island`. Or it takes
//! an item with its own `Number`, or the `One` thing there is. Where bodies touch, it takes a `Pair` of them, or a
//! `Coloured` pair (one of the colour that the dispatch names). Or it takes a pair that is solved `SideBySide` with
//! others. The threads of one workgroup share a `Segment`, a `LongChain`, a `Net` or a `Tile`, and all workgroups share
//! `All` there is.
//!
//! A `Stage` is what a substep has whatever solves it; a `Solver` solves; a `Look` changes nothing that moves.

/// Hands the table to the macro `$with`.
macro_rules! kernels {
    ($with:ident) => {
        $with! {
            step apply_pull: One, Stage;
            step apply_pushes: Number, Stage;
            step apply_torques: Number, Stage;
            step apply_drag: Number, Stage;
            step compute_inertia: Body, Stage;
            step compute_free_velocity: Body, Stage;
            step compute_jacobian_and_delassus: Tie, Stage;
            step warm_start: Tie, Stage;
            step update_multipliers: Tie, Solver;
            step update_velocities: Body, Stage;
            step compute_positions: Body, Stage;
            step record_residual: All, Look;
            step publish_residual: Tie, Look;
            step measure: All, Look;
            step measure_gravity: All, Look;
            step count_falls: All, Look;
            step measure_total: All, Look;
            step find_fault: Number, Look;
            article article_inertia: Body, Solver;
            article article_free_velocity: Body, Solver;
            article article_jacobian_and_delassus: Tie, Solver;
            article article_multipliers: Tie, Solver;
            article article_velocities: Body, Solver;
            article article_positions: Body, Solver;
            article article_publish: Tie, Look;
            article article_residual: All, Look;
            solvers update_multipliers_chebyshev: Tie, Solver;
            solvers relax_joints: Tie, Solver;
            solvers soft_joints: Tie, Solver;
            solvers conjugate_start: Segment, Solver;
            solvers conjugate_spread: Body, Solver;
            solvers conjugate_image: Segment, Solver;
            solvers conjugate_update: Segment, Solver;
            solvers conjugate_direction: Segment, Solver;
            solvers nncg_begin: Tie, Stage;
            solvers nncg_sum: Segment, Solver;
            solvers nncg_turn: Segment, Solver;
            solvers tile_relax: Tile, Solver;
            solvers tile_sweep: Tile, Solver;
            solvers tile_conjugate: Tile, Solver;
            solvers solve_chains: Chain, Solver;
            solvers symplectic_chains: Chain, Solver;
            solvers project_chains: Chain, Stage;
            solvers solve_long_chains: LongChain, Solver;
            solvers solve_trees: Island, Solver;
            solvers solve_islands: Net, Solver;
            solvers solve_small_islands: Island, Solver;
            solvers add_changes: Tie, Stage;
            solvers place_predict: Body, Stage;
            solvers place_joints: Tie, Solver;
            solvers place_gather: Body, Stage;
            solvers place_record: All, Look;
            joints joint_rows: Tie, Stage;
            joints joint_draft: Body, Stage;
            joints joint_reach: Body, Stage;
            joints joint_calm: Tie, Stage;
            joints joint_ahead: Tie, Stage;
            joints joint_seen: Tie, Stage;
            joints joint_agree: Island, Stage;
            joints joint_work: Tie, Stage;
            joints joint_soft: Tie, Stage;
            joints joint_apart: Island, Stage;
            joints joint_blow: Island, Stage;
            joints joint_late: Body, Stage;
            joints joint_back: Body, Stage;
            joints joint_level: Tie, Stage;
            joints joint_halve: Tie, Stage;
            joints joint_judge: Island, Stage;
            joints joint_keep: Island, Stage;
            joints joint_places: Tie, Stage;
            joints joint_softness: Tie, Stage;
            joints joint_harden: Tie, Stage;
            joints joint_stairs: Tie, Stage;
            joints joint_stairs_first: Tie, Stage;
            joints joint_stairs_second: Tie, Stage;
            joints joint_segments: Tie, Stage;
            joints joint_landing: Tie, Stage;
            joints joint_search: Island, Stage;
            joints joint_look: Net, Stage;
            joints joint_look_alone: Island, Stage;
            joints joint_carry: Body, Stage;
            joints joint_newton_trees: Net, Solver;
            joints joint_newton_pivots: Net, Solver;
            joints joint_newton_trees_alone: Island, Solver;
            joints joint_newton_pivots_alone: Island, Solver;
            joints joint_blocks: Tie, Stage;
            joints joint_warm_start: Tie, Stage;
            joints joint_velocities: Body, Stage;
            joints joint_left: Tie, Stage;
            joints joint_relax: Tie, Solver;
            joints joint_sweep: Tie, Solver;
            joints joint_relax_stairs: Tie, Solver;
            joints joint_sweep_stairs: Tie, Solver;
            joints joint_place_begin: Tie, Stage;
            joints joint_place: Tie, Solver;
            joints joint_place_stairs: Tie, Solver;
            joints joint_trees: Island, Solver;
            joints joint_pivots: Island, Solver;
            joints joint_nets: Net, Solver;
            joints joint_small_nets: Island, Solver;
            joints joint_breaks: Tie, Stage;
            joints joint_aside: Body, Stage;
            joints joint_shift: Body, Stage;
            joints joint_misses: Tie, Look;
            joints joint_publish: Tie, Look;
            joints joint_gaps: Tie, Look;
            joints joint_record: All, Look;
            joints joint_free: Body, Stage;
            contacts contact_keep: Pair, Stage;
            contacts contact_begin: Number, Stage;
            contacts contact_keep_rows: Number, Stage;
            contacts contact_bin: Number, Stage;
            contacts contact_find: Number, Stage;
            contacts contact_count: Number, Stage;
            contacts contact_number: Number, Stage;
            contacts contact_link: Number, Stage;
            contacts contact_size: One, Stage;
            contacts contact_resume: Pair, Stage;
            contacts contact_collide: Pair, Stage;
            contacts contact_recall: Pair, Stage;
            contacts contact_owners: Pair, Stage;
            contacts contact_propose: Pair, Stage;
            contacts contact_accept: Pair, Stage;
            contacts contact_list: Pair, Stage;
            contacts contact_prepare: Pair, Stage;
            contacts contact_halt: Number, Stage;
            contacts contact_start: Number, Stage;
            contacts contact_warm: Number, Stage;
            contacts contact_warm_big: Body, Stage;
            contacts contact_sweep: Coloured, Solver;
            contacts contact_sweep_all: All, Solver;
            contacts contact_sweep_wide: All, Solver;
            contacts contact_reflect: All, Stage;
            contacts contact_relax: SideBySide, Solver;
            contacts contact_spread: Number, Stage;
            contacts contact_spread_big: Body, Stage;
            contacts contact_measure: Pair, Look;
            contacts contact_record: All, Look;
            contacts contact_keep_touching: Number, Look;
            contacts contact_touch: Pair, Look;
            contacts contact_sense: Pair, Look;
            contacts contact_events: Number, Look;
            joints joint_events: Tie, Look;
            step cast_rays: All, Look;
            contacts contact_forget: Pair, Stage;
            step place_body: One, Stage;
            step pose_parts: Number, Stage;
            solvers block_begin: Tie, Stage;
            solvers block_guess: Body, Stage;
            solvers block_bodies: Body, Solver;
            solvers block_joints: Tie, Solver;
            solvers block_end: Body, Stage;
            joints joint_block_units: Tie, Stage;
            joints joint_block_begin: Tie, Stage;
            joints joint_block_bodies: Body, Solver;
            joints joint_block_joints: Tie, Solver;
            contacts contact_block_colour: Body, Stage;
            contacts contact_block_list: Body, Stage;
            contacts contact_block_begin: Pair, Stage;
            contacts contact_block_guess: Body, Stage;
            contacts contact_block_bodies: Coloured, Solver;
            joints joint_block_move: Coloured, Solver;
            contacts contact_block_pairs: Pair, Solver;
            step apply_gravity: Body, Stage;
        }
    };
}
pub(crate) use kernels;

/// What a kernel is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Stage,
    Solver,
    Look,
}

macro_rules! uses {
    ($($folder:ident $name:ident: $takes:ident, $use:ident;)+) => {
        [$((stringify!($name), Use::$use),)+]
    };
}

/// Whether it is one of those that solve.
pub fn solves(name: &str) -> bool {
    kernels!(uses).contains(&(name, Use::Solver))
}
