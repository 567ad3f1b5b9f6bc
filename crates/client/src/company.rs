//! People at a table apart from play: who is ready to continue, which seats visitors may get, and whose
//! requests this client may grant. The server decides and sends the open seats; the client offers those.

use upcard_engine::{MAX_PLAYERS, Seat, Seats};
use upcard_table::wire::{
    Admission, Lost, Opening, Pause, Power, SeatPlan, Sitter, Stage, Visitor, Wish,
};

use crate::session::Session;

/// A matter between people that is pending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Matter {
    /// Another person has claimed this client's seat; this client may object.
    Claimed,
    /// A visitor has a request that this client may grant.
    Asks(Visitor),
    /// The match is paused.
    Paused(Pause),
    /// This person is not responding.
    Silent(Seat),
}

impl Session {
    fn is_person(&self, seat: Seat) -> bool {
        let info = self.seated.get(seat.index());
        info.is_some_and(|info| matches!(info.sitter, Sitter::Person { .. }))
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.present.get(seat.index()) != Some(&false)
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.seated.len()).map(Seat::at).filter(|seat| self.is_person(*seat))
    }

    /// Name of the person in a seat, with a number if an earlier seat has the same name.
    #[must_use]
    pub fn distinct_name(&self, seat: Seat) -> Option<String> {
        distinct(seat, |seat| self.name(seat))
    }

    /// The same for a player of the current or last match.
    #[must_use]
    pub fn distinct_player_name(&self, seat: Seat) -> Option<String> {
        distinct(seat, |seat| self.player_name(seat))
    }

    /// Name of the person who plays a seat in the current match, or played it in the last; `None` for bots
    /// and free seats.
    #[must_use]
    pub fn player_name(&self, seat: Seat) -> Option<&str> {
        match self.sitter(seat)? {
            Sitter::Person { name } => Some(name),
            Sitter::Bot { .. } | Sitter::Free => None,
        }
    }

    /// People who are ready for the next match.
    #[must_use]
    pub fn ready_people(&self) -> Vec<Seat> {
        self.people().filter(|seat| self.seated[seat.index()].ready).collect()
    }

    /// People who are present but not ready.
    #[must_use]
    pub fn unready_people(&self) -> Vec<Seat> {
        self.people().filter(|&s| !self.seated[s.index()].ready && self.is_here(s)).collect()
    }

    /// Returns `true` at the stages between matches, when nothing is played.
    #[must_use]
    pub fn is_between_matches(&self) -> bool {
        matches!(self.stage, Stage::Seating | Stage::Over)
    }

    /// Seats planned for people.
    pub(crate) fn for_people(&self) -> impl Iterator<Item = Seat> + '_ {
        let plans = self.set_up.iter().flat_map(|set_up| &set_up.seats);
        let seats = Seat::all(MAX_PLAYERS as u8).zip(plans);
        seats.filter(|(_, plan)| **plan == SeatPlan::Person).map(|(seat, _)| seat)
    }

    /// Returns `true` if all seats planned for people are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.set_up.is_some() && self.for_people().all(|seat| self.is_person(seat))
    }

    /// Options open to a visitor, as sent by the server. Older servers do not send them: then this returns
    /// the options open to anybody, and the server decides on each request.
    fn open_to(&self, visitor: Option<u32>) -> Opening {
        if self.openings.is_empty() {
            return self.open_to_anybody();
        }
        let mut openings = self.openings.iter();
        openings.find(|open| Some(open.visitor) == visitor).copied().unwrap_or_default()
    }

    fn open_to_anybody(&self) -> Opening {
        if self.stage == Stage::Gathering {
            return Opening::default();
        }
        let playing = self.stage == Stage::Playing;
        let nobodys: Seats = self.for_people().filter(|seat| !self.is_person(*seat)).collect();
        let at_once =
            |seat: &Seat| !playing || self.seated.get(seat.index()).is_some_and(|s| s.open);
        let admission = if self.host { Admission::Open } else { self.company.admission };
        Opening {
            sit: match admission {
                Admission::Open => nobodys.iter().filter(at_once).collect(),
                _ => Seats::NONE,
            },
            ask: if admission == Admission::Locked { Seats::NONE } else { nobodys },
            claim: self.people().filter(|seat| !self.is_here(*seat)).collect(),
            give: if playing { self.for_people().collect() } else { nobodys },
            ..Opening::default()
        }
    }

    /// Options open to this client: none if it has a seat or was removed.
    fn own_opening(&self) -> Opening {
        match self.seat.is_some() || self.lost == Some(Lost::Kicked) {
            true => Opening::default(),
            false => self.open_to(self.company.you),
        }
    }

    /// Returns `true` if this client may sit down without asking.
    #[must_use]
    pub fn may_sit(&self) -> bool {
        !self.own_opening().sit.is_empty()
    }

    /// Returns `true` if this client, without a seat, may ask the host for one.
    #[must_use]
    pub fn may_ask(&self) -> bool {
        let open = self.own_opening();
        let barred = self.seat.is_some() || self.lost == Some(Lost::Kicked);
        // If all seats are taken, the host can add one between matches, or give one away during a match.
        let room = self.is_full() && (self.is_between_matches() || !open.give.is_empty());
        let asks = !open.ask.is_empty() || room;
        asks && !barred && !self.host && self.company.admission != Admission::Locked
    }

    /// Request of this client as a visitor.
    #[must_use]
    pub fn own_wish(&self) -> Wish {
        let own = self.company.visitors.iter().find(|v| Some(v.number) == self.company.you);
        own.map_or(Wish::Nothing, |visitor| visitor.wish)
    }

    /// Seats that this visitor may claim as its own: their people are absent.
    #[must_use]
    pub fn claimable(&self) -> Vec<Seat> {
        self.own_opening().claim.iter().collect()
    }

    /// Returns `true` if this client decides on a visitor's request.
    #[must_use]
    pub fn may_answer(&self, visitor: &Visitor) -> bool {
        match visitor.wish {
            Wish::Nothing => false,
            _ if self.host => true,
            Wish::Seat => false,
            Wish::Mine { .. } => {
                let all = self.company.host_away && self.seat.is_some();
                all && self.seat.is_some_and(|seat| !visitor.agreed.has(seat))
            }
        }
    }

    /// Visitors whose requests this client decides on.
    #[must_use]
    pub fn answerable_requests(&self) -> Vec<Visitor> {
        self.company.visitors.iter().filter(|visitor| self.may_answer(visitor)).cloned().collect()
    }

    /// Returns the host's actions on a visitor (empty if this client is not the host). Seats to give come
    /// first, free ones before taken ones.
    #[must_use]
    pub fn powers_over(&self, visitor: &Visitor) -> Vec<Power> {
        if !self.host || Some(visitor.number) == self.company.you {
            return Vec::new();
        }
        let number = visitor.number;
        let mut powers = Vec::new();
        if visitor.name.is_some() {
            let give = self.open_to(Some(number)).give;
            // Hosts give away their own seat only by leaving it.
            let seats = give.iter().filter(|seat| self.seat != Some(*seat));
            let (taken, free): (Vec<Seat>, Vec<Seat>) = seats.partition(|s| self.is_person(*s));
            let all = free.into_iter().chain(taken);
            powers.extend(all.map(|seat| Power::Give { seat, visitor: number }));
        }
        powers.push(Power::Dismiss { visitor: number });
        powers
    }

    /// Returns the matter to show first; only one is shown, because it covers the table. Omits silent people
    /// in `waits`, for whom this client prefers to wait, and visitors unless `requests`, because those are
    /// listed elsewhere.
    #[must_use]
    pub fn matter(&self, requests: bool, waits: Seats) -> Option<Matter> {
        let asking = || self.answerable_requests().into_iter().find(|_| requests);
        let silent = || self.silent().into_iter().find(|seat| !waits.has(*seat));
        let claimed = self.company.claimed.map(|_| Matter::Claimed);
        claimed
            .or_else(|| asking().map(Matter::Asks))
            .or_else(|| self.company.pause.map(Matter::Paused))
            .or_else(|| silent().map(Matter::Silent))
    }

    /// Unresponsive people whom this client may replace by a bot.
    #[must_use]
    pub fn silent(&self) -> Vec<Seat> {
        let silent = self.company.silent;
        silent.iter().filter(|seat| self.seat.is_some() && self.seat != Some(*seat)).collect()
    }
}

/// Name of a seat, with a number if an earlier seat has the same name.
fn distinct<'a>(seat: Seat, name_of: impl Fn(Seat) -> Option<&'a str>) -> Option<String> {
    let name = name_of(seat)?;
    let same = |other: &Seat| name_of(*other).is_some_and(|n| n.eq_ignore_ascii_case(name));
    let before = (0..seat.index()).map(Seat::at).filter(same).count();
    Some(if before > 0 { format!("{name} ({})", before + 1) } else { name.to_owned() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::{Library, OwnView};
    use upcard_table::wire::{Change, Level, SeatChange, SeatInfo, ServerMessage, SetUp};

    use super::*;

    /// Ann as host, a second Ann who is absent, a free seat and a bot.
    fn session() -> Session {
        let ann = || Sitter::Person { name: "Ann".into() };
        let mut session = Session::new(Arc::new(Library::standard().unwrap()), 1);
        let bot = SeatPlan::Bot { level: Level::Steady };
        let plans = vec![SeatPlan::Person, SeatPlan::Person, SeatPlan::Person, bot];
        session.set_up = Some(SetUp::new("rummy", plans));
        session.seated = vec![
            SeatInfo::of(ann()),
            SeatInfo::of(ann()),
            SeatInfo::of(Sitter::Free),
            SeatInfo::of(Sitter::Bot { level: Level::Steady }),
        ];
        session.present = vec![true, false, false, true];
        session
    }

    fn visitor(wish: Wish) -> Visitor {
        Visitor { number: 7, name: Some("Di".into()), face: None, wish, agreed: Seats::NONE }
    }

    #[test]
    fn equal_names_are_numbered() {
        let session = session();
        let names = [0, 1, 2, 3].map(|n| session.distinct_name(Seat::at(n)));
        assert_eq!(names, [Some("Ann".to_owned()), Some("Ann (2)".to_owned()), None, None]);
    }

    /// A person who leaves after a match still counts as its player until the next one begins.
    #[test]
    fn players_are_remembered_until_the_next_match() {
        let mut session = session();
        (session.stage, session.sequence) = (Stage::Playing, Some(1));
        let mut number = 1;
        let mut fold = |session: &mut Session, change| {
            number += 1;
            session.fold(ServerMessage::Change { sequence: number, change });
        };
        let second = Seat::at(1);
        fold(&mut session, Change::Ended);
        assert!(session.saw_the_end() && !session.guesses_players());
        let (info, why) = (SeatInfo::of(Sitter::Free), SeatChange::Left);
        fold(&mut session, Change::Seat { seat: second, info, host: None, why });
        assert_eq!((session.name(second), session.player_name(second)), (None, Some("Ann")));
        assert_eq!(session.distinct_player_name(second).as_deref(), Some("Ann (2)"));
        let source = SetUp::new("rummy", vec![SeatPlan::Person; 4]).source();
        fold(&mut session, Change::Began { number: 2, source, entropy: Vec::new() });
        assert_eq!(session.player_name(second), None);
    }

    /// A client that joins after a player has left takes the names from the record, and its own name for its
    /// own seat.
    #[test]
    fn record_names_players_who_left_earlier() {
        let mut session = session();
        let names = ["Old Ann", "Bob", "Cat", "bot steady"].map(str::to_owned);
        session.name_players(&names);
        assert_eq!(session.player_name(Seat::at(2)), None, "no match is over");
        (session.stage, session.seat) = (Stage::Over, Some(Seat::at(0)));
        session.view = Some(OwnView::new(4, session.seat));
        assert!(session.guesses_players() && !session.saw_the_end());
        session.name_players(&names);
        let named: Vec<_> = Seat::all(4).map(|seat| session.player_name(seat)).collect();
        assert_eq!(named, [Some("Ann"), Some("Bob"), Some("Cat"), None]);
        assert!(!session.guesses_players() && !session.saw_the_end());
        // Known names are not overwritten.
        session.name_players(&["".to_owned(), "Zoe".to_owned()]);
        assert_eq!(session.player_name(Seat::at(1)), Some("Bob"));
    }

    #[test]
    fn ready_and_unready_people_are_listed() {
        let mut session = session();
        session.stage = Stage::Over;
        assert_eq!((session.ready_people(), session.unready_people()), (vec![], vec![Seat::at(0)]));
        session.seated[0].ready = true;
        assert_eq!((session.ready_people(), session.unready_people()), (vec![Seat::at(0)], vec![]));
        session.present[1] = true;
        assert_eq!(session.unready_people(), [Seat::at(1)]);
        assert!(session.is_between_matches());
    }

    /// Sets the openings for this client (visitor 7) and another visitor.
    fn send_openings(session: &mut Session, own: Opening) {
        session.company.you = Some(7);
        session.openings =
            vec![Opening { visitor: 3, sit: first(4), ..own }, Opening { visitor: 7, ..own }];
    }

    fn first(count: usize) -> Seats {
        (0..count).map(Seat::at).collect()
    }

    #[test]
    fn visitors_get_the_openings_sent_by_the_server() {
        let mut session = session();
        session.stage = Stage::Playing;
        send_openings(&mut session, Opening::default());
        assert!(!session.may_sit() && !session.may_ask() && session.claimable().is_empty());
        let bobs = Seats::only(Seat::at(1));
        send_openings(&mut session, Opening { ask: first(1), claim: bobs, ..Opening::default() });
        assert!(!session.may_sit() && session.may_ask());
        assert_eq!(session.claimable(), [Seat::at(1)]);
        send_openings(&mut session, Opening { sit: first(1), ask: first(1), ..Opening::default() });
        assert!(session.may_sit() && session.may_ask());
        // The host does not ask.
        session.host = true;
        assert!(session.may_sit() && !session.may_ask());
        session.host = false;
        // Removed and seated clients get no openings.
        session.lost = Some(Lost::Kicked);
        assert!(!session.may_sit() && !session.may_ask());
        (session.lost, session.seat) = (None, Some(Seat::at(0)));
        assert!(!session.may_sit() && !session.may_ask());
        // The openings of another visitor do not apply.
        session.seat = None;
        session.openings.pop();
        assert!(!session.may_sit() && !session.may_ask());
    }

    /// The host can be asked if all seats are taken, as long as they can make room.
    #[test]
    fn visitors_may_ask_when_all_seats_are_taken() {
        let mut session = session();
        session.seated[2] = SeatInfo::of(Sitter::Person { name: "Cy".into() });
        session.stage = Stage::Over;
        assert!(session.is_full());
        send_openings(&mut session, Opening::default());
        assert!(session.may_ask(), "a seat may be added");
        session.stage = Stage::Playing;
        assert!(!session.may_ask(), "they have held another seat");
        send_openings(&mut session, Opening { give: first(3), ..Opening::default() });
        assert!(session.may_ask(), "somebody's may be handed over");
        session.company.admission = Admission::Locked;
        assert!(!session.may_ask());
        session.company.admission = Admission::Open;
        session.lost = Some(Lost::Kicked);
        assert!(!session.may_ask());
        session.set_up = None;
        assert!(!session.is_full(), "nothing is known of the table");
    }

    /// Older servers send no openings and decide on each request.
    #[test]
    fn visitors_may_try_without_server_openings() {
        let mut session = session();
        assert!(session.may_sit() && session.may_ask());
        assert_eq!(session.claimable(), [Seat::at(1)]);
        session.company.admission = Admission::Approved;
        assert!(!session.may_sit() && session.may_ask());
        session.company.admission = Admission::Locked;
        assert!(!session.may_sit() && !session.may_ask());
        // The host may always sit.
        session.host = true;
        assert!(session.may_sit() && !session.may_ask());
        (session.host, session.company.admission) = (false, Admission::Open);
        // During a match, a seat marked as open may be taken at once; others require asking.
        session.stage = Stage::Playing;
        assert!(!session.may_sit() && session.may_ask());
        session.seated[2].open = true;
        assert!(session.may_sit());
        session.stage = Stage::Gathering;
        assert!(!session.may_sit() && !session.may_ask() && session.claimable().is_empty());
        session.stage = Stage::Over;
        session.lost = Some(Lost::Kicked);
        assert!(!session.may_sit() && !session.may_ask() && session.claimable().is_empty());
    }

    /// Only one matter is shown at a time; the next follows when it is settled.
    #[test]
    fn only_one_matter_is_shown() {
        let mut session = session();
        assert_eq!(session.matter(true, Seats::NONE), None);
        (session.host, session.seat) = (true, Some(Seat::at(0)));
        let (di, pause) = (visitor(Wish::Seat), Pause { by: Seat::at(1), minutes: 5, left: 200 });
        session.company.claimed = Some(Seat::at(0));
        session.company.visitors = vec![di.clone()];
        session.company.pause = Some(pause);
        session.company.silent = [Seat::at(1), Seat::at(2)].into_iter().collect();
        assert_eq!(session.matter(true, Seats::NONE), Some(Matter::Claimed));
        session.company.claimed = None;
        assert_eq!(session.matter(true, Seats::NONE), Some(Matter::Asks(di)));
        // The lobby lists requests anyway.
        assert_eq!(session.matter(false, Seats::NONE), Some(Matter::Paused(pause)));
        session.company.pause = None;
        assert_eq!(session.matter(false, Seats::NONE), Some(Matter::Silent(Seat::at(1))));
        let waits = Seats::only(Seat::at(1));
        assert_eq!(session.matter(false, waits), Some(Matter::Silent(Seat::at(2))));
        assert_eq!(session.matter(false, waits.with(Seat::at(2))), None);
    }

    #[test]
    fn host_or_in_their_absence_everyone_answers_requests() {
        let mut session = session();
        let (seat, mine) = (visitor(Wish::Seat), visitor(Wish::Mine { seat: Seat::at(1) }));
        session.seat = Some(Seat::at(0));
        assert!(!session.may_answer(&seat) && !session.may_answer(&mine));
        session.company.host_away = true;
        assert!(!session.may_answer(&seat) && session.may_answer(&mine));
        let agreed = Visitor { agreed: Seats::only(Seat::at(0)), ..mine.clone() };
        assert!(!session.may_answer(&agreed), "it was answered");
        session.host = true;
        assert!(session.may_answer(&seat) && session.may_answer(&agreed));
        session.company.visitors = vec![mine.clone(), visitor(Wish::Nothing)];
        assert_eq!(session.answerable_requests(), [mine]);
    }

    #[test]
    fn host_gives_free_seats_before_taken_ones() {
        let mut session = session();
        let di = visitor(Wish::Nothing);
        let give = |seat| Power::Give { seat: Seat::at(seat), visitor: 7 };
        let dismiss = Power::Dismiss { visitor: 7 };
        assert_eq!(session.powers_over(&di), []);
        (session.host, session.seat) = (true, Some(Seat::at(0)));
        // According to the server's openings, without the host's own seat.
        let said = Opening { visitor: 7, give: first(3), ..Opening::default() };
        session.openings = vec![said];
        assert_eq!(session.powers_over(&di), [give(2), give(1), dismiss]);
        session.openings = vec![Opening { give: Seats::only(Seat::at(1)), ..said }];
        assert_eq!(session.powers_over(&di), [give(1), dismiss]);
        session.openings = vec![Opening { visitor: 8, ..said }];
        assert_eq!(session.powers_over(&di), [dismiss], "it has not said so of Di yet");
        // A visitor without a name gets no seat.
        session.openings = vec![said];
        assert_eq!(session.powers_over(&Visitor { name: None, ..di.clone() }), [dismiss]);
        // An older server without openings.
        session.openings.clear();
        assert_eq!(session.powers_over(&di), [give(2), dismiss]);
        session.stage = Stage::Playing;
        assert_eq!(session.powers_over(&di), [give(2), give(1), dismiss]);
    }
}
