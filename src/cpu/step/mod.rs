//! Twins of shaders/step/.

pub mod apply_drag;
pub mod apply_gravity;
pub mod apply_pull;
pub mod apply_pushes;
pub mod apply_torques;
pub mod by_four;
pub mod cast_rays;
pub mod compute_free_velocity;
pub mod compute_inertia;
pub mod compute_jacobian_and_delassus;
pub mod compute_positions;
pub mod count_falls;
pub mod find_fault;
pub mod measure;
pub mod measure_gravity;
pub mod measure_total;
pub mod place_body;
pub mod pose_parts;
pub mod publish_residual;
pub mod record_residual;
pub mod update_multipliers;
pub mod update_velocities;
pub mod warm_start;
