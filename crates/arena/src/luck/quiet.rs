//! Positions just before a chance event.

use arrayvec::ArrayVec;
use upcard_bots::{Bot, Budget, Steady, fallback};
use upcard_cards::{Card, Cards};
use upcard_engine::{Event, Game, MAX_PLAYERS, Seat, Sink};

/// Maximum number of decisions to play forward.
const MAX_DECISIONS: u32 = 80;

/// The bot for each seat; a steady bot caches hands that it has evaluated.
pub(super) type SteadyBots = [Steady; MAX_PLAYERS];

/// A position just before a chance event, or at the end of a deal.
pub(super) struct QuietPosition {
    pub(super) game: Game,
    /// The hands without cards just drawn.
    pub(super) hands: ArrayVec<Cards, MAX_PLAYERS>,
    /// The cards of the stock, including those just drawn.
    pub(super) stock: Cards,
}

#[derive(Default)]
struct DrawnCards {
    cards: ArrayVec<(Seat, Card), 8>,
    shuffled: bool,
}

impl Sink for DrawnCards {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Drew { seat, card: Some(card) } | Event::Penalty { seat, card: Some(card) } => {
                // No game draws more at once.
                let _ = self.cards.try_push((*seat, *card));
            }
            Event::Reshuffled { .. } => self.shuffled = true,
            _ => {}
        }
    }
}

impl QuietPosition {
    /// Plays forward with steady bots until the next chance event or the end of the deal.
    pub(super) fn after(mut game: Game, steady: &mut SteadyBots) -> QuietPosition {
        let mut drawn = DrawnCards::default();
        for _ in 0..MAX_DECISIONS {
            let Some(seat) = game.to_act() else { break };
            if game.table().phase().is_after_deal() || !drawn.cards.is_empty() || drawn.shuffled {
                break;
            }
            let action = steady[seat.index()].decide(&game.view(seat), &Budget::Playouts(0));
            if game.act(seat, &action, &mut drawn).is_err() {
                let action = fallback(&game.view(seat));
                if game.act(seat, &action, &mut drawn).is_err() {
                    break;
                }
            }
        }
        let seats = Seat::all(game.table().players());
        let mut hands: ArrayVec<Cards, MAX_PLAYERS> = seats.map(|seat| *game.hand(seat)).collect();
        let mut stock: Cards = game.stock().iter().copied().collect();
        for (seat, card) in drawn.cards {
            hands[seat.index()].remove(card);
            stock.add(card);
        }
        QuietPosition { game, hands, stock }
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.table().phase().is_after_deal()
    }
}
