//! Counting what happens in a match.

use upcard_engine::Seat;
use upcard_engine::{Ending, Event, MAX_PLAYERS, Rules, Sink};

use super::sums::{Pair, Spread};

/// Figures of a deal, in the order of [`super::finding::FIGURES`].
pub(super) const PER_DEAL: usize = 13;

/// What is counted in deals of one kind.
#[derive(Clone, Default)]
struct Tally {
    deals: i64,
    turns: i64,
    downs: i64,
    down_turns: i64,
    never: i64,
    at_once: i64,
    buys: i64,
    blocked: i64,
    points: i64,
    knocked: i64,
    gin: i64,
    undercut: i64,
    declared: i64,
    declared_wrong: i64,
    dropped: i64,
}

impl Tally {
    fn figures(&self, players: i64) -> [Pair; PER_DEAL] {
        let hands = self.deals * players;
        [
            (self.turns, hands),
            (self.down_turns, self.downs),
            (self.never, hands),
            (self.at_once, self.deals),
            (self.buys, self.deals),
            (self.blocked, self.deals),
            (self.points, hands),
            (self.knocked, self.deals),
            (self.gin, self.deals),
            (self.undercut, self.deals),
            (self.declared, self.deals),
            (self.declared_wrong, hands),
            (self.dropped, hands),
        ]
    }

    fn add(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.turns += other.turns;
        self.downs += other.downs;
        self.down_turns += other.down_turns;
        self.never += other.never;
        self.at_once += other.at_once;
        self.buys += other.buys;
        self.blocked += other.blocked;
        self.points += other.points;
        self.knocked += other.knocked;
        self.gin += other.gin;
        self.undercut += other.undercut;
        self.declared += other.declared;
        self.declared_wrong += other.declared_wrong;
        self.dropped += other.dropped;
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
        let mut tally = Tally {
            deals: 1,
            turns: turns.into(),
            buys: self.bought,
            blocked: winner.is_none().into(),
            knocked: self.knocked.into(),
            gin: (how == Ending::Gin).into(),
            undercut: (how == Ending::Undercut).into(),
            declared: (how == Ending::Declared).into(),
            declared_wrong: self.declared_wrong,
            dropped: self.dropped,
            ..Tally::default()
        };
        // The dealer's left neighbour is the first seat of the deal.
        let dealer = self.dealer.index();
        let place = |seat: usize| (seat + 2 * players - dealer - 1) % players;
        for (seat, &scored) in points.iter().enumerate().take(players) {
            match self.down_in[seat] {
                Some(turn) => {
                    tally.downs += 1;
                    tally.down_turns += i64::from(turn);
                    self.downs.count(turn);
                }
                None => tally.never += 1,
            }
            tally.points += i64::from(scored);
            self.points[place(seat)] += i64::from(scored);
        }
        if let Some(seat) = winner.map(Seat::index) {
            let now = self.active.index() == seat;
            let at_once = now && self.touched_in[seat] == Some(self.turns[seat]);
            tally.at_once = at_once.into();
            self.wins[place(seat)] += 1;
        }
        if let (Some(sum), Some(rounds)) =
            (self.tallies.get_mut(self.deal), self.rounds.get_mut(self.deal))
        {
            sum.add(&tally);
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
        let players = self.players as i64;
        let mut all = Tally::default();
        self.tallies.iter().for_each(|tally| all.add(tally));
        let mut figures = vec![(all.turns, players)];
        figures.extend(all.figures(players));
        figures.extend(self.points[..self.players].iter().map(|points| (*points, all.deals)));
        figures.extend(self.wins[..self.players].iter().map(|wins| (*wins, all.deals)));
        figures.extend(self.tallies.iter().flat_map(|tally| tally.figures(players)));
        figures
    }

    /// Deals played, by deal.
    pub(super) fn deals(&self) -> impl Iterator<Item = u64> + '_ {
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
