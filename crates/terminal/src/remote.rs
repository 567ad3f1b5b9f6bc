//! A remote table: messages to and from a server, without the connection itself.

use std::sync::Arc;

use upcard_client::address::short_code;
use upcard_client::wire::{
    Change, ClientMessage, PROTOCOL, Resume, ServerMessage, Sitter, Stage, Wish,
};
use upcard_client::{Note, ends_connection, tr};
use upcard_engine::{Library, Seat};
use upcard_table::Millis;

use crate::app::App;
use crate::place::{ConnectionEvent, Place, RemoteTable, Visitor};

/// What a person can do about another match when one is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RematchOption {
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
    pub fn remote(library: Arc<Library>, visitor: Visitor, now: Millis) -> App {
        let remote = RemoteTable {
            sat_down: visitor.is_spectator,
            visitor,
            online: false,
            pending: None,
            outbox: Vec::new(),
            awaits_seat: false,
            refused: false,
            ended: None,
        };
        App::with(Place::Remote(Box::new(remote)), library, now)
    }

    fn remote_mut(&mut self) -> Option<&mut RemoteTable> {
        match &mut self.place {
            Place::Remote(remote) => Some(remote),
            Place::Local(_) => None,
        }
    }

    /// Returns `true` if the person only watches, as intended.
    pub(crate) fn is_spectating(&self) -> bool {
        let wanted = matches!(&self.place, Place::Remote(remote) if remote.visitor.is_spectator);
        wanted && self.play.session().seat.is_none()
    }

    /// Returns `true` if the table refused this person a seat.
    pub(crate) fn got_no_seat(&self) -> bool {
        let refused = matches!(&self.place, Place::Remote(remote) if remote.refused);
        refused && self.play.session().seat.is_none()
    }

    /// Returns `true` if a seat request is unanswered.
    pub(crate) fn awaits_seat(&self) -> bool {
        let asked = matches!(&self.place, Place::Remote(remote) if remote.awaits_seat);
        asked && self.play.session().seat.is_none()
    }

    /// Returns and clears the messages to send to the server.
    pub fn take_messages(&mut self) -> Vec<ClientMessage> {
        self.remote_mut().map(|remote| std::mem::take(&mut remote.outbox)).unwrap_or_default()
    }

    /// Explains why the table cannot be rejoined; `None` as long as it can.
    #[must_use]
    pub fn ended(&self) -> Option<String> {
        let Place::Remote(remote) = &self.place else { return None };
        remote.ended.as_ref().map(|error| tr!(&format!("error-{}", error.code()), &self.words))
    }

    /// Handles an event of the connection to the server.
    pub fn handle_connection_event(&mut self, heard: ConnectionEvent) {
        match heard {
            ConnectionEvent::Online => {
                let again = self.play.session().sequence.is_some();
                self.greet();
                if again && self.words.typed {
                    // A screen just drops the notice of the disconnection; printed lines cannot be withdrawn.
                    let words = tr!("line-back", &self.words);
                    self.play.inform(words);
                }
            }
            ConnectionEvent::Offline => {
                self.remote_mut().into_iter().for_each(|remote| remote.online = false);
                let words = tr!("offline", &self.words);
                self.play.refuse(words);
            }
            ConnectionEvent::Message(message) => self.receive(vec![*message]),
        }
        self.refresh();
    }

    /// Greets the table, resuming after the last folded update.
    fn greet(&mut self) {
        let session = self.play.session();
        let resume = session.sequence.map(|after| Resume { after, seat: session.seat });
        self.play.clear_notice();
        let Some(remote) = self.remote_mut() else { return };
        remote.online = true;
        if std::mem::take(&mut remote.awaits_seat) {
            // The connection broke before the seat request was answered.
            remote.sat_down = false;
        }
        remote.outbox.clear();
        remote.outbox.push(ClientMessage::Hello { protocol: PROTOCOL, resume });
        // A table forgets people who were away, and tells open seats only to people who introduce themselves.
        // A spectator needs no name.
        let Visitor { name, is_spectator, .. } = &remote.visitor;
        let name = (!is_spectator).then(|| name.clone());
        remote.outbox.push(ClientMessage::Introduce { name, face: None });
        remote.outbox.extend(remote.pending.clone());
    }

    /// Sends what the client owes the table beyond the person's actions.
    pub(crate) fn follow_remote(&mut self, note: Option<&Note>, greeted: bool) {
        let random = match &self.place {
            Place::Remote(remote) => remote.visitor.random,
            Place::Local(_) => return,
        };
        let mut answers = Vec::new();
        match note {
            Some(Note::Gap) => {
                answers.push(ClientMessage::Hello { protocol: PROTOCOL, resume: None });
            }
            Some(Note::Changed(Change::Gathering { .. })) => {
                answers.extend(self.play.session_mut().fairness.reveal());
            }
            Some(Note::Error(error)) if ends_connection(error) => {
                if let Some(remote) = self.remote_mut() {
                    remote.ended = Some(error.clone());
                }
                self.leave();
                return;
            }
            Some(Note::Error(_)) => {
                let remote = self.remote_mut();
                if let Some(remote) = remote.filter(|remote| !remote.visitor.is_spectator) {
                    // The flag matters only for a person without a seat.
                    remote.refused = remote.sat_down;
                    remote.awaits_seat = false;
                }
            }
            _ => {}
        }
        let session = self.play.session();
        let (seated, covered) = (session.seat.is_some(), session.covered() && session.in_match());
        self.remote_mut().into_iter().for_each(|remote| remote.awaits_seat &= !seated);
        if let Some(remote) = self.remote_mut()
            && greeted
            && !std::mem::replace(&mut remote.sat_down, true)
        {
            answers.extend(match (seated, covered) {
                (false, _) => {
                    let Visitor { seat, name, .. } = remote.visitor.clone();
                    remote.awaits_seat = true;
                    Some(ClientMessage::Sit { seat, name })
                }
                // A returning person wants to play.
                (true, true) => Some(ClientMessage::TakeBack),
                (true, false) => None,
            });
        }
        answers.extend(self.play.session_mut().commit(random));
        if let Some(remote) = self.remote_mut() {
            answers.into_iter().for_each(|answer| remote.push(answer));
        }
    }

    /// Notes that an action was answered, so that it is not sent again.
    pub(crate) fn settled(&mut self, message: &ServerMessage) {
        if let ServerMessage::Accepted { .. } | ServerMessage::Refused { .. } = message {
            self.remote_mut().into_iter().for_each(|remote| remote.pending = None);
        }
    }

    /// Takes a free seat.
    pub(crate) fn sit(&mut self) {
        let name = self.remote_mut().map(|remote| remote.visitor.name.clone());
        name.into_iter().for_each(|name| self.send(ClientMessage::Sit { seat: None, name }));
    }

    /// Asks the host for a seat.
    pub(crate) fn ask_for_seat(&mut self) {
        let name = self.remote_mut().map(|remote| remote.visitor.name.clone());
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
    pub(crate) fn rematch_option(&self) -> RematchOption {
        let session = self.play.session();
        match session.seat.filter(|_| self.match_over().is_some()) {
            None => RematchOption::Nothing,
            Some(own) if !session.ready_people().contains(&own) => RematchOption::Play,
            Some(_) if session.host => RematchOption::Begin,
            Some(_) => RematchOption::Nothing,
        }
    }

    /// Does what [`App::rematch_option`] offers.
    pub(crate) fn play_again(&mut self) {
        match self.rematch_option() {
            RematchOption::Play => self.send(ClientMessage::Rematch),
            RematchOption::Begin => self.send(ClientMessage::Start),
            RematchOption::Nothing => {}
        }
    }

    /// Lines on how others can join this table.
    fn link_words(&self) -> Vec<String> {
        let Place::Remote(remote) = &self.place else { return Vec::new() };
        let link = &remote.visitor.link;
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
            let mut line = format!("  {} {who}", seat.number());
            if session.seat == Some(seat) {
                line += &format!(" ({})", tr!("you", words));
            }
            if session.host_seat == Some(seat) {
                line += &format!(", {}", tr!("tag-host", words));
            }
            lines.push(line);
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
    use upcard_client::LocalTable;
    use upcard_client::wire::{Level, SeatPlan, SetUp, TableError};

    use super::*;

    /// While a seat request is unanswered, the screen does not say that the person watches.
    #[test]
    fn a_pending_seat_request_is_not_spectating() {
        let library = Arc::new(Library::standard().unwrap());
        let bot = SeatPlan::Bot { level: Level::Novice };
        let set_up = SetUp::new("gin", vec![SeatPlan::Person, bot]);
        let watches =
            |app: &App| app.waiting_words().iter().any(|line| line == "You are watching.");
        let sit = |said: &ClientMessage| matches!(said, ClientMessage::Sit { .. });
        for (is_spectator, refused) in [(false, false), (false, true), (true, false)] {
            let mut table = LocalTable::new(library.clone(), set_up.clone(), [3; 32]).unwrap();
            let mut app = App::remote(library.clone(), visitor(is_spectator), 0);
            let hear = |app: &mut App, said: Vec<ServerMessage>| {
                said.into_iter().for_each(|said| {
                    app.handle_connection_event(ConnectionEvent::Message(Box::new(said)))
                });
            };
            app.handle_connection_event(ConnectionEvent::Online);
            hear(&mut app, table.connect(0));
            assert_eq!(watches(&app), is_spectator);
            let said = app.take_messages();
            assert_eq!(said.iter().filter(|said| sit(said)).count(), usize::from(!is_spectator));
            // A seat request on a connection that broke is repeated.
            app.handle_connection_event(ConnectionEvent::Offline);
            app.handle_connection_event(ConnectionEvent::Online);
            hear(&mut app, table.connect(0));
            let said = app.take_messages();
            assert_eq!(said.iter().filter(|said| sit(said)).count(), usize::from(!is_spectator));
            match refused {
                true => hear(&mut app, vec![ServerMessage::Error { error: TableError::TableFull }]),
                false => {
                    let sits = said.into_iter().filter(sit);
                    sits.for_each(|said| hear(&mut app, table.send(0, said)));
                }
            }
            assert_eq!(watches(&app), is_spectator || refused);
            assert_eq!(app.play.session().seat.is_some(), !is_spectator && !refused);
        }
    }

    fn visitor(is_spectator: bool) -> Visitor {
        let link = "https://cards.example.org/t/0123abcxyz".to_owned();
        Visitor { name: "Ann".to_owned(), seat: None, is_spectator, link, random: || [7; 32] }
    }

    #[test]
    fn clients_introduce_themselves_on_every_connection() {
        let library = Arc::new(Library::standard().unwrap());
        for (watch, name) in [(false, Some("Ann".to_owned())), (true, None)] {
            let mut app = App::remote(library.clone(), visitor(watch), 0);
            for _ in 0..2 {
                app.handle_connection_event(ConnectionEvent::Online);
                let said = app.take_messages();
                let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
                let introduction = ClientMessage::Introduce { name: name.clone(), face: None };
                assert_eq!(said, [hello, introduction]);
                app.handle_connection_event(ConnectionEvent::Offline);
            }
        }
    }
}
