//! The score sheets of games with real cards that this device keeps, and the one that is open.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::following::Following;
use upcard_client::house_rules::HouseRules;
use upcard_client::{AllSheets, ScoreSheet};
use upcard_engine::score_pad::DealCount;
use upcard_engine::{Library, Rules};

use crate::browser;
use crate::score_shared::{self, Followed};
use crate::store::App;
use crate::text::{self, tr};

/// The key of the list.
const LIST: &str = "upcard.score-sheets";

/// The key of a sheet, by the time when it was begun.
fn key(begun: u64) -> String {
    format!("upcard.score-sheet.{begun}")
}

fn all() -> AllSheets {
    browser::stored(LIST).map(|text| AllSheets::read(&text)).unwrap_or_default()
}

/// Keeps a sheet as it is now, as the latest.
pub(crate) fn keep(sheet: &ScoreSheet) {
    browser::store(&key(sheet.begun), &sheet.text());
    let mut all = all();
    all.note(sheet.begun);
    browser::store(LIST, &all.text());
}

/// A sheet is not kept any more.
pub(crate) fn forget(begun: u64) {
    browser::forget(&key(begun));
    score_shared::forget(begun);
    let mut all = all();
    all.forget(begun);
    browser::store(LIST, &all.text());
}

/// The sheets that can be read, the latest first.
pub(crate) fn kept(library: &Library) -> Vec<ScoreSheet> {
    let read = |begun| ScoreSheet::read(library, &browser::stored(&key(begun))?);
    all().iter().filter_map(read).collect()
}

thread_local! {
    /// The sheet that is to be opened first.
    static NEXT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// This sheet is to be opened when the score of a game with real cards is shown next.
pub(crate) fn open_next(begun: u64) {
    NEXT.set(Some(begun));
}

/// The one that is, once.
pub(crate) fn next(library: &Library) -> Option<ScoreSheet> {
    ScoreSheet::read(library, &browser::stored(&key(NEXT.take()?))?)
}

pub(crate) fn game_name(app: App, house: &HouseRules) -> String {
    if !house.name.is_empty() {
        return house.name.clone();
    }
    let id = house.game.split('+').next().unwrap_or_default();
    app.library().file(id).map_or_else(|| house.game.clone(), |file| file.catalogue.name.clone())
}

/// How often it is asked what the others have entered, in milliseconds.
const OFTEN: u32 = 4_000;

/// As many steps can be taken back.
const STEPS_BACK: usize = 50;

/// A sheet that is open.
#[derive(Clone, Copy)]
pub(crate) struct OnSheet {
    pub(crate) sheet: RwSignal<ScoreSheet>,
    /// As it was before each step.
    pub(crate) before: RwSignal<Vec<ScoreSheet>>,
    /// The deal that is being entered; none while the sheet is looked at.
    pub(crate) entering: RwSignal<Option<usize>>,
    /// How it stands with the server by which others follow it.
    pub(crate) followed: Followed,
    app: App,
}

impl OnSheet {
    fn of(app: App, sheet: ScoreSheet, followed: Followed) -> OnSheet {
        OnSheet {
            sheet: RwSignal::new(sheet),
            before: RwSignal::new(Vec::new()),
            entering: RwSignal::new(None),
            followed,
            app,
        }
    }

    /// Opens a sheet that this device keeps.
    pub(crate) fn new(app: App, sheet: ScoreSheet) -> OnSheet {
        let followed = Followed::own(sheet.begun);
        OnSheet::of(app, sheet, followed)
    }

    /// Opens a sheet that came by a link.
    pub(crate) fn of_others(app: App, sheet: ScoreSheet, following: Following) -> OnSheet {
        OnSheet::of(app, sheet, Followed::of_others(following))
    }

    fn keep(self, sheet: &ScoreSheet) {
        if self.followed.is_own() {
            keep(sheet);
        }
    }

    /// The sheet has changed here: it is kept, and those who follow it are told.
    fn changed(self, sheet: ScoreSheet) {
        self.keep(&sheet);
        self.sheet.set(sheet);
        self.followed.said.set(None);
        self.followed.change();
        self.go_on();
    }

    /// Sends what was entered, or asks what the others have entered.
    fn go_on(self) {
        let own = move || self.sheet.with_untracked(ScoreSheet::text);
        let theirs = move |text: &str| match ScoreSheet::read(&self.app.library(), text) {
            Some(sheet) => {
                self.keep(&sheet);
                // What was entered before it cannot be taken back over the others.
                self.before.set(Vec::new());
                self.sheet.set(sheet);
                true
            }
            None => false,
        };
        self.followed.go_on(own, theirs);
    }

    /// Follows the sheet as long as it is open.
    pub(crate) fn follow(self) {
        if self.sheet.try_with_untracked(|_| ()).is_some() {
            self.go_on();
            browser::later(OFTEN, move || self.follow());
        }
    }

    /// Enters a deal in place of what was there when it was begun; the sentence about it where it cannot
    /// be.
    pub(crate) fn enter(
        self,
        at: usize,
        was: Option<&DealCount>,
        deal: DealCount,
    ) -> Result<(), String> {
        let mut sheet = self.sheet.get_untracked();
        if sheet.pad().deals().get(at) != was {
            return Err(tr!("score-follow-behind"));
        }
        let before = sheet.clone();
        sheet.enter(at, deal).map_err(|why| tr!(&format!("score-error-{}", why.code())))?;
        self.before.update(|all| {
            all.push(before);
            let more = all.len().saturating_sub(STEPS_BACK);
            all.drain(..more);
        });
        self.entering.set(None);
        self.changed(sheet);
        Ok(())
    }

    /// Back to the sheet, with nothing entered.
    pub(crate) fn leave(self) {
        self.entering.set(None);
    }

    /// Takes the last step back.
    pub(crate) fn undo(self) {
        let mut before = self.before.get_untracked();
        if let Some(sheet) = before.pop() {
            self.before.set(before);
            self.changed(sheet);
        }
    }
}

/// What is played in a deal: its contract, or nothing where there are none.
pub(crate) fn contract(rules: &Rules, deal: u8) -> Option<String> {
    let deal = rules.deal(deal);
    rules.has_contracts().then(|| text::contract(&deal.contract))
}
