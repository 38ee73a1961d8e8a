// Shared by the kernels that give a workgroup to whole islands: all of a substep but the passes. One dispatch takes the
// whole substep, and nothing between its stages goes through memory. A tile is up to 128 joints and 128 bodies of whole
// islands. Each thread keeps one joint and one body; velocities and forces meet in workgroup memory. For shaders that
// bind what these do, by the same names.

// uses: step, rotation, symmetric, body, motion, tie

// A tile's place for a fixed body.
const NOWHERE: u32 = 0xffu;

// Its record in `lists`.
struct Tile {
    first_body: u32,     // in `lists`
    bodies: u32,
    first_joint: u32,    // in `lists`, three words each
    joints: u32,
    adjacency: u32,      // in `lists`: joints by body, by their places in the tile
}

// Three words of `lists`: the joint; places and colour, eight bits each; its island, likewise.
struct TileJoint {
    joint: u32,
    place_a: u32,        // of its bodies in the tile
    place_b: u32,
    colour: u32,
    island_first: u32,   // first of its island's joints in the tile, and their number
    island_joints: u32,
}

fn tile_joint(joint: u32, places: u32, island: u32) -> TileJoint {
    return TileJoint(joint, places & 0xffu, (places >> 8u) & 0xffu, places >> 16u, island & 0xffu, island >> 8u);
}

// What a thread keeps of its body and its joint. Without a joint, arms and A_ll⁻¹ are zero, and nothing comes of it.
struct Held {
    has_body: bool,
    has_joint: bool,
    body: u32,
    position: vec3<f32>,
    rotation: vec4<f32>,
    free: Twist,               // V*
    mobility: Mobility,
    from_item: u32,            // its joints are lists[from_item .. to_item]
    to_item: u32,
    row: TileJoint,            // the joint's, in the tile's list
    arms: Arms,
    inverse: Symmetric,        // A_ll⁻¹
    bias: vec3<f32>,           // β C/h, and what driven bodies outside of the tile do to J V
    lambda: vec3<f32>,
}

// By body: V, m⁻¹ with W beside it where ISOTROPIC, W where not.
var<workgroup> linear: array<vec3<f32>, 128>;
var<workgroup> angular: array<vec3<f32>, 128>;
var<workgroup> inverses: array<vec2<f32>, 128>;
var<workgroup> tensor: array<Symmetric, 128>;
// By joint: a force, and its torque on either end, in the place of the list's items.
var<workgroup> force: array<vec3<f32>, 128>;
var<workgroup> torque: array<vec3<f32>, 256>;

fn mobility_in(place: u32) -> Mobility {
    if (place == NOWHERE) {
        return Mobility();
    }
    var m = Mobility(inverses[place].x, inverses[place].y, Symmetric());
    if (!ISOTROPIC) {
        m.tensor = tensor[place];
    }
    return m;
}

fn twist_in(place: u32) -> Twist {
    return Twist(linear[place], angular[place]);
}

// Stages 1 to 4: inertia with its guard, V*, arms, A_ll⁻¹ and the bias, and the λ that the solve starts from.
fn take_tile(thread: u32, group: u32) -> Held {
    let record = step.first + 5u * group;
    let tile = Tile(lists[record], lists[record + 1u], lists[record + 2u], lists[record + 3u], lists[record + 4u]);
    var held = Held();
    held.has_body = thread < tile.bodies;
    held.has_joint = thread < tile.joints;
    // a thread without a joint is an island by itself
    held.row = TileJoint(0u, NOWHERE, NOWHERE, 0u, thread, 0u);
    var tie = Tie();
    var tension = vec2<f32>(0.0);   // |λ||a| at either end
    if (held.has_joint) {
        let at = tile.first_joint + 3u * thread;
        held.row = tile_joint(lists[at], lists[at + 1u], lists[at + 2u]);
        tie = ties[held.row.joint];
        held.lambda = multipliers[held.row.joint].lambda;
        tension = length(held.lambda) * vec2<f32>(length(tie.anchor_a), length(tie.anchor_b));
    }
    force[thread] = vec3<f32>(tension, 0.0);
    workgroupBarrier();

    if (held.has_body) {
        let body = lists[tile.first_body + thread];
        held.body = body;
        let items = tile.adjacency + tile.bodies + 1u;
        held.from_item = items + lists[tile.adjacency + thread];
        held.to_item = items + lists[tile.adjacency + thread + 1u];
        var all = 0.0;
        for (var k = held.from_item; k < held.to_item; k++) {
            let item = lists[k];
            all += select(force[item >> 1u].x, force[item >> 1u].y, (item & 1u) == 1u);
        }
        held.position = poses[body].position;
        held.rotation = poses[body].rotation;
        var facts = Body();
        held.mobility.inverse_mass = velocities[body].inverse_mass;
        if (ISOTROPIC) {
            held.mobility.w = guarded_w(velocities[body].w, all);
        } else {
            facts = bodies[body];
            held.mobility.tensor = world_inverse_inertia(held.rotation, guarded_inverse_inertia(facts, all));
            tensor[thread] = held.mobility.tensor;
        }
        inverses[thread] = vec2<f32>(held.mobility.inverse_mass, held.mobility.w);
        held.free = Twist(
            free_linear(velocities[body].linear), free_angular(velocities[body].angular, held.rotation, facts));
    }
    workgroupBarrier();

    if (held.has_joint) {
        let l = held.row.joint;
        let pose_a = poses[tie.a];
        let pose_b = poses[tie.b];
        held.arms = arms_of(tie, pose_a, pose_b);
        held.bias = step.stabilisation * step.inverse_h * error_of(l, pose_a, pose_b, held.arms);
        if (held.row.place_a == NOWHERE) {
            held.bias += end_velocity(l, held.arms.arm_a, Twist(velocities[tie.a].linear, velocities[tie.a].angular));
        }
        if (held.row.place_b == NOWHERE) {
            held.bias -= end_velocity(l, held.arms.arm_b, Twist(velocities[tie.b].linear, velocities[tie.b].angular));
        }
        let block = own_block(l, mobility_in(held.row.place_a), mobility_in(held.row.place_b), held.arms);
        held.inverse = symmetric_inverse(block);
        held.lambda = bounded(l, step.warm_start * held.lambda);
    }
    return held;
}

// −Jᵀ f on this thread's body, for what every joint gives as f.
fn reaction(thread: u32, held: Held, f: vec3<f32>) -> Wrench {
    force[thread] = f;
    torque[2u * thread] = -wrench(held.row.joint, held.arms.arm_a, f).torque;
    torque[2u * thread + 1u] = wrench(held.row.joint, held.arms.arm_b, f).torque;
    workgroupBarrier();
    var sum = Wrench();
    for (var k = held.from_item; k < held.to_item; k++) {
        let item = lists[k];
        sum.force += select(-force[item >> 1u], force[item >> 1u], (item & 1u) == 1u);
        sum.torque += torque[item];
    }
    return sum;
}

// V = V* − h M⁻¹ Jᵀ λ
fn set_velocities(thread: u32, held: Held) {
    let v = moved(held.free, held.mobility, reaction(thread, held, held.lambda));
    linear[thread] = v.linear;
    angular[thread] = v.angular;
    workgroupBarrier();
}

// J V of this thread's joint.
fn relative_in(held: Held) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    if (held.row.place_a != NOWHERE) {
        sum += end_velocity(held.row.joint, held.arms.arm_a, twist_in(held.row.place_a));
    }
    if (held.row.place_b != NOWHERE) {
        sum -= end_velocity(held.row.joint, held.arms.arm_b, twist_in(held.row.place_b));
    }
    return sum;
}

// The last stage: λ with the residual beside it, V, and the poses that follow.
fn leave_tile(thread: u32, held: Held) {
    if (held.has_joint) {
        let residual = relative_in(held) + held.bias;
        multipliers[held.row.joint] = Multiplier(held.lambda, dot(residual, residual));
    }
    if (held.has_body) {
        velocities[held.body].linear = linear[thread];
        velocities[held.body].angular = angular[thread];
        poses[held.body].position = held.position + step.h * linear[thread];
        let turned = quaternion_product(exponential(step.h * angular[thread]), held.rotation);
        poses[held.body].rotation = normalize(turned);
    }
}
