//! A table on this device: the same as a server's, which speaks the same messages. It lies in a worker with
//! the bots who think there, so that the page answers while they do. The worker runs this very program, and
//! is handed what the browser has compiled of it. Where there are no workers, or one fails, the table lies
//! in the page.

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

/// How long after a part of the program could not be had it is asked for again, in milliseconds.
const AGAIN: u32 = 3_000;

/// A worker in which the program begins, or has begun.
struct Helper {
    worker: Worker,
    /// Does it hear by now? False where it cannot.
    hears: Rc<Cell<Option<bool>>>,
}

thread_local! {
    /// The one for the next table.
    static SPARE: RefCell<Option<Helper>> = const { RefCell::new(None) };
    /// The table that is only looked at.
    static LOOKED_AT: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Starts a worker for the next table, so that its first card need not wait for that.
pub(crate) fn make_ready() {
    SPARE.with(|spare| {
        let mut spare = spare.borrow_mut();
        if spare.is_none() {
            *spare = start();
        }
    });
}

/// Looks at a match that is kept, and does something with what its table says first; none where it cannot
/// be read. Nobody sits down there, and the worker is free again for the next table.
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

/// Asks for what is stored under a number, or forgets it, or finds what no list names.
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

/// Starts this very program in a worker, with what the browser has compiled of it. One may wait for that already,
/// where a match was asked for before the program was there (`static/first.js`).
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

/// A worker apart from any table.
pub(crate) fn start_apart() -> Option<Worker> {
    start().map(|helper| helper.worker)
}

/// The first word of a worker says whether it has what a table needs.
fn is_ready(event: &MessageEvent) -> bool {
    event.data().as_bool() == Some(true)
}

/// Where the table is.
enum Place {
    /// In a worker that does not hear yet, and what it is to be told.
    Starting(Worker, Vec<Order>),
    /// In a worker.
    Worker(Worker),
    /// In the page, which has not got what it needs yet, and what it is to be told.
    Coming(Vec<Order>),
    /// In the page.
    Page(Rc<dyn Host>),
}

struct Inner {
    listener: Listener,
    place: RefCell<Place>,
    /// The number under which it is stored, if it is.
    number: Option<u64>,
    /// Has it been stored?
    stored: Cell<bool>,
    /// The match as it is to be kept where it is not.
    kept: RefCell<Option<String>>,
    /// The record of its match, when that is over.
    record: RefCell<Option<String>>,
    /// The matches that were to be found.
    found: RefCell<Vec<Found>>,
    /// Is a bot to answer, and does none think yet?
    thinks: Cell<bool>,
    /// How many answers are on their way: the last one says what holds.
    awaited: Cell<u32>,
    /// How many orders were given about who looks: what was said before the last of them is for nobody.
    looks: Cell<u32>,
}

/// The line to a table on this device, which ends with it.
pub(crate) struct Device(Rc<Inner>);

impl Drop for Device {
    fn drop(&mut self) {
        self.0.end_worker();
    }
}

impl Device {
    /// Begins a table, stored under this number if there is one.
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

    /// Leaves the worker to the next table.
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

    /// Is a bot to answer, and does none think yet?
    pub(crate) fn thinks(&self) -> bool {
        self.0.thinks.get() && self.0.awaited.get() == 0
    }

    /// Lets it.
    pub(crate) fn think(&self) {
        self.0.tell(Order::Think);
    }

    /// Lets one of several people look, or nobody.
    pub(crate) fn let_look(&self, seat: Option<Seat>) {
        self.0.looks.set(self.0.looks.get() + 1);
        self.0.tell(Order::Look(seat));
    }

    /// None of those wants the card that is offered.
    pub(crate) fn pass_all(&self) {
        self.0.looks.set(self.0.looks.get() + 1);
        self.0.tell(Order::PassAll);
    }

    /// The number under which it is stored; none where it is not.
    pub(crate) fn number(&self) -> Option<u64> {
        self.0.number.filter(|_| self.0.stored.get())
    }

    /// The match as it is to be kept where it is not stored; none before it has begun.
    pub(crate) fn kept(&self) -> Option<String> {
        self.0.kept.borrow().clone()
    }

    /// The matches that were to be found.
    pub(crate) fn found(&self) -> Vec<Found> {
        self.0.found.take()
    }

    /// The record of its match; none before that is over.
    pub(crate) fn record(&self) -> Option<String> {
        self.0.record.borrow().clone()
    }
}

/// Takes what the worker says: first that it hears, then answers.
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
                // Like a worker, it answers when all that is being done is done.
                browser::later(0, move || {
                    table.tell(order, &nets(), Box::new(move |answer| inner.take(answer)));
                });
            }
        }
    }

    /// The worker hears: it is told what has waited for that.
    fn heard_first(self: &Rc<Self>) {
        let mut place = self.place.borrow_mut();
        let Place::Starting(worker, waiting) = &mut *place else { return };
        let (worker, waiting) = (worker.clone(), std::mem::take(waiting));
        *place = Place::Worker(worker);
        drop(place);
        waiting.into_iter().for_each(|order| self.send(order));
    }

    /// The worker has failed: the table goes on in the page.
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

    /// Fetches what the table needs in the page, and tells it what has waited for that.
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
                // The line is used no more where nobody else has it.
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
            // What it says meanwhile is for nobody.
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

/// What the program does in a worker: it holds a table.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    js_sys::futures::spawn_local(async move {
        let table = later::host().await;
        // What was sent before this was lost; so the page waits for a first word.
        let _ = scope.post_message(&table.is_some().into());
        table.into_iter().for_each(|table| listen_in_worker(&scope, table));
        // They are needed when the hands are dealt.
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
