//! Connection to a table on the server: a WebSocket that reconnects. It is in the `Room` bundle.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use upcard_client::wire::{ClientMessage, PROTOCOL, ServerMessage, SetUp, TableError};
use upcard_client::{Check, Fairness, Liveness, ends_connection};
use upcard_table::compact;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BinaryType, MessageEvent, WebSocket, XmlHttpRequest};

use crate::browser;
use crate::connection::{Connection, ConnectionEvent, Listener};
use crate::json::Json;

/// Connection state, shared with the browser's callbacks.
struct Inner {
    listener: Listener,
    table: String,
    socket: RefCell<Option<WebSocket>>,
    /// Unacknowledged action, sent again after a reconnect.
    pending: RefCell<Option<ClientMessage>>,
    tries: Cell<u32>,
    left: Cell<bool>,
    /// Number of the current socket; messages of older ones are ignored.
    number: Cell<u32>,
    /// State of the connection check.
    liveness: Cell<Liveness>,
}

/// Interval between connection checks, in milliseconds.
const CHECK_INTERVAL: u32 = 250;

impl Inner {
    /// Updates the state of the connection check.
    fn note<T>(&self, note: impl FnOnce(&mut Liveness, f64) -> T) -> T {
        let mut line = self.liveness.get();
        let noted = note(&mut line, browser::now());
        self.liveness.set(line);
        noted
    }
}

/// A connection to a table.
pub(crate) struct Remote(Rc<Inner>);

impl Drop for Remote {
    fn drop(&mut self) {
        self.0.left.set(true);
        if let Some(socket) = self.0.socket.borrow_mut().take() {
            let _ = socket.close();
        }
    }
}

impl Remote {
    pub(crate) fn open(table: &str, listener: Listener) -> Remote {
        let inner = Rc::new(Inner {
            listener,
            table: table.to_owned(),
            socket: RefCell::new(None),
            pending: RefCell::new(None),
            tries: Cell::new(0),
            left: Cell::new(false),
            number: Cell::new(0),
            liveness: Cell::new(Liveness::new(browser::now())),
        });
        connect(&inner);
        watch(&inner);
        Remote(inner)
    }
}

impl Connection for Remote {
    fn send(&self, message: &ClientMessage) {
        if matches!(message, ClientMessage::Act { .. }) {
            *self.0.pending.borrow_mut() = Some(message.clone());
        }
        send_now(&self.0, message);
    }

    fn table(&self) -> &str {
        &self.0.table
    }

    fn close(&self) {
        if let Some(socket) = &*self.0.socket.borrow() {
            let _ = socket.close();
        }
    }

    fn save_fairness(&self, fairness: &Fairness) {
        browser::store(FAIRNESS_KEY, &format!("{} {}", self.0.table, fairness.saved_text()));
    }

    fn saved_fairness(&self) -> Option<Fairness> {
        let kept = browser::stored(FAIRNESS_KEY)?;
        let (of, kept) = kept.split_once(' ')?;
        Fairness::parse_saved(kept).filter(|_| of == self.0.table)
    }
}

/// Storage key for the fairness data of the last table.
const FAIRNESS_KEY: &str = "upcard.fair";

fn send_now(inner: &Inner, message: &ClientMessage) {
    if let Some(socket) = &*inner.socket.borrow() {
        // Messages sent while disconnected are repeated after the next greeting.
        if socket.ready_state() != WebSocket::OPEN {
            return;
        }
        let _ = socket.send_with_u8_array(&compact::write(message));
        match message {
            ClientMessage::Act { .. } => inner.note(Liveness::note_action),
            ClientMessage::Ping => inner.note(Liveness::note_ping),
            _ => {}
        }
    }
}

fn connect(inner: &Rc<Inner>) {
    if inner.left.get() {
        return;
    }
    let url = format!(
        "{}/api/tables/{}/socket",
        browser::origin().replacen("http", "ws", 1),
        inner.table
    );
    let Ok(socket) = WebSocket::new_with_str(&url, compact::SUBPROTOCOL) else { return };
    socket.set_binary_type(BinaryType::Arraybuffer);
    let number = inner.number.get() + 1;
    inner.number.set(number);
    inner.note(Liveness::note_connecting);
    let open = inner.clone();
    on(&socket, "open", move |_: web_sys::Event| {
        if open.number.get() != number {
            return;
        }
        open.tries.set(0);
        open.note(Liveness::note_open);
        (open.listener.on_event)(ConnectionEvent::Online(true));
        let resume = (open.listener.resume)();
        send_now(&open, &ClientMessage::Hello { protocol: PROTOCOL, resume });
        let pending = open.pending.borrow().clone();
        if let Some(pending) = pending {
            send_now(&open, &pending);
        }
    });
    let line = inner.clone();
    on(&socket, "message", move |event: MessageEvent| {
        if line.number.get() != number {
            return;
        }
        line.note(Liveness::note_received);
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        let Some(message) = compact::read::<ServerMessage>(&bytes) else { return };
        match &message {
            ServerMessage::Accepted { .. } | ServerMessage::Refused { .. } => {
                *line.pending.borrow_mut() = None;
            }
            ServerMessage::Error { error: TableError::Waiting } => {
                line.note(Liveness::note_store_wait);
            }
            ServerMessage::Error { error } if ends_connection(error) => {
                line.left.set(true);
                (line.listener.on_event)(ConnectionEvent::Ended(error.clone()));
                return;
            }
            _ => {}
        }
        (line.listener.on_event)(ConnectionEvent::Messages(vec![message]));
    });
    let closed = inner.clone();
    on(&socket, "close", move |_: web_sys::Event| {
        if !closed.left.get() && closed.number.get() == number {
            reconnect(&closed);
        }
    });
    *inner.socket.borrow_mut() = Some(socket);
}

/// Reconnects with backoff.
fn reconnect(inner: &Rc<Inner>) {
    (inner.listener.on_event)(ConnectionEvent::Online(false));
    inner.note(Liveness::note_connecting);
    let tries = inner.tries.get();
    inner.tries.set(tries + 1);
    let number = inner.number.get();
    let again = inner.clone();
    browser::set_timeout((400u32 << tries.min(5)).min(8_000), move || {
        if again.number.get() == number {
            connect(&again);
        }
    });
}

/// Checks the connection periodically.
fn watch(inner: &Rc<Inner>) {
    let watched = inner.clone();
    browser::set_timeout(CHECK_INTERVAL, move || {
        if watched.left.get() {
            return;
        }
        match watched.note(Liveness::check) {
            Check::Wait => {}
            Check::Ping => send_now(&watched, &ClientMessage::Ping),
            Check::Reconnect => {
                if let Some(socket) = watched.socket.borrow_mut().take() {
                    let _ = socket.close();
                }
                watched.number.set(watched.number.get() + 1);
                reconnect(&watched);
            }
        }
        watch(&watched);
    });
}

fn on<E: JsCast + 'static>(socket: &WebSocket, name: &str, handle: impl Fn(E) + 'static) {
    let callback = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| {
        if let Ok(event) = event.dyn_into::<E>() {
            handle(event);
        }
    });
    let _ = socket.add_event_listener_with_callback(name, callback.as_ref().unchecked_ref());
    // It must live as long as the socket, which the browser owns.
    callback.forget();
}

thread_local! {
    /// Whether a table is being created, so that a second tap on a slow connection does nothing.
    static IS_CREATING: Cell<bool> = const { Cell::new(false) };
}

/// Creates a table on the server and passes its id to `then`, or the error if the user can do something about it.
pub(crate) fn create_table(
    set_up: &SetUp,
    then: impl FnOnce(Result<String, Option<TableError>>) + 'static,
) {
    if IS_CREATING.get() {
        return;
    }
    let Ok(request) = XmlHttpRequest::new() else { return };
    if request.open("POST", "/api/tables").is_err() {
        return;
    }
    IS_CREATING.set(true);
    let _ = request.set_request_header("content-type", "application/octet-stream");
    let answer = request.clone();
    let done = browser::once_callback(Box::new(move || {
        IS_CREATING.set(false);
        let text = answer.response_text().ok().flatten().unwrap_or_default();
        let made = Json::parse(&text);
        let said = |name| made.as_ref().and_then(|made| made.text(name));
        let too_dear = said("code").is_some_and(|code| code == TableError::BotsTooDear.code());
        then(said("id").ok_or(too_dear.then_some(TableError::BotsTooDear)));
    }));
    request.set_onloadend(Some(done.unchecked_ref()));
    let _ = request.send_with_opt_u8_array(Some(&compact::write(set_up)));
}

/// Fetches a table's state as shown to this person; `None` if the request fails or there is no such table.
pub(crate) fn fetch_table(table: &str, then: impl FnOnce(Option<Json>) + 'static) {
    browser::fetch_bytes(&format!("/api/tables/{table}"), move |bytes| {
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        then(text.and_then(|text| Json::parse(&text)));
    });
}

/// A game added by the server's operator.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ServerGame {
    /// Id in a set-up.
    pub(crate) id: String,
    pub(crate) name: String,
    /// One-sentence summary.
    pub(crate) summary: String,
    /// Minimum and maximum number of players.
    pub(crate) players: (u8, u8),
}

/// Fetches the games added by the server's operator.
pub(crate) fn server_games(then: impl FnOnce(Vec<ServerGame>) + 'static) {
    browser::fetch_bytes("/api/games", move |bytes| {
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let all = Json::parse(&format!("{{\"games\":{text}}}"));
        let game = |game: Json| {
            let bounds = game.list("players");
            let bound = |at: usize| bounds.get(at)?.as_f64().map(|n| n as u8);
            let players = (bound(0)?, bound(1)?);
            let text = |name| game.text(name);
            Some(ServerGame {
                id: text("id")?,
                name: text("name")?,
                summary: text("summary")?,
                players,
            })
        };
        let games = all.iter().flat_map(|all| all.list("games")).filter_map(Json::of);
        then(games.filter_map(game).collect());
    });
}

/// Returns the address of the QR code of a table's link.
pub(crate) fn qr_address(link: &str) -> String {
    let id = link.rsplit('/').next().unwrap_or_default();
    format!("/api/tables/{id}/qr.svg")
}

/// Requests a link that moves the player's seat to another device; `None` if that fails.
pub(crate) fn rejoin_link(table: &str, then: impl FnOnce(Option<String>) + 'static) {
    let Ok(request) = XmlHttpRequest::new() else { return then(None) };
    if request.open("POST", &format!("/api/tables/{table}/rejoin")).is_err() {
        return then(None);
    }
    let answer = request.clone();
    let done = browser::once_callback(Box::new(move || {
        let text = answer.response_text().ok().flatten().unwrap_or_default();
        then(Json::parse(&text).and_then(|made| made.text("link")));
    }));
    request.set_onloadend(Some(done.unchecked_ref()));
    let _ = request.send();
}

/// Returns the address of that link's QR code.
pub(crate) fn rejoin_qr_address(table: &str) -> String {
    format!("/api/tables/{table}/rejoin.svg")
}
