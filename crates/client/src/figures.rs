//! Personal statistics: places, points per deal, contracts laid down, buys. Computed once from each match's
//! record and stored as a line of text.

use upcard_engine::{Event, Seat};

use crate::Replay;
use crate::turning_points::standings;

/// Results of a seat in one deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DealFigures {
    /// Points.
    pub points: i32,
    /// `true` if it laid down its contract, or a meld in games without contracts.
    pub laid: bool,
    /// Upcards bought out of turn.
    pub bought: u8,
}

/// Results of a seat in one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchFigures {
    /// Place, from 1; ties share the better place.
    pub place: u8,
    /// Number of players.
    pub players: u8,
    /// Total turns of all players.
    pub turns: u32,
    /// Deals, in order.
    pub deals: Vec<DealFigures>,
}

impl MatchFigures {
    /// Computes the results of a seat from a record; `None` if the match has no such seat.
    #[must_use]
    pub fn of(replay: &Replay, seat: Seat) -> Option<MatchFigures> {
        let players = replay.rules().players;
        if seat.index() >= usize::from(players) {
            return None;
        }
        let (mut deals, mut turns, mut now) = (Vec::new(), 0, DealFigures::default());
        for event in replay.events() {
            match event {
                Event::DealBegan { .. } => now = DealFigures::default(),
                Event::TurnBegan { .. } => turns += 1,
                Event::Bought { seat: by, .. } if *by == seat => {
                    now.bought = now.bought.saturating_add(1);
                }
                Event::LaidDown { seat: by, remaining, .. } if *by == seat => {
                    now.laid |= remaining.is_empty();
                }
                Event::DealEnded { points, .. } => {
                    now.points = points.get(seat.index()).copied().unwrap_or_default();
                    deals.push(now);
                }
                _ => {}
            }
        }
        let end = replay.end();
        let order = standings(replay.rules(), &end.table);
        let total = |seat: &Seat| end.table.score(*seat);
        let better = order.iter().take_while(|other| total(other) != total(&seat)).count();
        Some(MatchFigures { place: better as u8 + 1, players, turns, deals })
    }

    /// Serializes to a short text: place, players, turns, and for each deal points, whether laid down, and
    /// buys.
    #[must_use]
    pub fn text(&self) -> String {
        let MatchFigures { place, players, turns, deals } = self;
        let mut words = vec![format!("{place} {players} {turns}")];
        words.extend(deals.iter().map(|deal| {
            format!("{},{},{}", deal.points, if deal.laid { 1 } else { 0 }, deal.bought)
        }));
        words.join(" ")
    }

    /// Parses the output of [`MatchFigures::text`]; `None` if invalid.
    #[must_use]
    pub fn read(text: &str) -> Option<MatchFigures> {
        let mut words = text.split(' ');
        let place = words.next()?.parse().ok().filter(|place| *place > 0)?;
        let (players, turns) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let deal = |word: &str| {
            let mut parts = word.split(',');
            let points = parts.next()?.parse().ok()?;
            let (laid, bought) = (parts.next()? == "1", parts.next()?.parse().ok()?);
            Some(DealFigures { points, laid, bought })
        };
        let deals: Option<Vec<DealFigures>> = words.map(deal).collect();
        Some(MatchFigures { place, players, turns, deals: deals? })
    }
}

/// Sums for one deal number over several matches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DealSum {
    /// Times played.
    pub played: u32,
    /// Total points.
    pub points: i64,
    /// Times the contract was laid down.
    pub laid: u32,
    /// Upcards bought.
    pub bought: u32,
}

impl DealSum {
    /// Mean points per deal.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.points as f64 / f64::from(self.played.max(1))
    }

    /// Percentage of deals in which the contract was laid down.
    #[must_use]
    pub fn percent(&self) -> u32 {
        self.laid * 100 / self.played.max(1)
    }
}

/// Statistics over matches of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Number of matches.
    pub matches: u32,
    /// Matches won, including ties.
    pub won: u32,
    /// Count for each place, starting with the first.
    pub places: Vec<u32>,
    /// Total turns of all players.
    pub turns: u64,
    /// Sums by deal number, starting with the first.
    pub deals: Vec<DealSum>,
}

impl Figures {
    /// Statistics of these matches.
    #[must_use]
    pub fn of<'a>(matches: impl IntoIterator<Item = &'a MatchFigures>) -> Figures {
        let mut all = Figures::default();
        for one in matches {
            all.matches += 1;
            all.won += u32::from(one.place == 1);
            all.turns += u64::from(one.turns);
            let place = usize::from(one.place);
            all.places.resize(all.places.len().max(place), 0);
            all.places[place - 1] += 1;
            all.deals.resize(all.deals.len().max(one.deals.len()), DealSum::default());
            for (sum, deal) in all.deals.iter_mut().zip(&one.deals) {
                sum.played += 1;
                sum.points += i64::from(deal.points);
                sum.laid += u32::from(deal.laid);
                sum.bought += u32::from(deal.bought);
            }
        }
        all
    }

    /// Sums over all deals.
    #[must_use]
    pub fn total(&self) -> DealSum {
        self.deals.iter().fold(DealSum::default(), |all, deal| DealSum {
            played: all.played + deal.played,
            points: all.points + deal.points,
            laid: all.laid + deal.laid,
            bought: all.bought + deal.bought,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(place: u8, deals: &[(i32, bool, u8)]) -> MatchFigures {
        let deal = |&(points, laid, bought): &_| DealFigures { points, laid, bought };
        MatchFigures { place, players: 4, turns: 40, deals: deals.iter().map(deal).collect() }
    }

    #[test]
    fn text_round_trips() {
        let one = figures(2, &[(-5, true, 0), (105, false, 3)]);
        assert_eq!(one.text(), "2 4 40 -5,1,0 105,0,3");
        assert_eq!(MatchFigures::read(&one.text()), Some(one));
        for wrong in ["", "1", "0 4 40", "1 4 40 5", "1 4 40 5,1", "1 4 40 5,1,x", "1 4 -1"] {
            assert_eq!(MatchFigures::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn statistics_are_summed_by_deal() {
        let matches = [
            figures(1, &[(0, true, 1), (20, true, 0)]),
            figures(3, &[(50, false, 2)]),
            figures(1, &[(10, true, 0), (40, false, 1), (7, true, 0)]),
        ];
        let all = Figures::of(&matches);
        assert_eq!((all.matches, all.won, all.turns), (3, 2, 120));
        assert_eq!(all.places, [2, 0, 1]);
        let first = DealSum { played: 3, points: 60, laid: 2, bought: 3 };
        assert_eq!((all.deals.len(), all.deals[0]), (3, first));
        assert_eq!((first.mean(), first.percent()), (20.0, 66));
        let together = DealSum { played: 6, points: 127, laid: 4, bought: 4 };
        assert_eq!(all.total(), together);
        assert_eq!(Figures::of([]).total().mean(), 0.0);
    }
}
