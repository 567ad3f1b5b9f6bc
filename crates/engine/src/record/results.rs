//! What came of each deal of a match that is replayed.

use crate::event::{Ending, Event};
use crate::seat::{Seat, Seats};

/// What came of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealResult {
    /// Which of the game's deals it was, from 1: a deal that is dealt again has the same number, and where all are
    /// alike, all have 1.
    pub deal: usize,
    /// The line of the record at which it began.
    pub line: usize,
    /// The dealer.
    pub dealer: Seat,
    /// Who was dealt cards.
    pub dealt: Seats,
    /// Who went out.
    pub winner: Option<Seat>,
    /// How it ended.
    pub how: Ending,
    /// What each seat scored.
    pub points: Vec<i32>,
}

/// The results of the deals that are over, in the order in which they were played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    over: Vec<DealResult>,
    /// The deal that is being played: its number, its line, its dealer, and who was dealt cards.
    present: Option<(usize, usize, Seat, Seats)>,
}

impl Results {
    /// Takes what happened at a line of the record; nothing of it is hidden.
    pub fn note(&mut self, line: usize, events: &[Event]) {
        for event in events {
            match event {
                Event::DealBegan { deal, dealer, .. } => {
                    self.present = Some((usize::from(*deal) + 1, line, *dealer, Seats::NONE));
                }
                Event::Dealt { hands, .. } => {
                    if let Some((.., dealt)) = &mut self.present {
                        let seats = (0..hands.len()).map(Seat::at).zip(hands);
                        let has = |hand: &Option<_>| {
                            hand.as_ref().is_some_and(|hand: &upcard_cards::Cards| !hand.is_empty())
                        };
                        *dealt =
                            seats.filter(|(_, hand)| has(hand)).map(|(seat, _)| seat).collect();
                    }
                }
                Event::DealEnded { winner, how, points, .. } => {
                    if let Some((deal, line, dealer, dealt)) = self.present.take() {
                        let (winner, how, points) = (*winner, *how, points.clone());
                        self.over.push(DealResult {
                            deal,
                            line,
                            dealer,
                            dealt,
                            winner,
                            how,
                            points,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// The results, the first deal first.
    #[must_use]
    pub fn deals(&self) -> &[DealResult] {
        &self.over
    }
}
