//! Scenes whose bodies touch.

use super::{BuiltIn, OptionInfo, SceneInfo, count, radius, ratio};
use crate::scene::{chutes, crowds, dominoes, stacks, table, vehicles};

/// Bricks of a pyramid with so many at its base.
fn bricks(base: f64) -> f64 {
    0.5 * base * (base + 1.0)
}

pub(super) static SCENES: &[BuiltIn] = &[
    BuiltIn {
        info: SceneInfo {
            name: "stack",
            title: "Stack of boxes",
            look: "Boxes stand on one another, a little out of true; each contact carries all the weight above it.",
            task: "Make the top box thirty times as heavy. How many substeps does it take to stand?",
            options: &[count("boxes", 10.0, 1.0, 1000.0), ratio("massRatio", 1.0, 0.01, 1000.0)],
        },
        beads: |o| o[0] + 1.0,
        build: |o| stacks::stack(o[0] as usize, o[1]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "pyramid",
            title: "Pyramid of bricks",
            look: "Each brick rests on two, so that every row leans on the one below: a wall that stands by friction alone.",
            task: "Pull a brick out of the lowest row. Which others follow?",
            options: &[count("base", 10.0, 1.0, 200.0)],
        },
        beads: |o| bricks(o[0]) + 1.0,
        build: |o| stacks::pyramid(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "heap",
            title: "Heap of spheres",
            look: "Spheres fall into a box and come to lie on one another; the lowest carry the most.",
            task: "Push into the heap with the hand. How deep does what you do go?",
            options: &[count("count", 1000.0, 1.0, 1_000_000.0), radius(0.1)],
        },
        beads: |o| o[0] + 5.0,
        build: |o| crowds::heap(o[0] as usize, o[1]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "cradle",
            title: "Newton’s cradle",
            look: "Steel balls touch in a row. What hits it on one side leaves it on the other, and those between stay where they are.",
            task: "Lift two balls instead of one in Controls. How many fly off?",
            options: &[count("balls", 5.0, 2.0, 100.0), count("lifted", 1.0, 0.0, 100.0)],
        },
        beads: |o| o[0] + 2.0,
        build: |o| crowds::cradle(o[0] as usize, o[1] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "wrecking",
            title: "Wrecking ball",
            look: "A heavy ball on a chain swings into a wall, and the wall gives way. Solved exactly, the chain does not stretch.",
            task: "Make the ball a thousand times as heavy as a bead. Does a gap open in the chain?",
            options: &[count("beads", 20.0, 2.0, 1000.0), ratio("massRatio", 100.0, 1.0, 10_000.0)],
        },
        beads: |o| o[0] + 42.0,
        build: |o| stacks::wrecking(o[0] as usize, o[1]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "dominoes",
            title: "Dominoes",
            look: "A lift raises a marble. It knocks over the first stone, and the fall runs along the line to a light barrier.",
            task: "Pin one of them. Where does the fall end?",
            options: &[count("count", 40.0, 2.0, 10_000.0)],
        },
        beads: |o| o[0] + dominoes::OTHERS as f64,
        build: |o| dominoes::dominoes(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "pour",
            title: "Necklaces over bars",
            look: "Necklaces fall over bars and to the ground; each is one exact chain, and all touch.",
            task: "Cut one that hangs over a bar. Which half slides down first?",
            options: &[count("chains", 25.0, 1.0, 10_000.0), count("beads", 20.0, 2.0, 1000.0), radius(0.1)],
        },
        beads: |o| o[0] * o[1] + 6.0,
        build: |o| crowds::pour(o[0] as usize, o[1] as usize, o[2]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "car",
            title: "Car",
            look: "Two motors drive a car on four springs over bumps, through a wall of bricks and round again.",
            task: "Choose a velocity of 8 m/s in Controls. Does the car still keep to its circle?",
            options: &[
                OptionInfo {
                    name: "velocity",
                    default: 3.0,
                    min: -10.0,
                    max: 10.0,
                    unit: "m/s",
                    integer: false,
                },
                OptionInfo {
                    name: "steering",
                    default: 0.25,
                    min: -0.6,
                    max: 0.6,
                    unit: "rad",
                    integer: false,
                },
            ],
        },
        beads: |_| 38.0,
        build: |o| vehicles::car(o[0], o[1]),
    },
    BuiltIn {
        info: SceneInfo {
            name: "chutes",
            title: "Marbles at speed",
            look: "Marbles run down chutes and a steep slide, fly into a funnel, and a light barrier counts those that fall into the basket.",
            task: "Pin a marble in the bend. How far back does the queue behind it reach?",
            options: &[count("count", 16.0, 1.0, 24.0)],
        },
        beads: |o| o[0] + chutes::held(o[0] as usize) as f64,
        build: |o| chutes::chutes(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "tablecloth",
            title: "Tablecloth",
            look: "Plates, glasses and a bowl of fruit stand on a cloth. Pulled away fast enough, it leaves them on the table.",
            task: "Draw the cloth away slowly, with its servo in Controls. What goes with it?",
            options: &[],
        },
        beads: |_| 20.0,
        build: |_| table::table(),
    },
    BuiltIn {
        info: SceneInfo {
            name: "large-pyramid",
            title: "Large pyramid",
            look: "A pyramid of hundreds of bricks: what holds a small one lets a large one sink.",
            task: "Choose 40 at the base and 2 substeps in Controls. For how long does it stand?",
            options: &[count("base", 30.0, 1.0, 200.0)],
        },
        beads: |o| bricks(o[0]) + 1.0,
        build: |o| stacks::pyramid(o[0] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "many-pyramids",
            title: "Many pyramids",
            look: "Pyramids in rows, each by itself: many small problems at the same time.",
            task: "Choose more of them in Controls. How many still stand smoothly?",
            options: &[count("base", 6.0, 1.0, 50.0), count("pyramids", 16.0, 1.0, 10_000.0)],
        },
        beads: |o| bricks(o[0]) * o[1] + 1.0,
        build: |o| stacks::many_pyramids(o[0] as usize, o[1] as usize),
    },
    BuiltIn {
        info: SceneInfo {
            name: "high-mass-ratio",
            title: "Heavy on light",
            look: "Light and heavy boxes take turns in a stack, and each light one is pressed from both sides.",
            task: "Raise the mass ratio. At which one does the lowest box sink into the ground?",
            options: &[count("boxes", 4.0, 2.0, 100.0), ratio("massRatio", 100.0, 1.0, 1000.0)],
        },
        beads: |o| o[0] + 1.0,
        build: |o| stacks::high_mass_ratio(o[0] as usize, o[1]),
    },
];
