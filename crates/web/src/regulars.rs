//! Groups of people who play together repeatedly: found among this device's matches, named, with a running
//! score and ways to start the next match.

use leptos::prelude::*;
use upcard_client::PlayedMatch;
use upcard_client::regulars::{
    Meeting, RegularGroup, RegularGroups, RegularTotals, RunningScore, people_of, same_people,
};
use upcard_engine::record::Record;

use crate::memo::memo;
use crate::score_curve::curve;
use crate::store::{App, Overlay};
use crate::text::{number, sentences, tr};
use crate::{browser, figures, news, score_book, server_games};

/// Storage key for the groups.
const GROUPS: &str = "upcard.groups";

/// Storage key for their matches.
const MEETINGS: &str = "upcard.meetings";

fn all() -> RegularGroups {
    let stored = |key| browser::stored(key).unwrap_or_default();
    RegularGroups::read(&stored(GROUPS), &stored(MEETINGS))
}

fn store(all: &RegularGroups) {
    let (groups, meetings) = all.texts();
    browser::store(GROUPS, &groups);
    browser::store(MEETINGS, &meetings);
}

/// The groups, and people who have played together without a named group.
#[derive(Clone, Copy)]
pub(crate) struct GroupsData {
    app: App,
    /// Matches, latest first.
    matches: StoredValue<Vec<PlayedMatch>>,
    /// Returns the record of the match that ended at this time.
    record: fn(u64) -> String,
    all: RwSignal<RegularGroups>,
    unnamed: RwSignal<Vec<Vec<String>>>,
    open: RwSignal<Option<u64>>,
}

impl GroupsData {
    /// Collects the matches of all groups.
    pub(crate) fn of(app: App, matches: Vec<PlayedMatch>, record: fn(u64) -> String) -> GroupsData {
        let groups_data = GroupsData {
            app,
            matches: StoredValue::new(matches),
            record,
            all: RwSignal::new(all()),
            unnamed: RwSignal::default(),
            open: RwSignal::default(),
        };
        groups_data.collect();
        groups_data
    }

    fn collect(self) {
        for sheet in score_book::saved_sheets(&self.app.library()) {
            let game = score_book::game_name(self.app, &sheet.house);
            if let Some(meeting) = Meeting::of_sheet(&sheet, &game) {
                self.add_meeting(&meeting.people(), || Some(meeting.clone()));
            }
        }
        self.process_next(self.matches.get_value());
    }

    /// Processes the matches one by one, so that the page stays responsive.
    fn process_next(self, mut waiting: Vec<PlayedMatch>) {
        let Some(played) = waiting.pop() else { return };
        let ended = played.ended;
        if !played.people.is_empty() && !self.all.with_untracked(|all| all.has_match(ended)) {
            let record = Record::parse(&(self.record)(ended));
            record.iter().for_each(|record| {
                let meeting = || Meeting::of_record(&self.app.library(), ended, record);
                self.add_meeting(&people_of(record), meeting);
            });
        }
        browser::set_timeout(0, move || {
            // The sheet may have been closed.
            if self.all.try_with_untracked(|_| ()).is_some() {
                self.process_next(waiting);
            }
        });
    }

    fn add_meeting(self, people: &[String], meeting: impl FnOnce() -> Option<Meeting>) {
        if self.all.with_untracked(|all| all.of(people).is_some()) {
            meeting().into_iter().for_each(|meeting| self.update(|all| all.note(meeting)));
        } else if people.len() > 1 {
            let known = |all: &Vec<Vec<String>>| all.iter().any(|some| same_people(some, people));
            if !self.unnamed.with_untracked(known) {
                self.unnamed.update(|all| all.insert(0, people.to_vec()));
            }
        }
    }

    fn update(self, update: impl FnOnce(&mut RegularGroups)) {
        // Another tab may have changed them.
        let mut all = all();
        update(&mut all);
        store(&all);
        self.all.set(all);
    }

    /// Creates a group of these people with a default name and opens its page.
    fn add(self, people: Vec<String>) {
        let made = browser::now() as u64;
        self.unnamed.update(|all| all.retain(|some| !same_people(some, &people)));
        self.update(|all| all.add(made, &news::join(&people), people));
        self.collect();
        self.open.set(Some(made));
        browser::set_timeout(0, || browser::focus("group-name"));
    }

    /// Removes a deleted match from the scores.
    pub(crate) fn forget(self, ended: u64) {
        self.update(|all| all.forget(ended));
    }

    /// Returns the group whose page is open.
    pub(crate) fn opened(self) -> Option<u64> {
        self.open.get()
    }
}

/// Records the matches of the existing groups.
pub(crate) fn record_meetings(app: App, mut matches: Vec<PlayedMatch>, record: fn(u64) -> String) {
    let all = all();
    matches.retain(|played| all.may_contain(&played.people));
    if all.iter().next().is_some() {
        GroupsData::of(app, matches, record);
    }
}

/// The groups, and people who could form one.
#[component]
pub(crate) fn Groups(on: GroupsData) -> impl IntoView {
    let one = move |group: &RegularGroup, all: &RegularGroups| {
        let (made, name) = (group.made, group.name.clone());
        let below =
            tr!("group-sub", names = group.people.join(", "), count = all.meetings(group).count());
        view! {
            <button class="btn big" on:click=move |_| on.open.set(Some(made))><b>{name}</b><small>{below}</small></button>
        }
    };
    let unnamed = move |people: Vec<String>| {
        let names = news::join(&people);
        view! {
            <button class="btn big" on:click=move |_| on.add(people.clone())>
                <b>{tr!("group-name-them", names = names)}</b><small>{tr!("group-name-them-sub")}</small></button>
        }
    };
    let none =
        move || on.all.with(|all| all.iter().next().is_none()) && on.unnamed.with(Vec::is_empty);
    move || {
        (!none()).then(|| {
            view! {
                <section class="list-of groups"><h3>{tr!("groups")}</h3>
                    {on.all.with(|all| all.iter().map(|group| one(group, all)).collect_view())}
                    {on.unnamed.get().into_iter().map(unnamed).collect_view()}</section>
            }
        })
    }
}

/// The page of a group.
#[component]
pub(crate) fn Group(on: GroupsData, made: u64) -> impl IntoView {
    let group = memo(move || on.all.with(|all| all.get(made).cloned()));
    let met = memo(move || {
        let of = |all: &RegularGroups| {
            Some(all.meetings(all.get(made)?).cloned().collect::<Vec<Meeting>>())
        };
        on.all.with(of).unwrap_or_default()
    });
    let games = memo(move || {
        let mut games = Vec::<String>::new();
        for meeting in met.get().into_iter().rev() {
            if !games.contains(&meeting.house.name) {
                games.push(meeting.house.name);
            }
        }
        games
    });
    let chosen = RwSignal::new(None::<String>);
    let game = memo(move || chosen.get().or_else(|| games.with(|games| games.first().cloned())));
    // Scores of different games cannot be added.
    let shown = memo(move || {
        let of = |meeting: &Meeting| Some(&meeting.house.name) == game.get().as_ref();
        met.get().into_iter().filter(of).collect::<Vec<Meeting>>()
    });
    let choice = move |name: String| {
        let (own, other) = (name.clone(), name.clone());
        view! {
            <button class="btn" aria-pressed=move || (game.get().as_ref() == Some(&own)).to_string()
                on:click=move |_| chosen.set(Some(other.clone()))>{name}</button>
        }
    };
    let sure = RwSignal::new(false);
    let name = group.get_untracked().map(|group| group.name).unwrap_or_default();
    view! {
        <div class="group">
            <div class="buttons wrap"><button class="btn" on:click=move |_| on.open.set(None)>{tr!("group-back")}</button></div>
            <label class="named">{tr!("group-name")}
                <input type="text" id="group-name" maxlength="40" autocomplete="off" prop:value=name
                    on:focus=move |event| { event_target::<web_sys::HtmlInputElement>(&event).select(); }
                    on:change=move |event| on.update(|all| all.rename(made, &event_target_value(&event)))/></label>
            {move || (games.with(Vec::len) > 1).then(|| view! {
                <div class="buttons wrap" role="group" aria-label=tr!("matches-by-game")>{games.get().into_iter().map(choice).collect_view()}</div>
            })}
            {move || shown.with(|all| all.last().map(|last| rematch(on.app, last)))}
            {move || group.with(|group| group.as_ref().map(|group| score(group, &shown.get())))}
            <div class="buttons wrap"><button class="btn" on:click=move |_| {
                if sure.get_untracked() {
                    on.update(|all| all.drop(made));
                    on.open.set(None);
                    on.collect();
                } else {
                    sure.set(true);
                }
            }>{move || tr!(if sure.get() { "group-drop-sure" } else { "group-drop" })}</button></div>
        </div>
    }
    .into_any()
}

/// Ways to start the next match with the same people.
fn rematch(app: App, last: &Meeting) -> AnyView {
    let meeting = StoredValue::new(last.clone());
    let here = move || {
        let (set_up, names) = meeting.with_value(Meeting::rematch);
        app.close_sheet();
        app.start_shared_match(set_up, names);
    };
    let afar = move || {
        let dealer = meeting.with_value(|last| last.next_dealer().to_owned());
        server_games::create_table(app, &meeting.with_value(Meeting::set_up), Some(dealer));
    };
    let cards = move || {
        let begun = browser::now() as u64;
        match meeting.with_value(|meeting| meeting.score_sheet(&app.library(), begun)) {
            Ok(sheet) => {
                score_book::save(&sheet);
                score_book::open_next(begun);
                app.show(Overlay::HomeScore);
            }
            Err(flaws) => app.inform(sentences(flaws)),
        }
    };
    let dealer = last.next_dealer().to_owned();
    view! {
        <section class="list-of again"><h3>{tr!("group-again")}</h3>
            <p>{tr!("group-dealer", game = last.house.name.clone(), name = dealer)}</p>
            <button class="btn go big" on:click=move |_| here()><b>{tr!("group-here")}</b><small>{tr!("group-here-sub")}</small></button>
            <button class="btn big" on:click=move |_| cards()><b>{tr!("group-cards")}</b><small>{tr!("group-cards-sub")}</small></button>
            <button class="btn big" on:click=move |_| afar()><b>{tr!("group-afar")}</b><small>{tr!("group-afar-sub")}</small></button>
            {move || app.notice_text().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
        </section>
    }
    .into_any()
}

/// The running score: wins, points over time, and each match.
fn score(group: &RegularGroup, met: &[Meeting]) -> AnyView {
    let RunningScore { matches, people, totals } = RunningScore::of(group, met);
    let names: Vec<String> = people.iter().map(|person| person.name.clone()).collect();
    let person = |person: &RegularTotals| {
        let place = i64::from(person.places) * 10 / i64::from(matches.max(1));
        view! {
            <tr><th scope="row">{person.name.clone()}</th><td>{number(person.won.into())}</td>
                <td>{figures::mean(place)}</td><td>{number(person.points)}</td></tr>
        }
    };
    let one = |meeting: &Meeting| {
        let first = meeting.players.iter().filter(|player| player.place == 1);
        let first: Vec<String> = first.map(|player| player.name.clone()).collect();
        view! { <tr><th scope="row">{browser::format_date(meeting.number)}</th><td>{news::join(&first)}</td></tr> }
    };
    view! {
        <section class="figures"><h3>{tr!("group-score")}</h3>
            <p>{tr!("group-matches", count = matches)}</p>
            <table class="plot"><thead><tr><th scope="col">{tr!("group-person")}</th><th scope="col">{tr!("group-won")}</th>
                <th scope="col">{tr!("group-place")}</th><th scope="col">{tr!("group-points")}</th></tr></thead>
                <tbody>{people.iter().map(person).collect_view()}</tbody></table>
            {curve(&names, &totals, &tr!("group-curve"))}
            {(!met.is_empty()).then(|| view! {
                <details><summary>{tr!("group-met")}</summary>
                    <table class="plot"><thead><tr><th scope="col">{tr!("group-day")}</th><th scope="col">{tr!("group-winner")}</th></tr></thead>
                        <tbody>{met.iter().rev().map(one).collect_view()}</tbody></table></details>
            })}
        </section>
    }
    .into_any()
}
