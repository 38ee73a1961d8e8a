//! A scene in a window: `cargo run --release --example window -- curtain solver=jacobi chains=40`. A key that is no
//! parameter goes to the scene.
//!
//! Drag a bead to pull it, or the space around to turn; with the right button to move; the wheel comes closer. Space
//! pauses, S takes one step, R starts anew, F frames, C colours by load, D takes the next solver, Escape closes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use beadwork::render::{Bounds, ColourBy, Grip, Target, View, ViewOptions};
use beadwork::scene::built_in;
use beadwork::simulation::Pull;
use beadwork::{Gpu, Parameters, Scene, Simulation, solvers};
use glam::{Vec2, Vec3};
use pollster::block_on;
use serde_json::{Map, Value, json};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Window, WindowId};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Frames per picture at most; a machine that needs more shows slow motion.
const MOST_FRAMES: u32 = 3;

fn main() -> Fallible<()> {
    let (scene, parameters) = asked_for()?;
    let gpu = block_on(Gpu::new())?;
    let simulation = block_on(Simulation::create(gpu, scene, parameters))?;
    let mut desk =
        Desk { simulation, shown: None, drag: Drag::None, at: Vec2::ZERO, playing: true, behind: 0.0 };
    Ok(EventLoop::new()?.run_app(&mut desk)?)
}

fn asked_for() -> Fallible<(Scene, Parameters)> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let name = words.first().map_or("pendant", |word| word.as_str());
    let given: HashMap<&str, &str> = words.iter().skip(1).filter_map(|word| word.split_once('=')).collect();
    let known = serde_json::to_value(Parameters::default())?;
    let (mut options, mut changes) = (Map::new(), Map::new());
    for (&key, &text) in &given {
        let value = serde_json::from_str(text).unwrap_or(Value::String(text.into()));
        if known.get(key).is_some() { &mut changes } else { &mut options }.insert(key.into(), value);
    }
    let scene = built_in::build(name, &options)?;
    Ok((scene, Parameters::default().with(&changes)?))
}

/// What the pointer does while a button is down.
enum Drag {
    None,
    Turn,
    Move,
    Pull(Grip, Pull),
}

struct Shown {
    window: Arc<Window>,
    view: View,
    last: Instant,
}

struct Desk {
    simulation: Simulation,
    shown: Option<Shown>,
    drag: Drag,
    at: Vec2,
    playing: bool,
    behind: f32,
}

impl ApplicationHandler for Desk {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if let Err(error) = self.open(events) {
            eprintln!("{error}");
            events.exit();
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let done = match event {
            WindowEvent::CloseRequested => {
                events.exit();
                Ok(())
            }
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Pressed => {
                match event.logical_key.as_ref() {
                    Key::Named(NamedKey::Escape) => {
                        events.exit();
                        Ok(())
                    }
                    Key::Named(NamedKey::Space) => self.key(" "),
                    Key::Character(letter) => self.key(letter),
                    _ => Ok(()),
                }
            }
            WindowEvent::Resized(size) => {
                if let Some(shown) = &mut self.shown {
                    shown.view.resize(size.width, size.height);
                }
                Ok(())
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointer(Vec2::new(position.x as f32, position.y as f32))
            }
            WindowEvent::MouseInput { state, button, .. } => self.button(state, button),
            WindowEvent::MouseWheel { delta, .. } => {
                self.wheel(delta);
                Ok(())
            }
            WindowEvent::RedrawRequested => self.draw(),
            _ => Ok(()),
        };
        if let Err(error) = done {
            eprintln!("{error}");
            events.exit();
        }
    }
}

impl Desk {
    fn open(&mut self, events: &ActiveEventLoop) -> Fallible<()> {
        let wish =
            Window::default_attributes().with_title("Beadwork").with_inner_size(LogicalSize::new(1100, 700));
        let window = Arc::new(events.create_window(wish)?);
        let gpu = self.simulation.gpu().expect("made on a device").clone();
        let surface = gpu.instance.create_surface(window.clone())?;
        let size = window.inner_size();
        let options = ViewOptions { width: size.width, height: size.height, ..ViewOptions::default() };
        let mut view = View::new(gpu, Target::Surface(surface), options)?;
        view.frame_now(Bounds::of(&self.simulation));
        window.request_redraw();
        self.shown = Some(Shown { window, view, last: Instant::now() });
        Ok(())
    }

    /// Whole frames of fixed length for the time that has passed, then a picture.
    fn draw(&mut self) -> Fallible<()> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        let seconds = shown.last.elapsed().as_secs_f32().min(0.25);
        shown.last = Instant::now();
        if self.playing {
            let frame = self.simulation.parameters().timestep as f32;
            self.behind += seconds;
            let due = (self.behind / frame) as u32;
            let frames = due.min(MOST_FRAMES);
            self.behind = if due > MOST_FRAMES { 0.0 } else { self.behind - frames as f32 * frame };
            block_on(self.simulation.step(frames)?)?;
        }
        shown.view.advance(seconds);
        shown.view.render(&mut self.simulation)?;
        shown.window.request_redraw();
        Ok(())
    }

    fn key(&mut self, key: &str) -> Fallible<()> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        match key {
            " " => self.playing = !self.playing,
            "s" => block_on(self.simulation.step(1)?)?,
            "r" => self.simulation.reset()?,
            "f" => shown.view.frame(Bounds::of(&self.simulation)),
            "c" => {
                let load = matches!(shown.view.colour_by, ColourBy::Load);
                shown.view.colour_by = if load { ColourBy::Bead } else { ColourBy::Load };
            }
            "d" => self.next_solver(),
            _ => {}
        }
        self.say()
    }

    /// The next solver of the list that takes this scene.
    fn next_solver(&mut self) {
        let names: Vec<&str> = solvers::list().iter().map(|solver| solver.name).collect();
        let now = names.iter().position(|&name| name == self.simulation.parameters().solver).unwrap_or(0);
        for k in 1..=names.len() {
            let wish = json!({"solver": names[(now + k) % names.len()]});
            if self.simulation.set_parameters(wish.as_object().expect("an object")).is_ok() {
                return;
            }
        }
    }

    fn say(&mut self) -> Fallible<()> {
        let found = block_on(self.simulation.measure(None)?)?;
        let solver = self.simulation.parameters().solver;
        let title = format!("Beadwork: {solver}, {:.1} s, largest gap {:.1e} m", found.time, found.max_gap);
        if let Some(shown) = &self.shown {
            shown.window.set_title(&title);
        }
        Ok(())
    }

    fn button(&mut self, state: ElementState, button: MouseButton) -> Fallible<()> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        self.simulation.set_pull(None)?;
        self.drag = match (state, button) {
            (ElementState::Released, _) => Drag::None,
            (ElementState::Pressed, MouseButton::Left) => {
                let drawn = &mut [beadwork::render::Drawn::new(&mut self.simulation)];
                match block_on(shown.view.pick(drawn, self.at)?)? {
                    Some(hit) => {
                        let grip = shown.view.grip(hit, self.at, Vec3::ZERO);
                        let goal = shown.view.goal(&grip, self.at, Vec3::ZERO);
                        let pull = self.simulation.gentle_pull(hit.body, hit.local_point, goal);
                        self.simulation.set_pull(Some(pull))?;
                        Drag::Pull(grip, pull)
                    }
                    None => Drag::Turn,
                }
            }
            (ElementState::Pressed, _) => Drag::Move,
        };
        Ok(())
    }

    fn pointer(&mut self, to: Vec2) -> Fallible<()> {
        let by = to - self.at;
        self.at = to;
        let Some(shown) = &mut self.shown else { return Ok(()) };
        let camera = &mut shown.view.glide.goal;
        match &self.drag {
            Drag::None => {}
            Drag::Turn => camera.orbit(-0.006 * by.x, 0.006 * by.y),
            Drag::Move => {
                let height = shown.view.size().1 as f32;
                shown.view.glide.goal.pan(Vec2::new(-by.x, by.y), height);
            }
            Drag::Pull(grip, pull) => {
                let goal = shown.view.goal(grip, to, Vec3::ZERO);
                self.simulation.set_pull(Some(Pull { goal, ..*pull }))?;
            }
        }
        Ok(())
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        let lines = match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(pixels) => pixels.y as f32 / 40.0,
        };
        if let Some(shown) = &mut self.shown {
            let (width, height) = shown.view.size();
            let size = Vec2::new(width as f32, height as f32);
            shown.view.glide.goal.zoom(0.9f32.powf(lines), self.at, size);
        }
    }
}
