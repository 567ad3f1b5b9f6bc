//! Sharing a score sheet through the server.

use leptos::prelude::*;
use upcard_client::following::{AllSeen, Following, Notice, Outcome, Request, Seen, SheetLink};

use crate::browser;
use crate::json::Json;
use crate::text::tr;

/// Storage key for a shared sheet's link, by the time it was started; the value is its fragment, a space and
/// the version.
fn key(begun: u64) -> String {
    format!("upcard.score-shared.{begun}")
}

/// Storage key for the list of others' sheets.
const SEEN: &str = "upcard.score-seen";

/// Returns the others' sheets opened here by a link.
pub(crate) fn seen() -> AllSeen {
    browser::stored(SEEN).map(|text| AllSeen::read(&text)).unwrap_or_default()
}

/// Lists an opened sheet of others.
pub(crate) fn note(sheet: Seen) {
    let mut all = seen();
    all.note(sheet);
    browser::store(SEEN, &all.text());
}

/// Removes a sheet of others that is gone or unwanted.
pub(crate) fn unsee(id: &str) {
    let mut all = seen();
    all.forget(id);
    browser::store(SEEN, &all.text());
}

/// Stops sharing a sheet.
pub(crate) fn forget(begun: u64) {
    browser::forget(&key(begun));
}

/// Returns the sharing state of a stored sheet; `None` if it is not shared. The server may lack the last
/// entries, so they are sent again.
fn kept(begun: u64) -> Option<Following> {
    let (link, version) = stored(begun)?;
    let mut following = Following::new(link, version);
    following.change();
    Some(following)
}

/// Returns a shared sheet's link and the server's last version.
fn stored(begun: u64) -> Option<(SheetLink, u64)> {
    let text = browser::stored(&key(begun))?;
    let (fragment, version) = text.split_once(' ')?;
    Some((SheetLink::read(fragment)?, version.parse().ok()?))
}

/// Sharing state of an open sheet.
#[derive(Clone, Copy)]
pub(crate) struct Followed {
    /// `None` if it is not shared.
    now: RwSignal<Option<Following>>,
    /// Notice to show.
    pub(crate) said: RwSignal<Option<Notice>>,
    /// Whether the link allows writing.
    pub(crate) lets_write: RwSignal<bool>,
    /// Whether a request is in flight.
    asking: StoredValue<bool>,
    /// When the sheet was started; `None` for a sheet from a link, which is not stored here.
    begun: Option<u64>,
}

impl Followed {
    /// State of a sheet stored on this device.
    pub(crate) fn own(begun: u64) -> Followed {
        Followed::of(kept(begun), Some(begun))
    }

    /// State of a sheet from a link.
    pub(crate) fn of_others(following: Following) -> Followed {
        Followed::of(Some(following), None)
    }

    fn of(following: Option<Following>, begun: Option<u64>) -> Followed {
        let now = RwSignal::new(following);
        Followed {
            now,
            said: RwSignal::new(None),
            lets_write: RwSignal::new(false),
            asking: StoredValue::new(false),
            begun,
        }
    }

    /// Returns `true` if this device stores the sheet.
    pub(crate) fn is_own(self) -> bool {
        self.begun.is_some()
    }

    /// Returns `true` if the sheet can be changed here.
    pub(crate) fn writes(self) -> bool {
        self.is_own() || self.now.with(|now| now.as_ref().is_some_and(Following::writes))
    }

    /// Returns the sharing link.
    pub(crate) fn link(self) -> Option<SheetLink> {
        self.now.with(|now| now.as_ref().map(|following| following.link.clone()))
    }

    /// Marks a local change.
    pub(crate) fn change(self) {
        self.now.update(|now| now.iter_mut().for_each(Following::change));
    }

    fn set(self, following: Option<Following>) {
        if let Some(begun) = self.begun {
            match &following {
                Some(now) => {
                    let text = format!("{} {}", now.link.fragment(true), now.version());
                    browser::store(&key(begun), &text);
                }
                None => forget(begun),
            }
        }
        self.now.set(following);
    }

    /// Starts sharing the sheet with this text.
    pub(crate) fn begin(self, text: &str) {
        if self.asking.get_value() {
            return;
        }
        self.asking.set_value(true);
        browser::ask("POST", "/api/sheets", &[], Some(text), move |answer| {
            if self.asking.try_set_value(false).is_some() {
                return;
            }
            let made = Json::parse(&answer.text).filter(|_| answer.status == 201);
            let part = |name| made.as_ref().and_then(|made| made.text(name));
            match (part("id"), answer.version) {
                (Some(id), Some(version)) => {
                    let link = SheetLink { id, key: part("key") };
                    self.set(Some(Following::new(link, version)));
                    self.said.set(None);
                }
                _ => self.said.set(Some(Notice::Not)),
            }
        });
    }

    /// Ends the sharing.
    pub(crate) fn end(self) {
        if let Some(link) = self.link() {
            let key = link.key.as_deref().map(|key| ("upcard-key", key));
            browser::ask("DELETE", &link.address(), key.as_slice(), None, |_| {});
            self.set(None);
        }
    }

    /// Sends local entries, or polls the others' entries. `theirs` takes the text of their sheet and returns
    /// `false` if it cannot be read.
    pub(crate) fn go_on(
        self,
        own: impl Fn() -> String + Copy + 'static,
        theirs: impl Fn(&str) -> bool + Copy + 'static,
    ) {
        // The sheet may have been closed.
        let Some(following) = self.now.try_get_untracked().flatten() else { return };
        if self.asking.try_get_value().unwrap_or(true) {
            return;
        }
        self.asking.set_value(true);
        let asked = following.next();
        let (method, condition, version, body) = match asked.0 {
            Request::Read(version) => ("GET", "if-none-match", version, None),
            Request::Write(version) => ("PUT", "if-match", version, Some(own())),
        };
        let tag = format!("\"{version}\"");
        let mut headers = vec![(condition, &*tag)];
        headers.extend(following.link.key.as_deref().map(|key| ("upcard-key", key)));
        let address = following.link.address();
        browser::ask(method, &address, &headers, body.as_deref(), move |answer| {
            if self.asking.try_set_value(false).is_some() {
                return;
            }
            let Some(mut following) = self.now.get_untracked() else { return };
            let outcome = following.answered(asked, answer.status, answer.version, &answer.text);
            let again = following.is_waiting() && outcome == Outcome::Same;
            let again = again || outcome == Outcome::Behind;
            self.set(Some(following));
            self.took(&outcome, theirs);
            if again {
                self.go_on(own, theirs);
            }
        });
    }

    fn took(self, outcome: &Outcome, theirs: impl Fn(&str) -> bool) {
        let readable = matches!(outcome, Outcome::Theirs(text) if theirs(text));
        if *outcome == Outcome::Ended {
            if !self.is_own() {
                self.link().iter().for_each(|link| unsee(&link.id));
            }
            self.set(None);
        }
        let before = self.said.get_untracked();
        let now = outcome.notice(before, readable);
        if now != before {
            self.said.set(now);
        }
    }

    /// Takes over the sharing state after another tab has changed the sheet.
    pub(crate) fn catch_up(self) {
        let Some(begun) = self.begun.filter(|_| !self.asking.get_value()) else { return };
        let waits = self.now.with_untracked(|now| now.as_ref().is_some_and(Following::is_waiting));
        let now = self
            .now
            .with_untracked(|now| Some((now.as_ref()?.link.clone(), now.as_ref()?.version())));
        // If sharing has ended, the server says so.
        let stored = stored(begun).filter(|stored| !waits && now.as_ref() != Some(stored));
        if let Some((link, version)) = stored {
            self.now.set(Some(Following::new(link, version)));
        }
    }
}

/// Returns a notice's text.
pub(crate) fn words(notice: Notice) -> String {
    tr!(match notice {
        Notice::Not => "score-follow-not",
        Notice::Unknown => "score-follow-unknown",
        Notice::Behind => "score-follow-behind",
        Notice::Later => "score-follow-later",
        Notice::Ended => "score-follow-ended",
        Notice::Refused => "score-follow-refused",
    })
}
