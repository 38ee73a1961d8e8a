//! A scene after some frames, as a PNG: `cargo run --release --example picture -- pendant picture.png frames=120
//! theme=light by=load solver=jacobi also=direct yaw=0.4 pitch=0.2 zoom=0.5 size=960x540 show=joints,forces beads=40
//! …`. A key that is neither an option of the picture nor a parameter goes to the scene, which may also be a file,
//! `scene.json`.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

use beadwork::render::{Bar, Bounds, ColourBy, Drawn, Show, Target, ThemeColours, View, ViewOptions, theme};
use beadwork::scene::built_in;
use beadwork::{Gpu, Parameters, Scene, Simulation};
use glam::Vec3;
use serde_json::{Map, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let name = words.first().map_or("pendant", |w| w.as_str());
    let file = words.get(1).map_or("picture.png", |w| w.as_str());
    let given: HashMap<&str, &str> = words.iter().skip(2).filter_map(|w| w.split_once('=')).collect();
    let number = |name: &str, otherwise: f32| given.get(name).map_or(Ok(otherwise), |v| v.parse());

    let mut scene_options = Map::new();
    let mut changes = Map::new();
    let known = Parameters::default().as_json();
    for (&key, value) in &given {
        let value = serde_json::from_str(value).unwrap_or(Value::String((*value).into()));
        match key {
            "frames" | "theme" | "by" | "yaw" | "pitch" | "zoom" | "size" | "splat" | "ground" | "repeat"
            | "up" | "also" | "show" => {}
            _ if known.contains_key(key) => {
                changes.insert(key.into(), value);
            }
            _ => {
                scene_options.insert(key.into(), value);
            }
        }
    }
    let scene = match name.ends_with(".json") {
        true => Scene::from_json(&std::fs::read_to_string(name)?)?,
        false => built_in::build(name, &scene_options)?,
    };
    let parameters = Parameters::default().with(&changes)?;
    let (width, height) = given.get("size").and_then(|s| s.split_once('x')).unwrap_or(("960", "540"));
    let shows = |what: &str| given.get("show").is_some_and(|words| words.split(',').any(|word| word == what));
    let options = ViewOptions {
        width: width.parse()?,
        height: height.parse()?,
        theme: if given.get("theme") == Some(&"light") { ThemeColours::LIGHT } else { ThemeColours::DARK },
        colour_by: ColourBy::named(given.get("by").unwrap_or(&"bead")).ok_or("no such colourBy")?,
        splat_radius: given.get("splat").map(|s| s.parse()).transpose()?,
        ground: Some(number("ground", 0.0)?),
        show: Show { joints: shows("joints"), forces: shows("forces"), contacts: shows("contacts") },
    };

    let gpu = pollster::block_on(Gpu::new())?;
    let mut simulations = vec![(scene.clone(), parameters)];
    if let Some(&solver) = given.get("also") {
        changes.insert("solver".into(), solver.into());
        simulations.push((scene, Parameters::default().with(&changes)?));
    }
    let mut simulations = simulations
        .into_iter()
        .map(|(scene, parameters)| {
            let mut simulation = pollster::block_on(Simulation::create(gpu.clone(), scene, parameters))?;
            pollster::block_on(simulation.step(number("frames", 60.0).unwrap_or(60.0) as u32)?)?;
            Ok(simulation)
        })
        .collect::<beadwork::Result<Vec<_>>>()?;
    let mut view = View::new(gpu.clone(), Target::Offscreen, options)?;

    // two stand side by side, and hang from one bar
    let bounds = Bounds::of(&simulations[0]);
    let apart = if simulations.len() > 1 { 0.35 * bounds.half().y * Vec3::X } else { Vec3::ZERO };
    if simulations.len() > 1 {
        let top = bounds.middle().with_y(bounds.high.y);
        let (from, to) = (top - 1.8 * apart, top + 1.8 * apart);
        view.overlays.bars = vec![Bar { from, to, radius: 0.01 * bounds.half().y }];
        view.overlays.hairline = Some(bounds.low.y);
    }

    let mut camera = view.glide.goal;
    camera.yaw = number("yaw", 0.35)?;
    camera.pitch = number("pitch", 0.12)?;
    view.glide.jump(camera);
    view.frame_now(bounds.moved(apart).with(bounds.moved(-apart)));
    let mut camera = view.glide.goal;
    camera.distance *= number("zoom", 1.0)?;
    camera.target.y += number("up", 0.0)? * camera.distance;
    view.glide.jump(camera);

    let repeat = number("repeat", 1.0)? as u32;
    let mut times = Vec::new();
    for _ in 0..repeat.max(1) {
        let start = Instant::now();
        let mut drawn: Vec<Drawn> = simulations.iter_mut().map(Drawn::new).collect();
        if let [left, right] = drawn.as_mut_slice() {
            (left.offset, left.thread) = (-apart, Some(theme::hex(0xff7a66)));
            (right.offset, right.thread, right.dashed) = (apart, Some(theme::hex(0x53cfe0)), true);
        }
        view.render_many(&mut drawn)?;
        pollster::block_on(gpu.done())?;
        if times.is_empty() {
            pollster::block_on(view.statistics())?;
        }
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let statistics = pollster::block_on(view.statistics())?;
    println!("{}: {statistics:?}, median {:.1} ms a picture", gpu.adapter_name(), times[times.len() / 2]);

    let (width, height, pixels) = pollster::block_on(view.screenshot()?)?;
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file)?), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.write_header()?.write_image_data(&pixels)?;
    match gpu.take_error() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}
