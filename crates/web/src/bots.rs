//! The bots of a table in this page. They think in a worker, which is the same program started a
//! second time, so that the page answers while they do; where there are no workers they think in
//! the page.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_bots::value::ValueNets;
use upcard_bots::{Bot, Budget, Novice, Random, Steady, fallback, think, think_by};
use upcard_client::wire::{Level, RuleSource};
use upcard_engine::{Action, Library, OwnView, Rules, View, WrittenView};
use upcard_table::{Think, compact};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::games::games;
use crate::{browser, later};

/// How many playouts a thinking bot may make here.
const PLAYOUTS: u32 = 12;

/// A bot's answer: what it sees, its level, a number of its own. The two best levels are in the second
/// part of the program ([`decide_deeply`]); without it a steady bot plays for them.
pub(crate) fn decide(view: &View<'_>, level: Level, number: u64) -> Action {
    let players = |level: Level| -> Box<dyn Bot> {
        match level {
            Level::Random => Box::new(Random::new(number)),
            Level::Novice => Box::new(Novice),
            Level::Steady | Level::Sharp | Level::Expert => Box::new(Steady::default()),
        }
    };
    let level = if is_deep(level) { Level::Steady } else { level };
    let thought = think_by(&players, level, view, &Budget::Playouts(PLAYOUTS), &|| true);
    thought.map_or_else(|_| fallback(view), |thought| thought.action)
}

/// Does this level need the second part of the program?
fn is_deep(level: Level) -> bool {
    matches!(level, Level::Sharp | Level::Expert)
}

/// A sharp or an expert bot's answer; without what it has learnt an expert plays as a sharp one does.
/// Called from the second part of the program alone, so that it lies there.
pub(crate) fn decide_deeply(
    view: &OwnView,
    rules: &Arc<Rules>,
    level: Level,
    number: u64,
) -> Option<Action> {
    let view = view.view(rules)?;
    let level = if ValueNets::is_installed() { level } else { Level::Sharp };
    let thought = think(level, number, &view, &Budget::Playouts(PLAYOUTS), &|| true);
    thought.ok().map(|thought| thought.action)
}

/// A bot's answer, by the second part of the program where the level needs it and it is there.
fn decide_as_can(view: &OwnView, rules: &Arc<Rules>, level: Level, number: u64) -> Option<Action> {
    let deep = || later::decide(view.clone(), rules.clone(), level, number);
    let best = is_deep(level).then(deep).flatten();
    best.or_else(|| view.view(rules).map(|view| decide(&view, level, number)))
}

/// What the worker is asked.
#[derive(Serialize, Deserialize)]
struct Question {
    source: RuleSource,
    view: WrittenView,
    level: Level,
    number: u64,
    /// Where there is what an expert has learnt.
    nets: String,
}

/// A question on its way, and who waits for its answer.
struct Asked {
    think: Think,
    question: Vec<u8>,
    then: Box<dyn FnOnce(Option<Action>)>,
}

/// The page's side of the worker.
#[derive(Default)]
enum Helper {
    /// It was not needed yet.
    #[default]
    Unasked,
    /// It is being started, and does not hear yet.
    Starting(Worker),
    /// It is there.
    Ready(Worker),
    /// It cannot be had, or has failed.
    None,
}

thread_local! {
    static HELPER: RefCell<Helper> = RefCell::default();
    /// One question at a time.
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// Is a bot thinking? Then another question waits.
pub(crate) fn busy() -> bool {
    ASKED.with(|asked| asked.borrow().is_some())
}

/// Lets a bot think, and hands on its answer: later, or at once where there is no worker.
pub(crate) fn ask(think: Think, source: RuleSource, then: impl FnOnce(Option<Action>) + 'static) {
    let (view, level, number) = (think.view.clone(), think.level, think.seed);
    let nets = browser::meta("nets").unwrap_or_default();
    let question = compact::write(&Question { source, view: view.into(), level, number, nets });
    ASKED.with(|asked| *asked.borrow_mut() = Some(Asked { think, question, then: Box::new(then) }));
    HELPER.with(|helper| {
        let mut helper = helper.borrow_mut();
        if matches!(*helper, Helper::Unasked) {
            *helper = start().map_or(Helper::None, Helper::Starting);
        }
    });
    send();
}

/// Nobody waits for the answer to what was asked any more: a worker that thinks about it ends, and
/// another one is started for the next question.
pub(crate) fn forget() {
    let asked = ASKED.with(|asked| asked.borrow_mut().take());
    HELPER.with(|helper| {
        let mut helper = helper.borrow_mut();
        if let (Some(_), Helper::Ready(worker)) = (&asked, &*helper) {
            // What it has said already is not the answer to the next question.
            worker.set_onmessage(None);
            worker.terminate();
            *helper = Helper::Unasked;
        }
    });
}

/// Sends the question to the worker, or answers it where there is none.
fn send() {
    let sent = HELPER.with(|helper| match &*helper.borrow() {
        Helper::Ready(worker) => ASKED.with(|asked| {
            asked.borrow().as_ref().is_none_or(|asked| {
                worker.post_message(&js_sys::Uint8Array::from(&*asked.question)).is_ok()
            })
        }),
        Helper::Starting(_) => true,
        Helper::Unasked | Helper::None => false,
    });
    if !sent {
        answer_here();
    }
}

/// Hands on an answer to the one who waits for it.
fn answered(find: impl FnOnce(&Think) -> Option<Action>) {
    let asked = ASKED.with(|asked| asked.borrow_mut().take());
    if let Some(Asked { think, then, .. }) = asked {
        then(find(&think));
    }
}

fn answer_here() {
    answered(|think| decide_as_can(&think.view, &think.rules, think.level, think.seed));
}

/// Takes what the worker says: first that it hears, then answers.
fn received(text: &str) {
    let began = HELPER.with(|helper| {
        let mut helper = helper.borrow_mut();
        match std::mem::take(&mut *helper) {
            Helper::Starting(worker) => {
                *helper = Helper::Ready(worker);
                true
            }
            other => {
                *helper = other;
                false
            }
        }
    });
    match text.parse() {
        _ if began => send(),
        Ok(action) => answered(|_| Some(action)),
        // A worker that finds no answer says so: then the page finds one.
        Err(_) => answer_here(),
    }
}

/// Starts this very program in a worker.
fn start() -> Option<Worker> {
    let script = browser::document().query_selector("script[src]").ok().flatten()?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&script.get_attribute("src")?, &options).ok()?;
    let message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        received(&event.data().as_string().unwrap_or_default());
    });
    worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
    message.forget();
    let failed = Closure::<dyn Fn()>::new(|| {
        HELPER.with(|helper| *helper.borrow_mut() = Helper::None);
        answer_here();
    });
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    Some(worker)
}

/// What the program does in a worker: it answers questions.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    let known: Rc<RefCell<Known>> = Rc::default();
    let own = scope.clone();
    let received = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        let (known, own) = (known.clone(), own.clone());
        let answer = move |question: Option<Question>| {
            let action = question.and_then(|question| known.borrow_mut().answer(&question));
            let _ = own.post_message(&action.unwrap_or_default().into());
        };
        match compact::read::<Question>(&bytes) {
            Some(question) if is_deep(question.level) => {
                js_sys::futures::spawn_local(async move {
                    // Without the second part a steady bot plays, without the nets a sharp one.
                    let loaded = later::fetch().await;
                    let learns = question.level == Level::Expert && !ValueNets::is_installed();
                    if !(loaded && learns) {
                        return answer(Some(question));
                    }
                    browser::fetch(&question.nets.clone(), move |nets| {
                        if let Some(nets) = nets {
                            // Those of another program's form are none.
                            let _ = ValueNets::install(&nets);
                        }
                        answer(Some(question));
                    });
                });
            }
            question => answer(question),
        }
    });
    scope.set_onmessage(Some(received.as_ref().unchecked_ref()));
    received.forget();
    // Messages sent before this were lost; so the page waits for a first one.
    let _ = scope.post_message(&"".into());
}

/// The games, and the rules of the table whose questions come.
struct Known {
    library: Library,
    rules: Option<(RuleSource, Arc<Rules>)>,
}

impl Default for Known {
    fn default() -> Known {
        Known { library: games(), rules: None }
    }
}

impl Known {
    fn answer(&mut self, question: &Question) -> Option<String> {
        if self.rules.as_ref().is_none_or(|(source, _)| *source != question.source) {
            let rules = question.source.rules(&self.library).ok()?;
            self.rules = Some((question.source.clone(), Arc::new(rules)));
        }
        let (_, rules) = self.rules.as_ref()?;
        let Question { view, level, number, .. } = question;
        let view = view.clone().judge(rules).ok()?;
        decide_as_can(&view, rules, *level, *number).map(|action| action.to_string())
    }
}
