//! The log of the current match, stored to survive a reload.

use super::app::App;
use super::receive;
use crate::browser;

/// Storage key for the log of the last match shown.
const HISTORY: &str = "upcard.history";

/// Storage key for its current deal, play by play.
const STORY: &str = "upcard.story";

/// Deletes the log when another match starts.
pub(super) fn forget() {
    [HISTORY, STORY].into_iter().for_each(browser::forget);
}

impl App {
    /// Identifies the current match.
    fn which(self) -> String {
        let number = self.session().with_untracked(|s| s.number);
        format!("{} {number}", self.table().unwrap_or_default())
    }

    /// Saves the log.
    pub(super) fn keep_history(self) {
        if self.is_shared() {
            // The log reveals more than one hand.
            return;
        }
        let lines = self.log().with_untracked(|log| log.lines().join("\n"));
        if !lines.is_empty() {
            browser::store(HISTORY, &format!("{}\n{lines}", self.which()));
        }
        // Storage holds strings: one character per byte.
        let story = self.session().with_untracked(|s| s.story.bytes()).unwrap_or_default();
        let story: String = story.into_iter().map(char::from).collect();
        browser::store(STORY, &format!("{}\n{story}", self.which()));
    }

    /// Restores the log after a reload.
    pub(super) fn recall_history(self) {
        let Some(kept) = browser::stored(HISTORY).filter(|_| !self.is_shared()) else { return };
        if let Some((which, lines)) = kept.split_once('\n')
            && which == self.which()
        {
            self.control(|play| play.recall(lines.lines().map(str::to_owned)));
            receive::passed_over(self);
        }
        let Some(kept) = browser::stored(STORY) else { return };
        if let Some((which, story)) = kept.split_once('\n')
            && which == self.which()
        {
            let bytes: Vec<u8> = story.chars().filter_map(|c| u8::try_from(c).ok()).collect();
            self.control(|play| play.session_mut().recall_story(&bytes));
        }
    }
}
