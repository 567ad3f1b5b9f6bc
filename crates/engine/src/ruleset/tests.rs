//! Tests of selecting, varying and loading games, and of their short error messages.

use super::*;

fn refused(name: &str, changes: &[(&str, &str)]) -> Flaws {
    let read = |(path, value): &(&str, &str)| (path.to_string(), Value::from_argument(value));
    let changes: Vec<_> = changes.iter().map(read).collect();
    Library::standard().unwrap().select(name, &changes).unwrap_err()
}

fn codes(flaws: &Flaws) -> Vec<&'static str> {
    flaws.iter().map(|flaw| flaw.reason().code()).collect()
}

#[test]
fn unknown_name_errors_are_short() {
    let flaws = refused(&format!("rummy{}", "+x".repeat(16_000)), &[]);
    let text = flaws.to_string();
    assert!(text.len() < 8 * 1024, "{} bytes", text.len());
    assert_eq!(codes(&flaws), ["variation.unknown"; Flaws::MAX_STORED]);
    assert_eq!(flaws.omitted(), 15_980);
    let flaws = refused(&"x".repeat(30_000), &[]);
    let text = flaws.to_string();
    assert_eq!(codes(&flaws), ["game.unknown"]);
    assert!(text.contains("\"progressive-rummy, ") && text.len() < 1024, "{text}");
    // Names with similar spelling come first, and no name is truncated.
    let text = refused("x", &[]).to_string();
    assert!(text.contains("\"gin, ") && !text.contains('…'), "{text}");
}

#[test]
fn endless_files_are_cut_off() {
    let standard = Library::standard().unwrap();
    let said = |byte: u8, number: usize| {
        let open = |_: &str| Ok::<_, String>(std::iter::repeat_n(byte, number).map(Ok));
        standard.with_file("ours.toml", open).unwrap_err().to_string()
    };
    assert!(said(b'\n', usize::MAX).contains("longer than 1 MiB"));
    assert!(said(b'\n', MAX_FILE_SIZE + 1).contains("longer than 1 MiB"));
    assert!(said(b'\n', MAX_FILE_SIZE).contains("file.name"), "{}", said(b'\n', MAX_FILE_SIZE));
    assert!(said(0xff, 1).contains("the file is not UTF-8 text"));
}

#[test]
fn files_extend_files_by_relative_path() {
    let open = |path: &str| {
        let text = match path {
            "house/one.toml" => "name = \"One\"\nextends = \"../two.toml\"",
            "two.toml" => "name = \"Two\"\nextends = \"rummy\"\norigin = \"A book\"",
            "round.toml" => "name = \"Round\"\nextends = \"./round.toml\"",
            _ => return Err("there is none"),
        };
        Ok(text.bytes().map(Ok))
    };
    let standard = Library::standard().unwrap();
    let library = standard.with_file("house/one.toml+jokers", open).unwrap();
    let one = library.select("house/one.toml", &[]).unwrap();
    assert_eq!((one.catalogue.name.as_str(), one.catalogue.origin.as_str()), ("One", ""));
    assert_eq!(one.choices, standard.select("rummy", &[]).unwrap().choices);
    assert_eq!(library.descends_from("house/one.toml"), Some("two.toml"));
    let round = standard.with_file("round.toml", open).unwrap();
    assert_eq!(codes(&round.select("round.toml", &[]).unwrap_err()), ["file.circle"]);
    let none = standard.with_file("none.toml", open).unwrap_err();
    assert_eq!(codes(&none), ["file.unreadable"]);
    assert_eq!(standard.with_file("rummy", open).unwrap().ids().count(), GAMES.len());
}

#[test]
fn games_inherit_kept_variations() {
    let library = Library::standard().unwrap();
    let jokers = library.select("block-rummy+jokers", &[]).unwrap();
    assert_eq!(jokers.choices.pack, library.select("rummy+jokers", &[]).unwrap().choices.pack);
    assert_ne!(jokers.choices.stock_out.then, Choices::default().stock_out.then);
    assert_eq!(codes(&refused("block-rummy+unshuffled-reuse", &[])), ["variation.unknown"]);
    // A file is inserted before the one it extends; its own variation takes precedence over a kept
    // one.
    let open = |path: &str| {
        let text = match path {
            "one.toml" => {
                "name = \"One\"\nextends = \"two.toml\"\nkeeps = [\"jokers\", \"low\"]\n\
                 [variations.low]\nabout = \"x\"\nmelds.ace = \"low\""
            }
            _ => {
                "name = \"Two\"\nextends = \"rummy\"\n\
                 [variations.low]\nabout = \"y\"\nmelds.ace = \"high\""
            }
        };
        Ok::<_, String>(text.bytes().map(Ok))
    };
    let library = library.with_file("one.toml", open).unwrap();
    let ids = library.file("one.toml").unwrap().variations.iter().map(|v| v.id.as_str());
    assert_eq!(ids.collect::<Vec<_>>(), ["low", "jokers"]);
    let low = library.select("one.toml+low+jokers", &[]).unwrap().choices;
    assert_eq!(low.melds.ace, upcard_cards::AceMode::Low);
    assert_eq!(low.pack.jokers, jokers.choices.pack.jokers);
}

#[test]
fn games_inherit_terms() {
    let standard = Library::standard().unwrap();
    let open = |path: &str| {
        let text = match path {
            "one.toml" => "name = \"One\"\nextends = \"carioca\"\nscoring.joker = 30",
            _ => {
                "name = \"Two\"\nextends = \"one.toml\"\nterms = { run = \"escalera\" }\n\
                 contracts.deals = [\"2S\", \"S R\", \"3S\"]"
            }
        };
        Ok::<_, String>(text.bytes().map(Ok))
    };
    let library = standard.with_file("two.toml", open).unwrap();
    let terms = |game: &str| library.select(game, &[]).unwrap().catalogue.terms;
    assert_eq!(terms("one.toml"), terms("carioca"));
    let two = terms("two.toml");
    assert_eq!((two.set.as_str(), two.run.as_str()), ("trío", "escalera"));
    // A name belongs to the contract at its position.
    assert_eq!(two.contracts, ["2 tríos", "1 trío, 1 escala"]);
}

#[test]
fn duplicate_choices_are_rejected() {
    let twice = refused("rummy", &[("melds.ace", "low"), ("melds.ace", "high")]);
    assert_eq!(twice.to_string(), "choice.twice { \"path\" = \"melds.ace\" }");
    let many = vec![("melds.ace", "low"); CHOICES.len() + 1];
    assert_eq!(codes(&refused("rummy", &many)), ["game.changes"]);
}
