//! Trial of house rules: length and points of a match, from matches that bots play in a worker.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use upcard_client::house_rules::{RulesEditor, TrialMatch, TrialStatistics, try_match};
use upcard_client::wire::{Level, RuleSource};
use upcard_client::{DeviceCommand, DeviceReply};
use upcard_engine::Rules;
use upcard_table::compact;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

use crate::text::{number, tr};
use crate::{bots, browser, device, games};

const TRIAL_MATCHES: usize = 200;

thread_local! {
    /// Rules tried last in this worker.
    static RULES: RefCell<Option<(RuleSource, Arc<Rules>)>> = const { RefCell::new(None) };
    /// The worker that plays.
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

/// Plays one match, in the worker; `None` if the rules do not exist.
pub(crate) fn play_match(source: &RuleSource, seed: [u8; 32]) -> Option<TrialMatch> {
    let known = RULES.with_borrow(|kept| {
        kept.as_ref().filter(|(of, _)| of == source).map(|(_, rules)| rules.clone())
    });
    let rules = match known {
        Some(rules) => rules,
        None => {
            let rules = Arc::new(source.new_rules(&games::games()).ok()?);
            RULES.set(Some((source.clone(), rules.clone())));
            rules
        }
    };
    Some(try_match(&rules, seed, |view, number| bots::decide(view, Level::Steady, number)))
}

fn stop_trial() {
    if let Some(worker) = WORKER.take() {
        worker.set_onmessage(None);
        worker.terminate();
    }
}

/// Lets bots play match after match; `hear` takes each result and returns `true` to continue. Returns `false`
/// if there are no workers.
fn start_trial(source: RuleSource, hear: impl Fn(Option<TrialMatch>) -> bool + 'static) -> bool {
    stop_trial();
    let Some(worker) = device::start_without_table() else { return false };
    let chance = browser::entropy();
    let (own, count) = (worker.clone(), Rc::new(std::cell::Cell::new(0u32)));
    let ask = move || {
        let mut seed = chance;
        seed[..4].copy_from_slice(&count.get().to_le_bytes());
        count.set(count.get() + 1);
        let bytes = compact::write(&(DeviceCommand::Trial(source.clone(), seed), String::new()));
        let _ = own.post_message(&js_sys::Uint8Array::from(&*bytes));
    };
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
        // Its first message only says whether it is ready.
        let more = match event.data().as_bool() {
            Some(false) => hear(None),
            _ => compact::read::<DeviceReply>(&bytes).is_none_or(|answer| hear(answer.trial)),
        };
        if more { ask() } else { stop_trial() }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    WORKER.set(Some(worker));
    true
}

/// The trial's results.
#[component]
pub(crate) fn BotTrial(editor: RwSignal<RulesEditor>) -> impl IntoView {
    let tried = RwSignal::new(Vec::<TrialMatch>::new());
    let runs = RwSignal::new(false);
    let failed = RwSignal::new(false);
    let players = move || editor.with_untracked(|e| e.rules().map_or(4, |rules| rules.players));
    on_cleanup(stop_trial);
    // Changed rules invalidate the results.
    Effect::new(move |before: Option<()>| {
        editor.track();
        if before.is_some() {
            stop_trial();
            runs.set(false);
            tried.set(Vec::new());
        }
    });
    let go = move || {
        tried.set(Vec::new());
        failed.set(false);
        let source = editor.with_untracked(RulesEditor::house_rules).source(players());
        let begun = start_trial(source, move |one| {
            let Some(one) = one else {
                let _ = runs.try_set(false);
                let _ = failed.try_set(true);
                return false;
            };
            let more = tried.try_update(|all| {
                all.push(one);
                all.len() < TRIAL_MATCHES
            });
            if more == Some(false) {
                let _ = runs.try_set(false);
            }
            more == Some(true)
        });
        runs.set(begun);
        failed.set(!begun);
    };
    let words = move || {
        let opinion = tried.with(|tried| TrialStatistics::of(tried, players()))?;
        let [short, middle, long] = opinion.minutes;
        Some(view! {
            <p>{tr!("opinion-length", minutes = middle, short = short, long = long, rounds = opinion.rounds, deals = opinion.deals)}</p>
            <p>{tr!("opinion-points", least = number(opinion.points.0.into()), most = number(opinion.points.1.into()))}</p>
            {(opinion.unfinished > 0).then(|| view! { <p class="notice">{tr!("opinion-endless", count = opinion.unfinished)}</p> })}
        })
    };
    let count = move || tried.with(Vec::len);
    view! {
        <section class="pane opinion">
            <h2>{tr!("opinion")}</h2>
            <p class="hint">{tr!("opinion-words", count = TRIAL_MATCHES, players = players())}</p>
            {move || (runs.get() || count() > 0).then(|| view! {
                <progress max=TRIAL_MATCHES.to_string() value=move || count().to_string() aria-label=tr!("opinion")></progress>
                <p class="hint" role="status">{move || tr!("opinion-played", count = count())}</p>
            })}
            {words}
            {move || failed.get().then(|| view! { <p class="notice" role="alert">{tr!("opinion-failed")}</p> })}
            <div class="buttons wrap">
                {move || if runs.get() { view! {
                    <button type="button" class="btn" on:click=move |_| { stop_trial(); runs.set(false) }>{tr!("opinion-stop")}</button>
                }.into_any() } else { view! {
                    <button type="button" class="btn" on:click=move |_| go()>{tr!("opinion-go")}</button>
                }.into_any() }}
            </div>
        </section>
    }
    .into_any()
}
