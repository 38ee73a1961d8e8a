//! WGSL as build.rs packs it, and how it is read. A shader is its own text and the parts that its line `// uses: tie,
//! body` names; its declarations have its bindings. Solvers and pictures are read alike.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Mutex;

use serde::Serialize;
use wgpu::{BindingType, BufferBindingType, TextureSampleType};

/// One file of WGSL.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Shader {
    pub name: &'static str,
    pub file: &'static str,
    pub source: &'static str,
}

macro_rules! shaders {
    ($($folder:ident: $($name:ident),+ $(,)?;)+) => {
        &[$($($crate::gpu::shaders::Shader {
            name: stringify!($name),
            file: concat!("shaders/", stringify!($folder), "/", stringify!($name), ".wgsl"),
            source: include_str!(concat!(
                env!("OUT_DIR"), "/shaders/", stringify!($folder), "/", stringify!($name), ".wgsl",
            )),
        },)+)+]
    };
}
pub(crate) use shaders;

/// What shaders share, in the order in which they are given it.
pub static PARTS: &[Shader] = shaders! {
    common:
        step, rotation, angle, symmetric, six, triangle, body, motion, velocity, mobility, finite, sum, partial,
        conjugate, nncg, energy, guess, tile, draft, push_record, pushed, mean, safeguard, chain, together, rounds_together, alone, rounds_alone, factor, point_matrix, island, placing, island_substep, contact_rows, contact_cells, contact_way, contact_meet, contact_owner,
        contact_palette, event, part, compound;
    ties:
        tie, former, rows, distance, swing, cone, weld, universal, softness, head, frames, courses, wound, effective, given, staired, staired_noted, stair, floors, halves, slope, row_store,
        row_keep, row_settings, kick, local, local_change, place_push, place_share, placing_rows, sprung, spring_sum, noted, note, kept, left, left_over, squared, joint_matrix, net, rooted, tensors, freed, carried, tree, reaction, pulled, unpulled, on_stairs, landing, search, newton, seeing, agreeing, looking, tangent, contact, contact_met, contact_answer, push_out, contact_spring, contact_sweep_one, contact_relax_one,
        contact_gather, contact_change, former_pair, former_manifold, contact_own_rows, contact_row_sum, contact_big_sum;
    shapes: solid, hull, hulled, shape, cast, surface, rolling, place, manifold, seam, touch_segments, touch_box_point, touch_faces, touch_boxes, touch_support, touch_closest, touch_patch, touch_convex, touch_plane, touch, sweep, meeting;
    render: quad, frame, bead, cord, cells, colours, studio, splat, screen, shaped, met, ground, plane, pearl, simulation, heads, borne, stroke;
};

/// The parts that a text asks for in its line `// uses: tie, body`. Of `freed|carried` it is one: the first, unless another
/// text that is compiled with it asks for the second by name.
fn uses(text: &str) -> Option<impl Iterator<Item = &str>> {
    text.lines().find_map(|line| line.strip_prefix("// uses: ")).map(|names| names.split(", "))
}

/// The parts that `own` needs, those of parts among them, each once. A person's text that has lost its line gets
/// what `stock` asks for, and the names from before there were such lines.
fn parts(own: &str, stock: &'static str) -> Vec<&'static Shader> {
    let asked = uses(own).map(|names| names.map(String::from).collect());
    let fallback = || Some(uses(stock)?.chain(["former"]).map(String::from).collect());
    let mut names: Vec<String> = asked.or_else(fallback).unwrap_or_default();
    let mut choices: Vec<&str> = Vec::new();
    let mut k = 0;
    loop {
        while k < names.len() {
            let part = PARTS.iter().find(|part| part.name == names[k]);
            for name in part.and_then(|part| uses(part.source)).into_iter().flatten() {
                if name.contains('|') {
                    choices.push(name);
                } else if !names.iter().any(|known| known == name) {
                    names.push(name.into());
                }
            }
            k += 1;
        }
        let open = |choice: &&str| !choice.split('|').any(|name| names.iter().any(|known| known == name));
        let Some(choice) = choices.iter().copied().find(open) else { break };
        names.extend(choice.split('|').next().map(String::from));
    }
    PARTS.iter().filter(|part| names.iter().any(|name| name == part.name)).collect()
}

/// Texts of the parts that `own` needs.
pub fn parts_of(own: &str) -> Vec<&'static str> {
    parts(own, "").into_iter().map(|part| part.source).collect()
}

/// What a shader and its parts declare.
struct Declared {
    bindings: Vec<Binding>,
    overrides: Vec<&'static str>,
}

impl Shader {
    /// Of the repository's text, which is read once: plans ask for it of every kernel.
    fn declared(&self) -> &'static Declared {
        static KNOWN: Mutex<Option<HashMap<&'static str, &'static Declared>>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        known.get_or_insert_default().entry(self.file).or_insert_with(|| {
            let texts = || std::iter::once(self.source).chain(parts_of(self.source));
            Box::leak(Box::new(Declared {
                bindings: texts().flat_map(str::lines).filter_map(binding).collect(),
                overrides: texts().flat_map(overrides).collect(),
            }))
        })
    }

    /// The module that is compiled for `own`, this shader's text or a person's edit of it. It stands first, so that
    /// its line numbers stay its own.
    pub fn assemble(&self, own: &str) -> String {
        parts(own, self.source).iter().fold(String::from(own), |mut text, part| {
            let _ = write!(text, "\n{}", part.source);
            text
        })
    }

    pub fn module(&self, device: &wgpu::Device, own: &str) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.assemble(own).into()),
        })
    }

    /// All its bindings, those of its parts too.
    pub fn bindings(&self) -> &'static [Binding] {
        &self.declared().bindings
    }

    /// Whether it has the constant called `name`. A device refuses a value for one that is not there.
    pub fn has_override(&self, name: &str) -> bool {
        self.declared().overrides.contains(&name)
    }

    /// Compute entry points in the order of its text.
    pub fn entry_points(&self) -> Vec<&'static str> {
        let mut lines = self.source.lines();
        let mut found = Vec::new();
        while let Some(line) = lines.next() {
            if line.starts_with("@compute") {
                let head = lines.next().unwrap_or_default();
                found.extend(head.strip_prefix("fn ").and_then(|rest| rest.split('(').next()));
            }
        }
        found
    }
}

/// Names of a text's constants.
pub fn overrides(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("override ")?.split(':').next())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub index: u32,
    pub name: &'static str,
    pub kind: BindingType,
    pub writable: bool,
}

impl Binding {
    pub fn is_storage(&self) -> bool {
        matches!(self.kind, BindingType::Buffer { ty: BufferBindingType::Storage { .. }, .. })
    }
}

/// Of a line of one of the forms `@group(0) @binding(5) var<storage, read> poses: array<Pose>;` and
/// `@group(0) @binding(6) var seen: texture_2d<u32>;`.
fn binding(line: &'static str) -> Option<Binding> {
    let rest = line.strip_prefix("@group(0) @binding(")?;
    let (index, rest) = rest.split_once(") var")?;
    let (space, rest) = match rest.strip_prefix('<') {
        Some(rest) => rest.split_once("> ")?,
        None => ("", rest.trim_start()),
    };
    let (name, rest) = rest.split_once(": ")?;
    // the records of a plan's dispatches stand in one buffer, one behind the other
    let has_dynamic_offset = name == "step";
    let buffer = |ty| BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None };
    let texture = |sample_type| BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let kind = match (space, rest.split(';').next().unwrap_or_default()) {
        ("storage, read", _) => buffer(BufferBindingType::Storage { read_only: true }),
        ("storage, read_write", _) => buffer(BufferBindingType::Storage { read_only: false }),
        ("uniform", _) => buffer(BufferBindingType::Uniform),
        (_, "texture_2d<u32>") => texture(TextureSampleType::Uint),
        (_, "texture_depth_2d") => texture(TextureSampleType::Depth),
        (_, "texture_2d<f32>") => texture(TextureSampleType::Float { filterable: true }),
        (_, "sampler") => BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        _ => return None,
    };
    Some(Binding { index: index.parse().ok()?, name, kind, writable: space == "storage, read_write" })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    fn names(own: &str, stock: &'static str) -> Vec<&'static str> {
        parts(own, stock).iter().map(|part| part.name).collect()
    }

    /// A reader of parts sees all folders as one: of two parts of a name both would come.
    #[test]
    fn no_two_parts_have_a_name() {
        let mut names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn a_text_gets_the_parts_it_names_and_theirs_each_once() {
        assert_eq!(names("// uses: body, rotation\n", ""), ["rotation", "symmetric", "body"]);
        assert_eq!(names("// a kernel\n\n// uses: step", ""), ["step"]);
        assert_eq!(names("fn nothing() {}", ""), [""; 0]);
    }

    #[test]
    fn of_two_parts_with_the_same_names_it_gets_one() {
        let of =
            |own| names(own, "").into_iter().filter(|name| ["tensors", "carried"].contains(name)).collect();
        let found: [Vec<&str>; 2] = [of("// uses: mobility\n"), of("// uses: mobility, carried\n")];
        assert_eq!(found, [["tensors"], ["carried"]]);
    }

    #[test]
    fn an_edit_without_the_line_gets_what_the_stock_text_asks_for() {
        let found = names("fn edited() {}", "// uses: step\n");
        assert!(found.contains(&"step") && found.contains(&"former"), "{found:?}");
        assert_eq!(names("// uses: rotation\nfn edited() {}", "// uses: step\n"), ["rotation"]);
    }

    #[test]
    fn every_part_that_is_named_is_there() {
        let files = |folder: std::path::PathBuf| std::fs::read_dir(folder).expect("a folder").flatten();
        let folders = files(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders").into());
        for file in folders.flat_map(|folder| files(folder.path())) {
            let text = std::fs::read_to_string(file.path()).expect("a text");
            for name in uses(&text).into_iter().flatten().flat_map(|name| name.split('|')) {
                assert!(PARTS.iter().any(|part| part.name == name), "{file:?}: no part is called {name}");
            }
        }
    }
}
