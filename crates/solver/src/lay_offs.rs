//! The best lay-offs of a hand on a table.
//!
//! A card of a set's rank finds its place there whenever it likes. So what must be searched is how
//! far each run is lengthened, and with which cards; runs of different suits have only the wilds
//! in common. The sets take what is left.

use upcard_cards::{Card, Cards, End, Meld, MeldRules, RunMeld, SUITS, ShortSort};

/// One step of laying off, on the meld with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayOff {
    /// A card joins a meld; at an end, where it is a run.
    Add {
        /// The meld.
        meld: usize,
        /// The card.
        card: Card,
        /// The end of a run.
        end: Option<End>,
    },
    /// A natural takes a wild's place, and the wild moves to an end of the run.
    Slide {
        /// The meld.
        meld: usize,
        /// The natural.
        natural: Card,
        /// The wild's place, counted from the lowest card.
        slot: usize,
        /// The wild.
        wild: Card,
        /// Where the wild goes.
        end: End,
    },
    /// A natural takes a wild's place, and the wild comes to the hand.
    Swap {
        /// The meld.
        meld: usize,
        /// The natural.
        natural: Card,
        /// The wild's place in a run, counted from the lowest card; 0 in a set.
        slot: usize,
        /// The wild.
        wild: Card,
    },
}

/// What may be done on the table.
#[derive(Clone, Copy)]
pub struct LayingOff<'a> {
    /// The rules of melds.
    pub rules: &'a MeldRules,
    /// What laying off a card of each face is worth.
    pub value: &'a [u8; 53],
    /// So many cards must stay in the hand.
    pub keep: u8,
    /// May wilds slide to the ends of their runs?
    pub slides: bool,
    /// May wilds be taken from this meld for the natural, to be laid off at once?
    pub swaps: &'a dyn Fn(usize) -> bool,
}

/// Lay-offs in the order in which they can be made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LayOffs {
    /// The steps.
    pub steps: Vec<LayOff>,
    /// The table after them.
    pub table: Vec<Meld>,
    /// What stays in the hand.
    pub left: Cards,
}

/// What can be done with the runs of one suit.
#[derive(Clone)]
struct Way {
    value: i32,
    /// Wilds of the hand that it uses.
    wilds: u8,
    steps: Vec<LayOff>,
    table: Vec<Meld>,
    left: Cards,
}

/// The most ways that are kept for the runs of one suit.
const MOST_WAYS: usize = 4096;

impl LayingOff<'_> {
    /// The lay-offs that leave the least value in the hand. Where a card must stay, it is one of
    /// the last that would have been laid off, not always the cheapest.
    #[must_use]
    pub fn best(&self, table: &[Meld], hand: &Cards) -> LayOffs {
        let start =
            Way { value: 0, wilds: 0, steps: Vec::new(), table: table.to_vec(), left: *hand };
        let runs = |suit| {
            (0..table.len())
                .filter(move |&i| matches!(&table[i], Meld::Run(run) if run.suit == suit))
        };
        let mut exchanged = vec![start];
        for run in SUITS.into_iter().flat_map(runs) {
            let mut more = Vec::new();
            for way in exchanged {
                self.exchange(way, run, 0, &mut more);
            }
            exchanged = more;
        }
        let mut finals = Vec::new();
        for way in exchanged {
            let wilds = way.left.iter().filter(|&c| self.rules.is_wild(c)).count() as u8;
            let mut ways = vec![way];
            for suit in SUITS {
                for run in runs(suit) {
                    let mut more = Vec::new();
                    for way in ways {
                        self.grow(way, run, End::Low, wilds, &mut more);
                    }
                    ways = more;
                }
                // Of the ways that need the same wilds, the best will do for the other suits.
                ways.short_sort_by_key(|w| (w.wilds, std::cmp::Reverse(self.worth_with_sets(w))));
                ways.dedup_by_key(|w| w.wilds);
            }
            finals.append(&mut ways);
        }
        let finished = finals.into_iter().filter_map(|way| self.with_sets(way));
        let best = finished.max_by_key(|way| (way.value, std::cmp::Reverse(way.steps.len())));
        best.map_or(LayOffs { steps: Vec::new(), table: table.to_vec(), left: *hand }, |way| {
            LayOffs { steps: way.steps, table: way.table, left: way.left }
        })
    }

    fn worth(&self, card: Card) -> i32 {
        i32::from(self.value[card.index()])
    }

    /// The value of a way with all naturals that sets can take.
    fn worth_with_sets(&self, way: &Way) -> i32 {
        let takes = |card: Card| {
            !self.rules.is_wild(card)
                && way
                    .table
                    .iter()
                    .any(|m| matches!(m, Meld::Set(_)) && m.fit(card, self.rules).set)
        };
        let more: i32 = way.left.iter().filter(|&c| takes(c)).map(|c| self.worth(c)).sum();
        way.value + more
    }

    /// The wild of the hand that is worth the most.
    fn wild_of(&self, hand: &Cards) -> Option<Card> {
        let wilds = hand.iter_counts().map(|(c, _)| c).filter(|&c| self.rules.is_wild(c));
        wilds.max_by_key(|&c| (self.worth(c), c.index()))
    }

    /// Every way to put naturals of the hand in the places of this run's wilds.
    fn exchange(&self, way: Way, at: usize, from: usize, ways: &mut Vec<Way>) {
        if ways.len() >= MOST_WAYS {
            return;
        }
        let Meld::Run(run) = way.table[at] else { return };
        let wild_slot = |&slot: &usize| {
            let card = run.cards()[slot];
            self.rules.is_wild(card)
                && card != run.face(slot)
                && !self.rules.is_wild(run.face(slot))
                && way.left.has(run.face(slot))
        };
        let Some(slot) = (from..run.cards().len()).find(wild_slot) else {
            ways.push(way);
            return;
        };
        let (natural, wild) = (run.face(slot), run.cards()[slot]);
        let laid = |meld: Meld, step: LayOff| {
            let mut way = way.clone();
            way.table[at] = meld;
            way.left.remove(natural);
            way.value += self.worth(natural);
            way.steps.push(step);
            way
        };
        if self.slides {
            for end in [End::Low, End::High] {
                if let Ok(meld) = way.table[at].slid(natural, slot, wild, end, self.rules) {
                    let shifted = slot + usize::from(end == End::Low) + 1;
                    let step = LayOff::Slide { meld: at, natural, slot, wild, end };
                    self.exchange(laid(meld, step), at, shifted, ways);
                }
            }
        }
        if (self.swaps)(at)
            && let Ok(meld) = way.table[at].swapped(natural, slot, wild, self.rules)
        {
            let mut way = laid(meld, LayOff::Swap { meld: at, natural, slot, wild });
            way.left.add(wild);
            // What the wild is worth is lost until it is laid again.
            way.value -= self.worth(wild);
            self.exchange(way, at, slot + 1, ways);
        }
        self.exchange(way, at, slot + 1, ways);
    }

    /// Lengthens the run at the low end, then at the high one.
    fn grow(&self, way: Way, at: usize, end: End, wilds: u8, ways: &mut Vec<Way>) {
        if ways.len() >= MOST_WAYS {
            return;
        }
        let Meld::Run(run) = way.table[at] else { return };
        if let Some(face) = next_face(&run, end) {
            let wild = self.wild_of(&way.left).filter(|_| way.wilds < wilds);
            // A wild at an end is of use here only where a natural follows, after more of them.
            let follows = || {
                let mut longer = way.table[at];
                (way.wilds..wilds).any(|_| {
                    let Some(wild) = wild else { return false };
                    match longer.with(wild, Some(end), self.rules) {
                        Ok(meld) => longer = meld,
                        Err(_) => return false,
                    }
                    let Meld::Run(run) = longer else { return false };
                    let face = next_face(&run, end);
                    face.is_some_and(|f| way.left.has(f) && !self.rules.is_wild(f))
                })
            };
            let wild = if follows() { wild } else { None };
            let natural = way.left.has(face).then_some(face);
            for card in natural.into_iter().chain(wild) {
                if let Ok(meld) = way.table[at].with(card, Some(end), self.rules) {
                    let mut longer = way.clone();
                    longer.table[at] = meld;
                    longer.left.remove(card);
                    longer.value += self.worth(card);
                    longer.wilds += u8::from(self.rules.is_wild(card));
                    longer.steps.push(LayOff::Add { meld: at, card, end: Some(end) });
                    self.grow(longer, at, end, wilds, ways);
                }
            }
        }
        match end {
            End::Low => self.grow(way, at, End::High, wilds, ways),
            End::High => ways.push(way),
        }
    }

    /// Lays the rest off on sets, wilds wherever they fit, and takes back what must stay.
    fn with_sets(&self, mut way: Way) -> Option<Way> {
        for card in way.left.iter().collect::<Vec<_>>() {
            let wild = self.rules.is_wild(card);
            let fits = |i: &usize| {
                let fit = way.table[*i].fit(card, self.rules);
                fit.set || (wild && (fit.high || fit.low))
            };
            let Some(at) = (0..way.table.len()).find(fits) else { continue };
            let fit = way.table[at].fit(card, self.rules);
            let end = match fit {
                _ if fit.set => None,
                _ if fit.high => Some(End::High),
                _ => Some(End::Low),
            };
            let Ok(meld) = way.table[at].with(card, end, self.rules) else { continue };
            way.table[at] = meld;
            way.left.remove(card);
            way.value += self.worth(card);
            way.steps.push(LayOff::Add { meld: at, card, end });
        }
        // A wild that was taken must have found a new place.
        let taken = way.steps.iter().any(|s| matches!(s, LayOff::Swap { .. }));
        if taken && way.left.iter().any(|c| self.rules.is_wild(c)) {
            return None;
        }
        while way.left.len() < self.keep as usize {
            let LayOff::Add { meld, card, end } = way.steps.pop()? else { return None };
            way.table[meld] = shortened(&way.table[meld], card, end);
            way.left.add(card);
            way.value -= self.worth(card);
        }
        Some(way)
    }
}

/// The meld without the card that was added last.
fn shortened(meld: &Meld, card: Card, end: Option<End>) -> Meld {
    match meld {
        Meld::Set(set) => {
            let mut cards = set.cards;
            cards.remove(card);
            Meld::known_set(set.rank, set.pair, cards)
        }
        Meld::Run(run) => {
            let cards = run.cards();
            match end {
                Some(End::Low) => Meld::known_run(run.suit, (run.low + 1) % 26, &cards[1..]),
                _ => Meld::known_run(run.suit, run.low, &cards[..cards.len() - 1]),
            }
        }
    }
}

/// The face that would come next at an end.
fn next_face(run: &RunMeld, end: End) -> Option<Card> {
    let place = match end {
        End::Low => (run.low + 12) % 13,
        End::High => (run.high() + 1) % 13,
    };
    let rank = upcard_cards::RANKS.get(place as usize)?;
    Some(Card::natural(*rank, run.suit))
}
