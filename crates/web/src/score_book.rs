//! Score sheets for games with real cards on this device, and the open one.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::house_rules::HouseRules;
use upcard_client::sheet_sync::{SheetSync, SyncNotice};
use upcard_client::{
    ScoreDraft, ScoreSheet, SheetList, StoredText, UndoHistory, is_later_state, with_start_time,
};
use upcard_engine::score_pad::DealEntry;
use upcard_engine::{Library, Rules};

use crate::browser;
use crate::house_list;
use crate::score_shared::{self, SheetSharing};
use crate::store::App;
use crate::text::{self, tr};

/// Storage key for the list.
const LIST: &str = "upcard.score-sheets";

/// Storage key for a sheet, by the time it was started.
fn key(begun: u64) -> String {
    format!("upcard.score-sheet.{begun}")
}

/// Storage key for a sheet's undo steps.
fn steps_key(begun: u64) -> String {
    format!("upcard.score-steps.{begun}")
}

/// Storage key for a sheet's partly entered deal.
fn draft_key(begun: u64) -> String {
    format!("upcard.score-draft.{begun}")
}

fn all() -> SheetList {
    browser::stored(LIST).map(|text| SheetList::read(&text)).unwrap_or_default()
}

/// Saves a sheet as the latest; `false` if this browser cannot.
pub(crate) fn save(sheet: &ScoreSheet) -> bool {
    let kept = browser::try_store(&key(sheet.begun), &sheet.text());
    let mut all = all();
    all.note(sheet.begun);
    browser::try_store(LIST, &all.text()) && kept
}

/// Imports a sheet from a file. If a newer version of it is stored here, that one is used; if the two have
/// diverged, both are kept.
pub(crate) fn import(library: &Library, sheet: ScoreSheet) -> ScoreSheet {
    let text = sheet.text();
    let own = browser::stored(&key(sheet.begun)).filter(|own| *own != text);
    let other = match own {
        Some(own) if is_later_state(&text, &own) => Some(own),
        Some(own) if !is_later_state(&own, &text) => {
            find_copy(sheet.begun, &text).map(|(_, text)| text)
        }
        _ => None,
    };
    let sheet = other.and_then(|text| ScoreSheet::read(library, &text)).unwrap_or(sheet);
    save(&sheet);
    sheet
}

/// Saves a sheet beside another one started at the same moment; `false` if it is there already or cannot be stored.
pub(crate) fn save_copy(begun: u64, text: &str) -> bool {
    let Some((begun, text)) = find_copy(begun, text) else { return false };
    let key = key(begun);
    let mut all = all();
    all.note(begun);
    browser::stored(&key).is_none()
        && browser::try_store(&key, &text)
        && browser::try_store(LIST, &all.text())
}

/// Finds the key of a sheet beside another one started at the same moment, and its text there, which may have
/// been continued.
fn find_copy(begun: u64, text: &str) -> Option<(u64, String)> {
    // Reject texts that are no sheet.
    with_start_time(text, begun)?;
    (begun + 1..).find_map(|begun| {
        let text = with_start_time(text, begun)?;
        match browser::stored(&key(begun)) {
            None => Some((begun, text)),
            Some(own) => (own == text || is_later_state(&text, &own)).then_some((begun, own)),
        }
    })
}

pub(crate) fn delete(begun: u64) {
    [key(begun), steps_key(begun), draft_key(begun)]
        .iter()
        .for_each(|key| browser::remove_stored(key));
    score_shared::stop_sharing(begun);
    let mut all = all();
    all.forget(begun);
    browser::store(LIST, &all.text());
}

/// Returns the readable sheets, latest first.
pub(crate) fn saved_sheets(library: &Library) -> Vec<ScoreSheet> {
    let read = |begun| ScoreSheet::read(library, &browser::stored(&key(begun))?);
    all().iter().filter_map(read).collect()
}

thread_local! {
    /// Sheet to open next.
    static NEXT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Marks this sheet to be opened when the home score is shown next.
pub(crate) fn open_next(begun: u64) {
    NEXT.set(Some(begun));
}

/// Takes that sheet.
pub(crate) fn next(library: &Library) -> Option<ScoreSheet> {
    ScoreSheet::read(library, &browser::stored(&key(NEXT.take()?))?)
}

pub(crate) fn game_name(app: App, house: &HouseRules) -> String {
    if house.name.is_empty() { house_list::game_name(app, house) } else { house.name.clone() }
}

/// Interval for polling the others' entries, in milliseconds.
const POLL_INTERVAL: u32 = 4_000;

#[derive(Clone, Copy)]
pub(crate) struct OpenSheet {
    pub(crate) sheet: RwSignal<ScoreSheet>,
    pub(crate) steps: RwSignal<UndoHistory>,
    /// Deal that was partly entered when the sheet was opened.
    draft: StoredValue<Option<ScoreDraft>>,
    /// The stored text; another tab may have the sheet open as well.
    stored: StoredValue<StoredText>,
    /// Whether this browser failed to store it.
    pub(crate) save_failed: RwSignal<bool>,
    /// Deal being entered; `None` while the sheet is shown.
    pub(crate) entering: RwSignal<Option<usize>>,
    /// State of sharing through the server.
    pub(crate) sharing: SheetSharing,
    app: App,
}

impl OpenSheet {
    fn of(app: App, sheet: ScoreSheet, sharing: SheetSharing) -> OpenSheet {
        OpenSheet {
            sheet: RwSignal::new(sheet),
            steps: RwSignal::default(),
            draft: StoredValue::new(None),
            stored: StoredValue::new(StoredText::default()),
            save_failed: RwSignal::new(false),
            entering: RwSignal::new(None),
            sharing,
            app,
        }
    }

    /// Opens a stored sheet where it was left, with the deal being entered.
    pub(crate) fn new(app: App, sheet: ScoreSheet) -> OpenSheet {
        let sharing = SheetSharing::own(sheet.begun);
        let stored = |key: String| browser::stored(&key).unwrap_or_default();
        // Another tab may have changed it since it was listed here.
        let text = browser::stored(&key(sheet.begun));
        let later = text.as_ref().filter(|text| !is_later_state(text, &sheet.text()));
        let now = later.and_then(|text| ScoreSheet::read(&app.library(), text));
        let sheet = now.unwrap_or(sheet);
        let steps = UndoHistory::read(&stored(steps_key(sheet.begun)), &sheet);
        let draft = ScoreDraft::read(&stored(draft_key(sheet.begun)), &sheet);
        let on = OpenSheet::of(app, sheet, sharing);
        on.steps.set(steps);
        on.entering.set(draft.as_ref().map(|draft| draft.at));
        on.draft.set_value(draft);
        on.save_failed.set(text.is_none());
        on.stored.update_value(|stored| stored.note(text));
        on
    }

    pub(crate) fn from_link(app: App, sheet: ScoreSheet, following: SheetSync) -> OpenSheet {
        OpenSheet::of(app, sheet, SheetSharing::from_link(following))
    }

    fn save(self, sheet: &ScoreSheet) {
        if self.sharing.is_own() {
            // Steps first, so that whoever reads the sheet finds them.
            let steps = self.steps.with_untracked(|steps| steps.text(sheet));
            browser::store(&steps_key(sheet.begun), &steps);
            self.save_failed.set(!save(sheet));
            let now = browser::stored(&key(sheet.begun));
            self.stored.update_value(|stored| stored.note(now));
        }
    }

    /// Takes over changes by another tab; `true` if there were any.
    fn catch_up(self) -> bool {
        if !self.sharing.is_own() {
            return false;
        }
        self.sharing.catch_up();
        let begun = self.sheet.with_untracked(|sheet| sheet.begun);
        let now = browser::stored(&key(begun));
        let news = self.stored.try_update_value(|stored| stored.take_update(now)).flatten();
        let sheet = news.and_then(|text| ScoreSheet::read(&self.app.library(), &text));
        let Some(sheet) = sheet else { return false };
        let steps = browser::stored(&steps_key(begun)).unwrap_or_default();
        self.steps.set(UndoHistory::read(&steps, &sheet));
        self.sheet.set(sheet);
        true
    }

    /// Takes the saved draft of this deal.
    pub(crate) fn take_draft(self, at: usize) -> Option<ScoreDraft> {
        let draft = self.draft.get_value().filter(|draft| draft.at == at);
        self.draft.set_value(None);
        draft
    }

    /// Saves a partly entered deal; `None` deletes it.
    pub(crate) fn save_draft(self, draft: Option<&ScoreDraft>) {
        if self.sharing.is_own() {
            let key = draft_key(self.sheet.with_untracked(|sheet| sheet.begun));
            match draft {
                Some(draft) => browser::store(&key, &draft.text()),
                None => browser::remove_stored(&key),
            }
        }
    }

    /// Saves a local change and notifies followers.
    fn changed(self, sheet: ScoreSheet) {
        self.save(&sheet);
        self.sheet.set(sheet);
        self.sharing.notice.set(None);
        self.sharing.change();
        self.sync();
    }

    /// Sends local entries, or polls the others' entries.
    fn sync(self) {
        let own = move || self.sheet.with_untracked(ScoreSheet::text);
        let theirs = move |text: &str| match ScoreSheet::read(&self.app.library(), text) {
            // Sent by another tab.
            Some(sheet) if sheet.text() == own() => true,
            Some(sheet) => {
                // Undo must not overwrite the others' entries.
                self.steps.set(UndoHistory::default());
                self.save(&sheet);
                self.sheet.set(sheet);
                true
            }
            None => false,
        };
        self.sharing.sync(own, theirs);
    }

    /// Polls the sheet while it is open.
    pub(crate) fn follow(self) {
        if self.sheet.try_with_untracked(|_| ()).is_some() {
            self.catch_up();
            self.sync();
            browser::set_timeout(POLL_INTERVAL, move || self.follow());
        }
    }

    /// Enters a deal in place of the version it was started from; an error sentence if it cannot be entered.
    pub(crate) fn enter(
        self,
        at: usize,
        was: Option<&DealEntry>,
        deal: DealEntry,
    ) -> Result<(), String> {
        self.catch_up();
        let mut sheet = self.sheet.get_untracked();
        if sheet.pad().deals().get(at) != was {
            return Err(score_shared::notice_text(SyncNotice::Behind));
        }
        let before = sheet.clone();
        sheet.enter(at, deal).map_err(|why| tr!(&format!("score-error-{}", why.code())))?;
        self.steps.update(|steps| steps.note(&before, &sheet, at));
        self.leave();
        self.changed(sheet);
        Ok(())
    }

    /// Returns to the sheet and discards the entry.
    pub(crate) fn leave(self) {
        self.save_draft(None);
        self.entering.set(None);
    }

    pub(crate) fn undo(self) {
        if self.catch_up() {
            // The last step has changed: show it first.
            return self.sharing.notice.set(Some(SyncNotice::Behind));
        }
        let mut sheet = self.sheet.get_untracked();
        if self.steps.try_update(|steps| steps.undo(&mut sheet)) == Some(true) {
            self.changed(sheet);
        }
    }
}

/// Returns a deal's contract; `None` in games without contracts.
pub(crate) fn contract(rules: &Rules, deal: u8) -> Option<String> {
    let deal = rules.deal(deal);
    rules.has_contracts().then(|| text::contract(&deal.contract))
}
