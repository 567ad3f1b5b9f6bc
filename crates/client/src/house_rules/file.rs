//! Converts a game file to house rules: the nearest game and the changes to it.

use upcard_engine::choices::{CHOICES, Choices};
use upcard_engine::{Flaws, GameFile, Library, Mistake, Quoted};

use super::named::{HouseRules, argument};

/// Maximum file size in bytes; the project's own games have about 4,000.
const MAX_BYTES: usize = 60_000;

/// Reads a game file, which may extend a game of the library.
///
/// # Errors
/// Every flaw, with its line.
pub fn from_file(text: &str, library: &Library) -> Result<HouseRules, Flaws> {
    if text.len() > MAX_BYTES {
        let message = Quoted::long(format!("longer than {MAX_BYTES} bytes"));
        return Err(Flaws::one("", Mistake::Unreadable { message }));
    }
    let file = GameFile::parse("", text)?;
    let mut with = library.clone();
    let place = "file";
    let (name, extends) = (HouseRules::clean(&file.catalogue.name), file.extends.clone());
    with.insert(place, file);
    let choices = with.select(place, &[])?.choices;
    let known = extends.filter(|game| library.file(game).is_some());
    let game = known.or_else(|| nearest(&choices, library)).unwrap_or_default();
    let own = library.select(&game, &[])?.choices;
    let changes = CHOICES.iter().filter(|choice| choice.get(&choices) != choice.get(&own));
    let changes = changes.map(|c| (c.path.to_owned(), argument(&c.get(&choices)))).collect();
    Ok(HouseRules { name, game, changes })
}

/// Game of the library with the fewest different choices.
fn nearest(choices: &Choices, library: &Library) -> Option<String> {
    let differ = |id: &&str| {
        let own = library.select(id, &[]).map(|set| set.choices).ok();
        let differs =
            |own: &Choices| CHOICES.iter().filter(|c| c.get(own) != c.get(choices)).count();
        own.as_ref().map_or(usize::MAX, differs)
    };
    library.ids().min_by_key(differ).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use upcard_rulebook::flaw_line;

    use super::*;

    fn library() -> Library {
        Library::standard().unwrap()
    }

    #[test]
    fn file_reads_as_base_game_and_changes() {
        let text = "name = \"House gin\"\nextends = \"gin\"\n[knocking]\nlimit = 7\n";
        let rules = from_file(text, &library()).unwrap();
        assert_eq!((rules.name.as_str(), rules.game.as_str()), ("House gin", "gin"));
        assert_eq!(rules.changes, [("knocking.limit".to_owned(), "7".to_owned())]);
    }

    /// Every game's file, read on its own, gives the same game, whichever game it is compared with.
    #[test]
    fn every_library_game_reads_as_itself() {
        let library = library();
        for id in library.ids() {
            let own = library.select(id, &[]).unwrap().choices;
            let sets =
                CHOICES.iter().map(|choice| format!("{} = {}\n", choice.path, choice.get(&own)));
            let text = format!("name = \"Mine\"\n{}", sets.collect::<String>());
            let rules = from_file(&text, &library).unwrap();
            let made = rules.rules(&library).unwrap();
            assert_eq!(made.set.choices, own, "{id}");
            assert!(rules.changes.len() < 3, "{id} is nearest to {}", rules.game);
        }
    }

    #[test]
    fn errors_name_their_line() {
        let lines = |text: &str| -> Vec<(usize, String)> {
            let flaws = from_file(text, &library()).unwrap_err();
            flaws.iter().map(|flaw| (flaw.line(), flaw_line(flaw))).collect()
        };
        let text =
            "name = \"x\"\nextends = \"gin\"\nmelds.acc = \"low\"\nmelds.set-size = \"many\"\n";
        let found = lines(text);
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
        assert!(found[0].1.contains("did you mean melds.ace"), "{found:?}");
        assert_eq!(lines("name = \n")[0].0, 1);
        assert_eq!(lines("extends = \"gin\"")[0].0, 1);
        assert_eq!(lines("name = \"x\"\nextends = \"nothing\"").len(), 1);
        assert_eq!(lines(&"#".repeat(MAX_BYTES + 1)).len(), 1);
    }
}
