//! Typed input of line mode: cards, numbers of melds and slots, and letters. Since nothing is drawn, every
//! input without effect is reported.

use upcard_cards::Card;
use upcard_client::prompt::{AnswerAction, Draft};
use upcard_client::tr;
use upcard_client::wire::ClientMessage;
use upcard_engine::table::Phase;
use upcard_engine::{Action, MeldId};

use crate::app::{App, Spot};

impl App {
    /// Chooses exactly these cards. A card of a lay-down is taken out of it; cards of the table can be chosen
    /// during a rearrangement.
    pub(crate) fn type_cards(&mut self, cards: &[Card]) {
        let mut held: Vec<_> = self.displayed_hand().into_iter().flatten().collect();
        let spots = self.spots();
        let mut lying: Vec<_> = spots.iter().flat_map(|spot| self.cards_in(*spot)).collect();
        let arranges = matches!(self.play.draft(), Draft::Arrange(_));
        let (mut chosen, mut out) = (Vec::new(), Vec::new());
        for card in cards {
            let own = held.iter().position(|held| held.card == *card);
            let laid = lying.iter().position(|piece| piece.card == *card);
            match (own, laid) {
                (Some(at), _) => chosen.push(held.remove(at).id),
                (None, Some(at)) if arranges => chosen.push(lying.remove(at).id),
                (None, Some(at)) => out.push(lying.remove(at).id),
                (None, None) => {
                    let words = tr!("plain-not-held", &self.words, card = self.words.face(*card));
                    return self.play.refuse(words);
                }
            }
        }
        out.into_iter().for_each(|id| self.play.remove_from_draft(id));
        self.play.select(chosen);
        self.refresh();
    }

    /// Handles a number: plays the chosen cards to that meld or slot, cuts at that height, or draws that card
    /// of a hidden hand.
    pub(crate) fn type_number(&mut self, number: u16) {
        let phase = self.play.view().filter(|_| self.play.session().must_decide());
        let action = match phase.map(|view| view.table.phase()) {
            Some(Phase::Cut { .. }) => Some(Action::Cut(number)),
            Some(Phase::Pick { .. }) => u8::try_from(number).ok().map(Action::Pick),
            _ => None,
        };
        if let Some(action) = action {
            self.enter(&action.to_string());
            return;
        }
        let spots = self.spots();
        let spot = match self.play.draft() {
            Draft::None => spots.iter().find(|spot| **spot == Spot::Meld(MeldId(number))),
            _ if number == 0 => spots.iter().find(|spot| **spot == Spot::Thrown),
            _ => usize::from(number).checked_sub(1).and_then(|at| spots.get(at)),
        };
        match spot.copied() {
            // Without a cursor no card is implied.
            Some(Spot::Slot(_) | Spot::Thrown) if self.play.selected().is_empty() => {
                let words = tr!("notice-choose-first", &self.words);
                self.play.refuse(words);
            }
            Some(spot) => self.tap(spot),
            None => {
                let words = tr!("plain-no-place", &self.words, number = number);
                self.play.refuse(words);
            }
        }
    }

    pub(crate) fn type_letter(&mut self, letter: char) {
        if !self.letter(letter, None) {
            let words = tr!("plain-nothing", &self.words, letter = letter.to_string());
            self.play.refuse(words);
        }
        self.refresh();
    }

    /// Switches the reading of a slot: of the one with this number, or of the only ambiguous one.
    pub(crate) fn type_reading(&mut self, number: &str) {
        let spots = self.spots();
        let open: Vec<Spot> =
            spots.iter().copied().filter(|spot| self.readings(*spot).0.len() > 1).collect();
        let spot = match (number.trim().parse::<usize>(), open.as_slice()) {
            (Ok(number), _) => number.checked_sub(1).and_then(|at| spots.get(at)).copied(),
            (Err(_), [one]) => Some(*one),
            (Err(_), _) => None,
        };
        match spot.filter(|spot| open.contains(spot)) {
            Some(spot) => self.next_reading(spot),
            None => {
                let words = tr!("plain-one-reading", &self.words);
                self.play.refuse(words);
            }
        }
        self.refresh();
    }

    /// Gives the default answer: next deal, rematch, or that of the prompt.
    pub(crate) fn carry_out_main(&mut self) {
        match self.match_over() {
            Some(_) => self.send(ClientMessage::Rematch),
            None if self.is_between_deals() => self.carry_out(AnswerAction::NextDeal),
            None => self.answer_main(),
        }
    }
}
