//! On the CPU a simulation ends in the same bits natively and in every browser. tests/same-bits.json has the hashes;
//! tests/e2e/same-bits.spec.ts and tests/firefox ask browsers for them. `BEADWORK_RECORD=1 cargo test --test machines
//! same_bits_everywhere` writes it anew.

use beadwork::cpu::CpuMachine;
use beadwork::scene::built_in;
use beadwork::{Parameters, Simulation};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/same-bits.json");

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    scene: String,
    scene_options: Map<String, Value>,
    parameters: Map<String, Value>,
    frames: u32,
    hash: String,
}

fn run(case: &Case) -> String {
    pollster::block_on(async {
        let scene = built_in::build(&case.scene, &case.scene_options).expect("a built-in scene");
        let parameters = Parameters::default().with(&case.parameters).expect("valid parameters");
        let machine = Box::new(CpuMachine::<f32>::default());
        let mut simulation = Simulation::on(machine, scene, parameters).await.expect("a simulation");
        for _ in 0..case.frames / 100 {
            simulation.step(100).expect("a step").await.expect("a finished step");
        }
        simulation.read_state().expect("a reading").await.expect("a state").hash()
    })
}

#[test]
fn the_cpu_gives_the_recorded_bits() {
    let text = std::fs::read_to_string(PATH).expect("the record");
    let mut cases: Vec<Case> = serde_json::from_str(&text).expect("cases");
    assert!(cases.len() > 8);
    let recording = std::env::var_os("BEADWORK_RECORD").is_some();
    for case in &mut cases {
        let hash = run(case);
        assert!(recording || hash == case.hash, "{} {:?}: {hash}", case.scene, case.parameters);
        case.hash = hash;
    }
    if recording {
        let text = serde_json::to_string_pretty(&cases).expect("plain data") + "\n";
        std::fs::write(PATH, text).expect("a file that can be written");
    }
}
