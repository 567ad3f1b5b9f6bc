//! The log of the current match, stored to survive a reload.

use super::app::App;
use super::receive;
use crate::browser;

/// Storage key for the log of the last match shown.
const LOG_KEY: &str = "upcard.history";

/// Storage key for its current deal, play by play.
const STORY_KEY: &str = "upcard.story";

/// Deletes the log when another match starts.
pub(super) fn delete() {
    [LOG_KEY, STORY_KEY].into_iter().for_each(browser::remove_stored);
}

impl App {
    /// Identifies the current match.
    fn match_key(self) -> String {
        let number = self.session().with_untracked(|s| s.number);
        format!("{} {number}", self.table().unwrap_or_default())
    }

    pub(super) fn save_log(self) {
        if self.is_shared() {
            // The log reveals more than one hand.
            return;
        }
        let lines = self.log().with_untracked(|log| log.lines().join("\n"));
        if !lines.is_empty() {
            browser::store(LOG_KEY, &format!("{}\n{lines}", self.match_key()));
        }
        // Storage holds strings: one character per byte.
        let story = self.session().with_untracked(|s| s.story.bytes()).unwrap_or_default();
        let story: String = story.into_iter().map(char::from).collect();
        browser::store(STORY_KEY, &format!("{}\n{story}", self.match_key()));
    }

    /// Restores the log after a reload.
    pub(super) fn restore_log(self) {
        let Some(kept) = browser::stored(LOG_KEY).filter(|_| !self.is_shared()) else { return };
        if let Some((which, lines)) = kept.split_once('\n')
            && which == self.match_key()
        {
            self.control(|controller| controller.recall(lines.lines().map(str::to_owned)));
            receive::mark_announced(self);
        }
        let Some(kept) = browser::stored(STORY_KEY) else { return };
        if let Some((which, story)) = kept.split_once('\n')
            && which == self.match_key()
        {
            let bytes: Vec<u8> = story.chars().filter_map(|c| u8::try_from(c).ok()).collect();
            self.control(|controller| controller.session_mut().recall_story(&bytes));
        }
    }
}
