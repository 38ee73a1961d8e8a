//! A state in sixteen digits: the same where every bit is. It is `stateHash` of www/recording.ts.

use super::State;

/// FNV-1a over the words, twice.
struct Hashes([u32; 2]);

impl Hashes {
    fn add(&mut self, word: u32) {
        let [one, other] = &mut self.0;
        *one = (*one ^ word).wrapping_mul(0x0100_0193);
        *other = (*other ^ (word >> 16) ^ (word << 16)).wrapping_mul(0x85eb_ca6b);
        *other ^= *other >> 13;
    }

    fn add_all(&mut self, words: impl ExactSizeIterator<Item = u32>) {
        self.add(words.len() as u32);
        words.for_each(|word| self.add(word));
    }
}

impl State {
    pub fn hash(&self) -> String {
        let mut hashes = Hashes([0x811c_9dc5, 0x9747_b28c]);
        let time = self.time.to_bits();
        hashes.add(time as u32);
        hashes.add((time >> 32) as u32);
        let State { positions, rotations, linear_velocities, angular_velocities, multipliers, .. } = self;
        for array in [positions, rotations, linear_velocities, angular_velocities, multipliers] {
            hashes.add_all(array.iter().map(|x| x.to_bits()));
        }
        // parts that a state need not have
        if !self.torques.is_empty() {
            hashes.add_all(self.torques.iter().map(|x| x.to_bits()));
            hashes.add_all(self.broken.iter().copied());
        }
        if !self.contacts.is_empty() {
            hashes.add_all(self.contacts.iter().map(|x| x.to_bits()));
        }
        let learnt = self.learnt();
        if !learnt.is_empty() {
            hashes.add_all(learnt.iter().map(|x| x.to_bits()));
        }
        let [one, other] = hashes.0;
        format!("{one:08x}{other:08x}")
    }
}
