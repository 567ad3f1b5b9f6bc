//! Comfort at the table: standing answers to offers, the pace of bots, what is asked twice.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use upcard_cards::RANKS;
use upcard_client::standing::Why;
use upcard_client::wire::{ClientMessage, Pace, Power};
use upcard_client::{Delays, Reply, Standing};
use upcard_engine::Action;

use crate::browser;
use crate::settings::Settings;
use crate::store::App;
use crate::text::tr;

/// The key of what a browser keeps of the standing answers.
const KEY: &str = "upcard.offers";

thread_local! {
    /// How long the person takes over offers.
    static DELAYS: RefCell<Delays> = RefCell::default();
    /// The offer that is open, by its decision, and since when it can be seen.
    static OPEN: Cell<(u32, f64)> = const { Cell::new((0, 0.0)) };
    /// The decision for which a standing answer is on its way.
    static COMES: Cell<Option<u32>> = const { Cell::new(None) };
}

/// The standing answers of this browser.
pub(crate) fn load() -> Standing {
    browser::stored(KEY).map_or_else(Standing::default, |text| Standing::read(&text))
}

impl App {
    fn change_standing(self, change: impl FnOnce(&mut Standing)) {
        self.standing.update(change);
        self.standing.with_untracked(|standing| browser::store(KEY, &standing.text()));
        self.answer_by_itself();
    }

    /// Is the person asked something that no standing answer settles?
    pub(crate) fn needed(self) -> bool {
        self.reply.get_untracked() == Reply::Ask && self.session.with_untracked(|s| s.asked())
    }

    /// Notes an answer to an offer that the person has given by hand.
    pub(crate) fn answered_by_hand(self, action: &Action) {
        let decision = self.session.with_untracked(|s| s.view.as_ref().map(|v| v.table.decision));
        let (open, since) = OPEN.get();
        if decision == Some(open) {
            let after = (browser::now() - since).max(0.0) as u32;
            DELAYS.with(|delays| delays.borrow_mut().note(after));
        }
        if *action == Action::Pass {
            let mut settled = false;
            self.change_standing(|standing| settled = standing.passed_by_hand());
            if settled {
                self.inform(tr!("standing-newcomer"));
            }
        }
    }

    /// Gives standing answers: at a server's table after a time like that of an answer by hand.
    pub(crate) fn answer_by_itself(self) {
        let offer = self.session.with_untracked(|s| {
            let decision = s.view.as_ref().map(|view| view.table.decision)?;
            (s.asked() && s.is_offer()).then_some((decision, s.window.map(|window| window.left)))
        });
        let Some((decision, left)) = offer else { return };
        if OPEN.get().0 != decision {
            OPEN.set((decision, browser::now()));
        }
        let reply = self.reply.get_untracked();
        if reply == Reply::Ask || COMES.get() == Some(decision) {
            return;
        }
        COMES.set(Some(decision));
        let random = u64::from_le_bytes(browser::entropy()[..8].try_into().unwrap_or_default());
        let wait = match self.table() {
            // Everybody knows whose discard it is, and that hardly anybody wants it back.
            Some(_) if reply != Reply::Pass(Why::OwnDiscard) => {
                let drawn = DELAYS.with(|delays| delays.borrow().draw(random));
                // A card that is wanted must be asked for while it is offered.
                let latest = left.map_or(u64::MAX, |left| left.saturating_sub(1_500).max(300));
                drawn.min(u32::try_from(latest).unwrap_or(u32::MAX))
            }
            // Nobody is there from whom it would have to be hidden.
            _ => 300,
        };
        browser::later(wait, move || {
            if COMES.get() != Some(decision) {
                return;
            }
            COMES.set(None);
            let open = self.session.with_untracked(|s| {
                s.asked() && s.view.as_ref().is_some_and(|v| v.table.decision == decision)
            });
            match self.reply.get_untracked() {
                _ if !open => {}
                // It was taken back meanwhile: the person is asked.
                Reply::Ask => {}
                Reply::Pass(_) => self.act(Action::Pass),
                Reply::Buy => self.act(Action::Buy),
            }
        });
    }
}

/// Another table: no offer of the last one is open.
pub(crate) fn forget_offers() {
    OPEN.set((0, 0.0));
    COMES.set(None);
}

/// A switch with its words.
fn switch(
    id: &'static str,
    get: impl Fn() -> bool + Send + Sync + 'static,
    set: impl Fn(bool) + 'static,
) -> impl IntoView {
    view! {
        <label class="switch">
            <input type="checkbox" prop:checked=get on:change=move |event| set(event_target_checked(&event))/>
            <span>{tr!(id)}</span>
        </label>
    }
    .into_any()
}

/// The sheet.
#[component]
pub(crate) fn ComfortSheet() -> impl IntoView {
    let app = App::get();
    let buying = app
        .session
        .with_untracked(|s| s.rules.as_ref().is_some_and(|r| r.deals.iter().any(|d| d.buying)));
    let remote = app.table().is_some();
    let host = app.session.with_untracked(|s| s.host);
    let pace = move || match remote {
        true => app.session.with(|s| s.pace),
        false => app.settings.with(|s| s.pace),
    };
    let choose = move |pace: Pace| {
        if remote {
            app.send(ClientMessage::Host { power: Power::Pace { pace } });
        } else {
            app.settings.update(|s| s.pace = pace);
            app.settings.with_untracked(Settings::save);
        }
    };
    let setting = move |set: fn(&mut Settings, bool)| {
        move |on: bool| {
            app.settings.update(|settings| set(settings, on));
            app.settings.with_untracked(Settings::save);
        }
    };
    view! {
        <div class="settings comfort">
            {buying.then(|| view! {
                <section class="list-of">
                    <h3>{tr!("offers")}</h3>
                    {switch("standing-helpful", move || app.standing.with(|s| s.only_helpful == Some(true)),
                        move |on| app.change_standing(|s| s.only_helpful = Some(on)))}
                    {switch("standing-deal", move || app.standing.with(|s| s.not_this_deal),
                        move |on| app.change_standing(|s| s.not_this_deal = on))}
                    {switch("standing-down", move || app.standing.with(|s| s.not_when_down),
                        move |on| app.change_standing(|s| s.not_when_down = on))}
                    {switch("standing-own", move || app.standing.with(|s| s.own_discards),
                        move |on| app.change_standing(|s| s.own_discards = on))}
                    <p id="any-rank">{tr!("standing-ranks")}</p>
                    <div class="chips" role="group" aria-labelledby="any-rank">
                        {RANKS.into_iter().rev().map(|rank| view! {
                            <button class="chip" aria-pressed=move || app.standing.with(|s| s.buys(rank)).to_string()
                                aria-label=upcard_rulebook::ranks_name(rank)
                                on:click=move |_| app.change_standing(|s| s.toggle_rank(rank))>
                                {if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() }}</button>
                        }).collect_view()}
                    </div>
                    <p class="hint">{tr!("standing-secret")}</p>
                </section>
            })}
            <div class="setting" role="group" aria-label=tr!("setting-pace")>
                <span>{tr!("setting-pace")}</span>
                <div class="segments">
                    {Pace::ALL.into_iter().map(|own| view! {
                        <button disabled=remote && !host aria-pressed=move || (pace() == own).to_string()
                            on:click=move |_| choose(own)>{tr!(&format!("pace-{}", own.word()))}</button>
                    }).collect_view()}
                </div>
                {(remote && !host).then(|| view! { <p class="hint">{tr!("pace-host")}</p> })}
            </div>
            {(remote && host).then(|| switch("setting-hints", move || app.session.with(|s| s.hints),
                move |allowed| app.send(ClientMessage::Host { power: Power::Hints { allowed } })))}
            {switch("setting-motion", move || app.settings.with(|s| s.motion), setting(|s, on| s.motion = on))}
            {switch("setting-ask-discard", move || app.settings.with(|s| s.ask_discard), setting(|s, on| s.ask_discard = on))}
            {switch("setting-coach", move || app.taught.get() != upcard_client::coach::Taught::ALL,
                move |on| crate::coach::teach(app, on))}
        </div>
    }
    .into_any()
}
