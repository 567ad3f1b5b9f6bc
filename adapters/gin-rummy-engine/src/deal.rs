//! What a seat has seen of a deal, and a table on which it has happened so.

use gin_rummy_engine::gin_rummy::{Card, Hand, Player, Round};
use gin_rummy_engine::{
    DealerRotation, DrawAction, Layoff, Strategy, Table, TurnAction, UpcardAction, View, eaai_rules,
};

/// The seat whose bot is asked, on the tables that are set up here.
pub const ME: Player = Player::One;

/// What a seat does.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Pass,
    Take,
    Draw,
    Discard(Card),
}

/// A deal as one seat has seen it.
pub struct Deal {
    /// The cards dealt to the seat.
    hand: Hand,
    upcard: Card,
    /// Is the seat the dealer?
    deals: bool,
    events: Vec<(Player, Event)>,
    /// The cards that the seat has drawn from the stock.
    drawn: Vec<Card>,
    /// What it holds, as far as it is known without looking.
    held: Hand,
    /// The stock, when the seat acted last.
    stock: usize,
}

impl Deal {
    /// At the first decision of the seat.
    pub fn begun(hand: Hand, upcard: Card, deals: bool) -> Deal {
        let (events, drawn) = (Vec::new(), Vec::new());
        Deal { hand, upcard, deals, events, drawn, held: hand, stock: 31 }
    }

    /// The first upcard is offered: if to the dealer, then the other has passed.
    pub fn offered(&mut self) {
        if self.deals {
            self.events.push((Player::Two, Event::Pass));
        }
    }

    /// The seat is to draw, with this card on top: what the other one has done is told by that.
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

    /// The seat does this.
    pub fn done(&mut self, event: Event) {
        if let Event::Discard(card) = event {
            self.held.remove(card);
        }
        self.events.push((ME, event));
    }

    /// A table on which all of this has happened. What is hidden is filled in with cards that agree.
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

    /// A hand that the other seat may have been dealt, and the stock, the next card last.
    fn hidden(&self) -> Option<(Hand, Vec<Card>)> {
        let mut pile = vec![self.upcard];
        // Of the other's cards: those taken from the pile; those that must have been dealt to it;
        // its draws, as far as they are known, and which of them it still holds.
        let (mut known, mut dealt, mut draws) = (Hand::EMPTY, Hand::EMPTY, Vec::new());
        let mut open: Vec<usize> = Vec::new();
        let mut fresh = None;
        // Whose draws came in which order.
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

/// Says what has been done.
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
            // Not reached: a turn is played by a discard.
            _ => TurnAction::BigGin(view.best_melds()),
        }
    }

    fn choose_layoff(&mut self, _: &View<'_>) -> Option<Layoff> {
        None
    }
}
