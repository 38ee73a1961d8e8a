//! A scene stepped without a window: how far its joints are open, frame by frame, as a CSV, and the last frame as a
//! PNG. `cargo run --release --example headless -- pendant 120 out` writes out.csv and out.png.

use std::fs::File;
use std::io::{BufWriter, Write};

use beadwork::render::{Bounds, Drawn, Target, View, ViewOptions};
use beadwork::scene::built_in;
use beadwork::{Gpu, Parameters, Simulation};
use serde_json::Map;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, otherwise: &'static str| words.get(at).map_or(otherwise, |w| w.as_str());
    let scene = built_in::build(word(0, "pendant"), &Map::new())?;
    let frames: u32 = word(1, "120").parse()?;
    let name = word(2, "headless");

    pollster::block_on(async {
        let gpu = Gpu::new().await?;
        let mut simulation = Simulation::create(gpu.clone(), scene, Parameters::default()).await?;
        let mut table = BufWriter::new(File::create(format!("{name}.csv"))?);
        writeln!(table, "time_s,max_gap_m,rms_gap_m,residual_m_per_s,kinetic_energy_j,potential_energy_j")?;
        for _ in 0..frames {
            simulation.step(1)?.await?;
            let m = simulation.measure(None)?.await?;
            let numbers = [m.time, m.max_gap, m.rms_gap, m.residual, m.kinetic_energy, m.potential_energy];
            writeln!(table, "{}", numbers.map(|x| format!("{x:.6e}")).join(","))?;
        }
        table.flush()?;

        let options = ViewOptions { width: 960, height: 540, ..ViewOptions::default() };
        let mut view = View::new(gpu, Target::Offscreen, options)?;
        view.frame_now(Bounds::of(&simulation));
        view.render_many(&mut [Drawn::new(&mut simulation)])?;
        let (width, height, pixels) = view.screenshot()?.await?;
        let mut encoder =
            png::Encoder::new(BufWriter::new(File::create(format!("{name}.png"))?), width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header()?.write_image_data(&pixels)?;
        println!("{name}.csv, {name}.png");
        Ok(())
    })
}
