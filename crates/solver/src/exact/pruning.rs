//! Pruning: states with holes that too few wilds are left for.

use super::state::{Key, OpenRun};
use super::sweep::Sweep;
use crate::nodes::Layer;

impl Sweep<'_> {
    pub(super) fn suit_is_idle(&self, layer: Layer, place: u8, suit: usize) -> bool {
        let bounds = &self.bounds;
        let high = place == 13 && self.rules.keeps_aces();
        let low = place == 0 && self.rules.keeps_aces() && bounds.high[suit];
        let naturals = low && self.supply[0][suit] > 0;
        // Unwanted naturals may have to be counted.
        let counted = bounds.by_suit && self.count_left > 0 && self.rules.step_has_sets(place);
        let naturals = naturals || (counted && self.held[place as usize % 13][suit] > 0);
        if bounds.corner || naturals || bounds.starts[suit].has(place) {
            return false;
        }
        layer.nodes().all(|node| {
            let key = &self.layers.nodes[node].key;
            let kept = high && key.high.of(suit) != 0;
            !kept && !key.has_ended(suit) && key.open().all(|run| run.suit() != suit)
        })
    }

    pub(super) fn sets_are_idle(&self, layer: Layer, place: u8) -> bool {
        let bounds = &self.bounds;
        self.count_left == 0
            && !bounds.sets.has(place)
            && layer.nodes().all(|node| self.layers.nodes[node].key.used.is_none())
    }

    /// Minimum number of cards that the open elements and those not yet begun need.
    pub(super) fn cards_needed(&self, key: &Key) -> i32 {
        let to_begin: i32 =
            self.rules.types().map(|(t, of)| i32::from(key.todo(t)) * i32::from(of.min)).sum();
        let open = |run: OpenRun| match run.tail() {
            true => -i32::from(run.len()),
            false => i32::from(self.rules.still_needs(run)),
        };
        to_begin + key.open().map(open).sum::<i32>()
    }

    /// Returns `true` if the cards to come may fill what is open and what has not begun, after this suit at
    /// this place. `sets_done` if the rank's sets are decided, too.
    pub(super) fn can_finish(&self, key: &Key, place: u8, suit: usize, sets_done: bool) -> bool {
        let bounds = &self.bounds;
        let spare = self.spare_cards(key);
        let next = bounds.step(place, suit) + usize::from(sets_done || bounds.by_suit);
        if bounds.corner {
            // Each upper part must meet a lower one, begun or to begin.
            let (tails, heads) = key.open().fold((0u8, 0u8), |(tails, heads), run| {
                (tails + u8::from(run.tail()), heads + u8::from(!run.tail()))
            });
            let to_begin: u8 = self.rules.types().map(|(t, _)| key.todo(t)).sum();
            let needs = self.cards_needed(key);
            return tails <= heads + to_begin
                && needs <= i32::from(bounds.later[next]) + i32::from(spare);
        }
        let mut needs = 0u8;
        let mut size = 0;
        for run in key.open() {
            let missing = self.rules.still_needs(run);
            let from = if run.suit() <= suit { place + 1 } else { place };
            if from + missing > self.rules.places.1 + 1 {
                return false;
            }
            needs += bounds.holes_between(run.suit(), from..from + missing);
            size += missing;
        }
        for (t, _) in self.rules.types() {
            let todo = key.todo(t);
            if todo > 0 {
                let min = bounds.min[t][next];
                needs = needs.saturating_add(todo.saturating_mul(min));
                size += todo * bounds.size[t];
            }
        }
        let kept: u8 = key.high.sum();
        needs <= spare && size <= bounds.later[next] + kept + spare
    }
}
