// Colour spaces, the ramp that numbers are shown with, and the film's response.

// OKLab, in which equal steps look equal: (lightness, green to red, blue to yellow).
fn linear_from_oklab(lab: vec3<f32>) -> vec3<f32> {
    let l = lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z;
    let m = lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z;
    let s = lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z;
    let c = vec3<f32>(l * l * l, m * m * m, s * s * s);
    return max(vec3<f32>(0.0), vec3<f32>(
        dot(vec3<f32>(4.0767416621, -3.3077115913, 0.2309699292), c),
        dot(vec3<f32>(-1.2684380046, 2.6097574011, -0.3413193965), c),
        dot(vec3<f32>(-0.0041960863, -0.7034186147, 1.7076147010), c),
    ));
}

// Night blue through mallow to candlelight; lightness rises evenly, so it also reads in grey.
fn ramp(t: f32) -> vec3<f32> {
    let low = vec3<f32>(0.47, -0.030, -0.095);
    let middle = vec3<f32>(0.68, 0.105, 0.010);
    let high = vec3<f32>(0.92, 0.020, 0.105);
    let x = clamp(t, 0.0, 1.0);
    // quadratic through the three: no corner where they meet
    let a = 2.0 * (x - 0.5) * (x - 1.0);
    let b = 4.0 * x * (1.0 - x);
    let c = 2.0 * x * (x - 0.5);
    return linear_from_oklab(a * low + b * middle + c * high);
}

// Eight colours of like lightness for things that have no order, golden angles apart.
fn category(index: u32) -> vec3<f32> {
    let angle = 0.9 + 2.39996 * f32(index % 8u);
    let lightness = select(0.72, 0.80, (index & 1u) == 1u);
    return linear_from_oklab(vec3<f32>(lightness, 0.095 * cos(angle), 0.095 * sin(angle)));
}

// Film: colours below 0.8 or so are kept, highlights bend towards white (Khronos' neutral curve).
fn develop(light: vec3<f32>) -> vec3<f32> {
    let start = 0.76;
    let least = min(light.x, min(light.y, light.z));
    let offset = select(0.04, least - 6.25 * least * least, least < 0.08);
    var colour = light - offset;
    let peak = max(colour.x, max(colour.y, colour.z));
    if (peak < start) {
        return colour;
    }
    let d = 1.0 - start;
    let bent = 1.0 - d * d / (peak + d - start);
    colour *= bent / peak;
    return mix(vec3<f32>(bent), colour, 1.0 / (0.15 * (peak - bent) + 1.0));
}
