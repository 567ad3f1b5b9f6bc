//! Pseudo-random numbers and hands for the unit tests.

use upcard_cards::Cards;

/// A small linear congruential generator.
pub(crate) struct Samples(pub(crate) u64);

impl Samples {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    pub(crate) fn hand(&mut self, pack: &Cards, size: usize) -> Cards {
        let mut left = *pack;
        let mut hand = Cards::NONE;
        for _ in 0..size.min(pack.len()) {
            let card = left.nth(self.below(left.len())).expect("a card");
            left.remove(card);
            hand.add(card);
        }
        hand
    }
}
