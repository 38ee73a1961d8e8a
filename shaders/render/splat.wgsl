// The splats' picture: three words per pixel. The first is the nearness 1/z of the nearest splat as bits (positive
// numbers sort like their bits, and zero is infinitely far). The others are sums over splats of coverage times √colour,
// as red << 16 | green and blue << 16 | coverage, in 255ths.

// uses: frame

const SPLAT_WORDS: u32 = 3u;

struct Disc {
    middle: vec2<f32>,     // pixels
    radius: f32,           // of the disc drawn: never so small that it falls between pixels
    share: f32,            // of a pixel's light it takes at most: a splat drawn larger is thinner
    low: vec2<u32>,
    high: vec2<u32>,       // pixels low to high, high excluded
}

const LEAST_DISC: f32 = 0.6;

fn disc_of(centre: vec3<f32>, pixels: f32) -> Disc {
    let middle = to_pixel(to_view(centre));
    // A disc of radius R with an edge one pixel soft has the area π (R² + 1/12).
    let square = pixels * pixels;
    let radius = max(sqrt(max(square - 0.0833, 0.0)), LEAST_DISC);
    let low = clamp(floor(middle - radius), vec2<f32>(0.0), frame.size);
    let high = clamp(ceil(middle + radius), vec2<f32>(0.0), frame.size);
    return Disc(middle, radius, min(square / (radius * radius + 0.0833), 1.0), vec2<u32>(low), vec2<u32>(high));
}

// Splats no more than so many radii behind the nearest belong to the same surface.
const SURFACE: f32 = 4.0;

// The nearness, as bits, up to which another splat may lie in front of one that is still seen.
fn surface_nearness(centre: vec3<f32>, radius: f32) -> u32 {
    return bitcast<u32>(1.0 / max(to_view(centre).z - SURFACE * radius, 1e-6));
}
