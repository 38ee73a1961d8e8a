//! A simulation on the CPU: in f64 the twin that shaders are tested against.

use super::number::Number;
use super::step::measure::Partial;
use super::world::World;
use crate::error::Result;
use crate::parameters::Parameters;
use crate::scene::Scene;
use crate::simulation::State;
use crate::solvers::{
    self,
    lists::Lists,
    plan::{Planner, REDUCTION_GROUPS},
};
use crate::topology::Topology;

#[derive(Clone, Debug)]
pub struct Twin<N = f64> {
    pub world: World<N>,
    pub parameters: Parameters,
    pub lists: Lists,
    pub time: f64,
}

/// What `measure` finds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    pub max_gap: f64,
    pub rms_gap: f64,
    pub max_gap_radii: f64,
    /// The joint with that gap.
    pub worst_joint: u32,
    pub residual: f64,
    pub kinetic_energy: f64,
    pub potential_energy: f64,
    pub finite: bool,
}

impl Twin {
    pub fn new(scene: &Scene, parameters: Parameters) -> Result<Twin> {
        Twin::of(scene, parameters)
    }
}

impl<N: Number> Twin<N> {
    pub fn of(scene: &Scene, parameters: Parameters) -> Result<Self> {
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let topology = Topology::of(scene);
        let lists = Lists::new(&topology, scene);
        solvers::check(&parameters, &lists)?;
        let mut world = World::new(scene, &fixed, &lists);
        world.put_state(&start(scene));
        Ok(Self { world, parameters, lists, time: scene.time })
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
        self.world.residual_partials.clear();
        for dispatch in &solvers::plan(&self.parameters, &self.lists, true) {
            self.world.run(dispatch);
        }
        let joints = self.lists.whole.joints.len().max(1) as f64;
        let entries = self.parameters.iterations as usize + 1;
        let groups = REDUCTION_GROUPS as usize;
        self.world.residual_partials.resize(entries * groups, N::ZERO);
        let squares = |row: &[N]| row.iter().fold(0.0, |sum, x| sum + x.to_f64());
        self.world.residual_partials.chunks(groups).map(|row| (squares(row) / joints).sqrt()).collect()
    }

    pub fn state(&self) -> State {
        self.world.state(self.time)
    }

    pub fn measure(&self) -> Measured {
        let mut world = self.world.clone();
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        for (solver, domain) in solvers::parts(&self.parameters, &self.lists) {
            (solver.publish)(&mut planner, domain);
        }
        let joints = &self.lists.whole.joints;
        planner.always("measure", joints.start, joints.len() as u32, REDUCTION_GROUPS);
        planner.always("measure_total", 0, REDUCTION_GROUPS, 1);
        planner.finish().iter().for_each(|dispatch| world.run(dispatch));
        Measured::of(&world.measure_partials[REDUCTION_GROUPS as usize], joints.len())
    }
}

impl Measured {
    fn of<N: Number>(total: &Partial<N>, joints: usize) -> Self {
        let rms = |squares: N| (squares.to_f64() / joints.max(1) as f64).sqrt();
        Self {
            max_gap: total.max_gap.to_f64(),
            rms_gap: rms(total.gap_squares),
            max_gap_radii: total.max_gap_radii.to_f64(),
            worst_joint: total.worst_joint,
            residual: rms(total.residual_squares),
            kinetic_energy: total.kinetic.to_f64(),
            potential_energy: total.potential.to_f64(),
            finite: total.bad_body == u32::MAX,
        }
    }
}

/// Where a scene's bodies start from, and its joints' multipliers.
fn start(scene: &Scene) -> State {
    let mut state = State { time: scene.time, ..State::default() };
    for body in &scene.bodies {
        state.positions.extend(body.position.to_array());
        state.rotations.extend(body.rotation.to_array());
        state.linear_velocities.extend(body.linear_velocity.to_array());
        state.angular_velocities.extend(body.angular_velocity.to_array());
    }
    for joint in &scene.joints {
        state.multipliers.extend(joint.multiplier.to_array());
    }
    state
}
