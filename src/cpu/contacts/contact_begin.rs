use super::records::PALETTE;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// One word after another; the first one empties all.
pub fn contact_begin<N: Number>(world: &mut World<N>, step: &Step<N>, thread: usize) {
    if thread > 0 {
        return;
    }
    let contacts = &mut world.contacts;
    contacts.heads = vec![0; step.extra[0] as usize + 1];
    contacts.masks.fill(0);
    contacts.shares.fill([0; 2]);
    contacts.bids.fill([0; PALETTE]);
    contacts.ranks = Default::default();
    contacts.dropped = 0;
    contacts.speed = N::ZERO;
    contacts.starts.resize(world.poses.len(), Vec3::ZERO);
    contacts.nearby.begin(world.poses.len());
    contacts.fast.clear();
    contacts.fast_held = false;
}
