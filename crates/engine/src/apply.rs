//! Applies events to the state. Applying validates nothing and draws no random numbers: server,
//! page and replay fold the same events with the same code.

mod hands;

use upcard_cards::{Card, Cards, Elements};

use crate::choices::{
    Chain, Cut, Dead, Declares, ExtraCard, FinishCard, Reuse, ThenDraw, WhoScores,
};
use crate::compile::Rules;
use crate::event::Event;
use crate::position::Board;
use crate::representation::Discard;
use crate::rules::{
    buying, calling, dealing, dropping, duties, game_totals, match_end, pools, showing, stock_out,
};
use crate::seat::{Seat, Seats};
use crate::table::{Drawn, Gone, MeldId, Phase, SeatState, Table, Turn};
use crate::view::OwnView;

pub(crate) use hands::{hand_effect, note_sighting, played_by};

impl OwnView {
    /// Folds an event, redacted for this view's owner, into the view.
    pub fn apply(&mut self, rules: &Rules, event: &Event) {
        if let Some(me) = self.seat {
            let effect = hand_effect(event, me);
            self.hand = self.hand.without(&effect.out).plus(&effect.into);
            match event {
                // If the pack is cut first, no cards are dealt yet.
                Event::DealBegan { .. } => self.hand = Cards::NONE,
                Event::Dealt { hands, .. } => {
                    self.hand = hands.get(me.index()).copied().flatten().unwrap_or(Cards::NONE);
                    self.sightings.clear();
                }
                _ => {}
            }
        }
        note_sighting(&mut self.sightings, event, self.seat);
        table(&mut self.table, rules, event);
    }
}

/// Folds an event into the public state. Inlined, because most callers know the event's variant.
#[inline(always)]
pub(crate) fn table(t: &mut Table, rules: &Rules, event: &Event) {
    match event {
        Event::DealerFound { dealer, .. } => t.dealer = *dealer,
        Event::DealBegan { deal, dealer, contracts, playoff } => {
            begin_deal(t, rules, *deal, *dealer, contracts, *playoff);
        }
        Event::WasCut { seat, bonus, .. } => {
            t.scores[seat.index()] -= i32::from(*bonus);
            await_decision(t, Phase::Draw);
        }
        Event::Dealt { upcard, stock, each, .. } => {
            for seat in t.in_deal().iter() {
                t.seats[seat.index()].count = *each;
            }
            if rules.set.choices.dealing.extra_card == ExtraCard::NonDealer {
                let first = t.next_in(t.dealer);
                t.seats[first.index()].count += 1;
            }
            t.first_upcard = *upcard;
            t.discards.clear();
            if let Some(card) = upcard {
                t.discards.push(Discard { card: *card, by: None });
            }
            t.stock = *stock;
        }
        Event::TurnBegan { seat } => {
            t.idle_turns = t.idle_turns.saturating_add(1);
            if rules.set.choices.buying.dead == Dead::ThisTurn {
                t.dead = 0;
            }
            let state = &mut t.seats[seat.index()];
            state.begin_turn();
            t.turn = Turn { seat: *seat, fresh: !state.touched, ..Turn::default() };
            await_decision(t, Phase::Draw);
        }
        Event::Offered { asked, declared } => {
            t.turn.declared = *declared;
            await_decision(t, Phase::Offers { asked: *asked, answered: Seats::NONE });
        }
        Event::Answered { seat, .. } | Event::CallAnswered { seat, .. } => {
            if let Phase::Offers { answered, .. } | Phase::Call { answered, .. } = &mut t.phase {
                answered.insert(*seat);
            }
        }
        Event::OffersClosed => {
            t.turn.offers_closed = true;
            await_decision(t, Phase::Draw);
        }
        Event::Drew { seat, .. } => {
            from_stock(t, rules, *seat);
            t.seats[seat.index()].drew = true;
            t.turn.drawn = Drawn::Stock;
            await_decision(t, Phase::Play);
        }
        Event::Took { seat, card } => {
            if buying::is_bought_in_turn(t, rules, *seat) {
                count_buy(t, *seat, rules.set.choices.buying.price_pennies);
            }
            t.taken = t.taken.saturating_add(1);
            from_discards(t, *seat, *card);
            t.seats[seat.index()].drew = true;
            t.turn.drawn = Drawn::Discards(*card);
            if duties::must_use_upcard(rules) {
                t.turn.set_owed(*card);
            }
            await_decision(t, Phase::Play);
        }
        Event::Bought { seat, card, pennies } => {
            from_discards(t, *seat, *card);
            bought(t, rules, *seat, *pennies);
        }
        Event::Penalty { seat, .. } => from_stock(t, rules, *seat),
        Event::LaidDown { seat, melds, remaining } => {
            Board::change(t, *seat, |board| board.lay_down(*seat, melds, *remaining));
        }
        Event::TookDeep { seat, cards } => {
            t.taken = t.taken.saturating_add(cards.len() as u16);
            for card in cards {
                from_discards(t, *seat, *card);
            }
            if let Some(card) = cards.first() {
                t.turn.drawn = Drawn::Deep(*card);
                t.turn.set_owed(*card);
            }
            await_decision(t, Phase::Play);
        }
        Event::LaidOff { seat, meld, card, now, .. }
        | Event::Slid { seat, meld, card, now, .. } => {
            match event {
                Event::Slid { wild, to, .. } => {
                    let what = (*card, *wild, Some(*to), now);
                    showing::replaced(t, rules, *seat, *meld, what);
                }
                _ => showing::laid_off(t, rules, *seat, *meld, (*card, now)),
            }
            if let Some((index, _)) = t.meld(*meld) {
                Board::change(t, *seat, |board| board.lay_off(index, *card, *now));
            }
        }
        Event::Swapped { seat, meld, card, wild, now } => {
            showing::replaced(t, rules, *seat, *meld, (*card, *wild, None, now));
            if let Some((index, _)) = t.meld(*meld) {
                Board::change(t, *seat, |board| board.swap(rules, index, *card, *wild, *now));
            }
        }
        Event::Arranged { seat, melds, next_meld, played } => {
            Board::change(t, *seat, |board| board.arrange(melds.clone(), *next_meld, played));
        }
        Event::TookBack { seat, to, .. } => Board::clone(to).write_back(t, *seat),
        Event::Discarded { seat, card, protected } => {
            let state = &mut t.seats[seat.index()];
            state.count = state.count.saturating_sub(1);
            state.known.remove(*card);
            t.discards.push(Discard { card: *card, by: Some(*seat) });
            t.protected = *protected;
            await_decision(t, Phase::Draw);
        }
        Event::Kept { .. } => {
            t.protected = false;
            await_decision(t, Phase::Draw);
        }
        Event::CallOffered { asked } => {
            await_decision(t, Phase::Call { asked: *asked, answered: Seats::NONE })
        }
        Event::CallsClosed => await_decision(t, Phase::Draw),
        Event::Called { seat, meld, card, now } => {
            showing::laid_off(t, rules, *seat, *meld, (*card, now));
            t.discards.pop();
            if let Some((index, _)) = t.meld(*meld) {
                t.melds[index].meld = *now;
            }
            t.seats[seat.index()].touched = true;
            reset_idle_counters(t);
            let picks = calling::costs_a_card(rules);
            await_decision(t, if picks { Phase::Pick { caller: *seat } } else { Phase::Draw });
        }
        Event::Picked { from, to, .. } => picked(t, *from, *to),
        Event::ClaimOffered { seat } => await_decision(t, Phase::Claim { seat: *seat }),
        Event::Reshuffled { stock, size, used, turned, upcard } => {
            reshuffled(t, rules, *size, *used, *upcard);
            t.known_stock = stock.clone().filter(|_| *turned).unwrap_or_default();
        }
        Event::Declared { seat, melds, finish } => {
            Board::change(t, *seat, |board| board.lay_down(*seat, melds, Elements::NONE));
            if let Some(card) = finish {
                let open = rules.set.choices.declaring.finish_card == FinishCard::Pile;
                put_aside(t, *seat, Some(*card), open);
                if !open {
                    t.buried.push(*card);
                }
            }
            t.went_out.get_or_insert(*seat);
            await_decision(t, Phase::Draw);
        }
        Event::DealEnded { winner, how, points, paid, .. } => {
            match_end::count_void(t, *how);
            if game_totals::are_enabled(rules) || game_totals::breaks_ties(rules) {
                for winner in winner.iter() {
                    let won = points.get(winner.index()).copied().unwrap_or(0);
                    game_totals::score_hand(t, rules, *winner, won, *how);
                }
            }
            for (seat, (points, paid)) in points.iter().zip(paid).enumerate() {
                t.scores[seat] += points;
                t.paid[seat] += paid;
            }
            if rules.set.choices.scoring.who == WhoScores::Chips
                && let Some(winner) = winner
            {
                for (seat, points) in points.iter().enumerate() {
                    t.pool.chips[seat] -= points;
                    t.pool.chips[winner.index()] += points;
                }
            }
            t.pool.winner = *winner;
            (t.pool.agreed, t.pool.declined) = (Seats::NONE, false);
            pools::after_deal(t, rules);
            await_decision(t, Phase::DealOver { winner: *winner });
        }
        Event::UpcardOffered { seat } => await_decision(t, Phase::Upcard { seat: *seat }),
        Event::UpcardDeclined => {
            t.turn.take_closed = true;
            await_decision(t, Phase::Draw);
        }
        Event::BeganWithoutDraw => {
            t.seats[t.turn.seat.index()].drew = true;
            await_decision(t, Phase::Play);
        }
        Event::Knocked { seat, melds, discard, rest } => {
            Board::change(t, *seat, |board| board.lay_down(*seat, melds, Elements::NONE));
            if let Some(card) = discard {
                let state = &mut t.seats[seat.index()];
                state.count = state.count.saturating_sub(1);
                t.discards.push(Discard { card: *card, by: Some(*seat) });
            }
            t.big_gin = discard.is_none();
            t.seats[seat.index()].known = *rest;
            t.went_out = Some(*seat);
            await_decision(t, Phase::Show { seat: t.next_in(*seat) });
        }
        Event::Shown { seat, melds } => {
            Board::change(t, *seat, |board| board.lay_down(*seat, melds, Elements::NONE));
        }
        Event::WildTurned { cards } => {
            if let Some((card, before)) = cards.split_last() {
                t.buried.extend(before);
                t.wild = Some(*card);
                t.wild_rank = dealing::wild_rank(rules, *card);
                t.reveal_last_of_stock(rules);
            }
        }
        Event::DeclaredWrong { seat, finish, open, .. } => {
            t.seats[seat.index()].gone = Gone::DeclaredWrong;
            if rules.set.choices.declaring.allowed == Declares::AllButDiscard {
                put_aside(t, *seat, *finish, *open);
                if !*open {
                    t.face_down.insert(*seat);
                }
            }
            await_decision(t, Phase::Draw);
        }
        Event::Dropped { seat } => {
            t.seats[seat.index()].gone = dropping::kind(t, *seat);
            if *seat == t.turn.seat {
                await_decision(t, Phase::Draw);
            }
        }
        Event::GroupsAsked { seat } => await_decision(t, Phase::Show { seat: *seat }),
        Event::RejoinOffered { seat } => await_decision(t, Phase::Rejoin { seat: *seat }),
        Event::RejoinAnswered { seat, total } => {
            t.pool.may_rejoin = t.pool.may_rejoin.without(*seat);
            if let Some(total) = total {
                t.pool.out = t.pool.out.without(*seat);
                t.scores[seat.index()] = *total;
                let times = &mut t.pool.rejoined[seat.index()];
                *times = times.saturating_add(1);
            }
        }
        Event::SplitOffered { seat } => await_decision(t, Phase::Split { seat: *seat }),
        Event::SplitAnswered { seat, agrees } => {
            if *agrees {
                t.pool.agreed.insert(*seat);
            }
            t.pool.declined |= !agrees;
            t.pool.split = t.in_match().minus(t.pool.agreed).is_empty();
        }
        Event::BetweenDeals => await_decision(t, Phase::DealOver { winner: t.pool.winner }),
        Event::Totalled { scores } => {
            for (seat, score) in scores.iter().enumerate().take(t.scores.len()) {
                t.scores[seat] = *score;
            }
        }
        Event::MatchEnded { winners, settlement } => {
            t.winners = *winners;
            t.settlement.clone_from(settlement);
            await_decision(t, Phase::MatchOver);
        }
    }
}

/// Starts the next decision.
fn await_decision(t: &mut Table, phase: Phase) {
    t.phase = phase;
    t.decision += 1;
}

fn begin_deal(
    t: &mut Table,
    rules: &Rules,
    deal: u8,
    dealer: Seat,
    contracts: &[u8],
    playoff: bool,
) {
    let playing = match_end::playing(t, rules, playoff);
    t.deal = deal;
    t.dealer = dealer;
    t.deals_begun += 1;
    t.playoffs += u8::from(playoff);
    for (before, state) in t.bought_before.iter_mut().zip(&t.seats) {
        *before = before.saturating_add(state.bought);
    }
    for ((seat, state), &contract) in (0..).map(Seat::at).zip(&mut t.seats).zip(contracts) {
        *state = SeatState::dealt(rules, contract);
        state.gone = if playing.has(seat) { Gone::No } else { Gone::NotDealt };
    }
    t.wild = None;
    t.wild_rank = None;
    t.face_down = Seats::NONE;
    t.melds.clear();
    t.additions.clear();
    t.next_meld = MeldId::FIRST;
    t.went_out = None;
    t.big_gin = false;
    t.taken = 0;
    t.first_upcard = None;
    t.discards.clear();
    t.buried.clear();
    t.known_stock.clear();
    t.stock = 0;
    t.protected = false;
    t.dead = 0;
    t.reshuffles = 0;
    reset_idle_counters(t);
    t.turn = Turn { seat: t.next_in(dealer), ..Turn::default() };
    let cut = rules.set.choices.dealing.cut == Cut::Blind;
    let seat = dealing::cutter(t);
    await_decision(t, if cut { Phase::Cut { seat } } else { Phase::Draw });
}

/// Moves the card that goes with a declaration out of the hand: to the discard pile, or face down
/// if others may not see it.
fn put_aside(t: &mut Table, seat: Seat, card: Option<Card>, open: bool) {
    let state = &mut t.seats[seat.index()];
    state.count = state.count.saturating_sub(1);
    match card.filter(|_| open) {
        Some(card) => {
            state.known.remove(card);
            t.discards.push(Discard { card, by: Some(seat) });
            t.protected = false;
        }
        None => state.known = after_unseen_loss(&state.known),
    }
}

/// The known cards of a hand after an unseen card has left it: one copy of each face may be gone.
fn after_unseen_loss(known: &Cards) -> Cards {
    let mut left = Cards::NONE;
    for (card, count) in known.iter_counts() {
        for _ in 1..count {
            left.add(card);
        }
    }
    left
}

/// A card was added to the table, which resets the counters for a stalled deal.
fn reset_idle_counters(t: &mut Table) {
    t.idle_reshuffles = 0;
    t.idle_turns = 0;
}

fn from_stock(t: &mut Table, rules: &Rules, seat: Seat) {
    t.idle_turns = 0;
    t.stock = t.stock.saturating_sub(1);
    let state = &mut t.seats[seat.index()];
    state.count += 1;
    if let Some(card) = t.known_stock.pop() {
        state.known.add(card);
    }
    t.reveal_last_of_stock(rules);
}

fn from_discards(t: &mut Table, seat: Seat, card: Card) {
    t.discards.pop();
    let state = &mut t.seats[seat.index()];
    state.count += 1;
    state.known.add(card);
}

/// Counts a buy and pays its pennies.
fn count_buy(t: &mut Table, seat: Seat, pennies: u8) {
    let buys = &mut t.seats[seat.index()].bought;
    *buys = buys.saturating_add(1);
    t.kitty += u32::from(pennies);
    t.pennies[seat.index()] += u32::from(pennies);
}

fn bought(t: &mut Table, rules: &Rules, seat: Seat, pennies: u8) {
    let choices = &rules.set.choices.buying;
    count_buy(t, seat, pennies);
    t.turn.last_taker = Some(seat);
    if choices.then_draw == ThenDraw::Stock {
        t.turn.take_closed = true;
    } else {
        t.turn.declared = false;
    }
    match choices.chain {
        Chain::Closed => {
            t.turn.offers_closed = true;
            t.turn.take_closed = true;
        }
        Chain::Dead => {
            t.turn.offers_closed = true;
            t.dead = t.discards.len() as u16;
        }
        Chain::AnotherPlayer | Chain::Anyone => {}
    }
    await_decision(t, Phase::Draw);
}

fn picked(t: &mut Table, from: Seat, to: Seat) {
    let state = &mut t.seats[from.index()];
    state.count = state.count.saturating_sub(1);
    // The others do not see which card left.
    state.known = after_unseen_loss(&state.known);
    t.seats[to.index()].count += 1;
    await_decision(t, Phase::Draw);
}

fn reshuffled(t: &mut Table, rules: &Rules, size: u16, used: u16, upcard: Option<Card>) {
    let start = stock_out::first_usable(t, rules);
    let top_dead = t.upcard_dead();
    let end = start + used as usize;
    t.buried.extend(t.discards.drain(..start).map(|discard| discard.card));
    t.discards.drain(..end - start);
    if let Some(card) = upcard {
        t.discards.push(Discard { card, by: None });
    }
    let kept = rules.set.choices.stock_out.reuse == Reuse::KeepTop;
    t.dead = u16::from(kept && top_dead && !t.discards.is_empty());
    t.stock = size;
    t.reshuffles = t.reshuffles.saturating_add(1);
    t.idle_reshuffles = t.idle_reshuffles.saturating_add(1);
}
