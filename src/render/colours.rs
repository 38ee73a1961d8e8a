//! shaders/render/colours.wgsl: the ramp that numbers are shown with, and colours for things that have no order. Linear.

use glam::Vec3;

fn linear_from_oklab(lab: Vec3) -> [f32; 3] {
    let l = lab.x + 0.396_337_78 * lab.y + 0.215_803_76 * lab.z;
    let m = lab.x - 0.105_561_346 * lab.y - 0.063_854_17 * lab.z;
    let s = lab.x - 0.089_484_18 * lab.y - 1.291_485_5 * lab.z;
    let c = Vec3::new(l * l * l, m * m * m, s * s * s);
    [
        Vec3::new(4.076_741_7, -3.307_711_6, 0.230_969_94).dot(c),
        Vec3::new(-1.268_438, 2.609_757_4, -0.341_319_38).dot(c),
        Vec3::new(-0.004_196_086_3, -0.703_418_6, 1.707_614_7).dot(c),
    ]
    .map(|x| x.max(0.0))
}

pub fn ramp(t: f32) -> [f32; 3] {
    let x = t.clamp(0.0, 1.0);
    let low = Vec3::new(0.47, -0.030, -0.095);
    let middle = Vec3::new(0.68, 0.105, 0.010);
    let high = Vec3::new(0.92, 0.020, 0.105);
    linear_from_oklab(
        2.0 * (x - 0.5) * (x - 1.0) * low + 4.0 * x * (1.0 - x) * middle + 2.0 * x * (x - 0.5) * high,
    )
}

pub fn category(index: u32) -> [f32; 3] {
    let angle = 0.9 + 2.39996 * (index % 8) as f32;
    let lightness = if index & 1 == 1 { 0.80 } else { 0.72 };
    linear_from_oklab(Vec3::new(lightness, 0.095 * angle.cos(), 0.095 * angle.sin()))
}
