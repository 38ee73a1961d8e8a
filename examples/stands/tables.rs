//! The tables.

use std::fmt::Write as _;

use beadwork::Scene;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::columns::{column, perturbed};
use super::document::{Document, head, row};
use super::runs::{
    AS_THEY_ARE, BOUNDS, Constants, Ended, SEEDS, Setting, ended, frame_with, median, run, six_each, standing,
};
use super::{cube, plane, save, touching};

type Part = (&'static str, fn(&mut Document));

/// What `--only` may name, in the document's order.
pub const PARTS: [Part; 5] = [
    ("settings", settings),
    ("pyramid", large_pyramid),
    ("ratio", mass_ratio),
    ("constants", constants),
    ("overlap", overlap),
];

fn built_in(name: &str, options: Value) -> Scene {
    beadwork::scene::built_in::build(name, options.as_object().expect("an object")).expect("a built-in scene")
}

/// How many stand, and of these a median of each; if none does, when they fell.
fn cell(ends: &[Ended], figures: &[fn(&Ended) -> f64]) -> String {
    let standing = standing(ends);
    let count = format!("{}/{}", standing.len(), ends.len());
    if standing.is_empty() {
        return format!("{count}, {:.1} s", median(ends, |end| end.fell.unwrap_or(f64::INFINITY)));
    }
    let medians = figures.iter().map(|of| figure(median(&standing, of)));
    [count].into_iter().chain(medians).collect::<Vec<_>>().join(" · ")
}

fn titles(first: &[&'static str], then: &[String]) -> Vec<String> {
    first.iter().map(ToString::to_string).chain(then.iter().cloned()).collect()
}

fn heads(out: &mut String, titles: &[String]) {
    head(out, &titles.iter().map(String::as_str).collect::<Vec<_>>());
}

const FIGURES: [fn(&Ended) -> f64; 3] = [|end| end.swayed, |end| 1e3 * end.depth, |end| 1e3 * end.speed];

fn settings(document: &mut Document) {
    let _ = write!(
        document.out,
        "\n## Columns and a pyramid by setting\n\nHow many of {SEEDS} stand after ten seconds at 60 frames/s · how far aside a box ever went, m · the deepest overlap, mm. The overlap is that at the end; both are medians of those that stand. Where none stands: the median time of the fall. Boxes have 1 m, 1,000 kg and μ = 0.5. Each is moved by up to 1 cm along each axis and turned by up to 0.03 rad at the start, in six ways. A stack stands if no box is more than {} m lower than at the start, or {} m aside. `1 + 1`: one pass before bodies move and one that relaxes after it; hard contacts have none that relax. A pass takes every contact once. The default is `gauss-seidel`, 8 substeps, 1 + 1, `auto`, which is 120 Hz. f64 twin.\n\n",
        BOUNDS.sank, BOUNDS.aside
    );
    let names = ["stack 10", "stack 20", "10, top 30×", "10, top 100×", "pyramid 55"];
    let scenes = [
        column(10, 1.0),
        column(20, 1.0),
        column(10, 30.0),
        column(10, 100.0),
        built_in("pyramid", json!({"base": 10})),
    ];
    let [soft, hard] = [Setting::soft, Setting::hard];
    let rows = [
        soft(4, 1),
        soft(8, 1),
        soft(16, 1),
        soft(16, 1).at(120.0),
        soft(8, 2),
        soft(4, 1).at(30.0),
        soft(8, 1).at(30.0),
        soft(8, 1).at(60.0),
        hard(1, 16),
        hard(4, 4),
        hard(8, 2),
        soft(8, 1).by("mass-splitting"),
        hard(4, 4).by("mass-splitting"),
        hard(1, 16).by("chebyshev"),
        hard(4, 4).by("chebyshev"),
        hard(4, 8).by("chebyshev"),
        soft(8, 2).by("chebyshev"),
        hard(4, 8).by("jacobi"),
        soft(8, 1).by("jacobi"),
    ];
    heads(&mut document.out, &titles(&Setting::HEADS, &names.map(String::from)));
    for (k, setting) in rows.iter().enumerate() {
        let found = six_each(
            &scenes,
            |scene| run(scene, &mut setting.twin(scene), BOUNDS, |twin| twin.step(1)),
            |done| eprint!("\rsettings: row {} of {}, {done} runs   ", k + 1, rows.len()),
        );
        let cells: Vec<String> = found.iter().map(|ends| cell(ends, &FIGURES[..2])).collect();
        row(&mut document.out, &[setting.cells(), cells].concat());
        save(document);
    }
    eprintln!();
}

fn large_pyramid(document: &mut Document) {
    let _ = write!(
        document.out,
        "\n## `large-pyramid` with 40 at the base\n\n820 bricks, ten seconds. The first run is of the scene as it is. In the second every brick is moved and turned as those of the first table, seed 1. `holds` by the same bounds, or the time of the fall. After ten seconds, or when a brick has gone 1 m: the farthest that any is aside and down, the deepest overlap, and the kinetic energy of all, which are 820 t. f64 twin.\n\n"
    );
    let scene = built_in("large-pyramid", json!({"base": 40}));
    let scenes = [scene.clone(), perturbed(scene, 1)];
    let soft = Setting::soft;
    let rows = [
        soft(2, 1),
        soft(4, 1),
        soft(8, 1),
        soft(8, 2),
        soft(8, 1).at(60.0),
        soft(8, 1).at(200.0),
        soft(16, 1),
        soft(16, 1).at(120.0),
        Setting::hard(8, 2),
        Setting::hard(4, 8).by("chebyshev"),
        soft(8, 1).by("mass-splitting"),
        soft(8, 1).by("jacobi"),
    ];
    let columns = ["as it is", "aside, m", "down, m", "depth, mm", "energy, J"];
    let columns = [&columns[..], &["moved and turned"], &columns[1..]].concat().into_iter().map(String::from);
    heads(&mut document.out, &titles(&Setting::HEADS, &columns.collect::<Vec<_>>()));
    for (k, setting) in rows.iter().enumerate() {
        let found = in_parallel(
            &scenes,
            |scene| run(scene, &mut setting.twin(scene), BOUNDS, |twin| twin.step(1)),
            |_| eprint!("\rpyramid: row {} of {}   ", k + 1, rows.len()),
        );
        let cells = found.iter().flat_map(|end| {
            let figures = [end.aside, end.sank, 1e3 * end.depth, end.energy].map(figure);
            [vec![held(end)], figures.to_vec()].concat()
        });
        row(&mut document.out, &setting.cells().into_iter().chain(cells).collect::<Vec<_>>());
        save(document);
    }
    eprintln!();
}

fn held(end: &Ended) -> String {
    end.fell.map_or("holds".to_string(), |s| format!("{s:.1} s"))
}

fn mass_ratio(document: &mut Document) {
    let _ = write!(
        document.out,
        "\n## `high-mass-ratio`\n\nFour boxes, the second and the fourth heavier by the ratio. As the scene has them, ten seconds: `holds`, or when it fell, by the same bounds as the columns · the farthest that any went down, m · deepest overlap, mm. Behind that, how many of {SEEDS} stand that were moved and turned as the columns were · how far aside a box ever went, m. f64 twin.\n\n"
    );
    let ratios = [100.0, 200.0, 300.0];
    let soft = Setting::soft;
    let rows = [
        soft(8, 1),
        soft(8, 2),
        soft(8, 4),
        soft(8, 1).at(60.0),
        soft(8, 1).at(240.0),
        soft(12, 1),
        soft(12, 1).at(120.0),
        soft(16, 1),
        soft(16, 1).at(120.0),
        soft(16, 2),
        soft(24, 1),
        soft(32, 1),
        soft(32, 2),
        Setting::hard(8, 4),
        Setting::hard(4, 8).by("chebyshev"),
    ];
    let columns = ratios.map(|ratio| format!("{ratio}"));
    heads(&mut document.out, &titles(&Setting::HEADS, &columns));
    let scenes = ratios.map(|ratio| built_in("high-mass-ratio", json!({"massRatio": ratio})));
    for (k, setting) in rows.iter().enumerate() {
        let hold = |scene: &Scene| run(scene, &mut setting.twin(scene), BOUNDS, |twin| twin.step(1));
        let six =
            six_each(&scenes, hold, |done| eprint!("\rratio: row {} of {}, {done}   ", k + 1, rows.len()));
        let one = in_parallel(&scenes, hold, |_| {});
        let cells = one.iter().zip(six).map(|(end, ends)| {
            let [sank, depth] = [end.sank, 1e3 * end.depth].map(figure);
            format!("{} · {sank} · {depth}; {}", held(end), cell(&ends, &FIGURES[..1]))
        });
        row(&mut document.out, &[setting.cells(), cells.collect()].concat());
        save(document);
    }
    eprintln!();
}

fn constants(document: &mut Document) {
    let _ = write!(
        document.out,
        "\n## Constants\n\nThe default, `gauss-seidel`, 8 substeps, 1 + 1, with one constant changed: as in the first table, and behind that the speed of the fastest box at the end, mm/s. The first row has no other constant, and was run through the same loop as the rest: its figures are those of the default above. f64 twin.\n\n"
    );
    let names = ["stack 10", "stack 20", "10, top 30×"];
    let scenes = [column(10, 1.0), column(20, 1.0), column(10, 30.0)];
    let with = |what: &str, constants| (what.to_string(), Setting::soft(8, 1), constants);
    let at = |hertz: f64| (format!("frequency {hertz} Hz"), Setting::soft(8, 1).at(hertz), AS_THEY_ARE);
    let slop = |slop| Constants { slop, ..AS_THEY_ARE };
    let damping = |damping| Constants { damping: Some(damping), ..AS_THEY_ARE };
    let warm = |warm| Constants { warm, ..AS_THEY_ARE };
    let rows = [
        with("as they are: 120 Hz, slop 5 mm, ζ = 5, λ of before whole, relaxed", AS_THEY_ARE),
        at(30.0),
        at(60.0),
        at(90.0),
        at(240.0),
        at(480.0),
        with("slop 0", slop(0.0)),
        with("slop 1 mm", slop(0.2)),
        with("slop 10 mm", slop(2.0)),
        with("no relaxing pass", Constants { relaxes: false, ..AS_THEY_ARE }),
        with("ζ = 1", damping(1.0)),
        with("ζ = 2", damping(2.0)),
        with("ζ = 10", damping(10.0)),
        with("ζ = 20", damping(20.0)),
        with("λ of before × 0", warm(0.0)),
        with("λ of before × 0.9", warm(0.9)),
        with("λ of before × 0.99", warm(0.99)),
    ];
    heads(&mut document.out, &titles(&["what"], &names.map(String::from)));
    for (k, (what, setting, constants)) in rows.iter().enumerate() {
        let found = six_each(
            &scenes,
            |scene| run(scene, &mut setting.twin(scene), BOUNDS, frame_with(*constants)),
            |done| eprint!("\rconstants: row {} of {}, {done} runs   ", k + 1, rows.len()),
        );
        let cells = found.iter().map(|ends| cell(ends, &FIGURES));
        row(&mut document.out, &[vec![what.clone()], cells.collect()].concat());
        save(document);
    }
    eprintln!();
}

/// Two cubes, half inside one another, the lower on the ground; all lengths and gravity by `scale`, times as they are. A bound of
/// speed is to them what it over `scale` is to cubes of 1 m.
fn halved(scale: f32) -> Scene {
    let mut bodies = vec![plane()];
    for y in [0.5, 1.0] {
        let mut body = cube(scale * y * Vec3::Y, Quat::IDENTITY);
        body.solid = beadwork::scene::Solid::Box { half_extents: Vec3::splat(0.5 * scale) };
        body.radius *= scale;
        body.mass *= scale.powi(3);
        body.inertia *= scale.powi(5);
        bodies.push(body);
    }
    let mut scene = touching(bodies);
    scene.gravity = scene.gravity.map(|gravity| scale * gravity);
    scene
}

fn overlap(document: &mut Document) {
    let _ = write!(
        document.out,
        "\n## How fast bodies leave one another\n\nTwo cubes of 1 m that begin half inside one another, the lower one on the ground: the top speed and the greatest height of the upper one’s middle, which rests at 1.5 m, in three seconds. The bound is 3 m/s. Other bounds are had by scenes with all lengths and gravity changed by one factor, and scaled back. 8 substeps. f64 twin.\n\n"
    );
    head(
        &mut document.out,
        &["bound, m/s", "soft: top speed, m/s", "height, m", "hard: top speed, m/s", "height, m"],
    );
    for (bound, scale) in [("0.3", 10.0), ("1", 3.0), ("3", 1.0), ("30", 0.1), ("300", 0.01)] {
        let mut cells = vec![bound.to_string()];
        for setting in [Setting::soft(8, 1), Setting::hard(8, 2)] {
            let scene = halved(scale);
            let mut twin = setting.twin(&scene);
            let (mut speed, mut height) = (0.0f64, 0.0f64);
            for _ in 0..180 {
                twin.step(1);
                speed = speed.max(ended(&scene, &mut twin).speed);
                height = height.max(twin.world().poses[2].position.y);
            }
            cells.extend([speed, height].map(|x| figure(x / f64::from(scale))));
        }
        row(&mut document.out, &cells);
    }
}
