//! Counting what happens in a match.

use upcard_engine::Seat;
use upcard_engine::{Ending, Event, MAX_PLAYERS, Rules, Sink};

use super::sums::{Pair, Spread};

/// Figures of a deal, in the order of [`super::finding::FIGURES`].
pub(super) const PER_DEAL: usize = 13;

/// The deals of one kind, and their figures.
#[derive(Clone, Default)]
struct Tally {
    deals: i64,
    figures: [Pair; PER_DEAL],
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.deals += other.deals;
        for (mine, more) in self.figures.iter_mut().zip(other.figures) {
            *mine = (mine.0 + more.0, mine.1 + more.1);
        }
    }
}

/// What happened in one match.
#[derive(Clone, Default)]
pub(super) struct Count {
    players: usize,
    contracts: bool,
    // The present deal.
    deal: usize,
    dealer: Seat,
    active: Seat,
    turns: [u32; MAX_PLAYERS],
    down_in: [Option<u32>; MAX_PLAYERS],
    touched_in: [Option<u32>; MAX_PLAYERS],
    bought: i64,
    knocked: bool,
    declared_wrong: i64,
    dropped: i64,
    // The match.
    tallies: Vec<Tally>,
    points: [i64; MAX_PLAYERS],
    wins: [i64; MAX_PLAYERS],
    /// Rounds of the deals, by deal.
    pub(super) rounds: Vec<Spread>,
    /// Own turns until hands came down.
    pub(super) downs: Spread,
    /// Had seats contracts of their own?
    pub(super) own_contracts: bool,
}

impl Count {
    pub(super) fn new(rules: &Rules) -> Count {
        Count {
            players: rules.players as usize,
            contracts: rules.has_contracts(),
            tallies: vec![Tally::default(); rules.deals.len()],
            rounds: vec![Spread::default(); rules.deals.len()],
            ..Count::default()
        }
    }

    fn touch(&mut self, seat: Seat) {
        let turn = self.turns[seat.index()];
        self.touched_in[seat.index()].get_or_insert(turn);
    }

    fn deal_over(&mut self, winner: Option<Seat>, how: Ending, points: &[i32]) {
        let players = self.players;
        let turns: u32 = self.turns[..players].iter().sum();
        let (mut downs, mut down_turns, mut never, mut sum) = (0, 0, 0, 0);
        // The dealer's left neighbour is the first seat of the deal.
        let dealer = self.dealer.index();
        let place = |seat: usize| (seat + 2 * players - dealer - 1) % players;
        for (seat, &scored) in points.iter().enumerate().take(players) {
            match self.down_in[seat] {
                Some(turn) => {
                    downs += 1;
                    down_turns += i64::from(turn);
                    self.downs.count(turn);
                }
                None => never += 1,
            }
            sum += i64::from(scored);
            self.points[place(seat)] += i64::from(scored);
        }
        let mut at_once = false;
        if let Some(seat) = winner.map(Seat::index) {
            let now = self.active.index() == seat;
            at_once = now && self.touched_in[seat] == Some(self.turns[seat]);
            self.wins[place(seat)] += 1;
        }
        let hands = players as i64;
        let figures = [
            (turns.into(), hands),
            (down_turns, downs),
            (never, hands),
            (at_once.into(), 1),
            (self.bought, 1),
            (winner.is_none().into(), 1),
            (sum, hands),
            (self.knocked.into(), 1),
            ((how == Ending::Gin).into(), 1),
            ((how == Ending::Undercut).into(), 1),
            ((how == Ending::Declared).into(), 1),
            (self.declared_wrong, hands),
            (self.dropped, hands),
        ];
        if let (Some(tally), Some(rounds)) =
            (self.tallies.get_mut(self.deal), self.rounds.get_mut(self.deal))
        {
            tally.add(&Tally { deals: 1, figures });
            rounds.count(turns.div_ceil(players as u32));
        }
        self.turns = Default::default();
        self.down_in = Default::default();
        self.touched_in = Default::default();
        self.bought = 0;
        self.knocked = false;
        self.declared_wrong = 0;
        self.dropped = 0;
    }

    /// The figures of the match: rounds a match, then those of all deals, points and deals won by
    /// seat, and those of each deal.
    pub(super) fn figures(&self) -> Vec<Pair> {
        let mut all = Tally::default();
        self.tallies.iter().for_each(|tally| all.add(tally));
        let mut figures = vec![(all.figures[0].0, self.players as i64)];
        figures.extend(all.figures);
        figures.extend(self.points[..self.players].iter().map(|points| (*points, all.deals)));
        figures.extend(self.wins[..self.players].iter().map(|wins| (*wins, all.deals)));
        figures.extend(self.tallies.iter().flat_map(|tally| tally.figures));
        figures
    }

    /// Deals played, by deal.
    pub(super) fn deals(&self) -> impl ExactSizeIterator<Item = u64> {
        self.tallies.iter().map(|tally| tally.deals as u64)
    }
}

impl Sink for Count {
    fn event(&mut self, event: &Event) {
        match event {
            Event::DealBegan { deal, dealer, contracts, .. } => {
                self.deal = *deal as usize;
                self.dealer = *dealer;
                self.own_contracts |= contracts.iter().any(|contract| contract != deal);
            }
            Event::TurnBegan { seat } => {
                self.active = *seat;
                self.turns[seat.index()] += 1;
            }
            Event::Bought { .. } => self.bought += 1,
            Event::LaidDown { seat, remaining, .. } => {
                self.touch(*seat);
                if remaining.is_empty() || !self.contracts {
                    let turn = self.turns[seat.index()];
                    self.down_in[seat.index()].get_or_insert(turn);
                }
            }
            Event::LaidOff { seat, .. }
            | Event::Slid { seat, .. }
            | Event::Swapped { seat, .. }
            | Event::Arranged { seat, .. }
            | Event::Called { seat, .. } => self.touch(*seat),
            Event::Knocked { .. } => self.knocked = true,
            Event::DeclaredWrong { .. } => self.declared_wrong += 1,
            Event::Dropped { .. } => self.dropped += 1,
            Event::DealEnded { winner, how, points, .. } => self.deal_over(*winner, *how, points),
            _ => {}
        }
    }
}
