//! Seats as a page shows them: the player's status, the effect of leaving, and the host's actions. The table
//! decides; this only predicts its decisions.

use upcard_engine::Seat;
use upcard_table::wire::{Power, Sitter, Stage};

use crate::addressee::Addressee;
use crate::session::Session;

/// Who currently plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Nobody.
    Nobody,
    /// The seat's person.
    Person,
    /// The seat's person, who is disconnected.
    Away,
    /// A bot.
    Bot,
    /// A bot in place of the person, who is present.
    Covered,
    /// A bot in place of the person, who is disconnected.
    CoveredAway,
}

/// Effect of leaving the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// None that needs confirmation.
    Free,
    /// A bot plays meanwhile, and the seat is kept.
    Covered,
}

/// Action of the browser's back button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAction {
    /// Close the overlay.
    Close,
    /// Ask for confirmation.
    Ask,
    /// Leave the table.
    Leave,
}

/// Action of the back button, depending on whether an overlay is open.
#[must_use]
pub fn back_action(session: &Session, covered_by_sheet: bool) -> BackAction {
    match session.leaving() {
        _ if covered_by_sheet => BackAction::Close,
        Leaving::Covered => BackAction::Ask,
        Leaving::Free => BackAction::Leave,
    }
}

impl Session {
    /// Seat addressed as 'you': this client's seat, or that of the person viewing a replay.
    #[must_use]
    pub fn you(&self) -> Option<Seat> {
        let over = self.view.as_ref().is_some_and(|own| own.table.phase().is_after_deal());
        self.addressee.you(self.seat, over)
    }

    /// Returns `true` if this seat is addressed as 'you'.
    #[must_use]
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you() == Some(seat)
    }

    /// For a shared device: when a deal is over, all people look at it and everybody is named.
    pub fn address_everybody(&mut self) {
        self.addressee = Addressee::Everyone;
    }

    /// For a replay: addresses the person who had this seat, if any. All others are named, even when viewed
    /// from their seats.
    pub fn address_replay_viewer(&mut self, seat: Option<Seat>) {
        self.addressee = Addressee::ReplayViewer(seat);
    }

    /// Who currently plays a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Player {
        let Some(info) = self.seated.get(seat.index()) else { return Player::Nobody };
        let here = self.present.get(seat.index()) != Some(&false);
        // No substitution between matches: people get their seats back for the next one.
        match (&info.sitter, info.covered && self.stage != Stage::Over, here) {
            (Sitter::Free, _, _) => Player::Nobody,
            (Sitter::Bot { .. }, _, _) => Player::Bot,
            (Sitter::Person { .. }, false, true) => Player::Person,
            (Sitter::Person { .. }, false, false) => Player::Away,
            (Sitter::Person { .. }, true, true) => Player::Covered,
            (Sitter::Person { .. }, true, false) => Player::CoveredAway,
        }
    }

    /// Returns `true` during a match and its gathering phase.
    #[must_use]
    pub fn in_match(&self) -> bool {
        matches!(self.stage, Stage::Gathering | Stage::Playing)
    }

    /// Effect of leaving.
    #[must_use]
    pub fn leaving(&self) -> Leaving {
        if self.seat.is_some() && self.in_match() { Leaving::Covered } else { Leaving::Free }
    }

    /// The host's actions on a seat; empty if this client is not the host.
    #[must_use]
    pub fn powers(&self, seat: Seat) -> Vec<Power> {
        if !self.host || self.seat == Some(seat) {
            return Vec::new();
        }
        let for_a_person = self.for_people().any(|planned| planned == seat);
        let Some(info) = self.seated.get(seat.index()).filter(|_| for_a_person) else {
            return Vec::new();
        };
        let person = matches!(info.sitter, Sitter::Person { .. });
        let playing = self.stage == Stage::Playing;
        let mut powers = Vec::new();
        if person && playing && !info.covered {
            powers.push(Power::Cover { seat });
        }
        if person && !self.in_match() || playing && !info.open {
            powers.push(Power::Open { seat });
        }
        if person {
            powers.push(Power::Appoint { seat });
            powers.push(Power::Kick { seat });
        }
        powers
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::Library;
    use upcard_table::wire::{Level, SeatInfo, SeatPlan, SetUp};

    use super::*;

    /// Ann is here, Bo is away and replaced by a bot, a bot plays a free seat, and another bot has its own
    /// seat.
    fn session() -> Session {
        let bot = Sitter::Bot { level: Level::Steady };
        let person = |name: &str| Sitter::Person { name: name.into() };
        let info = |sitter, covered, open| SeatInfo { covered, open, ..SeatInfo::of(sitter) };
        let mut session = Session::new(Arc::new(Library::standard().unwrap()), 1);
        let mut plan = vec![SeatPlan::Person; 3];
        plan.push(SeatPlan::Bot { level: Level::Steady });
        session.set_up = Some(SetUp::new("rummy", plan));
        session.seated = vec![
            info(person("Ann"), false, false),
            info(person("Bo"), true, false),
            info(bot.clone(), false, true),
            info(bot, false, false),
        ];
        session.present = vec![true, false, true, true];
        session.stage = Stage::Playing;
        session
    }

    #[test]
    fn player_reports_who_plays_a_seat() {
        let mut session = session();
        let players = |s: &Session| (0..5).map(|seat| s.player(Seat::at(seat))).collect::<Vec<_>>();
        let bots = [Player::Bot, Player::Bot, Player::Nobody];
        assert_eq!(players(&session)[..2], [Player::Person, Player::CoveredAway]);
        assert_eq!(players(&session)[2..], bots);
        session.present = vec![false, true, true, true];
        assert_eq!(players(&session)[..2], [Player::Away, Player::Covered]);
        session.stage = Stage::Over;
        assert_eq!(players(&session)[..2], [Player::Away, Player::Person]);
    }

    #[test]
    fn back_closes_overlays_and_confirms_leaving() {
        let mut session = session();
        assert_eq!(back_action(&session, false), BackAction::Leave);
        session.seat = Some(Seat::at(0));
        assert_eq!(back_action(&session, false), BackAction::Ask);
        assert_eq!(back_action(&session, true), BackAction::Close);
        session.stage = Stage::Over;
        assert_eq!(back_action(&session, false), BackAction::Leave);
        assert_eq!(back_action(&session, true), BackAction::Close);
    }

    #[test]
    fn host_has_powers_over_other_seats() {
        let mut session = session();
        assert_eq!(session.powers(Seat::at(1)), []);
        (session.host, session.seat) = (true, Some(Seat::at(0)));
        let seat = Seat::at(1);
        let [open, appoint, kick] =
            [Power::Open { seat }, Power::Appoint { seat }, Power::Kick { seat }];
        assert_eq!(session.powers(Seat::at(0)), []);
        assert_eq!(session.powers(Seat::at(1)), [open, appoint, kick]);
        session.seated[1].covered = false;
        assert_eq!(session.powers(Seat::at(1)), [Power::Cover { seat }, open, appoint, kick]);
        assert_eq!(session.powers(Seat::at(2)), [], "it is open already");
        assert_eq!(session.powers(Seat::at(3)), [], "it is a bot's own");
        session.seated[2].open = false;
        assert_eq!(session.powers(Seat::at(2)), [Power::Open { seat: Seat::at(2) }]);
        session.stage = Stage::Over;
        assert_eq!(session.powers(Seat::at(1)), [open, appoint, kick]);
        assert_eq!(session.powers(Seat::at(2)), []);
    }
}
