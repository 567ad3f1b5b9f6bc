//! One run beside sets of one size: what it has at all its places in a suit, at once.

use std::sync::Arc;

use wide::u8x16;

use super::levels::Donors;
use super::windows::Windows;
use crate::context::Context;
use crate::hand::Planes;

/// By the ranks that a suit holds: how many of them a run has, by the place of its lowest card.
pub(super) struct Places(Box<[u8x16; 8192]>);

impl Places {
    /// Bytes that such a table takes.
    const BYTES: usize = 8192 * 16;

    /// The table for these places; none where the context has no room.
    #[cold]
    pub(super) fn of(windows: &Windows, context: &Context) -> Option<Arc<Places>> {
        context.table(*windows, Places::BYTES, || Places::new(windows))
    }

    fn new(windows: &Windows) -> Places {
        let mut all = Box::new([u8x16::ZERO; 8192]);
        for (ranks, has) in (0..1u16 << 13).zip(all.iter_mut()) {
            *has = windows.counts(ranks).into();
        }
        Places(all)
    }

    /// What the sets and a run of this size lack together. A run gains nothing by cards that the
    /// sets would lack: of each level it has as many as the sets can spare, and all that they do not
    /// want.
    #[inline(always)]
    pub(super) fn missing<const SIZE: usize>(
        &self,
        one: u64,
        donors: &Donors<SIZE>,
        size: u8,
        all_wanted: bool,
    ) -> u8 {
        let spare = donors.spare.map(|(last, spare)| (last, u8x16::splat(spare)));
        let unwanted = donors.spare.iter().fold(u16::MAX, |left, (last, _)| left & !last);
        let has = |ranks: u16| self.0[usize::from(ranks) & 8191];
        let shortfall_of = |suit: usize| {
            let held = Planes::suit(one, suit);
            let run = u8x16::splat(size);
            let run = if all_wanted { run } else { run - has(held & unwanted) };
            spare.iter().fold(run, |run, (last, spare)| run - has(held & last).min(*spare))
        };
        let best = shortfall_of(0).min(shortfall_of(1)).min(shortfall_of(2).min(shortfall_of(3)));
        donors.missing + best.reduce_min()
    }
}

impl std::fmt::Debug for Places {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Places")
    }
}
