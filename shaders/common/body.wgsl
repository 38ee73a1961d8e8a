// What shaders share about one body.

// uses: rotation, symmetric

// True where every body's inertia is that of a sphere: W is then a number, and nothing is read or computed
// that only tumbling bricks need.
override ISOTROPIC: bool = false;

// True where every joint of the scene is a point joint that nothing softens or bounds.
override POINTS: bool = true;

struct Pose {
    position: vec3<f32>,   // m
    radius: f32,           // m
    rotation: vec4<f32>,
}

// V of one body as it lies in memory, with the two numbers of M⁻¹ that spheres need.
struct Velocity {
    linear: vec3<f32>,     // m/s
    inverse_mass: f32,     // 1/kg
    angular: vec3<f32>,    // rad/s
    w: f32,                // guarded inverse inertia where ISOTROPIC, 1/(kg m²)
}

// V of one body.
struct Twist {
    linear: vec3<f32>,     // m/s
    angular: vec3<f32>,    // rad/s
}

// A force in N or an impulse in N s, and its torque about the body's centre.
struct Wrench {
    force: vec3<f32>,
    torque: vec3<f32>,
}

// Static facts of a body.
struct Body {
    inertia: vec3<f32>,            // principal moments, body axes, kg m²
    mass: f32,                     // kg
    inverse_inertia: vec3<f32>,    // 1/(kg m²); zero if fixed
    inverse_mass: f32,             // 1/kg; zero if fixed
}

// M⁻¹ of one body for the solve: m⁻¹ and W, the world inverse inertia (guarded).
struct Mobility {
    inverse_mass: f32,
    w: f32,                // W where ISOTROPIC
    tensor: Symmetric,     // W where not
}

// W τ
fn turn(m: Mobility, torque: vec3<f32>) -> vec3<f32> {
    if (ISOTROPIC) {
        return m.w * torque;
    }
    return symmetric_times(m.tensor, torque);
}

// V + M⁻¹ P
fn kicked(v: Twist, m: Mobility, impulse: Wrench) -> Twist {
    return Twist(v.linear + m.inverse_mass * impulse.force, v.angular + turn(m, impulse.torque));
}

// W = R diag(1/I) Rᵀ
fn world_inverse_inertia(q: vec4<f32>, inverse: vec3<f32>) -> Symmetric {
    let x = rotate(q, vec3<f32>(1.0, 0.0, 0.0));
    let y = rotate(q, vec3<f32>(0.0, 1.0, 0.0));
    let z = rotate(q, vec3<f32>(0.0, 0.0, 1.0));
    return symmetric_add(
        symmetric_add(outer_square(inverse.x, x), outer_square(inverse.y, y)),
        outer_square(inverse.z, z),
    );
}

// M⁻¹ for forces that are not of joints: the guard is for joints only.
fn true_mobility(q: vec4<f32>, body: Body) -> Mobility {
    if (ISOTROPIC) {
        return Mobility(body.inverse_mass, body.inverse_inertia.x, Symmetric());
    }
    return Mobility(body.inverse_mass, 0.0, world_inverse_inertia(q, body.inverse_inertia));
}
