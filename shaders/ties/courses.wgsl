// The data of driven or bounded rows. For shaders that bind `ties`: three words of four for each of six rows, behind
// the settings of soft joints. Of joints with friction beside a drive two more, a number for each row.

// uses: frames

struct Course {
    drive: vec3<f32>,    // a softness, or HOLDING or TO_A_SPEED first
    most: f32,           // N or N m
    goal: f32,           // the coordinate that it is drawn to, and its speed
    speed: f32,
    low: f32,            // the stops, by the coordinate, and their softness; HOLDING where they are hard
    high: f32,
    stop: vec3<f32>,
    is_driven: bool,
    has_stops: bool,
    is_bounded: bool,
    friction: f32,       // N or N m, beside the drive
}

const HOLDING: f32 = 3.0;
const TO_A_SPEED: f32 = 4.0;

fn course_of(frames: Frames, k: u32) -> Course {
    let at = frames.courses + 3u * k;
    let x = bitcast<vec4<f32>>(ties[at]);
    let y = bitcast<vec4<f32>>(ties[at + 1u]);
    let z = bitcast<vec4<f32>>(ties[at + 2u]);
    let is = ties[at + 2u].w;
    var friction = 0.0;
    // a loop, which software skips
    for (var go = (is & 8u) != 0u; go; go = false) {
        friction = bitcast<f32>(ties[frames.courses + 18u + k / 4u][k % 4u]);
    }
    return Course(
        x.xyz, x.w, y.x, y.y, y.z, y.w, z.xyz, (is & 1u) != 0u, (is & 2u) != 0u, (is & 4u) != 0u,
        friction);
}

// By how much C is beyond a row's stops: above 0 where the coordinate is too low, below where it is too high.
fn beyond(course: Course, c: f32) -> f32 {
    return select(0.0, max(0.0, c + course.low) + min(0.0, c + course.high), course.has_stops);
}

// The same of six rows.
fn all_beyond(frames: Frames, error: Pair) -> Pair {
    var out = Pair(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var left = (frames.bits >> COURSE_BITS) & 63u; left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let course = course_of(frames, k);
        if (k < 3u) {
            out.linear[k] = beyond(course, error.linear[k]);
        } else {
            out.angular[k - 3u] = beyond(course, error.angular[k - 3u]);
        }
    }
    return out;
}
