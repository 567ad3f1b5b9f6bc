//! A score sheet as a browser stores it, where several pages may have it open, and as it is brought from elsewhere.

/// What is stored of something, as a page last found or left it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoredText(Option<String>);

impl StoredText {
    /// It was found so, or left so.
    pub fn note(&mut self, now: Option<String>) {
        self.0 = now;
    }

    /// What another page has stored since then, where this is there now; once. What was deleted is no news: this page
    /// still has it.
    pub fn news(&mut self, now: Option<String>) -> Option<String> {
        let news = now.filter(|now| self.0.as_ref() != Some(now))?;
        self.0 = Some(news.clone());
        Some(news)
    }
}

/// The parts of a score sheet's text ([`crate::ScoreSheet::text`]): what it is, its deals, what was changed of them.
fn parts(text: &str) -> (Vec<&str>, Vec<&str>, Vec<&str>) {
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

/// Is the second of these texts the same score sheet as the first, and further: with more deals, or with changes of
/// those that the first has? False where the first holds anything that would be lost.
#[must_use]
pub fn is_further(own: &str, other: &str) -> bool {
    let ((own_of, own_deals, own_changes), (of, deals, changes)) = (parts(own), parts(other));
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

/// The text of a score sheet as that of one which was begun then: two sheets that differ lie side by side. None where
/// it is no such text.
#[must_use]
pub fn begun_at(text: &str, begun: u64) -> Option<String> {
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
    fn what_another_page_has_stored_is_news_once() {
        let text = |text: &str| Some(text.to_owned());
        let mut stored = StoredText::default();
        stored.note(text("a"));
        assert_eq!(stored.news(text("a")), None);
        assert_eq!(stored.news(text("b")), text("b"));
        assert_eq!(stored.news(text("b")), None);
        // What was deleted, or could not be stored, is no news.
        assert_eq!(stored.news(None), None);
        stored.note(text("b"));
        assert_eq!(stored.news(text("b")), None);
    }

    #[test]
    fn a_sheet_is_further_where_nothing_of_the_other_is_lost() {
        let sheet = |rest: &str| format!("score-sheet 1\nrummy\nAnn\tBob\n0 7\n{rest}");
        let own = sheet("deal 0\ndeal 1\nchange 0 1 5 7\n");
        let further = |rest: &str| is_further(&own, &sheet(rest));
        assert!(further("deal 0\ndeal 1\ndeal 2\nchange 0 1 5 7\n"));
        assert!(further("deal 0\ndeal x\nchange 0 1 5 7\nchange 1 0 3 4\n"), "changed since then");
        assert!(!is_further(&own, &own), "it is the same");
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
        assert!(!is_further(&own, &other), "another sheet");
        let beside = begun_at(&own, 8).unwrap();
        assert_eq!(beside, own.replace("0 7\n", "0 8\n"));
        assert_eq!(begun_at("", 8), None);
        assert!(!is_further(&own, ""));
    }
}
