//! Numbers that shaders share with the host and with their twins: what `step.extra` asks of a kernel, flags, words of a
//! record. They stand in the shaders, and are read from there while this compiles.

/// One module per shader, with those of its constants that are wanted elsewhere.
macro_rules! codes {
    ($($folder:ident $shader:ident: $($name:ident)+;)+) => {$(
        pub mod $shader {
            const TEXT: &[u8] =
                include_bytes!(concat!("../shaders/", stringify!($folder), "/", stringify!($shader), ".wgsl"));
            $(
                #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a module for pages leaves parts out"))]
                pub const $name: u32 = super::constant(TEXT, stringify!($name).as_bytes());
            )+
        }
    )+};
}

codes! {
    // `step.extra.x` of exact solves, and LOOK, which is of `step.extra.y` as are those of `on_stairs` and `newton`
    ties rows: VELOCITIES PLACES REACH BUT_KEPT BUT_SETTLED LOOK;
    ties on_stairs: NEXT LAST BY_FORCE AFTERWARDS SEEN;
    ties newton: BEGINS PULLS ENDS SOLVES FREES;
    // `step.extra.x`
    joints joint_blow: FOUND TURNED BEHIND;
    common island_substep: PULLED PROJECTED SYMPLECTIC;
    solvers soft_joints: RELAXING;
    common nncg: ROWS;
    common motion: GUARD_POINTS GUARD_ROWS GUARD_LATER;
    contacts contact_size: OF_PAIRS OF_COLOURS OF_MEASURE;
    contacts contact_propose: USUAL;
    contacts contact_relax: ALL;
    ties contact_relax_one: BACK ALONE;
    contacts contact_sweep_wide: COLOURED;
    // records and flags
    ties tree: HELD START FIRST LEAF;
    common factor: OWN FARTHER_BITS;
    common tile: NOWHERE;
    shapes solid: SPHERE BOX CAPSULE PLANE CYLINDER HULL COMPOUND;
    shapes surface: COLLIDES BIG SENSOR EVENTS CHANGES PART;
    shapes touch_boxes: EDGES;
    shapes touch_convex: SINGLE;
    ties contact: STAYS FRESH;
    common contact_rows: ROW PAIRS LOST DEEPEST PUSHING PALETTE MOST_FAST NONE;
    common contact_palette: TRYING UNTOUCHED;
    contacts contact_block_colour: COLOURS;
    common event: HAPPENED UNHEARD FRAME BEGAN ENDED BROKE;
    step place_body: POSITION ROTATION;
    // pictures
    render stroke: DOT LINE HALF SLIDE TURN COIL FORCE ARC TICK HAND AIM RAIL END AIM_ALONG RIM SPOKE TORQUE;
    render draw_contacts: DISC_CORNERS ARROW_CORNERS;
    render bead: NONE AS_PEARL;
    render gather_beads: MOST_JOINTS;
    render frame: MOST_DRAWN;
    render quad: QUAD;
    render screen: TILE;
    render cells: CELLS;
    render light_cells: STEPS;
}

/// The value of the line `const NAME: u32 = …u;`, or `const NAME = …u;`.
const fn constant(text: &[u8], name: &[u8]) -> u32 {
    let mut at = 0;
    while at < text.len() {
        let behind = at + 6 + name.len();
        if is_at(text, at, b"const ")
            && is_at(text, at + 6, name)
            && (is_at(text, behind, b": u32 = ") || is_at(text, behind, b" = "))
        {
            return number(text, behind);
        }
        while at < text.len() && text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    panic!("the shader has no such constant")
}

const fn is_at(text: &[u8], at: usize, what: &[u8]) -> bool {
    let mut k = 0;
    while k < what.len() {
        if at + k >= text.len() || text[at + k] != what[k] {
            return false;
        }
        k += 1;
    }
    true
}

/// The number between the next `= ` and `u;`, decimal or behind 0x.
const fn number(text: &[u8], mut at: usize) -> u32 {
    while text[at] != b'=' {
        at += 1;
    }
    at += 2;
    let base = if is_at(text, at, b"0x") { 16 } else { 10 };
    if base == 16 {
        at += 2;
    }
    let mut value = 0;
    while !is_at(text, at, b"u;") {
        let Some(digit) = (text[at] as char).to_digit(base) else { panic!("no number of a constant") };
        value = value * base + digit;
        at += 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::constant;

    #[test]
    fn constants_are_found_by_their_whole_name() {
        let text = b"// const A: u32 = 1u;\nconst AB: u32 = 2u; // two\nconst A = 3u;\nconst H: u32 = 0x80000000u;\n";
        assert_eq!(constant(text, b"AB"), 2);
        assert_eq!(constant(text, b"A"), 3);
        assert_eq!(constant(text, b"H"), 1 << 31);
    }

    #[test]
    #[should_panic(expected = "no such constant")]
    fn a_constant_that_is_not_there_stops_the_compiler() {
        constant(b"const AB: u32 = 2u;\n", b"A");
    }
}
