// From one tile onto the next, without a blow against its side. What slides over a floor of tiles is a little below their tops. So it seems to run
// against the side of the next tile; a ball seems to run against its edge. But two convex bodies do not meet on a straight way if a plane parts them
// at its beginning and at its end. The plane along which they touch at the end is theirs if it parts them now, but for the depth of a body at rest.
//     C(s) ≤ 1.5 slop + h² |g|   at s = 0 and at s = 1

// uses: step, manifold

// Of a slop, m/m: no deeper lies what slides, beside the way that it falls in a substep.
const LIES: f32 = 1.5;
// Of a slop, m/m: what comes nearer by less in two frames is at rest.
const NEARS: f32 = 0.1;
// The way is that of two frames, and at least half of the thinner one's half width. Shorter, and a tile's top looks like its side.
const FRAMES: f32 = 2.0;
const BEYOND: f32 = 0.5;

// How b moves beyond a.
struct Slide {
    whole: vec3<f32>,       // in a frame, m
    frames: f32,            // so many are looked at
    lies: f32,              // m
    nears: f32,             // m
}

fn slide_of(whole: vec3<f32>, thin: f32, slop: f32) -> Slide {
    let frames = max(FRAMES, BEYOND * thin / max(length(whole), 1e-30));
    return Slide(whole, frames, LIES * slop + step.h * step.h * length(step.gravity), NEARS * slop);
}

// The depth of the deepest point; far below 0 where there is none.
fn deepest(found: Manifold) -> f32 {
    var most = -1e30;
    for (var k = 0u; k < min(found.count, SLOTS); k++) {
        most = max(most, found.points[k].depth);
    }
    return most;
}

// They come nearer along n, m in two frames.
fn nearer(slide: Slide, n: vec3<f32>) -> f32 {
    return -FRAMES * dot(n, slide.whole);
}

// The pair will stop, perhaps at the side of a tile.
fn may_trip(slide: Slide, found: Manifold) -> bool {
    let depth = deepest(found);
    return found.count > 0u && depth < slide.lies && nearer(slide, found.normal) > max(-depth, 0.0) + slide.nears;
}

// At the end of the way a plane parts them. If it does so now too, they do not meet on the way.
fn passes(slide: Slide, then: Manifold) -> bool {
    let depth = deepest(then);
    return then.count > 0u && max(depth, depth + slide.frames * dot(then.normal, slide.whole)) < slide.lies;
}
