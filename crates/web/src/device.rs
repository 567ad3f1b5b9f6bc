//! A table on this device, which speaks the same messages as a server's table. It runs with its bots in a
//! worker, so that the page stays responsive. The worker runs this same program, compiled once and shared. If
//! workers are missing or fail, the table runs in the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Answer, Begin, Found, Order};
use upcard_engine::Seat;
use upcard_table::compact;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::browser;
use crate::later::{self, Host};
use crate::line::{Heard, Listener};

/// Delay before retrying a failed load, in milliseconds.
const AGAIN: u32 = 3_000;

/// A worker in which the program is starting or running.
struct Helper {
    worker: Worker,
    /// Whether it is ready: `None` until its first message, `Some(false)` if loading failed.
    hears: Rc<Cell<Option<bool>>>,
}

thread_local! {
    /// Spare worker for the next table.
    static SPARE: RefCell<Option<Helper>> = const { RefCell::new(None) };
    /// Table being previewed.
    static LOOKED_AT: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Prestarts a worker, so that the next table's first card need not wait for it.
pub(crate) fn make_ready() {
    SPARE.with(|spare| {
        let mut spare = spare.borrow_mut();
        if spare.is_none() {
            *spare = start();
        }
    });
}

/// Previews a stored match: passes its table's first messages to `then`, or `None` if it cannot be read. No
/// seat is taken, and the worker is free again for the next table.
pub(crate) fn look(
    (begin, number): (Begin, Option<u64>),
    then: impl FnOnce(Option<Vec<ServerMessage>>) + 'static,
) {
    let then = Cell::new(Some(then));
    let hear = move |heard| {
        let found = match heard {
            Heard::Said(messages) | Heard::Shared(_, messages) => Some(messages),
            Heard::Unreadable => None,
            Heard::Online(_) | Heard::Missing | Heard::Ended(_) => return,
        };
        then.take().into_iter().for_each(|then| then(found.clone()));
        browser::later(0, || LOOKED_AT.take().iter().for_each(Device::give_back));
    };
    let listener = Listener { hear: Box::new(hear), resume: Box::new(|| None) };
    let device = Device::open(begin, number, listener);
    LOOKED_AT.replace(Some(device));
}

/// Runs a storage order: fetches or forgets a number, or finds unlisted matches.
pub(crate) fn ask(order: Order, then: impl FnOnce(&Device) + 'static) {
    let device = Rc::new(RefCell::new(None::<Device>));
    let (own, then) = (device.clone(), Cell::new(Some(then)));
    let hear = move |heard| {
        if matches!(heard, Heard::Online(_) | Heard::Missing) {
            return;
        }
        if let Some((device, then)) = own.borrow().as_ref().zip(then.take()) {
            then(device);
        }
        let own = own.clone();
        browser::later(0, move || own.take().iter().for_each(Device::give_back));
    };
    let listener = Listener { hear: Box::new(hear), resume: Box::new(|| None) };
    device.replace(Some(Device::tell_first(order, None, listener)));
}

/// Starts this program in a worker from the already compiled module. A worker may be waiting already if a
/// match was requested before the program was loaded (`static/first.js`).
fn start() -> Option<Helper> {
    let start_anew = || {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        Worker::new_with_options(&browser::program(), &options).ok()
    };
    let worker = browser::take_waiting_worker().or_else(start_anew)?;
    worker.post_message(&wasm_bindgen::module()).ok()?;
    let hears = Rc::new(Cell::new(None));
    let note = hears.clone();
    let first = Closure::once_into_js(move |event: MessageEvent| note.set(Some(is_ready(&event))));
    worker.set_onmessage(Some(first.unchecked_ref()));
    Some(Helper { worker, hears })
}

/// Starts a worker without a table.
pub(crate) fn start_apart() -> Option<Worker> {
    start().map(|helper| helper.worker)
}

/// Returns `true` if a worker's first message says that it has loaded everything.
fn is_ready(event: &MessageEvent) -> bool {
    event.data().as_bool() == Some(true)
}

/// Where the table runs.
enum Place {
    /// In a worker that is not ready yet, with queued orders.
    Starting(Worker, Vec<Order>),
    /// In a worker.
    Worker(Worker),
    /// In the page, still loading, with queued orders.
    Coming(Vec<Order>),
    /// In the page.
    Page(Rc<dyn Host>),
}

struct Inner {
    listener: Listener,
    place: RefCell<Place>,
    /// Its number in the database, if any.
    number: Option<u64>,
    /// Whether it has been stored.
    stored: Cell<bool>,
    /// The serialized match, to be saved elsewhere if it is not stored.
    kept: RefCell<Option<String>>,
    /// Record of the finished match.
    record: RefCell<Option<String>>,
    /// Unlisted matches that were found.
    found: RefCell<Vec<Found>>,
    /// Whether a bot is due to act and has not been asked to.
    thinks: Cell<bool>,
    /// Number of outstanding responses; only the last one is up to date.
    awaited: Cell<u32>,
    /// Number of orders about who looks; messages from before the last one are dropped.
    looks: Cell<u32>,
}

/// Connection to a table on this device, which ends with it.
pub(crate) struct Device(Rc<Inner>);

impl Drop for Device {
    fn drop(&mut self) {
        self.0.end_worker();
    }
}

impl Device {
    /// Starts a table, stored under this number if given.
    pub(crate) fn open(begin: Begin, number: Option<u64>, listener: Listener) -> Device {
        let order = Order::Begin(begin, browser::entropy(), number);
        Device::tell_first(order, number, listener)
    }

    fn tell_first(order: Order, number: Option<u64>, listener: Listener) -> Device {
        let spare = SPARE.with(|spare| spare.borrow_mut().take());
        let place = match spare.or_else(start) {
            Some(Helper { worker, hears }) if hears.get() == Some(true) => Place::Worker(worker),
            Some(Helper { worker, hears }) if hears.get().is_none() => {
                Place::Starting(worker, Vec::new())
            }
            _ => Place::Coming(Vec::new()),
        };
        let device = Device(Rc::new(Inner {
            listener,
            place: RefCell::new(place),
            number,
            stored: Cell::default(),
            kept: RefCell::default(),
            record: RefCell::default(),
            found: RefCell::default(),
            thinks: Cell::default(),
            awaited: Cell::default(),
            looks: Cell::default(),
        }));
        listen(&device.0);
        if matches!(*device.0.place.borrow(), Place::Coming(_)) {
            device.0.load();
        }
        device.0.tell(order);
        device
    }

    /// Keeps the worker as the spare for the next table.
    fn give_back(&self) {
        let place = self.0.place.replace(Place::Coming(Vec::new()));
        let Place::Worker(worker) = place else { return };
        worker.set_onmessage(None);
        let hears = Rc::new(Cell::new(Some(true)));
        let before = SPARE.replace(Some(Helper { worker, hears }));
        before.into_iter().for_each(|spare| spare.worker.terminate());
    }

    pub(crate) fn send(&self, message: ClientMessage) {
        self.0.tell(Order::Say(message));
    }

    /// Returns `true` if a bot is due to act and no response is outstanding.
    pub(crate) fn thinks(&self) -> bool {
        self.0.thinks.get() && self.0.awaited.get() == 0
    }

    /// Lets the bot think.
    pub(crate) fn think(&self) {
        self.0.tell(Order::Think);
    }

    /// Shows the cards of one of several people, or of nobody.
    pub(crate) fn let_look(&self, seat: Option<Seat>) {
        self.0.looks.set(self.0.looks.get() + 1);
        self.0.tell(Order::Look(seat));
    }

    /// Declines the offered card for all who may have it.
    pub(crate) fn pass_all(&self) {
        self.0.looks.set(self.0.looks.get() + 1);
        self.0.tell(Order::PassAll);
    }

    /// Returns its number in the database; `None` if it is not stored.
    pub(crate) fn number(&self) -> Option<u64> {
        self.0.number.filter(|_| self.0.stored.get())
    }

    /// Returns the serialized match if it is not stored; `None` before it has begun.
    pub(crate) fn kept(&self) -> Option<String> {
        self.0.kept.borrow().clone()
    }

    /// Takes the unlisted matches that were found.
    pub(crate) fn found(&self) -> Vec<Found> {
        self.0.found.take()
    }

    /// Returns the match's record; `None` before the match is over.
    pub(crate) fn record(&self) -> Option<String> {
        self.0.record.borrow().clone()
    }
}

/// Handles the worker's messages: first the ready message, then responses.
fn listen(inner: &Rc<Inner>) {
    let place = inner.place.borrow();
    let (Place::Starting(worker, _) | Place::Worker(worker)) = &*place else { return };
    let listens = Rc::downgrade(inner);
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(inner) = listens.upgrade() else { return };
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        match compact::read(&bytes) {
            Some(answer) => inner.take(answer),
            None if is_ready(&event) => inner.heard_first(),
            None => inner.come_home(),
        }
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let fails = Rc::downgrade(inner);
    let failed = Closure::<dyn Fn()>::new(move || {
        fails.upgrade().iter().for_each(|inner| inner.come_home());
    });
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
}

impl Inner {
    fn tell(self: &Rc<Self>, order: Order) {
        self.awaited.set(self.awaited.get() + 1);
        self.send(order);
    }

    fn send(self: &Rc<Self>, order: Order) {
        let nets = || browser::meta("nets").unwrap_or_default();
        match &mut *self.place.borrow_mut() {
            Place::Starting(_, waiting) | Place::Coming(waiting) => waiting.push(order),
            Place::Worker(worker) => {
                let told = compact::write(&(order, nets()));
                let _ = worker.post_message(&js_sys::Uint8Array::from(&*told));
            }
            Place::Page(table) => {
                let (inner, table) = (self.clone(), table.clone());
                // Like a worker, it responds after the current task.
                browser::later(0, move || {
                    table.tell(order, &nets(), Box::new(move |answer| inner.take(answer)));
                });
            }
        }
    }

    /// Sends the queued orders to the worker, which is ready now.
    fn heard_first(self: &Rc<Self>) {
        let mut place = self.place.borrow_mut();
        let Place::Starting(worker, waiting) = &mut *place else { return };
        let (worker, waiting) = (worker.clone(), std::mem::take(waiting));
        *place = Place::Worker(worker);
        drop(place);
        waiting.into_iter().for_each(|order| self.send(order));
    }

    /// Moves the table into the page after the worker has failed.
    fn come_home(self: &Rc<Self>) {
        self.end_worker();
        let begin = match self.stored.get() {
            true => Some(Begin::Stored),
            false => self.kept.take().map(|kept| Begin::Kept(vec![kept])),
        };
        let again = || begin.map(|begin| Order::Begin(begin, browser::entropy(), self.number));
        let waiting = match self.place.replace(Place::Coming(Vec::new())) {
            Place::Starting(_, waiting) | Place::Coming(waiting) => waiting,
            Place::Worker(_) | Place::Page(_) => again().into_iter().collect(),
        };
        self.awaited.set(0);
        self.looks.set(0);
        waiting.into_iter().for_each(|order| self.tell(order));
        self.load();
    }

    /// Loads the table's code into the page and sends it the queued orders.
    fn load(self: &Rc<Self>) {
        let inner = self.clone();
        js_sys::futures::spawn_local(async move {
            let host = later::host().await;
            match host {
                Some(host) => {
                    (inner.listener.hear)(Heard::Online(true));
                    if let Place::Coming(waiting) = inner.place.replace(Place::Page(host)) {
                        waiting.into_iter().for_each(|order| inner.send(order));
                    }
                }
                // With no other owner, the connection is no longer used.
                None if Rc::strong_count(&inner) > 1 => {
                    (inner.listener.hear)(Heard::Missing);
                    browser::later(AGAIN, move || inner.load());
                }
                None => {}
            }
        });
    }

    fn end_worker(&self) {
        if let Place::Starting(worker, _) | Place::Worker(worker) = &*self.place.borrow() {
            // Ignore its remaining messages.
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    fn take(&self, answer: Answer) {
        let Answer { messages, around, thinks, kept, record, failed, stored, found, .. } = answer;
        self.awaited.set(self.awaited.get().saturating_sub(1));
        self.thinks.set(thinks);
        self.found.replace(found);
        if stored || kept.is_some() {
            self.stored.set(stored);
            self.kept.replace(kept.map(|kept| kept.entries));
            self.record.replace(record);
        }
        (self.listener.hear)(match around {
            _ if failed => Heard::Unreadable,
            None => Heard::Said(messages),
            Some(around) if around.orders < self.looks.get() => return,
            Some(around) => Heard::Shared(around, messages),
        });
    }
}

/// Entry point in a worker: runs a table.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    js_sys::futures::spawn_local(async move {
        let table = later::host().await;
        // Messages sent earlier were lost, so the page waits for this ready message.
        let _ = scope.post_message(&table.is_some().into());
        table.into_iter().for_each(|table| listen_in_worker(&scope, table));
        // Preload the bots, needed once the cards are dealt.
        later::with_bots(|_| {});
    });
}

fn listen_in_worker(scope: &DedicatedWorkerGlobalScope, table: Rc<dyn Host>) {
    let own = scope.clone();
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        let Some((order, nets)) = compact::read::<(Order, String)>(&bytes) else { return };
        let own = own.clone();
        let answered = move |answer| {
            let _ = own.post_message(&js_sys::Uint8Array::from(&*compact::write(&answer)));
        };
        table.clone().tell(order, &nets, Box::new(answered));
    });
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
}
