// How a held row yields: (A + γ) q = J V* + β C/h with q = h λ.
//     by frequency   γ = m_eff⁻¹/(hω (hω + 2ζ)),  β = hω/(hω + 2ζ),  ω = 2πf
//     as a spring    γ = 1/(h (hk + c)),          β = hk/(hk + c)
//     by mixing      γ = CFM/h,                   β = ERP

// uses: step

const BY_FREQUENCY: f32 = 0.0;
const AS_SPRING: f32 = 1.0;

// γ, of a unit of effective mass where it is by frequency, and β; of a setting (which of the three, its two numbers).
fn softness_numbers(setting: vec3<f32>) -> vec2<f32> {
    if (setting.x == BY_FREQUENCY) {
        let turn = step.h * (6.283185307 * setting.y);
        let all = turn + 2.0 * setting.z;
        return vec2<f32>(1.0 / (turn * all), turn / all);
    }
    if (setting.x == AS_SPRING) {
        let all = step.h * setting.y + setting.z;
        return vec2<f32>(1.0 / (step.h * all), step.h * setting.y / all);
    }
    return vec2<f32>(setting.y / step.h, setting.z);
}
