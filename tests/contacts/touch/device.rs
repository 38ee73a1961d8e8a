//! The shaders' `touch` on the device against the twin.

use super::*;
use crate::common::{gpu, no_gpu_errors};
use beadwork::gpu::readback;
use beadwork::gpu::shaders::Shader;

const TEXT: &str = "// uses: touch, hull

fn hull_row(k: u32) -> vec4<f32> {
    return rows[k];
}

struct Given {
    between: vec3<f32>,
    margin: f32,
    rotation_a: vec4<f32>,
    half_a: vec3<f32>,
    kind_a: u32,
    rotation_b: vec4<f32>,
    half_b: vec3<f32>,
    kind_b: u32,
}

@group(0) @binding(0) var<storage, read> given: array<Given>;
@group(0) @binding(1) var<storage, read_write> found: array<Manifold>;
@group(0) @binding(2) var<storage, read> rows: array<vec4<f32>>;

@compute @workgroup_size(64)
fn meet(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&given)) {
        let g = given[id.x];
        let a = Shape(g.half_a, g.kind_a);
        let b = Shape(g.half_b, g.kind_b);
        found[id.x] = touch(g.between, g.rotation_a, a, g.rotation_b, b, g.margin);
    }
}
";

/// Numbers of a pair, and of a manifold: the normal, the count, and eight for each of four points.
const GIVEN: usize = 20;
const FOUND: usize = 40;

struct Pair {
    between: [f32; 3],
    a: Side<f32>,
    b: Side<f32>,
}

fn words(pair: &Pair, margin: f32) -> Vec<u32> {
    let side = |side: &Side<f32>| {
        let (q, h) =
            (side.rotation.to_array().map(f32::to_bits), side.shape.half.to_array().map(f32::to_bits));
        [q[0], q[1], q[2], q[3], h[0], h[1], h[2], side.shape.kind]
    };
    let [x, y, z] = pair.between.map(f32::to_bits);
    [&[x, y, z, margin.to_bits()][..], &side(&pair.a), &side(&pair.b)].concat()
}

fn manifold(words: &[u32]) -> Manifold<f32> {
    let vector = |at: usize| Vec3::of([0, 1, 2].map(|k| f32::from_bits(words[at + k])));
    let mut found = Manifold { normal: vector(0), count: words[3] as usize, ..Manifold::default() };
    for (k, point) in found.points.iter_mut().enumerate() {
        let at = 4 + 8 * k;
        point.arm = vector(at);
        point.depth = f32::from_bits(words[at + 3]);
        point.feature = words[at + 4];
    }
    found.rolls = words[36];
    found
}

fn on_device(pairs: &[Pair], margin: f32, boxes: bool, convex: bool) -> Vec<Manifold<f32>> {
    let shader = Shader { name: "meet", file: "tests/contacts/touch/device.rs", source: TEXT };
    let gpu = gpu();
    let device = &gpu.device;
    let module = shader.module(device, TEXT);
    // each side's hull has rows of its own
    let mut rows = vec![[0.0_f32; 4]];
    let mut at_rows = |side: &Side<f32>| {
        let mut side = *side;
        if side.shape.kind == HULL {
            let hull = Hull::numbered(side.shape.half.y as usize);
            side.shape.half.y = rows.len() as f32;
            rows.extend(hull.data().rows());
        }
        side
    };
    let placed = |pair: &Pair| Pair { between: pair.between, a: at_rows(&pair.a), b: at_rows(&pair.b) };
    let placed: Vec<Pair> = pairs.iter().map(placed).collect();
    let hulls = rows.len() > 1;
    let given: Vec<u32> = placed.iter().flat_map(|pair| words(pair, margin)).collect();
    assert_eq!(given.len(), GIVEN * pairs.len());
    let buffer = |words: usize| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 4 * words as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    };
    let (input, output) = (buffer(given.len()), buffer(FOUND * pairs.len()));
    gpu.queue.write_buffer(&input, 0, bytemuck::cast_slice(&given));
    let known = buffer(4 * rows.len());
    gpu.queue.write_buffer(&known, 0, bytemuck::cast_slice(&rows));
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("meet"),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &[
                ("SLOTS", if boxes { 4.0 } else { 1.0 }),
                ("CONVEX", if convex { 1.0 } else { 0.0 }),
                ("HULLS", if hulls { 1.0 } else { 0.0 }),
            ],
            ..Default::default()
        },
        cache: None,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: input.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: output.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 2, resource: known.as_entire_binding() },
        ],
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(pairs.len().div_ceil(64) as u32, 1, 1);
    }
    gpu.queue.submit([encoder.finish()]);
    let bytes = pollster::block_on(readback::read(&gpu, &[(&output, output.size())])).expect("a readback");
    no_gpu_errors();
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes[0]);
    words.chunks(FOUND).map(manifold).collect()
}

fn random_pair(random: &mut Random, kinds: &[u32]) -> Pair {
    let mut side = || {
        let kind = kinds[random.below(kinds.len())];
        let side = any_side(random, kind);
        let rotation = Quat::from_array(side.rotation.to_array().map(|x| x as f32));
        let half = Vec3::of(side.shape.half.to_array().map(|x| x as f32));
        Side { rotation, shape: Shape { half, kind } }
    };
    let (a, b) = (side(), side());
    Pair { between: random.vector(0.9).to_array().map(|x| x as f32), a, b }
}

/// The same f32 numbers in f64.
fn twin(pair: &Pair, margin: f32) -> Manifold<f64> {
    let side = |side: &Side<f32>| {
        let shape = Shape { half: Vec3::of(side.shape.half.to_array()), kind: side.shape.kind };
        Side { rotation: Quat::from_array(f64::quaternion(side.rotation.to_array())), shape }
    };
    touch(Vec3::of(pair.between), &side(&pair.a), &side(&pair.b), f64::from(margin))
}

fn compare(pairs: &[Pair], margin: f32, boxes: bool, convex: bool) {
    let (mut touching, mut elsewhere, mut worst, mut askew) = (0, 0, 0.0_f64, 0.0_f64);
    for (k, (pair, found)) in pairs.iter().zip(on_device(pairs, margin, boxes, convex)).enumerate() {
        let truth = twin(pair, margin);
        touching += usize::from(truth.count > 0);
        // a tie that rounding breaks another way: another face, end or count
        if found.count != truth.count || features(&found) != features(&truth) {
            elsewhere += 1;
            continue;
        }
        if truth.count == 0 {
            continue;
        }
        // of two ways out that are as short, another one
        if convex && vector(Vec3::of(found.normal.to_array())).distance(vector(truth.normal)) > 0.02 {
            elsewhere += 1;
            continue;
        }
        let off =
            |ours: Vec3<f32>, truth: Vec3<f64>| vector(Vec3::of(ours.to_array())).distance(vector(truth));
        // a direction from a search in turns is right to a part of its last turn, the depth along it to the square of
        // that
        let turned = off(found.normal, truth.normal);
        let mut most = if convex { turned * turned } else { turned };
        askew = askew.max(turned);
        for (ours, truth) in found.points.iter().zip(&truth.points[..truth.count]) {
            let arm = off(ours.arm, truth.arm);
            // a place along nearly parallel edges or axes is off by more than the distance between them is
            assert!(
                arm < if convex { 5e-2 } else { 2e-3 },
                "pair {k}: an arm off by {arm:e}, {ours:?}, {truth:?}"
            );
            most = most.max((f64::from(ours.depth) - truth.depth).abs());
        }
        worst = worst.max(most);
        // some ten operations on numbers of up to 2 m lose 1e-6; a direction is of lengths down to a centimetre. Where
        // two convex shapes overlap by much, the turns end with what they still gain
        assert!(
            most < if convex { 2e-3 } else { 1e-4 },
            "pair {k}: off by {most:e}: {found:?} for {truth:?}"
        );
    }
    println!(
        "{touching} of {} touch, {elsewhere} ties fell otherwise, worst {worst:e}, {askew:e} askew",
        pairs.len()
    );
    assert!(2 * touching > pairs.len(), "only {touching} touch");
    // the margin and every choice are as wide as the rounding of f32: a share of some 1e-6/1e-1 each
    assert!(
        elsewhere * if convex { 50 } else { 500 } <= pairs.len(),
        "{elsewhere} of {} fell otherwise",
        pairs.len()
    );
}

#[test]
fn the_device_finds_what_the_twin_finds() {
    let mut random = Random::new(3);
    let pairs: Vec<Pair> =
        (0..8000).map(|_| random_pair(&mut random, &[SPHERE, BOX, CAPSULE, PLANE])).collect();
    compare(&pairs, 0.05, true, false);
}

#[test]
fn scenes_without_boxes_need_none_of_their_code() {
    let mut random = Random::new(4);
    let pairs: Vec<Pair> = (0..4000).map(|_| random_pair(&mut random, &[SPHERE, CAPSULE])).collect();
    compare(&pairs, 0.05, false, false);
}

#[test]
fn cylinders_touch_on_the_device_as_on_the_twin() {
    let mut random = Random::new(5);
    let kinds = [SPHERE, BOX, CAPSULE, PLANE, CYLINDER, CYLINDER, CYLINDER, CYLINDER];
    let pairs: Vec<Pair> = (0..2000).map(|_| random_pair(&mut random, &kinds)).collect();
    compare(&pairs, 0.05, true, true);
}

#[test]
fn hulls_touch_on_the_device_as_on_the_twin() {
    let mut random = Random::new(6);
    let kinds = [SPHERE, BOX, CAPSULE, PLANE, CYLINDER, HULL, HULL, HULL, HULL, HULL];
    let pairs: Vec<Pair> = (0..2000).map(|_| random_pair(&mut random, &kinds)).collect();
    compare(&pairs, 0.05, true, true);
}
