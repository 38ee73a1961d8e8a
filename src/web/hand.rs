//! The pointer's side of a `View`: finding a bead and pulling it. A pull acts on the bead that was found. It also acts
//! on the same bead of every simulation beside it that has as many, so that a comparison stays fair.

use glam::{Vec2, Vec3};
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use super::blame::OnBehalf;
use super::simulation::Shared;
use super::view::{WebView, with_drawn};
use crate::render::{Grip, Hit};
use crate::scene::Solid;
use crate::simulation::{Pull, Simulation};
use crate::thrown::thrown;

/// The grip of the pointer.
#[derive(Default)]
pub struct Hand {
    /// Counts the pulls begun and ended, so that an answer that comes late takes hold of nothing.
    turn: u64,
    /// Where the pointer was last, in device pixels.
    at: Vec2,
    /// The grip, and the offset at which the bead that was found is drawn.
    grip: Option<(Grip, Vec3)>,
    held: Vec<Shared>,
}

impl Hand {
    fn open(&mut self) {
        self.turn += 1;
        self.grip = None;
        for simulation in self.held.drain(..) {
            if let Ok(mut slot) = simulation.try_borrow_mut()
                && let Some(simulation) = slot.as_mut()
            {
                // fails on a lost device only, where nothing is held any more
                let _ = simulation.set_pull(None);
            }
        }
    }
}

fn number(hit: Option<Hit>) -> JsValue {
    hit.map_or(JsValue::NULL, |hit| JsValue::from_f64(hit.body as f64))
}

#[wasm_bindgen]
impl WebView {
    /// Resolves to the body at (x, y) in device pixels, or null.
    pub fn pick(&self, x: f32, y: f32) -> std::result::Result<Promise, JsValue> {
        let picking = self.picking(Vec2::new(x, y))?;
        Ok(future_to_promise(OnBehalf::new(
            self.id,
            async move { picking.await.map(number).map_err(thrown) },
        )))
    }

    /// The same, and takes hold of it; null over a plane, which is the ground.
    pub fn grab(&self, x: f32, y: f32) -> std::result::Result<Promise, JsValue> {
        let at = Vec2::new(x, y);
        let picking = self.picking(at)?;
        let turn = {
            let mut hand = self.hand.borrow_mut();
            hand.open();
            hand.at = at;
            hand.turn
        };
        let this = self.clone();
        Ok(future_to_promise(OnBehalf::new(self.id, async move {
            let hit = picking.await.map_err(thrown)?.filter(|hit| !this.is_plane(hit));
            if let Some(hit) = hit.filter(|_| this.hand.borrow().turn == turn) {
                this.hold(hit, at)?;
            }
            Ok(number(hit))
        })))
    }

    /// Moves the held bead to (x, y) in device pixels; nothing happens if none is held.
    pub fn drag(&self, x: f32, y: f32) -> std::result::Result<(), JsValue> {
        let mut hand = self.hand.borrow_mut();
        hand.at = Vec2::new(x, y);
        let Some((grip, offset)) = hand.grip else { return Ok(()) };
        let goal = self.with(|view| Ok(view.goal(&grip, hand.at, offset)))?;
        for simulation in &hand.held {
            if let Some(simulation) = simulation.borrow_mut().as_mut()
                && let Some(pull) = simulation.pull().copied()
            {
                simulation.set_pull(Some(Pull { goal, ..pull })).map_err(thrown)?;
            }
        }
        Ok(())
    }

    /// Resolves to JSON of the last picture's figures.
    pub fn statistics(&self) -> std::result::Result<Promise, JsValue> {
        let figures = self.with(|view| Ok(view.statistics()))?;
        Ok(future_to_promise(OnBehalf::new(self.id, async move {
            let figures = figures.await.map_err(thrown)?;
            let milliseconds: serde_json::Map<String, serde_json::Value> =
                figures.milliseconds.iter().map(|&(stage, ms)| (stage.into(), ms.into())).collect();
            let json = serde_json::json!({
                "pearls": figures.pearls,
                "splats": figures.splats,
                "threads": figures.threads,
                "milliseconds": milliseconds,
            });
            Ok(json.to_string().into())
        })))
    }

    #[wasm_bindgen(js_name = release)]
    pub fn let_go(&self) {
        self.hand.borrow_mut().open();
    }
}

impl WebView {
    fn picking(
        &self,
        at: Vec2,
    ) -> std::result::Result<impl Future<Output = crate::error::Result<Option<Hit>>> + 'static + use<>, JsValue>
    {
        let guests = self.guests.borrow();
        with_drawn(&guests, |drawn| self.with(|view| view.pick(drawn, at)))
    }

    fn is_plane(&self, hit: &Hit) -> bool {
        let guests = self.guests.borrow();
        let simulation = guests.get(hit.drawn).map(|guest| guest.simulation.borrow());
        let body = simulation.as_ref().and_then(|slot| slot.as_ref()?.scene().bodies.get(hit.body));
        body.is_some_and(|body| body.solid == Solid::Plane)
    }

    fn hold(&self, hit: Hit, at: Vec2) -> std::result::Result<(), JsValue> {
        let guests = self.guests.borrow();
        let Some(found) = guests.get(hit.drawn) else { return Ok(()) };
        let mut hand = self.hand.borrow_mut();
        let (grip, goal) = self.with(|view| {
            let grip = view.grip(hit, at, found.offset);
            Ok((grip, view.goal(&grip, hand.at, found.offset)))
        })?;
        hand.grip = Some((grip, found.offset));
        let bodies = found.simulation.borrow().as_ref().map(|simulation| simulation.body_count());
        for guest in guests.iter() {
            let mut slot = guest.simulation.borrow_mut();
            // it may have been removed since it was found
            let alike = |s: &&mut Simulation| Some(s.body_count()) == bodies && s.has_body(hit.body);
            if let Some(simulation) = slot.as_mut().filter(alike) {
                let pull = simulation.gentle_pull(hit.body, hit.local_point, goal);
                simulation.set_pull(Some(pull)).map_err(thrown)?;
                hand.held.push(guest.simulation.clone());
            }
        }
        Ok(())
    }
}
