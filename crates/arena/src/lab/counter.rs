//! Counting events of a match.

use upcard_engine::{Ending, Event, MAX_PLAYERS, Rules, Seat, Seats, Sink};

use super::counts::{MatchCounts, add_pairs};

#[derive(Clone, Default)]
pub(super) struct MatchCounter {
    players: usize,
    contracts: bool,
    // State of the current deal.
    deal: usize,
    dealer: Seat,
    /// Seats dealt in: excludes those out of the match and, in a playoff, those not tied.
    dealt: Seats,
    active: Seat,
    turns: [u32; MAX_PLAYERS],
    down_turn: [Option<u32>; MAX_PLAYERS],
    first_play_turn: [Option<u32>; MAX_PLAYERS],
    bought: i64,
    knocked: bool,
    declared_wrong: i64,
    dropped: i64,
    /// The finished deals of the match.
    counts: MatchCounts,
}

impl MatchCounter {
    pub(super) fn new(rules: &Rules) -> MatchCounter {
        MatchCounter {
            players: rules.players as usize,
            contracts: rules.has_contracts(),
            counts: MatchCounts::new(rules.deals.len(), rules.players.into()),
            ..MatchCounter::default()
        }
    }

    pub(super) fn finish(self) -> MatchCounts {
        self.counts
    }

    fn note_play(&mut self, seat: Seat) {
        let turn = self.turns[seat.index()];
        self.first_play_turn[seat.index()].get_or_insert(turn);
    }

    /// The seats dealt in, each with its place: the first to play is 0, the dealer last of the table even if
    /// seats are out.
    fn places(&self) -> Vec<(Seat, usize)> {
        let mut last = self.dealer;
        let in_turn = std::iter::from_fn(move || {
            last = self.dealt.next_after(last)?;
            Some(last)
        });
        let place =
            |(place, seat)| (seat, if seat == self.dealer { self.players - 1 } else { place });
        in_turn.take(self.dealt.len()).enumerate().map(place).collect()
    }

    fn finish_deal(&mut self, winner: Option<Seat>, how: Ending, points: &[i32]) {
        let turns: u32 = self.turns.iter().sum();
        let (mut downs, mut down_turns, mut never, mut sum) = (0, 0, 0, 0);
        let places = self.places();
        for &(seat, place) in &places {
            let scored = points.get(seat.index()).copied().unwrap_or(0);
            match self.down_turn[seat.index()] {
                Some(turn) => {
                    downs += 1;
                    down_turns += i64::from(turn);
                    self.counts.down.push(turn);
                }
                None => never += 1,
            }
            sum += i64::from(scored);
            self.counts.hands[place] += 1;
            self.counts.points[place] += i64::from(scored);
            self.counts.wins[place] += i64::from(winner == Some(seat));
        }
        let at_once = winner.is_some_and(|winner| {
            let seat = winner.index();
            winner == self.active && self.first_play_turn[seat] == Some(self.turns[seat])
        });
        let hands = places.len() as i64;
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
        if let (Some(sums), Some(rounds)) =
            (self.counts.figures.get_mut(self.deal), self.counts.rounds.get_mut(self.deal))
        {
            add_pairs(sums, &figures);
            rounds.push(turns.div_ceil(places.len().max(1) as u32));
        }
        self.turns = Default::default();
        self.down_turn = Default::default();
        self.first_play_turn = Default::default();
        self.bought = 0;
        self.knocked = false;
        self.declared_wrong = 0;
        self.dropped = 0;
    }
}

impl Sink for MatchCounter {
    fn event(&mut self, event: &Event) {
        match event {
            Event::DealBegan { deal, dealer, contracts, .. } => {
                self.deal = *deal as usize;
                self.dealer = *dealer;
                self.counts.own_contracts |= contracts.iter().any(|contract| contract != deal);
            }
            Event::Dealt { hands, .. } => {
                let has_cards = |seat: &Seat| {
                    hands.get(seat.index()).copied().flatten().is_some_and(|hand| !hand.is_empty())
                };
                self.dealt = Seat::all(self.players as u8).filter(has_cards).collect();
            }
            Event::TurnBegan { seat } => {
                self.active = *seat;
                self.turns[seat.index()] += 1;
            }
            Event::Bought { .. } => self.bought += 1,
            Event::LaidDown { seat, remaining, .. } => {
                self.note_play(*seat);
                if remaining.is_empty() || !self.contracts {
                    let turn = self.turns[seat.index()];
                    self.down_turn[seat.index()].get_or_insert(turn);
                }
            }
            Event::LaidOff { seat, .. }
            | Event::Slid { seat, .. }
            | Event::Swapped { seat, .. }
            | Event::Arranged { seat, .. }
            | Event::Called { seat, .. } => self.note_play(*seat),
            Event::Knocked { .. } => self.knocked = true,
            Event::DeclaredWrong { .. } => self.declared_wrong += 1,
            Event::Dropped { .. } => self.dropped += 1,
            Event::DealEnded { winner, how, points, .. } => self.finish_deal(*winner, *how, points),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::counts::PER_DEAL;
    use upcard_cards::Cards;

    /// Seats out of the match have no hand, and the first to play is the next seat still in after the dealer.
    #[test]
    fn places_count_only_seats_that_were_dealt_cards() {
        let rules = crate::rules("pool-101", &[], Some(4)).unwrap();
        let mut count = MatchCounter::new(&rules);
        let hand: Cards = "4C 5C".parse().unwrap();
        let mut deal = |dealer: usize, out: &[usize], winner: usize, points: [i32; 4]| {
            let hand = |seat| if out.contains(&seat) { Cards::NONE } else { hand };
            let dealer = Seat::at(dealer);
            let contracts = Vec::new();
            count.event(&Event::DealBegan { deal: 0, dealer, contracts, playoff: false });
            let hands = (0..4).map(|seat| Some(hand(seat))).collect();
            count.event(&Event::Dealt { deck: None, hands, upcard: None, stock: 9, each: 2 });
            count.event(&Event::TurnBegan { seat: Seat::at(winner) });
            count.event(&Event::DealEnded {
                winner: Some(Seat::at(winner)),
                how: Ending::Declared,
                hands: Vec::new(),
                points: points.to_vec(),
                paid: vec![0; 4],
            });
        };
        deal(3, &[], 0, [0, 10, 20, 30]);
        // The dealer's left neighbour is out, so the next seat is first.
        deal(2, &[3], 0, [0, 40, 50, 0]);
        deal(0, &[1, 3], 0, [0, 0, 60, 0]);
        let figures = count.finish().figures();
        let (points, wins) = figures[1 + PER_DEAL..][..8].split_at(4);
        assert_eq!(points, [(60, 3), (50, 2), (20, 1), (80, 3)]);
        assert_eq!(wins, [(2, 3), (0, 2), (0, 1), (1, 3)]);
        // One turn in each of these deals, for two to four hands.
        assert_eq!((figures[0], figures[1]), ((3, 4), (3, 9)));
    }
}
