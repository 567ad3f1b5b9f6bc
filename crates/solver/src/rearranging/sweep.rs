//! The sweep over the ranks of table and hand together.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, Meld, RANKS, SUITS, ShortSort, Suit};

use super::rules::Rearranging;
use super::state::{MAX_OPEN_RUNS, Node, State, Transition};
use crate::layers::{Layered, Layers};
use crate::meter;
use crate::nodes::{Layer, NodeId};

pub(super) struct Sweep<'a> {
    pub(super) ask: &'a Rearranging<'a>,
    /// Naturals on the table and in the hand.
    laid: [[u8; 4]; 13],
    own: [[u8; 4]; 13],
    pub(super) laid_wilds: Cards,
    pub(super) own_wilds: Cards,
    places: (u8, u8),
    /// Value of the hand's naturals from each place on.
    later: [i32; 16],
    /// Maximum number of aces of each suit in runs up to the high place.
    high_aces: [u8; 4],
    /// Value of all wilds of the hand.
    value_of_wilds: i32,
    pub(super) layers: Layers<State, Node, Transition>,
    /// Value of all cards of the hand that may be played.
    max: i32,
    /// Approximate value of one of its cards.
    unit: i32,
    /// Value that must be exceeded.
    beat: i32,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(ask: &'a Rearranging<'a>, table: &[Meld], hand: &Cards) -> Option<Self> {
        let laid_cards = table.iter().fold(Cards::NONE, |sum, meld| sum.plus(&meld.cards()));
        let mut laid = [[0; 4]; 13];
        let mut own = [[0; 4]; 13];
        let (mut laid_wilds, mut own_wilds) = (Cards::NONE, Cards::NONE);
        for (cards, counts, wilds) in
            [(laid_cards, &mut laid, &mut laid_wilds), (*hand, &mut own, &mut own_wilds)]
        {
            for (card, count) in cards.iter_counts() {
                match (card.rank(), card.suit()) {
                    (Some(rank), Some(suit)) if !ask.rules.is_wild(card) => {
                        counts[rank.index()][suit.index()] = count;
                    }
                    _ => (0..count).for_each(|_| wilds.add(card)),
                }
            }
        }
        if laid_wilds.len() + own_wilds.len() > 40 {
            return None;
        }
        let places = ask.rules.places();
        let mut later = [0; 16];
        for place in (places.0..=places.1).rev() {
            let rank = place as usize % 13;
            let mut here = 0;
            if place < 13 || places.0 > 0 {
                for suit in SUITS {
                    let face = Card::natural(RANKS[rank], suit).index();
                    here += i32::from(own[rank][suit.index()]) * i32::from(ask.value[face]);
                }
            }
            later[usize::from(place)] = later[usize::from(place) + 1] + here;
        }
        let wilds = (laid_wilds.len() + own_wilds.len()) as u8;
        let high_aces = std::array::from_fn(|suit| {
            let below = (14 - ask.rules.run_min as usize..13).map(|r| laid[r][suit] + own[r][suit]);
            let holes = below.clone().filter(|&n| n == 0).count() as u8;
            if holes > wilds { 0 } else { (below.min().unwrap_or(0) + wilds).min(MAX_OPEN_RUNS) }
        });
        let mut values: Vec<i32> = hand.iter().map(|c| i32::from(ask.value[c.index()])).collect();
        values.short_sort_by(|a, b| b.cmp(a));
        values.truncate(values.len().saturating_sub(ask.keep as usize));
        let max: i32 = values.iter().sum();
        Some(Sweep {
            max,
            unit: (max / values.len().max(1) as i32).max(1),
            high_aces,
            ask,
            laid,
            own,
            laid_wilds,
            own_wilds,
            places,
            later,
            value_of_wilds: own_wilds.iter().map(|c| i32::from(ask.value[c.index()])).sum(),
            layers: Layers::new(ask.budget),
            beat: 0,
        })
    }

    /// Narrow passes first, which may miss something, then broader ones until the answer is proved or the
    /// budget is used up. Returns the best arrangement found and whether it is proved optimal.
    pub(super) fn search(&mut self) -> (Option<Vec<Meld>>, bool) {
        let mut best = None;
        let proven = self.run_widening_passes([24, 100, 400, usize::MAX], |sweep, value, end| {
            if value > sweep.beat
                && let Some(melds) = sweep.rebuild(end)
            {
                sweep.beat = value;
                best = Some(melds);
            }
            match sweep.beat >= sweep.max {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        (best, proven)
    }

    const fn keeps_aces(&self) -> bool {
        self.places.0 == 0 && self.places.1 == 13
    }

    fn all_wilds(&self) -> u8 {
        (self.laid_wilds.len() + self.own_wilds.len()) as u8
    }

    /// Adds a state, unless an equal one has no more wilds and no less value.
    fn push(
        &mut self,
        state: State,
        wilds: u8,
        value: i32,
        parent: NodeId,
        act: impl FnOnce() -> Transition,
    ) {
        let layers = &mut self.layers;
        if !layers.step() {
            return;
        }
        let next = layers.nodes.next();
        let first = layers.found.get(&state).copied().unwrap_or(NodeId::NONE);
        let mut at = first;
        while at != NodeId::NONE {
            let node = &mut layers.nodes[at];
            if node.wilds <= wilds && node.value >= value {
                return;
            }
            if node.wilds >= wilds && node.value <= value {
                (node.wilds, node.value, node.parent) = (wilds, value, parent);
                layers.transitions[at] = act();
                return;
            }
            at = node.other;
        }
        layers.found.insert(state, next);
        layers.nodes.push(Node { state, wilds, value, parent, other: first });
        layers.transitions.push(act());
    }

    /// Uses this many naturals to extend runs of a suit or begin some.
    fn runs_step(
        &mut self,
        node: NodeId,
        (state, used, value): (State, u8, i32),
        place: u8,
        suit: usize,
        cards: [u8; 2],
    ) {
        if !meter::step(1) {
            self.layers.give_up();
            return;
        }
        let lens = state.lens(suit);
        let full = self.ask.rules.run_min as usize - 1;
        let short: u8 = lens[..full].iter().sum();
        let long = lens[full];
        let free = self.all_wilds() - used;
        let naturals = cards[0];
        let min = short.saturating_sub(naturals);
        // Wilds extend a long run only towards naturals that follow.
        let bridges = if self.follows(place, suit, free) > 0 { long } else { 0 };
        // Each run is extended by one card; runs that are too short must be.
        for wilds in min..=free.min((short + bridges).max(min)) {
            let over = naturals + wilds - short;
            let longer = long.min(over);
            let begin = over - longer;
            if begin > naturals.min(MAX_OPEN_RUNS) {
                continue;
            }
            let mut next = [0; 4];
            for (len, &count) in lens[..full].iter().enumerate() {
                next[len + 1] = count;
            }
            next[full] += longer;
            // A run that begins too high to become long enough has wilds before it. Elsewhere they may as
            // well follow it.
            let ahead = (place + full as u8).saturating_sub(self.places.1);
            next[usize::from(ahead)] += begin;
            let all = used + wilds + ahead * begin;
            if all > self.all_wilds() || place < self.places.0 + ahead {
                continue;
            }
            let mut now = state;
            let Some(lens) = self.useful_runs(&now, all, place, suit, next) else { continue };
            now.set_runs(suit, lens);
            self.push(now, all, value, node, || Transition::Suit {
                place,
                suit,
                runs: cards[0],
                sets: cards[1],
                wilds,
                begin,
                ahead,
            });
        }
    }

    /// Maximum number of naturals at a place to come.
    fn naturals(&self, state: &State, place: u8, suit: usize) -> u8 {
        if place == 13 && self.keeps_aces() {
            state.kept(suit)
        } else {
            self.laid[place as usize % 13][suit] + self.own[place as usize % 13][suit]
        }
    }

    /// Maximum number of naturals at one of the next places within reach of this many wilds.
    fn follows(&self, place: u8, suit: usize, wilds: u8) -> u8 {
        let last = self.places.1.min(place + 1 + wilds);
        let there =
            |place: u8| self.laid[place as usize % 13][suit] + self.own[place as usize % 13][suit];
        (place + 1..=last).map(there).max().unwrap_or(0)
    }

    /// The open runs, without long ones that cannot get a card any more; `None` if the short ones cannot all
    /// be extended.
    fn useful_runs(
        &self,
        state: &State,
        used: u8,
        place: u8,
        suit: usize,
        next: [u8; 4],
    ) -> Option<[u8; 4]> {
        let full = self.ask.rules.run_min as usize - 1;
        let mut lens = next;
        let short: u8 = lens[..full].iter().sum();
        if place == self.places.1 {
            lens[full] = 0;
            return (short == 0).then_some(lens);
        }
        let free = self.all_wilds() - used;
        if lens[..full].iter().any(|&n| n > MAX_OPEN_RUNS) {
            return None;
        }
        // The short ones must all find cards: those of length `len` at the next `full - len` places.
        let (mut going, mut holes) = (short, 0);
        for step in 1..=full {
            if going == 0 {
                break;
            }
            let at = place + step as u8;
            if at > self.places.1 {
                return None;
            }
            holes += going.saturating_sub(self.naturals(state, at, suit));
            going -= lens[full - step];
        }
        if holes > free {
            return None;
        }
        let naturals = self.naturals(state, place + 1, suit);
        let wanted = self.follows(place, suit, free);
        lens[full] = lens[full].min((naturals + free - short).min(wanted)).min(MAX_OPEN_RUNS);
        Some(lens)
    }

    /// Returns `true` if this many naturals and wilds can make sets of a rank, each with a natural.
    fn splits(&self, naturals: u8, wilds: u8) -> bool {
        let rules = self.ask.rules;
        let Some(max) = rules.set_max else { return naturals + wilds >= rules.set_min };
        let all = naturals + wilds;
        (1..=naturals).any(|sets| sets * rules.set_min <= all && all <= sets * max)
    }

    /// Value of this many wilds of the hand, the best first.
    fn worth_of_wilds(&self, number: u8) -> i32 {
        let mut worth: ArrayVec<i32, 64> =
            self.own_wilds.iter().map(|c| i32::from(self.ask.value[c.index()])).collect();
        worth.short_sort_by(|a, b| b.cmp(a));
        worth.iter().take(number as usize).sum()
    }

    /// Number of wilds of the hand that an end plays; `None` if too few cards would stay.
    pub(super) fn own_wilds_played(&self, node: NodeId) -> Option<u8> {
        let &Node { state, wilds, .. } = &self.layers.nodes[node];
        let (laid, own) = (self.laid_wilds.len() as u8, self.own_wilds.len() as u8);
        let stay = self.ask.keep.saturating_sub(state.left());
        let played = own.checked_sub(stay)?;
        (laid + played >= wilds).then_some(played)
    }
}

impl Layered for Sweep<'_> {
    type State = State;
    type Node = Node;
    type Transition = Transition;

    fn layers(&self) -> &Layers<State, Node, Transition> {
        &self.layers
    }

    fn layers_mut(&mut self) -> &mut Layers<State, Node, Transition> {
        &mut self.layers
    }

    fn places(&self) -> (u8, u8) {
        self.places
    }

    fn begin(&mut self) {
        let (state, parent, other) = (State::START, NodeId::FIRST, NodeId::NONE);
        self.layers.nodes.push(Node { state, wilds: 0, value: 0, parent, other });
        self.layers.transitions.push(Transition::Start);
    }

    /// Prunes if nothing to come can exceed the best found, or if the search was cancelled.
    fn should_prune(&mut self, node: NodeId, next: u8) -> bool {
        if self.layers.steps() == 0 {
            self.layers.give_up();
            return true;
        }
        let hope = self.later[usize::from(next)] + self.value_of_wilds;
        next > 0 && self.layers.nodes[node].value + hope <= self.beat
    }

    fn suit_step(&mut self, node: NodeId, place: u8, suit: Suit) {
        let suit = suit.index();
        let &Node { state, value, wilds: used, .. } = &self.layers.nodes[node];
        let rank = place as usize % 13;
        let high = place == 13 && self.keeps_aces();
        let low = place == 0 && self.keeps_aces();
        let (laid, own) = if high {
            (state.kept(suit), 0)
        } else {
            (self.laid[rank][suit], self.own[rank][suit])
        };
        let worth = i32::from(self.ask.value[13 * suit + rank]);
        let free = self.all_wilds() - used;
        let later: u8 = (suit + 1..4).map(|s| self.laid[rank][s] + self.own[rank][s]).sum();
        for played in 0..=own {
            let cards = laid + played;
            let mut now = state;
            let left = state.left() + (own - played);
            now.set_left(left.min(self.ask.keep).min(15));
            if high {
                now.set_kept(suit, 0);
            }
            let value = value + worth * i32::from(played);
            let max_kept = if low { cards.min(self.high_aces[suit]) } else { 0 };
            for kept in 0..=max_kept {
                if low {
                    now.set_kept(suit, kept);
                }
                let max_sets = if high { 0 } else { cards - kept };
                for sets in 0..=max_sets {
                    let mut now = now;
                    let pool = state.pool() + sets;
                    now.set_pool(pool);
                    if pool > 0 && pool + later + free < self.ask.rules.set_min {
                        continue;
                    }
                    let runs = cards - kept - sets;
                    self.runs_step(node, (now, used, value), place, suit, [runs, sets]);
                }
            }
        }
    }

    fn has_sets(&self, _: Layer, place: u8) -> bool {
        // Not at the high ace if there is a low one.
        place < 13 || self.places.0 > 0
    }

    fn set_step(&mut self, node: NodeId, place: u8) {
        let &Node { state, value, wilds: used, .. } = &self.layers.nodes[node];
        let rank = place as usize % 13;
        let pool = state.pool();
        let mut now = state;
        now.set_pool(0);
        if pool == 0 {
            self.push(now, used, value, node, || Transition::Sets { rank, wilds: 0 });
            return;
        }
        // The fewest wilds that make sets of them; others are placed at the end.
        let free = self.all_wilds() - used;
        if let Some(wilds) = (0..=free).find(|&wilds| self.splits(pool, wilds)) {
            self.push(now, used + wilds, value, node, || Transition::Sets { rank, wilds });
        }
    }

    /// What must still be found, less the value; the weights are tuned by trial.
    fn heuristic(&self, node: &Node) -> i32 {
        let full = self.ask.rules.run_min as usize - 1;
        let lens = (0..4).map(|suit| node.state.lens(suit));
        let short_of =
            |lens: [u8; 4]| -> u8 { (0..full).map(|len| lens[len] * (full - len) as u8).sum() };
        let pool = node.state.pool();
        let in_sets = if pool > 0 { self.ask.rules.set_min.saturating_sub(pool) } else { 0 };
        let shortfall = lens.clone().map(short_of).sum::<u8>() + in_sets;
        let long: u8 = lens.map(|l| l[full]).sum();
        8 * i32::from(node.wilds) + 8 * i32::from(shortfall)
            - 2 * i32::from(long)
            - 16 * node.value / self.unit
    }

    /// Value of a finished arrangement with the wilds that can still be placed.
    fn end_score(&self, node: NodeId) -> Option<i32> {
        let played = self.own_wilds_played(node)?;
        Some(self.layers.nodes[node].value + self.worth_of_wilds(played))
    }
}
