//! What others publish of the same scenes: their times, on their machines. None of it was measured here.

/// A time that others have published.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    pub engine: &'static str,
    /// That it was measured on.
    pub machine: &'static str,
    pub passes: &'static str,
    pub milliseconds: f64,
    /// What took so long, in their words or from what their program does.
    pub what: &'static str,
    pub link: &'static str,
}

/// The published figures of a scene of so many bodies.
pub fn published(scene: &str, bodies: u64) -> Vec<Published> {
    PUBLISHED.iter().filter(|known| (known.0, known.1) == (scene, bodies)).map(told).collect()
}

/// Scene, bodies, engine, machine, passes, milliseconds, what of, where.
type Known = (&'static str, u64, &'static str, &'static str, &'static str, f64, &'static str, &'static str);

const WALL: &str = "a step, queue kept busy";
const CLOCK: &str = "the device’s clock, median";
const THREE: &str = "three-avbd";
const M4: &str = "Apple M4 Max";
const M4_RECORD: &str = "https://github.com/sbobyn/three-avbd/blob/main/docs/data/bench3d/m4-max.json";
const M1: &str = "Apple M1 Pro, 16 GPU cores";
const M1_RECORD: &str = "https://github.com/sbobyn/three-avbd/blob/main/docs/data/bench3d/m1pro-mbp-16c.json";
const BABYLON: &str = "babylon-avbd";
const RTX_4070: &str = "NVIDIA RTX 4070 Laptop";
const BABYLON_RECORD: &str =
    "https://github.com/joshbrew/babylon-avbd/blob/main/test-results/solver-performance.json";
const PAPER: &str = "AVBD (its own ring, 110,000 blocks)";
const PAPER_PAGE: &str = "https://graphics.cs.utah.edu/research/projects/avbd/";

/// Box3D's files have the least sum of four runs over all steps but the first: 199 of its `large_pyramid`, 99 of its
/// `many_pyramids`.
const BOX3D: &str = "Box3D";
const RYZEN_SSE2: &str = "AMD Ryzen 9 7950X, one thread, SSE2";
const RYZEN_AVX2: &str = "AMD Ryzen 9 7950X, one thread, AVX2";
const RYZEN_8: &str = "AMD Ryzen 9 7950X, eight threads, AVX2";
const BOX3D_PASSES: &str = "4 substeps";
const MEAN: &str = "mean of a step, best of four runs";
const BOX3D_SSE2: &str = "https://github.com/erincatto/box3d/tree/main/benchmark/amd7950x_sse2";
const BOX3D_AVX2: &str = "https://github.com/erincatto/box3d/tree/main/benchmark/amd7950x_avx2";

static PUBLISHED: [Known; 15] = [
    ("box-columns", 100_001, THREE, M4, "4", 2.94, WALL, M4_RECORD),
    ("box-columns", 100_001, THREE, M1, "4", 8.42, WALL, M1_RECORD),
    ("box-columns", 100_001, BABYLON, RTX_4070, "5", 5.83, CLOCK, BABYLON_RECORD),
    ("brick-ring", 9_132, THREE, M4, "4", 1.43, WALL, M4_RECORD),
    ("brick-ring", 9_132, THREE, M1, "4", 2.80, WALL, M1_RECORD),
    ("brick-ring", 110_442, THREE, M4, "4", 8.67, WALL, M4_RECORD),
    ("brick-ring", 110_442, THREE, M1, "4", 19.9, WALL, M1_RECORD),
    ("brick-ring", 110_442, BABYLON, RTX_4070, "4", 16.1, CLOCK, BABYLON_RECORD),
    ("brick-ring", 110_442, PAPER, "NVIDIA RTX 4090", "4", 9.8, "a frame", PAPER_PAGE),
    ("large-pyramid", 4_096, BOX3D, RYZEN_SSE2, BOX3D_PASSES, 1614.82 / 199.0, MEAN, BOX3D_SSE2),
    ("large-pyramid", 4_096, BOX3D, RYZEN_AVX2, BOX3D_PASSES, 1067.06 / 199.0, MEAN, BOX3D_AVX2),
    ("large-pyramid", 4_096, BOX3D, RYZEN_8, BOX3D_PASSES, 175.819 / 199.0, MEAN, BOX3D_AVX2),
    ("many-pyramids", 10_781, BOX3D, RYZEN_SSE2, BOX3D_PASSES, 1649.51 / 99.0, MEAN, BOX3D_SSE2),
    ("many-pyramids", 10_781, BOX3D, RYZEN_AVX2, BOX3D_PASSES, 1163.37 / 99.0, MEAN, BOX3D_AVX2),
    ("many-pyramids", 10_781, BOX3D, RYZEN_8, BOX3D_PASSES, 165.442 / 99.0, MEAN, BOX3D_AVX2),
];

fn told(&(_, _, engine, machine, passes, milliseconds, what, link): &Known) -> Published {
    Published { engine, machine, passes, milliseconds, what, link }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::cases::{build, options_for};

    /// Scenes here have as many bodies as theirs, in the sizes that their records name.
    #[test]
    fn every_figure_is_of_a_scene_of_that_size() {
        for &(name, bodies, ..) in &PUBLISHED {
            // the nearest round size for their own scenes, and bricks without the ground for ours
            let asked = match bodies {
                9_132 => 10_000,
                100_001 | 110_442 => 100_000,
                _ => bodies - 1,
            };
            let (scene, _) = build(name, &options_for(name, asked)).unwrap();
            assert_eq!(scene.bodies.len() as u64, bodies, "{name}");
        }
        assert!(published("box-columns", 1_001).is_empty());
    }
}
