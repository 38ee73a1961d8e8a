use super::tile::Tile;
use super::update_multipliers_chebyshev::update_multipliers_chebyshev;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Jacobi (blend = 0, gain = ω) or Chebyshev for whole islands: step.blend is σ, step.gain is 1/θ, and pass by pass
/// ρ' = 1/(2σ − ρ), blend = ρ' ρ, gain = 2 ρ' σ / θ.
pub fn tile_relax<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    let tile = Tile::take(world, step, index);
    let two = N::from_f64(2.0);
    let mut rho = if step.blend > N::ZERO { N::ONE / step.blend } else { N::ZERO };
    for pass in 1..=step.iterations {
        let mut told = Step { blend: N::ZERO, ..*step };
        if pass > 1 && step.blend > N::ZERO {
            let next = N::ONE / (two * step.blend - rho);
            told.blend = next * rho;
            told.gain = two * next * step.blend * step.gain;
            rho = next;
        }
        tile.each_joint(world, |world, row| update_multipliers_chebyshev(world, &told, row.joint));
        tile.set_velocities(world, step);
    }
    tile.leave(world, step);
}
