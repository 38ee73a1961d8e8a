//! Drawing shaders for WebGL2, in GLSL ES 3.00. WebGL2 has no storage buffers, so what a shader reads of one it reads of a texture
//! whose texels are four words each:
//!
//!     beads[slot].radius   →   beads_at(slot).radius
//!
//! where `beads_at` fetches a record's texels and puts its members together. The rest of the text stays as it is, and naga
//! translates it.

use std::fmt::Write;

use beadwork::gpu::shaders::Shader;
use beadwork::render::passes;
use naga::back::glsl;
use naga::compact::{KeepUnused, compact};
use naga::front::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{ScalarKind, ShaderStage, TypeInner};
use serde::Serialize;

pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/webgl-shaders.json");

/// Texels of a row, as www/webgl/stores.ts lays them.
const ROW: u32 = 1024;

/// Shaders, and the constants by which programs made of one differ.
const SHADERS: &[&str] = &[
    "draw_shadows",
    "draw_beads",
    "draw_ground",
    "draw_plane",
    "resolve",
    "draw_hairline",
    "draw_cords",
    "draw_joints",
    "draw_contacts",
];

/// One shader, and what its blocks and samplers are called in the WGSL. Its constants stand as `const uint KIND = 0u;`,
/// so that they can be changed before it is compiled.
#[derive(Serialize)]
struct Text {
    name: &'static str,
    vertex: String,
    fragment: String,
    blocks: Vec<(String, String)>,
    samplers: Vec<(String, String)>,
}

pub fn file() -> String {
    let texts: Vec<Text> = SHADERS.iter().map(|name| translated(named(name))).collect();
    serde_json::to_string_pretty(&texts).expect("plain data") + "\n"
}

fn named(name: &str) -> &'static Shader {
    passes::list().iter().find(|shader| shader.name == name).expect("it is in the list")
}

fn translated(shader: &Shader) -> Text {
    let name = shader.name;
    let text = with_textures(&shader.assemble(shader.source));
    let constants = constants(&text);
    // a constant would be worked out at once, so for naga it is none
    let whole = parsed(&text.replace("\noverride ", "\nvar<private> "));
    let mut out =
        Text { name, vertex: String::new(), fragment: String::new(), blocks: vec![], samplers: vec![] };
    for stage in [ShaderStage::Vertex, ShaderStage::Fragment] {
        let mut module = whole.clone();
        module.entry_points.retain(|entry| entry.stage == stage);
        compact(&mut module, KeepUnused::No);
        let info = Validator::new(ValidationFlags::all(), Capabilities::all())
            .validate(&module)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let own = |handle: naga::Handle<naga::GlobalVariable>| {
            module.global_variables[handle].name.clone().expect("a name in the WGSL")
        };
        let options = glsl::Options {
            version: glsl::Version::Embedded { version: 300, is_webgl: true },
            // pixels count from the top here too: the picture stands upside down until it is shown
            writer_flags: glsl::WriterFlags::ADJUST_COORDINATE_SPACE,
            ..Default::default()
        };
        let pipeline = glsl::PipelineOptions {
            shader_stage: stage,
            entry_point: module.entry_points[0].name.clone(),
            multiview: None,
        };
        let mut glsl = String::new();
        let reflection =
            glsl::Writer::new(&mut glsl, &module, &info, &options, &pipeline, Default::default())
                .and_then(|mut writer| writer.write())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        out.blocks.extend(reflection.uniforms.into_iter().map(|(handle, name)| (name, own(handle))));
        out.samplers.extend(reflection.texture_mapping.into_iter().map(|(name, it)| (name, own(it.texture))));
        let lines = glsl.lines().map(str::trim).filter(|line| !line.is_empty());
        let fixed =
            lines.map(|line| match constants.iter().any(|name| line.contains(&format!(" {name} = "))) {
                true => format!("const {line}\n"),
                false => format!("{line}\n"),
            });
        match stage {
            ShaderStage::Vertex => out.vertex = fixed.collect(),
            _ => out.fragment = fixed.collect(),
        }
    }
    for names in [&mut out.blocks, &mut out.samplers] {
        names.sort();
        names.dedup();
    }
    out
}

/// Names of what is constant in a program.
fn constants(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("override "));
    lines.filter_map(|rest| rest.split_once(':')).map(|(name, _)| name).collect()
}

fn parsed(text: &str) -> naga::Module {
    wgsl::parse_str(text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)))
}

/// A storage buffer that a shader reads: its line, its name and what its elements are.
struct Store<'a> {
    line: &'a str,
    place: &'a str,
    name: &'a str,
    element: &'a str,
}

fn stores(text: &str) -> Vec<Store<'_>> {
    text.lines()
        .filter_map(|line| {
            let (place, rest) = line.split_once(" var<storage, read> ")?;
            let (name, rest) = rest.split_once(": array<")?;
            let (element, _) = rest.split_once(">;")?;
            Some(Store { line, place, name, element })
        })
        .collect()
}

fn with_textures(text: &str) -> String {
    // between 0 and 1 along a triangle of equal depths either way, and GLSL ES knows no other
    let mut out = text.replace("@interpolate(linear) ", "");
    let layout = parsed(text);
    for store in stores(text) {
        let Store { line, place, name, element } = store;
        out = out.replace(line, &format!("{place} var {name}: texture_2d<u32>;"));
        out = rewrite(&out, &format!("{name}["), ']', &|at| format!("{name}_at({at})"));
        out.push_str(&loader(name, element, &layout));
    }
    // a sampler that compares is of no use where depths are read
    if out.contains("var depth: texture_depth_2d;") {
        out = out.replace("texture_depth_2d", "texture_2d<f32>");
        out = rewrite(&out, "textureLoad(depth, ", ')', &|rest| format!("textureLoad(depth, {rest}).x"));
    }
    out
}

/// Every `start … end`, brackets in between counted, by what `change` makes of what is inside.
fn rewrite(text: &str, start: &str, end: char, change: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(start) {
        let (before, after) = (&rest[..at], &rest[at + start.len()..]);
        out.push_str(before);
        if before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.') {
            out.push_str(start);
            rest = after;
            continue;
        }
        let mut depth = 0;
        let close = after.find(|c: char| {
            depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
            depth < 0 && c == end
        });
        let (inside, after) = after.split_at(close.expect("brackets close"));
        out.push_str(&change(&rewrite(inside, start, end, change)));
        rest = &after[end.len_utf8()..];
    }
    out + rest
}

/// `NAME_at`: the texels of one element, and its members from their words.
fn loader(name: &str, element: &str, layout: &naga::Module) -> String {
    let fetch =
        |texel: &str| format!("textureLoad({name}, vec2<u32>(({texel}) % {ROW}u, ({texel}) / {ROW}u), 0)");
    if element == "u32" {
        return format!("\nfn {name}_at(i: u32) -> u32 {{ return {}[i & 3u]; }}\n", fetch("i / 4u"));
    }
    let (value, bytes) = value(element, layout);
    let texels = bytes.div_ceil(16);
    let mut out = format!("\nfn {name}_at(i: u32) -> {element} {{\n");
    for k in 0..texels {
        let _ = writeln!(out, "    let t{k} = {};", fetch(&format!("{texels}u * i + {k}u")));
    }
    let _ = writeln!(out, "    return {value};\n}}");
    out
}

/// The value put together of texels t0, t1 and so on, and how many bytes it takes.
fn value(element: &str, layout: &naga::Module) -> (String, u32) {
    match element {
        "vec4<u32>" => return ("t0".into(), 16),
        "vec4<f32>" => return ("bitcast<vec4<f32>>(t0)".into(), 16),
        _ => {}
    }
    let (_, found) = layout
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some(element))
        .unwrap_or_else(|| panic!("no struct is called {element}"));
    let TypeInner::Struct { members, span } = &found.inner else { panic!("{element} is no struct") };
    let parts: Vec<String> =
        members.iter().map(|member| part(&layout.types[member.ty].inner, member.offset)).collect();
    (format!("{element}({})", parts.join(", ")), *span)
}

fn part(inner: &TypeInner, offset: u32) -> String {
    let (count, scalar) = match *inner {
        TypeInner::Scalar(scalar) => (1, scalar),
        TypeInner::Vector { size, scalar } => (size as u32, scalar),
        _ => panic!("a member that is neither a number nor a vector"),
    };
    let first = offset / 4;
    let words: Vec<String> = (first..first + count)
        .map(|word| format!("t{}.{}", word / 4, ["x", "y", "z", "w"][word as usize % 4]))
        .collect();
    let ty = |of: &str| if count == 1 { of.to_string() } else { format!("vec{count}<{of}>") };
    let whole = if count == 1 { words[0].clone() } else { format!("{}({})", ty("u32"), words.join(", ")) };
    match scalar.kind {
        ScalarKind::Uint => whole,
        ScalarKind::Float => format!("bitcast<{}>({whole})", ty("f32")),
        _ => panic!("a member that is neither u32 nor f32"),
    }
}
