//! Positions at which chance is to answer next.

use arrayvec::ArrayVec;
use upcard_bots::{Bot, Budget, Steady, fallback};
use upcard_cards::{Card, Cards};
use upcard_engine::{Event, Game, MAX_PLAYERS, Seat, Sink};

/// Decisions after which a position is looked at as it is.
const MOST_DECISIONS: u32 = 80;

/// Who plays on, seat by seat: a steady player remembers hands that it has looked at.
pub(super) type Steadily = [Steady; MAX_PLAYERS];

/// A position at which chance is to answer next, or a deal that is over.
pub(super) struct Quiet {
    pub(super) game: Game,
    /// The hands without the cards that are to come.
    pub(super) hands: ArrayVec<Cards, MAX_PLAYERS>,
    /// The cards of the stock, those to come among them.
    pub(super) stock: Cards,
}

/// The cards that came from the stock.
#[derive(Default)]
struct Came {
    cards: ArrayVec<(Seat, Card), 8>,
    shuffled: bool,
}

impl Sink for Came {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Drew { seat, card: Some(card) } | Event::Penalty { seat, card: Some(card) } => {
                // More than that come at once in no game.
                let _ = self.cards.try_push((*seat, *card));
            }
            Event::Reshuffled { .. } => self.shuffled = true,
            _ => {}
        }
    }
}

impl Quiet {
    /// Plays on steadily until chance is to answer, or the deal is over.
    pub(super) fn after(mut game: Game, steady: &mut Steadily) -> Quiet {
        let mut came = Came::default();
        for _ in 0..MOST_DECISIONS {
            let Some(seat) = game.to_act() else { break };
            if game.table().phase().is_after_deal() || !came.cards.is_empty() || came.shuffled {
                break;
            }
            let action = steady[seat.index()].decide(&game.view(seat), &Budget::Playouts(0));
            if game.act(seat, &action, &mut came).is_err() {
                let action = fallback(&game.view(seat));
                if game.act(seat, &action, &mut came).is_err() {
                    break;
                }
            }
        }
        let seats = Seat::all(game.table().players());
        let mut hands: ArrayVec<Cards, MAX_PLAYERS> = seats.map(|seat| *game.hand(seat)).collect();
        let mut stock: Cards = game.stock().iter().copied().collect();
        for (seat, card) in came.cards {
            hands[seat.index()].remove(card);
            stock.add(card);
        }
        Quiet { game, hands, stock }
    }

    /// Is the deal over?
    pub(super) fn is_over(&self) -> bool {
        self.game.table().phase().is_after_deal()
    }
}
