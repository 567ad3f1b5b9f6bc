//! Seats as a page shows them: who plays, what leaving means, what the host may do to one. The table
//! decides; this only says beforehand what it would.

use upcard_engine::Seat;
use upcard_table::wire::{Power, SeatPlan, Sitter, Stage};

use crate::session::Session;
use crate::told::Told;

/// Who plays a seat at present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Nobody sits there.
    Nobody,
    /// Its person.
    Person,
    /// Its person, who is not here just now.
    Away,
    /// A bot.
    Bot,
    /// A bot, for its person, who is here.
    Covered,
    /// A bot, for its person, who is away.
    CoveredAway,
}

/// What leaving the table means for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// Nothing that needs a question.
    Free,
    /// A bot plays meanwhile, and the seat stays the own one.
    Covered,
}

/// What the browser's way back does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// Closes what lies over the table.
    Close,
    /// Asks whether to leave.
    Ask,
    /// Leaves.
    Leave,
}

/// What the way back does, with or without something that lies over the table.
#[must_use]
pub fn back(session: &Session, covered_by_sheet: bool) -> Back {
    match session.leaving() {
        _ if covered_by_sheet => Back::Close,
        Leaving::Covered => Back::Ask,
        Leaving::Free => Back::Leave,
    }
}

impl Session {
    /// The seat that sentences call 'you': the own one, unless somebody looks on through its eyes.
    #[must_use]
    pub fn you(&self) -> Option<Seat> {
        let over = self.view.as_ref().is_some_and(|own| own.table.phase().is_after_deal());
        self.told.you(self.seat, over)
    }

    /// Do sentences call this seat 'you'?
    #[must_use]
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you() == Some(seat)
    }

    /// Several people sit around this device: when a deal is over all of them look at it, and everybody is called by
    /// their name.
    pub fn tell_all_around(&mut self) {
        self.told = Told::Around;
    }

    /// From now on it is told to somebody who had this seat, or none: others are called by their names, whoever's
    /// eyes one looks through.
    pub fn tell_looker(&mut self, seat: Option<Seat>) {
        self.told = Told::Looker(seat);
    }

    /// Who plays a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Player {
        let Some(info) = self.seated.get(seat.index()) else { return Player::Nobody };
        let here = self.present.get(seat.index()) != Some(&false);
        // Between matches nobody plays; whoever stays has the seat back in the next one.
        match (&info.sitter, info.covered && self.stage != Stage::Over, here) {
            (Sitter::Free, _, _) => Player::Nobody,
            (Sitter::Bot { .. }, _, _) => Player::Bot,
            (Sitter::Person { .. }, false, true) => Player::Person,
            (Sitter::Person { .. }, false, false) => Player::Away,
            (Sitter::Person { .. }, true, true) => Player::Covered,
            (Sitter::Person { .. }, true, false) => Player::CoveredAway,
        }
    }

    /// Is a match being played, or about to be?
    #[must_use]
    pub fn in_match(&self) -> bool {
        matches!(self.stage, Stage::Gathering | Stage::Playing)
    }

    /// What leaving means.
    #[must_use]
    pub fn leaving(&self) -> Leaving {
        if self.seat.is_some() && self.in_match() { Leaving::Covered } else { Leaving::Free }
    }

    /// What the host, if this is the host, may do to a seat.
    #[must_use]
    pub fn powers(&self, seat: Seat) -> Vec<Power> {
        if !self.host || self.seat == Some(seat) {
            return Vec::new();
        }
        let meant_for_a_person = self
            .set_up
            .as_ref()
            .is_some_and(|set_up| set_up.seats.get(seat.index()) == Some(&SeatPlan::Person));
        let Some(info) = self.seated.get(seat.index()).filter(|_| meant_for_a_person) else {
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
    use upcard_table::wire::{Level, SeatInfo, SetUp};

    use super::*;

    /// Ann is here, Bo is away and covered, a bot plays a free seat, another is a bot's own.
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
    fn a_tile_says_who_plays() {
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
    fn the_way_back_closes_or_asks_before_it_leaves() {
        let mut session = session();
        assert_eq!(back(&session, false), Back::Leave);
        session.seat = Some(Seat::at(0));
        assert_eq!(back(&session, false), Back::Ask);
        assert_eq!(back(&session, true), Back::Close);
        session.stage = Stage::Over;
        assert_eq!(back(&session, false), Back::Leave);
        assert_eq!(back(&session, true), Back::Close);
    }

    #[test]
    fn a_host_has_powers_over_the_seats_of_others() {
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
