//! A table on this device, which speaks the same messages as a server's table. It runs with its bots in a
//! worker, so that the page stays responsive. The worker runs this same program, compiled once and shared. If
//! workers are missing or fail, the table runs in the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Begin, DeviceCommand, DeviceReply, OrphanedMatch};
use upcard_engine::Seat;
use upcard_table::compact;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::browser;
use crate::connection::{ConnectionEvent, Listener};
use crate::lazy::{self, HostedTable};

/// Delay before retrying a failed load, in milliseconds.
const RETRY_DELAY: u32 = 3_000;

/// A worker in which the program is starting or running.
struct StartedWorker {
    worker: Worker,
    /// Whether it is ready: `None` until its first message, `Some(false)` if loading failed.
    ready: Rc<Cell<Option<bool>>>,
}

thread_local! {
    /// Spare worker for the next table.
    static SPARE: RefCell<Option<StartedWorker>> = const { RefCell::new(None) };
    /// Table being previewed.
    static PREVIEW: RefCell<Option<Device>> = const { RefCell::new(None) };
}

/// Prestarts a worker, so that the next table's first card need not wait for it.
pub(crate) fn prestart_worker() {
    SPARE.with(|spare| {
        let mut spare = spare.borrow_mut();
        if spare.is_none() {
            *spare = start_worker();
        }
    });
}

/// Previews a stored match: passes its table's first messages to `then`, or `None` if it cannot be read. No
/// seat is taken, and the worker is free again for the next table.
pub(crate) fn preview(
    (begin, number): (Begin, Option<u64>),
    then: impl FnOnce(Option<Vec<ServerMessage>>) + 'static,
) {
    let then = Cell::new(Some(then));
    let on_event = move |event| {
        let found = match event {
            ConnectionEvent::Messages(messages) | ConnectionEvent::SharedMessages(_, messages) => {
                Some(messages)
            }
            ConnectionEvent::Unreadable => None,
            ConnectionEvent::Online(_)
            | ConnectionEvent::LoadFailed
            | ConnectionEvent::Ended(_) => return,
        };
        then.take().into_iter().for_each(|then| then(found.clone()));
        browser::set_timeout(0, || PREVIEW.take().iter().for_each(Device::recycle_worker));
    };
    let listener = Listener { on_event: Box::new(on_event), resume: Box::new(|| None) };
    let device = Device::open(begin, number, listener);
    PREVIEW.replace(Some(device));
}

/// Runs a storage order: fetches or forgets a number, or finds unlisted matches.
pub(crate) fn run_storage_command(order: DeviceCommand, then: impl FnOnce(&Device) + 'static) {
    let device = Rc::new(RefCell::new(None::<Device>));
    let (own, then) = (device.clone(), Cell::new(Some(then)));
    let on_event = move |event| {
        if matches!(event, ConnectionEvent::Online(_) | ConnectionEvent::LoadFailed) {
            return;
        }
        if let Some((device, then)) = own.borrow().as_ref().zip(then.take()) {
            then(device);
        }
        let own = own.clone();
        browser::set_timeout(0, move || own.take().iter().for_each(Device::recycle_worker));
    };
    let listener = Listener { on_event: Box::new(on_event), resume: Box::new(|| None) };
    device.replace(Some(Device::start_with(order, None, listener)));
}

/// Starts this program in a worker from the already compiled module. A worker may be waiting already if a
/// match was requested before the program was loaded (`static/first.js`).
fn start_worker() -> Option<StartedWorker> {
    let start_anew = || {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        Worker::new_with_options(&browser::program_address(), &options).ok()
    };
    let worker = browser::take_waiting_worker().or_else(start_anew)?;
    worker.post_message(&wasm_bindgen::module()).ok()?;
    let ready = Rc::new(Cell::new(None));
    let note = ready.clone();
    let first = Closure::once_into_js(move |event: MessageEvent| note.set(Some(is_ready(&event))));
    worker.set_onmessage(Some(first.unchecked_ref()));
    Some(StartedWorker { worker, ready })
}

pub(crate) fn start_without_table() -> Option<Worker> {
    start_worker().map(|helper| helper.worker)
}

/// Returns `true` if a worker's first message says that it has loaded everything.
fn is_ready(event: &MessageEvent) -> bool {
    event.data().as_bool() == Some(true)
}

/// Where the table runs.
enum Location {
    /// In a worker that is not ready yet, with queued orders.
    Starting(Worker, Vec<DeviceCommand>),
    Worker(Worker),
    /// In the page, still loading, with queued orders.
    Loading(Vec<DeviceCommand>),
    Page(Rc<dyn HostedTable>),
}

struct Inner {
    listener: Listener,
    location: RefCell<Location>,
    /// Its number in the database, if any.
    number: Option<u64>,
    stored: Cell<bool>,
    /// The serialized match, to be saved elsewhere if it is not stored.
    serialized: RefCell<Option<String>>,
    /// Record of the finished match.
    record: RefCell<Option<String>>,
    /// Unlisted matches that were found.
    found: RefCell<Vec<OrphanedMatch>>,
    /// Whether a bot is due to act and has not been asked to.
    bot_due: Cell<bool>,
    /// Number of outstanding responses; only the last one is up to date.
    pending_replies: Cell<u32>,
    /// Number of viewer changes requested; messages from before the last one are dropped.
    viewer_changes: Cell<u32>,
}

/// Connection to a table on this device, which ends with it.
pub(crate) struct Device(Rc<Inner>);

impl Drop for Device {
    fn drop(&mut self) {
        self.0.terminate_worker();
    }
}

impl Device {
    /// Starts a table, stored under this number if given.
    pub(crate) fn open(begin: Begin, number: Option<u64>, listener: Listener) -> Device {
        let order = DeviceCommand::Begin(begin, browser::entropy(), number);
        Device::start_with(order, number, listener)
    }

    fn start_with(order: DeviceCommand, number: Option<u64>, listener: Listener) -> Device {
        let spare = SPARE.with(|spare| spare.borrow_mut().take());
        let location = match spare.or_else(start_worker) {
            Some(StartedWorker { worker, ready }) if ready.get() == Some(true) => {
                Location::Worker(worker)
            }
            Some(StartedWorker { worker, ready }) if ready.get().is_none() => {
                Location::Starting(worker, Vec::new())
            }
            _ => Location::Loading(Vec::new()),
        };
        let device = Device(Rc::new(Inner {
            listener,
            location: RefCell::new(location),
            number,
            stored: Cell::default(),
            serialized: RefCell::default(),
            record: RefCell::default(),
            found: RefCell::default(),
            bot_due: Cell::default(),
            pending_replies: Cell::default(),
            viewer_changes: Cell::default(),
        }));
        listen_to_worker(&device.0);
        if matches!(*device.0.location.borrow(), Location::Loading(_)) {
            device.0.load();
        }
        device.0.request(order);
        device
    }

    /// Keeps the worker as the spare for the next table.
    fn recycle_worker(&self) {
        let location = self.0.location.replace(Location::Loading(Vec::new()));
        let Location::Worker(worker) = location else { return };
        worker.set_onmessage(None);
        let ready = Rc::new(Cell::new(Some(true)));
        let before = SPARE.replace(Some(StartedWorker { worker, ready }));
        before.into_iter().for_each(|spare| spare.worker.terminate());
    }

    pub(crate) fn send(&self, message: ClientMessage) {
        self.0.request(DeviceCommand::Send(message));
    }

    /// Returns `true` if a bot is due to act and no response is outstanding.
    pub(crate) fn is_bot_due(&self) -> bool {
        self.0.bot_due.get() && self.0.pending_replies.get() == 0
    }

    pub(crate) fn think(&self) {
        self.0.request(DeviceCommand::Think);
    }

    /// Shows the cards of one of several people, or of nobody.
    pub(crate) fn set_viewer(&self, seat: Option<Seat>) {
        self.0.viewer_changes.set(self.0.viewer_changes.get() + 1);
        self.0.request(DeviceCommand::SetViewer(seat));
    }

    /// Declines the offered card for all who may have it.
    pub(crate) fn pass_all(&self) {
        self.0.viewer_changes.set(self.0.viewer_changes.get() + 1);
        self.0.request(DeviceCommand::PassAll);
    }

    /// Returns its number in the database; `None` if it is not stored.
    pub(crate) fn number(&self) -> Option<u64> {
        self.0.number.filter(|_| self.0.stored.get())
    }

    /// Returns the serialized match if it is not stored; `None` before it has begun.
    pub(crate) fn serialized(&self) -> Option<String> {
        self.0.serialized.borrow().clone()
    }

    /// Takes the unlisted matches that were found.
    pub(crate) fn take_found(&self) -> Vec<OrphanedMatch> {
        self.0.found.take()
    }

    /// Returns the match's record; `None` before the match is over.
    pub(crate) fn record(&self) -> Option<String> {
        self.0.record.borrow().clone()
    }
}

/// Handles the worker's messages: first the ready message, then responses.
fn listen_to_worker(inner: &Rc<Inner>) {
    let location = inner.location.borrow();
    let (Location::Starting(worker, _) | Location::Worker(worker)) = &*location else { return };
    let listens = Rc::downgrade(inner);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(inner) = listens.upgrade() else { return };
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        match compact::read(&bytes) {
            Some(answer) => inner.handle_reply(answer),
            None if is_ready(&event) => inner.on_ready(),
            None => inner.move_to_page(),
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let fails = Rc::downgrade(inner);
    let on_error = Closure::<dyn Fn()>::new(move || {
        fails.upgrade().iter().for_each(|inner| inner.move_to_page());
    });
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    on_error.forget();
}

impl Inner {
    fn request(self: &Rc<Self>, order: DeviceCommand) {
        self.pending_replies.set(self.pending_replies.get() + 1);
        self.send(order);
    }

    fn send(self: &Rc<Self>, order: DeviceCommand) {
        let nets = || browser::meta("nets").unwrap_or_default();
        match &mut *self.location.borrow_mut() {
            Location::Starting(_, waiting) | Location::Loading(waiting) => waiting.push(order),
            Location::Worker(worker) => {
                let bytes = compact::write(&(order, nets()));
                let _ = worker.post_message(&js_sys::Uint8Array::from(&*bytes));
            }
            Location::Page(table) => {
                let (inner, table) = (self.clone(), table.clone());
                // Like a worker, it responds after the current task.
                browser::set_timeout(0, move || {
                    table.request(
                        order,
                        &nets(),
                        Box::new(move |answer| inner.handle_reply(answer)),
                    );
                });
            }
        }
    }

    /// Sends the queued orders to the worker, which is ready now.
    fn on_ready(self: &Rc<Self>) {
        let mut location = self.location.borrow_mut();
        let Location::Starting(worker, waiting) = &mut *location else { return };
        let (worker, waiting) = (worker.clone(), std::mem::take(waiting));
        *location = Location::Worker(worker);
        drop(location);
        waiting.into_iter().for_each(|order| self.send(order));
    }

    /// Moves the table into the page after the worker has failed.
    fn move_to_page(self: &Rc<Self>) {
        self.terminate_worker();
        let begin = match self.stored.get() {
            true => Some(Begin::Stored),
            false => self.serialized.take().map(|kept| Begin::Saved(vec![kept])),
        };
        let again =
            || begin.map(|begin| DeviceCommand::Begin(begin, browser::entropy(), self.number));
        let waiting = match self.location.replace(Location::Loading(Vec::new())) {
            Location::Starting(_, waiting) | Location::Loading(waiting) => waiting,
            Location::Worker(_) | Location::Page(_) => again().into_iter().collect(),
        };
        self.pending_replies.set(0);
        self.viewer_changes.set(0);
        waiting.into_iter().for_each(|order| self.request(order));
        self.load();
    }

    /// Loads the table's code into the page and sends it the queued orders.
    fn load(self: &Rc<Self>) {
        let inner = self.clone();
        js_sys::futures::spawn_local(async move {
            let host = lazy::hosted_table().await;
            match host {
                Some(host) => {
                    (inner.listener.on_event)(ConnectionEvent::Online(true));
                    if let Location::Loading(waiting) = inner.location.replace(Location::Page(host))
                    {
                        waiting.into_iter().for_each(|order| inner.send(order));
                    }
                }
                // With no other owner, the connection is no longer used.
                None if Rc::strong_count(&inner) > 1 => {
                    (inner.listener.on_event)(ConnectionEvent::LoadFailed);
                    browser::set_timeout(RETRY_DELAY, move || inner.load());
                }
                None => {}
            }
        });
    }

    fn terminate_worker(&self) {
        if let Location::Starting(worker, _) | Location::Worker(worker) = &*self.location.borrow() {
            // Ignore its remaining messages.
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    fn handle_reply(&self, answer: DeviceReply) {
        let DeviceReply {
            messages,
            shared_device,
            bot_due,
            to_save,
            record,
            failed,
            stored,
            orphaned,
            ..
        } = answer;
        self.pending_replies.set(self.pending_replies.get().saturating_sub(1));
        self.bot_due.set(bot_due);
        self.found.replace(orphaned);
        if stored || to_save.is_some() {
            self.stored.set(stored);
            self.serialized.replace(to_save.map(|saved| saved.entries));
            self.record.replace(record);
        }
        (self.listener.on_event)(match shared_device {
            _ if failed => ConnectionEvent::Unreadable,
            None => ConnectionEvent::Messages(messages),
            Some(shared) if shared.commands < self.viewer_changes.get() => return,
            Some(shared) => ConnectionEvent::SharedMessages(shared, messages),
        });
    }
}

/// Entry point in a worker: runs a table.
pub(crate) fn run_worker(scope: DedicatedWorkerGlobalScope) {
    js_sys::futures::spawn_local(async move {
        let table = lazy::hosted_table().await;
        // Messages sent earlier were lost, so the page waits for this ready message.
        let _ = scope.post_message(&table.is_some().into());
        table.into_iter().for_each(|table| listen_in_worker(&scope, table));
        // Preload the bots, needed once the cards are dealt.
        lazy::with_bots(|_| {});
    });
}

fn listen_in_worker(scope: &DedicatedWorkerGlobalScope, table: Rc<dyn HostedTable>) {
    let own = scope.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        let Some((order, nets)) = compact::read::<(DeviceCommand, String)>(&bytes) else { return };
        let own = own.clone();
        let answered = move |answer| {
            let _ = own.post_message(&js_sys::Uint8Array::from(&*compact::write(&answer)));
        };
        table.clone().request(order, &nets, Box::new(answered));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}
