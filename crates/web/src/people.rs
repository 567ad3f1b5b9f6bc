//! People at a table: seated players and spectators, their requests, the host's powers, and the player's own
//! name and face.

use leptos::prelude::*;
use upcard_client::wire::{Admission, ClientMessage, FACES, Power, Sitter, Visitor, Wish};
use upcard_client::{Player, Session};
use upcard_engine::Seat;

use crate::memo::memo;
use crate::seat_face::{self, Face};
use crate::sheets::player_tag;
use crate::store::{App, Overlay};
use crate::text::tr;
use crate::{browser, news};

/// Returns the name of a visitor (a person without a seat).
fn visitor_name(visitor: &Visitor) -> String {
    visitor.name.clone().unwrap_or_else(|| tr!("guest"))
}

/// Returns a visitor's request as shown to those who may grant it.
pub(crate) fn request_label(session: &Session, visitor: &Visitor) -> String {
    let name = visitor_name(visitor);
    match visitor.wish {
        Wish::Mine { seat } => {
            let owner = session.distinct_name(seat).unwrap_or_default();
            tr!("wish-mine", name = name, owner = owner)
        }
        Wish::Seat | Wish::Nothing => tr!("wish-seat", name = name),
    }
}

/// Visitors' requests that this person may answer.
#[component]
pub(crate) fn Requests() -> impl IntoView {
    let app = App::get();
    let asking = memo(move || app.session().with(Session::answerable_requests));
    let one = move |visitor: Visitor| {
        let words = app.session().with_untracked(|s| request_label(s, &visitor));
        let answer = move |yes| {
            app.send(ClientMessage::Answer { visitor: visitor.number, yes });
        };
        view! {
            <section class="request" role="group" aria-label=words.clone()>
                <p>{words.clone()}</p>
                <div class="buttons">
                    <button class="btn" on:click=move |_| answer(false)>{tr!("wish-no")}</button>
                    <button class="btn go" on:click=move |_| answer(true)>{tr!("wish-yes")}</button>
                </div>
            </section>
        }
    };
    move || asking.get().into_iter().map(one).collect_view()
}

/// Returns the tags after a name: host, ready, away, played by a bot.
fn tags(session: &Session, seat: Seat) -> Vec<String> {
    let mut tags = Vec::new();
    if session.host_seat == Some(seat) {
        tags.push(tr!("tag-host"));
    }
    let player = session.player(seat);
    if session.is_between_matches()
        && session.seated.get(seat.index()).is_some_and(|info| info.ready)
    {
        tags.push(tr!("tag-ready"));
    }
    if player != Player::Bot {
        tags.extend(player_tag(player));
    }
    tags
}

/// A seat: who sits there, the bot's level, and the host's powers over it.
fn seat(app: App, number: Seat) -> impl IntoView {
    app.session().with(|s| {
        let info = s.seated.get(number.index())?;
        let (name, more) = match &info.sitter {
            Sitter::Free => (tr!("seat-free"), None),
            Sitter::Bot { level } => (
                tr!("seat-bot", name = news::name(s, number), level = tr!(&format!("level-{}", level.name()))),
                Some(tr!(&format!("style-{}", level.name()))),
            ),
            Sitter::Person { name } if s.seat == Some(number) => {
                (tr!("seat-you", name = name.clone()), None)
            }
            Sitter::Person { .. } => (s.distinct_name(number).unwrap_or_default(), None),
        };
        let powers = !s.powers(number).is_empty();
        let label = tr!("seat-powers", name = name.clone());
        let tags = tags(s, number);
        Some(view! {
            <li><span class=seat_face::class(number) aria-hidden="true">{Face::of(s, number).view()}</span>
                <span class="sitter"><b>{name}</b>{more.map(|more| view! { <small>{more}</small> })}</span>
                {(!tags.is_empty()).then(|| view! { <span class="pts">{tags.join(", ")}</span> })}
                {powers.then(|| view! {
                    <button class="ico" aria-label=label on:click=move |_| app.show(Overlay::Seat(number))>"⋯"</button>
                })}
            </li>
        })
    })
}

#[component]
pub(crate) fn SeatList() -> impl IntoView {
    let app = App::get();
    let seats = memo(move || app.session().with(|s| s.seated.len()));
    view! {
        <section>
            <h2>{tr!("seats")}</h2>
            <ol class="standings">
                {move || (0..seats.get()).map(|number| seat(app, Seat::at(number))).collect_view()}
            </ol>
        </section>
    }
}

/// Returns the label of a power over a visitor.
fn power_label(session: &Session, power: Power, name: &str) -> String {
    match power {
        Power::Give { seat, .. } => match session.distinct_name(seat) {
            Some(owner) => tr!("give-seat-of", owner = owner),
            None => tr!("give-seat", number = seat.number()),
        },
        _ => tr!("power-dismiss", name = name),
    }
}

#[component]
pub(crate) fn Visitors() -> impl IntoView {
    let app = App::get();
    // Irreversible actions need confirmation.
    let sure = RwSignal::new(None::<Power>);
    let visitors = memo(move || app.session().with(|s| s.company.visitors.clone()));
    let one = move |visitor: Visitor| {
        app.session().with(|s| {
            let own = s.company.you == Some(visitor.number);
            let name = visitor_name(&visitor);
            let shown = if own { tr!("seat-you", name = name.clone()) } else { name.clone() };
            let face = Face::chosen(visitor.face, &name);
            let wish = match visitor.wish {
                Wish::Nothing => tr!("looks-on"),
                Wish::Seat => tr!("asks-seat"),
                Wish::Mine { seat } => {
                    tr!("says-mine", owner = s.distinct_name(seat).unwrap_or_default())
                }
            };
            let powers: Vec<(Power, String)> = s
                .powers_over(&visitor)
                .into_iter()
                .map(|power| (power, power_label(s, power, &name)))
                .collect();
            let free = move |power: Power| match power {
                Power::Give { seat, .. } => app.session().with_untracked(|s| s.name(seat).is_none()),
                _ => false,
            };
            view! {
                <li><span class="av av-none" aria-hidden="true">{face.view()}</span>
                    <span class="sitter"><b>{shown}</b><small>{wish}</small></span>
                    {(!powers.is_empty()).then(|| view! {
                        <div class="buttons wrap">{powers.into_iter().map(|(power, words)| view! {
                            <button class="btn" on:click=move |_| {
                                if free(power) || sure.get_untracked() == Some(power) {
                                    sure.set(None);
                                    app.send(ClientMessage::Host { power });
                                } else {
                                    sure.set(Some(power));
                                }
                            }>{move || if sure.get() == Some(power) { tr!("power-sure") } else { words.clone() }}</button>
                        }).collect_view()}</div>
                    })}
                </li>
            }
        })
    };
    move || {
        let all = visitors.get();
        (!all.is_empty()).then(|| {
            view! {
                <section class="visitors"><h2>{tr!("also-here")}</h2>
                    <ul class="standings">{all.into_iter().map(one).collect_view()}</ul>
                </section>
            }
        })
    }
}

/// Who may sit down, set by the host.
#[component]
pub(crate) fn AdmissionSettings() -> impl IntoView {
    let app = App::get();
    let host = memo(move || app.session().with(|s| s.host));
    let now = memo(move || app.session().with(|s| s.company.admission));
    move || {
        host.get().then(|| {
            view! {
                <div class="setting" role="group" aria-label=tr!("admission")>
                    <span>{tr!("admission")}</span>
                    <div class="segments">
                        {Admission::ALL.into_iter().map(|how| view! {
                            <button type="button" aria-pressed=move || (now.get() == how).to_string()
                                on:click=move |_| app.send(ClientMessage::Host { power: Power::Admit { how } })>
                                {tr!(&format!("admit-{}", how.word()))}</button>
                        }).collect_view()}
                    </div>
                </div>
            }
        })
    }
}

/// Who is ready, and who is not.
#[component]
pub(crate) fn Readiness() -> impl IntoView {
    let app = App::get();
    let words = memo(move || {
        app.session().with(|s| {
            // Leave out the player's own seat.
            let (willing, mut undecided) = (s.ready_people(), s.unready_people());
            undecided.retain(|seat| s.seat != Some(*seat));
            let names = |seats: &[Seat]| news::names(s, seats.iter().copied().collect());
            let you =
                if willing == s.seat.into_iter().collect::<Vec<_>>() { "you" } else { "other" };
            let count = willing.len();
            match (willing.is_empty(), undecided.is_empty()) {
                (true, _) => None,
                (false, true) => {
                    Some(tr!("all-want", names = names(&willing), who = you, count = count))
                }
                (false, false) => Some(tr!(
                    "wants-waiting",
                    names = names(&willing),
                    others = names(&undecided),
                    who = you,
                    count = count
                )),
            }
        })
    });
    move || words.get().map(|words| view! { <p class="willing" role="status">{words}</p> })
}

/// Choice of faces; the name's first letter comes first.
#[component]
fn Faces() -> impl IntoView {
    let app = App::get();
    let own = move || app.settings().with(|s| s.face);
    let choose = move |face: Option<u8>| {
        app.change_settings(|s| s.face = face);
        app.introduce();
    };
    let letter = app.settings().with_untracked(|s| s.name_or_guest());
    view! {
        <div class="faces" role="group" aria-label=tr!("choose-face")>
            <span>{tr!("choose-face")}</span>
            <div class="chips">
            {std::iter::once(None).chain((0..FACES).map(Some)).map(|face| {
                let shown = Face::chosen(face, &letter);
                let label = match face {
                    None => tr!("face-letter"),
                    Some(number) => tr!("face-number", number = number + 1),
                };
                view! {
                    <button type="button" class="chip" aria-label=label aria-pressed=move || (own() == face).to_string()
                        on:click=move |_| choose(face)>{shown.view()}</button>
                }
            }).collect_view()}
            </div>
        </div>
    }
    .into_any()
}

/// Grace period in milliseconds: a granted seat arrives this soon after the request disappears.
const GRANT_GRACE: u32 = 500;

/// Returns `true` for bidi controls and invisible characters, which no table accepts in names.
fn is_invisible_control(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        || letter.is_control()
}

/// The player's name and face, and a way to get a seat.
#[component]
pub(crate) fn OwnProfile() -> impl IntoView {
    let app = App::get();
    let name = RwSignal::new(app.settings().with_untracked(|s| s.name.clone()));
    let seated = memo(move || app.session().with(|s| s.seat.is_some()));
    let wish = memo(move || app.session().with(Session::own_wish));
    // Saves and returns the typed name; `None`, with a message, if it is invalid.
    let named = move || {
        let typed = name.get_untracked();
        // The table checks the rest; it has the Unicode tables.
        let clean = typed.trim().to_owned();
        if clean.is_empty() || clean.chars().any(is_invisible_control) {
            app.inform(tr!("error-bad-name"));
            browser::focus("own-name");
            return None;
        }
        app.clear_notice();
        app.change_settings(|s| s.name = typed);
        Some(clean)
    };
    let sit = move || {
        if let Some(name) = named() {
            app.close_sheet();
            app.send(ClientMessage::Sit { seat: None, name });
        }
    };
    let wishes = move |wish: Wish| {
        // Reclaiming a seat needs no new name.
        let said = matches!(wish, Wish::Mine { .. } | Wish::Nothing) || named().is_some();
        if said {
            app.introduce();
            app.send(ClientMessage::Wish { wish });
        }
    };
    // Report a refused request.
    let withdrawn = StoredValue::new(false);
    Effect::new(move |was: Option<Wish>| {
        let now = wish.get();
        if now == Wish::Nothing && was.is_some_and(|was| was != now) && !withdrawn.get_value() {
            browser::set_timeout(GRANT_GRACE, move || {
                if app.session().with_untracked(|s| s.seat.is_none()) {
                    app.inform(tr!("wish-refused"));
                }
            });
        }
        withdrawn.set_value(false);
        now
    });
    // Close the sheet once the player has a seat.
    Effect::new(move |was: Option<bool>| {
        let now = seated.get();
        if was == Some(false) && now && app.overlay().get_untracked() == Some(Overlay::OwnProfile) {
            app.close_sheet();
        }
        now
    });
    let ways = move || {
        let (may_sit, may_ask, mine) =
            app.session().with(|s| (s.may_sit(), s.may_ask(), s.claimable()));
        let barred = |s: &Session| !s.host && s.company.admission == Admission::Locked;
        let locked = !may_sit && app.session().with(barred);
        view! {
            {match (may_sit, may_ask) {
                (true, _) => Some(view! { <button class="btn go" type="submit">{tr!("sit-down")}</button> }.into_any()),
                (false, true) if wish.get() == Wish::Nothing => Some(view! {
                    <button class="btn go" type="button" on:click=move |_| wishes(Wish::Seat)>{tr!("ask-seat")}</button>
                }.into_any()),
                _ => None,
            }}
            {locked.then(|| view! { <p class="hint">{tr!("error-table-locked")}</p> })}
            {match wish.get() {
                Wish::Nothing => view! {
                    {(!mine.is_empty()).then(|| view! {
                        <div class="claims" role="group" aria-label=tr!("seat-is-mine")>
                            <span>{tr!("seat-is-mine")}</span>
                            {mine.into_iter().map(|seat| {
                                let owner = app.session().with(|s| s.distinct_name(seat).unwrap_or_default());
                                view! { <button class="btn" type="button"
                                    on:click=move |_| wishes(Wish::Mine { seat })>{tr!("i-am", name = owner)}</button> }
                            }).collect_view()}
                        </div>
                    })}
                }.into_any(),
                wished => {
                    let words = app.session().with(|s| match wished {
                        Wish::Mine { .. } if s.company.host_away => tr!("wish-sent-all"),
                        _ => tr!("wish-sent"),
                    });
                    view! {
                        <p class="hint" role="status">{words}</p>
                        <button class="btn" type="button" on:click=move |_| {
                            withdrawn.set_value(true);
                            wishes(Wish::Nothing);
                        }>{tr!("wish-withdraw")}</button>
                    }.into_any()
                }
            }}
        }
    };
    let submit = move || match seated.get_untracked() {
        true => sit(),
        false if app.session().with_untracked(Session::may_sit) => sit(),
        false if app.session().with_untracked(Session::may_ask) => wishes(Wish::Seat),
        false => {}
    };
    view! {
        <form class="sit" on:submit=move |event| { event.prevent_default(); submit() }>
            <label>{tr!("your-name")}
                <input type="text" id="own-name" maxlength="24" autocomplete="nickname" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/></label>
            {move || if seated.get() {
                view! { <button class="btn go" type="submit">{tr!("keep-name")}</button> }.into_any()
            } else {
                ways().into_any()
            }}
        </form>
        <Faces/>
    }
    .into_any()
}

/// The whole sheet, during a match.
#[component]
pub(crate) fn PeopleSheet() -> impl IntoView {
    let app = App::get();
    let playing = memo(move || app.session().with(|s| s.in_match() && s.seat.is_some()));
    let paused = memo(move || app.session().with(|s| s.company.pause.is_some()));
    // The table's own error message is hidden below this sheet.
    let before = untrack(|| app.refusals());
    let refused = move || (app.refusals() > before).then(|| app.notice_text()).flatten();
    view! {
        {move || refused().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
        <Requests/>
        {move || (playing.get() && !paused.get()).then(|| view! {
            <div class="pauses" role="group" aria-label=tr!("pause-table")>
                <span>{tr!("pause-table")}</span>
                <div class="row">{[2u8, 5, 15].into_iter().map(|minutes| view! {
                    <button class="btn" on:click=move |_| {
                        app.close_sheet();
                        app.send(ClientMessage::Pause { minutes });
                    }>{tr!("back-in", minutes = minutes)}</button>
                }).collect_view()}</div>
            </div>
        })}
        <SeatList/>
        <Visitors/>
        <AdmissionSettings/>
        <button class="btn" on:click=move |_| app.show(Overlay::OwnProfile)>{tr!("name-and-face")}</button>
    }
    .into_any()
}
