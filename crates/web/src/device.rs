//! A table on this device: the same as a server's, which speaks the same messages. It lies in a worker with
//! the bots who think there, so that the page answers while they do. The worker runs this very program, and
//! is handed what the browser has compiled of it. Where there are no workers, or one fails, the table lies
//! in the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use upcard_client::wire::ClientMessage;
use upcard_client::{Answer, Begin, DeviceTable, Order};
use upcard_table::compact;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::games::games;
use crate::line::{Heard, Listener};
use crate::{bots, browser};

/// The table itself, in the worker or in the page.
type Table = Rc<RefCell<DeviceTable>>;

fn table() -> Table {
    Rc::new(RefCell::new(DeviceTable::new(Arc::new(games()), bots::decide)))
}

/// Tells the table something, and hands on its answer: later where a bot must fetch first what it thinks by.
fn tell(table: &Table, order: Order, nets: &str, then: impl FnOnce(Answer) + 'static) {
    if let Order::Try(source, seed) = order {
        return bots::try_out(source, seed, |tried| then(Answer { tried, ..Answer::default() }));
    }
    let thinks = matches!(order, Order::Think);
    let answer = table.borrow_mut().obey(browser::now() as u64, order);
    let question = if thinks { table.borrow_mut().question() } else { None };
    let Some(think) = question else { return then(answer) };
    let table = table.clone();
    bots::with_learnt(think.level, nets, move || {
        let action = bots::decide_as_can(&think.view, &think.rules, think.level, think.seed);
        let answer = table.borrow_mut().thought(browser::now() as u64, &think, action);
        then(answer);
    });
}

/// A worker in which the program begins, or has begun.
struct Helper {
    worker: Worker,
    /// Does it hear by now?
    hears: Rc<Cell<bool>>,
}

thread_local! {
    /// The one for the next table.
    static SPARE: RefCell<Option<Helper>> = const { RefCell::new(None) };
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

/// Starts this very program in a worker, with what the browser has compiled of it.
fn start() -> Option<Helper> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&browser::program(), &options).ok()?;
    worker.post_message(&wasm_bindgen::module()).ok()?;
    let hears = Rc::new(Cell::new(false));
    let note = hears.clone();
    worker.set_onmessage(Some(browser::once(Box::new(move || note.set(true))).unchecked_ref()));
    Some(Helper { worker, hears })
}

/// A worker apart from any table.
pub(crate) fn start_apart() -> Option<Worker> {
    start().map(|helper| helper.worker)
}

/// Where the table is.
enum Place {
    /// In a worker that does not hear yet, and what it is to be told.
    Starting(Worker, Vec<Order>),
    /// In a worker.
    Worker(Worker),
    /// In the page.
    Page(Table),
}

struct Inner {
    listener: Listener,
    place: RefCell<Place>,
    /// The match as it is to be kept.
    kept: RefCell<Option<String>>,
    /// Is a bot to answer, and does none think yet?
    thinks: Cell<bool>,
    /// How many answers are on their way: the last one says what holds.
    awaited: Cell<u32>,
}

/// The line to a table on this device, which ends with it.
pub(crate) struct Device(Rc<Inner>);

impl Drop for Device {
    fn drop(&mut self) {
        self.0.end_worker();
    }
}

impl Device {
    /// Begins a table.
    pub(crate) fn open(begin: Begin, listener: Listener) -> Device {
        let spare = SPARE.with(|spare| spare.borrow_mut().take());
        let place = match spare.or_else(start) {
            Some(Helper { worker, hears }) if hears.get() => Place::Worker(worker),
            Some(Helper { worker, .. }) => Place::Starting(worker, Vec::new()),
            None => Place::Page(table()),
        };
        let device = Device(Rc::new(Inner {
            listener,
            place: RefCell::new(place),
            kept: RefCell::default(),
            thinks: Cell::default(),
            awaited: Cell::default(),
        }));
        listen(&device.0);
        device.0.tell(Order::Begin(begin, browser::entropy()));
        device
    }

    /// Sends a message.
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

    /// The match as it is to be kept; none before it has begun.
    pub(crate) fn kept(&self) -> Option<String> {
        self.0.kept.borrow().clone()
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
            None => inner.heard_first(),
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
            Place::Starting(_, waiting) => waiting.push(order),
            Place::Worker(worker) => {
                let told = compact::write(&(order, nets()));
                let _ = worker.post_message(&js_sys::Uint8Array::from(&*told));
            }
            Place::Page(table) => {
                let (inner, table) = (self.clone(), table.clone());
                // Like a worker, it answers when all that is being done is done.
                browser::later(0, move || {
                    tell(&table, order, &nets(), move |answer| inner.take(answer));
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
        let again =
            || self.kept.take().map(|kept| Order::Begin(Begin::Kept(kept), browser::entropy()));
        let waiting = match self.place.replace(Place::Page(table())) {
            Place::Starting(_, waiting) => waiting,
            Place::Worker(_) | Place::Page(_) => again().into_iter().collect(),
        };
        self.awaited.set(0);
        waiting.into_iter().for_each(|order| self.tell(order));
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
        let Answer { messages, thinks, kept, failed, .. } = answer;
        self.awaited.set(self.awaited.get().saturating_sub(1));
        self.thinks.set(thinks);
        if kept.is_some() {
            self.kept.replace(kept);
        }
        (self.listener.hear)(if failed { Heard::Unreadable } else { Heard::Said(messages) });
    }
}

/// What the program does in a worker: it holds a table.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    let (table, own) = (table(), scope.clone());
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        let Some((order, nets)) = compact::read::<(Order, String)>(&bytes) else { return };
        let own = own.clone();
        tell(&table, order, &nets, move |answer| {
            let _ = own.post_message(&js_sys::Uint8Array::from(&*compact::write(&answer)));
        });
    });
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    // What was sent before this was lost; so the page waits for a first word.
    let _ = scope.post_message(&wasm_bindgen::JsValue::NULL);
}
