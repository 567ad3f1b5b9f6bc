//! Storage of a score sheet in a browser, shared by several pages, and comparison with imported sheets.

/// Stored text as this page last read or wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoredText(Option<String>);

impl StoredText {
    /// Notes what was read or written.
    pub fn note(&mut self, now: Option<String>) {
        self.0 = now;
    }

    /// Returns text that another page has stored since then, once. Deletions are ignored, since this page
    /// still has the data.
    pub fn take_update(&mut self, now: Option<String>) -> Option<String> {
        let news = now.filter(|now| self.0.as_ref() != Some(now))?;
        self.0 = Some(news.clone());
        Some(news)
    }
}

/// Splits the text of a score sheet ([`crate::ScoreSheet::text`]) into header, deals and corrections.
fn split_parts(text: &str) -> (Vec<&str>, Vec<&str>, Vec<&str>) {
    let (mut of, mut deals, mut changes) = (Vec::new(), Vec::new(), Vec::new());
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("deal", deal)) => deals.push(deal),
            Some(("change", change)) => changes.push(change),
            _ => of.push(line),
        }
    }
    (of, deals, changes)
}

/// Returns `true` if `other` is a later state of the same score sheet, with more deals or corrections, and
/// replacing `own` loses nothing.
#[must_use]
pub fn is_later_state(own: &str, other: &str) -> bool {
    let ((own_of, own_deals, own_changes), (of, deals, changes)) =
        (split_parts(own), split_parts(other));
    let Some(more) = changes.strip_prefix(&*own_changes).filter(|_| own_of == of) else {
        return false;
    };
    let changed = |at: usize| {
        let names = |change: &&str| change.split(' ').next() == Some(&*at.to_string());
        more.iter().any(names)
    };
    let kept = |(at, deal): (usize, &&str)| deals.get(at).is_some_and(|d| d == deal || changed(at));
    own_deals.iter().enumerate().all(kept) && (deals.len() > own_deals.len() || !more.is_empty())
}

/// Changes the start time in the text of a score sheet, so that two differing sheets can be kept. `None` if
/// the text is invalid.
#[must_use]
pub fn with_start_time(text: &str, begun: u64) -> Option<String> {
    let line = |(at, line): (usize, &str)| match at {
        3 => format!("{} {begun}\n", line.split(' ').next().unwrap_or_default()),
        _ => format!("{line}\n"),
    };
    (text.lines().count() > 3).then(|| text.lines().enumerate().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn update_of_another_page_is_returned_once() {
        let text = |text: &str| Some(text.to_owned());
        let mut stored = StoredText::default();
        stored.note(text("a"));
        assert_eq!(stored.take_update(text("a")), None);
        assert_eq!(stored.take_update(text("b")), text("b"));
        assert_eq!(stored.take_update(text("b")), None);
        // Deletions and failed writes are not news.
        assert_eq!(stored.take_update(None), None);
        stored.note(text("b"));
        assert_eq!(stored.take_update(text("b")), None);
    }

    #[test]
    fn later_state_contains_everything_of_the_earlier() {
        let sheet = |rest: &str| format!("score-sheet 1\nrummy\nAnn\tBob\n0 7\n{rest}");
        let own = sheet("deal 0\ndeal 1\nchange 0 1 5 7\n");
        let further = |rest: &str| is_later_state(&own, &sheet(rest));
        assert!(further("deal 0\ndeal 1\ndeal 2\nchange 0 1 5 7\n"));
        assert!(further("deal 0\ndeal x\nchange 0 1 5 7\nchange 1 0 3 4\n"), "changed since then");
        assert!(!is_later_state(&own, &own), "it is the same");
        for less in [
            "deal 0\nchange 0 1 5 7\n",
            "deal 0\ndeal 1\n",
            "deal 0\ndeal x\ndeal 2\nchange 0 1 5 7\n",
            "deal 0\ndeal x\ndeal 2\nchange 0 1 5 7\nchange 0 1 7 8\n",
            "",
        ] {
            assert!(!further(less), "{less}");
        }
        let other = own.replace("Bob", "Cy") + "deal 2\n";
        assert!(!is_later_state(&own, &other), "another sheet");
        let beside = with_start_time(&own, 8).unwrap();
        assert_eq!(beside, own.replace("0 7\n", "0 8\n"));
        assert_eq!(with_start_time("", 8), None);
        assert!(!is_later_state(&own, ""));
    }
}
