//! The least that can be left in a hand after laying down and laying off.

use std::ops::ControlFlow;

use upcard_cards::{Cards, Meld};

use crate::lay_offs::{LayOffs, LayingOff};
use crate::problem::{LayDown, Leave, Problem};

/// A lay-down with the lay-offs that follow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeastLeft {
    /// The melds laid down.
    pub lay_down: LayDown,
    /// The lay-offs; the new melds are numbered on from the table's.
    pub lay_offs: LayOffs,
    /// The value that stays in the hand.
    pub value: u32,
    /// Were all lay-downs looked at?
    pub proven: bool,
}

impl Problem {
    /// The lay-down and the lay-offs after it, on the table and on its own melds, that leave the
    /// least value in the hand. At most `budget` lay-downs are looked at, the one that leaves the
    /// least by itself first.
    #[must_use]
    pub fn least_left(
        &self,
        hand: &Cards,
        leave: Leave,
        table: &[Meld],
        laying_off: &LayingOff<'_>,
        budget: u32,
    ) -> Option<LeastLeft> {
        let first = self.best(hand, leave, laying_off.value)?;
        let mut best = after(hand, table, laying_off, first);
        let mut looked = 0;
        self.each(hand, leave, |lay_down| {
            looked += 1;
            let found = after(hand, table, laying_off, lay_down.clone());
            if found.value < best.value {
                best = found;
            }
            if best.value == 0 || looked >= budget {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best.proven = best.value == 0 || looked < budget;
        Some(best)
    }
}

fn after(hand: &Cards, table: &[Meld], laying_off: &LayingOff<'_>, lay_down: LayDown) -> LeastLeft {
    let mut melds = table.to_vec();
    melds.extend(lay_down.melds.iter().copied());
    let lay_offs = laying_off.best(&melds, &lay_down.left(hand));
    let worth = |cards: &Cards| cards.iter().map(|c| u32::from(laying_off.value[c.index()])).sum();
    LeastLeft { value: worth(&lay_offs.left), lay_down, lay_offs, proven: false }
}
