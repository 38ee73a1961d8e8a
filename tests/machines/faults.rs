//! Bad input: a code, a path, a sentence; and the running simulation untouched.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::common::*;
use beadwork::gpu::kernels;
use beadwork::scene::{Body, Joint};
use beadwork::simulation::KernelMessage;
use beadwork::{BeadworkError, Code, Gpu, Parameters, Scene, Simulation};
use serde_json::{Map, Value, json};

fn changes(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn at(error: BeadworkError) -> (Code, String) {
    assert!(error.message.ends_with('.') && !error.message.contains('\n'), "no sentence: {}", error.message);
    (error.code, error.path.unwrap_or_default())
}

fn fault(code: Code, path: &str) -> (Code, String) {
    (code, path.into())
}

/// Runs `act` on one of two equal simulations and steps both. They must not differ by a bit, nor may the one that saw
/// the fault hold any more memory than before.
fn leaves_no_trace(act: impl FnOnce(&mut Simulation)) {
    // a device of its own, since other tests allocate on the shared one meanwhile
    let gpu = pollster::block_on(Gpu::new()).expect("a device");
    let scene = scene("net", json!({"rows": 4, "columns": 5}));
    let make = || {
        let made = Simulation::create(gpu.clone(), scene.clone(), Parameters::default());
        let mut made = pollster::block_on(made).expect("a simulation");
        pollster::block_on(made.step(10).expect("a step")).expect("a finished step");
        made
    };
    let (mut one, mut other) = (make(), make());
    let allocated = gpu.allocated.load(Ordering::Relaxed);
    act(&mut one);
    assert_eq!(gpu.allocated.load(Ordering::Relaxed), allocated, "bytes on the device");
    step(&mut one, 10);
    step(&mut other, 10);
    assert!(state(&mut one) == state(&mut other), "the simulation noticed");
    assert_eq!(one.parameters(), other.parameters());
    assert_eq!(gpu.take_error(), None);
}

#[test]
fn a_short_chain_is_no_workgroups() {
    let mut simulation = simulation(&scene("pendant", json!({"beads": 16})), json!({}));
    let wrong = json!({"solver": "direct", "execution": "tile"});
    let error = simulation.set_parameters(changes(&wrong)).unwrap_err();
    assert_eq!(at(error), fault(Code::NotApplicable, "execution"));
}

#[test]
fn wrong_parameters() {
    leaves_no_trace(|simulation| {
        // JSON has no number beyond f64: a reader refuses it, or it comes as a string or null
        assert!(serde_json::from_str::<Value>("{\"timestep\": 1e999}").is_err());
        let huge: Value = serde_json::from_str("{\"timestep\": 1e300}").expect("a number of f64");
        for wrong in [
            json!({"iterations": 0}),
            json!({"iterations": 1001}),
            json!({"iterations": 2.5}),
            json!({"iterations": "NaN"}),
            json!({"iterations": null}),
            json!({"substeps": 0}),
            json!({"substeps": [1]}),
            json!({"timestep": "1e999"}),
            json!({"timestep": 0}),
            json!({"timestep": -0.01}),
            json!({"gravity": [0, "Infinity", 0]}),
            json!({"gravity": [0, -9.81]}),
            json!({"gravity": [0, 0, 1e4]}),
            json!({"relaxation": 0}),
            json!({"relaxation": -1}),
            json!({"warmStart": 1.01}),
            json!({"stabilisation": -0.1}),
            json!({"damping": 1e9}),
            json!({"stiffnessGuard": "on"}),
            json!({"execution": "cpu"}),
            json!({"solver": "Jacobi"}),
            json!({"solver": 3}),
            json!({"weight": 1}),
            json!({"": 1}),
            huge,
        ] {
            let name = changes(&wrong).keys().next().expect("a name").clone();
            let error = simulation.set_parameters(changes(&wrong)).unwrap_err();
            assert_eq!(at(error), fault(Code::Parameter, &name), "{wrong}");
        }
        // parameters that do not fit this scene
        let wrong = json!({"solver": "article", "execution": "tile"});
        let error = simulation.set_parameters(changes(&wrong)).unwrap_err();
        assert_eq!(error.code, Code::NotApplicable, "{wrong}");
        // each in its range, not both together
        let error = simulation.set_parameters(changes(&json!({"damping": 10, "timestep": 0.1}))).unwrap_err();
        assert_eq!(at(error), fault(Code::Parameter, "damping"));
        // all or nothing, in whatever order
        for mixed in [json!({"iterations": 3, "substeps": 1000}), json!({"substeps": 3, "iterations": 0})] {
            assert!(simulation.set_parameters(changes(&mixed)).is_err());
            assert_eq!((simulation.parameters().iterations, simulation.parameters().substeps), (20, 1));
        }
    });
}

#[test]
fn wrong_indices_and_states() {
    leaves_no_trace(|simulation| {
        for index in [20, 1 << 33, usize::MAX] {
            assert_eq!(at(simulation.set_fixed(index, true).unwrap_err()), fault(Code::NotFound, "body"));
        }
        for index in [simulation.joint_count(), usize::MAX] {
            assert_eq!(at(simulation.cut(index).unwrap_err()), fault(Code::NotFound, "joint"));
        }
        let whole = state(simulation);
        type Array = fn(&mut beadwork::State) -> &mut Vec<f32>;
        let arrays: [(&str, Array); 5] = [
            ("positions", |s| &mut s.positions),
            ("rotations", |s| &mut s.rotations),
            ("linearVelocities", |s| &mut s.linear_velocities),
            ("angularVelocities", |s| &mut s.angular_velocities),
            ("multipliers", |s| &mut s.multipliers),
        ];
        for (name, array) in arrays {
            for wrong in [0, 1, array(&mut whole.clone()).len() - 1, array(&mut whole.clone()).len() + 3] {
                let mut state = whole.clone();
                array(&mut state).resize(wrong, 0.0);
                assert_eq!(at(simulation.write_state(&state).unwrap_err()), fault(Code::Parameter, name));
            }
        }
        for time in [f64::NAN, f64::INFINITY] {
            let state = beadwork::State { time, ..whole.clone() };
            assert_eq!(at(simulation.write_state(&state).unwrap_err()), fault(Code::Parameter, "time"));
        }
        let unknown = simulation.replace_kernel("nothing", "").err();
        assert_eq!(unknown.map(at), Some(fault(Code::Parameter, "name")));
    });
}

/// The format's own tests go through every fault; here one of each kind, and what runs goes on.
#[test]
fn wrong_scenes() {
    let body = || json!({"position": [0, 0, 0], "radius": 0.1});
    let pair = || json!([body(), {"position": [0.2, 0, 0], "radius": 0.1}]);
    let joint = || json!({"type": "point", "a": 0, "b": 1, "anchorA": [0.1, 0, 0], "anchorB": [-0.1, 0, 0]});
    let with = |mut base: Value, key: &str, value: Value| {
        base[key] = value;
        base
    };
    let bodies = |one: Value| json!({"version": 1, "bodies": [body(), one]});
    let joints = |one: Value| json!({"version": 1, "bodies": pair(), "joints": [joint(), one]});
    let wrong = [
        (json!({"version": 3, "bodies": [body()]}), "version"),
        (json!({"bodies": [body()]}), "version"),
        (json!({"version": 1, "bodies": []}), "bodies"),
        (json!({"version": 1, "bodies": [body()], "wind": 3}), "wind"),
        (json!({"version": 1, "bodies": [body()], "gravity": [0, 0, 1e5]}), "gravity"),
        (bodies(json!({"position": [0, 0, 0]})), "bodies[1].radius"),
        (bodies(with(body(), "radius", json!(-1))), "bodies[1].radius"),
        (bodies(with(body(), "mass", json!(0))), "bodies[1].mass"),
        (bodies(with(body(), "inertia", json!([1, 1, 3]))), "bodies[1].inertia"),
        (bodies(with(body(), "position", json!([0, "NaN", 0]))), "bodies[1].position"),
        (bodies(with(body(), "rotation", json!([0, 0, 0, 0]))), "bodies[1].rotation"),
        (bodies(with(body(), "colour", json!("white"))), "bodies[1].colour"),
        (bodies(with(body(), "charge", json!(1))), "bodies[1].charge"),
        (joints(with(joint(), "b", json!(2))), "joints[1].b"),
        (joints(with(joint(), "b", json!(0))), "joints[1].b"),
        (joints(with(joint(), "type", json!("weld"))), "joints[1].type"),
        (joints(with(joint(), "anchorA", json!([0, 0]))), "joints[1].anchorA"),
        (joints(with(joint(), "limit", json!(1))), "joints[1].limit"),
    ];
    leaves_no_trace(|simulation| {
        for (scene, path) in wrong {
            let text = scene.to_string();
            let loaded = Scene::from_json(&text).and_then(|scene| pollster::block_on(simulation.load(scene)));
            let (code, found) = at(loaded.expect_err(&text));
            assert_eq!(code, Code::Scene, "{text}");
            assert_eq!(found, path, "{text}");
        }
        assert_eq!(at(Scene::from_json("{\"version\": 1,").unwrap_err()).0, Code::Scene);
        assert_eq!(at(Scene::from_json("{\"version\": 1, \"bodies\": 1e999}").unwrap_err()).0, Code::Scene);
    });
}

/// A device that holds little: WebGPU's least would take a scene of millions to overfill.
fn small_device(bytes: u64) -> Arc<Gpu> {
    let mut gpu = pollster::block_on(Gpu::new()).expect("a device");
    let own = Arc::get_mut(&mut gpu).expect("nobody else has it yet");
    own.limits.max_storage_buffer_binding_size = bytes;
    gpu
}

fn refused_before_anything_is_allocated(gpu: &Arc<Gpu>, scene: Scene, changes: Value) {
    let before = gpu.allocated.load(Ordering::Relaxed);
    let made = Simulation::create(gpu.clone(), scene, parameters(changes.clone()));
    let error =
        pollster::block_on(made).err().unwrap_or_else(|| panic!("a scene too large for {changes} was taken"));
    assert_eq!(error.code, Code::Limit, "{changes}: {}", error.message);
    assert_eq!(gpu.allocated.load(Ordering::Relaxed), before, "{changes}");
    assert_eq!(gpu.take_error(), None, "{changes}");
}

#[test]
fn a_scene_too_large_for_the_device_is_refused_before_anything_is_allocated() {
    let gpu = small_device(16 << 10);
    let large = scene("necklaces", json!({"chains": 100, "beads": 10}));
    for way in ways(&large) {
        refused_before_anything_is_allocated(&gpu, large.clone(), way);
    }
}

/// What every solver needs fits here; what the exact one keeps for trees does not.
#[test]
fn a_scene_too_large_for_its_solver_is_refused_before_anything_is_allocated() {
    let gpu = small_device(16 << 10);
    let tree = scene("tree", json!({"branches": 2, "depth": 6}));
    refused_before_anything_is_allocated(&gpu, tree.clone(), json!({"solver": "direct"}));
    refused_before_anything_is_allocated(&gpu, tree.clone(), json!({"solver": "auto"}));

    // and a change of solver while it runs is refused at once, not at the next step
    let wanted = parameters(json!({"solver": "chebyshev", "execution": "global"}));
    let made = Simulation::create(gpu.clone(), tree, wanted);
    let mut simulation = pollster::block_on(made).expect("this one fits");
    let error = simulation.set_parameters(changes(&json!({"solver": "direct"}))).unwrap_err();
    assert_eq!(error.code, Code::Limit, "{}", error.message);
    pollster::block_on(simulation.step(3).expect("a step")).expect("a finished step");
    assert_eq!(simulation.parameters().solver, "chebyshev");
    assert_eq!(gpu.take_error(), None);
}

/// WebGPU launches 65,535 workgroups at once; conjugate gradients need one per island.
#[test]
fn more_islands_than_a_dispatch_has_workgroups() {
    let many = scene("necklaces", json!({"chains": 66_000, "beads": 2}));
    let wanted = parameters(json!({"solver": "conjugate-gradient", "iterations": 2}));
    match pollster::block_on(Simulation::create(gpu(), many, wanted)) {
        Err(error) => assert_eq!(error.code, Code::Limit, "{}", error.message),
        Ok(mut simulation) => {
            step(&mut simulation, 1);
            // one joint per island: two passes are exact, also on the last
            let found = measure(&mut simulation);
            assert!(found.residual < 1e-4, "residual {:e}", found.residual);
        }
    }
}

#[test]
fn a_scene_that_does_not_load_leaves_the_old_one_running() {
    leaves_no_trace(|simulation| {
        let most = simulation.gpu().expect("a device").limits.max_storage_buffer_binding_size;
        if most / 32 < 4_000_000 {
            let one = scene("pendant", json!({"beads": 2}));
            let bodies = vec![one.bodies[1].clone(); (most / 32 + 1) as usize];
            let large = Scene { bodies, joints: Vec::new(), ..one };
            let error = pollster::block_on(simulation.load(large)).unwrap_err();
            assert_eq!(error.code, Code::Limit, "{}", error.message);
        }
    });
    // a scene that the solver does not take
    let chain = scene("pendant", json!({"beads": 5}));
    let mut running = simulation(&chain, json!({"solver": "direct"}));
    let error = pollster::block_on(running.load(scene("net", large_net()))).unwrap_err();
    assert_eq!(at(error), fault(Code::NotApplicable, "solver"));
    assert_eq!(running.scene(), &chain);
    step(&mut running, 5);
    let mut undisturbed = simulation(&chain, json!({"solver": "direct"}));
    step(&mut undisturbed, 5);
    assert!(state(&mut running) == state(&mut undisturbed));
}

/// More loops than the exact solver takes.
fn large_net() -> serde_json::Value {
    json!({"rows": 80, "columns": 80})
}

#[test]
fn the_exact_solver_says_why_it_refuses_a_large_net() {
    let net = scene("net", large_net());
    let direct = parameters(json!({"solver": "direct"}));
    let error = pollster::block_on(Simulation::create(gpu(), net, direct)).err().expect("a refusal");
    assert_eq!(at(error), fault(Code::NotApplicable, "solver"));
}

/// A hundred and fifty triangles that share a pinned bead run exactly; letting it go would tie all their joints to each other.
#[test]
fn a_pin_that_the_exact_solver_needs_stays() {
    let mut triangles = scene("pendant", json!({"beads": 3, "massRatio": 1}));
    let (hub, bead) = (triangles.bodies[0].clone(), triangles.bodies[1].clone());
    let joint = triangles.joints[0].clone();
    triangles.bodies = vec![hub.clone()];
    triangles.joints.clear();
    for k in 0..150u32 {
        let corner = |turn: f32| {
            let angle = 0.06 * (k as f32 + turn);
            hub.position + 0.5 * glam::Vec3::new(angle.cos(), 0.02 * k as f32, angle.sin())
        };
        for turn in [0.0, 0.4] {
            triangles.bodies.push(Body { position: corner(turn), rotation: hub.rotation, ..bead.clone() });
        }
        for (a, b) in [(0, 2 * k + 1), (2 * k + 1, 2 * k + 2), (2 * k + 2, 0)] {
            let way = triangles.bodies[b as usize].position - triangles.bodies[a as usize].position;
            let local = hub.rotation.inverse() * (0.5 * way);
            triangles.joints.push(Joint { a, b, anchor_a: local, anchor_b: -local, ..joint.clone() });
        }
    }
    let direct = json!({"solver": "direct"});
    let (mut one, mut other) = (simulation(&triangles, direct.clone()), simulation(&triangles, direct));
    step(&mut one, 5);
    assert_eq!(at(one.set_fixed(0, false).unwrap_err()), fault(Code::NotApplicable, "solver"));
    assert!(one.is_fixed(0));
    step(&mut one, 5);
    step(&mut other, 10);
    let (one, other) = (state(&mut one), state(&mut other));
    assert!(
        one.positions == other.positions && one.multipliers == other.multipliers,
        "the simulation noticed"
    );
}

/// The same parameters twice are the same as once.
#[test]
fn letting_go_of_what_is_free_changes_nothing() {
    leaves_no_trace(|simulation| {
        assert!(!simulation.is_fixed(7));
        simulation.set_fixed(7, false).expect("a body");
        simulation.set_fixed(0, simulation.is_fixed(0)).expect("a body");
    });
}

#[test]
fn a_state_that_is_not_finite_is_found_and_not_saved() {
    let chain = scene("pendant", json!({"beads": 9}));
    let mut simulation = simulation(&chain, json!({}));
    step(&mut simulation, 3);
    let whole = state(&mut simulation);
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut state = whole.clone();
        state.linear_velocities[3 * 6 + 1] = wrong;
        simulation.write_state(&state).expect("the right lengths");
        let found = measure(&mut simulation);
        assert_eq!((found.finite, found.bad_body), (false, Some(6)), "{wrong}");
        let error = pollster::block_on(simulation.describe().expect("a readback")).unwrap_err();
        assert_eq!(error.code, Code::NonFinite, "{}", error.message);
        assert_eq!(error.path.as_deref(), Some("bodies[6].linearVelocity"));
    }
    simulation.write_state(&whole).expect("its own state");
    assert!(measure(&mut simulation).finite);
    pollster::block_on(simulation.describe().expect("a readback")).expect("a scene again");
}

fn edited(simulation: &mut Simulation, kernel: &str, text: &str) -> Vec<KernelMessage> {
    let edit =
        pollster::block_on(simulation.replace_kernel(kernel, text).expect("a kernel")).expect("an answer");
    simulation.install_kernel(&edit).expect("a simulation on the GPU");
    edit.messages
}

fn source(kernel: &str) -> &'static str {
    kernels::find(kernel).expect("a kernel").source
}

#[test]
fn a_broken_kernel_names_its_line_and_the_old_one_goes_on() {
    leaves_no_trace(|simulation| {
        let stock = source("update_velocities");
        let line_of =
            |text: &str, part: &str| 1 + text.lines().position(|line| line.contains(part)).expect(part);
        let broken = [
            // a name that is not there, a type that does not fit, a sentence cut short
            stock.replace("var force = vec3<f32>(0.0);", "var force = nonsense;"),
            stock.replace("var force = vec3<f32>(0.0);", "var force: u32 = nonsense(0.0);"),
            stock.replace("var force = vec3<f32>(0.0);", "var force = ;"),
            // under a hundred lines of a person's own remarks
            format!(
                "{}{}",
                "// a remark\n".repeat(100),
                stock.replace("var force = vec3<f32>(0.0);", "var force = nonsense;")
            ),
        ];
        for text in broken {
            let line = line_of(&text, "var force");
            let messages = edited(simulation, "update_velocities", &text);
            let error = messages.iter().find(|message| message.kind == "error").expect("an error");
            assert_eq!(error.line as usize, line, "{}", error.message);
            assert!(error.column > 0);
        }
        // compiles, but is not this kernel: another entry point, another buffer, too many threads
        for text in [
            String::new(),
            stock.replace("fn update_velocities", "fn other"),
            stock.replace("@binding(11)", "@binding(30)"),
            stock.replace("@workgroup_size(64)", "@workgroup_size(4096)"),
            stock.replace("var<storage, read> multipliers", "var<storage, read_write> multipliers"),
        ] {
            let messages = edited(simulation, "update_velocities", &text);
            assert!(messages.iter().any(|message| message.kind == "error"), "taken:\n{text}");
        }
    });
}

#[test]
fn an_edited_kernel_runs_until_the_stock_ones_are_restored() {
    let chain = scene("pendant", json!({"beads": 6, "tilt": 1}));
    let changes = json!({"solver": "jacobi"});
    let mut simulation = simulation(&chain, changes.clone());
    let start = state(&mut simulation);
    // bodies that stand still
    let still = source("compute_positions").replace("step.h * v.linear", "0.0 * v.linear");
    assert!(still != source("compute_positions"));
    assert_eq!(edited(&mut simulation, "compute_positions", &still), []);
    step(&mut simulation, 5);
    assert_eq!(state(&mut simulation).positions, start.positions);

    // a broken edit on top leaves the good edit in place, and a load keeps it
    assert!(!edited(&mut simulation, "compute_positions", "nonsense").is_empty());
    pollster::block_on(simulation.load(chain.clone())).expect("a load");
    step(&mut simulation, 5);
    assert_eq!(state(&mut simulation).positions, start.positions);

    simulation.restore_kernels();
    simulation.reset().expect("a reset");
    step(&mut simulation, 5);
    let mut untouched = crate::common::simulation(&chain, changes);
    step(&mut untouched, 5);
    assert!(state(&mut simulation) == state(&mut untouched));
}

/// Recordings and pages hold such texts: no line of parts, and J V under its old name.
#[test]
fn a_kernel_edited_before_shaders_named_their_parts_still_runs() {
    let net = scene("net", json!({"rows": 4, "columns": 5}));
    let changes = json!({"solver": "jacobi", "execution": "global"});
    let mut plain = simulation(&net, changes.clone());
    let mut edit = simulation(&net, changes);
    let stock = source("update_multipliers");
    let now = "relative(l, arm, twist_at(arm.a), twist_at(arm.b))";
    let then = "joint_velocity(arm, velocities[arm.a].linear, velocities[arm.a].angular, velocities[arm.b].linear, \
                velocities[arm.b].angular)";
    let kept = |line: &&str| !line.starts_with("// uses:");
    let text = stock.replace(now, then).lines().filter(kept).collect::<Vec<_>>().join("\n");
    assert!(text.contains("joint_velocity"));
    assert_eq!(edited(&mut edit, "update_multipliers", &text), []);
    step(&mut plain, 5);
    step(&mut edit, 5);
    assert!(state(&mut plain) == state(&mut edit));
}
