//! Reconstructs the melds from the end of a sweep.

use upcard_cards::{Card, Cards, End, Meld, RANKS, Rank, SUITS, ShortSort, Stage, Suit};

use super::state::Transition;
use super::sweep::Sweep;
use crate::nodes::NodeId;

/// A run under construction: its lowest place and its slots; wilds are filled in later.
struct Laid {
    suit: usize,
    low: u8,
    slots: Vec<Option<Card>>,
}

impl Sweep<'_> {
    /// The melds of an arrangement.
    pub(super) fn rebuild(&self, end: NodeId) -> Option<Vec<Meld>> {
        let mut path = Vec::new();
        let mut node = end;
        while !matches!(self.layers.transitions[node], Transition::Start) {
            path.push(node);
            node = self.layers.nodes[node].parent;
        }
        path.reverse();
        let rules = self.ask.rules;
        let min = rules.run_min as usize;
        let mut open: Vec<Laid> = Vec::new();
        let mut done: Vec<Laid> = Vec::new();
        let mut sets: Vec<(Rank, Vec<Card>, u8)> = Vec::new();
        let mut pool: Vec<Card> = Vec::new();
        for &node in &path {
            match &self.layers.transitions[node] {
                Transition::Start => {}
                Transition::Suit { place, suit, runs, sets, wilds, begin, ahead } => {
                    let face = Card::natural(RANKS[*place as usize % 13], SUITS[*suit]);
                    pool.extend(std::iter::repeat_n(face, *sets as usize));
                    let (mut here, rest): (Vec<Laid>, Vec<Laid>) =
                        open.into_iter().partition(|run| run.suit == *suit);
                    open = rest;
                    // Short runs continue first, then the shortest of the long ones.
                    here.short_sort_by_key(|run| run.slots.len());
                    let naturals = (*runs - *begin) as usize;
                    let going_on = naturals + *wilds as usize;
                    for (i, mut run) in here.into_iter().enumerate() {
                        if i < going_on {
                            let natural = i < naturals;
                            run.slots.push(natural.then_some(face));
                            open.push(run);
                        } else if run.slots.len() >= min {
                            done.push(run);
                        } else {
                            return None;
                        }
                    }
                    for _ in 0..*begin {
                        let mut slots = vec![None; usize::from(*ahead)];
                        slots.push(Some(face));
                        open.push(Laid { suit: *suit, low: *place - *ahead, slots });
                    }
                }
                Transition::Sets { rank, wilds } => {
                    if !pool.is_empty() {
                        sets.push((RANKS[*rank], std::mem::take(&mut pool), *wilds));
                    }
                }
            }
        }
        done.append(&mut open);
        let played = self.own_wilds_played(end)?;
        let mut wilds = self.wilds(played);
        let mut melds = Vec::new();
        for run in done {
            self.lay_run(run, &mut wilds, &mut melds)?;
        }
        let mut made = self.lay_sets(sets, &mut wilds)?;
        self.lay_others(&mut made, &mut melds, &mut wilds);
        for (rank, cards) in made {
            let cards: Cards = cards.into_iter().collect();
            melds.push(Meld::set(Some(rank), false, cards, rules, Stage::Later).ok()?);
        }
        wilds.is_empty().then_some(melds)
    }

    /// Remaining wilds join sets, then runs.
    fn lay_others(&self, sets: &mut [(Rank, Vec<Card>)], runs: &mut [Meld], wilds: &mut Vec<Card>) {
        let max = self.ask.rules.set_max.map_or(usize::MAX, usize::from);
        for (_, cards) in sets {
            while cards.len() < max
                && let Some(wild) = wilds.pop()
            {
                cards.push(wild);
            }
        }
        for run in runs {
            for end in [End::High, End::Low] {
                while let Some(&wild) = wilds.last()
                    && let Ok(longer) = run.with(wild, Some(end), self.ask.rules)
                {
                    *run = longer;
                    wilds.pop();
                }
            }
        }
    }

    /// The wilds to be laid: the table's, and the most valuable of the hand's.
    fn wilds(&self, played: u8) -> Vec<Card> {
        let mut own: Vec<Card> = self.own_wilds.iter().collect();
        own.short_sort_by_key(|c| std::cmp::Reverse(self.ask.value[c.index()]));
        own.truncate(played as usize);
        own.extend(self.laid_wilds.iter());
        own
    }

    /// Lays a run, in two parts if it is too long for one.
    fn lay_run(&self, run: Laid, wilds: &mut Vec<Card>, melds: &mut Vec<Meld>) -> Option<()> {
        let max = self.ask.rules.run_max as usize;
        if run.slots.len() > max {
            let min = self.ask.rules.run_min as usize;
            let natural = |slots: &[Option<Card>]| slots.iter().any(Option::is_some);
            let at = (min..=run.slots.len() - min)
                .find(|&at| natural(&run.slots[..at]) && natural(&run.slots[at..]))?;
            let mut slots = run.slots;
            let high = slots.split_off(at);
            let low = run.low + at as u8;
            self.lay_run(Laid { suit: run.suit, low: run.low, slots }, wilds, melds)?;
            return self.lay_run(Laid { suit: run.suit, low, slots: high }, wilds, melds);
        }
        let suit: Suit = SUITS[run.suit];
        let mut cards = Vec::with_capacity(run.slots.len());
        for slot in run.slots {
            cards.push(slot.or_else(|| wilds.pop())?);
        }
        melds.push(Meld::run(suit, run.low, &cards, self.ask.rules, Stage::Later).ok()?);
        Some(())
    }

    /// The sets of each rank, in as many parts as the maximum size requires.
    fn lay_sets(
        &self,
        sets: Vec<(Rank, Vec<Card>, u8)>,
        wilds: &mut Vec<Card>,
    ) -> Option<Vec<(Rank, Vec<Card>)>> {
        let rules = self.ask.rules;
        let mut made = Vec::new();
        for (rank, naturals, wild) in sets {
            let all = naturals.len() + wild as usize;
            let max = rules.set_max.map_or(all, usize::from);
            let parts = (1..=naturals.len())
                .find(|&n| n * rules.set_min as usize <= all && all <= n * max)?;
            let mut of_rank = vec![(rank, Vec::new()); parts];
            for (i, card) in naturals.into_iter().enumerate() {
                of_rank[i % parts].1.push(card);
            }
            for _ in 0..wild {
                let (_, shortest) = of_rank.iter_mut().min_by_key(|(_, cards)| cards.len())?;
                shortest.push(wilds.pop()?);
            }
            made.append(&mut of_rank);
        }
        Some(made)
    }
}
