//! The matches of this device that wait: a new one begins beside them, and each can be gone on with.

use super::app::App;
use super::link::KEPT;
use crate::browser;
use crate::text::tr;

/// The key of the list of those that were set aside: a line for each, its number and what it is.
const LIST: &str = "upcard.waiting";

/// The key of what the match is that is kept as the present one.
const ABOUT: &str = "upcard.match-about";

/// The key of one that was set aside.
fn key(number: u64) -> String {
    format!("upcard.waiting.{number}")
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
    let mut all = all();
    let latest = all.first().map_or(0, |one| one.number + 1);
    let number = (browser::now() as u64).max(latest);
    browser::store(&key(number), kept);
    if browser::stored(&key(number)).as_deref() != Some(kept) {
        browser::forget(&key(number));
        return false;
    }
    all.insert(0, Waiting { number, about });
    store(&all);
    true
}

/// One of them goes.
pub(crate) fn forget(number: u64) {
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
        let Some(kept) = browser::stored(KEPT) else { return true };
        if !add(&kept, browser::stored(ABOUT).unwrap_or_default()) {
            self.inform(tr!("no-room"));
            return false;
        }
        browser::forget(KEPT);
        true
    }

    /// Goes on with a match that was set aside; the present one waits instead.
    pub(crate) fn take_up(self, number: u64) {
        let Some(kept) = browser::stored(&key(number)) else { return };
        if !self.set_aside() {
            return;
        }
        browser::store(KEPT, &kept);
        forget(number);
        self.go_on();
    }
}
