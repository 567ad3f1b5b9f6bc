//! Results of the deals of a replayed match.

use crate::event::{Ending, Event};
use crate::seat::{Seat, Seats};

/// Result of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealResult {
    /// Number of the game's deal, from 1. A deal that is dealt again keeps its number; games whose deals are
    /// all alike have only 1.
    pub deal: usize,
    /// Line of the record where it began.
    pub line: usize,
    /// The dealer.
    pub dealer: Seat,
    /// Seats that were dealt cards.
    pub dealt: Seats,
    /// The seat that went out.
    pub winner: Option<Seat>,
    /// How the deal ended.
    pub how: Ending,
    /// Points of each seat.
    pub points: Vec<i32>,
}

/// Results of the finished deals, in playing order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    over: Vec<DealResult>,
    /// The deal in progress: number, line, dealer, and seats that were dealt cards.
    present: Option<(usize, usize, Seat, Seats)>,
}

impl Results {
    /// Processes the unredacted events of a line.
    pub fn note(&mut self, line: usize, events: &[Event]) {
        for event in events {
            match event {
                Event::DealBegan { deal, dealer, .. } => {
                    self.present = Some((usize::from(*deal) + 1, line, *dealer, Seats::NONE));
                }
                Event::Dealt { hands, .. } => {
                    if let Some((.., dealt)) = &mut self.present {
                        let some =
                            hands.iter().map(|hand| hand.is_some_and(|hand| !hand.is_empty()));
                        let seats = (0..).map(Seat::at).zip(some).filter(|(_, some)| *some);
                        *dealt = seats.map(|(seat, _)| seat).collect();
                    }
                }
                Event::DealEnded { winner, how, points, .. } => {
                    if let Some((deal, line, dealer, dealt)) = self.present.take() {
                        let (winner, how, points) = (*winner, *how, points.clone());
                        let over = DealResult { deal, line, dealer, dealt, winner, how, points };
                        self.over.push(over);
                    }
                }
                _ => {}
            }
        }
    }

    /// The results in playing order.
    #[must_use]
    pub fn deals(&self) -> &[DealResult] {
        &self.over
    }
}
