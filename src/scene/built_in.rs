//! The built-in scenes: what they are called, which options they take, and how an option is refused.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};

use super::check::MAX_BODIES;
use super::{Scene, shapes};
use crate::error::{BeadworkError, Code, Result};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SceneInfo {
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// What there is to see, in a sentence.
    pub look: &'static str,
    /// What to try, in a sentence.
    pub task: &'static str,
    pub options: &'static [OptionInfo],
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OptionInfo {
    /// As in JSON.
    pub name: &'static str,
    pub default: f64,
    pub min: f64,
    pub max: f64,
    /// Empty for plain numbers.
    pub unit: &'static str,
    /// Whole numbers only.
    pub integer: bool,
}

const fn count(name: &'static str, default: f64, min: f64, max: f64) -> OptionInfo {
    OptionInfo { name, default, min, max, unit: "", integer: true }
}

const fn ratio(name: &'static str, default: f64, min: f64, max: f64) -> OptionInfo {
    OptionInfo { name, default, min, max, unit: "", integer: false }
}

/// A bead's, from peas to boulders.
const fn radius(default: f64) -> OptionInfo {
    OptionInfo { name: "radius", default, min: 0.01, max: 10.0, unit: "m", integer: false }
}

/// Off the vertical; half a turn, and a little for rounding, stands the chain upright on its pin.
const TILT: OptionInfo =
    OptionInfo { name: "tilt", default: 0.5, min: -3.15, max: 3.15, unit: "rad", integer: false };

/// A scene, and its geometry from the options in their order.
struct BuiltIn {
    info: SceneInfo,
    /// Beads in all, before any is made.
    beads: fn(&[f64]) -> f64,
    build: fn(&[f64]) -> Scene,
}

static SCENES: &[BuiltIn] = &[
    BuiltIn {
        info: SceneInfo {
            name: "necklaces",
            title: "Necklaces",
            look: "Every chain hangs by itself and all swing alike: thousands of small problems, solved at the same time.",
            task: "Choose a larger size in Controls. How many beads still move smoothly?",
            options: &[
                count("chains", 2500.0, 1.0, 100_000.0),
                count("beads", 40.0, 2.0, 10_000.0),
                radius(0.25),
                TILT,
            ],
        },
        beads: |o| o[0] * o[1],
        build: |o| shapes::necklaces(o[0] as usize, o[1] as usize, o[2], o[3]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "pendant",
            title: "Heavy pendant",
            look: "The last bead is far heavier than the others, and every thread above has to carry it.",
            task: "Cut the thread in the middle. Which beads notice?",
            options: &[
                count("beads", 24.0, 2.0, 10_000.0),
                radius(0.25),
                TILT,
                ratio("massRatio", 50.0, 1.0, 10_000.0),
            ],
        },
        beads: |o| o[0],
        build: |o| shapes::pendant(o[0] as usize, o[1], o[2], o[3]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "ring",
            title: "Closed necklace",
            look: "A closed loop hangs from two pins; between the pins its upper strand is slack.",
            task: "Unpin one of the two. Where does the largest gap open?",
            options: &[count("beads", 40.0, 6.0, 10_000.0), radius(0.1), count("pins", 2.0, 0.0, 2.0)],
        },
        beads: |o| o[0],
        build: |o| shapes::ring(o[0] as usize, o[1], o[2] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "curtain",
            title: "Bead curtain",
            look: "Chains side by side are let go from a wave; each swings by itself.",
            task: "Pull one chain aside and let go. Do its neighbours move?",
            options: &[
                count("chains", 80.0, 1.0, 10_000.0),
                count("beads", 32.0, 2.0, 10_000.0),
                radius(0.1),
            ],
        },
        beads: |o| o[0] * o[1],
        build: |o| shapes::curtain(o[0] as usize, o[1] as usize, o[2]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "bridge",
            title: "Slack bridge",
            look: "A slack chain between two pins: each half pulls at the other.",
            task: "Pin the bead in the middle. What do the outer beads do?",
            options: &[
                count("beads", 40.0, 3.0, 10_000.0),
                radius(0.1),
                // At 1 it would be taut between its ends, and its forces without a unique answer.
                ratio("span", 0.9, 0.2, 0.99),
            ],
        },
        beads: |o| o[0],
        build: |o| shapes::bridge(o[0] as usize, o[1], o[2]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "tree",
            title: "Branching mobile",
            look: "Every bead carries two more, level after level, so the upper threads carry the most.",
            task: "Cut one of the two uppermost threads. Does the other half feel it?",
            options: &[count("branches", 2.0, 1.0, 4.0), count("depth", 6.0, 1.0, 24.0), radius(0.1)],
        },
        beads: |o| shapes::tree_beads(o[0] as usize, o[1] as usize) as f64,
        build: |o| shapes::tree(o[0] as usize, o[1] as usize, o[2]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "net",
            title: "Net by two corners",
            look: "A net hangs by two corners. Its threads form loops, so no solver for chains can take it.",
            task: "Colour the beads by load in Controls. Which threads carry the most?",
            options: &[count("rows", 16.0, 2.0, 2000.0), count("columns", 20.0, 3.0, 2000.0), radius(0.1)],
        },
        beads: |o| o[0] * o[1],
        build: |o| shapes::net(o[0] as usize, o[1] as usize, o[2]),
    },
];

/// What `build` can make.
pub fn scenes() -> &'static [SceneInfo] {
    static INFOS: LazyLock<Vec<SceneInfo>> =
        LazyLock::new(|| SCENES.iter().map(|s| s.info.clone()).collect());
    &INFOS
}

/// A built-in scene; options that are not given take their defaults.
pub fn build(name: &str, options: &Map<String, Value>) -> Result<Scene> {
    let Some(scene) = SCENES.iter().find(|scene| scene.info.name == name) else {
        let names: Vec<&str> = SCENES.iter().map(|scene| scene.info.name).collect();
        let message = format!("There is no built-in scene of that name; there are {}.", names.join(", "));
        return Err(BeadworkError::at(Code::Scene, "scene", message));
    };
    let known = scene.info.options;
    if let Some(name) = options.keys().find(|name| known.iter().all(|option| option.name != name.as_str())) {
        let names: Vec<&str> = known.iter().map(|option| option.name).collect();
        return refuse(
            name,
            format!("The scene {} takes {}, and no other option.", scene.info.name, names.join(", ")),
        );
    }
    let values =
        known.iter().map(|option| read(option, options.get(option.name))).collect::<Result<Vec<f64>>>()?;
    let beads = (scene.beads)(&values);
    if beads > MAX_BODIES as f64 {
        let message = format!("A scene may have at most {MAX_BODIES} beads; this one would have {beads}.");
        return Err(BeadworkError::at(Code::Limit, format!("sceneOptions.{}", known[0].name), message));
    }
    Ok((scene.build)(&values))
}

fn read(option: &OptionInfo, value: Option<&Value>) -> Result<f64> {
    let OptionInfo { name, min, max, unit, integer, .. } = *option;
    let Some(value) = value else { return Ok(option.default) };
    match value.as_f64() {
        Some(x) if (min..=max).contains(&x) && !(integer && x.fract() != 0.0) => Ok(x),
        _ => {
            let what = if integer { "a whole number" } else { "a number" };
            let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
            refuse(name, format!("{name} must be {what} from {min} to {max}{unit}."))
        }
    }
}

fn refuse<T>(option: &str, message: String) -> Result<T> {
    Err(BeadworkError::at(Code::Scene, format!("sceneOptions.{option}"), message))
}
