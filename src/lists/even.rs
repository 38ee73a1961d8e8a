//! Even chains: joints and bodies numbered in a row, equal anchors at every joint, equal mass and inertia for every
//! body but the ends. The first body may be any. Strings of beads made by a program are like this. Where all chains of
//! a scene are even, `solve_chains` works out which bodies a joint ties instead of reading it. It reads a quarter fewer
//! words in all.

use crate::lists::Lists;
use crate::scene::{Body, Joint, Scene};

pub fn all(scene: &Scene, lists: &Lists) -> bool {
    let chains = lists.whole.chains.all;
    let records = &lists.words[chains.first as usize..(chains.first + 2 * chains.count) as usize];
    records.chunks(2).all(|record| {
        let entries = &lists.words[record[0] as usize..(record[0] + record[1]) as usize];
        even(scene, entries)
    })
}

/// A joint as it is met on the walk along the chain.
struct Link<'a> {
    joint: &'a Joint,
    flip: bool,
    far: u32,
}

fn link(scene: &Scene, entry: u32) -> Link<'_> {
    let joint = &scene.joints[(entry >> 1) as usize];
    let flip = entry & 1 == 1;
    Link { joint, flip, far: if flip { joint.a } else { joint.b } }
}

fn even(scene: &Scene, entries: &[u32]) -> bool {
    let first = link(scene, entries[0]);
    let inner = &scene.bodies[first.far as usize];
    let Some(&second) = entries.get(1) else { return true };
    let joint_step = (second >> 1).wrapping_sub(entries[0] >> 1);
    let body_step = link(scene, second).far.wrapping_sub(first.far);
    entries.windows(2).all(|pair| {
        let (one, next) = (link(scene, pair[0]), link(scene, pair[1]));
        (pair[1] >> 1).wrapping_sub(pair[0] >> 1) == joint_step
            && next.flip == first.flip
            && next.far.wrapping_sub(one.far) == body_step
            && alike(scene, next.joint, first.joint)
            && as_heavy(&scene.bodies[one.far as usize], inner)
    })
}

/// As machines have them: from centres of mass.
fn alike(scene: &Scene, one: &Joint, other: &Joint) -> bool {
    one.anchors_from_mass(&scene.bodies) == other.anchors_from_mass(&scene.bodies)
}

fn as_heavy(one: &Body, other: &Body) -> bool {
    one.mass == other.mass && one.inertia == other.inertia
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::built_in;
    use crate::topology::Topology;
    use serde_json::json;

    fn chains() -> Scene {
        let options = json!({"chains": 3, "beads": 5});
        built_in::build("necklaces", options.as_object().unwrap()).unwrap()
    }

    fn is_even(scene: &Scene) -> bool {
        is_even_without(scene, &[])
    }

    fn is_even_without(scene: &Scene, cuts: &[usize]) -> bool {
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
        let cut: Vec<bool> = (0..pairs.len()).map(|joint| cuts.contains(&joint)).collect();
        Lists::new(&Topology::new(&fixed, &pairs, &cut), scene).even_chains
    }

    #[test]
    fn what_a_program_strings_together_is_even() {
        let mut scene = chains();
        assert!(is_even(&scene));
        // seen from the other end, it is walked the other way round
        scene.bodies.reverse();
        for joint in &mut scene.joints {
            (joint.a, joint.b) = (14 - joint.a, 14 - joint.b);
        }
        assert!(is_even(&scene));
        assert!(is_even_without(&scene, &[1, 6]));
    }

    #[test]
    fn one_part_that_differs_makes_a_chain_uneven() {
        let differs = |change: fn(&mut Scene)| {
            let mut scene = chains();
            change(&mut scene);
            !is_even(&scene)
        };
        assert!(differs(|scene| scene.joints[5].anchor_b.y += 0.1));
        assert!(differs(|scene| scene.bodies[7].mass *= 2.0));
        assert!(differs(|scene| scene.bodies[7].inertia.x *= 2.0));
        assert!(differs(|scene| scene.joints.swap(4, 5)));
        assert!(differs(|scene| {
            let joint = &mut scene.joints[5];
            (joint.a, joint.b) = (joint.b, joint.a);
            (joint.anchor_a, joint.anchor_b) = (joint.anchor_b, joint.anchor_a);
        }));
        // the end may have any weight
        assert!(!differs(|scene| scene.bodies[9].mass *= 50.0));
    }
}
