//! Groups of regular players: running scores, and the next dealer. Stored as two lists of lines, which can be
//! merged with those of another device.

use std::cmp::Reverse;
use std::sync::Arc;

use upcard_engine::choices::Winner;
use upcard_engine::record::Record;
use upcard_engine::{Flaws, Library, MAX_PLAYERS, Seat, Seats, Value};
use upcard_table::wire::{SeatPlan, SetUp};

use crate::house_rules::HouseRules;
use crate::played::bot_level;
use crate::setup_draft::{CHOSEN_FIRST_DEALER, FIRST_SEAT, SetUpDraft};
use crate::turning_points::standings;
use crate::{Replay, ScoreSheet};

/// Maximum number of matches over all groups; the oldest are dropped.
const MAX_MEETINGS: usize = 1000;

/// A named group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegularGroup {
    /// Creation time in milliseconds since 1970, used as the id.
    pub made: u64,
    /// Name.
    pub name: String,
    /// People.
    pub people: Vec<String>,
}

/// A player's result in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerResult {
    /// Name of a person, or `bot LEVEL`, as in records.
    pub name: String,
    /// Place among the people, from 1; ties share the better place. 0 for a bot.
    pub place: u8,
    /// Points, or chips if they decide.
    pub points: i32,
}

/// A finished match of people with names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Id: its end time or, with real cards, its start time, in milliseconds since 1970.
    pub number: u64,
    /// House rules played, with their display name.
    pub house: HouseRules,
    /// Dealer of the last deal.
    pub dealer: Seat,
    /// Players by seat.
    pub players: Vec<PlayerResult>,
}

/// Totals of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegularTotals {
    /// Name.
    pub name: String,
    /// Matches won, including ties.
    pub won: u32,
    /// Sum of places.
    pub places: u32,
    /// Sum of points.
    pub points: i64,
}

/// Running score of a group.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunningScore {
    /// Number of matches.
    pub matches: u32,
    /// People, most wins first.
    pub people: Vec<RegularTotals>,
    /// Their total points after each match, in chronological order.
    pub totals: Vec<Vec<i32>>,
}

fn plain(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ").trim().to_owned()
}

/// Returns `true` if these are the same people, in any order.
#[must_use]
pub fn same_people(some: &[String], others: &[String]) -> bool {
    let key = |names: &[String]| {
        let mut names: Vec<String> =
            names.iter().map(|name| plain(name).to_ascii_lowercase()).collect();
        names.sort();
        names
    };
    key(some) == key(others)
}

/// People of a record by seat, without bots.
#[must_use]
pub fn people_of(record: &Record) -> Vec<String> {
    record.seats.iter().filter(|name| bot_level(name).is_none()).map(|name| plain(name)).collect()
}

impl Meeting {
    /// Extracts the match from a record; `None` if it is invalid or was aborted.
    #[must_use]
    pub fn of_record(library: &Arc<Library>, number: u64, record: &Record) -> Option<Meeting> {
        let replay = Replay::of(library.clone(), record).ok()?;
        let (rules, end) = (replay.rules(), replay.end());
        let table = &end.table;
        if table.winners() == Seats::NONE {
            return None;
        }
        let points = |seat: Seat| match rules.set.choices.matching.winner {
            Winner::Chips => table.chips(rules, seat),
            _ => table.score(seat),
        };
        let is_person = |seat: &Seat| bot_level(&record.seats[seat.index()]).is_none();
        let order: Vec<Seat> = standings(rules, table).into_iter().filter(is_person).collect();
        let player = |(seat, name): (Seat, &String)| {
            let same = |other: &Seat| points(*other) == points(seat);
            let place = order.iter().position(same).filter(|_| is_person(&seat));
            let place = place.map_or(0, |before| before as u8 + 1);
            PlayerResult { name: plain(name), place, points: points(seat) }
        };
        let changes = record.differs_from(library).unwrap_or_default().into_iter();
        // The first dealer was chosen for that match only.
        let settled = Value::Text(CHOSEN_FIRST_DEALER.1.to_owned());
        let changes = changes.filter(|(path, then, _)| {
            *path != FIRST_SEAT && (*path, then) != (CHOSEN_FIRST_DEALER.0, &settled)
        });
        let changes = changes.map(|(path, then, _)| (path.to_owned(), then.to_string()));
        let house = HouseRules {
            name: HouseRules::clean(&record.rules.catalogue.name),
            game: record.rules.id.clone(),
            changes: changes.collect(),
        };
        let players = Seat::all(rules.players).zip(&record.seats).map(player).collect();
        Some(Meeting { number, house, dealer: table.dealer(), players })
    }

    /// Extracts a match with real cards, under this name of the game; `None` before its end.
    #[must_use]
    pub fn of_sheet(sheet: &ScoreSheet, game: &str) -> Option<Meeting> {
        let counts = sheet.sheet();
        counts.finished.as_ref()?;
        let dealer = counts.rows.last()?.dealer;
        let points = sheet.points();
        let places = sheet.places();
        let place = |seat: usize| places.iter().find(|(_, of)| of.index() == seat);
        let player = |(seat, name): (usize, &String)| {
            let place = place(seat).map_or(0, |(place, _)| *place as u8);
            PlayerResult { name: plain(name), place, points: points[seat] }
        };
        let players = sheet.names.iter().enumerate().map(player).collect();
        let house = HouseRules { name: HouseRules::clean(game), ..sheet.house.clone() };
        Some(Meeting { number: sheet.begun, house, dealer, players })
    }

    /// People by seat.
    #[must_use]
    pub fn people(&self) -> Vec<String> {
        let people = self.players.iter().filter(|player| bot_level(&player.name).is_none());
        people.map(|player| player.name.clone()).collect()
    }

    /// Seat of the next match's dealer: the first person after the last dealer, skipping bots.
    fn next(&self) -> usize {
        let players = self.players.len();
        let after = (1..=players).map(|step| (self.dealer.index() + step) % players);
        after.into_iter().find(|at| bot_level(&self.players[*at].name).is_none()).unwrap_or(0)
    }

    /// Name of the next dealer.
    #[must_use]
    pub fn next_dealer(&self) -> &str {
        self.players.get(self.next()).map_or("", |player| &player.name)
    }

    /// Setup for the same people and bots on one device, with the next dealer rotated to the first seat,
    /// which deals first; and the names of the people.
    #[must_use]
    pub fn rematch(&self) -> (SetUp, Vec<String>) {
        let mut turned = self.clone();
        turned.players.rotate_left(self.next());
        let mut draft = SetUpDraft::new(SetUp { offer_seconds: 0, ..turned.set_up() });
        draft.set_first_dealer(Some(1));
        (draft.set_up, turned.people())
    }

    /// Setup of the same game for the same number of people and bots.
    #[must_use]
    pub fn set_up(&self) -> SetUp {
        let plan = |player: &PlayerResult| {
            bot_level(&player.name).map_or(SeatPlan::Person, |level| SeatPlan::Bot { level })
        };
        let seats = self.players.iter().map(plan).collect();
        SetUp { changes: self.house.changes.clone(), ..SetUp::new(&self.house.game, seats) }
    }

    /// Empty score sheet for the same people.
    ///
    /// # Errors
    /// Errors in the rules, or for this number of players.
    pub fn score_sheet(&self, library: &Library, begun: u64) -> Result<ScoreSheet, Flaws> {
        let people = self.people();
        let first = people.iter().position(|name| name == self.next_dealer()).unwrap_or(0);
        ScoreSheet::new(library, self.house.clone(), &people, Seat::at(first), begun)
    }

    fn line(&self) -> String {
        let head = format!("{}\t{}\t{}", self.number, self.house.text(), self.dealer.index());
        let player = |p: &PlayerResult| format!("\t{}\t{}\t{}", plain(&p.name), p.place, p.points);
        head + &self.players.iter().map(player).collect::<String>()
    }

    fn read(line: &str) -> Option<Meeting> {
        let mut parts = line.split('\t');
        let number = parts.next()?.parse().ok()?;
        let house = HouseRules::read(parts.next()?).ok()?;
        let dealer: usize = parts.next()?.parse().ok()?;
        let mut players = Vec::new();
        while let Some(name) = parts.next() {
            let (place, points) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            players.push(PlayerResult { name: name.to_owned(), place, points });
        }
        let fits = (2..=MAX_PLAYERS).contains(&players.len()) && dealer < players.len();
        fits.then(|| Meeting { number, house, dealer: Seat::at(dealer), players })
    }
}

/// Groups on a device, most recent first, and their matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegularGroups {
    groups: Vec<RegularGroup>,
    /// In chronological order.
    meetings: Vec<Meeting>,
}

impl RegularGroups {
    /// Parses the output of [`RegularGroups::texts`], skipping invalid lines and duplicates.
    #[must_use]
    pub fn read(groups: &str, meetings: &str) -> RegularGroups {
        let mut all = RegularGroups::default();
        for line in groups.lines() {
            let mut parts = line.split('\t').map(str::to_owned);
            let number = parts.next().and_then(|number| number.parse().ok());
            let (Some(made), Some(name)) = (number, parts.next()) else { continue };
            let group = RegularGroup { made, name, people: parts.collect() };
            if group.people.len() > 1 && all.groups.iter().all(|other| other.made != made) {
                all.groups.push(group);
            }
        }
        meetings.lines().filter_map(Meeting::read).for_each(|meeting| all.note(meeting));
        all
    }

    /// Serializes both lists: one line per group, and one line per match.
    #[must_use]
    pub fn texts(&self) -> (String, String) {
        let group = |group: &RegularGroup| {
            let people: String = group.people.iter().map(|p| format!("\t{}", plain(p))).collect();
            format!("{}\t{}{people}\n", group.made, plain(&group.name))
        };
        let meeting = |meeting: &Meeting| format!("{}\n", meeting.line());
        (self.groups.iter().map(group).collect(), self.meetings.iter().map(meeting).collect())
    }

    /// Iterates over the groups.
    pub fn iter(&self) -> std::slice::Iter<'_, RegularGroup> {
        self.groups.iter()
    }

    /// Returns the group with this id.
    #[must_use]
    pub fn get(&self, made: u64) -> Option<&RegularGroup> {
        self.groups.iter().find(|group| group.made == made)
    }

    /// Returns the group of these people.
    #[must_use]
    pub fn of(&self, people: &[String]) -> Option<&RegularGroup> {
        self.groups.iter().find(|group| same_people(&group.people, people))
    }

    /// Matches of a group, in chronological order.
    pub fn meetings<'a>(&'a self, group: &'a RegularGroup) -> impl Iterator<Item = &'a Meeting> {
        self.meetings.iter().filter(|meeting| same_people(&meeting.people(), &group.people))
    }

    /// Returns `true` if the match is known.
    #[must_use]
    pub fn has_match(&self, number: u64) -> bool {
        self.meetings.iter().any(|meeting| meeting.number == number)
    }

    /// Returns `true` if some group consists of these people and one more.
    #[must_use]
    pub fn may_contain(&self, others: &[String]) -> bool {
        self.groups.iter().any(|group| {
            let is = |name: &String| group.people.iter().any(|p| p.eq_ignore_ascii_case(name));
            group.people.len() == others.len() + 1 && others.iter().all(is)
        })
    }

    /// Adds a group.
    pub fn add(&mut self, made: u64, name: &str, people: Vec<String>) {
        self.groups.insert(0, RegularGroup { made, name: HouseRules::clean(name), people });
    }

    /// Renames a group; ignored if the name is empty.
    pub fn rename(&mut self, made: u64, name: &str) {
        let name = HouseRules::clean(name);
        let group = self.groups.iter_mut().find(|group| group.made == made);
        if let Some(group) = group.filter(|_| !name.is_empty()) {
            group.name = name;
        }
    }

    /// Removes a group and its matches.
    pub fn drop(&mut self, made: u64) {
        self.groups.retain(|group| group.made != made);
        let groups = &self.groups;
        self.meetings.retain(|meeting| {
            let people = meeting.people();
            groups.iter().any(|group| same_people(&group.people, &people))
        });
    }

    /// Adds a match, unless it is known already or belongs to no group.
    pub fn note(&mut self, meeting: Meeting) {
        if self.has_match(meeting.number) || self.of(&meeting.people()).is_none() {
            return;
        }
        let at = self.meetings.partition_point(|other| other.number < meeting.number);
        self.meetings.insert(at, meeting);
        let more = self.meetings.len().saturating_sub(MAX_MEETINGS);
        self.meetings.drain(..more);
    }

    /// Removes a match from the running score.
    pub fn forget(&mut self, number: u64) {
        self.meetings.retain(|meeting| meeting.number != number);
    }
}

impl RunningScore {
    /// Running score of a group over these matches, in chronological order.
    #[must_use]
    pub fn of<'a>(group: &RegularGroup, meetings: impl IntoIterator<Item = &'a Meeting>) -> Self {
        let fresh =
            |name: &String| RegularTotals { name: name.clone(), won: 0, places: 0, points: 0 };
        let mut people: Vec<RegularTotals> = group.people.iter().map(fresh).collect();
        let (mut matches, mut totals) = (0, Vec::new());
        for meeting in meetings {
            matches += 1;
            for person in &mut people {
                let is = |player: &&PlayerResult| player.name.eq_ignore_ascii_case(&person.name);
                if let Some(PlayerResult { place, points, .. }) = meeting.players.iter().find(is) {
                    person.won += u32::from(*place == 1);
                    person.places += u32::from(*place);
                    person.points += i64::from(*points);
                }
            }
            totals.push(people.iter().map(|person| person.points as i32).collect::<Vec<i32>>());
        }
        let mut order: Vec<usize> = (0..people.len()).collect();
        order.sort_by_key(|at| (Reverse(people[*at].won), people[*at].places));
        let sorted = |row: &Vec<i32>| order.iter().map(|at| row[*at]).collect();
        let totals = totals.iter().map(sorted).collect();
        let people = order.iter().map(|at| people[*at].clone()).collect();
        RunningScore { matches, people, totals }
    }
}

#[cfg(test)]
mod tests;
