//! The f64 twin: every kernel of the shaders again, one file each, same names, written to be laid beside the
//! WGSL. It walks the same plans over the same lists, and is what every shader is tested against.

pub mod apply_pull;
mod article;
mod compute_free_velocity;
mod compute_inertia;
mod compute_jacobian_and_delassus;
mod compute_positions;
mod conjugate;
pub mod dense;
pub mod measure;
mod relax_joints;
pub mod rotation;
mod solve_chains;
mod solve_long_chains;
mod solve_trees;
mod tile;
mod tile_conjugate;
mod tile_relax;
mod tile_sweep;
mod update_multipliers;
mod update_velocities;

use glam::{DMat3, DQuat, DVec3};

use crate::error::Result;
use crate::parameters::Parameters;
use crate::scene::Scene;
use crate::simulation::State;
use crate::solvers::{
    self,
    lists::Lists,
    plan::{Dispatch, Step},
};
use crate::topology::Topology;

#[derive(Clone, Copy, Debug, Default)]
pub struct Body {
    pub inertia: DVec3,
    pub mass: f64,
    pub inverse_inertia: DVec3,
    pub inverse_mass: f64,
    pub radius: f64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Joint {
    pub anchor_a: DVec3,
    pub a: usize,
    pub anchor_b: DVec3,
    pub b: usize,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Pose {
    pub position: DVec3,
    pub rotation: DQuat,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Velocity {
    pub linear: DVec3,
    pub angular: DVec3,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Arms {
    pub arm_a: DVec3,
    pub arm_b: DVec3,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    /// A_ll⁻¹, or S⁻¹ in the exact solver.
    pub inverse: DMat3,
    pub bias: DVec3,
    pub work: DVec3,
}

/// The article's own arrays.
#[derive(Clone, Debug, Default)]
pub struct ArticleArrays {
    pub ang_mass_inv: Vec<DMat3>,
    pub lin_vel_delta: Vec<DVec3>,
    pub ang_vel_delta: Vec<DVec3>,
    pub jacobian: Vec<[DMat3; 2]>,
    pub delassus_inv: Vec<DMat3>,
}

/// All buffers of a simulation, in f64, under the shaders' names.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub order: Vec<u32>,
    pub adjacency: Vec<u32>,
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
    pub poses: Vec<Pose>,
    pub velocities: Vec<Velocity>,
    pub free_velocities: Vec<Velocity>,
    /// W, the guarded world inverse inertia.
    pub mobility: Vec<DMat3>,
    pub arms: Vec<Arms>,
    pub blocks: Vec<Block>,
    pub multipliers: Vec<DVec3>,
    pub article: ArticleArrays,
    pub conjugate: conjugate::ConjugateArrays,
    pub pull: apply_pull::Pull,
    /// Σ |J V + β C/h|² by iteration.
    pub residual_squares: Vec<f64>,
}

impl World {
    /// Runs one dispatch: its kernel over its items, one after the other.
    pub fn run(&mut self, dispatch: &Dispatch) {
        let Dispatch { kernel, step, .. } = dispatch;
        let items = step.first as usize..(step.first + step.count) as usize;
        let each = |world: &mut World, f: fn(&mut World, &Step, usize)| {
            for i in items.clone() {
                let item = world.order[i] as usize;
                f(world, step, item);
            }
        };
        let records = |world: &mut World, f: fn(&mut World, &Step, usize)| {
            (0..step.count as usize).for_each(|record| f(world, step, record));
        };
        match *kernel {
            "apply_pull" => apply_pull::apply_pull(self, step),
            "compute_inertia" => each(self, compute_inertia::compute_inertia),
            "compute_free_velocity" => each(self, compute_free_velocity::compute_free_velocity),
            "compute_jacobian_and_delassus" => {
                each(self, compute_jacobian_and_delassus::compute_jacobian_and_delassus)
            }
            "update_multipliers" => each(self, update_multipliers::update_multipliers),
            "update_velocities" => each(self, update_velocities::update_velocities),
            "compute_positions" => each(self, compute_positions::compute_positions),
            "record_residual" => each(self, measure::record_residual),
            "article_inertia" => each(self, article::article_inertia),
            "article_free_velocity" => each(self, article::article_free_velocity),
            "article_jacobian_and_delassus" => each(self, article::article_jacobian_and_delassus),
            "article_multipliers" => each(self, article::article_multipliers),
            "article_velocities" => each(self, article::article_velocities),
            "article_positions" => each(self, article::article_positions),
            "article_residual" => each(self, article::article_residual),
            "update_multipliers_chebyshev" => each(self, relax_joints::update_multipliers_chebyshev),
            "relax_joints" => each(self, relax_joints::relax_joints),
            "conjugate_spread" => each(self, conjugate::conjugate_spread),
            "conjugate_start" => records(self, conjugate::conjugate_start),
            "conjugate_image" => records(self, conjugate::conjugate_image),
            "conjugate_update" => records(self, conjugate::conjugate_update),
            "conjugate_direction" => records(self, conjugate::conjugate_direction),
            "solve_chains" => records(self, solve_chains::solve_chains),
            "solve_long_chains" => records(self, solve_long_chains::solve_long_chains),
            "tile_relax" => records(self, tile_relax::tile_relax),
            "tile_sweep" => records(self, tile_sweep::tile_sweep),
            "tile_conjugate" => records(self, tile_conjugate::tile_conjugate),
            "solve_trees" => records(self, solve_trees::solve_trees),
            other => panic!("the twin has no kernel called {other}"),
        }
    }

    /// The joints of `body` as (joint, side).
    pub fn joints_of(&self, body: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let items = self.bodies.len() + 1;
        let range = self.adjacency[body] as usize..self.adjacency[body + 1] as usize;
        range.map(move |k| {
            let item = self.adjacency[items + k] as usize;
            (item >> 1, item & 1)
        })
    }

    /// J V of one joint.
    pub fn joint_velocity(&self, joint: usize) -> DVec3 {
        let Joint { a, b, .. } = self.joints[joint];
        let (va, vb, arms) = (self.velocities[a], self.velocities[b], self.arms[joint]);
        (va.linear - vb.linear) + (va.angular.cross(arms.arm_a) - vb.angular.cross(arms.arm_b))
    }

    /// C of one joint in the poses as they stand.
    pub fn gap(&self, joint: usize) -> DVec3 {
        let Joint { anchor_a, a, anchor_b, b } = self.joints[joint];
        let (pa, pb) = (self.poses[a], self.poses[b]);
        (pa.position - pb.position) + (pa.rotation * anchor_a - pb.rotation * anchor_b)
    }
}

/// A simulation in f64 on the CPU.
#[derive(Clone, Debug)]
pub struct Twin {
    pub world: World,
    pub parameters: Parameters,
    pub lists: Lists,
    pub time: f64,
}

impl Twin {
    pub fn new(scene: &Scene, parameters: Parameters) -> Result<Twin> {
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
        let topology = Topology::new(&fixed, &pairs, &[]);
        let lists = Lists::new(&topology, scene);
        solvers::check(&parameters, &lists)?;

        let mut adjacency = topology.joints_by_body.offsets.clone();
        adjacency.extend_from_slice(&topology.joints_by_body.items);
        let (bodies, joints) = (scene.bodies.len(), scene.joints.len());
        let mut world = World {
            order: lists.order.clone(),
            adjacency,
            free_velocities: vec![Velocity::default(); bodies],
            mobility: vec![DMat3::ZERO; bodies],
            arms: vec![Arms::default(); joints],
            blocks: vec![Block::default(); joints],
            article: ArticleArrays {
                ang_mass_inv: vec![DMat3::ZERO; bodies],
                lin_vel_delta: vec![DVec3::ZERO; bodies],
                ang_vel_delta: vec![DVec3::ZERO; bodies],
                jacobian: vec![[DMat3::ZERO; 2]; joints],
                delassus_inv: vec![DMat3::ZERO; joints],
            },
            conjugate: conjugate::ConjugateArrays {
                residual: vec![DVec3::ZERO; joints],
                image: vec![DVec3::ZERO; joints],
                spread: vec![Default::default(); bodies],
                sums: vec![[0.0; 4]; lists.whole.segments.count.max(lists.rest.segments.count) as usize],
            },
            residual_squares: vec![0.0; 1 + crate::parameters::MAX_ITERATIONS as usize],
            ..World::default()
        };
        for body in &scene.bodies {
            let inverse = |x: f64| if body.fixed { 0.0 } else { 1.0 / x };
            let inertia = body.inertia.as_dvec3();
            world.bodies.push(Body {
                inertia,
                mass: f64::from(body.mass),
                inverse_inertia: DVec3::new(inverse(inertia.x), inverse(inertia.y), inverse(inertia.z)),
                inverse_mass: inverse(f64::from(body.mass)),
                radius: f64::from(body.radius),
            });
            world.poses.push(Pose {
                position: body.position.as_dvec3(),
                rotation: body.rotation.as_dquat().normalize(),
            });
            let moving = |v: glam::Vec3| if body.fixed { DVec3::ZERO } else { v.as_dvec3() };
            world.velocities.push(Velocity {
                linear: moving(body.linear_velocity),
                angular: moving(body.angular_velocity),
            });
        }
        for joint in &scene.joints {
            world.joints.push(Joint {
                anchor_a: joint.anchor_a.as_dvec3(),
                a: joint.a as usize,
                anchor_b: joint.anchor_b.as_dvec3(),
                b: joint.b as usize,
            });
            world.multipliers.push(joint.multiplier.as_dvec3());
        }
        Ok(Twin { world, parameters, lists, time: scene.time })
    }

    pub fn step(&mut self, frames: u32) {
        let plan = solvers::plan(&self.parameters, &self.lists, false);
        for _ in 0..frames * self.parameters.substeps {
            for dispatch in &plan {
                self.world.run(dispatch);
            }
        }
        self.time += f64::from(frames) * self.parameters.timestep;
    }

    /// One substep with residuals recorded: root mean square after the warm start and each iteration.
    pub fn substep_recorded(&mut self) -> Vec<f64> {
        self.world.residual_squares.fill(0.0);
        for dispatch in &solvers::plan(&self.parameters, &self.lists, true) {
            self.world.run(dispatch);
        }
        let joints = self.lists.whole.joints.len().max(1) as f64;
        let entries = self.parameters.iterations as usize + 1;
        self.world.residual_squares[..entries].iter().map(|squares| (squares / joints).sqrt()).collect()
    }

    pub fn state(&self) -> State {
        let mut state = State { time: self.time, ..State::default() };
        for (pose, v) in self.world.poses.iter().zip(&self.world.velocities) {
            state.positions.extend(pose.position.as_vec3().to_array());
            state.rotations.extend(pose.rotation.as_quat().to_array());
            state.linear_velocities.extend(v.linear.as_vec3().to_array());
            state.angular_velocities.extend(v.angular.as_vec3().to_array());
        }
        for lambda in &self.world.multipliers {
            state.multipliers.extend(lambda.as_vec3().to_array());
        }
        state
    }
}
