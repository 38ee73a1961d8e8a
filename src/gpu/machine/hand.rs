//! A pull, pushes and a body that is put elsewhere, as the device has them.

use crate::codes::place_body::{POSITION, ROTATION};
use crate::gpu::layout;
use crate::state::{Placed, Pull, Pushed};

pub fn pull(pull: &Pull) -> layout::Pull {
    layout::Pull {
        local_point: pull.local_point.to_array(),
        body: pull.body as u32,
        goal: pull.goal.to_array(),
        stiffness: pull.stiffness,
        damping: pull.damping,
        most_force: pull.most_force,
        most_speed: pull.most_speed,
        pad: 0,
    }
}

pub fn placed(placed: &Placed) -> layout::Placed {
    let told = [(placed.position.is_some(), POSITION), (placed.rotation.is_some(), ROTATION)];
    layout::Placed {
        position: placed.position.unwrap_or_default().to_array(),
        body: placed.body as u32,
        centre: placed.centre.to_array(),
        told: told.into_iter().map(|(is, bit)| u32::from(is) * bit).sum(),
        rotation: placed.rotation.unwrap_or_default().to_array(),
    }
}

pub fn push(pushed: &Pushed) -> layout::Pushed {
    layout::Pushed {
        force: pushed.force.to_array(),
        body: pushed.body as u32,
        beside: pushed.beside.to_array(),
        turns_with: pushed.turns_with.map_or(u32::MAX, |body| body as u32),
        point: pushed.point.to_array(),
        torque: pushed.torque.to_array(),
        ..Default::default()
    }
}
