//! `View` for JavaScript: a camera and a canvas that one or more simulations are drawn into.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use glam::{Vec2, Vec3};
use wasm_bindgen::prelude::*;

use super::hand::Hand;
use super::machine::{self, View};
use super::simulation::{Shared, WebSimulation, broken, lend};
use crate::error::{BeadworkError, Code, Result};
use crate::render::{Bar, Bounds, ColourBy, Drawn, Show, ThemeColours};
use crate::simulation::Simulation;
use crate::thrown::thrown;

/// A simulation in the picture: where it stands and what its thread looks like.
pub(super) struct Guest {
    pub simulation: Shared,
    pub offset: Vec3,
    thread: Option<[f32; 3]>,
    dashed: bool,
}

#[wasm_bindgen]
#[derive(Clone)]
pub struct WebView {
    pub(super) view: Rc<RefCell<Option<View>>>,
    pub(super) guests: Rc<RefCell<Vec<Guest>>>,
    pub(super) hand: Rc<RefCell<Hand>>,
    /// For another device; nothing here draws into it otherwise.
    #[cfg(not(feature = "cpu"))]
    pub(super) canvas: JsValue,
    /// Its number on the page, for `blame`.
    pub(super) id: u32,
}

fn destroyed() -> JsValue {
    thrown(BeadworkError::new(Code::Destroyed, "This view was destroyed; create another."))
}

#[wasm_bindgen]
impl WebView {
    #[wasm_bindgen(constructor)]
    pub fn new(
        id: u32,
        simulation: &WebSimulation,
        canvas: JsValue,
        width: u32,
        height: u32,
        dark: bool,
    ) -> std::result::Result<WebView, JsValue> {
        let shared = simulation.shared();
        let made = || -> Result<View> {
            // lent for no longer than that: what breaks below is the view's own
            let bounds = lend(&shared, |simulation| Ok(Bounds::of(simulation)))?;
            let mut view = machine::view(&shared, &canvas, (width, height), theme(dark))?;
            view.frame_now(bounds);
            Ok(view)
        };
        let view = made().map_err(thrown)?;
        let guest = Guest { simulation: shared.clone(), offset: Vec3::ZERO, thread: None, dashed: false };
        Ok(WebView {
            view: Rc::new(RefCell::new(Some(view))),
            guests: Rc::new(RefCell::new(vec![guest])),
            hand: Rc::default(),
            #[cfg(not(feature = "cpu"))]
            canvas,
            id,
        })
    }

    /// Places a simulation in the picture: the view's own (index 0) or one beside it, added if it is new.
    #[allow(clippy::too_many_arguments)]
    pub fn place(
        &self,
        index: usize,
        simulation: &WebSimulation,
        x: f32,
        y: f32,
        z: f32,
        thread: Option<Vec<f32>>,
        dashed: bool,
    ) {
        let thread = thread.and_then(|rgb| rgb.try_into().ok());
        let guest = Guest { simulation: simulation.shared(), offset: Vec3::new(x, y, z), thread, dashed };
        let mut guests = self.guests.borrow_mut();
        match guests.get_mut(index) {
            Some(known) => *known = guest,
            None => guests.push(guest),
        }
    }

    #[wasm_bindgen(js_name = dropCompanions)]
    pub fn drop_companions(&self) {
        self.guests.borrow_mut().truncate(1);
    }

    pub fn render(&self) -> std::result::Result<(), JsValue> {
        let guests = self.guests.borrow();
        with_drawn(&guests, |drawn| self.with(|view| view.render_many(drawn)))
    }

    pub fn resize(&self, width: u32, height: u32) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            view.resize(width, height);
            Ok(())
        })
    }

    /// Moves the camera on by `seconds`; true while it is still on its way.
    pub fn advance(&self, seconds: f32) -> std::result::Result<bool, JsValue> {
        self.with(|view| Ok(view.advance(seconds)))
    }

    /// The camera's goal: target (3), yaw, pitch, distance, field of view.
    pub fn camera(&self) -> std::result::Result<Vec<f32>, JsValue> {
        self.with(|view| {
            let camera = view.glide.goal;
            let [x, y, z] = camera.target.to_array();
            Ok(vec![x, y, z, camera.yaw, camera.pitch, camera.distance, camera.field_of_view])
        })
    }

    #[wasm_bindgen(js_name = setCamera)]
    pub fn set_camera(&self, numbers: &[f32], jump: bool) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            let &[x, y, z, yaw, pitch, distance, field_of_view] = numbers else {
                return Err(BeadworkError::at(
                    Code::Parameter,
                    "camera",
                    "camera must have a target, yaw, pitch, distance and fieldOfView.",
                ));
            };
            if !numbers.iter().all(|x| x.is_finite()) {
                return Err(BeadworkError::at(Code::Parameter, "camera", "camera must hold finite numbers."));
            }
            let mut camera = view.glide.goal;
            camera.target = Vec3::new(x, y, z);
            (camera.yaw, camera.pitch, camera.distance, camera.field_of_view) =
                (yaw, pitch, distance, field_of_view);
            let camera = camera.tame();
            if jump {
                view.glide.jump(camera)
            } else {
                view.glide.goal = camera
            };
            Ok(())
        })
    }

    pub fn orbit(&self, right: f32, up: f32) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            view.glide.goal.orbit(right, up);
            Ok(())
        })
    }

    /// By device pixels.
    pub fn pan(&self, right: f32, up: f32) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            let height = view.size().1 as f32;
            view.glide.goal.pan(Vec2::new(right, up), height);
            Ok(())
        })
    }

    /// Towards the point at (x, y) in device pixels.
    pub fn zoom(&self, factor: f32, x: f32, y: f32) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            let (width, height) = view.size();
            view.glide.goal.zoom(factor, Vec2::new(x, y), Vec2::new(width as f32, height as f32));
            Ok(())
        })
    }

    /// Brings all that is drawn into the picture.
    pub fn frame(&self, jump: bool) -> std::result::Result<(), JsValue> {
        let mut bounds = Bounds::EMPTY;
        for guest in self.guests.borrow().iter() {
            if let Some(simulation) = guest.simulation.borrow().as_ref() {
                bounds = bounds.with(Bounds::of(simulation).moved(guest.offset));
            }
        }
        self.with(|view| {
            if jump {
                view.frame_now(bounds)
            } else {
                view.frame(bounds)
            };
            Ok(())
        })
    }

    #[wasm_bindgen(js_name = setTheme)]
    pub fn set_theme(&self, dark: bool) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            view.theme = theme(dark);
            Ok(())
        })
    }

    /// One of the theme's colours by name, sRGB from 0 to 1.
    #[wasm_bindgen(js_name = setThemeColour)]
    pub fn set_theme_colour(
        &self,
        name: &str,
        red: f32,
        green: f32,
        blue: f32,
    ) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            let colour = [red, green, blue].map(|x| x.clamp(0.0, 1.0));
            match name {
                "background" => view.theme.background = colour,
                "ground" => view.theme.ground = colour,
                "thread" => view.theme.thread = colour,
                "warning" => view.theme.warning = colour,
                "hairline" => view.theme.hairline = colour,
                _ => {
                    let message = "A theme's colours are background, ground, thread, warning and hairline.";
                    return Err(BeadworkError::at(Code::Parameter, format!("theme.{name}"), message));
                }
            }
            Ok(())
        })
    }

    /// Height of the ground, m; none without.
    #[wasm_bindgen(js_name = setGround)]
    pub fn set_ground(&self, height: Option<f32>) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            view.ground = height.filter(|height| height.is_finite());
            Ok(())
        })
    }

    #[wasm_bindgen(js_name = setColourBy)]
    pub fn set_colour_by(&self, by: &str) -> std::result::Result<(), JsValue> {
        let by = ColourBy::named(by).ok_or_else(|| {
            let message =
                "colourBy must be 'bead', 'load', 'gap', 'speed', 'colour', 'overshoot' or 'depth'.";
            thrown(BeadworkError::at(Code::Parameter, "colourBy", message))
        })?;
        self.with(|view| {
            view.colour_by = by;
            Ok(())
        })
    }

    /// The marks of joints and contacts that are drawn over the picture.
    #[wasm_bindgen(js_name = setShow)]
    pub fn set_show(&self, joints: bool, forces: bool, contacts: bool) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            view.show = Show { joints, forces, contacts };
            Ok(())
        })
    }

    /// A bar to hang things from, and a level line; either may be left out.
    #[wasm_bindgen(js_name = setOverlays)]
    pub fn set_overlays(
        &self,
        bar: Option<Vec<f32>>,
        hairline: Option<f32>,
    ) -> std::result::Result<(), JsValue> {
        self.with(|view| {
            view.overlays.hairline = hairline;
            view.overlays.bars = match bar.as_deref() {
                Some(&[ax, ay, az, bx, by, bz, radius]) => {
                    vec![Bar { from: Vec3::new(ax, ay, az), to: Vec3::new(bx, by, bz), radius }]
                }
                _ => Vec::new(),
            };
            Ok(())
        })
    }

    /// Frees the GPU's memory at once. May be called twice, and after a panic.
    pub fn destroy(&self) {
        if let Ok(mut slot) = self.view.try_borrow_mut() {
            slot.take();
        }
        if self.hand.try_borrow_mut().is_ok() {
            self.let_go();
        }
        if let Ok(mut guests) = self.guests.try_borrow_mut() {
            guests.clear();
        }
    }
}

impl WebView {
    pub(super) fn with<T>(
        &self,
        act: impl FnOnce(&mut View) -> Result<T>,
    ) -> std::result::Result<T, JsValue> {
        match self.view.try_borrow_mut().as_deref_mut() {
            Ok(Some(view)) => act(view).map_err(thrown),
            Ok(None) => Err(destroyed()),
            // only a panic leaves it lent
            Err(_) => {
                Err(thrown(BeadworkError::new(Code::Internal, "This view broke down; create another.")))
            }
        }
    }
}

/// The simulations of a picture, borrowed for as long as `act` runs.
pub(super) fn with_drawn<T>(
    guests: &[Guest],
    act: impl FnOnce(&mut [Drawn]) -> std::result::Result<T, JsValue>,
) -> std::result::Result<T, JsValue> {
    let mut borrowed: Vec<RefMut<Option<Simulation>>> = Vec::with_capacity(guests.len());
    for guest in guests {
        // lent already: to this very picture, or to a call that broke down while it had it
        let twice =
            guests.iter().filter(|other| Rc::ptr_eq(&other.simulation, &guest.simulation)).count() > 1;
        let refusal = || match twice {
            true => BeadworkError::new(Code::Parameter, "A simulation can stand in a picture only once."),
            false => broken(),
        };
        borrowed.push(guest.simulation.try_borrow_mut().map_err(|_| thrown(refusal()))?);
    }
    let mut drawn = Vec::with_capacity(guests.len());
    for (slot, guest) in borrowed.iter_mut().zip(guests) {
        let simulation = alive(slot).map_err(thrown)?;
        let Guest { offset, thread, dashed, .. } = *guest;
        drawn.push(Drawn { simulation, offset, thread, dashed });
    }
    act(&mut drawn)
}

fn alive<'a>(slot: &'a mut RefMut<Option<Simulation>>) -> Result<&'a mut Simulation> {
    slot.as_mut()
        .ok_or_else(|| BeadworkError::new(Code::Destroyed, "This simulation was destroyed; create another."))
}

fn theme(dark: bool) -> ThemeColours {
    if dark { ThemeColours::DARK } else { ThemeColours::LIGHT }
}
