//! Counting what happens in a match.

use upcard_engine::table::Seat;
use upcard_engine::{Event, MAX_PLAYERS, Rules, Sink};

use super::Finding;
use crate::stats::Interval;

/// What happened in one match.
#[derive(Clone, Default)]
pub(super) struct Count {
    players: usize,
    contracts: bool,
    // The present deal.
    dealer: Seat,
    active: Seat,
    turns: [u32; MAX_PLAYERS],
    down_in: [Option<u32>; MAX_PLAYERS],
    touched_in: [Option<u32>; MAX_PLAYERS],
    // The match.
    deals: u64,
    rounds: f64,
    downs: u64,
    down_turns: f64,
    never: u64,
    at_once: u64,
    buys: u64,
    blocked: u64,
    points: [f64; MAX_PLAYERS],
    rounds_spread: Vec<u64>,
    down_spread: Vec<u64>,
}

fn tally(spread: &mut Vec<u64>, at: usize) {
    if spread.len() <= at {
        spread.resize(at + 1, 0);
    }
    spread[at] += 1;
}

impl Count {
    pub(super) fn new(rules: &Rules) -> Count {
        let players = rules.players as usize;
        Count { players, contracts: rules.has_contracts(), ..Count::default() }
    }

    fn touch(&mut self, seat: Seat) {
        let turn = self.turns[seat as usize];
        self.touched_in[seat as usize].get_or_insert(turn);
    }

    fn deal_over(&mut self, winner: Option<Seat>, points: &[i32]) {
        self.deals += 1;
        let turns: u32 = self.turns[..self.players].iter().sum();
        let rounds = f64::from(turns) / self.players as f64;
        self.rounds += rounds;
        tally(&mut self.rounds_spread, rounds.round() as usize);
        for (seat, &scored) in points.iter().enumerate().take(self.players) {
            match self.down_in[seat] {
                Some(turn) => {
                    self.downs += 1;
                    self.down_turns += f64::from(turn);
                    tally(&mut self.down_spread, turn.saturating_sub(1) as usize);
                }
                None => self.never += 1,
            }
            // The dealer's left neighbour is the first seat of the deal.
            let place = (seat + 2 * self.players - self.dealer as usize - 1) % self.players;
            self.points[place] += f64::from(scored);
        }
        match winner {
            None => self.blocked += 1,
            Some(seat) => {
                let seat = seat as usize;
                let now = self.active as usize == seat;
                self.at_once += u64::from(now && self.touched_in[seat] == Some(self.turns[seat]));
            }
        }
        self.turns = Default::default();
        self.down_in = Default::default();
        self.touched_in = Default::default();
    }
}

impl Sink for Count {
    fn event(&mut self, event: &Event) {
        match event {
            Event::DealBegan { dealer, .. } => self.dealer = *dealer,
            Event::TurnBegan { seat } => {
                self.active = *seat;
                self.turns[*seat as usize] += 1;
            }
            Event::Bought { .. } => self.buys += 1,
            Event::LaidDown { seat, remaining, .. } => {
                self.touch(*seat);
                if *remaining == 0 || !self.contracts {
                    let turn = self.turns[*seat as usize];
                    self.down_in[*seat as usize].get_or_insert(turn);
                }
            }
            Event::LaidOff { seat, .. }
            | Event::Slid { seat, .. }
            | Event::Swapped { seat, .. }
            | Event::Arranged { seat, .. }
            | Event::Called { seat, .. } => self.touch(*seat),
            Event::DealEnded { winner, points, .. } => self.deal_over(*winner, points),
            _ => {}
        }
    }
}

/// What the matches come to. A match is a sample.
pub(super) fn finding(name: &str, players: u8, counts: &[Count]) -> Finding {
    let ratio = |of: &dyn Fn(&Count) -> (f64, f64)| {
        Interval::ratio(&counts.iter().map(of).collect::<Vec<_>>())
    };
    let sum = |of: &dyn Fn(&Count) -> &Vec<u64>| {
        let mut all = Vec::new();
        for count in counts {
            for (at, n) in of(count).iter().enumerate() {
                if all.len() <= at {
                    all.resize(at + 1, 0);
                }
                all[at] += n;
            }
        }
        all
    };
    let seats = f64::from(players);
    let hands = |c: &Count| c.deals as f64 * seats;
    Finding {
        rules: name.to_owned(),
        players,
        matches: counts.len() as u64,
        deals: counts.iter().map(|c| c.deals).sum(),
        rounds: ratio(&|c| (c.rounds, c.deals as f64)),
        turns_to_go_down: ratio(&|c| (c.down_turns, c.downs as f64)),
        never_down: ratio(&|c| (c.never as f64, hands(c))),
        out_at_once: ratio(&|c| (c.at_once as f64, c.deals as f64)),
        buys: ratio(&|c| (c.buys as f64, c.deals as f64)),
        blocked: ratio(&|c| (c.blocked as f64, c.deals as f64)),
        points: ratio(&|c| (c.points.iter().sum(), hands(c))),
        points_by_seat: (0..players as usize)
            .map(|place| ratio(&|c| (c.points[place], c.deals as f64)))
            .collect(),
        rounds_spread: sum(&|c| &c.rounds_spread),
        down_spread: sum(&|c| &c.down_spread),
    }
}
