// Two tangents of a normal n: this one, and n × t.

fn first_tangent(n: vec3<f32>) -> vec3<f32> {
    if (abs(n.x) < 0.57735) {
        return normalize(vec3<f32>(0.0, n.z, -n.y));
    }
    return normalize(vec3<f32>(n.y, -n.x, 0.0));
}
