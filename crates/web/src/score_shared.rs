//! Sharing a score sheet through the server.

use leptos::prelude::*;
use upcard_client::sheet_sync::{
    OpenedSheet, OpenedSheets, Outcome, Request, SheetLink, SheetSync, SyncNotice,
};

use crate::browser;
use crate::json::Json;
use crate::text::tr;

/// Storage key for a shared sheet's link, by the time it was started; the value is its fragment, a space and
/// the version.
fn key(begun: u64) -> String {
    format!("upcard.score-shared.{begun}")
}

/// Storage key for the list of others' sheets.
const OPENED_KEY: &str = "upcard.score-seen";

/// Returns the others' sheets opened here by a link.
pub(crate) fn opened_sheets() -> OpenedSheets {
    browser::stored(OPENED_KEY).map(|text| OpenedSheets::read(&text)).unwrap_or_default()
}

/// Lists an opened sheet of others.
pub(crate) fn add_opened(sheet: OpenedSheet) {
    let mut all = opened_sheets();
    all.note(sheet);
    browser::store(OPENED_KEY, &all.text());
}

/// Removes a sheet of others that is gone or unwanted.
pub(crate) fn remove_opened(id: &str) {
    let mut all = opened_sheets();
    all.forget(id);
    browser::store(OPENED_KEY, &all.text());
}

pub(crate) fn stop_sharing(begun: u64) {
    browser::remove_stored(&key(begun));
}

/// Returns the sharing state of a stored sheet; `None` if it is not shared. The server may lack the last
/// entries, so they are sent again.
fn saved_sharing(begun: u64) -> Option<SheetSync> {
    let (link, version) = stored_link(begun)?;
    let mut following = SheetSync::new(link, version);
    following.note_change();
    Some(following)
}

/// Returns a shared sheet's link and the server's last version.
fn stored_link(begun: u64) -> Option<(SheetLink, u64)> {
    let text = browser::stored(&key(begun))?;
    let (fragment, version) = text.split_once(' ')?;
    Some((SheetLink::read(fragment)?, version.parse().ok()?))
}

/// Sharing state of an open sheet.
#[derive(Clone, Copy)]
pub(crate) struct SheetSharing {
    /// `None` if it is not shared.
    now: RwSignal<Option<SheetSync>>,
    pub(crate) notice: RwSignal<Option<SyncNotice>>,
    /// Whether the link allows writing.
    pub(crate) lets_write: RwSignal<bool>,
    /// Whether a request is in flight.
    in_flight: StoredValue<bool>,
    /// When the sheet was started; `None` for a sheet from a link, which is not stored here.
    begun: Option<u64>,
}

impl SheetSharing {
    /// State of a sheet stored on this device.
    pub(crate) fn own(begun: u64) -> SheetSharing {
        SheetSharing::of(saved_sharing(begun), Some(begun))
    }

    /// State of a sheet from a link.
    pub(crate) fn from_link(following: SheetSync) -> SheetSharing {
        SheetSharing::of(Some(following), None)
    }

    fn of(following: Option<SheetSync>, begun: Option<u64>) -> SheetSharing {
        let now = RwSignal::new(following);
        SheetSharing {
            now,
            notice: RwSignal::new(None),
            lets_write: RwSignal::new(false),
            in_flight: StoredValue::new(false),
            begun,
        }
    }

    /// Returns `true` if this device stores the sheet.
    pub(crate) fn is_own(self) -> bool {
        self.begun.is_some()
    }

    /// Returns `true` if the sheet can be changed here.
    pub(crate) fn writes(self) -> bool {
        self.is_own() || self.now.with(|now| now.as_ref().is_some_and(SheetSync::can_write))
    }

    pub(crate) fn link(self) -> Option<SheetLink> {
        self.now.with(|now| now.as_ref().map(|following| following.link.clone()))
    }

    /// Marks a local change.
    pub(crate) fn change(self) {
        self.now.update(|now| now.iter_mut().for_each(SheetSync::note_change));
    }

    fn set(self, following: Option<SheetSync>) {
        if let Some(begun) = self.begun {
            match &following {
                Some(now) => {
                    let text = format!("{} {}", now.link.fragment(true), now.version());
                    browser::store(&key(begun), &text);
                }
                None => stop_sharing(begun),
            }
        }
        self.now.set(following);
    }

    /// Starts sharing the sheet with this text.
    pub(crate) fn begin(self, text: &str) {
        if self.in_flight.get_value() {
            return;
        }
        self.in_flight.set_value(true);
        browser::request("POST", "/api/sheets", &[], Some(text), move |answer| {
            if self.in_flight.try_set_value(false).is_some() {
                return;
            }
            let made = Json::parse(&answer.text).filter(|_| answer.status == 201);
            let part = |name| made.as_ref().and_then(|made| made.text(name));
            match (part("id"), answer.version) {
                (Some(id), Some(version)) => {
                    let link = SheetLink { id, key: part("key") };
                    self.set(Some(SheetSync::new(link, version)));
                    self.notice.set(None);
                }
                _ => self.notice.set(Some(SyncNotice::NotShared)),
            }
        });
    }

    pub(crate) fn end(self) {
        if let Some(link) = self.link() {
            let key = link.key.as_deref().map(|key| ("upcard-key", key));
            browser::request("DELETE", &link.address(), key.as_slice(), None, |_| {});
            self.set(None);
        }
    }

    /// Sends local entries, or polls the others' entries. `theirs` takes the text of their sheet and returns
    /// `false` if it cannot be read.
    pub(crate) fn sync(
        self,
        own: impl Fn() -> String + Copy + 'static,
        theirs: impl Fn(&str) -> bool + Copy + 'static,
    ) {
        // The sheet may have been closed.
        let Some(following) = self.now.try_get_untracked().flatten() else { return };
        if self.in_flight.try_get_value().unwrap_or(true) {
            return;
        }
        self.in_flight.set_value(true);
        let asked = following.next_request();
        let (method, condition, version, body) = match asked.0 {
            Request::Read(version) => ("GET", "if-none-match", version, None),
            Request::Write(version) => ("PUT", "if-match", version, Some(own())),
        };
        let tag = format!("\"{version}\"");
        let mut headers = vec![(condition, &*tag)];
        headers.extend(following.link.key.as_deref().map(|key| ("upcard-key", key)));
        let address = following.link.address();
        browser::request(method, &address, &headers, body.as_deref(), move |answer| {
            if self.in_flight.try_set_value(false).is_some() {
                return;
            }
            let Some(mut following) = self.now.get_untracked() else { return };
            let outcome =
                following.handle_response(asked, answer.status, answer.version, &answer.text);
            let again = following.is_waiting() && outcome == Outcome::Unchanged;
            let again = again || outcome == Outcome::Conflict;
            self.set(Some(following));
            self.apply(&outcome, theirs);
            if again {
                self.sync(own, theirs);
            }
        });
    }

    fn apply(self, outcome: &Outcome, theirs: impl Fn(&str) -> bool) {
        let readable = matches!(outcome, Outcome::Updated(text) if theirs(text));
        if *outcome == Outcome::Ended {
            if !self.is_own() {
                self.link().iter().for_each(|link| remove_opened(&link.id));
            }
            self.set(None);
        }
        let before = self.notice.get_untracked();
        let now = outcome.notice(before, readable);
        if now != before {
            self.notice.set(now);
        }
    }

    /// Takes over the sharing state after another tab has changed the sheet.
    pub(crate) fn catch_up(self) {
        let Some(begun) = self.begun.filter(|_| !self.in_flight.get_value()) else { return };
        let waits = self.now.with_untracked(|now| now.as_ref().is_some_and(SheetSync::is_waiting));
        let now = self
            .now
            .with_untracked(|now| Some((now.as_ref()?.link.clone(), now.as_ref()?.version())));
        // If sharing has ended, the server says so.
        let stored = stored_link(begun).filter(|stored| !waits && now.as_ref() != Some(stored));
        if let Some((link, version)) = stored {
            self.now.set(Some(SheetSync::new(link, version)));
        }
    }
}

pub(crate) fn notice_text(notice: SyncNotice) -> String {
    tr!(match notice {
        SyncNotice::NotShared => "score-follow-not",
        SyncNotice::Unreadable => "score-follow-unknown",
        SyncNotice::Behind => "score-follow-behind",
        SyncNotice::Retrying => "score-follow-later",
        SyncNotice::Ended => "score-follow-ended",
        SyncNotice::Refused => "score-follow-refused",
    })
}
