//! Bodies in cells that are near enough for a contact. The shader looks through 27 cells for each body. Nearness is mutual, so here
//! half of them do: a body looks for others in 13 cells, and in its own for those that came before. Rows are the same.

use super::contact_bin::head_of;
use super::contact_find::is_near;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Where a body in cells is, and how large: what tells most pairs apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spot<N> {
    pub place: Vec3<N>,
    pub radius: N,
    pub held: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Nearby<N> {
    /// By body, as it was put into its cell.
    pub spots: Vec<Spot<N>>,
    /// Bodies in cells, in their order.
    pub in_cells: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    /// By body where its others begin, and behind them the end.
    starts: Vec<u32>,
    others: Vec<u32>,
}

impl<N: Number> Nearby<N> {
    pub fn begin(&mut self, bodies: usize) {
        self.spots.resize(bodies, Spot::default());
        self.in_cells.clear();
    }

    pub fn of(&self, body: usize) -> &[u32] {
        &self.others[self.starts[body] as usize..self.starts[body + 1] as usize]
    }

    /// Sorts pairs by both of their bodies; a held body looks for none.
    fn share_out(&mut self, pairs: Vec<[u32; 2]>) {
        self.pairs = pairs;
        let Self { spots, pairs, starts, others, .. } = self;
        let sides = |&[a, b]: &[u32; 2]| [(a, b), (b, a)];
        let looks = |&(body, _): &(u32, u32)| !spots[body as usize].held;
        starts.clear();
        starts.resize(spots.len() + 2, 0);
        // counts stand two places on, so that they end as starts when the others are put in
        for (body, _) in pairs.iter().flat_map(sides).filter(looks) {
            starts[body as usize + 2] += 1;
        }
        for k in 2..starts.len() {
            starts[k] += starts[k - 1];
        }
        others.resize(starts[spots.len() + 1] as usize, 0);
        for (body, other) in pairs.iter().flat_map(sides).filter(looks) {
            let next = &mut starts[body as usize + 1];
            others[*next as usize] = other;
            *next += 1;
        }
    }
}

impl<N: Number> World<N> {
    pub fn find_nearby(&mut self, step: &Step<N>) {
        let mut pairs = std::mem::take(&mut self.contacts.nearby.pairs);
        pairs.clear();
        let contacts = &self.contacts;
        for &body in &contacts.nearby.in_cells {
            let cell = contacts.cells[body as usize];
            self.look(step, body, cell, contacts.nexts[body as usize], &mut pairs);
            // the cells behind the one in the middle
            for i in 14..27 {
                let cell = [cell[0] + i % 3 - 1, cell[1] + (i / 3) % 3 - 1, cell[2] + i / 9 - 1];
                self.look(step, body, cell, contacts.heads[head_of(step, cell)], &mut pairs);
            }
        }
        self.contacts.nearby.share_out(pairs);
    }

    /// Along the list of a cell, from an entry on.
    fn look(&self, step: &Step<N>, body: u32, cell: [i32; 3], mut next: u32, pairs: &mut Vec<[u32; 2]>) {
        let nearby = &self.contacts.nearby;
        let me = nearby.spots[body as usize];
        while next != 0 {
            let other = next - 1;
            next = self.contacts.nexts[other as usize];
            let spot = &nearby.spots[other as usize];
            let between = me.place - spot.place;
            // a reach is at most the smaller radius; written so that NaN is looked at
            let farthest = me.radius + spot.radius + me.radius.min(spot.radius);
            let far = between.dot(between) > farthest * farthest;
            // cells that share a hash share a list: a body is met in its own cell only
            if !far
                && self.contacts.cells[other as usize] == cell
                && is_near(self, step, body as usize, other as usize)
            {
                pairs.push([body, other]);
            }
        }
    }
}
