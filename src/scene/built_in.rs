//! The built-in scenes: their names, their options, and how an option is refused.

mod touching;

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};

use super::check::MAX_BODIES;
use super::people::Joints;
use super::{Scene, machines, people, robot, shapes};
use crate::error::{BeadworkError, Code, Result};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SceneInfo {
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// A sentence on what is to be seen.
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
            task: "The brightest beads carry the most where Controls colours them by load. Which threads are those?",
            options: &[count("rows", 16.0, 2.0, 2000.0), count("columns", 20.0, 3.0, 2000.0), radius(0.1)],
        },
        beads: |o| o[0] * o[1],
        build: |o| shapes::net(o[0] as usize, o[1] as usize, o[2]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "linkage",
            title: "Four-bar linkage",
            look: "Three bars turn on a fixed one: the short crank goes round as far as its weight takes it, and the others must follow.",
            task: "Choose more bars in Controls. Does the loop still stay in its plane?",
            options: &[count("bars", 4.0, 4.0, 1000.0)],
        },
        beads: |o| o[0] + 1.0,
        build: |o| machines::linkage(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "track",
            title: "Ring of plates",
            look: "Plates in a ring, each hinged to the next, fall from a circle over two axles into their shape.",
            task: "Pull a plate towards you. How far does the ring let you twist it?",
            options: &[count("plates", 36.0, 8.0, 10_000.0)],
        },
        beads: |o| o[0] + 2.0,
        build: |o| machines::track(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "suspension",
            title: "Suspension bridge",
            look: "A deck of planks, tied at their corners, hangs by rods from two cables, which carry it to four posts.",
            task: "Cut some of the rods on one side. What carries their planks now?",
            options: &[count("planks", 16.0, 4.0, 1000.0)],
        },
        beads: |o| 3.0 * o[0] + 8.0,
        build: |o| machines::suspension(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "rope",
            title: "Rope with a weight",
            look: "Each length of rope keeps two balls from going further apart and is slack where they are nearer; the last ball is far heavier.",
            task: "Lift the weight and let it go. Which length is the first to be taut again?",
            options: &[
                count("rods", 12.0, 1.0, 10_000.0),
                ratio("massRatio", 50.0, 1.0, 10_000.0),
                ratio("slack", 0.25, 0.0, 1.0),
            ],
        },
        beads: |o| o[0] + 1.0,
        build: |o| machines::rope(o[0] as usize, o[1], o[2]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "springs",
            title: "Springs by frequency",
            look: "From top to bottom each box swings twice as often as the one above: half a time a second, once, twice and four times.",
            task: "The fast ones lose their swing to the length of a step. Raise the substeps in Controls: how long do they last now?",
            options: &[count("count", 4.0, 1.0, 8.0)],
        },
        beads: |o| 2.0 * o[0],
        build: |o| machines::springs(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "glider",
            title: "Boxes on a slope",
            look: "Boxes slide and turn on a table that slopes; rods tie them to a pin, and six axes each keep them on it.",
            task: "Try to lift a box off the table. Which way does it give?",
            options: &[
                count("boxes", 3.0, 1.0, 1000.0),
                OptionInfo { name: "slope", default: 0.4, min: 0.0, max: 1.5, unit: "rad", integer: false },
            ],
        },
        beads: |o| o[0] + 2.0,
        build: |o| machines::glider(o[0] as usize, o[1]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "ragdolls",
            title: "Ragdolls",
            look: "People of ten bodies hang by one hand and were thrown; necks, shoulders, elbows, hips and knees stop where a person’s do.",
            task: "Show the joints and pull at a foot. Which stop is the first to hold?",
            options: &[count("count", 12.0, 1.0, 10_000.0), count("hinges", 0.0, 0.0, 1.0)],
        },
        beads: |o| people::ragdoll_bodies(o[0] as usize) as f64,
        build: |o| people::ragdolls(o[0] as usize, if o[1] > 0.5 { Joints::Hinges } else { Joints::Theirs }),
    },
    BuiltIn {
        info: SceneInfo {
            name: "arm",
            title: "Robot arm",
            look: "Five servos, each with a largest torque, lift a load from beside the base and hold it out.",
            task: "Raise the load to 60 kg. Which servo is the first to give way?",
            options: &[OptionInfo {
                name: "load",
                default: 20.0,
                min: 1.0,
                max: 500.0,
                unit: "kg",
                integer: false,
            }],
        },
        beads: |_| 7.0,
        build: |o| robot::arm(o[0]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "ragdoll-drop",
            title: "Falling ragdolls",
            look: "People fall to the ground and on one another, each turned another way. Their joints stay shut and stop where a person’s do.",
            task: "Wait until they lie still, then lift one of them by a foot. Who comes with it?",
            options: &[count("count", 12.0, 1.0, 10_000.0)],
        },
        beads: |o| people::BODIES as f64 * o[0] + 1.0,
        build: |o| people::ragdoll_drop(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "joint-grid",
            title: "Grid of hinges",
            look: "Slats hinged in columns swing from a wave: every fourth column by itself, the others in threes from one slat.",
            task: "Choose 316 rows and columns. How many boxes still move smoothly?",
            options: &[count("columns", 32.0, 1.0, 10_000.0), count("rows", 32.0, 2.0, 10_000.0)],
        },
        beads: |o| o[0] * o[1],
        build: |o| machines::joint_grid(o[0] as usize, o[1] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "stable-spherical-chain",
            title: "Level chain",
            look: "A long chain falls from level, and the last ball is a hundred times as heavy as each of the others.",
            task: "Compare with Jacobi in Controls. How long does its chain get?",
            options: &[count("links", 64.0, 2.0, 10_000.0), ratio("massRatio", 100.0, 1.0, 10_000.0)],
        },
        beads: |o| o[0],
        build: |o| machines::level_chain(o[0] as usize, o[1]),
    },
];

fn all() -> impl Iterator<Item = &'static BuiltIn> {
    SCENES.iter().chain(touching::SCENES)
}

/// What `build` can make.
pub fn scenes() -> &'static [SceneInfo] {
    static INFOS: LazyLock<Vec<SceneInfo>> = LazyLock::new(|| all().map(|s| s.info.clone()).collect());
    &INFOS
}

/// A built-in scene; options that are not given take their defaults.
pub fn build(name: &str, options: &Map<String, Value>) -> Result<Scene> {
    let Some(scene) = all().find(|scene| scene.info.name == name) else {
        let names: Vec<&str> = all().map(|scene| scene.info.name).collect();
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
