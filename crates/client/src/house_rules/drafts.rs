//! Unsaved edits of house rules, restored when the same rules are opened again.

use super::named::HouseRules;

/// Pairs of original and edited rules, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drafts(Vec<(HouseRules, HouseRules)>);

impl Drafts {
    const MAX_DRAFTS: usize = 12;

    /// Parses the output of [`Drafts::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> Drafts {
        let read = |line: &str| {
            let (of, now) = line.split_once('\t')?;
            HouseRules::read(of).ok().zip(HouseRules::read(now).ok())
        };
        Drafts(text.lines().filter_map(read).take(Drafts::MAX_DRAFTS).collect())
    }

    /// Serializes the list, one draft per line.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|(of, now)| format!("{}\t{}\n", of.text(), now.text())).collect()
    }

    /// Returns the original of these rules if they are a draft, otherwise the rules themselves.
    #[must_use]
    pub fn origin(&self, rules: &HouseRules) -> HouseRules {
        let found = self.0.iter().find(|(_, now)| now == rules);
        found.map_or(rules, |(of, _)| of).clone()
    }

    /// Returns the last draft of these rules; the rules themselves if there is none.
    #[must_use]
    pub fn latest(&self, rules: &HouseRules) -> HouseRules {
        let found = self.0.iter().find(|(of, _)| of == rules);
        found.map_or(rules, |(_, now)| now).clone()
    }

    /// Saves the draft of these rules, or removes it if nothing differs.
    pub fn note(&mut self, of: &HouseRules, now: HouseRules) {
        self.0.retain(|(other, _)| other != of);
        if *of != now {
            self.0.insert(0, (of.clone(), now));
            self.0.truncate(Drafts::MAX_DRAFTS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(packs: u8) -> HouseRules {
        let changes = vec![("pack.packs".to_owned(), packs.to_string())];
        HouseRules { changes, ..HouseRules::of("rummy") }
    }

    #[test]
    fn drafts_are_restored_for_the_same_rules() {
        let (plain, mut drafts) = (HouseRules::of("rummy"), Drafts::default());
        assert_eq!(drafts.latest(&plain), plain);
        drafts.note(&plain, changed(3));
        drafts.note(&HouseRules::of("gin-rummy"), HouseRules::of("gin-rummy"));
        let drafts = Drafts::read(&drafts.text());
        assert_eq!(drafts.latest(&plain), changed(3));
        assert_eq!(drafts.origin(&changed(3)), plain);
        assert_eq!(drafts.latest(&changed(4)), changed(4));
        // Further edits of a draft still belong to the first original.
        let mut drafts = drafts;
        let of = drafts.origin(&changed(3));
        drafts.note(&of, changed(4));
        assert_eq!(drafts.latest(&plain), changed(4));
        drafts.note(&plain, plain.clone());
        assert_eq!(drafts, Drafts::default());
    }

    #[test]
    fn invalid_drafts_are_skipped_and_the_number_is_limited() {
        assert_eq!(Drafts::read("nonsense\n1&rummy&\t\n\t\n"), Drafts::default());
        let mut drafts = Drafts::default();
        (0..30).for_each(|n| drafts.note(&changed(n), changed(n + 100)));
        assert_eq!(Drafts::read(&drafts.text()), drafts);
        assert_eq!(drafts.0.len(), Drafts::MAX_DRAFTS);
    }
}
