//! A simulation on the CPU, in f64 unless said otherwise: the twin of the one on the GPU. It is a `Simulation` like any
//! other. Here it is used without waiting, since the CPU is done when it returns, and its arrays can be looked into.

use std::ops::{Deref, DerefMut};

use super::machine::CpuMachine;
use super::number::Number;
use super::world::World;
use crate::error::Result;
use crate::parameters::Parameters;
use crate::scene::Scene;
use crate::simulation::poses::now;
use crate::simulation::{Measures, Simulation};
use crate::solvers::curve_entries;
use crate::state::State;

pub struct Twin<N = f64> {
    simulation: Simulation,
    number: std::marker::PhantomData<N>,
}

impl Twin {
    pub fn new(scene: &Scene, parameters: Parameters) -> Result<Twin> {
        Twin::of(scene, parameters)
    }
}

impl<N: Number> Twin<N> {
    pub fn of(scene: &Scene, parameters: Parameters) -> Result<Self> {
        let machine = Box::new(CpuMachine::<N>::default());
        let simulation = now(Simulation::on(machine, scene.clone(), parameters))?;
        Ok(Self { simulation, number: std::marker::PhantomData })
    }

    fn machine(&self) -> &CpuMachine<N> {
        self.simulation.machine().expect("made on it")
    }

    pub fn world(&self) -> &World<N> {
        &self.machine().world
    }

    pub fn world_mut(&mut self) -> &mut World<N> {
        let machine: &mut CpuMachine<N> = self.simulation.machine_mut().expect("made on it");
        &mut machine.world
    }

    pub fn step(&mut self, frames: u32) {
        now(self.simulation.step(frames).expect("a step on the CPU")).expect("a step on the CPU");
    }

    pub fn state(&mut self) -> State {
        now(self.simulation.read_state().expect("a state on the CPU")).expect("a state on the CPU")
    }

    pub fn measure(&mut self) -> Measures {
        now(self.simulation.measure(None).expect("measures on the CPU")).expect("measures on the CPU")
    }

    /// One frame with residuals recorded: root mean square after the warm start and after each pass.
    pub fn step_recorded(&mut self) -> Vec<f64> {
        now(self.simulation.measure(Some(true)).expect("measures on the CPU")).expect("measures on the CPU");
        self.step(1);
        let joints = self.lists().whole.joints.len().max(1) as f64;
        let curve = self.world().residual_curve(curve_entries(self.parameters(), self.lists()) as usize);
        curve.iter().map(|squares| (squares / joints).sqrt()).collect()
    }
}

/// The same moment once more, to the last bit.
impl<N: Number> Clone for Twin<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::of(self.scene(), self.parameters().clone()).expect("as it was made before");
        copy.world_mut().clone_from(self.world());
        copy
    }
}

impl<N> Deref for Twin<N> {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.simulation
    }
}

impl<N> DerefMut for Twin<N> {
    fn deref_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }
}
