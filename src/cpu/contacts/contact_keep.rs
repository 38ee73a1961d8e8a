use super::push_out::{axes_of, force_of};
use super::records::{Former, FormerManifold};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_keep<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    if number == 0 {
        contacts.former_twists.resize(contacts.pairs.len(), Former::default());
        contacts.former_manifolds.clear();
        contacts.former_forces.resize(contacts.pairs.len(), Default::default());
    }
    let pair = contacts.pairs[number];
    contacts.former_manifolds.push(FormerManifold {
        a: pair.a,
        b: pair.b,
        met_by: pair.met_by[0],
        count: pair.count,
        stays: pair.stays,
        fresh: pair.fresh,
        normal: pair.normal,
        touches: contacts.touches[number],
        reaches: contacts.reaches[number],
    });
    contacts.former_twists[number] =
        Former { wrench: contacts.twists[number].torque, tag: pair.count as u32 };
    for k in 0..pair.count {
        contacts.former_forces[number][k] = Former {
            wrench: force_of(axes_of(pair.normal), contacts.forces[number][k].lambda),
            tag: contacts.touches[number][k].feature,
        };
    }
}
