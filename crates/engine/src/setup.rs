//! Positions set up by hand: for scenarios, tests and puzzles.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use upcard_cards::{Card, Cards, Elements};

use crate::chance::{Chance, shuffle};
use crate::choices::{OpeningUpcard, TurnedCard, WildsPerDeal};
use crate::compile::Rules;
use crate::flaws::{coded, reasons};
use crate::game::Game;
use crate::position::Board;
use crate::rules::{dealing, declaring, duties, game_totals, match_end, showing};
use crate::seat::{MAX_PLAYERS, Seat, Seats};
use crate::shape::Discard;
use crate::table::{Down, Drawn, Gone, HandsWon, MeldId, Phase, SeatState, Table, TableMeld, Turn};

/// What a position says about one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupSeat {
    /// The cards that are named.
    pub hand: Cards,
    /// How many more cards it holds, any that are left over.
    pub any: usize,
    /// Is the contract down?
    pub down: Down,
    /// The elements of the contract that are laid.
    pub laid: Elements,
    /// Buys made in this deal.
    pub bought: u8,
    /// Has it dropped?
    pub dropped: bool,
    /// Is it out of the match?
    pub out: bool,
}

/// A position to be set up. It need not be reachable, but no card may be there too often.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The deal, from 1.
    pub deal: u8,
    /// Which deal of the match it is, from 1; by default the place of `deal` in its schedule. The
    /// numbers after the last one are of deals that settle a tie.
    pub ordinal: Option<u8>,
    /// The dealer.
    pub dealer: Seat,
    /// The seats; those not given hold as many cards as are dealt.
    pub seats: Vec<Option<SetupSeat>>,
    /// The melds.
    pub melds: Vec<TableMeld>,
    /// Cards of melds that other seats than their owners have laid.
    pub additions: Vec<SetupAddition>,
    /// The discards: each a card, or any of those left over.
    pub discards: Vec<Option<Card>>,
    /// The stock's first cards, the first drawn first.
    pub stock: Vec<Card>,
    /// Are those all the stock has?
    pub stock_only: bool,
    /// Scores so far.
    pub scores: Vec<i32>,
    /// What is waited for; `Call` and `Offers` ask whom the rules say.
    pub phase: SetupPhase,
    /// The seat of that.
    pub turn: Seat,
    /// What was drawn, in play.
    pub drawn: Drawn,
    /// Who bought last in this turn.
    pub last_taker: Option<Seat>,
    /// May the pile not be taken in this turn?
    pub dead: bool,
    /// Pennies in the kitty.
    pub kitty: u32,
    /// Reshuffles so far, all without a card to the table.
    pub reshuffles: u8,
    /// Wilds that must be played in this turn.
    pub freed: Cards,
    /// The hands won so far, where one knocks.
    pub hands: HandsWon,
    /// The card that was turned up for the wild rank.
    pub wild: Option<Card>,
    /// The chips of each seat, where losers hand them to the winner.
    pub chips: Vec<i32>,
    /// How often each seat has come back into the match.
    pub rejoined: Vec<u8>,
}

/// A card of a meld that another seat than the meld's owner has laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupAddition {
    /// The meld.
    pub meld: MeldId,
    /// The card's place among the cards of a run, from 0.
    pub slot: usize,
    /// The card.
    pub card: Card,
    /// Who has laid it.
    pub seat: Seat,
}

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SetupPhase {
    /// The match has not begun.
    #[default]
    Start,
    /// The active seat draws.
    Draw,
    /// The window before the active seat draws.
    Offers,
    /// The active seat plays.
    Play,
    /// The active seat has just thrown the upcard.
    Call,
    /// The seat cuts.
    Cut,
}

reasons! {
    /// Why a position cannot be set up.
    SetupError:
    /// There is no such deal.
    NoSuchDeal { deal: u8 } = "set-up.deal",
    /// There is no such seat.
    NoSuchSeat { seat: u8 } = "set-up.seat",
    /// A card is there more often than in the pack.
    TooMany { card: Card } = "set-up.card",
    /// Fewer cards are left over than are asked for.
    TooFewLeft = "set-up.cards",
    /// A meld has no number from 1 to `most`.
    MeldNumber { meld: u16, most: u16 } = "set-up.meld-number",
    /// Two melds have one number.
    MeldTwice { meld: u16 } = "set-up.meld-twice",
    /// This position asks nobody.
    NobodyAsked = "set-up.nobody",
    /// The upcard fits no meld, so that nobody could call it.
    NothingToCall = "set-up.call",
    /// The position names a card turned up for the wild rank, and this game turns none up.
    NoWildTurned = "set-up.wild",
    /// A seat cannot have these points in three games with the hands that it has won.
    Columns { seat: u8 } = "set-up.columns",
    /// The seat of the turn has no part in the deal.
    NotInDeal = "set-up.gone",
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&coded(self.code(), self.data()))
    }
}

impl std::error::Error for SetupError {}

impl SetupSeat {
    /// Sets what the position says this seat has laid of its contract, and when.
    fn laid_so_far(&self, seat: &mut SeatState) {
        let contract = !seat.remaining.is_empty();
        seat.bought = self.bought;
        seat.remaining = seat.remaining.without(self.laid);
        if self.down != Down::No {
            seat.remaining = Elements::NONE;
            seat.down = self.down;
            seat.melded = self.down;
        } else if contract && seat.remaining.is_empty() {
            seat.down = Down::Earlier;
        }
        seat.touched |= self.down == Down::Earlier;
    }
}

impl Game {
    /// Sets up a position. Cards that are left open are taken from those left over, in the same
    /// order each time; what is left then is the stock, or out of play where the stock is given.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn set_up(rules: Arc<Rules>, setup: &Setup, chance: Chance) -> Result<Game, SetupError> {
        let players = rules.players;
        let deal = setup.deal.max(1) - 1;
        if deal as usize >= rules.deals.len() {
            return Err(SetupError::NoSuchDeal { deal: setup.deal });
        }
        let owners = setup.melds.iter().map(|meld| meld.owner);
        let layers = setup.additions.iter().map(|addition| addition.seat);
        for seat in owners.chain(layers).chain([setup.dealer, setup.turn]) {
            if !seat.is_of(players) {
                return Err(SetupError::NoSuchSeat { seat: seat.number() });
            }
        }
        numbered(&setup.melds)?;
        let mut game = Game::new(rules.clone(), chance);
        game.table.dealer = setup.dealer;
        for (seat, score) in setup.scores.iter().enumerate().take(players as usize) {
            game.table.scores[seat] = *score;
        }
        game.table.kitty = setup.kitty;
        let start = game.table.first_chips(&rules);
        for (seat, chips) in setup.chips.iter().enumerate().take(players as usize) {
            game.table.pool.chips[seat] = chips.saturating_sub(start);
        }
        for (seat, times) in setup.rejoined.iter().enumerate().take(players as usize) {
            game.table.pool.rejoined[seat] = *times;
        }
        if setup.wild.is_some() && rules.set.choices.wilds.per_deal != WildsPerDeal::Turned {
            return Err(SetupError::NoWildTurned);
        }
        if setup.phase == SetupPhase::Start {
            return Ok(game);
        }
        begin(&mut game.table, &rules, setup, deal)?;
        game_totals::columns_can_be(&game.table, &rules)
            .map_err(|seat| SetupError::Columns { seat: seat.number() })?;
        if !game.table.is_in(setup.turn) {
            return Err(SetupError::NotInDeal);
        }
        if setup.phase == SetupPhase::Cut {
            game.table.phase = Phase::Cut { seat: setup.turn };
            return Ok(game);
        }
        place_cards(&mut game, &rules, setup, deal)?;
        wait(&mut game, &rules, setup)?;
        Ok(game)
    }
}

/// The highest number of a meld that is set up: enough are left for all that a deal can add.
const HIGHEST_MELD: MeldId = MeldId(9999);

/// Each meld has a number of its own, and there are numbers after it.
fn numbered(melds: &[TableMeld]) -> Result<(), SetupError> {
    let mut before = BTreeSet::new();
    for id in melds.iter().map(|meld| meld.id) {
        if !(MeldId::FIRST..=HIGHEST_MELD).contains(&id) {
            return Err(SetupError::MeldNumber { meld: id.0, most: HIGHEST_MELD.0 });
        }
        if !before.insert(id) {
            return Err(SetupError::MeldTwice { meld: id.0 });
        }
    }
    Ok(())
}

/// The table as far as cards do not matter.
fn begin(table: &mut Table, rules: &Rules, setup: &Setup, deal: u8) -> Result<(), SetupError> {
    let place = rules.schedule.iter().position(|&d| d == deal).unwrap_or(deal as usize);
    table.deals_begun = setup.ordinal.unwrap_or(place as u8 + 1);
    // A match to a target plays the last deal of its schedule as often as need be.
    let playoffs = match setup.ordinal {
        Some(0) => None,
        Some(ordinal) => match_end::playoffs_at(table, rules, ordinal),
        None => Some(0),
    };
    let deal_number = table.deals_begun;
    table.playoffs = playoffs.ok_or(SetupError::NoSuchDeal { deal: deal_number })?;
    table.deal = deal;
    table.dealer = setup.dealer;
    table.reshuffles = setup.reshuffles;
    table.idle_reshuffles = setup.reshuffles;
    table.first_upcard = setup.discards.first().copied().flatten();
    table.hands = setup.hands;
    table.wild = setup.wild;
    table.wild_rank = setup.wild.and_then(|card| dealing::wild_rank(rules, card));
    if declaring::hidden(rules) {
        table.went_out = setup.melds.first().map(|meld| meld.owner);
    }
    // The turn that is going on has begun; a draw from the stock ends the idle ones.
    table.idle_turns = u16::from(match setup.phase {
        SetupPhase::Draw | SetupPhase::Offers => true,
        SetupPhase::Play => matches!(setup.drawn, Drawn::Discards(_)),
        SetupPhase::Start | SetupPhase::Call | SetupPhase::Cut => false,
    });
    for seat in &mut table.seats[..usize::from(rules.players)] {
        *seat = SeatState::dealt(rules, deal);
    }
    for meld in &setup.melds {
        Board::change(table, meld.owner, |board| {
            board.add_meld(*meld);
            let seat = board.seat.to_mut();
            seat.touched = true;
            seat.melded = Down::Earlier;
        });
    }
    for SetupAddition { meld, slot, card, seat } in setup.additions.iter().copied() {
        let Some((_, target)) = table.meld(meld) else { continue };
        let now = target.meld;
        if now.size() > slot && now.cards().has(card) {
            showing::add(table, rules, seat, meld, (&now, slot, card));
            table.seats[seat.index()].touched = true;
        }
    }
    for (seat, given) in table.seats.iter_mut().take(usize::from(rules.players)).zip(&setup.seats) {
        if let Some(given) = given {
            given.laid_so_far(seat);
        }
    }
    left_seats(table, rules, setup);
    let mine = &table.seats[setup.turn.index()];
    table.turn = Turn {
        seat: setup.turn,
        drawn: setup.drawn,
        last_taker: setup.last_taker,
        freed: setup.freed,
        fresh: !mine.touched && mine.down != Down::Now,
        ..Turn::default()
    };
    let held = setup.seats.get(setup.turn.index()).and_then(Option::as_ref);
    if let Drawn::Discards(card) = setup.drawn
        && duties::top_obliges(rules)
        && held.is_some_and(|seat| seat.hand.has(card))
    {
        table.turn.owes(card);
    }
    Ok(())
}

/// Who has left the deal or the match, and who has drawn: at the start of the deal, when the open
/// pile holds one card and it is the first player's turn, nobody but a seat that plays has.
fn left_seats(table: &mut Table, rules: &Rules, setup: &Setup) {
    let seats = || Seat::all(table.players).zip(setup.seats.iter().map(Option::as_ref));
    let given = |of: fn(&SetupSeat) -> bool| -> Seats {
        seats().filter(|(_, given)| given.is_some_and(of)).map(|(seat, _)| seat).collect()
    };
    let (out, dropped) = (given(|seat| seat.out), given(|seat| seat.dropped));
    // In a tie-break only those play who tie.
    let tied = match_end::playing(table, rules, table.playoffs > 0);
    let absent = |seat| out.has(seat) || !tied.has(seat);
    let gone = |seat| absent(seat) || dropped.has(seat);
    let first = table.dealer.next_of(table.players, |seat| !gone(seat));
    let start = setup.discards.len() <= 1 && setup.turn == first;
    for seat in Seat::all(table.players) {
        let state = &mut table.seats[seat.index()];
        state.drew = !start || (seat == setup.turn && setup.phase == SetupPhase::Play);
        state.gone = match (absent(seat), dropped.has(seat)) {
            (true, _) => Gone::NotDealt,
            (false, true) if state.drew => Gone::DroppedMiddle,
            (false, true) => Gone::DroppedFirst,
            (false, false) => Gone::No,
        };
    }
    table.pool.out = out;
}

/// Takes a card out of those left over.
fn take(left: &mut Cards, card: Card) -> Result<(), SetupError> {
    if left.remove(card) { Ok(()) } else { Err(SetupError::TooMany { card }) }
}

fn place_cards(game: &mut Game, rules: &Rules, setup: &Setup, deal: u8) -> Result<(), SetupError> {
    let players = rules.players as usize;
    let mut left = rules.pack;
    for meld in &setup.melds {
        for card in meld.meld.cards().iter() {
            take(&mut left, card)?;
        }
    }
    for card in setup.discards.iter().flatten().chain(&setup.stock).chain(&setup.wild) {
        take(&mut left, *card)?;
    }
    for given in setup.seats.iter().flatten() {
        for card in given.hand.iter() {
            take(&mut left, card)?;
        }
    }
    let mut rest: Vec<Card> = left.iter().collect();
    // The same each time: chance of a fixed number.
    let mut rng = rand_chacha::ChaCha12Rng::from_seed_number(1);
    shuffle(&mut rng, &mut rest);
    let mut any = || rest.pop().ok_or(SetupError::TooFewLeft);
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    let dealt = rules.deal(deal).hand as usize;
    for (seat, hand) in hands.iter_mut().enumerate().take(players) {
        let given = setup.seats.get(seat).and_then(Option::as_ref);
        *hand = given.map_or(Cards::NONE, |g| g.hand);
        let any_cards = if game.table.was_dealt(Seat::at(seat)) { dealt } else { 0 };
        for _ in 0..given.map_or(any_cards, |g| g.any) {
            hand.add(any()?);
        }
        game.table.seats[seat].count = hand.len() as u8;
    }
    game.hands = hands;
    for card in &setup.discards {
        let card = match card {
            Some(card) => *card,
            None => any()?,
        };
        game.table.discards.push(Discard { card, by: None });
    }
    // The upcard was thrown by the seat before the active one, or, where it may be called, by the
    // active one itself.
    let thrower = match setup.phase {
        SetupPhase::Call => setup.turn,
        _ => setup.turn.previous(rules.players),
    };
    if let Some(last) = game.table.discards.last_mut() {
        last.by = Some(thrower);
    }
    let mut stock = if setup.stock_only { Vec::new() } else { rest };
    stock.extend(setup.stock.iter().rev());
    if let Some(card) = setup.wild
        && rules.set.choices.wilds.turned_card == TurnedCard::StockBottom
    {
        // It no longer lies under a stock that was reshuffled.
        if setup.reshuffles == 0 {
            stock.insert(0, card);
        } else {
            game.table.buried.push(card);
        }
    }
    game.table.stock = stock.len() as u16;
    game.table.know_last_of_stock(rules);
    game.stock = stock;
    Ok(())
}

fn wait(game: &mut Game, rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
    let table = &mut game.table;
    if setup.dead {
        table.dead = table.discards.len() as u16;
        table.turn.take_closed = true;
        table.turn.offers_closed = true;
    }
    table.decision = 1;
    table.phase = Phase::Draw;
    match setup.phase {
        SetupPhase::Start | SetupPhase::Cut | SetupPhase::Draw => {}
        SetupPhase::Play => {
            if table.turn.drawn == Drawn::Nothing {
                table.turn.drawn = Drawn::Stock;
            }
            table.phase = Phase::Play;
        }
        SetupPhase::Offers
            if rules.set.choices.dealing.opening_upcard == OpeningUpcard::Offered =>
        {
            table.phase = Phase::Upcard { seat: setup.turn };
        }
        SetupPhase::Offers => {
            let asked = crate::rules::buying::asked(table, rules);
            if asked.is_empty() {
                return Err(SetupError::NobodyAsked);
            }
            table.phase = Phase::Offers { asked, answered: Seats::NONE };
        }
        SetupPhase::Call => {
            let card = table.upcard().ok_or(SetupError::NothingToCall)?;
            if !crate::rules::calling::fits_somewhere(table, rules, card) {
                return Err(SetupError::NothingToCall);
            }
            let asked = table.in_deal().without(setup.turn);
            table.phase = Phase::Call { asked, answered: Seats::NONE };
        }
    }
    Ok(())
}

/// A generator from a small number.
trait FromNumber {
    fn from_seed_number(number: u8) -> Self;
}

impl FromNumber for rand_chacha::ChaCha12Rng {
    fn from_seed_number(number: u8) -> Self {
        <Self as rand_core::SeedableRng>::from_seed([number; 32])
    }
}

#[cfg(test)]
mod tests;
