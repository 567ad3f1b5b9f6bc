//! Waiting matches on this device: a new match is started beside them, and each can be resumed. The list is
//! in local storage, their events in the browser's database; older ones, and those without a database, are in
//! local storage.

use upcard_client::{DeviceCommand, OrphanedMatch, import};

use super::app::App;
use crate::text::tr;
use crate::{browser, device};

/// Storage key for the current match if the database could not store it.
pub(super) const CURRENT_MATCH: &str = import::MATCH_KEY;

/// Storage key for its number in the database.
pub(super) const CURRENT_NUMBER: &str = "upcard.present";

/// Storage key for the list of waiting matches: number and description, one per line.
const WAITING_LIST: &str = "upcard.waiting";

/// Storage key for the current match's description.
const DESCRIPTION: &str = "upcard.match-about";

/// Storage key for a waiting match kept in local storage.
fn key(number: u64) -> String {
    import::waiting_key(number)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    /// Its number: when it was set aside, in milliseconds since 1970.
    pub(crate) number: u64,
    /// Game and progress.
    pub(crate) description: String,
}

/// Returns the waiting matches, latest first.
pub(crate) fn all() -> Vec<Waiting> {
    let of = |line: &str| {
        let (number, description) = line.split_once('\t')?;
        Some(Waiting { number: number.parse().ok()?, description: description.to_owned() })
    };
    browser::stored(WAITING_LIST)
        .map(|text| text.lines().filter_map(of).collect())
        .unwrap_or_default()
}

fn store(all: &[Waiting]) {
    let line =
        |one: &Waiting| format!("{}\t{}\n", one.number, one.description.replace(['\t', '\n'], " "));
    browser::store(WAITING_LIST, &all.iter().map(line).collect::<String>());
}

/// Adds a waiting match; `false` if storage is full.
pub(crate) fn add(kept: &str, description: String) -> bool {
    let number = new_number();
    if !browser::try_store(&key(number), kept) {
        browser::remove_stored(&key(number));
        return false;
    }
    list(number, description);
    true
}

fn list(number: u64, description: String) {
    let mut all = all();
    all.insert(0, Waiting { number, description });
    store(&all);
}

/// Returns an unused match number.
pub(super) fn new_number() -> u64 {
    let all = all().into_iter().map(|one| one.number).chain(current_number());
    all.max().map_or(0, |latest| latest + 1).max(browser::now() as u64)
}

/// Returns the current match's number if it is in the database.
pub(super) fn current_number() -> Option<u64> {
    browser::stored(CURRENT_NUMBER)?.parse().ok()
}

pub(crate) fn is_current_in_database() -> bool {
    current_number().is_some()
}

pub(super) fn delete_from_database(number: u64) {
    device::run_storage_command(DeviceCommand::Forget(number), |_| {});
}

/// Returns the numbers of the matches in the database, each with its name in a backup.
pub(crate) fn database_matches() -> Vec<(u64, String)> {
    let listed = all().into_iter().map(|one| (one.number, key(one.number)));
    let waits = listed.filter(|(_, key)| browser::stored(key).is_none());
    waits.chain(current_number().map(|number| (number, import::MATCH_KEY.to_owned()))).collect()
}

pub(crate) fn delete(number: u64) {
    delete_from_database(number);
    unlist(number);
}

/// Lists stored matches that are unlisted because their page ended too early.
pub(crate) fn find_unlisted(then: impl FnOnce() + 'static) {
    let known = database_matches().into_iter().map(|(number, _)| number).collect();
    // Matches started since this page was opened belong to a live page.
    device::run_storage_command(
        DeviceCommand::Find(known, browser::opened_at() as u64),
        move |device| {
            for OrphanedMatch { number, game, deal } in device.take_found() {
                if all().iter().all(|one| one.number != number) {
                    list(number, tr!("match-deal", game = game, deal = deal));
                }
            }
            then();
        },
    );
}

fn unlist(number: u64) {
    browser::remove_stored(&key(number));
    let mut all = all();
    all.retain(|one| one.number != number);
    store(&all);
}

impl App {
    pub(super) fn save_description(self) {
        let description = self.session().with_untracked(|s| {
            let name = s.rules.as_ref().map(|rules| rules.set.catalogue.name.clone());
            let deal = s.view.as_ref().map_or(0, |view| view.table.deals_begun());
            name.map(|name| tr!("match-deal", game = name, deal = deal))
        });
        description.iter().for_each(|description| browser::store(DESCRIPTION, description));
    }

    /// Moves the current match to the waiting ones, so that another can become current. `false`, with no
    /// change, if storage is full.
    pub(super) fn set_aside(self) -> bool {
        let description = browser::stored(DESCRIPTION).unwrap_or_default();
        match (browser::stored(CURRENT_MATCH), current_number()) {
            (Some(kept), number) => {
                if !add(&kept, description) {
                    self.inform(tr!("no-room"));
                    return false;
                }
                // The database has no more of it than that.
                number.into_iter().for_each(delete_from_database);
            }
            (None, Some(number)) => list(number, description),
            (None, None) => {}
        }
        [CURRENT_MATCH, CURRENT_NUMBER].into_iter().for_each(browser::remove_stored);
        true
    }

    /// Resumes a waiting match; the current one waits instead.
    pub(crate) fn resume_waiting(self, number: u64) {
        if !self.set_aside() {
            return;
        }
        match browser::stored(&key(number)) {
            Some(kept) => browser::store(CURRENT_MATCH, &kept),
            None => browser::store(CURRENT_NUMBER, &number.to_string()),
        }
        unlist(number);
        self.resume();
    }
}
