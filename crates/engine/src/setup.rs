//! Positions set up by hand: for scenarios, tests and puzzles.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_cards::{Card, Cards, Elements};

use crate::chance::{Chance, shuffle};
use crate::choices::{OpeningUpcard, TurnedCard, WildsPerDeal};
use crate::compile::Rules;
use crate::flaws::reasons;
use crate::game::Game;
use crate::position::Board;
use crate::representation::Discard;
use crate::rules::{dealing, declaring, duties, game_totals, match_end, showing};
use crate::seat::{MAX_PLAYERS, Seat, Seats};
use crate::table::{Down, Drawn, Gone, HandsWon, MeldId, Phase, SeatState, Table, TableMeld, Turn};

/// A seat in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupSeat {
    /// Cards given explicitly.
    pub hand: Cards,
    /// Number of further, arbitrary cards.
    pub any: usize,
    /// Whether the contract is down.
    pub down: Down,
    /// The elements of the contract that are laid.
    pub laid: Elements,
    /// Buys made in this deal.
    pub bought: u8,
    /// Whether it has dropped.
    pub dropped: bool,
    /// Whether it is eliminated from the match.
    pub out: bool,
}

/// A position to set up. It need not be reachable, but no card may occur too often.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The deal, from 1.
    pub deal: u8,
    /// Number of the deal in the match, from 1; defaults to the position of `deal` in the schedule.
    /// Numbers after the last one are tie-breaking deals.
    pub ordinal: Option<u8>,
    /// The dealer.
    pub dealer: Seat,
    /// The seats; seats not given hold the number of cards dealt.
    pub seats: Vec<Option<SetupSeat>>,
    /// The melds.
    pub melds: Vec<TableMeld>,
    /// Cards in melds laid by seats other than the owners.
    pub additions: Vec<SetupAddition>,
    /// The discards: each a card, or `None` for any remaining one.
    pub discards: Vec<Option<Card>>,
    /// The first cards of the stock, in drawing order.
    pub stock: Vec<Card>,
    /// Whether the stock has no other cards.
    pub stock_only: bool,
    /// Scores so far.
    pub scores: Vec<i32>,
    /// The expected decision; for `Call` and `Offers` the rules determine who is asked.
    pub phase: SetupPhase,
    /// The active seat.
    pub turn: Seat,
    /// What was drawn, in [`SetupPhase::Play`].
    pub drawn: Drawn,
    /// The last buyer in this turn.
    pub last_taker: Option<Seat>,
    /// Whether the discard pile may not be taken in this turn.
    pub dead: bool,
    /// Pennies in the kitty.
    pub kitty: u32,
    /// Number of reshuffles so far, all without a card added to the table.
    pub reshuffles: u8,
    /// Wild cards that must be played in this turn.
    pub freed: Cards,
    /// The hands won so far, in games with knocking.
    pub hands: HandsWon,
    /// The card turned up for the wild rank.
    pub wild: Option<Card>,
    /// Chips of each seat, if losers pay the winner in chips.
    pub chips: Vec<i32>,
    /// Number of times each seat has rejoined the match.
    pub rejoined: Vec<u8>,
}

/// A card of a meld laid by a seat other than the meld's owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupAddition {
    /// The meld.
    pub meld: MeldId,
    /// Index of the card in a run, from 0.
    pub slot: usize,
    /// The card.
    pub card: Card,
    /// The seat that laid it.
    pub seat: Seat,
}

/// The decision that a position expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SetupPhase {
    /// The match has not begun.
    #[default]
    Start,
    /// The active seat draws.
    Draw,
    /// The upcard is offered before the active seat draws.
    Offers,
    /// The active seat plays.
    Play,
    /// The active seat has just discarded the upcard, which may be called.
    Call,
    /// The active seat cuts.
    Cut,
}

reasons! {
    /// Why a position cannot be set up.
    SetupError:
    /// No such deal.
    NoSuchDeal { deal: u8 } = "set-up.deal",
    /// No such seat.
    NoSuchSeat { seat: u8 } = "set-up.seat",
    /// A card occurs more often than in the pack.
    TooMany { card: Card } = "set-up.card",
    /// Fewer cards remain than are needed.
    TooFewLeft = "set-up.cards",
    /// The number of a meld is not from 1 to `most`.
    MeldNumber { meld: u16, most: u16 } = "set-up.meld-number",
    /// Two melds have the same number.
    MeldTwice { meld: u16 } = "set-up.meld-twice",
    /// No seat has a decision in this position.
    NobodyAsked = "set-up.nobody",
    /// The upcard fits no meld, so that nobody could call it.
    NothingToCall = "set-up.call",
    /// The position has a card turned up for the wild rank, but the game turns none up.
    NoWildTurned = "set-up.wild",
    /// A seat cannot have these points in three games with its number of won hands.
    Columns { seat: u8 } = "set-up.columns",
    /// The active seat is not in the deal.
    NotInDeal = "set-up.gone",
}

impl std::error::Error for SetupError {}

impl SetupSeat {
    /// Sets what this seat has laid of its contract, and when.
    fn set_laid_elements(&self, seat: &mut SeatState) {
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
    /// Sets up a position. Unspecified cards are taken from the remaining ones, deterministically;
    /// the rest is the stock, or out of play if the stock is given.
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
        check_meld_numbers(&setup.melds)?;
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
        game_totals::check_columns(&game.table, &rules)
            .map_err(|seat| SetupError::Columns { seat: seat.number() })?;
        if !game.table.is_in(setup.turn) {
            return Err(SetupError::NotInDeal);
        }
        if setup.phase == SetupPhase::Cut {
            game.table.phase = Phase::Cut { seat: setup.turn };
            return Ok(game);
        }
        place_cards(&mut game, &rules, setup, deal)?;
        set_phase(&mut game, &rules, setup)?;
        Ok(game)
    }
}

/// Maximum meld number in a position, with enough room for all that a deal can add.
const HIGHEST_MELD: MeldId = MeldId(9999);

/// Checks that the numbers of the melds are unique and in range.
fn check_meld_numbers(melds: &[TableMeld]) -> Result<(), SetupError> {
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

/// Sets up the table, except for cards.
fn begin(table: &mut Table, rules: &Rules, setup: &Setup, deal: u8) -> Result<(), SetupError> {
    let place = rules.schedule.iter().position(|&d| d == deal).unwrap_or(deal as usize);
    table.deals_begun = setup.ordinal.unwrap_or(place as u8 + 1);
    // A match to a target repeats the last deal of its schedule.
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
    // The current turn counts as begun; a draw from the stock resets the idle turns.
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
            given.set_laid_elements(seat);
        }
    }
    set_departed_seats(table, rules, setup);
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
        && duties::must_use_upcard(rules)
        && held.is_some_and(|seat| seat.hand.has(card))
    {
        table.turn.set_owed(card);
    }
    Ok(())
}

/// Sets which seats have left the deal or match, and which have drawn. At the start of the deal,
/// with one card in the discard pile and the first player's turn, only a seat in the play phase has
/// drawn.
fn set_departed_seats(table: &mut Table, rules: &Rules, setup: &Setup) {
    let seats = || Seat::all(table.players).zip(setup.seats.iter().map(Option::as_ref));
    let given = |of: fn(&SetupSeat) -> bool| -> Seats {
        seats().filter(|(_, given)| given.is_some_and(of)).map(|(seat, _)| seat).collect()
    };
    let (out, dropped) = (given(|seat| seat.out), given(|seat| seat.dropped));
    // Only tied players play in a tie-break.
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

fn place_cards(game: &mut Game, rules: &Rules, setup: &Setup, deal: u8) -> Result<(), SetupError> {
    let players = rules.players as usize;
    let mut left = rules.pack;
    let in_melds = setup.melds.iter().flat_map(|meld| meld.meld.cards().iter());
    let single = setup.discards.iter().flatten().chain(&setup.stock).chain(&setup.wild);
    let in_hands = setup.seats.iter().flatten().flat_map(|given| given.hand.iter());
    for card in in_melds.chain(single.copied()).chain(in_hands) {
        if !left.remove(card) {
            return Err(SetupError::TooMany { card });
        }
    }
    let mut rest: Vec<Card> = left.iter().collect();
    // Deterministic: a fixed seed.
    let mut rng = ChaCha12Rng::from_seed([1; 32]);
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
    // The upcard was discarded by the seat before the active one or, if it may be called, by the
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
        // After a reshuffle it is no longer under the stock.
        if setup.reshuffles == 0 {
            stock.insert(0, card);
        } else {
            game.table.buried.push(card);
        }
    }
    game.table.stock = stock.len() as u16;
    game.table.reveal_last_of_stock(rules);
    game.stock = stock;
    Ok(())
}

fn set_phase(game: &mut Game, rules: &Rules, setup: &Setup) -> Result<(), SetupError> {
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

#[cfg(test)]
mod tests;
