//! The working position. Validation borrows it from a view, searches try plays on copies of it, and applying
//! events and setting up use it to change a table.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, Elements, Meld};

use crate::choices::Freed;
use crate::compile::{DealRules, Rules};
use crate::moves::{LayOff, Move};
use crate::representation::{Checked, Representation};
use crate::seat::Seat;
use crate::table::{Addition, Down, Drawn, MeldId, SeatState, Table, TableMeld, Turn};
use crate::view::View;

/// The position against which a seat's plays are validated: its hand and the board, under the rules of its
/// contract.
#[derive(Clone)]
pub(crate) struct Position<'a> {
    pub(crate) rules: &'a Rules,
    /// Rules of the deal whose contract the seat has.
    pub(crate) deal: &'a DealRules,
    pub(crate) me: Seat,
    pub(crate) hand: Cow<'a, Cards>,
    pub(crate) board: Board<'a>,
}

/// The part of a table that one seat's plays change. Copy-on-write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "F::Meld: Serialize", deserialize = "F::Meld: Deserialize<'de>"))]
pub struct Board<'a, F: Representation = Checked> {
    /// The melds.
    pub melds: Cow<'a, [TableMeld<F>]>,
    /// Id of the next new meld.
    pub next_meld: MeldId,
    /// State of the playing seat.
    pub seat: Cow<'a, SeatState>,
    /// The turn.
    pub turn: Cow<'a, Turn>,
    /// Reshuffles since a card was last added to the table.
    pub idle_reshuffles: u8,
    /// Turns since a card was last drawn from the stock or added to the table.
    pub idle_turns: u16,
    /// Cards laid on melds by seats other than their owners.
    #[serde(default)]
    pub additions: Cow<'a, [Addition]>,
}

impl<'a> Position<'a> {
    /// The position of the view's seat. Copies nothing; inlined, so that unused parts are not even borrowed.
    #[inline(always)]
    pub(crate) fn of(view: &View<'a>) -> Position<'a> {
        Position {
            rules: view.rules,
            deal: view.contract_rules(),
            me: view.seat,
            hand: Cow::Borrowed(view.hand),
            board: Board::of(view.table, view.seat),
        }
    }

    /// Returns the position after taking these discards, the first of which must be used.
    pub(crate) fn after_taking(mut self, cards: &[Card]) -> Position<'a> {
        let seat = self.board.seat.to_mut();
        for card in cards {
            self.hand.to_mut().add(*card);
            seat.count = seat.count.saturating_add(1);
        }
        if let [card, above @ ..] = cards {
            let turn = self.board.turn.to_mut();
            turn.drawn = if above.is_empty() { Drawn::Discards(*card) } else { Drawn::Deep(*card) };
            turn.set_owed(*card);
        }
        self
    }

    /// Returns the position after a legal play.
    pub(crate) fn after(mut self, play: &Move) -> Position<'a> {
        let (out, into) = play.hand_change();
        self.hand = Cow::Owned(self.hand.without(&out).plus(&into));
        let board = &mut self.board;
        match play {
            Move::Down { melds, remaining } => board.lay_down(self.me, melds, *remaining),
            Move::Off(LayOff { index, card, now, .. }) | Move::Slide { index, card, now, .. } => {
                board.lay_off(*index, *card, *now);
            }
            Move::Swap { index, card, wild, now } => {
                board.swap(self.rules, *index, *card, *wild, *now);
            }
            Move::Arrange { melds, next_meld, played } => {
                board.arrange(melds.clone(), *next_meld, played);
            }
            _ => {}
        }
        self
    }
}

impl<'a> Board<'a> {
    #[inline(always)]
    pub(crate) fn of(table: &'a Table, seat: Seat) -> Board<'a> {
        Board {
            melds: Cow::Borrowed(&table.melds),
            next_meld: table.next_meld,
            seat: Cow::Borrowed(&table.seats[seat.index()]),
            turn: Cow::Borrowed(&table.turn),
            idle_reshuffles: table.idle_reshuffles,
            idle_turns: table.idle_turns,
            additions: Cow::Borrowed(&table.additions),
        }
    }

    /// Returns an owned copy of the board.
    pub(crate) fn into_owned(self) -> Board<'static> {
        Board {
            melds: Cow::Owned(self.melds.into_owned()),
            next_meld: self.next_meld,
            seat: Cow::Owned(self.seat.into_owned()),
            turn: Cow::Owned(self.turn.into_owned()),
            idle_reshuffles: self.idle_reshuffles,
            idle_turns: self.idle_turns,
            additions: Cow::Owned(self.additions.into_owned()),
        }
    }

    pub(crate) fn change(table: &mut Table, seat: Seat, change: impl FnOnce(&mut Board<'_>)) {
        let mut board = Board {
            melds: Cow::Owned(std::mem::take(&mut table.melds)),
            next_meld: table.next_meld,
            seat: Cow::Owned(std::mem::take(&mut table.seats[seat.index()])),
            turn: Cow::Owned(std::mem::take(&mut table.turn)),
            idle_reshuffles: table.idle_reshuffles,
            idle_turns: table.idle_turns,
            additions: Cow::Owned(std::mem::take(&mut table.additions)),
        };
        change(&mut board);
        board.write_back(table, seat);
    }

    /// Writes this board back to a table, for this seat.
    pub(crate) fn write_back(self, table: &mut Table, seat: Seat) {
        table.melds = self.melds.into_owned();
        table.next_meld = self.next_meld;
        table.seats[seat.index()] = self.seat.into_owned();
        table.turn = self.turn.into_owned();
        table.idle_reshuffles = self.idle_reshuffles;
        table.idle_turns = self.idle_turns;
        table.additions = self.additions.into_owned();
    }

    pub(crate) fn lay_down(&mut self, me: Seat, melds: &[Meld], remaining: Elements) {
        for meld in melds {
            for card in meld.cards().iter() {
                self.card_leaves(card);
            }
            self.add_meld(TableMeld { id: self.next_meld, owner: me, meld: *meld });
        }
        let turn = self.turn.to_mut();
        turn.new_melds = turn.new_melds.saturating_add(melds.len() as u8);
        let seat = self.seat.to_mut();
        seat.remaining = remaining;
        if remaining.is_empty() && seat.down == Down::No {
            seat.down = Down::Now;
        }
        if seat.melded == Down::No {
            seat.melded = Down::Now;
        }
        self.count_play();
        self.gains_cards();
    }

    /// Puts a meld of the seat on the table, and records what limits its next melds.
    pub(crate) fn add_meld(&mut self, meld: TableMeld) {
        self.seat.to_mut().note_meld(&meld.meld);
        self.next_meld = self.next_meld.max(meld.id.next());
        self.melds.to_mut().push(meld);
    }

    /// Lays off a card, possibly sliding a wild card.
    pub(crate) fn lay_off(&mut self, index: usize, card: Card, now: Meld) {
        self.card_leaves(card);
        self.melds.to_mut()[index].meld = now;
        self.turn.to_mut().laid_off = true;
        self.count_play();
        self.gains_cards();
    }

    /// Swaps a natural card for a wild card.
    pub(crate) fn swap(&mut self, rules: &Rules, index: usize, card: Card, wild: Card, now: Meld) {
        self.card_leaves(card);
        self.melds.to_mut()[index].meld = now;
        let seat = self.seat.to_mut();
        seat.count += 1;
        seat.known.try_add(wild);
        let freed = rules.set.choices.swapping.freed;
        if freed != Freed::Hand {
            let owner = self.melds[index].owner;
            let turn = self.turn.to_mut();
            turn.freed.add(wild);
            turn.freed_of = (freed == Freed::OwnerRun).then_some(owner);
        }
        // A swap is not a lay-off: melds may follow it in any game.
        self.count_play();
        // The table has changed, but not gained a card.
        self.idle_turns = 0;
    }

    pub(crate) fn arrange(&mut self, melds: Vec<TableMeld>, next_meld: MeldId, played: &Cards) {
        for card in played.iter() {
            self.card_leaves(card);
        }
        self.melds = Cow::Owned(melds);
        self.next_meld = next_meld;
        self.turn.to_mut().laid_off = true;
        self.count_play();
        self.gains_cards();
    }

    fn card_leaves(&mut self, card: Card) {
        let seat = self.seat.to_mut();
        seat.count = seat.count.saturating_sub(1);
        seat.known.remove(card);
        let turn = self.turn.to_mut();
        turn.freed.remove(card);
        if turn.owed == Some(card) {
            turn.owed = None;
        }
    }

    fn count_play(&mut self) {
        let turn = self.turn.to_mut();
        turn.plays = turn.plays.saturating_add(1);
        self.seat.to_mut().touched = true;
    }

    fn gains_cards(&mut self) {
        self.idle_reshuffles = 0;
        self.idle_turns = 0;
    }
}
