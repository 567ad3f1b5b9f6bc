//! Changing a table's set-up between matches: the host's sheet.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, Level, Pace, Power, SeatPlan, SetUp, Sitter};
use upcard_client::{DEFAULT_TIME_BANK, SetUpDraft};

use crate::controls::{segments, stepper};
use crate::lobby::clock_words;
use crate::memo::memo;
use crate::remote::{self, ServerGame};
use crate::set_up::{LEVELS, MOVE_SECONDS};
use crate::store::App;
use crate::text::{sentences, tr};

/// Seconds per offer on offer; 0 waits for everybody.
const OFFER_SECONDS: [u16; 4] = [0, 10, 15, 30];

#[component]
pub(crate) fn TableSetUp() -> impl IntoView {
    let app = App::get();
    let library = app.library();
    let now = app.session().with_untracked(|s| s.set_up.clone());
    let now = now.unwrap_or_else(|| SetUp::new("", Vec::new()));
    let draft = RwSignal::new(SetUpDraft::new(now));
    let house = RwSignal::new(Vec::<ServerGame>::new());
    remote::server_games(move |games| {
        let _ = house.try_set(games);
    });
    let games: Vec<(String, String)> = library
        .ids()
        .filter_map(|id| Some((id.to_owned(), library.file(id)?.catalogue.name.clone())))
        .collect();
    let known = library.clone();
    let choose = move |id: String| {
        let players =
            house.with_untracked(|all| all.iter().find(|g| g.id == id).map(|g| g.players));
        draft.update(|draft| draft.select_game(&id, players, &known));
    };
    let known = library.clone();
    let bounds = memo(move || {
        let game = draft.with(|draft| draft.game().to_owned());
        let own = known.select(&game, &[]).ok().map(|set| set.choices.players);
        let own = own.map(|players| (players.min, players.max));
        let of_house = house.with(|all| all.iter().find(|g| g.id == game).map(|g| g.players));
        own.or(of_house).unwrap_or((2, 8))
    });
    let known = library.clone();
    let variations = memo(move || {
        let game = draft.with(|draft| draft.game().to_owned());
        let set = known.select(&game, &[]);
        let named = set.map(|set| set.variations).unwrap_or_default();
        named.into_iter().map(|v| (v.id, v.about)).collect::<Vec<(String, String)>>()
    });
    let flaws = memo(move || draft.with(|draft| draft.check(&library).err().map(sentences)));
    let players = RwSignal::new(draft.with_untracked(|d| d.set_up.seats.len() as u8));
    // Synchronized both ways: another game may have fewer seats.
    Effect::new(move |_| {
        let seats = draft.with(|draft| draft.set_up.seats.len() as u8);
        if players.get_untracked() != seats {
            players.set(seats);
        }
    });
    Effect::new(move |_| {
        let wanted = usize::from(players.get());
        if draft.with_untracked(|draft| draft.set_up.seats.len() != wanted) {
            draft.update(|draft| draft.set_seat_count(wanted));
        }
    });
    let seats = memo(move || draft.with(|draft| draft.set_up.seats.clone()));
    let first = memo(move || draft.with(SetUpDraft::first_dealer));
    // A seat's label with the sitter's name.
    let place = move |number: u8| {
        let seat = tr!("seat-number", number = number);
        app.session().with(|s| {
            match s.seated.get(usize::from(number) - 1).map(|info| &info.sitter) {
                Some(Sitter::Person { name }) => format!("{seat} – {name}"),
                _ => seat,
            }
        })
    };
    let pace = move || app.session().with(|s| s.pace);
    let game = move || draft.with(|draft| draft.game().to_owned());
    let seat = move |(number, plan): (usize, SeatPlan)| {
        let own = match plan {
            SeatPlan::Person => "person",
            SeatPlan::Bot { level } => level.name(),
        };
        view! {
            <label class="setting">
                <span>{tr!("seat-number", number = number + 1)}</span>
                <select on:change=move |event| {
                    let level: Option<Level> = event_target_value(&event).parse().ok();
                    draft.update(|draft| draft.assign_seat(number, level));
                }>
                    <option value="person" selected=own == "person">{tr!("a-person")}</option>
                    {LEVELS.into_iter().map(|level| view! {
                        <option value=level.name() selected=own == level.name()>
                            {tr!("a-bot-of", level = tr!(&format!("level-{}", level.name())))}</option>
                    }).collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <div class="settings table-set-up">
            <label class="setting"><span>{tr!("game-choice")}</span>
                <select id="game" prop:value=game on:change=move |event| choose(event_target_value(&event))>
                    {games.into_iter().map(|(id, name)| {
                        let own = draft.with_untracked(|draft| draft.game() == id);
                        view! { <option value=id selected=own>{name}</option> }
                    }).collect_view()}
                    {move || house.get().into_iter().map(|house| view! {
                        <option value=house.id>{tr!("house-game", name = house.name)}</option>
                    }).collect_view()}
                </select>
            </label>
            {move || (!variations.get().is_empty()).then(|| view! {
                <section class="list-of"><h3>{tr!("house-rules")}</h3>
                    {variations.get().into_iter().map(|(id, about)| {
                        let own = id.clone();
                        view! {
                            <label class="switch">
                                <input type="checkbox" prop:checked=move || draft.with(|d| d.has(&own))
                                    on:change=move |_| draft.update(|d| d.toggle(&id))/>
                                <span>{about}</span>
                            </label>
                        }
                    }).collect_view()}
                </section>
            })}
            {stepper("players", players, move || bounds.get())}
            <section class="list-of"><h3>{tr!("seats")}</h3>
                {move || seats.get().into_iter().enumerate().map(seat).collect_view()}
            </section>
            <label class="setting"><span>{tr!("deals-first")}</span>
                <select id="deals-first" on:change=move |event| {
                    app.set_first_dealer(None);
                    draft.update(|draft| draft.set_first_dealer(event_target_value(&event).parse().ok()));
                }>
                    <option value="" selected=move || first.get().is_none()>{tr!("deals-first-game")}</option>
                    {move || (1..=players.get()).map(|number| view! {
                        <option value=number selected=move || first.get() == Some(number)>{place(number)}</option>
                    }).collect_view()}
                </select>
            </label>
            {segments("clock",
                MOVE_SECONDS.into_iter().map(|n| (n, tr!("clock-seconds", seconds = n))).collect(),
                move || draft.with(SetUpDraft::seconds),
                move |n| draft.update(|d| d.set_clock(n, DEFAULT_TIME_BANK)))}
            {move || clock_words(draft.with(SetUpDraft::seconds), DEFAULT_TIME_BANK).map(|words| view! { <p class="hint">{words}</p> })}
            {segments("offer-time",
                OFFER_SECONDS.into_iter().map(|n| (n, tr!("clock-seconds", seconds = n))).collect(),
                move || draft.with(|d| d.set_up.offer_seconds),
                move |n| draft.update(|d| d.set_up.offer_seconds = n))}
            {segments("setting-pace",
                Pace::ALL.into_iter().map(|p| (p, tr!(&format!("pace-{}", p.word())))).collect(),
                pace,
                move |pace| app.send(ClientMessage::Host { power: Power::Pace { pace } }))}
            {move || flaws.get().map(|flaws| view! { <p class="notice" role="alert">{flaws}</p> })}
            <button class="btn go wide" disabled=move || flaws.with(Option::is_some) on:click=move |_| {
                app.clear_notice();
                app.close_sheet();
                app.send(ClientMessage::SetUp { set_up: draft.get_untracked().set_up });
            }>{tr!("play-this")}</button>
        </div>
    }
    .into_any()
}
