//! What happened in the match that is looked at, kept so that it is there after the page is loaded again.

use super::app::App;
use super::receive;
use crate::browser;

/// The key of what happened in the match that was looked at last.
const HISTORY: &str = "upcard.history";

/// The key of its present deal, play by play.
const STORY: &str = "upcard.story";

/// Forgets it: another match begins.
pub(super) fn forget() {
    [HISTORY, STORY].into_iter().for_each(browser::forget);
}

impl App {
    /// Which match is looked at, for what is remembered of it.
    fn which(self) -> String {
        let number = self.session().with_untracked(|s| s.number);
        format!("{} {number}", self.table().unwrap_or_default())
    }

    /// Keeps what happened, so that it outlives a reload.
    pub(super) fn keep_history(self) {
        if self.is_shared() {
            // It tells of more than one hand.
            return;
        }
        let lines = self.log().with_untracked(|log| log.lines().join("\n"));
        if !lines.is_empty() {
            browser::store(HISTORY, &format!("{}\n{lines}", self.which()));
        }
        // A browser keeps texts: a letter for each byte.
        let story = self.session().with_untracked(|s| s.story.bytes()).unwrap_or_default();
        let story: String = story.into_iter().map(char::from).collect();
        browser::store(STORY, &format!("{}\n{story}", self.which()));
    }

    /// Takes up what happened before this page was loaded again.
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
