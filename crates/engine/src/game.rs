//! One match: table, hands, stock, and randomness.

use std::sync::Arc;

use upcard_cards::{Card, Cards, End};

use crate::action::Action;
use crate::apply;
use crate::chance::Chance;
use crate::choices::TurnedCard;
use crate::compile::Rules;
use crate::deal::Deal;
use crate::event::{Event, Sink};
use crate::judge::{Offered, RoutineMove};
use crate::moves::{Legal, Move};
use crate::position::Board;
use crate::refusal::Refusal;
use crate::rules::calling;
use crate::seat::{MAX_PLAYERS, Seat};
use crate::table::{MeldId, Phase, Table};
use crate::view::{OwnView, View};

/// An answer to an offer or a call, kept secret until all have answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Pass,
    Buy,
    Call(MeldId, Option<End>),
}

/// One match with its full hidden state. A seat sees only its [`View`].
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) rules: Arc<Rules>,
    pub(crate) table: Table,
    pub(crate) hands: [Cards; MAX_PLAYERS],
    /// The next card to be drawn is last.
    pub(crate) stock: Vec<Card>,
    pub(crate) answers: [Option<Answer>; MAX_PLAYERS],
    /// For each seat, the blind cards it knows in other hands.
    pub(crate) sightings: [Vec<(Seat, Card)>; MAX_PLAYERS],
    /// Board and hand before each play of this turn, for undo.
    pub(crate) undo_stack: Vec<(Board<'static>, Cards)>,
    pub(crate) allows_undo: bool,
    /// The card that each seat put aside face down in this deal.
    pub(crate) face_down: [Option<Card>; MAX_PLAYERS],
    pub(crate) chance: Chance,
}

impl Game {
    /// Creates a match before its first deal; [`Game::next_deal`] starts it.
    #[must_use]
    pub fn new(rules: Arc<Rules>, chance: Chance) -> Game {
        let mut table = Table::new(rules.players);
        table.dealer = rules.volunteer();
        Game {
            table,
            rules,
            hands: [Cards::NONE; MAX_PLAYERS],
            stock: Vec::new(),
            answers: [None; MAX_PLAYERS],
            sightings: Default::default(),
            undo_stack: Vec::new(),
            allows_undo: true,
            face_down: [None; MAX_PLAYERS],
            chance,
        }
    }

    /// Disables undo, for simulations and programs: undo actions are refused.
    #[must_use]
    pub fn without_undo(mut self) -> Game {
        self.allows_undo = false;
        self
    }

    /// Marks the deals before this one as played. Only for a match that has not started.
    #[must_use]
    pub fn starting_at(mut self, deal: Deal) -> Game {
        self.table.deals_begun = deal.number() - 1;
        self
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Public state of the table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A seat's hand.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &Cards {
        &self.hands[seat.index()]
    }

    /// The stock; the next card to be drawn is last.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// Swaps two cards of the stock, as if it had been shuffled that way, to find out what another card would
    /// have led to. Positions out of range change nothing.
    pub fn swap_in_stock(&mut self, one: usize, other: usize) {
        if one.max(other) < self.stock.len() {
            self.stock.swap(one, other);
        }
    }

    /// The source of randomness, including errors of its scripted outcomes.
    pub fn chance(&self) -> &Chance {
        &self.chance
    }

    /// The source of randomness, to script outcomes.
    pub fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// The view of a seat.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<'_> {
        View {
            rules: &self.rules,
            table: &self.table,
            seat,
            hand: &self.hands[seat.index()],
            sightings: &self.sightings[seat.index()],
        }
    }

    /// The owned view of a seat; of a spectator for `None`.
    #[must_use]
    pub fn own_view(&self, seat: Option<Seat>) -> OwnView {
        let of = |s: Seat| (self.hands[s.index()], self.sightings[s.index()].clone());
        let (hand, sightings) = seat.map_or((Cards::NONE, Vec::new()), of);
        OwnView { table: self.table.clone(), seat, hand, sightings }
    }

    /// Returns `true` if the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.table.phase == Phase::MatchOver
    }

    /// The first seat to act, in turn order.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.table.waiting().next_after(self.table.turn.seat)
    }

    /// Like [`Game::to_act`], but starts the next deal if one is due; `None` once the match is over. Events
    /// go to the sink.
    pub fn next_to_act(&mut self, sink: &mut impl Sink) -> Option<Seat> {
        while !self.is_over() {
            match self.to_act() {
                None => self.next_deal(sink),
                asked => return asked,
            }
        }
        None
    }

    /// Validates an action and performs it. Events go to the sink.
    ///
    /// # Errors
    /// The rule that refuses it; the game is unchanged.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        sink: &mut impl Sink,
    ) -> Result<(), Refusal> {
        if !seat.is_of(self.table.players) {
            return Err(Refusal::NotYours);
        }
        match self.view(seat).routine_move(action) {
            Some(RoutineMove::Draw) => self.draw(seat, sink),
            Some(RoutineMove::Pass) => self.answer_offer(seat, Answer::Pass, sink),
            None => {
                let play = self.view(seat).judge(action)?;
                self.judge_undo(&play)?;
                self.perform(seat, play, sink);
            }
        }
        Ok(())
    }

    /// Validates an action for [`Game::carry_out`], without changing anything.
    ///
    /// # Errors
    /// The rule that refuses it.
    pub fn judge(&self, seat: Seat, action: &Action) -> Result<Legal, Refusal> {
        if !seat.is_of(self.table.players) {
            return Err(Refusal::NotYours);
        }
        let play = self.view(seat).judge(action)?;
        self.judge_undo(&play)?;
        Ok(Legal { seat, play })
    }

    /// A check that a view cannot make: undo is refused if disabled.
    fn judge_undo(&self, play: &Move) -> Result<(), Refusal> {
        match play {
            Move::Undo if !self.allows_undo => Err(Refusal::UndoNothing),
            _ => Ok(()),
        }
    }

    /// Lists the legal actions of a seat like [`View::offered`], with `undo` only if it is enabled.
    pub fn offered(&self, seat: Seat, max_lay_downs: usize) -> Offered {
        let mut offered = self.view(seat).offered(max_lay_downs);
        offered.actions.retain(|action| self.allows_undo || *action != Action::Undo);
        offered
    }

    /// Performs an action validated by this game in its current state. Events go to the sink. Actions
    /// validated by another game, or in an earlier state, are invalid.
    pub fn carry_out(&mut self, legal: Legal, sink: &mut impl Sink) {
        self.perform(legal.seat, legal.play, sink);
    }

    /// All cards of the pack, wherever they are, to verify that none are lost.
    #[must_use]
    pub fn all_cards(&self) -> Vec<Card> {
        let mut all: Vec<Card> = self.stock.clone();
        all.extend(self.table.pile());
        all.extend(&self.table.buried);
        all.extend(self.face_down.iter().flatten());
        if self.rules.set.choices.wilds.turned_card == TurnedCard::Aside {
            all.extend(self.table.wild);
        }
        all.extend(self.table.melds.iter().flat_map(|meld| meld.meld.cards().iter()));
        all.extend(self.table.seated(&self.hands).iter().flat_map(Cards::iter));
        all.sort_unstable();
        all
    }

    /// Applies an event and passes it to the sink.
    pub(crate) fn emit(&mut self, event: Event, sink: &mut impl Sink) {
        self.apply(&event);
        sink.event(&event);
    }

    /// Like [`Game::emit`], for frequent events without owned data. Inlined, so that with the variant known
    /// at compile time no dispatch and no drop code is needed.
    #[inline(always)]
    pub(crate) fn emit_inline(&mut self, event: Event, sink: &mut impl Sink) {
        self.apply_here(&event);
        sink.event(&event);
        std::mem::forget(event);
    }

    #[inline(never)]
    fn apply(&mut self, event: &Event) {
        self.apply_here(event);
    }

    #[inline(always)]
    fn apply_here(&mut self, event: &Event) {
        match event {
            Event::Drew { seat, card: Some(card) } | Event::Penalty { seat, card: Some(card) } => {
                self.stock.pop();
                self.hands[seat.index()].add(*card);
            }
            Event::Discarded { seat, card, .. } => {
                self.hands[seat.index()].remove(*card);
            }
            Event::Dealt { hands, .. } => {
                for (seat, hand) in hands.iter().enumerate() {
                    self.hands[seat] = hand.unwrap_or(Cards::NONE);
                }
            }
            Event::DealBegan { .. } => {
                self.hands = [Cards::NONE; MAX_PLAYERS];
                self.face_down = [None; MAX_PLAYERS];
                self.stock.clear();
            }
            Event::Reshuffled { stock: Some(stock), .. } => self.stock.clone_from(stock),
            Event::Took { seat, card } | Event::Bought { seat, card, .. } => {
                self.hands[seat.index()].add(*card);
            }
            Event::Offered { .. } | Event::CallOffered { .. } => self.answers = [None; MAX_PLAYERS],
            Event::TookDeep { seat, .. } | Event::TookBack { seat, .. } => {
                self.change_hand(*seat, event);
            }
            Event::Picked { from, to, .. } => {
                self.change_hand(*from, event);
                self.change_hand(*to, event);
            }
            Event::DeclaredWrong { seat, finish, open, .. } => {
                self.change_hand(*seat, event);
                self.face_down[seat.index()] = finish.filter(|_| !open);
            }
            _ => {
                if let Some(seat) = apply::played_by(event) {
                    self.change_hand(seat, event);
                }
            }
        }
        match event {
            Event::Discarded { .. }
            | Event::Kept { .. }
            | Event::Declared { .. }
            | Event::DeclaredWrong { .. }
            | Event::Dropped { .. }
            | Event::Knocked { .. }
            | Event::Shown { .. }
            | Event::DealEnded { .. } => {
                self.undo_stack.clear();
            }
            _ => {}
        }
        // Checked first, because hardly any event moves a blind card.
        if calling::allowed(&self.rules) {
            for seat in Seat::all(self.table.players) {
                // Redaction is skipped: the only redacted field that matters here is a blind card, which
                // `note_sighting` handles itself.
                apply::note_sighting(&mut self.sightings[seat.index()], event, Some(seat));
            }
        }
        apply::table(&mut self.table, &self.rules, event);
    }

    fn change_hand(&mut self, seat: Seat, event: &Event) {
        let effect = apply::hand_effect(event, seat);
        let hand = &mut self.hands[seat.index()];
        *hand = hand.without(&effect.out).plus(&effect.into);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Library;
    use crate::setup::{Setup, SetupPhase, SetupSeat};

    /// Without undo, it is neither offered nor accepted, so that no player can loop.
    #[test]
    fn undo_is_refused_when_disabled() {
        let rules = Rules::of(&Library::standard().unwrap(), "rummy", &[], Some(2)).unwrap();
        let own = SetupSeat { hand: "4H 5H 6H 9C TC KD".parse().unwrap(), ..SetupSeat::default() };
        let setup = Setup {
            deal: 1,
            seats: vec![Some(own)],
            discards: vec![None],
            phase: SetupPhase::Play,
            ..Setup::default()
        };
        let seat = Seat::at(0);
        for keeps in [true, false] {
            let game = Game::set_up(Arc::new(rules.clone()), &setup, Chance::numbered(1)).unwrap();
            let mut game = if keeps { game } else { game.without_undo() };
            game.act(seat, &"down run 4H 5H 6H".parse().unwrap(), &mut ()).unwrap();
            assert_eq!(game.offered(seat, 9).actions.contains(&Action::Undo), keeps);
            let down = game.own_view(Some(seat));
            assert_eq!(game.judge(seat, &Action::Undo).is_ok(), keeps);
            let undone = game.act(seat, &Action::Undo, &mut ());
            assert_eq!(undone, if keeps { Ok(()) } else { Err(Refusal::UndoNothing) });
            assert_eq!(game.own_view(Some(seat)) == down, !keeps);
        }
    }
}
