//! Waiting matches on this device: a new match is started beside them, and each can be resumed. The list is
//! in local storage, their events in the browser's database; older ones, and those without a database, are in
//! local storage.

use upcard_client::{Found, Order, luggage};

use super::app::App;
use crate::text::tr;
use crate::{browser, device};

/// Storage key for the current match if the database could not store it.
pub(super) const KEPT: &str = luggage::MATCH;

/// Storage key for its number in the database.
pub(super) const PRESENT: &str = "upcard.present";

/// Storage key for the list of waiting matches: number and description, one per line.
const LIST: &str = "upcard.waiting";

/// Storage key for the current match's description.
const ABOUT: &str = "upcard.match-about";

/// Storage key for a waiting match kept in local storage.
fn key(number: u64) -> String {
    luggage::waiting(number)
}

/// A waiting match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    /// Its number: when it was set aside, in milliseconds since 1970.
    pub(crate) number: u64,
    /// Game and progress.
    pub(crate) about: String,
}

/// Returns the waiting matches, latest first.
pub(crate) fn all() -> Vec<Waiting> {
    let of = |line: &str| {
        let (number, about) = line.split_once('\t')?;
        Some(Waiting { number: number.parse().ok()?, about: about.to_owned() })
    };
    browser::stored(LIST).map(|text| text.lines().filter_map(of).collect()).unwrap_or_default()
}

fn store(all: &[Waiting]) {
    let line =
        |one: &Waiting| format!("{}\t{}\n", one.number, one.about.replace(['\t', '\n'], " "));
    browser::store(LIST, &all.iter().map(line).collect::<String>());
}

/// Adds a waiting match; `false` if storage is full.
pub(crate) fn add(kept: &str, about: String) -> bool {
    let number = new_number();
    if !browser::keeps(&key(number), kept) {
        browser::forget(&key(number));
        return false;
    }
    list(number, about);
    true
}

fn list(number: u64, about: String) {
    let mut all = all();
    all.insert(0, Waiting { number, about });
    store(&all);
}

/// Returns an unused match number.
pub(super) fn new_number() -> u64 {
    let all = all().into_iter().map(|one| one.number).chain(number_of_present());
    all.max().map_or(0, |latest| latest + 1).max(browser::now() as u64)
}

/// Returns the current match's number if it is in the database.
pub(super) fn number_of_present() -> Option<u64> {
    browser::stored(PRESENT)?.parse().ok()
}

/// Returns `true` if the current match is in the database.
pub(crate) fn has_present() -> bool {
    number_of_present().is_some()
}

/// Deletes a match from the database.
pub(super) fn erase(number: u64) {
    device::ask(Order::Forget(number), |_| {});
}

/// Returns the numbers of the matches in the database, each with its name in a backup.
pub(crate) fn stored() -> Vec<(u64, String)> {
    let listed = all().into_iter().map(|one| (one.number, key(one.number)));
    let waits = listed.filter(|(_, key)| browser::stored(key).is_none());
    waits.chain(number_of_present().map(|number| (number, luggage::MATCH.to_owned()))).collect()
}

/// Deletes a waiting match.
pub(crate) fn forget(number: u64) {
    erase(number);
    unlist(number);
}

/// Lists stored matches that are unlisted because their page ended too early.
pub(crate) fn find(then: impl FnOnce() + 'static) {
    let known = stored().into_iter().map(|(number, _)| number).collect();
    // Matches started since this page was opened belong to a live page.
    device::ask(Order::Find(known, browser::opened() as u64), move |device| {
        for Found { number, game, deal } in device.found() {
            if all().iter().all(|one| one.number != number) {
                list(number, tr!("match-deal", game = game, deal = deal));
            }
        }
        then();
    });
}

fn unlist(number: u64) {
    browser::forget(&key(number));
    let mut all = all();
    all.retain(|one| one.number != number);
    store(&all);
}

impl App {
    /// Saves the current match's description.
    pub(super) fn note_about(self) {
        let about = self.session().with_untracked(|s| {
            let name = s.rules.as_ref().map(|rules| rules.set.catalogue.name.clone());
            let deal = s.view.as_ref().map_or(0, |view| view.table.deals_begun());
            name.map(|name| tr!("match-deal", game = name, deal = deal))
        });
        about.iter().for_each(|about| browser::store(ABOUT, about));
    }

    /// Moves the current match to the waiting ones, so that another can become current. `false`, with no
    /// change, if storage is full.
    pub(super) fn set_aside(self) -> bool {
        let about = browser::stored(ABOUT).unwrap_or_default();
        match (browser::stored(KEPT), number_of_present()) {
            (Some(kept), number) => {
                if !add(&kept, about) {
                    self.inform(tr!("no-room"));
                    return false;
                }
                // The database has no more of it than that.
                number.into_iter().for_each(erase);
            }
            (None, Some(number)) => list(number, about),
            (None, None) => {}
        }
        [KEPT, PRESENT].into_iter().for_each(browser::forget);
        true
    }

    /// Resumes a waiting match; the current one waits instead.
    pub(crate) fn take_up(self, number: u64) {
        if !self.set_aside() {
            return;
        }
        match browser::stored(&key(number)) {
            Some(kept) => browser::store(KEPT, &kept),
            None => browser::store(PRESENT, &number.to_string()),
        }
        unlist(number);
        self.go_on();
    }
}
