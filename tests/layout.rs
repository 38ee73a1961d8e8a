//! Structs that Rust and WGSL share, proven alike by reflection of every assembled kernel, and by one executed
//! round trip; every kernel within WebGPU's default limits.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use std::collections::BTreeSet;
use std::mem::{offset_of, size_of};

use beadwork::gpu::kernels::{self, assemble, bindings};
use beadwork::gpu::layout::*;
use beadwork::gpu::readback;
use common::*;

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
            blend, gain, first, count, body_count, joint_count, iteration, iterations, extra),
        layout!(Body: inertia, mass, inverse_inertia, inverse_mass),
        layout!(Joint: anchor_a, a, anchor_b, b),
        layout!(Arms: arm_a, a, arm_b, b),
        layout!(Block: diagonal, bias_x, off, bias_y, work, bias_z),
        layout!(Pose: position, radius, rotation),
        layout!(Velocity: linear, inverse_mass, angular, w),
        layout!(Symmetric: diagonal, off),
        layout!(Pull: local_point, body, goal, stiffness, damping, most_force, most_speed),
        layout!(Partial: max_gap, gap_squares, max_gap_radii, residual_squares, kinetic, potential, worst_joint,
            bad_body),
    ]
}

fn parsed(name: &str, own: &str) -> (naga::Module, naga::valid::ModuleInfo) {
    let text = assemble(own);
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
        let (module, _) = parsed(kernel.name, kernel.source);
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
        let (module, _) = parsed(kernel.name, kernel.source);
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
            bindings(kernel.source).iter().map(|b| (b.index, b.name.to_string(), b.writable)).collect();
        ours.sort();
        assert_eq!(ours, found, "{}", kernel.file);
        assert!(found.len() <= 8, "{} binds {} storage buffers", kernel.file, found.len());
    }
}

#[test]
fn kernels_stay_within_the_default_limits() {
    for kernel in kernels::list() {
        let (module, info) = parsed(kernel.name, kernel.source);
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

/// Numbers that each field must bring back, written by Rust and read by WGSL field by field.
const ROUND_TRIP: &str = "
@group(0) @binding(1) var<storage, read> joints: array<Joint>;
@group(0) @binding(2) var<storage, read> blocks: array<Block>;
@group(0) @binding(3) var<storage, read> poses: array<Pose>;
@group(0) @binding(4) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(5) var<storage, read> bodies: array<Body>;
@group(0) @binding(6) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(7) var<storage, read_write> found: array<f32>;

@compute @workgroup_size(1)
fn round_trip() {
    let j = joints[1];
    let b = blocks[1];
    let p = poses[1];
    let v = velocities[1];
    let f = bodies[1];
    let m = mobility[1];
    let all = array<f32, 48>(
        j.anchor_a.x, j.anchor_a.y, j.anchor_a.z, f32(j.a), j.anchor_b.x, j.anchor_b.y, j.anchor_b.z, f32(j.b),
        b.diagonal.x, b.diagonal.y, b.diagonal.z, b.bias_x, b.off.x, b.off.y, b.off.z, b.bias_y, b.work.x, b.work.y,
        b.work.z, b.bias_z, p.position.x, p.position.y, p.position.z, p.radius, p.rotation.x, p.rotation.y,
        p.rotation.z, p.rotation.w, v.linear.x, v.linear.y, v.linear.z, v.inverse_mass, v.angular.x, v.angular.y,
        v.angular.z, v.w, f.inertia.x, f.inertia.y, f.inertia.z, f.mass, f.inverse_inertia.x, f.inverse_inertia.y,
        f.inverse_inertia.z, f.inverse_mass, m.diagonal.x, m.diagonal.z, m.off.x, m.off.z);
    for (var i = 0u; i < 48u; i++) {
        found[i] = all[i];
    }
    found[48] = step.gravity.z + f32(step.joint_count) + step.gain;
}
";

#[test]
fn an_executed_round_trip() {
    let gpu = gpu();
    let device = &gpu.device;
    let mut next = 0f32;
    let mut n = || {
        next += 1.0;
        next
    };
    let mut three = || [n(), n(), n()];
    let zero = Joint::default();
    let joints = [zero, Joint { anchor_a: three(), a: 1000, anchor_b: three(), b: 2000 }];
    let block =
        Block { diagonal: three(), bias_x: -1.0, off: three(), bias_y: -2.0, work: three(), bias_z: -3.0 };
    let pose = Pose { position: three(), radius: -4.0, rotation: [0.5, 0.25, 0.125, 0.75] };
    let velocity = Velocity { linear: three(), inverse_mass: -5.0, angular: three(), w: -6.0 };
    let body = Body { inertia: three(), mass: -7.0, inverse_inertia: three(), inverse_mass: -8.0 };
    let symmetric = Symmetric { diagonal: three(), off: three(), ..Default::default() };
    let told = Step { gravity: [0.0, 0.0, 3.0], joint_count: 40, gain: 0.5, ..Default::default() };

    let upload = |bytes: &[u8], usage| {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.len() as u64,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.queue.write_buffer(&buffer, 0, bytes);
        buffer
    };
    let storage = wgpu::BufferUsages::STORAGE;
    let buffers = [
        upload(bytemuck::bytes_of(&told), wgpu::BufferUsages::UNIFORM),
        upload(bytemuck::cast_slice(&joints), storage),
        upload(bytemuck::cast_slice(&[Block::default(), block]), storage),
        upload(bytemuck::cast_slice(&[Pose::default(), pose]), storage),
        upload(bytemuck::cast_slice(&[Velocity::default(), velocity]), storage),
        upload(bytemuck::cast_slice(&[Body::default(), body]), storage),
        upload(bytemuck::cast_slice(&[Symmetric::default(), symmetric]), storage),
        upload(&[0; 4 * 49], storage | wgpu::BufferUsages::COPY_SRC),
    ];
    let module = kernels::shader_module(device, "round_trip", ROUND_TRIP);
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("round_trip"),
        compilation_options: Default::default(),
        cache: None,
    });
    let entries: Vec<_> = buffers
        .iter()
        .enumerate()
        .map(|(i, b)| wgpu::BindGroupEntry { binding: i as u32, resource: b.as_entire_binding() })
        .collect();
    let layout = pipeline.get_bind_group_layout(0);
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
    let bytes = pollster::block_on(readback::read(&gpu, &[(&buffers[7], 4 * 49)])).expect("a readback");
    let found: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes[0]);

    let floats = |bytes: &[u8]| bytemuck::pod_collect_to_vec::<u8, f32>(bytes);
    let mut wanted = Vec::new();
    wanted.extend(joints[1].anchor_a.iter().chain(&[1000.0]).chain(&joints[1].anchor_b).chain(&[2000.0]));
    wanted.extend(floats(bytemuck::bytes_of(&block)));
    wanted.extend(floats(bytemuck::bytes_of(&pose)));
    wanted.extend(floats(bytemuck::bytes_of(&velocity)));
    wanted.extend(floats(bytemuck::bytes_of(&body)));
    let (d, o) = (symmetric.diagonal, symmetric.off);
    wanted.extend([d[0], d[2], o[0], o[2], 43.5]);
    assert_eq!(found, wanted);
    no_gpu_errors();
}
