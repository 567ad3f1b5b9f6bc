//! House rules saved on a device, each with a unique name.

use super::named::HouseRules;

/// Saved house rules, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf(Vec<HouseRules>);

impl Shelf {
    /// Capacity.
    pub const MOST: usize = 60;

    /// Parses the output of [`Shelf::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> Shelf {
        let mut shelf = Shelf::default();
        for line in text.lines() {
            let rules = HouseRules::read(line).ok().filter(|rules| !rules.name.is_empty());
            let new = rules.filter(|rules| shelf.find(&rules.name).is_none());
            shelf.0.extend(new.filter(|_| shelf.0.len() < Shelf::MOST));
        }
        shelf
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
    pub fn keep(&mut self, rules: HouseRules) -> bool {
        if rules.name.is_empty() {
            return false;
        }
        let others = self.0.iter().filter(|other| other.name != rules.name).count();
        if others >= Shelf::MOST {
            return false;
        }
        self.drop(&rules.name);
        self.0.insert(0, rules);
        true
    }

    /// Removes the rules with this name.
    pub fn drop(&mut self, name: &str) {
        self.0.retain(|rules| rules.name != name);
    }

    /// Returns an unused name: this one, with a number if necessary.
    #[must_use]
    pub fn free_name(&self, name: &str) -> String {
        let free = |name: &String| self.find(name).is_none();
        let stem: String = name.chars().take(HouseRules::NAME_MOST - 4).collect();
        let numbered = (2..=Shelf::MOST + 2).map(|n| format!("{} {n}", stem.trim_end()));
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
    fn the_latest_come_first_and_read_back() {
        let mut shelf = Shelf::default();
        assert!(shelf.keep(named("One")) && shelf.keep(named("Two")));
        let changed = HouseRules { game: "gin".into(), ..named("One") };
        assert!(shelf.keep(changed.clone()));
        assert!(!shelf.keep(HouseRules::of("gin")), "without a name");
        assert_eq!(shelf.iter().cloned().collect::<Vec<_>>(), [changed, named("Two")]);
        assert_eq!(Shelf::read(&shelf.text()), shelf);
        assert_eq!(shelf.free_name("Two"), "Two 2");
        assert_eq!(shelf.free_name("Three"), "Three");
        shelf.drop("Two");
        assert_eq!(shelf.iter().count(), 1);
    }

    #[test]
    fn what_is_none_is_left_out() {
        assert_eq!(Shelf::read("nonsense\n\n1&rummy&\n9&rummy&x\n"), Shelf::default());
        let twice = "1&rummy&x\n1&gin&x\n";
        assert_eq!(Shelf::read(twice).iter().count(), 1);
        let many: String = (0..99).map(|n| format!("1&rummy&x{n}\n")).collect();
        let mut shelf = Shelf::read(&many);
        assert_eq!(shelf.iter().count(), Shelf::MOST);
        assert!(!shelf.keep(named("one more")) && shelf.keep(named("x3")));
    }
}
