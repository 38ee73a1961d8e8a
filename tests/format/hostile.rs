//! Documents with faults of all kinds: the answer is a sound scene or one fault with its path, soon, and without taking
//! the machine's memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

use beadwork::scene::{MOST_MEMORY, built_in};
use beadwork::{BeadworkError, Code, Parameters, Scene, Simulation};
use serde_json::{Map, Value, json};

thread_local! {
    /// Bytes that this thread holds, and the most that it held.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

fn count(change: isize) {
    // a thread that ends may free what it held after its counters are gone
    let _ = HELD.try_with(|held| {
        held.set(held.get() + change);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: hands everything on to the system's allocator and only counts beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How long this thread has computed so far, by the system's count, in which what others compute beside it does not count.
fn computed() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The result of `act`, the most bytes that it held beyond those before, and how long it computed. The clock gives the
/// time where the system's count is missing or went backwards, as on some virtual machines.
fn measured<T>(act: impl FnOnce() -> T) -> (T, usize, Duration) {
    let before = HELD.get();
    let (clock, began) = (Instant::now(), computed());
    MOST.set(before);
    let out = act();
    let held = (MOST.get() - before).max(0) as usize;
    let counted = computed().zip(began).and_then(|(ended, began)| ended.checked_sub(began));
    (out, held, counted.filter(|time| !time.is_zero()).unwrap_or_else(|| clock.elapsed()))
}

/// xorshift64: the same documents every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

const NAMES: &[&str] = &[
    "version",
    "time",
    "gravity",
    "bodies",
    "joints",
    "position",
    "rotation",
    "linearVelocity",
    "angularVelocity",
    "radius",
    "mass",
    "inertia",
    "fixed",
    "colour",
    "type",
    "a",
    "b",
    "anchorA",
    "anchorB",
    "multiplier",
    "shape",
    "halfExtents",
    "halfHeight",
    "kinematic",
    "frameA",
    "axisB",
    "softness",
    "hertz",
    "breakForce",
    "recoverySpeed",
    "torque",
    "min",
    "axes",
    "rx",
    "contacts",
    "parameters",
    "substeps",
    "contactMemory",
    "friction",
    "rollingResistance",
    "collides",
    "group",
    "collidesWith",
    "events",
    "sensor",
    "linearDamping",
    "gravityScale",
    "density",
    "centre",
    "collide",
    "name",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "",
    "bodies[0]",
    "\u{0}",
    "<img src=x onerror=alert(1)>",
];

const TEXTS: &[&str] = &[
    "",
    "point",
    "sphere",
    "box",
    "capsule",
    "plane",
    "hinge",
    "six-dof",
    "fixed",
    "#f4efe6",
    "#F4EFE",
    "#é4efe6",
    "NaN",
    "Infinity",
    "auto",
    "direct",
    "<script>alert(1)</script>",
    "\"; drop",
    "\u{202e}",
    "\u{feff}",
    "𝟙",
    "\\u0000",
    "../../etc",
    "0x10",
];

fn odd_number(random: &mut Random) -> Value {
    match random.below(8) {
        0 => json!(random.next()),
        1 => json!(random.next() as i64),
        2 => json!(f64::from_bits(random.next())),
        3 => json!(f32::from_bits(random.next() as u32)),
        4 => json!(random.below(5)),
        5 => random.of(&[
            json!(-0.0),
            json!(1e308),
            json!(-1e-308),
            json!(4294967296u64),
            json!(3.4e38),
            json!(1e-46),
        ]),
        _ => json!((random.next() as f64 / u64::MAX as f64 - 0.5) * 4.0),
    }
}

fn anything(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 => json!(null),
        1 => json!(random.next() & 1 == 0),
        2 | 3 => odd_number(random),
        4 => json!(random.of(TEXTS)),
        5 | 6 => (0..random.below(5)).map(|_| anything(random, depth - 1)).collect(),
        _ => {
            let fields = random.below(4);
            Value::Object(
                (0..fields).map(|_| (random.of(NAMES).into(), anything(random, depth - 1))).collect(),
            )
        }
    }
}

/// Something that looks like a scene from afar.
fn nearly_a_scene(random: &mut Random) -> Value {
    let mut scene = anything(random, 4);
    if random.below(4) > 0 {
        let bodies: Value = (0..random.below(4)).map(|_| anything(random, 3)).collect();
        scene = json!({"version": 1 + random.below(2), "bodies": bodies, "joints": anything(random, 3)});
        if let Some(body) = scene.pointer_mut("/bodies/0") {
            *body = json!({"position": anything(random, 1), "radius": odd_number(random), "mass": odd_number(random)});
        }
    }
    scene
}

/// Every node of a document but its root, as JSON pointers.
fn pointers(value: &Value, here: &str, out: &mut Vec<String>) {
    let mut go = |key: String, item: &Value| {
        let there = format!("{here}/{key}");
        pointers(item, &there, out);
        out.push(there);
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| go(i.to_string(), item)),
        Value::Object(map) => map.iter().for_each(|(key, item)| go(key.clone(), item)),
        _ => {}
    }
}

fn changed(document: &Value, random: &mut Random) -> String {
    let mut all = Vec::new();
    pointers(document, "", &mut all);
    let pointer = random.of(&all);
    let mut out = document.clone();
    let (parent, key) = pointer.rsplit_once('/').expect("not the root");
    match random.below(5) {
        // a thing removed, doubled, added, replaced; or a byte of the text
        0 => match out.pointer_mut(parent).expect("a parent") {
            Value::Object(map) => {
                map.remove(key);
            }
            Value::Array(items) => {
                items.remove(key.parse().expect("an index"));
            }
            _ => unreachable!("only these hold anything"),
        },
        1 => match out.pointer_mut(parent).expect("a parent") {
            Value::Object(map) => {
                map.insert(random.of(NAMES).into(), anything(random, 2));
            }
            Value::Array(items) => {
                let again = items[key.parse::<usize>().expect("an index")].clone();
                items.push(again);
            }
            _ => unreachable!("only these hold anything"),
        },
        2 => {
            let mut text = out.to_string().into_bytes();
            let at = random.below(text.len());
            text[at] = random.of(b"{}[]:,\"\\0919.eE-+ntf \x00\x7f");
            return String::from_utf8(text).expect("ASCII for ASCII");
        }
        _ => *out.pointer_mut(&pointer).expect("a node") = anything(random, 2),
    }
    out.to_string()
}

fn valid() -> Vec<Value> {
    let scene = |name: &str, options: Value| {
        let options = options.as_object().expect("an object");
        serde_json::from_str(&built_in::build(name, options).expect("a scene").to_json()).expect("JSON")
    };
    vec![
        scene("pendant", json!({"beads": 3})),
        scene("net", json!({"rows": 3, "columns": 3})),
        scene("ring", json!({"beads": 8})),
        scene("tree", json!({"branches": 2, "depth": 2})),
        json!({"version": 2, "bodies": [
            {"position": [0, 2, 0], "radius": 0.1, "kinematic": true, "linearVelocity": [1, 0, 0]},
            {"position": [0, 1, 0], "shape": {"type": "capsule", "radius": 0.1, "halfHeight": 0.2}},
            {"position": [1, 1, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.2, 0.3]}, "mass": 2},
            {"position": [0, 0, 0], "shape": {"type": "plane"}}],
            "joints": [{"type": "point", "a": 0, "b": 1, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.3, 0]}]}),
        json!({"version": 2, "contacts": true, "contactMemory": [0, 1.5, -2e-9],
            "parameters": {"substeps": 4, "contactSoftness": "hard", "recoverySpeed": [1, 5], "damping": 0.5},
            "bodies": [
                {"position": [0, 2, 0], "radius": 0.1, "friction": 0.7, "rollingResistance": 0, "linearDamping": 0.5, "gravityScale": -1},
                {"position": [0, 1, 0], "radius": 0.1, "restitution": 1, "collides": false, "group": 6, "collidesWith": 3, "events": true,
                    "sensor": true}],
            "joints": [{"type": "point", "a": 0, "b": 1, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0],
                "collide": true}]}),
    ]
}

/// Joints of the kinds that have the most fields.
fn jointed() -> Value {
    let body = |y: f64| json!({"position": [0, y, 0], "rotation": [0.1, 0.2, 0.3, 0.9], "radius": 0.1});
    let joint = |b: u32, kind: &str, rest: Value| {
        let mut joint =
            json!({"type": kind, "a": 0, "b": b, "anchorA": [0, -0.5, 0], "anchorB": [0, 0.5, 0]});
        joint.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
        joint
    };
    json!({"version": 2, "bodies": [body(3.0), body(2.0), body(1.0)], "joints": [
        joint(1, "hinge", json!({"axisA": [0, 0, 1], "axisB": [0, 1, 1], "softness": {"hertz": 5, "dampingRatio": 0.5}})),
        joint(2, "universal", json!({"frameA": [0, 0.6, 0, 0.8], "breakForce": 100, "breakTorque": 10})),
        joint(1, "distance", json!({"min": 0.5, "max": 0.5, "softness": {"stiffness": 100, "damping": 2}})),
        joint(2, "six-dof", json!({"axes": {"x": "fixed", "ry": {"softness": {"cfm": 0.1, "erp": 0.2}}},
            "recoverySpeed": [1, 5], "multiplier": [1, 2, 3], "torque": [4, 5, 6]})),
    ]})
}

/// A sound scene, or one fault: a code, a sentence, and a path where there is a field to name.
fn judge(text: &str) -> Option<Scene> {
    let (read, bytes, time) = measured(|| Scene::from_json(text));
    // far more than a small document takes: another program may have the processor meanwhile
    assert!(time < Duration::from_secs(2), "{time:?} for {text:.300}");
    assert!(bytes < 1 << 20, "{bytes} bytes for {text:.300}");
    match read {
        Ok(scene) => {
            scene.check().unwrap_or_else(|fault| panic!("{:?} let through: {text:.300}", fault.path));
            let again = Scene::from_json(&scene.to_json()).expect("what is written is read");
            assert!(again == scene, "not what was read: {text:.300}");
            Some(scene)
        }
        Err(BeadworkError { code, path, message }) => {
            assert!(matches!(code, Code::Scene | Code::Limit), "{code}: {text:.300}");
            assert!(message.ends_with('.') && message.len() < 400, "no sentence: {message}");
            let parsed: Result<Value, _> = serde_json::from_str(text);
            let whole = !parsed.is_ok_and(|value| value.is_object());
            assert!(path.is_some() || whole, "no path: {message} for {text:.300}");
            assert!(path.is_none_or(|path| path.len() < 200), "a path as long as that: {text:.300}");
            None
        }
    }
}

#[test]
fn ten_thousand_documents_out_of_nowhere() {
    let mut random = Random(0x5eed_0001);
    let sound = (0..10_000).filter_map(|_| judge(&nearly_a_scene(&mut random).to_string())).count();
    assert!(sound < 1000, "{sound} of them were scenes: these are too tame");
}

#[test]
fn ten_thousand_scenes_with_one_thing_changed() {
    let mut random = Random(0x5eed_0002);
    let scenes = [valid(), vec![jointed(); 3]].concat();
    let sound = (0..10_000).filter_map(|i| judge(&changed(&scenes[i % scenes.len()], &mut random))).count();
    // some changes are none, or as good
    assert!((500..9000).contains(&sound), "{sound} of them were still scenes");
}

/// What passes for a scene runs, however odd: no error of the device, and a number or a refusal that says so.
#[test]
fn odd_scenes_that_are_sound_run() {
    let mut random = Random(0x5eed_0003);
    let scenes = valid();
    let mut ran = 0;
    while ran < 200 {
        let text = changed(&scenes[random.below(scenes.len())], &mut random);
        let Ok(scene) = Scene::from_json(&text) else { continue };
        let solver = random.of(&["auto", "jacobi", "gauss-seidel", "chebyshev", "conjugate-gradient"]);
        let parameters = crate::common::parameters(json!({"solver": solver}));
        match pollster::block_on(Simulation::create(crate::common::gpu(), scene, parameters)) {
            Ok(mut simulation) => {
                crate::common::step(&mut simulation, 5);
                pollster::block_on(simulation.find_fault().expect("a look")).expect("an answer");
                crate::common::measure(&mut simulation);
            }
            Err(error) => {
                assert!(matches!(error.code, Code::Limit | Code::NotApplicable), "{error}: {text:.300}")
            }
        }
        crate::common::no_gpu_errors();
        ran += 1;
    }
}

#[test]
fn ten_thousand_sets_of_parameters() {
    let mut random = Random(0x5eed_0004);
    let names: Vec<String> = {
        let defaults = serde_json::to_value(Parameters::default()).expect("JSON");
        defaults.as_object().expect("an object").keys().cloned().collect()
    };
    let mut parameters = Parameters::default();
    let mut taken = 0;
    for _ in 0..10_000 {
        let changes: Map<String, Value> = (0..1 + random.below(2))
            .map(|_| {
                let name = if random.below(8) == 0 { random.of(NAMES).into() } else { random.of(&names) };
                (name, anything(&mut random, 1))
            })
            .collect();
        let (next, bytes, time) = measured(|| parameters.with(&changes));
        assert!(time < Duration::from_secs(2) && bytes < 1 << 16, "{time:?}, {bytes} bytes: {changes:?}");
        match next {
            Ok(next) => {
                let again = serde_json::to_value(&next).expect("JSON");
                let again = Parameters::default().with(again.as_object().expect("an object"));
                // written out, the gravity of no scene is the Earth's
                assert_eq!(again, Ok(next.settled_by(None)), "{changes:?}");
                parameters = next;
                taken += 1;
            }
            Err(error) => {
                assert_eq!(error.code, Code::Parameter, "{changes:?}");
                let path = error.path.expect("a path");
                assert!(changes.contains_key(&path) || path == "damping", "{path}: {changes:?}");
                assert!(error.message.ends_with('.') && error.message.len() < 400, "{}", error.message);
            }
        }
    }
    assert!((100..9000).contains(&taken), "{taken} were taken");
}

/// Documents made to swell: a few bytes of text for many of memory.
fn swelling(bytes: usize) -> Vec<(&'static str, String)> {
    ["0,", "[],", "{},", "{\"\":0},", "\"\",", "\"ab\",", "{\"a\":{\"b\":[0]}},"]
        .into_iter()
        .map(|one| (one, format!("[{}0]", one.repeat(bytes / one.len()))))
        .chain([
            ("nested lists", "[".repeat(bytes)),
            ("nested objects", "{\"a\":".repeat(bytes / 5)),
            ("a long name", format!("{{\"{}\":0}}", "x".repeat(bytes))),
            ("a long text", format!("{{\"version\":\"{}\"}}", "x".repeat(bytes))),
            ("a long number", format!("{{\"version\":{}}}", "9".repeat(bytes))),
            ("long overflows", format!("{{\"version\":[{}1]}}", "1e999,".repeat(bytes / 6))),
        ])
        .collect()
}

#[test]
fn no_document_takes_more_memory_than_is_promised() {
    // texts are weighed before they are read: the weights must be no smaller than what reading takes
    for (what, text) in swelling(5 << 20) {
        let weight = beadwork::scene::weight(&text);
        let (read, bytes, time) = measured(|| Scene::from_json(&text));
        assert!(read.is_err(), "{what}");
        assert!(bytes as u64 <= weight, "{what}: {bytes} bytes held, weighed as {weight}");
        // what takes time by the square of its length would take hours
        assert!(time < Duration::from_secs(60), "{what}: {time:?}");
    }
    // and what weighs more than is promised is not read at all
    for (what, text) in swelling(150 << 20) {
        if beadwork::scene::weight(&text) > MOST_MEMORY {
            let (read, bytes, time) = measured(|| Scene::from_json(&text));
            assert_eq!(read.expect_err("too much").code, Code::Limit, "{what}");
            assert!(bytes < 1 << 10, "{what}: {bytes} bytes held");
            assert!(time < Duration::from_secs(2), "{what}: {time:?}");
        }
    }
    // room for what is meant well
    let large = built_in::build("necklaces", json!({"chains": 2500}).as_object().expect("an object"));
    let text = large.expect("a scene").to_json();
    let (read, bytes, _) = measured(|| Scene::from_json(&text));
    assert_eq!(read.expect("a scene").bodies.len(), 100_000);
    let weight = beadwork::scene::weight(&text);
    println!("{bytes} held, weighed as {weight}");
    assert!(bytes as u64 <= weight && 2 * weight <= MOST_MEMORY, "{bytes} held, weighed as {weight}");
    // joints that say as little as they can, and are as large as any once they are read. There is one more than a list
    // has room for
    for kind in [r#""type":"point""#, r#""type":"six-dof","axes":{"x":"fixed"}"#] {
        let joint = format!(r#"{{{kind},"a":0,"b":1,"anchorA":[0,0,0],"anchorB":[0,0,0]}}"#);
        let joints = [joint.as_str()].repeat((1 << 17) + 1).join(",");
        let body = r#"{"position":[0,0,0],"radius":1}"#;
        let text = format!("{{\"version\":2,\"bodies\":[{body},{body}],\"joints\":[{joints}]}}");
        let (read, bytes, _) = measured(|| Scene::from_json(&text));
        assert!(read.is_ok(), "{kind}");
        let weight = beadwork::scene::weight(&text);
        assert!(bytes as u64 <= weight, "{kind}: {bytes} held, weighed as {weight}");
    }
}
