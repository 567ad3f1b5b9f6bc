//! History of a deal as seen by one seat, and reconstruction of a table consistent with it.

use gin_rummy_engine::gin_rummy::{Card, Hand, Player, Round};
use gin_rummy_engine::{
    DealerRotation, DrawAction, Layoff, Strategy, Table, TurnAction, UpcardAction, View, eaai_rules,
};

/// Seat of the bot on reconstructed tables.
pub const ME: Player = Player::One;

/// Action of a seat.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Pass,
    Take,
    Draw,
    Discard(Card),
}

/// A deal as seen by one seat.
pub struct Deal {
    /// Cards dealt to the seat.
    hand: Hand,
    upcard: Card,
    /// `true` if the seat is the dealer.
    deals: bool,
    events: Vec<(Player, Event)>,
    /// Cards that the seat drew from the stock.
    drawn: Vec<Card>,
    /// Its hand before the cards of the current draw.
    held: Hand,
    /// Size of the stock at the seat's last action.
    stock: usize,
}

impl Deal {
    /// State at the seat's first decision.
    pub fn begun(hand: Hand, upcard: Card, deals: bool) -> Deal {
        let (events, drawn) = (Vec::new(), Vec::new());
        Deal { hand, upcard, deals, events, drawn, held: hand, stock: 31 }
    }

    /// The first upcard is offered to the seat; if it is the dealer, the opponent has passed.
    pub fn offered(&mut self) {
        if self.deals {
            self.events.push((Player::Two, Event::Pass));
        }
    }

    /// The seat is to draw; infers the opponent's last actions from the top card and the size of the stock.
    pub fn to_draw(&mut self, top: Card, stock: usize) {
        let passed = self.events.iter().filter(|(_, event)| matches!(event, Event::Pass)).count();
        if passed == 1 && stock == 31 && top == self.upcard && !self.deals {
            self.events.push((Player::Two, Event::Pass));
            return;
        }
        let how = if stock < self.stock { Event::Draw } else { Event::Take };
        self.events.push((Player::Two, how));
        self.events.push((Player::Two, Event::Discard(top)));
        self.stock = stock;
    }

    /// The seat is to play with this hand.
    pub fn to_play(&mut self, hand: Hand) {
        if let Some((ME, Event::Draw)) = self.events.last() {
            self.drawn.extend((hand - self.held).iter());
            self.stock -= 1;
        }
        self.held = hand;
    }

    /// Records the seat's action.
    pub fn done(&mut self, event: Event) {
        if let Event::Discard(card) = event {
            self.held.remove(card);
        }
        self.events.push((ME, event));
    }

    /// Reconstructs a table with this history. Hidden cards are filled in consistently.
    pub fn table(&self, scores: [u16; 2]) -> Option<Table> {
        let (initial, stock) = self.hidden()?;
        let dealer = if self.deals { Player::One } else { Player::Two };
        let hands = [self.hand, initial];
        let round = Round::from_deal(eaai_rules(), dealer, hands, self.upcard, stock).ok()?;
        let rotation = DealerRotation::AlternateAfterScoredRound;
        let mut table = Table::new(round).scores(scores).dealer_rotation(rotation);
        for (player, event) in &self.events {
            if table.turn() != Some(*player) {
                return None;
            }
            table.step(&mut Said(*event)).ok()?;
        }
        Some(table)
    }

    /// A possible original hand of the opponent, and the stock, the next card last.
    fn hidden(&self) -> Option<(Hand, Vec<Card>)> {
        let mut pile = vec![self.upcard];
        // The opponent's cards: `known` from the pile, `dealt` necessarily at the start, `draws` as far as
        // identified; `open` are draws that may still be in its hand.
        let (mut known, mut dealt, mut draws) = (Hand::EMPTY, Hand::EMPTY, Vec::new());
        let mut open: Vec<usize> = Vec::new();
        let mut fresh = None;
        // Seat of each draw, in order.
        let mut order = Vec::new();
        for (player, event) in &self.events {
            match (player, event) {
                (_, Event::Pass) => {}
                (Player::One, Event::Take) => _ = pile.pop()?,
                (Player::Two, Event::Take) => _ = known.insert(pile.pop()?),
                (player, Event::Draw) => {
                    order.push(*player);
                    if *player == Player::Two {
                        fresh = Some(draws.len());
                        draws.push(None);
                    }
                }
                (player, Event::Discard(card)) => {
                    pile.push(*card);
                    if *player == Player::One {
                        continue;
                    }
                    let drawn = fresh.take();
                    if known.remove(*card) {
                        open.extend(drawn);
                    } else if let Some(at) = drawn {
                        draws[at] = Some(*card);
                    } else if dealt.len() < 10 {
                        dealt.insert(*card);
                    } else {
                        draws[open.pop()?] = Some(*card);
                    }
                }
            }
        }
        let mut seen = self.hand | dealt | self.upcard.into();
        self.drawn.iter().chain(draws.iter().flatten()).for_each(|card| _ = seen.insert(*card));
        let mut others = (Hand::ALL - seen).iter();
        while dealt.len() < 10 {
            dealt.insert(others.next()?);
        }
        let (mut mine, mut theirs) = (self.drawn.iter(), draws.into_iter());
        let mut stock = Vec::with_capacity(31);
        for player in order {
            stock.push(match player {
                Player::One => mine.next().copied()?,
                Player::Two => theirs.next()?.or_else(|| others.next())?,
            });
        }
        stock.extend(others);
        stock.reverse();
        Some((dealt, stock))
    }
}

/// Replays a recorded action.
struct Said(Event);

impl Strategy for Said {
    fn offer_upcard(&mut self, _: &View<'_>) -> UpcardAction {
        if matches!(self.0, Event::Take) { UpcardAction::Take } else { UpcardAction::Pass }
    }

    fn choose_draw(&mut self, _: &View<'_>) -> DrawAction {
        if matches!(self.0, Event::Take) { DrawAction::TakeDiscard } else { DrawAction::Stock }
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        match self.0 {
            Event::Discard(card) => TurnAction::Discard(card),
            // Unreachable: a turn is replayed by its discard.
            _ => TurnAction::BigGin(view.best_melds()),
        }
    }

    fn choose_layoff(&mut self, _: &View<'_>) -> Option<Layoff> {
        None
    }
}
