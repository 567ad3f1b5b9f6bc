//! Setting up a table: seats, people, bots, the player's name.

use leptos::prelude::*;
use upcard_client::house_rules::HouseRules;
use upcard_client::wire::{Clock, Level, SeatPlan, SetUp};
use upcard_client::{DEFAULT_TIME_BANK, first_grapheme};
use upcard_engine::Seat;

use crate::controls::{back_bar, segments, stepper};
use crate::lobby::clock_words;
use crate::memo::memo;
use crate::seat_face::{self, Face};
use crate::store::App;
use crate::text::{sentences, tr};
use crate::{browser, news, quick_start, server_games, shared_device};

/// Bot levels on offer. `Random` is for tests.
pub(crate) const LEVELS: [Level; 6] =
    [Level::Beginner, Level::Casual, Level::Novice, Level::Steady, Level::Sharp, Level::Expert];

/// Seconds per move on offer; 0 means no limit.
pub(crate) const MOVE_SECONDS: [u16; 3] = [0, 30, 60];

/// The set-up screen, with friends or alone.
#[component]
pub(crate) fn SetUpTable(friends: bool) -> impl IntoView {
    let app = App::get();
    let library = app.library();
    let house = app.chosen_rules().get_untracked();
    let house =
        house.unwrap_or_else(|| HouseRules::of(&app.settings().with_untracked(|s| s.game.clone())));
    let game = house.game.clone();
    let set = house.set(&library).ok();
    let title = match &set {
        Some(set) if house.name.is_empty() => set.catalogue.name.clone(),
        _ => house.name.clone(),
    };
    let changes = house.changes.clone();
    let kept = if changes.is_empty() { String::new() } else { house.text() };
    let (least, most) =
        set.as_ref().map_or((2, 8), |set| (set.choices.players.min, set.choices.players.max));
    let players = RwSignal::new(app.settings().with_untracked(|s| s.players).clamp(least, most));
    // With friends, all seats are open by default; bots take those still free when the match starts. Alone
    // there is one person, unless several share this device.
    let people = RwSignal::new(if friends { players.get_untracked() } else { 1 });
    Effect::new(move |before: Option<u8>| {
        let now = players.get();
        let all = friends && before.is_some_and(|before| people.get_untracked() == before);
        people.update(|people| *people = if all { now } else { now.min(*people) });
        now
    });
    let level = RwSignal::new(app.settings().with_untracked(|s| s.level));
    let seconds = RwSignal::new(0u16);
    let name = RwSignal::new(app.settings().with_untracked(|s| s.name.clone()));
    let others = RwSignal::new(shared_device::load());
    let flaws =
        { memo(move || house.source(players.get()).new_rules(&library).err().map(sentences)) };
    // Friends see the name; a match alone needs none.
    let named = move || !friends || name.with(|name| upcard_table::name::clean(name).is_some());
    let start = move || {
        if flaws.with_untracked(Option::is_some) {
            return;
        }
        if !untrack(named) {
            app.inform(tr!("error-bad-name"));
            browser::focus("own-name");
            return;
        }
        let shared = !friends && people.get_untracked() > 1;
        // A match alone needs no name.
        let own = if friends || shared { name.get_untracked() } else { String::new() };
        let typed = (own, others.get_untracked());
        let named = if shared { people.get_untracked() } else { 1 };
        let names = match shared_device::names(&typed.0, &typed.1, named) {
            Ok(names) => names,
            Err(same) => {
                app.inform(same);
                // The notice may be scrolled out of view.
                return browser::set_timeout(0, || browser::focus("set-up-notice"));
            }
        };
        app.clear_notice();
        app.change_settings(|s| {
            s.game.clone_from(&game);
            s.house.clone_from(&kept);
            s.players = players.get_untracked();
            s.level = level.get_untracked();
            // Do not save an invalid name.
            let own = upcard_table::name::clean(&name.get_untracked());
            s.name = own.filter(|name| !upcard_table::name::is_bot_name(name)).unwrap_or_default();
        });
        let mut set_up: SetUp =
            quick_start::solo_set_up(&game, players.get_untracked(), level.get_untracked());
        set_up.changes.clone_from(&changes);
        if friends {
            set_up.offer_seconds = SetUp::new("", Vec::new()).offer_seconds;
            set_up.clock = match seconds.get_untracked() {
                0 => Clock::None,
                seconds => Clock::PerMove { seconds, bank: DEFAULT_TIME_BANK },
            };
            seat_people(&mut set_up, people.get_untracked());
            server_games::create_table(app, &set_up, None);
        } else if shared {
            seat_people(&mut set_up, people.get_untracked());
            shared_device::save(&typed.1);
            app.start_shared_match(set_up, names);
        } else {
            app.start_match(set_up);
        }
    };
    let bots = memo(move || people.get() < players.get());
    view! {
        <div class="new set-up">
            {back_bar(title, tr!("step-two"))}
            <main>
                <form class="options" on:submit={
                    let start = start.clone();
                    move |event| { event.prevent_default(); start() }
                }>
                    {friends.then(|| view! {
                        <label class="named">{tr!("your-name")}
                            <input type="text" id="own-name" maxlength="24" autocomplete="nickname" prop:value=move || name.get()
                                on:input=move |event| name.set(event_target_value(&event))/></label>
                    })}
                    {stepper("players", players, move || (least, most))}
                    {stepper(if friends { "people" } else { "people-around" }, people, move || (1, players.get()))}
                    {move || (!friends && people.get() > 1).then(|| shared_device::fields(name, others, people.get()))}
                    {move || bots.get().then(|| view! {
                        {segments("bots-level",
                            LEVELS.into_iter().map(|l| (l, tr!(&format!("level-{}", l.name())))).collect(),
                            move || level.get(),
                            move |l| level.set(l))}
                        <p class="hint">{move || tr!(&format!("style-{}", level.get().name()))}</p>
                    })}
                    {friends.then(|| segments("clock",
                        MOVE_SECONDS.into_iter().map(|n| (n, tr!("clock-seconds", seconds = n))).collect(),
                        move || seconds.get(),
                        move |n| seconds.set(n)))}
                    {move || clock_words(seconds.get(), DEFAULT_TIME_BANK).map(|words| view! { <p class="hint">{words}</p> })}
                    <ol class="standings" aria-label=tr!("seats")>
                        {move || (0..players.get()).map(|seat| {
                            let persons = people.get();
                            let (face, words) = match seat {
                                seat if seat < persons && (seat == 0 || !friends) => {
                                    let own = match seat {
                                        0 => name.get(),
                                        seat => others.with(|all| shared_device::name_at(all, seat)),
                                    };
                                    let own = match own.trim() {
                                        "" if persons > 1 && !friends => shared_device::default_name(seat.into()),
                                        "" => tr!("you"),
                                        own => own.to_owned(),
                                    };
                                    (Face::Letter(first_grapheme(&own)), own)
                                }
                                seat if seat < persons => (Face::Free, tr!("a-friend")),
                                seat => (Face::Bot(level.get()), news::bot(level.get(), Seat::at(usize::from(seat)))),
                            };
                            view! { <li><span class=seat_face::class(Seat::at(usize::from(seat))) aria-hidden="true">{face.view()}</span><b>{words}</b></li> }
                        }).collect_view()}
                    </ol>
                    {move || flaws.get().map(|flaws| view! { <p class="notice" role="alert">{flaws}</p> })}
                    {move || app.notice_text().map(|n| view! { <p class="notice" id="set-up-notice" tabindex="-1" role="alert">{n}</p> })}
                </form>
            </main>
            <footer>
                <button class="btn go big" disabled=move || flaws.with(Option::is_some) on:click=move |_| start()>
                    <b>{if friends { tr!("make-table") } else { tr!("play") }}</b></button>
            </footer>
        </div>
    }
    .into_any()
}

/// Gives the first seats to people.
fn seat_people(set_up: &mut SetUp, people: u8) {
    set_up.seats.iter_mut().take(people.into()).for_each(|seat| *seat = SeatPlan::Person);
}
