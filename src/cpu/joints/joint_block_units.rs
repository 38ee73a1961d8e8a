use crate::cpu::algebra::{Pair, Six, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::stair::GIVEN;
use crate::cpu::world::{World, fit};
use crate::scene::each_row;

/// K of soft rows, 1/(γ h²), or of one spring (γ̂ A_ll)⁻¹/h²; and k₀, the mean of the diagonal of A_ll⁻¹ over h²
pub fn joint_block_units<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let joints = world.ties.len();
    fit(&mut world.springs_of_rows, joints);
    let rows = world.rows[l];
    let live = rows.live();
    let square = step.inverse_h * step.inverse_h;
    let inverse = world.own_blocks(l).raised(rows.dead()).root().inverse().scaled(square);
    let unit = |inverse: Vec3<N>, live: &[bool]| {
        let of = inverse.to_array().into_iter().zip(live).filter(|(_, live)| **live);
        let (sum, count) = of.fold((N::ZERO, 0), |(sum, count), (x, _)| (sum + x, count + 1));
        sum / N::from_count(count.max(1))
    };
    let springs = &mut world.springs_of_rows[l];
    springs.units = [unit(inverse.ll.diagonal(), &live[..3]), unit(inverse.aa.diagonal(), &live[3..])];
    let gammas = rows.softness.to_array();
    springs.stiffness = if gammas[0] < N::ZERO {
        inverse.scaled(-N::ONE / gammas[0])
    } else {
        let soft = |gamma: N| gamma > N::ZERO && gamma < N::from_f64(GIVEN);
        let stiff = each_row(|k| if live[k] && soft(gammas[k]) { square / gammas[k] } else { N::ZERO });
        Six::default().raised(Pair::from_array(stiff))
    };
}
