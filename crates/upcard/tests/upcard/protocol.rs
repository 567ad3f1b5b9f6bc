//! The protocol for programs as a client sees it: `cmd:` stays the same, byte for byte.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::misuse::{printed, refused};
use crate::{texts, upcard};

/// Number of transcript lines compared.
const GOLDEN_LINES: usize = 24;

/// Games with recorded messages, and their number of players.
const GAMES: [(&str, &str); 3] = [("contract-rummy", "3"), ("gin", "2"), ("points-rummy", "2")];

/// Players: a bot, and a script that answers with the first action that is offered.
const RANDOM: &str = concat!(env!("CARGO_BIN_EXE_upcard"), " bot --level random --playouts 0");
const FIRST_OFFER: &str = r#"sed -un 's/.*"offered":\["\([^"]*\)".*/{"action":"\1"}/p'"#;

/// Writes a program that logs its input to a file and lets this player answer.
fn recorder(folder: &Path, player: &str) -> String {
    let path = folder.join("recorder.sh");
    let text = format!("#!/bin/sh\nexec tee \"{}/$$.jsonl\" | {player}\n", folder.display());
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// Messages sent to the programs of one match, by seat.
fn transcripts(form: &str, player: &str, game: &str, players: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let bots = format!("{form}:{}", recorder(folder.path(), player));
    let table = ["arena", "--game", game, "--players", players, "--bots", &bots];
    printed(&[&table[..], &["--matches", "1", "--seed", "7"]].concat());
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let kept = files.filter(|file| file.extension().is_some_and(|end| end == "jsonl"));
    let mut sent: Vec<String> = kept.map(|file| fs::read_to_string(file).unwrap()).collect();
    let seat = |text: &String| {
        let hello: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        hello["seat"].as_u64().unwrap()
    };
    sent.sort_by_key(seat);
    sent
}

/// Splits the list of choices, which grows now and then, from a greeting.
fn greeting(line: &str) -> (String, serde_json::Value) {
    let (from, to) = (line.find("\"choices\":").unwrap(), line.find("},\"players\"").unwrap());
    let choices = &line[from + "\"choices\":".len()..=to];
    (format!("{}{}", &line[..from], &line[to..]), serde_json::from_str(choices).unwrap())
}

#[test]
fn version_1_of_the_protocol_is_unchanged() {
    for (game, players) in GAMES {
        let sent = transcripts("cmd", RANDOM, game, players);
        assert_eq!(sent.len().to_string(), players, "{game}: a program for each seat");
        let first: String =
            sent[0].lines().take(GOLDEN_LINES).flat_map(|line| [line, "\n"]).collect();
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
        let before = fs::read_to_string(format!("{golden}/protocol-1-{game}.jsonl")).unwrap();
        let (was, is) =
            (greeting(before.lines().next().unwrap()), greeting(first.lines().next().unwrap()));
        assert_eq!(is.0, was.0, "{game}: the greeting");
        for (path, value) in was.1.as_object().unwrap() {
            assert_eq!(&is.1[path], value, "{game}: {path}");
        }
        for (number, (was, is)) in before.lines().zip(first.lines()).enumerate().skip(1) {
            assert_eq!(is, was, "{game}: line {}", number + 1);
        }
        assert_eq!(first.lines().count(), before.lines().count(), "{game}");
    }
}

/// Collects the names of all fields of a message; a list of choices names rules, not fields.
fn fields(value: &serde_json::Value, into: &mut std::collections::BTreeSet<String>) {
    match value {
        serde_json::Value::Object(all) => {
            for (name, inner) in all {
                into.insert(name.clone());
                if name != "choices" && name != "set" {
                    fields(inner, into);
                }
            }
        }
        serde_json::Value::Array(all) => all.iter().for_each(|one| fields(one, into)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented() {
    let page = include_str!("../../../../docs/protocol.md");
    let first = page.split("## The first form").nth(1).unwrap();
    for (form, player, page) in [("cmd", RANDOM, first), ("cmd2", FIRST_OFFER, page)] {
        let mut named = std::collections::BTreeSet::new();
        // A bot that always picks the first offer never finishes some games.
        let games = if form == "cmd" { &GAMES[..] } else { &GAMES[..1] };
        for (game, players) in games {
            for text in transcripts(form, player, game, players) {
                for line in text.lines() {
                    fields(&serde_json::from_str(line).unwrap(), &mut named);
                }
            }
        }
        named.remove("type");
        assert!(named.len() > 40, "{form}: {named:?}");
        let missing: Vec<_> =
            named.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
        // Melds, discards and phases are objects whose fields are documented beside them.
        assert!(missing.is_empty(), "{form}: no words for {missing:?}");
    }
}

#[test]
fn version_2_of_the_protocol_is_complete() {
    let sent = transcripts("cmd2", FIRST_OFFER, "contract-rummy", "3");
    assert_eq!(sent.len(), 3);
    for (seat, text) in (1..).zip(&sent) {
        let messages: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (hello, over) = (&messages[0], messages.last().unwrap());
        assert_eq!(
            (&hello["type"], &hello["protocol"], &hello["seat"]),
            (&"hello".into(), &2.into(), &seat.into())
        );
        assert_eq!(hello["choices"]["melds.set-size"], 3);
        assert_eq!(hello["choices"]["dealing.hand"][3], 12);
        assert_eq!(over["type"], "over", "seat {seat}");
        let since = messages.iter().flat_map(|message| message["since"].as_array()).flatten();
        let points = |happened: &serde_json::Value| {
            happened["points"].as_array().map(|all| all[seat - 1].as_i64().unwrap())
        };
        let all: i64 =
            since.filter(|happened| happened["what"] == "deal-ended").filter_map(points).sum();
        assert_eq!(over["scores"][seat - 1], all, "seat {seat}: the points of the deals");
        assert!(messages[1..messages.len() - 1].iter().all(|asked| asked["phase"].is_string()));
    }
}

#[test]
fn a_program_that_does_not_start_ends_the_arena_with_its_error() {
    let arena = ["arena", "--bots", "cmd2:./no-such-program,novice", "--matches", "2"];
    let (code, output, errors) = texts(upcard(&arena));
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("cmd2:./no-such-program: it did not start"), "{errors}");
    assert!(output.is_empty());
    // A quoted argument with spaces and a comma is one argument.
    let bots = "cmd2:sh -c 'echo no, not today >&2; exit 3',novice";
    let stderr = refused(&["arena", "--bots", bots, "--matches", "2"]);
    assert!(stderr.contains("failed all 4 times: it exited"), "{stderr}");
    assert!(stderr.contains("\n    no, not today"), "{stderr}");
}
