use super::joint_search::tolerance;
use crate::cpu::number::Number;
use crate::cpu::records::{Motion, Step};
use crate::cpu::solvers::ways::{Ledger, Verdict};
use crate::cpu::world::{World, fit};

/// By how much joints may be opening as a substep finds them, radii or rad a substep. An island with more was projected
/// and is wild.
const CALM: f64 = 3e-3;
/// The least share of a substep behind a blow, for the forces there.
pub const LEAST_REST: f64 = 0.1;

/// The safeguard of symplectic islands. An island is taken back if it came apart, gained energy that no drive gave, is
/// not calm or is held by a hand. The poses that the others reached are kept beside.
pub fn joint_judge<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let (bodies, joints) = members(world, step, record);
    fit(&mut world.kept, world.ties.len());
    joints.iter().for_each(|&l| world.kept[l] = false);
    // firm islands come first
    let halved = record >= step.extra[0] as usize;
    let mut ledger = Ledger::default();
    for &body in &bodies {
        let now = Motion { pose: world.poses[body], v: world.velocities[body] };
        ledger.heed(step, &world.bodies[body], &world.drafts[body], &now);
    }
    let mut landed = true;
    if halved {
        for &l in &joints {
            ledger.worked(world.works[l]);
            landed &= !world.frames[l].has_courses() || world.misses[l] <= tolerance();
        }
    } else {
        for &l in &joints {
            let (load, slack) = (world.lambda(l), world.slacks[l]);
            ledger.allow(slack[0] * load.linear.length() + slack[1] * load.angular.length());
        }
    }
    let gap = joints.iter().fold(N::ZERO, |most, &l| most.max(world.ahead[l]));
    let pushed = joints.iter().any(|&l| world.is_pushed(l));
    for &l in &joints {
        world.multipliers[l].left = N::ZERO;
    }
    let held = bodies.iter().any(|&body| body + 1 == step.extra[1] as usize);
    // written so that NaN is not tried
    let tried = !held && joints.iter().all(|&l| world.opening[l] < N::from_f64(CALM));
    let kept = tried && landed && ledger.decide(gap) == Verdict::Kept;
    joints.iter().for_each(|&l| world.kept[l] = kept);
    world.falls += u32::from(tried && !kept && !pushed);
    for body in bodies {
        let was = world.drafts[body];
        if kept {
            let mut v = world.velocities[body];
            v.linear *= step.velocity_kept;
            v.angular *= step.velocity_kept;
            world.drafts[body] = Motion { pose: world.poses[body], v };
        } else {
            (world.poses[body], world.velocities[body]) = (was.pose, was.v);
        }
    }
    for l in joints {
        let rows = [l, world.ties.len() + l];
        if kept {
            // λ is μ; where there was a blow it is what came behind it, and what came before is kept beside
            let mu = world.lambda(l);
            let share = if halved { world.blows[l] } else { N::ONE };
            let (all, next) = if share < N::ONE {
                (mu + world.in_blows[l], N::ONE / (N::ONE - share).max(N::from_f64(LEAST_REST)))
            } else {
                (mu, N::from_f64(2.0))
            };
            for (row, mu) in rows.into_iter().zip([all.linear, all.angular]) {
                world.means[row] = world.means[row].map(|q| q + mu);
            }
            world.kept_lambdas[l] = mu * next;
        } else {
            rows.into_iter().for_each(|row| world.means[row] = None);
            world.put_lambda(l, world.kept_lambdas[l]);
        }
    }
}

/// Bodies and joints of an island, by its record of four words.
pub fn members<N>(world: &World<N>, step: &Step<N>, record: usize) -> (Vec<usize>, Vec<usize>) {
    let words: [usize; 4] = std::array::from_fn(|k| world.lists[step.first + 4 * record + k] as usize);
    let items = |first: usize, count: usize| -> Vec<usize> {
        world.lists[first..first + count].iter().map(|&item| item as usize).collect()
    };
    (items(words[0], words[1]), items(words[2], words[3]))
}
