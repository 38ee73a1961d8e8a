//! The built-in scenes that are joined by more than points: every joint is exactly satisfied at the start, up to
//! rounding. Lengths in m; hanging bodies stay above the ground at y = 0.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::{DQuat, DVec2, DVec3, Vec3};

use super::layout::Layout;
use super::{Axis, JointKind, Scene, Softness, Solid};

/// A closed loop of bars in layers one before the other, so that they pass. Four are a crank that turns and a rocker that
/// cannot: the shortest and the longest together are shorter than the other two. More are equally long, and hang from one
/// that leans.
pub fn linkage(bars: usize) -> Scene {
    const RADIUS: f64 = 0.05;
    /// Ground, crank, coupler, rocker, and where the crank begins, off the ground's direction.
    const FOUR: [f64; 4] = [1.1, 0.55, 1.0, 0.95];
    const BEGIN: f64 = 1.9;
    const EACH: f64 = 0.5;
    const LEAN: f64 = 0.5;
    let corners: Vec<DVec2> = if bars == 4 {
        let [ground, crank, coupler, rocker] = FOUR;
        let (first, last) = (DVec2::new(-0.5 * ground, 0.0), DVec2::new(0.5 * ground, 0.0));
        let tip = first + crank * DVec2::from_angle(BEGIN);
        vec![first, tip, meeting(tip, coupler, last, rocker), last]
    } else {
        let circle = 0.5 * EACH / (PI / bars as f64).sin();
        let turn = |k: usize| FRAC_PI_2 + LEAN + (k as f64 + 0.5) * TAU / bars as f64;
        (0..bars).map(|k| circle * DVec2::from_angle(turn(k))).collect()
    };
    // as low as all bars in a row come
    let around = |k: usize| corners[k].distance(corners[(k + 1) % bars]);
    let length: f64 = (0..bars).map(around).sum();
    let pins = 0.5 * (corners[0] + corners[bars - 1]);
    let lift = 0.55 * length + RADIUS - pins.y;
    let at = |k: usize, layer: f64| DVec3::new(corners[k].x, corners[k].y + lift, 2.0 * RADIUS * layer);

    let mut layout = Layout::new(RADIUS, bars + 1);
    let ground = layout.bar(at(0, 0.0), at(bars - 1, 0.0), RADIUS, true);
    let mut last = (ground, 0.0);
    for k in 1..bars {
        let layer = if k % 2 == 1 { 1.0 } else { 2.0 };
        let bar = layout.bar(at(k - 1, layer), at(k, layer), RADIUS, false);
        layout.hinge(last.0, bar, at(k - 1, 0.5 * (last.1 + layer)), DVec3::Z);
        last = (bar, layer);
        if k == 1 {
            layout.stands_out(bar);
        }
    }
    let (bar, layer) = last;
    // a row that ends in the second layer needs something in the first to turn on
    let pin = if layer > 1.0 { layout.ball(at(bars - 1, 1.0), RADIUS, true) } else { ground };
    layout.hinge(bar, pin, at(bars - 1, layer - 0.5), DVec3::Z);
    layout.finish()
}

/// Where two circles meet, on the left of the way from the first centre to the second.
fn meeting(one: DVec2, radius: f64, other: DVec2, other_radius: f64) -> DVec2 {
    let apart = one.distance(other);
    let along = (other - one) / apart;
    let near = 0.5 * (apart + (radius * radius - other_radius * other_radius) / apart);
    one + near * along + (radius * radius - near * near).sqrt() * along.perp()
}

/// Plates on a circle, each hinged to the next; two of them turn on axles, 60° to either side of the top.
pub fn track(plates: usize) -> Scene {
    const PITCH: f64 = 0.12;
    const HALF: Vec3 = Vec3::new(0.46 * PITCH as f32, 0.016, 0.26);
    const AXLE: f64 = 0.03;
    let inner = 0.5 * PITCH / (PI / plates as f64).tan();
    let corner = 0.5 * PITCH / (PI / plates as f64).sin();
    let centre = DVec3::new(0.0, 1.75 * inner + 2.0 * PITCH, 0.0);
    let out = |k: f64| {
        let angle = TAU * k / plates as f64;
        (angle, DVec3::new(angle.sin(), angle.cos(), 0.0))
    };
    let mut layout = Layout::new(AXLE, plates + 2);
    for k in 0..plates {
        let (angle, way) = out(k as f64);
        layout.body(
            centre + inner * way,
            DQuat::from_rotation_z(-angle),
            Solid::Box { half_extents: HALF },
            false,
        );
    }
    for k in 0..plates {
        let at = centre + corner * out(k as f64 + 0.5).1;
        layout.hinge(k as u32, ((k + 1) % plates) as u32, at, DVec3::Z);
    }
    let side = (plates as f64 / 6.0).round() as usize;
    for plate in [side, plates - side] {
        let at = centre + inner * out(plate as f64).1;
        let half = DVec3::Z * (f64::from(HALF.z) + 2.0 * AXLE);
        let axle = layout.bar(at - half, at + half, AXLE, true);
        layout.hinge(axle, plate as u32, at, DVec3::Z);
        layout.stands_out(plate as u32);
    }
    layout.finish()
}

/// A deck of planks, hinged at their corners, hung by rods from two cables of bars between the tops of four posts. It
/// is set going in a wave that is up on the left where it is down on the right.
pub fn suspension(planks: usize) -> Scene {
    const PITCH: f64 = 0.4;
    const HALF_WIDTH: f64 = 0.5;
    const CABLE: f64 = 0.035;
    /// Of the deck's ends, and of the posts above them.
    const DECK: f64 = 0.8;
    /// Over the length: how high the deck is arched, how far the cables sag and how near to the deck they come.
    const CAMBER: f64 = 0.03;
    const SAG: f64 = 0.14;
    const CLEAR: f64 = 0.04;
    /// m/s
    const WAVE: f64 = 0.8;
    let length = PITCH * planks as f64;
    // 1 in the middle, 0 at the ends
    let bow = |x: f64| 1.0 - (2.0 * x / length).powi(2);
    let deck = |x: f64| DVec3::new(x, DECK + CAMBER * length * bow(x), 0.0);
    let top = DECK + (CAMBER + SAG + CLEAR) * length;
    let span = length + PITCH;
    let cable = |x: f64, z: f64| DVec3::new(x, top - SAG * length * (1.0 - (2.0 * x / span).powi(2)), z);
    let edge = |k: usize| PITCH * k as f64 - 0.5 * length;
    let wave = |from: DVec3, to: DVec3| {
        let rise = |x: f64| WAVE * (TAU * x / length).sin();
        let turn = (rise(to.x) - rise(from.x)) / (to.x - from.x);
        (DVec3::Y * rise(0.5 * (from.x + to.x)), DVec3::Z * turn)
    };

    let mut layout = Layout::new(CABLE, 3 * planks + 8);
    let solid = |x: f64, y: f64, z: f64| Solid::Box { half_extents: DVec3::new(x, y, z).as_vec3() };
    let banks = [-1.0, 1.0].map(|side| {
        let at = DVec3::new(side * 0.5 * span, 0.5 * DECK, 0.0);
        layout.body(at, DQuat::IDENTITY, solid(0.5 * PITCH, 0.5 * DECK, HALF_WIDTH + 0.2), true)
    });
    let tie = |layout: &mut Layout, a: u32, b: u32, middle: DVec3| {
        for z in [-HALF_WIDTH, HALF_WIDTH] {
            layout.pivot(a, b, middle + DVec3::Z * z);
        }
    };
    let mut last = banks[0];
    let mut deck_planks = Vec::new();
    for k in 0..planks {
        let (from, to) = (deck(edge(k)), deck(edge(k + 1)));
        let rotation = DQuat::from_rotation_z((to - from).y.atan2((to - from).x));
        let half = 0.5 * from.distance(to);
        let plank = layout.body(0.5 * (from + to), rotation, solid(0.94 * half, 0.03, HALF_WIDTH), false);
        tie(&mut layout, last, plank, from);
        let (linear, angular) = wave(from, to);
        layout.throw(plank, linear, angular);
        deck_planks.push(plank);
        last = plank;
    }
    tie(&mut layout, last, banks[1], deck(edge(planks)));

    for z in [-HALF_WIDTH, HALF_WIDTH] {
        let height = top + 0.5 * PITCH - DECK;
        let posts = [-1.0, 1.0].map(|side| {
            let at = DVec3::new(side * 0.5 * span, DECK + 0.5 * height, z);
            layout.body(at, DQuat::IDENTITY, solid(0.06, 0.5 * height, 0.06), true)
        });
        // one over the middle of every plank, the first and the last at the posts
        let node = |k: usize| cable(edge(k) - 0.5 * PITCH, z);
        let mut last = posts[0];
        for k in 0..=planks {
            let bar = layout.bar(node(k), node(k + 1), CABLE, false);
            layout.pivot(last, bar, node(k));
            let (linear, angular) = wave(node(k), node(k + 1));
            layout.throw(bar, linear, angular);
            if let Some(&plank) = deck_planks.get(k) {
                let on = 0.5 * (deck(edge(k)) + deck(edge(k + 1))) + DVec3::Z * z;
                layout.rod((bar, node(k + 1)), (plank, on));
            }
            last = bar;
        }
        layout.pivot(last, posts[1], node(planks + 1));
    }
    layout.finish()
}

/// Small balls, tied each to the next, the last as much larger as it is heavier. They are tied by rods where nothing is
/// slack, else by ropes that are longer by that share.
pub fn rope(rods: usize, mass_ratio: f64, slack: f64) -> Scene {
    const RADIUS: f64 = 0.07;
    const ROD: f64 = 0.4;
    const TILT: f64 = 0.9;
    let end = RADIUS * mass_ratio.cbrt();
    let mut layout = Layout::new(RADIUS, rods + 1);
    let step = DQuat::from_rotation_z(TILT) * DVec3::NEG_Y * ROD;
    let top = DVec3::new(0.0, ROD * (1.0 + slack) * rods as f64 + 2.0 * end, 0.0);
    let mut last = (layout.bead(top, DQuat::IDENTITY, true), top);
    for k in 1..=rods {
        let at = top + step * k as f64;
        let ball = layout.ball(at, if k == rods { end } else { RADIUS }, false);
        match slack > 0.0 {
            true => layout.rope(last, (ball, at), slack),
            false => layout.rod(last, (ball, at)),
        }
        last = (ball, at);
    }
    layout.stands_out(last.0);
    layout.finish()
}

/// Boxes on rails one below the other. Each is held to the middle of its rail by a spring of twice the frequency of the
/// one above. All are thrown so that they would come as far, v = A ω.
pub fn springs(count: usize) -> Scene {
    const FIRST: f64 = 0.5;
    const AMPLITUDE: f64 = 0.6;
    const HALF: f64 = 0.1;
    const RAIL: f64 = 0.02;
    const APART: f64 = 0.32;
    let mut layout = Layout::new(RAIL, 2 * count);
    for k in 0..count {
        let hertz = FIRST * 2f64.powi(k as i32);
        let at = DVec3::new(0.0, APART * (count - k) as f64, 0.0);
        let reach = DVec3::X * (AMPLITUDE + 2.0 * HALF);
        let rail = layout.bar(at - reach, at + reach, RAIL, true);
        let half_extents = Vec3::splat(HALF as f32);
        let weight = layout.body(at, DQuat::IDENTITY, Solid::Box { half_extents }, false);
        let spring = Softness::Frequency { hertz: hertz as f32, damping_ratio: 0.0 };
        let mut axes = [Axis::Fixed; 6];
        axes[0] = Axis::Soft(spring);
        layout.hold(JointKind::six_dof(axes), rail, weight, at, DQuat::IDENTITY);
        layout.throw(weight, DVec3::X * (AMPLITUDE * TAU * hertz), DVec3::ZERO);
        if k == 0 {
            layout.stands_out(weight);
        }
    }
    layout.finish()
}

/// Slats hinged in columns, let go from a wave. Of every four columns the outer of three hang from the middle one's
/// second slat, and are a tree with it. The fourth hangs by itself, a chain.
pub fn joint_grid(columns: usize, rows: usize) -> Scene {
    const PITCH: f64 = 0.2;
    const HALF: Vec3 = Vec3::new(0.088, 0.088, 0.03);
    const STEEPEST: f64 = 0.6;
    const WAVES: f64 = 2.0;
    const DOWN: DVec3 = DVec3::new(0.0, -0.5 * PITCH, 0.0);
    let solid = Solid::Box { half_extents: HALF };
    let carrier = |column: usize| match column % 4 {
        0 if column + 1 < columns => column + 1,
        2 => column - 1,
        _ => column,
    };
    let across = |column: usize| PITCH * (column as f64 - 0.5 * (columns - 1) as f64);
    let tilted = |column: usize| {
        DQuat::from_rotation_x(STEEPEST * (TAU * WAVES * (column as f64 + 0.5) / columns as f64).sin())
    };
    let top = DVec3::Y * (PITCH * (rows + 2) as f64);
    let second = |column: usize| top + DOWN + tilted(column) * DOWN;

    let mut layout = Layout::new(PITCH, columns * rows);
    for column in 0..columns {
        let carrier = carrier(column);
        let side = DVec3::X * across(column);
        let (mut centre, mut turned) = match carrier == column {
            true => (top + side, DQuat::IDENTITY),
            false => (second(carrier) + side, tilted(carrier)),
        };
        let mut last = layout.body(centre, turned, solid, carrier == column);
        for _ in 1..rows {
            let edge = centre + turned * DOWN;
            turned = tilted(column);
            centre = edge + turned * DOWN;
            let slat = layout.body(centre, turned, solid, false);
            layout.hinge(last, slat, edge, DVec3::X);
            last = slat;
        }
    }
    for column in (0..columns).filter(|&column| carrier(column) != column) {
        let middle = 0.5 * (across(column) + across(carrier(column)));
        let at = second(carrier(column)) + DVec3::X * middle;
        let slat = |column: usize, row: usize| (column * rows + row) as u32;
        layout.hinge(slat(carrier(column), 1), slat(column, 0), at, DVec3::X);
    }
    layout.finish()
}

/// Balls in a level row from a fixed one on, the last heavier.
pub fn level_chain(links: usize, mass_ratio: f64) -> Scene {
    const RADIUS: f64 = 0.1;
    let mut layout = Layout::new(RADIUS, links);
    let top = DVec3::new(0.0, 2.0 * RADIUS * (links + 1) as f64, 0.0);
    let last = layout.chain(top, DQuat::from_rotation_z(FRAC_PI_2), links);
    layout.make_heavier(last, mass_ratio);
    layout.finish()
}

/// Boxes that slide and turn on a sloping table and never leave it: of six axes three are free. Rods tie the first to a pin
/// and each to the next, in a zigzag.
pub fn glider(boxes: usize, slope: f64) -> Scene {
    const HALF: Vec3 = Vec3::new(0.2, 0.07, 0.13);
    const THICK: f64 = 0.05;
    const ROD: f64 = 0.2;
    const PIN: f64 = 0.04;
    /// Off the line straight down the slope: where the zigzag goes, and its corners.
    const ASIDE: f64 = 1.1;
    const ZIGZAG: f64 = 0.5;
    let half = HALF.as_dvec3();
    let reach = (ROD + 2.0 * half.x) * boxes as f64 + half.z;
    let mut layout = Layout::new(PIN, boxes + 2);
    // boxes that hang on the pin stay below it, unless they turn over
    let [above, below] = [0.4 * reach, 1.05 * reach];
    let size = DVec3::new(1.1 * reach, THICK, 0.5 * (above + below));
    let tilt = DQuat::from_rotation_x(slope);
    let centre = DVec3::Y * (size.z * slope.sin() + 2.0 * THICK);
    let on = |at: DVec2, y: f64| centre + tilt * DVec3::new(at.x, THICK + y, above - size.z + at.y);
    let table = layout.body(centre, tilt, Solid::Box { half_extents: size.as_vec3() }, true);
    let pin = layout.bar(on(DVec2::ZERO, 0.0), on(DVec2::ZERO, half.y), PIN, true);
    // a joint's x is the table's normal
    let normal = tilt * DQuat::from_rotation_z(FRAC_PI_2);
    let axes = [Axis::Fixed, Axis::Free, Axis::Free, Axis::Free, Axis::Fixed, Axis::Fixed];
    let (mut last, mut end) = (pin, DVec2::ZERO);
    for k in 0..boxes {
        let angle = ASIDE + if k % 2 == 0 { ZIGZAG } else { -ZIGZAG };
        let way = DVec2::new(angle.sin(), angle.cos());
        let near = end + ROD * way;
        let middle = near + half.x * way;
        let rotation = tilt * DQuat::from_rotation_y(angle - FRAC_PI_2);
        let slider = layout.body(on(middle, half.y), rotation, Solid::Box { half_extents: HALF }, false);
        layout.hold(JointKind::six_dof(axes), table, slider, on(middle, 0.0), normal);
        layout.rod((last, on(end, half.y)), (slider, on(near, half.y)));
        (last, end) = (slider, middle + half.x * way);
    }
    layout.stands_out(last);
    layout.finish()
}
