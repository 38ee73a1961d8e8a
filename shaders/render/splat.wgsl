// The splats' picture: three words a pixel. Nearness 1/z of the nearest splat as bits (positive numbers sort
// like their bits, and zero is infinitely far); then sums over splats of coverage times √colour, as
// red << 16 | green and blue << 16 | coverage, in 255ths.
const SPLAT_WORDS: u32 = 3u;

struct Disc {
    middle: vec2<f32>,     // pixels
    radius: f32,           // of the disc drawn: never so small that it falls between pixels
    share: f32,            // of a pixel's light it takes at most: what is drawn larger is thinner
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

fn disc_coverage(disc: Disc, off: vec2<f32>) -> f32 {
    return disc.share * clamp(disc.radius + 0.5 - length(off), 0.0, 1.0);
}
