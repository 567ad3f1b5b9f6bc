//! House rules saved on a device, each with a unique name.

use super::named::HouseRules;

/// Saved house rules, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedRules(Vec<HouseRules>);

impl SavedRules {
    /// Capacity.
    pub const MAX_SAVED: usize = 60;

    /// Parses the output of [`SavedRules::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> SavedRules {
        let mut saved = SavedRules::default();
        for line in text.lines() {
            let rules = HouseRules::read(line).ok().filter(|rules| !rules.name.is_empty());
            let new = rules.filter(|rules| saved.find(&rules.name).is_none());
            saved.0.extend(new.filter(|_| saved.0.len() < SavedRules::MAX_SAVED));
        }
        saved
    }

    /// Serializes the list, one entry per line.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|rules| rules.text() + "\n").collect()
    }

    /// Iterates over the entries, most recent first.
    pub fn iter(&self) -> std::slice::Iter<'_, HouseRules> {
        self.0.iter()
    }

    /// Finds the rules with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&HouseRules> {
        self.0.iter().find(|rules| rules.name == name)
    }

    /// Saves rules as the first entry, replacing those of the same name. Returns `false` if the name is empty
    /// or the list is full.
    pub fn save(&mut self, rules: HouseRules) -> bool {
        let others = self.0.iter().filter(|other| other.name != rules.name).count();
        if rules.name.is_empty() || others >= SavedRules::MAX_SAVED {
            return false;
        }
        self.remove(&rules.name);
        self.0.insert(0, rules);
        true
    }

    /// Removes the rules with this name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|rules| rules.name != name);
    }

    /// Returns an unused name: this one, with a number if necessary.
    #[must_use]
    pub fn free_name(&self, name: &str) -> String {
        let free = |name: &String| self.find(name).is_none();
        let stem: String = name.chars().take(HouseRules::MAX_NAME_LENGTH - 4).collect();
        let numbered = (2..=SavedRules::MAX_SAVED + 2).map(|n| format!("{} {n}", stem.trim_end()));
        std::iter::once(name.to_owned()).chain(numbered).find(free).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> HouseRules {
        HouseRules { name: name.into(), ..HouseRules::of("rummy") }
    }

    #[test]
    fn lists_newest_first_and_round_trips() {
        let mut saved = SavedRules::default();
        assert!(saved.save(named("One")) && saved.save(named("Two")));
        let changed = HouseRules { game: "gin".into(), ..named("One") };
        assert!(saved.save(changed.clone()));
        assert!(!saved.save(HouseRules::of("gin")), "without a name");
        assert_eq!(saved.iter().cloned().collect::<Vec<_>>(), [changed, named("Two")]);
        assert_eq!(SavedRules::read(&saved.text()), saved);
        assert_eq!(saved.free_name("Two"), "Two 2");
        assert_eq!(saved.free_name("Three"), "Three");
        saved.remove("Two");
        assert_eq!(saved.iter().count(), 1);
    }

    #[test]
    fn read_skips_invalid_rules() {
        assert_eq!(SavedRules::read("nonsense\n\n1&rummy&\n9&rummy&x\n"), SavedRules::default());
        let twice = "1&rummy&x\n1&gin&x\n";
        assert_eq!(SavedRules::read(twice).iter().count(), 1);
        let many: String = (0..99).map(|n| format!("1&rummy&x{n}\n")).collect();
        let mut saved = SavedRules::read(&many);
        assert_eq!(saved.iter().count(), SavedRules::MAX_SAVED);
        assert!(!saved.save(named("one more")) && saved.save(named("x3")));
    }
}
