// One thread per joint: how far it is open, how hard it pulls, and the cord one sees of it.

// uses: rotation, body, finite, tie, frame, bead, shape, shaped, cord, simulation, heads, borne, quad
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> multipliers: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> joint_colours: array<u32>;
@group(0) @binding(6) var<storage, read_write> signals: array<Signal>;
@group(0) @binding(7) var<storage, read_write> cords: array<Cord>;
@group(0) @binding(8) var<storage, read_write> counters: Counters;
@group(0) @binding(9) var<storage, read> shapes: array<vec4<f32>>;

// Radius of a thread at rest, and the length of it that stretches, in bead radii.
const CORD: f32 = 0.15;
const SLACK: f32 = 0.6;

// Where the thread leaves the bead: the anchor, drawn back into the bead if it lies near the surface.
fn leaves(body: u32, pose: Pose, arm: vec3<f32>, radius: f32) -> vec3<f32> {
    let off = off_centre(body, pose);
    let far = max(length(arm + off), 1e-9);
    return (pose.position - off) + (arm + off) * min(1.0, 0.8 * radius / far);
}

// From the middle of its shape to its centre of mass, where arms begin.
fn off_centre(body: u32, pose: Pose) -> vec3<f32> {
    if (SHAPES && body < drawn.bodies) {
        return rotate(pose.rotation, centre_at(drawn.first_body + body));
    }
    return vec3<f32>(0.0);
}

fn lay(start: vec3<f32>, end: vec3<f32>, radius: f32, strain: f32) {
    let own = frame.threads[drawn.index];
    let at = quad_of(atomicAdd(&counters.cord_corners, QUAD));
    if (at < arrayLength(&cords)) {
        let colour = mix(own.xyz, frame.warning, strain);
        cords[at] = Cord(start + drawn.offset, radius, end + drawn.offset, strain, colour, own.w);
    }
}

// Half of what a bead is across where it is thinnest. The body that stands for the world has no shape in the picture:
// it is a ball without bounds.
fn thin(body: u32, pose: Pose) -> f32 {
    if (SHAPES && body < drawn.bodies) {
        let shape = shape_at(drawn.first_body + body);
        return select(thinnest_of(shape), pose.radius, shape.kind == PLANE);
    }
    return pose.radius;
}

// How far outside of its body an anchor is.
fn beyond(body: u32, pose: Pose, anchor: vec3<f32>, arm: vec3<f32>) -> f32 {
    if (SHAPES && body < drawn.bodies) {
        return distance_to(shape_at(drawn.first_body + body), anchor + centre_at(drawn.first_body + body));
    }
    return length(arm) - pose.radius;
}

struct Opening {
    gap: f32,         // |C| of the hard rows along axes, m
    rod: bool,        // its anchors are a rod's length apart
    slides: bool,     // they part along free or soft rows
}

fn opening(l: u32, a: Pose, b: Pose, arms: Arms) -> Opening {
    let d = error_of(l, a, b, arms);
    let head = head_of(l);
    let hard = head.held & ~head.soft;
    if (head.linear == ROD) {
        return Opening(f32(hard & 1u) * abs(head.length - length(d)), true, false);
    }
    let live = vec3<f32>((vec3<u32>(hard) >> vec3<u32>(0u, 1u, 2u)) & vec3<u32>(1u));
    if (all(live == vec3<f32>(1.0))) {
        return Opening(length(d), false, false);
    }
    let frame = quaternion_product(a.rotation, frame_of(l, 0u));
    return Opening(length(live * rotate_back(frame, d)), false, true);
}

// The hand that pulls a bead: a dashed line from its grip to where it is.
fn lay_hand() {
    let pose = poses[drawn.held];
    let at = quad_of(atomicAdd(&counters.cord_corners, QUAD));
    if (at < arrayLength(&cords)) {
        let grip = pose.position + rotate(pose.rotation, drawn.local_point) + drawn.offset;
        var size = pose.radius;
        if (SHAPES) {
            size = mean_radius(shape_at(drawn.first_body + drawn.held));
        }
        cords[at] = Cord(grip, 0.05 * size, drawn.goal + drawn.offset, 0.0, frame.line.xyz, 0.5 * size);
    }
}

@compute @workgroup_size(64)
fn gather_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = id.x;
    if (l == 0u && drawn.held < drawn.bodies) {
        lay_hand();
    }
    if (l >= drawn.joints) {
        return;
    }
    let tie = tie_of(l);
    let colour = joint_colours[l];
    let a = poses[tie.a];
    let b = poses[tie.b];
    let bears = borne(l);
    if (!(whole(a) && whole(b) && finite(bears))) {
        signals[drawn.first_joint + l] = Signal(0.0, 0.0, NONE, tie.a ^ tie.b);
        return;
    }
    let arms = arms_of(tie, a, b);
    let radius = min(a.radius, b.radius);
    let opened = opening(l, a, b, arms);
    let open = opened.gap;
    let load = length(bears.xyz);
    signals[drawn.first_joint + l] = Signal(load, open / radius, colour, tie.a ^ tie.b);
    if (colour == NONE) {
        return;
    }
    atomicMax(&counters.most_load, bitcast<u32>(load));

    // Beads that touch hide their thread.
    let thin_a = thin(tie.a, a);
    let thin_b = thin(tie.b, b);
    let thinner = min(thin_a, thin_b);
    let outside =
        max(beyond(tie.a, a, tie.anchor_a, arms.arm_a), beyond(tie.b, b, tie.anchor_b, arms.arm_b)) > 0.02 * thinner;
    let view = to_view(a.position + drawn.offset);
    let pixels = frame.focal * radius / max(view.z, frame.near);
    let shut = open < 2e-3 * radius && (opened.slides || !(outside || opened.rod));
    if (shut || pixels < frame.splat_radius || view.z < frame.near) {
        return;
    }
    // It keeps its volume, and so thins: ρ² (ℓ + gap) = ρ₀² ℓ.
    let slack = SLACK * thinner;
    let thickness = CORD * thinner * sqrt(slack / (slack + open));
    let strain = smoothstep(0.02, 0.5, open / radius);
    if (outside && !opened.rod) {
        let middle = 0.5 * ((a.position + arms.arm_a) + (b.position + arms.arm_b));
        lay(leaves(tie.a, a, arms.arm_a, thin_a), middle, thickness, strain);
        lay(middle, leaves(tie.b, b, arms.arm_b, thin_b), thickness, strain);
    } else {
        lay(leaves(tie.a, a, arms.arm_a, thin_a), leaves(tie.b, b, arms.arm_b, thin_b), thickness, strain);
    }
}
