//! On the CPU a simulation ends in the same bits natively and in every browser: tests/same-bits.json has what comes out, and
//! tests/e2e/same-bits.spec.ts and tests/firefox ask browsers for it.
//! `BEADWORK_RECORD=1 cargo test --test same_bits_everywhere` writes it anew.
#![cfg(not(target_arch = "wasm32"))]

use beadwork::cpu::CpuMachine;
use beadwork::scene::built_in;
use beadwork::{Parameters, Simulation, State};
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

/// `stateHash` of www/recording.ts: FNV-1a over the words, twice.
struct Hashes([u32; 2]);

impl Hashes {
    fn add(&mut self, word: u32) {
        let [one, other] = &mut self.0;
        *one = (*one ^ word).wrapping_mul(0x0100_0193);
        *other = (*other ^ (word >> 16) ^ (word << 16)).wrapping_mul(0x85eb_ca6b);
        *other ^= *other >> 13;
    }

    fn add_all(&mut self, words: impl ExactSizeIterator<Item = u32>) {
        self.add(words.len() as u32);
        words.for_each(|word| self.add(word));
    }
}

fn state_hash(state: &State) -> String {
    let mut hashes = Hashes([0x811c_9dc5, 0x9747_b28c]);
    let time = state.time.to_bits();
    hashes.add(time as u32);
    hashes.add((time >> 32) as u32);
    let State { positions, rotations, linear_velocities, angular_velocities, multipliers, .. } = state;
    for array in [positions, rotations, linear_velocities, angular_velocities, multipliers] {
        hashes.add_all(array.iter().map(|x| x.to_bits()));
    }
    // those that a state need not have
    if !state.torques.is_empty() {
        hashes.add_all(state.torques.iter().map(|x| x.to_bits()));
        hashes.add_all(state.broken.iter().copied());
    }
    if !state.contacts.is_empty() {
        hashes.add_all(state.contacts.iter().map(|x| x.to_bits()));
    }
    let [one, other] = hashes.0;
    format!("{one:08x}{other:08x}")
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
        state_hash(&simulation.read_state().expect("a reading").await.expect("a state"))
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
