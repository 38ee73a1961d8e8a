//! Which parameters hold: the person's own, and those that a scene recommends until another is loaded.

use serde_json::{Map, Value};

use super::Simulation;
use super::split::split_by_solver;
use crate::error::Result;
use crate::parameters::{Gravity, Named, Parameters};
use crate::scene::Scene;

/// Parameters for a scene that is about to be put on a machine. Its recommendations hold instead, unless the parameters
/// were given in the same call.
#[derive(Clone, Debug)]
pub struct Wishes {
    own: Parameters,
    given: Named,
}

/// Given are those that were named, and those that are not as they are by default.
impl From<Parameters> for Wishes {
    fn from(own: Parameters) -> Self {
        let given = own.differing(&Parameters::default()).and(own.named.clone());
        Self { own, given }
    }
}

impl Wishes {
    /// These and no others, whatever the scene recommends.
    pub(super) fn exactly(parameters: Parameters) -> Self {
        Self { own: parameters, given: Parameters::every() }
    }

    /// The person's parameters from now on, and those that hold in this scene.
    pub(super) fn settled_by(self, scene: &Scene) -> Result<[Parameters; 2]> {
        let gravity = scene.gravity.map(|vector| vector.to_array());
        // choices of the person stay with the next scene, be they the default
        let chosen = self.own.named.clone().and(self.given.clone());
        let own = Parameters { named: chosen.clone(), ..self.own.settled_by(gravity) };
        let mut taken = scene.recommendations();
        let of_scene = taken.clone();
        taken.retain(|name, _| !self.given.has(name));
        let parameters = Parameters { named: Named::default(), ..own.with(&taken)? };
        let said = |name: &str| chosen.has(name) || of_scene.contains_key(name);
        Ok([own, split_by_solver(parameters, said)])
    }
}

impl Simulation {
    /// For a scene that is about to be loaded: what the person has, with the scene's gravity where it has one.
    pub fn wishes_for(&self, scene: &Scene) -> Wishes {
        let gravity = if scene.gravity.is_some() { Gravity::OfScene } else { self.own.gravity };
        Wishes { own: Parameters { gravity, ..self.own.clone() }, given: Named::default() }
    }

    /// As if the scene were put on its machine with these.
    pub fn wish(&mut self, wishes: Wishes) -> Result<()> {
        let [own, parameters] = wishes.settled_by(&self.scene)?;
        self.put_parameters(parameters)?;
        self.own = own;
        Ok(())
    }

    /// All of `changes` or none; steps under way keep the old ones.
    pub fn set_parameters(&mut self, changes: &Map<String, Value>) -> Result<()> {
        let now = Parameters { named: Named::default(), ..self.parameters.clone() };
        let next = now.with(changes)?;
        self.replace_parameters(next)
    }

    /// Parameters that are named, or differ from before, are the person's from now on.
    pub fn replace_parameters(&mut self, mut next: Parameters) -> Result<()> {
        let named = std::mem::take(&mut next.named).and(next.differing(&self.parameters));
        let other_solver = next.solver != self.parameters.solver;
        let next = self.split_anew(next, &named);
        self.put_parameters(next)?;
        self.own.take(&named, &self.parameters);
        if other_solver {
            // it brought its own split
            ["substeps", "iterations"].into_iter().for_each(|name| self.own.named.forget(name));
        }
        self.own.named = std::mem::take(&mut self.own.named).and(named);
        Ok(())
    }

    /// The same parameters as another, and the same ones set aside.
    pub fn take_parameters_of(&mut self, other: &Simulation) -> Result<()> {
        self.put_parameters(other.parameters.clone())?;
        self.own = other.own.clone();
        Ok(())
    }

    /// The person's parameters where the scene's recommendation holds instead: they come back with the next scene.
    pub fn aside(&self) -> Map<String, Value> {
        let differing = self.own.differing(&self.parameters);
        let mut aside = self.own.as_json();
        aside.retain(|name, _| differing.has(name));
        aside
    }

    /// For a simulation that is to go on like another: `aside` as that one had it.
    pub fn set_aside(&mut self, aside: &Map<String, Value>) -> Result<()> {
        let given = Parameters::default().with(aside)?;
        self.own.take(&given.named, &given);
        Ok(())
    }
}
