//! Wrong input gives the cause, in a uniform format, with a suggestion.

use std::fs::OpenOptions;

use crate::{program, texts, upcard};

/// Output of a successful command.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let (code, output, errors) = texts(upcard(arguments));
    assert_eq!(code, Some(0), "{arguments:?}: {errors}");
    output
}

/// Error of a failing command, checked for the common format and exit code.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let (code, _, errors) = texts(upcard(arguments));
    assert_eq!(code, Some(2), "{arguments:?}: {errors}");
    assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    errors
}

#[test]
fn a_missing_file_gives_the_same_error_everywhere() {
    let cases: [&[&str]; 8] = [
        &["replay", "/no/such/file"],
        &["review", "/no/such/file"],
        &["try", "/no/such/file"],
        &["try", "--check", "/no/such/file"],
        &["show", "/no/such/file.toml"],
        &["play", "--resume", "/no/such/file"],
        &["arena", "--game", "/no/such/file.toml"],
        &["lab", "/no/such/file.toml"],
    ];
    for arguments in cases {
        let error = refused(arguments);
        assert!(error.contains("/no/such/file") && error.contains("cannot be read"), "{error}");
    }
    assert!(refused(&["arena", "merge", "/no/such/file"]).contains("/no/such/file"));
    #[cfg(unix)]
    {
        let backup = ["backup", "/no/such/copy", "--store", "/no/such/file"];
        assert!(refused(&backup).contains("/no/such/file"));
        let admin = refused(&["admin", "--admin", "/no/such/socket", "status"]);
        assert!(admin.contains("no server answers at /no/such/socket"), "{admin}");
        assert!(admin.contains("start one with 'upcard serve'"), "{admin}");
    }
}

#[test]
fn a_link_in_place_of_a_file_is_explained() {
    let link = "https://cards.example.org/r/abc.def";
    for command in [&["replay"][..], &["replay", "--verify"], &["review"], &["try"]] {
        let error = refused(&[command, &[link]].concat());
        assert!(error.contains("expected a file, found a link"), "{error}");
        assert!(error.contains(&format!("'upcard sit {link}'")), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn endless_input_is_refused() {
    for command in
        [&["replay"][..], &["review"], &["try"], &["try", "--check"], &["play", "--resume"]]
    {
        let error = refused(&[command, &["/dev/zero"]].concat());
        assert!(error.contains("/dev/zero: cannot be read: it is longer than 64 MiB"), "{error}");
    }
    assert!(refused(&["arena", "merge", "/dev/zero"]).contains("not a results file"));
    let resumed = refused(&["arena", "gin", "--matches", "2", "--resume", "/dev/zero"]);
    assert!(resumed.contains("/dev/zero"), "{resumed}");
}

#[test]
fn files_that_are_no_match_stay_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, text) in [("empty.match", ""), ("notes.txt", "precious")] {
        std::fs::write(path(name), text).unwrap();
        let error = refused(&["play", "--resume", &path(name)]);
        assert!(error.contains("cannot read the saved match"), "{error}");
        assert_eq!(std::fs::read_to_string(path(name)).unwrap(), text);
    }
    // Nor does a record overwrite a file.
    let notes = path("notes.txt");
    let error = refused(&["play", "gin", "--plain", "--record", &notes]);
    assert!(
        error.contains("notes.txt: this file exists already; choose another with --record"),
        "{error}"
    );
    std::fs::write(path("mine.upcard"), "precious").unwrap();
    let error = refused(&["play", "gin", "--plain", "--save", &path("mine.match")]);
    assert!(error.contains("mine.upcard: this file exists already"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "no lock is left");
    let error = refused(&["play", "gin", "--bots", "steady,sharp"]);
    assert!(error.contains("--bots: 2 levels for 1 other seat"), "{error}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.record").display().to_string();
    let record = printed(&["demo", "gin"]);
    std::fs::write(&file, record.replacen("seat 1 ", "seat 1 \u{1b}]0;title\u{7}", 1)).unwrap();
    let error = String::from_utf8(upcard(&["replay", &file]).stdout).unwrap();
    assert!(error.contains("a control character") && !error.contains('\u{1b}'), "{error}");
    // A byte order mark is ignored.
    std::fs::write(&file, format!("\u{feff}{record}")).unwrap();
    assert!(printed(&["replay", &file]).contains("the match is over"));
    let game = folder.path().join("game.toml").display().to_string();
    std::fs::write(&game, "name = \"A\\nB\\u001b[2J\"\nextends = \"gin\"\n").unwrap();
    assert!(!printed(&["rules", &game]).contains('\u{1b}'));
    let record = printed(&["demo", &game]);
    assert!(record.contains("\nname A B [2J\n"), "{record}");
}

#[test]
fn misspelt_names_get_suggestions() {
    assert!(refused(&["show", "GIN"]).contains("did you mean gin?"));
    let far = refused(&["show", "run500"]);
    assert!(far.contains("no game 'run500'; 'upcard games' lists all "), "{far}");
    assert!(!far.contains('…'), "no list is cut off: {far}");
    assert!(refused(&["show", "rumy"]).contains("did you mean rummy?"));
    let shanghai = refused(&["show", "shanghai"]);
    for game in ["shanghai-rummy", "shanghai-powe", "shanghai-kolsov"] {
        assert!(shanghai.contains(game), "{shanghai}");
    }
    let limit = refused(&["show", "contract-rummy", "--set", "buying.limit=3"]);
    assert!(
        limit.contains("buying.limit.per-deal") && limit.contains("buying.limit.scope"),
        "{limit}"
    );
    assert!(refused(&["play", "gin", "--bots", "Sharp"]).contains("did you mean 'sharp'?"));
    assert!(refused(&["arena", "--bots", "sharpe,novice"]).contains("did you mean 'sharp'?"));
    assert!(refused(&["lab", "gni"]).contains("did you mean gin?"), "words, no codes");
    // A command.
    assert!(refused(&["gmaes"]).contains("'games'"));
}

#[test]
fn cards_are_accepted_as_typed() {
    for cards in [&["10♥", "ah", "2c"][..], &["TH,AH,2C"], &["TH AH 2C"], &["10h;A♥", "2♣"]] {
        let score = [&["score", "contract-rummy"][..], cards].concat();
        assert_eq!(printed(&score), printed(&["score", "contract-rummy", "TH", "AH", "2C"]));
    }
    let error = refused(&["score", "contract-rummy", "AH", "1X"]);
    assert!(error.contains("a card is a rank A23456789TJQK and a suit CDHS"), "{error}");
}

#[test]
fn missing_deals_remarks_and_rows_are_refused() {
    // A match to a target has at most 200 deals.
    assert!(printed(&["deal", "gin", "--deal", "7"]).contains("turn "));
    assert_ne!(printed(&["deal", "gin", "--deal", "7"]), printed(&["deal", "gin"]));
    assert!(refused(&["deal", "contract-rummy", "--deal", "8"]).contains("the match has 7 deals"));
    assert!(refused(&["deal", "gin", "--deal", "0"]).contains("count from 1"));
    assert!(!printed(&["deal", "gin", "--deal", "200"]).contains("seat 1 hand \n"));
    for deal in ["201", "255"] {
        assert!(refused(&["deal", "gin", "--deal", deal]).contains("no match has that many deals"));
    }
    assert!(refused(&["review", "some-file", "--most", "0"]).contains("--most"));
    let rows = refused(&["bench", "nosuchrow"]);
    assert!(
        rows.contains("no row name contains 'nosuchrow'") && rows.contains("random play of gin"),
        "{rows}"
    );
}

/// A full disk is an error; a closed pipe is not.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_a_closed_pipe_is_quiet() {
    let ask: [&[&str]; 7] = [
        &["--help"],
        &["rules", "--help"],
        &["--version"],
        &["games"],
        &["rules", "gin"],
        &["demo", "gin"],
        &["arena", "--game", "gin", "--bots", "novice", "--matches", "1"],
    ];
    for arguments in ask {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, _, errors) = texts(program().args(arguments).stdout(full).output().unwrap());
        assert_eq!(code, Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: cannot write the output: "), "{errors}");
    }
}

/// One error, one sentence.
#[test]
fn an_impossible_table_size_is_reported_in_one_sentence() {
    let sentence = "error: contract-rummy: 0 players: this game is for 3 to 5\n";
    for command in [
        &["arena", "contract-rummy"][..],
        &["lab", "contract-rummy"],
        &["play", "contract-rummy"],
        &["show", "contract-rummy"],
        &["rules", "contract-rummy"],
        &["deal", "contract-rummy"],
        &["demo", "contract-rummy"],
        &["score", "contract-rummy", "AS"],
    ] {
        assert_eq!(refused(&[command, &["--players", "0"]].concat()), sentence, "{command:?}");
    }
}
