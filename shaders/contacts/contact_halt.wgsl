// Nothing passes a held body or a plane in a frame, one thread per body, behind a frame's last substep. A body whose
// way in the frame is longer than half its width may have jumped over a contact. Its inscribed ball is swept along the
// straight way from the frame's start. If half that ball meets a held body, the body goes back to where the whole ball
// meets it, and keeps its velocity. The next frame's contacts find it there. A ball that begins nearer than that is as
// large as there is room for. Of a compound each part has such a ball, and the first that meets something sets it back.

// uses: step, body, velocity, compound, surface, sweep, meeting, place, hulled, contact_rows, contact_cells, contact_way, contact_meet
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(30) var<storage, read> contact_cells: array<u32>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

// The share of the way after which it is to halt; PASSES if it does not meet the other one.
fn halt_at(body: u32, way: vec3<f32>, other: u32, way_of_other: vec3<f32>) -> f32 {
    let shape = surfaces[other].shape;
    let rotation = poses[other].rotation;
    let d = rotate_back(rotation, way - way_of_other);
    let own = surfaces[body].shape;
    let ball = place_at(body) + rotate(poses[body].rotation, middle_of(own));
    let p = rotate_back(rotation, ball - place_at(other)) - d;
    let radius = thinness(own);
    // the nearest that the two middles come on the way
    let nearest = p + clamp(-dot(p, d) / max(dot(d, d), 1e-30), 0.0, 1.0) * d;
    let most = radius + poses[other].radius;
    let begins = length(away_from(shape, p));
    let met = begins > 0.0 && (shape.kind == PLANE || dot(nearest, nearest) <= most * most);
    var s = PASSES;
    for (var go = met; go; go = false) {
        s = sweep(shape, p, d, min(0.5 * radius, 0.9 * begins));
    }
    for (var go = s <= 1.0; go; go = false) {
        let whole = sweep(shape, p, d, radius);
        s = select(s, whole, whole <= 1.0);
    }
    return s;
}

@compute @workgroup_size(64)
fn contact_halt(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let shape = surfaces[id.x].shape;
    var first = id.x;
    var end = id.x + select(1u, 0u, COMPOUNDS && (surfaces[id.x].flags & PART) != 0u);
    if (COMPOUNDS && shape.kind == COMPOUND) {
        first = u32(shape.half.y);
        end = u32(shape.half.z);
    }
    var least = PASSES;
    var way = vec3<f32>(0.0);
    var carried = vec3<f32>(0.0);
    // the big bodies from lists[step.first] on, and behind them those that are held and stand in cells
    let big = step.extra.y;
    let all = big + lists[step.first + big];
    for (var by = first; by < end; by++) {
        let surface = surfaces[by];
        let own_way = way_here(by);
        let fast = length(own_way) > thinness(surface.shape) || contact_numbers[FAST_HELD] > 0u;
        let solid = (surface.flags & (COLLIDES | SENSOR)) == COLLIDES && velocities[id.x].inverse_mass > 0.0;
        for (var k = 0u; k < all && fast && solid; k++) {
            let other = lists[step.first + k + u32(k >= big)];
            let meets = other != by && velocities[other].inverse_mass == 0.0
                && (surfaces[other].flags & (COLLIDES | SENSOR)) == COLLIDES
                && !are_parted(by, other) && may_meet(by, other);
            for (var go = meets; go; go = false) {
                let along = way_here(other);
                let s = halt_at(by, own_way, other, along);
                if (s < least) {
                    least = s;
                    way = own_way;
                    carried = along;
                }
            }
        }
    }
    if (least <= 1.0) {
        poses[id.x].position = (poses[id.x].position - (1.0 - least) * way) + (1.0 - least) * carried;
    }
}
