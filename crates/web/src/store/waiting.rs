//! The matches of this device that wait: a new one begins beside them, and each can be gone on with. Their list is
//! kept as a text, and what happened in them in the browser's database; of earlier days, and where there is no
//! database, as texts.

use upcard_client::{Found, Order, luggage};

use super::app::App;
use crate::text::tr;
use crate::{browser, device};

/// The key of the present match, where the browser's database could not take it.
pub(super) const KEPT: &str = luggage::MATCH;

/// The key of its number in that database.
pub(super) const PRESENT: &str = "upcard.present";

/// The key of the list of those that were set aside: a line for each, its number and what it is.
const LIST: &str = "upcard.waiting";

/// The key of what the match is that is kept as the present one.
const ABOUT: &str = "upcard.match-about";

/// The key of one that was set aside, where it is kept as a text.
fn key(number: u64) -> String {
    luggage::waiting(number)
}

/// A match that was set aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    /// When that was, in milliseconds since 1970: its number.
    pub(crate) number: u64,
    /// The game, and how far it is.
    pub(crate) about: String,
}

/// Those that were set aside, the latest first.
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

/// Adds a match to them; false where the browser has no room for it.
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

/// A number that no match has.
pub(super) fn new_number() -> u64 {
    let all = all().into_iter().map(|one| one.number).chain(number_of_present());
    all.max().map_or(0, |latest| latest + 1).max(browser::now() as u64)
}

/// The number of the present match, where it is in the database.
pub(super) fn number_of_present() -> Option<u64> {
    browser::stored(PRESENT)?.parse().ok()
}

/// Is there a present match in the database?
pub(crate) fn has_present() -> bool {
    number_of_present().is_some()
}

/// What is stored of a match goes.
pub(super) fn erase(number: u64) {
    device::ask(Order::Forget(number), |_| {});
}

/// The numbers of the matches that are in the database, each with the name under which it is taken along.
pub(crate) fn stored() -> Vec<(u64, String)> {
    let listed = all().into_iter().map(|one| (one.number, key(one.number)));
    let waits = listed.filter(|(_, key)| browser::stored(key).is_none());
    waits.chain(number_of_present().map(|number| (number, luggage::MATCH.to_owned()))).collect()
}

/// One of them goes.
pub(crate) fn forget(number: u64) {
    erase(number);
    unlist(number);
}

/// Matches that are stored though nothing names them, since their page ended before it could, wait from now on.
pub(crate) fn find(then: impl FnOnce() + 'static) {
    let known = stored().into_iter().map(|(number, _)| number).collect();
    // What has begun since this page was opened is noted by a page that is alive.
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
    /// Notes what the match is that is kept as the present one.
    pub(super) fn note_about(self) {
        let about = self.session().with_untracked(|s| {
            let name = s.rules.as_ref().map(|rules| rules.set.catalogue.name.clone());
            let deal = s.view.as_ref().map_or(0, |view| view.table.deals_begun());
            name.map(|name| tr!("match-deal", game = name, deal = deal))
        });
        about.iter().for_each(|about| browser::store(ABOUT, about));
    }

    /// Sets the match aside that waits here, so that another one can be the present one. False where the
    /// browser has no room for it: then it stays what it was.
    pub(super) fn set_aside(self) -> bool {
        let about = browser::stored(ABOUT).unwrap_or_default();
        match (browser::stored(KEPT), number_of_present()) {
            (Some(kept), number) => {
                if !add(&kept, about) {
                    self.inform(tr!("no-room"));
                    return false;
                }
                // What the database may have of it already is no more than that.
                number.into_iter().for_each(erase);
            }
            (None, Some(number)) => list(number, about),
            (None, None) => {}
        }
        [KEPT, PRESENT].into_iter().for_each(browser::forget);
        true
    }

    /// Goes on with a match that was set aside; the present one waits instead.
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
