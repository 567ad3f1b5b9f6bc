//! A remote table: messages to and from a server, without the connection itself.

use std::sync::Arc;

use upcard_client::address::short_code;
use upcard_client::wire::{
    Change, ClientMessage, PROTOCOL, Resume, ServerMessage, Sitter, Stage, Wish,
};
use upcard_client::{Note, ends_the_line, tr};
use upcard_engine::{Library, Seat};
use upcard_table::Millis;

use crate::app::App;
use crate::place::{Afar, Heard, Place, Visitor};

/// What a person can do about another match when one is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// Agree to it. It begins when everybody present has agreed.
    Play,
    /// Begin it without those who have not agreed, as the host.
    Begin,
    /// Nothing: they have agreed, or have no seat.
    Nothing,
}

impl App {
    /// Creates the app for a remote table. The person sits down as `visitor` says.
    #[must_use]
    pub fn afar(library: Arc<Library>, visitor: Visitor, now: Millis) -> App {
        let afar = Afar {
            sat_down: visitor.looks_on,
            visitor,
            online: false,
            pending: None,
            outbox: Vec::new(),
            awaits_seat: false,
            refused: false,
            ended: None,
        };
        App::with(Place::Afar(Box::new(afar)), library, now)
    }

    fn place_afar(&mut self) -> Option<&mut Afar> {
        match &mut self.place {
            Place::Afar(afar) => Some(afar),
            Place::Here(_) => None,
        }
    }

    /// Returns `true` if the person only watches, as intended.
    pub(crate) fn looks_on(&self) -> bool {
        let wanted = matches!(&self.place, Place::Afar(afar) if afar.visitor.looks_on);
        wanted && self.play.session().seat.is_none()
    }

    /// Returns `true` if the table refused this person a seat.
    pub(crate) fn got_no_seat(&self) -> bool {
        let refused = matches!(&self.place, Place::Afar(afar) if afar.refused);
        refused && self.play.session().seat.is_none()
    }

    /// Returns `true` if a seat request is unanswered.
    pub(crate) fn awaits_seat(&self) -> bool {
        let asked = matches!(&self.place, Place::Afar(afar) if afar.awaits_seat);
        asked && self.play.session().seat.is_none()
    }

    /// Returns and clears the messages to send to the server.
    pub fn said(&mut self) -> Vec<ClientMessage> {
        self.place_afar().map(|afar| std::mem::take(&mut afar.outbox)).unwrap_or_default()
    }

    /// Explains why the table cannot be rejoined; `None` as long as it can.
    #[must_use]
    pub fn ended(&self) -> Option<String> {
        let Place::Afar(afar) = &self.place else { return None };
        afar.ended.as_ref().map(|error| tr!(&format!("error-{}", error.code()), &self.words))
    }

    /// Handles an event of the connection to the server.
    pub fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Online => {
                let again = self.play.session().sequence.is_some();
                self.greet();
                if again && self.words.typed {
                    // A screen just drops the notice of the disconnection; printed lines cannot be withdrawn.
                    let words = tr!("line-back", &self.words);
                    self.play.inform(words);
                }
            }
            Heard::Offline => {
                self.place_afar().into_iter().for_each(|afar| afar.online = false);
                let words = tr!("offline", &self.words);
                self.play.refuse(words);
            }
            Heard::Said(message) => self.receive(vec![*message]),
        }
        self.refresh();
    }

    /// Greets the table, resuming after the last folded update.
    fn greet(&mut self) {
        let session = self.play.session();
        let resume = session.sequence.map(|after| Resume { after, seat: session.seat });
        self.play.unsay();
        let Some(afar) = self.place_afar() else { return };
        afar.online = true;
        if std::mem::take(&mut afar.awaits_seat) {
            // The connection broke before the seat request was answered.
            afar.sat_down = false;
        }
        afar.outbox.clear();
        afar.outbox.push(ClientMessage::Hello { protocol: PROTOCOL, resume });
        // A table forgets people who were away, and tells open seats only to people who introduce themselves.
        // A spectator needs no name.
        let Visitor { name, looks_on, .. } = &afar.visitor;
        let name = (!looks_on).then(|| name.clone());
        afar.outbox.push(ClientMessage::Introduce { name, face: None });
        afar.outbox.extend(afar.pending.clone());
    }

    /// Sends what the client owes the table beyond the person's actions.
    pub(crate) fn follow_afar(&mut self, note: Option<&Note>, greeted: bool) {
        let random = match &self.place {
            Place::Afar(afar) => afar.visitor.random,
            Place::Here(_) => return,
        };
        let mut answers = Vec::new();
        match note {
            Some(Note::Gap) => {
                answers.push(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
            }
            Some(Note::Changed(Change::Gathering { .. })) => {
                answers.extend(self.play.session_mut().fairness.reveal());
            }
            Some(Note::Error(error)) if ends_the_line(error) => {
                if let Some(afar) = self.place_afar() {
                    afar.ended = Some(error.clone());
                }
                self.leave();
                return;
            }
            Some(Note::Error(_)) => {
                if let Some(afar) = self.place_afar().filter(|afar| !afar.visitor.looks_on) {
                    // The flag matters only for a person without a seat.
                    afar.refused = afar.sat_down;
                    afar.awaits_seat = false;
                }
            }
            _ => {}
        }
        let session = self.play.session();
        let (seated, covered) = (session.seat.is_some(), session.covered() && session.in_match());
        self.place_afar().into_iter().for_each(|afar| afar.awaits_seat &= !seated);
        if let Some(afar) = self.place_afar()
            && greeted
            && !std::mem::replace(&mut afar.sat_down, true)
        {
            answers.extend(match (seated, covered) {
                (false, _) => {
                    let Visitor { seat, name, .. } = afar.visitor.clone();
                    afar.awaits_seat = true;
                    Some(ClientMessage::Sit { seat, name })
                }
                // A returning person wants to play.
                (true, true) => Some(ClientMessage::TakeBack),
                (true, false) => None,
            });
        }
        answers.extend(self.play.session_mut().commit(random));
        if let Some(afar) = self.place_afar() {
            answers.into_iter().for_each(|answer| afar.push(answer));
        }
    }

    /// Notes that an action was answered, so that it is not sent again.
    pub(crate) fn settled(&mut self, message: &ServerMessage) {
        if let ServerMessage::Accepted { .. } | ServerMessage::Refused { .. } = message {
            self.place_afar().into_iter().for_each(|afar| afar.pending = None);
        }
    }

    /// Takes a free seat.
    pub(crate) fn sit(&mut self) {
        let name = self.place_afar().map(|afar| afar.visitor.name.clone());
        name.into_iter().for_each(|name| self.send(ClientMessage::Sit { seat: None, name }));
    }

    /// Asks the host for a seat.
    pub(crate) fn ask_for_seat(&mut self) {
        let name = self.place_afar().map(|afar| afar.visitor.name.clone());
        self.send(ClientMessage::Introduce { name, face: None });
        self.send(ClientMessage::Wish { wish: Wish::Seat });
        let words = tr!("wish-sent", &self.words);
        self.play.inform(words);
    }

    /// Returns `true` if this person can start the match.
    pub(crate) fn may_begin(&self) -> bool {
        let session = self.play.session();
        session.host && session.stage == Stage::Seating && !session.seated.is_empty()
    }

    /// Starts the match, as the host.
    pub(crate) fn begin(&mut self) {
        if self.may_begin() {
            self.send(ClientMessage::Start);
        }
    }

    /// Returns what this person can do about another match.
    pub(crate) fn again(&self) -> Again {
        let session = self.play.session();
        match session.seat.filter(|_| self.match_over().is_some()) {
            None => Again::Nothing,
            Some(own) if !session.willing().contains(&own) => Again::Play,
            Some(_) if session.host => Again::Begin,
            Some(_) => Again::Nothing,
        }
    }

    /// Does that.
    pub(crate) fn play_again(&mut self) {
        match self.again() {
            Again::Play => self.send(ClientMessage::Rematch),
            Again::Begin => self.send(ClientMessage::Start),
            Again::Nothing => {}
        }
    }

    /// Lines on how others can join this table.
    fn link_words(&self) -> Vec<String> {
        let Place::Afar(afar) = &self.place else { return Vec::new() };
        let link = &afar.visitor.link;
        let code = short_code(link);
        vec![
            tr!("waiting-link", &self.words, link = link.as_str()),
            tr!("waiting-code", &self.words, code = code.as_str()),
            String::new(),
        ]
    }

    /// Lines of the lobby: what is played, and who sits where.
    pub(crate) fn waiting_words(&self) -> Vec<String> {
        let (words, session) = (&self.words, self.play.session());
        let Some(set_up) = &session.set_up else { return vec![tr!("line-opens", words)] };
        let name = session.library().select(&set_up.game, &[]);
        let name = name.map_or_else(|_| set_up.game.clone(), |set| set.catalogue.name.clone());
        let mut lines = vec![name, tr!("lobby-sub", words), String::new()];
        for (at, info) in session.seated.iter().enumerate() {
            let seat = Seat::at(at);
            let who = match &info.sitter {
                Sitter::Person { name } => name.clone(),
                Sitter::Bot { level } => upcard_client::wording::news::bot(words, *level, seat),
                Sitter::Free => tr!("seat-free", words),
            };
            let own = if session.seat == Some(seat) {
                format!(" ({})", tr!("you", words))
            } else {
                String::new()
            };
            let host = session.host_seat == Some(seat);
            let host = if host { format!(", {}", tr!("tag-host", words)) } else { String::new() };
            lines.push(format!("  {} {who}{own}{host}", seat.number()));
        }
        lines.push(String::new());
        lines.extend(self.link_words());
        lines.push(match self.may_begin() {
            true => tr!("waiting-begin", words),
            false => tr!("waiting-host", words),
        });
        if session.seat.is_none() && !self.awaits_seat() {
            lines.push(tr!("you-look-on", words));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use upcard_client::Local;
    use upcard_client::wire::{Level, SeatPlan, SetUp, TableError};

    use super::*;

    /// While a seat request is unanswered, the screen does not say that the person watches.
    #[test]
    fn nobody_watches_on_the_way_to_a_seat() {
        let library = Arc::new(Library::standard().unwrap());
        let bot = SeatPlan::Bot { level: Level::Novice };
        let set_up = SetUp::new("gin", vec![SeatPlan::Person, bot]);
        let watches =
            |app: &App| app.waiting_words().iter().any(|line| line == "You are watching.");
        let sit = |said: &ClientMessage| matches!(said, ClientMessage::Sit { .. });
        for (looks_on, refused) in [(false, false), (false, true), (true, false)] {
            let mut table = Local::new(library.clone(), set_up.clone(), [3; 32]).unwrap();
            let mut app = App::afar(library.clone(), visitor(looks_on), 0);
            let hear = |app: &mut App, said: Vec<ServerMessage>| {
                said.into_iter().for_each(|said| app.hear(Heard::Said(Box::new(said))));
            };
            app.hear(Heard::Online);
            hear(&mut app, table.connect(0));
            assert_eq!(watches(&app), looks_on);
            let said = app.said();
            assert_eq!(said.iter().filter(|said| sit(said)).count(), usize::from(!looks_on));
            // A seat request on a connection that broke is repeated.
            app.hear(Heard::Offline);
            app.hear(Heard::Online);
            hear(&mut app, table.connect(0));
            let said = app.said();
            assert_eq!(said.iter().filter(|said| sit(said)).count(), usize::from(!looks_on));
            match refused {
                true => hear(&mut app, vec![ServerMessage::Error { error: TableError::TableFull }]),
                false => {
                    let sits = said.into_iter().filter(sit);
                    sits.for_each(|said| hear(&mut app, table.send(0, said)));
                }
            }
            assert_eq!(watches(&app), looks_on || refused);
            assert_eq!(app.play.session().seat.is_some(), !looks_on && !refused);
        }
    }

    fn visitor(looks_on: bool) -> Visitor {
        let link = "https://cards.example.org/t/0123abcxyz".to_owned();
        Visitor { name: "Ann".to_owned(), seat: None, looks_on, link, random: || [7; 32] }
    }

    #[test]
    fn whoever_comes_or_comes_back_says_who_they_are() {
        let library = Arc::new(Library::standard().unwrap());
        for (watch, name) in [(false, Some("Ann".to_owned())), (true, None)] {
            let mut app = App::afar(library.clone(), visitor(watch), 0);
            for _ in 0..2 {
                app.hear(Heard::Online);
                let said = app.said();
                let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
                let introduction = ClientMessage::Introduce { name: name.clone(), face: None };
                assert_eq!(said, [hello, introduction]);
                app.hear(Heard::Offline);
            }
        }
    }
}
