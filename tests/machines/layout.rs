//! Structs that Rust and WGSL share are proven alike by reflection of every assembled kernel, and by executed round
//! trips field by field. Buffers are as long as what lies in them, and every kernel is within WebGPU's default limits.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::{offset_of, size_of};

use crate::common::*;
use beadwork::gpu::kernels::{self, Specialisation};
use beadwork::gpu::layout::*;
use beadwork::gpu::readback;
use beadwork::gpu::shaders::Shader;
use beadwork::gpu::sizes::{self, Counts};
use beadwork::render::passes;

/// Name, size, and (field, offset) of a Rust struct.
type Layout = (&'static str, usize, Vec<(&'static str, usize)>);

macro_rules! layout {
    ($name:ident: $($field:ident),+) => {
        (stringify!($name), size_of::<$name>(), vec![$((stringify!($field), offset_of!($name, $field))),+])
    };
}

fn layouts() -> Vec<Layout> {
    vec![
        layout!(Step: gravity, h, inverse_h, stabilisation, warm_start, velocity_kept, guard_cap, regularisation,
            blend, gain, first, count, body_count, joint_count, iteration, iterations, extra, frame, closing, firmness, yielding, compliance,
            penalty, penalty_growth, penalty_kept, gap_kept),
        layout!(Body: inertia, mass, inverse_inertia, inverse_mass),
        layout!(Tie: anchor_a, a, anchor_b, b),
        layout!(Arms: arm_a, a, arm_b, b),
        layout!(Block: diagonal, bias_x, off, bias_y, work, bias_z),
        layout!(Pose: position, radius, rotation),
        layout!(Multiplier: lambda, left),
        layout!(Velocity: linear, inverse_mass, angular, w),
        layout!(Symmetric: diagonal, off),
        layout!(Pull: local_point, body, goal, stiffness, damping, most_force, most_speed),
        layout!(Placed: position, body, centre, told, rotation),
        layout!(Pushed: force, body, beside, turns_with, point, torque),
        layout!(BodyPair: normal, friction, a, b, count, rolling),
        layout!(Touch: core_a, depth, core_b, feature),
        layout!(Reach: arm_a, inverse_normal, arm_b, inverse_tangent),
        layout!(Push: lambda, depth),
        layout!(PartOf: offset, owner, rotation),
        layout!(RayBody: half, kind, group, centre_x, centre_y, centre_z),
        layout!(Ray: origin, most, direction, mask),
        layout!(RayHit: normal, distance, body),
        layout!(Partial: max_gap, gap_squares, max_gap_radii, residual_squares, kinetic, potential, worst_joint,
            bad_body, fell_back, max_angle, max_overshoot, rounds, momentum, angular_momentum),
    ]
}

/// Structs that lie in buffers but never leave the device.
const DEVICE_ONLY: [&str; 8] =
    ["Former", "Surface", "Conjugate", "SegmentSums", "Node", "TreeLink", "ChainLink", "Draft"];

/// A text of the tests' own, which asks for the parts that it needs.
const TEST: Shader = Shader { name: "test", file: "tests/machines/layout.rs", source: "" };
const USES: &str = "// uses: step, body, partial, tie, push_record, contact, part";

fn parsed(shader: &Shader, own: &str) -> (naga::Module, naga::valid::ModuleInfo) {
    let (name, text) = (shader.file, shader.assemble(own));
    let module =
        naga::front::wgsl::parse_str(&text).unwrap_or_else(|e| panic!("{name}: {}", e.emit_to_string(&text)));
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|e| panic!("{name}: {}", e.emit_to_string(&text)));
    (module, info)
}

#[test]
fn structs_are_the_same_in_every_shader() {
    let mut met = BTreeSet::new();
    for kernel in kernels::list() {
        let (module, _) = parsed(kernel, kernel.source);
        for (_, ty) in module.types.iter() {
            let naga::TypeInner::Struct { members, span } = &ty.inner else { continue };
            let name = ty.name.as_deref().unwrap_or("");
            let Some((_, size, fields)) = layouts().into_iter().find(|l| l.0 == name) else { continue };
            met.insert(name.to_string());
            assert_eq!(*span as usize, size, "size of {name} in {}", kernel.file);
            for (field, offset) in fields {
                let member = members.iter().find(|m| m.name.as_deref() == Some(field));
                let member = member.unwrap_or_else(|| panic!("{name}.{field} is missing in {}", kernel.file));
                assert_eq!(member.offset as usize, offset, "{name}.{field} in {}", kernel.file);
            }
            let real = members.iter().filter(|m| !m.name.as_deref().unwrap_or("").starts_with("pad")).count();
            assert_eq!(real, layouts().into_iter().find(|l| l.0 == name).map_or(0, |l| l.2.len()), "{name}");
        }
    }
    let all: BTreeSet<String> = layouts().iter().map(|l| l.0.to_string()).collect();
    assert_eq!(met, all, "a struct that no shader has");
}

#[test]
fn bindings_are_read_as_the_compiler_reads_them() {
    for kernel in kernels::list() {
        let (module, _) = parsed(kernel, kernel.source);
        let mut found: Vec<(u32, String, bool)> = module
            .global_variables
            .iter()
            .filter_map(|(_, global)| match global.space {
                naga::AddressSpace::Storage { access } => Some((
                    global.binding.as_ref().expect("a binding").binding,
                    global.name.clone().unwrap_or_default(),
                    access.contains(naga::StorageAccess::STORE),
                )),
                _ => None,
            })
            .collect();
        found.sort();
        let mut ours: Vec<(u32, String, bool)> =
            kernels::buffers(kernel).map(|b| (b.index, b.name.to_string(), b.writable)).collect();
        ours.sort();
        assert_eq!(ours, found, "{}", kernel.file);
        // WebGPU promises eight: one stays free, so that a kernel can be given more than it has today. The article's
        // get nothing more: they keep its arrays as they were printed. Kernels that may take a substep back have all of
        // it already.
        let whole = [
            "symplectic_chains",
            "project_chains",
            "solve_islands",
            "solve_small_islands",
            "measure",
            "joint_trees",
            "joint_pivots",
            "joint_look",
            "joint_look_alone",
            "joint_newton_trees",
            "joint_newton_pivots",
            "joint_newton_trees_alone",
            "joint_newton_pivots_alone",
            "joint_places",
            "joint_record",
            "joint_seen",
            "joint_work",
            "joint_soft",
            "joint_blow",
            "joint_stairs",
            "joint_stairs_first",
            "joint_stairs_second",
            "joint_misses",
            "joint_relax_stairs",
            "joint_sweep_stairs",
            "joint_place_stairs",
            "block_begin",
            "block_bodies",
            "joint_block_bodies",
            "joint_block_move",
            "contact_block_colour",
            "contact_block_bodies",
            "contact_resume",
            "contact_collide",
            "contact_prepare",
            "contact_relax",
            "contact_sweep_wide",
            "contact_reflect",
            "contact_warm_big",
            "contact_start",
            "contact_spread",
            "contact_spread_big",
        ]
        .contains(&kernel.name);
        let most = if whole || kernel.file.starts_with("shaders/article/") { 8 } else { 7 };
        assert!(found.len() <= most, "{} binds {} storage buffers", kernel.file, found.len());
    }
}

/// Browsers refuse `a || b && c` without parentheses, which naga takes.
#[test]
fn either_and_both_are_never_mixed() {
    for shader in kernels::list().iter().chain(passes::list()) {
        let text = shader.assemble(shader.source);
        // which of the two each open bracket has had since the last end of an expression
        let mut had = vec![[false; 2]];
        for (at, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for (k, letter) in code.char_indices() {
                let open = had.last_mut().expect("brackets are closed as often as opened");
                match (letter, &code[k..]) {
                    ('(' | '[', _) => had.push([false; 2]),
                    (')' | ']', _) => {
                        had.pop();
                    }
                    (',' | ';' | '{' | '}', _) => *open = [false; 2],
                    ('|', rest) if rest.starts_with("||") => open[0] = true,
                    ('&', rest) if rest.starts_with("&&") => open[1] = true,
                    _ => {}
                }
                let mixed = had.last().is_some_and(|open| *open == [true; 2]);
                assert!(!mixed, "{} line {}: {line}", shader.name, at + 1);
            }
        }
    }
}

#[test]
fn kernels_stay_within_the_default_limits() {
    for kernel in kernels::list() {
        let (module, info) = parsed(kernel, kernel.source);
        let entries: Vec<&str> = module.entry_points.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(entries, [kernel.name], "{}", kernel.file);
        let [x, y, z] = module.entry_points[0].workgroup_size;
        assert!(x * y * z <= 256, "{}: {x} × {y} × {z} invocations", kernel.file);
        let mut layouter = naga::proc::Layouter::default();
        layouter.update(module.to_ctx()).expect("layouts");
        let memory: u32 = module
            .global_variables
            .iter()
            .filter(|(handle, global)| {
                global.space == naga::AddressSpace::WorkGroup && !info.get_entry_point(0)[*handle].is_empty()
            })
            .map(|(_, global)| layouter[global.ty].size)
            .sum();
        assert!(memory <= 16 * 1024, "{} uses {memory} bytes of workgroup memory", kernel.file);
    }
}

/// The struct, if it is one, that a storage or uniform buffer is made of, and the distance of two of them.
fn item_of(module: &naga::Module, global: &naga::GlobalVariable) -> (Option<String>, u64) {
    let ty = &module.types[global.ty];
    match &ty.inner {
        naga::TypeInner::Array { base, stride, .. } => {
            let item = &module.types[*base];
            let is_struct = matches!(item.inner, naga::TypeInner::Struct { .. });
            (item.name.clone().filter(|_| is_struct), u64::from(*stride))
        }
        naga::TypeInner::Struct { span, .. } => (ty.name.clone(), u64::from(*span)),
        other => panic!("a buffer of {other:?}"),
    }
}

/// That a scene of 1000 bodies with faces has room for.
const PAIRS: u64 = 8064;

#[test]
fn buffers_are_as_long_as_what_lies_in_them() {
    for kernel in kernels::list() {
        let points = !kernel.file.starts_with("shaders/joints/");
        let counts = Counts {
            bodies: 1000,
            joints: 1000,
            points,
            tensors: true,
            slots: 4,
            carries: true,
            blocks: 1000,
            watched: 1000,
            rubs: true,
            offset: false,
            convex: false,
            hulls: 0,
            compounds: true,
        };
        let (module, _) = parsed(kernel, kernel.source);
        for (_, global) in module.global_variables.iter() {
            let naga::AddressSpace::Storage { .. } = global.space else { continue };
            let name = global.name.as_deref().expect("a name");
            let (item, stride) = item_of(&module, global);
            if let Some(item) = item {
                let shared = layouts().iter().any(|l| l.0 == item);
                assert!(
                    shared || DEVICE_ONLY.contains(&&*item),
                    "{name} is made of {item}, which nobody proves"
                );
            }
            let bytes = match name {
                // no buffer is shorter than 64 bytes, which is more than these take
                "pull" | "placed" => 48,
                "fault" => 4,
                _ => sizes::size_of(name, counts, 1000),
            };
            assert_eq!(bytes % stride, 0, "{name} in {}: {bytes} bytes of items of {stride}", kernel.file);
            let items = bytes / stride;
            let wanted = match name {
                // nor than two of these, but one is what they hold at least
                "rays" | "ray_hits" => 2,
                "pull" | "placed" | "pushes" | "fault" => 1,
                "measure_partials" => 65,
                "residual_partials" => 64 * 1001,
                // four rows per joint, three per block
                "factors" => 7000,
                // six rows per joint of any kind, two times four arms, four blocks. Of multipliers and their means
                // there are two each, and one of how far it twisted on
                "ties" if !points => 6000,
                // rows of four words here, two of a point joint
                "ties" if kernel.name == "contact_block_colour" => 2000,
                // thirteen rows per body
                "energies" => 13000,
                "arms" if !points => 8000,
                "blocks" if !points => 4000,
                "multipliers" if !points => 5000,
                "multipliers" => 2000,
                // seven rows per body, and four behind them
                "rooted" => 11000,
                // three for each of six rows of a joint, and a fourth where it has friction
                "stairs" => 24000,
                // heads of cells, the next ones and where bodies began; counts, and pairs by colour; three words for each dispatch
                "contact_cells" => 2048 + 4 * 1000,
                "contact_numbers" => 96 + PAIRS,
                "contact_arguments" => 3 * 19,
                // by body a mask, sixteen bids and a share
                "contact_colours" => 18 * 1000 + PAIRS,
                "contact_rows" | "former_rows" => 32 * 1000,
                // and as many as they were found
                "pairs" => 2 * PAIRS,
                "touches" | "contact_reaches" => 4 * PAIRS,
                "contact_forces" | "former_forces" | "contact_changes" => 5 * PAIRS,
                // by pair its normal, its owner, and four rows for each of four points
                "former_manifolds" => 18 * PAIRS,
                // four words ahead, and as many for each event
                "events" => 4 + 4 * 4000,
                // by joint, then by body
                "learnt" => 2000,
                // two matrices per joint
                "jacobian" => 2000,
                _ => 1000,
            };
            assert_eq!(items, wanted, "{name} in {}", kernel.file);
        }
    }
}

/// On a device that checks texts, layouts and WebGPU's default limits, and compiles nothing. A software device would
/// take a minute and a half, and other tests compile there what solvers ask for.
#[test]
fn every_kernel_becomes_a_pipeline_with_and_without_tensors() {
    let (device, _queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    for kernel in kernels::list() {
        let heeded = Specialisation::heeded_by(kernel);
        let mut seen = Vec::new();
        // once for each of what the kernel's text asks for
        for scene in Specialisation::ALL.map(|scene| scene.and(heeded)) {
            if seen.contains(&scene) {
                continue;
            }
            seen.push(scene);
            let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
            kernels::compile(&device, kernel, kernel.source, scene);
            let error = pollster::block_on(scope.pop());
            assert!(error.is_none(), "{}, {scene:?}: {}", kernel.file, error.unwrap());
        }
    }
}

/// One number of a struct: how WGSL calls it, whether it is an f32 there, and where Rust has it, in words.
struct Number {
    path: String,
    float: bool,
    word: usize,
}

/// All numbers of a struct, their kinds from the shader and their places from Rust.
fn numbers(module: &naga::Module, name: &str, fields: &[(&str, usize)]) -> Vec<Number> {
    let ty = module.types.iter().map(|(_, ty)| ty).find(|ty| ty.name.as_deref() == Some(name));
    let Some(naga::TypeInner::Struct { members, .. }) = ty.map(|ty| &ty.inner) else { panic!("no {name}") };
    let mut out = Vec::new();
    for &(field, offset) in fields {
        let member = members.iter().find(|m| m.name.as_deref() == Some(field)).expect("a field");
        let float = |scalar: &naga::Scalar| scalar.kind == naga::ScalarKind::Float;
        match &module.types[member.ty].inner {
            naga::TypeInner::Scalar(scalar) => {
                out.push(Number { path: field.into(), float: float(scalar), word: offset / 4 });
            }
            naga::TypeInner::Vector { size, scalar } => {
                for k in 0..*size as usize {
                    let path = format!("{field}[{k}]");
                    out.push(Number { path, float: float(scalar), word: offset / 4 + k });
                }
            }
            other => panic!("{name}.{field} is {other:?}"),
        }
    }
    out
}

/// Runs `entry` of `own` once on buffers bound from 0 on, and gives the words of the last two back.
fn run(own: &str, entry: &str, contents: &[(&[u32], bool)]) -> Vec<Vec<u32>> {
    let gpu = gpu();
    let device = &gpu.device;
    let buffers: Vec<wgpu::Buffer> = contents
        .iter()
        .map(|(words, uniform)| {
            let kind = if *uniform { wgpu::BufferUsages::UNIFORM } else { wgpu::BufferUsages::STORAGE };
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 4 * words.len() as u64,
                usage: kind | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
            buffer
        })
        .collect();
    let module = TEST.module(device, own);
    let bound = |(i, (_, uniform)): (usize, &(&[u32], bool))| wgpu::BindGroupLayoutEntry {
        binding: i as u32,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: if *uniform {
                wgpu::BufferBindingType::Uniform
            } else {
                wgpu::BufferBindingType::Storage { read_only: false }
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = contents.iter().enumerate().map(bound).collect();
    let layout =
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        cache: None,
    });
    let entries: Vec<_> = buffers
        .iter()
        .enumerate()
        .map(|(i, b)| wgpu::BindGroupEntry { binding: i as u32, resource: b.as_entire_binding() })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    gpu.queue.submit([encoder.finish()]);
    let sources: Vec<(&wgpu::Buffer, u64)> = buffers.iter().map(|b| (b, b.size())).collect();
    let bytes = pollster::block_on(readback::read(&gpu, &sources[buffers.len() - 2..])).expect("a readback");
    no_gpu_errors();
    bytes.iter().map(|bytes| bytemuck::pod_collect_to_vec(bytes)).collect()
}

/// The f32 1, 2, 3 … as words: told apart, and the same number to the bit after any copy.
fn told_apart(count: usize) -> Vec<u32> {
    (0..count).map(|i| (1.0 + i as f32).to_bits()).collect()
}

/// Rust writes the second of two structs and WGSL reads every field; WGSL writes every field and Rust reads it.
#[test]
fn executed_round_trips() {
    // structs that a kernel declares for itself are taken from its text; the first declaration of a name wins
    let own_struct = |name: &str| {
        let at = |source: &str| source.find(&format!("struct {name} {{"));
        let kernel = kernels::list().iter().find(|kernel| at(kernel.source).is_some());
        kernel.map_or("", |kernel| {
            let from = at(kernel.source).expect("found just above");
            let length = kernel.source[from..].find('}').expect("an end") + 1;
            &kernel.source[from..from + length]
        })
    };
    for (name, size, fields) in layouts() {
        let declared = own_struct(name);
        let (module, _) = parsed(
            &TEST,
            &format!(
                "{USES}\n{declared}\n@group(0) @binding(1) var<storage, read_write> items: array<{name}, 2>;"
            ),
        );
        let numbers = numbers(&module, name, &fields);
        let (mut read, mut write, mut read_step) = (String::new(), String::new(), String::new());
        for (i, Number { path, float, .. }) in numbers.iter().enumerate() {
            let kind = if *float { "f32" } else { "u32" };
            writeln!(read, "    words[{i}] = bitcast<u32>(items[1].{path});").unwrap();
            writeln!(write, "    items[1].{path} = bitcast<{kind}>(words[{i}]);").unwrap();
            writeln!(read_step, "    words[{i}] = bitcast<u32>(step.{path});").unwrap();
        }
        let read_step = if name == "Step" { read_step } else { String::new() };
        let text = format!(
            "{USES}\n{declared}
@group(0) @binding(1) var<storage, read_write> items: array<{name}, 2>;
@group(0) @binding(2) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(1) fn read_all() {{\n{read}}}
@compute @workgroup_size(1) fn write_all() {{\n{write}}}
@compute @workgroup_size(1) fn read_step() {{\n{read_step}}}
"
        );
        let step = vec![0; size_of::<Step>() / 4];
        let words = size / 4;
        let full = told_apart(2 * words);
        let read = run(&text, "read_all", &[(&step, true), (&full, false), (&vec![0; numbers.len()], false)]);
        for (number, found) in numbers.iter().zip(&read[1]) {
            assert_eq!(*found, full[words + number.word], "WGSL reads {name}.{} elsewhere", number.path);
        }

        let given = told_apart(numbers.len());
        let written =
            run(&text, "write_all", &[(&step, true), (&vec![0; 2 * words], false), (&given, false)]);
        let mut expected = vec![0; 2 * words];
        for (number, &word) in numbers.iter().zip(&given) {
            expected[words + number.word] = word;
        }
        for (i, (found, wanted)) in written[0].iter().zip(&expected).enumerate() {
            assert_eq!(found, wanted, "WGSL writes {name} elsewhere: word {i} of two of {words}");
        }

        if name == "Step" {
            let full = told_apart(words);
            let empty = vec![0; 2 * words];
            let read =
                run(&text, "read_step", &[(&full, true), (&empty, false), (&vec![0; numbers.len()], false)]);
            for (number, found) in numbers.iter().zip(&read[1]) {
                assert_eq!(*found, full[number.word], "the uniform's {} lies elsewhere", number.path);
            }
        }
    }
}

#[test]
fn records_of_steps_keep_their_distance() {
    assert!(size_of::<Step>() as u64 <= STEP_STRIDE);
    assert_eq!(STEP_STRIDE % u64::from(wgpu::Limits::default().min_uniform_buffer_offset_alignment), 0);
}
