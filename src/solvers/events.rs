//! Events of a step: pairs that began or ceased to touch, and joints that broke. A pair touches in a frame if it does in one of its substeps.
//! Behind the last substep that is compared with the frame before. None of these kernels runs in a scene without events.

use super::planner::Planner;
use crate::lists::contacts::Contacts;

/// Before a frame's contacts are found: keeps which pairs touched in the frame before.
pub fn remember(planner: &mut Planner) {
    if planner.lists.events.watched {
        planner.counted("contact_keep_touching", planner.lists.body_count);
    }
}

/// In a substep, once bodies have moved.
pub fn touch(planner: &mut Planner, contacts: &Contacts) {
    if planner.lists.events.watched {
        planner.pairs("contact_touch", |_| {});
    }
    if planner.lists.events.sensed {
        planner.pairs("contact_sense", |step| step.extra[0] = contacts.cells - 1);
    }
}

/// Behind a frame's last substep.
pub fn tell(planner: &mut Planner) {
    let lists = planner.lists;
    let room = lists.events.room;
    planner.ended(|planner| {
        if lists.contacts.is_some() && lists.events.watched {
            let bodies = lists.body_count;
            let groups = bodies.div_ceil(crate::plan::WORKGROUP);
            planner.grouped("contact_events", 0, bodies, groups, |step| step.extra[1] = room);
        }
        planner.with("joint_events", &lists.whole.mixed.brittle, |step| step.extra[1] = room);
    });
}
