//! The CPU as a machine: in f64 the twin that shaders are tested against, in f32 what a simulation runs on without a
//! GPU. It works while it is called, so its results are there at once.

use std::cell::Cell;
use std::future::ready;

use glam::{Quat, Vec3};

use super::contacts::Surface;
use super::number::Number;
use super::records::Pose;
use super::step::cast_rays::{NOBODY, RayBody};
use super::step::measure::Partial;
use super::world::World;
use crate::error::Result;
use crate::lists::Lists;
use crate::machine::{Changed, Found, Machine, Reading};
use crate::plan::{Dispatch, Facts, REDUCTION_GROUPS};
use crate::scene::{Body, Manner, Scene};
use crate::state::{ContactReading, Event, Placed, Pull, Pushed, Ray, RayHit, State, in_order};

#[derive(Default)]
pub struct CpuMachine<N> {
    pub world: World<N>,
    /// The substep: as it is, and with its residuals recorded.
    substeps: [Vec<Dispatch>; 2],
    frame: Vec<Dispatch>,
    ended: Vec<Dispatch>,
    /// Where bodies touch in another instance that is followed, as `World::contact_words` has it.
    pub followed: Option<Vec<u32>>,
    /// For so many steps more, pictures are taken to show contacts.
    pub watched: Cell<u32>,
}

/// Contacts are no longer watched once so many steps were taken without a picture of them.
const WATCHED: u32 = 60;

impl<N: Number> CpuMachine<N> {
    /// Where bodies touch, for a picture.
    pub fn seen_contacts(&self) -> Vec<u32> {
        self.watched.set(WATCHED);
        self.followed.clone().unwrap_or_else(|| self.world.contact_words())
    }
}

fn at_once<T: 'static>(value: T) -> Reading<T> {
    Box::pin(ready(Ok(value)))
}

impl<N: Number> Machine for CpuMachine<N> {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn works_at_once(&self) -> bool {
        true
    }

    fn another(&self) -> Box<dyn Machine> {
        Box::new(Self::default())
    }

    fn admits(&self, _: &Scene, _: Manner, _: &[Dispatch]) -> Result<()> {
        Ok(())
    }

    fn refusals(&self) -> Box<dyn FnOnce() -> Reading<()>> {
        Box::new(|| at_once(()))
    }

    fn put_scene(&mut self, scene: &Scene, fixed: &[bool], manner: Manner) -> Result<()> {
        self.world.put_scene(scene, fixed, manner);
        self.followed = None;
        Ok(())
    }

    fn put_members(
        &mut self,
        scene: &Scene,
        fixed: &[bool],
        manner: Manner,
        changed: Changed,
        forget: &[Dispatch],
    ) -> Result<()> {
        self.world.mark_changed(changed.bodies);
        self.run_once(forget)?;
        self.world.put_members(scene, fixed, manner, changed);
        self.followed = None;
        Ok(())
    }

    fn put_joints(&mut self, scene: &Scene, manner: Manner) -> Result<bool> {
        self.world.put_joints(scene, manner);
        Ok(false)
    }

    fn put_body(&mut self, index: usize, body: &Body, fixed: bool) -> Result<()> {
        self.world.put_body(index, body, fixed);
        Ok(())
    }

    fn put_surface(&mut self, body: usize, what: &Body, big: bool) -> Result<()> {
        self.world.contacts.surfaces[body] = Surface::of(what, big);
        if let Some(known) = self.world.ray_bodies.get_mut(body) {
            *known = RayBody::of(what);
        }
        Ok(())
    }

    fn put_lists(&mut self, lists: &Lists) -> Result<()> {
        self.world.put_lists(lists);
        Ok(())
    }

    fn put_state(&mut self, _: &Scene, _: &[bool], state: &State) -> Result<()> {
        self.world.put_state(state);
        self.followed = None;
        Ok(())
    }

    fn put_velocity(&mut self, body: usize, linear: Option<Vec3>, angular: Option<Vec3>) -> Result<()> {
        let velocity = &mut self.world.velocities[body];
        velocity.linear = linear.map_or(velocity.linear, Into::into);
        velocity.angular = angular.map_or(velocity.angular, Into::into);
        Ok(())
    }

    fn put_pose(&mut self, body: usize, position: Option<Vec3>, rotation: Option<Quat>) -> Result<()> {
        self.world.put_pose(body, position, rotation);
        Ok(())
    }

    fn put_placed(&mut self, placed: &Placed) -> Result<()> {
        self.world.placed = placed.into();
        Ok(())
    }

    fn put_pull(&mut self, pull: &Pull) -> Result<()> {
        self.world.pull = pull.into();
        Ok(())
    }

    fn put_pushes(&mut self, pushes: &[Pushed]) -> Result<()> {
        self.world.pushes = pushes.iter().map(Into::into).collect();
        Ok(())
    }

    fn forget_multiplier(&mut self, joint: usize) -> Result<()> {
        self.world.forget_multiplier(joint);
        Ok(())
    }

    fn forget_turns(&mut self, joint: usize) -> Result<()> {
        self.world.forget_turns(joint);
        Ok(())
    }

    fn forget_force(&mut self, joint: usize) -> Result<()> {
        self.world.forget_force(joint);
        Ok(())
    }

    fn prepare(&mut self, recorded: bool, substep: &[Dispatch]) -> Result<()> {
        self.world.means.fill(None);
        self.substeps[usize::from(recorded)] = substep.to_vec();
        Ok(())
    }

    fn prepare_frame(&mut self, frame: &[Dispatch], ended: &[Dispatch]) -> Result<()> {
        (self.frame, self.ended) = (frame.to_vec(), ended.to_vec());
        Ok(())
    }

    fn begin_frame(&mut self) -> Result<()> {
        self.world.run_all(self.frame.iter());
        Ok(())
    }

    fn end_frame(&mut self, number: u32) -> Result<()> {
        self.world.events.frame = number;
        self.world.run_all(self.ended.iter());
        Ok(())
    }

    fn run(&mut self, before: &[Dispatch], recorded: bool, times: u32) -> Result<()> {
        for _ in 0..times {
            let substep = before.iter().chain(&self.substeps[usize::from(recorded)]);
            self.world.run_all(substep);
        }
        N::unpack(&mut self.world);
        Ok(())
    }

    fn run_once(&mut self, plan: &[Dispatch]) -> Result<()> {
        self.world.run_all(plan.iter());
        N::unpack(&mut self.world);
        Ok(())
    }

    fn done(&self) -> Reading<()> {
        at_once(())
    }

    fn clear_curve(&mut self) {
        self.world.residual_partials.clear();
    }

    fn read_state(&mut self) -> Result<Reading<State>> {
        Ok(at_once(self.world.state()))
    }

    fn read_poses(&mut self) -> Result<Reading<Vec<f32>>> {
        let numbers = |pose: &Pose<N>| {
            let ([x, y, z], [qx, qy, qz, qw]) = (pose.position.to_array(), pose.rotation.to_array());
            [x, y, z, qx, qy, qz, qw].map(|x| x.to_f64() as f32)
        };
        Ok(at_once(self.world.poses.iter().flat_map(numbers).collect()))
    }

    fn read_borne(&mut self) -> Result<Reading<Vec<[f32; 3]>>> {
        let numbers = |v: super::algebra::Vec3<N>| v.to_array().map(|x| x.to_f64() as f32);
        let rows = 0..self.world.multipliers.len();
        Ok(at_once(rows.map(|row| numbers(self.world.borne(row))).collect()))
    }

    fn read_contacts(&mut self) -> Result<Reading<Vec<ContactReading>>> {
        Ok(at_once(self.world.read_contacts()))
    }

    fn read_events(&mut self) -> Result<Reading<Vec<Event>>> {
        Ok(at_once(in_order(std::mem::take(&mut self.world.events.list))))
    }

    fn cast_rays(
        &mut self,
        scene: &Scene,
        rays: Vec<Ray>,
        plan: &[Dispatch],
    ) -> Result<Reading<Vec<Option<RayHit>>>> {
        let world = &mut self.world;
        if world.ray_bodies.is_empty() {
            world.ray_bodies = scene.bodies.iter().map(RayBody::of).collect();
        }
        world.rays = rays.iter().map(Into::into).collect();
        world.ray_hits = vec![Default::default(); rays.len()];
        self.run_once(plan)?;
        let hits = rays.iter().zip(&self.world.ray_hits).map(|(ray, found)| {
            let normal = found.normal.to_array().map(N::to_f64);
            (found.body != NOBODY).then(|| RayHit::of(ray, found.body, found.distance.to_f64(), normal))
        });
        Ok(at_once(hits.collect()))
    }

    fn measure(&mut self, plan: &[Dispatch], curve: u32) -> Result<Reading<Found>> {
        self.run_once(plan)?;
        let mut found = found(&self.world.measure_partials[REDUCTION_GROUPS as usize]);
        let contacts = &mut self.world.contacts;
        found.contacts = contacts.pushing;
        found.max_depth = contacts.deepest.to_f64();
        found.contacts_dropped = std::mem::take(&mut contacts.lost);
        found.events_dropped = std::mem::take(&mut self.world.events.unheard);
        found.curve = self.world.residual_curve(curve as usize);
        Ok(at_once(found))
    }

    fn find_fault(&mut self, plan: &[Dispatch]) -> Result<Reading<Option<usize>>> {
        self.world.fault = u32::MAX;
        self.run_once(plan)?;
        let first = self.world.fault;
        Ok(at_once((first != u32::MAX).then_some(first as usize)))
    }
}

fn found<N: Number>(total: &Partial<N>) -> Found {
    Found {
        max_gap: total.max_gap.to_f64(),
        gap_squares: total.gap_squares.to_f64(),
        max_gap_radii: total.max_gap_radii.to_f64(),
        residual_squares: total.residual_squares.to_f64(),
        kinetic: total.kinetic.to_f64(),
        potential: total.potential.to_f64(),
        worst_joint: total.worst_joint,
        fell_back: total.fell_back,
        max_angle: total.max_angle.to_f64(),
        max_overshoot: total.max_overshoot.to_f64(),
        rounds: total.rounds,
        momentum: total.momentum.to_array().map(N::to_f64),
        angular_momentum: total.angular_momentum.to_array().map(N::to_f64),
        bad_body: (total.bad_body != u32::MAX).then_some(total.bad_body),
        ..Found::default()
    }
}
