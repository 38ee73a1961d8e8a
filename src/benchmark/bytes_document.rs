//! The byte model as a document: what each kernel touches, and what that comes to on the headline's chains.

use std::fmt::Write as _;

use crate::benchmark::bytes::ByteModel;
use crate::benchmark::cases;
use crate::benchmark::touches::{Only, touches};
use crate::gpu::kernels;
use crate::lists::Lists;
use crate::parameters::Parameters;
use crate::topology::Topology;

/// The model as a document: what each kernel touches, and what that comes to on the headline's chains.
pub fn document() -> String {
    let mut text = String::from(DOCUMENT_HEAD);
    let _ = writeln!(text, "| kernel | rows of 16 bytes read + written of each struct |\n|---|---|");
    for kernel in kernels::list().iter().filter(|kernel| !touches(kernel.name).is_empty()) {
        let parts: Vec<String> = touches(kernel.name)
            .iter()
            .map(|(buffer, read, written, only)| {
                let when = match only {
                    Only::Always => "",
                    Only::Tensors => " (unless all are spheres)",
                    Only::Guarded => " (guard on)",
                    Only::Uneven => " (unless all chains are even)",
                };
                match *buffer {
                    "lists" => format!("ties of bodies{when}"),
                    buffer => format!("`{buffer}` {read} + {written}{when}"),
                }
            })
            .collect();
        let _ = writeln!(text, "| `{}` | {} |", kernel.name, parts.join(", "));
    }
    let _ = writeln!(text, "\n## Bytes per bead: chains of 40 spheres, 20 passes, guard on\n");
    let _ =
        writeln!(text, "| solver | dispatches | bytes per bead and step | by kernel |\n|---|---|---|---|");
    let options = cases::options_for("necklaces", 4000);
    if let Ok((scene, parameters)) = cases::build("necklaces", &options) {
        let topology = Topology::of(&scene);
        let lists = Lists::new(&topology, &scene);
        let mut model = ByteModel::new(&scene, &topology, &lists);
        for variant in cases::variants(&parameters, &lists) {
            let _ = writeln!(text, "{}", line(&mut model, &variant.parameters, scene.bodies.len()));
        }
    }
    text
}

fn line(model: &mut ByteModel, parameters: &Parameters, beads: usize) -> String {
    let kernels = model.by_kernel(parameters);
    let a_bead = |bytes: u64| bytes as f64 / beads as f64;
    let parts: Vec<String> = kernels
        .iter()
        .map(|share| {
            let bytes = a_bead(share.moved.total()) / share.times as f64;
            format!("`{}` {} × {bytes:.0}", share.kernel, share.times)
        })
        .collect();
    format!(
        "| `{}`, {} | {} | {:.0} | {} |",
        cases::row_name(parameters.solver, parameters.positions),
        cases::execution_name(parameters.execution),
        kernels.iter().map(|share| share.times).sum::<u64>(),
        a_bead(kernels.iter().map(|share| share.moved.total()).sum()),
        parts.join(", ")
    )
}

const DOCUMENT_HEAD: &str = "# Bytes by the model

`cargo run --release --example bench -- --bytes docs/benchmarks/bytes.md` writes this file from `src/benchmark/bytes.rs` and `touches.rs`.

Buffers are arrays of structs made of rows of 16 bytes. In the model a dispatch reads each row that it needs once and writes
each row that it changes once, for any number of threads. So neighbours' reads hit a cache, and nothing stays in a
cache from one dispatch to the next. `solve_chains` goes over its chain there and back and is counted twice; of an even chain
it reads one joint only. The bodies and joints of a dispatch are counted exactly from the plan's own lists; `lists` is
counted by the word.
A share of copy bandwidth above one means that a cache held what the model counts again.

";
