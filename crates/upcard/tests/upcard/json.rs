//! `--json`: one shape for all data.

use serde_json::Value;

use crate::PROGRAM;
use crate::misuse::{printed, refused};

/// JSON output of a command: one object, which names the command.
fn json(arguments: &[&str]) -> Value {
    let text = printed(&[arguments, &["--json"]].concat());
    let value: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{text}"));
    assert_eq!(value["command"], arguments[0], "{arguments:?}");
    assert!(value.as_object().is_some_and(|fields| fields.len() > 1), "{arguments:?}: {text}");
    value
}

#[test]
fn json_output_has_one_shape() {
    let games = json(&["games"]);
    assert!(games["games"].as_array().unwrap().len() >= 27);
    assert_eq!(json(&["show", "gin"])["id"], "gin");
    assert!(!json(&["choices", "gin"])["choices"].as_array().unwrap().is_empty());
    let sheet = json(&["rules", "gin"]);
    assert!(!sheet["sections"][0]["sentences"].as_array().unwrap().is_empty());
    let diff = json(&["rules", "may-i", "--diff", "contract-rummy"]);
    assert!(!diff["differences"].as_array().unwrap().is_empty());
    assert!(json(&["words", "joker"])["words"].as_array().unwrap().len() > 1);
    let score = json(&["score", "contract-rummy", "ah", "JK"]);
    assert_eq!(
        score["points"].to_string(),
        printed(&["score", "contract-rummy", "ah", "JK"]).trim()
    );
    let deal = json(&["deal", "contract-rummy", "--players", "3", "--deal", "2"]);
    assert_eq!(deal["hands"].as_array().unwrap().len(), 3);
    assert_eq!((&deal["deal"], &deal["turn"]["seat"]), (&2.into(), &3.into()), "{deal}");
    let bench = json(&["bench", "random play of gin", "--rounds", "1", "--millis", "1"]);
    assert_eq!(bench["rows"].as_array().unwrap().len(), 1);
    assert!(bench["rows"][0]["median"].as_f64().unwrap() > 0.0);
    let arena = json(&["arena", "gin", "--bots", "novice,random", "--matches", "2"]);
    assert_eq!((&arena["game"], &arena["bots"][0]["bot"]), (&"gin".into(), &"novice".into()));
    let lab = json(&["lab", "gin", "--bots", "novice", "--matches", "2"]);
    assert_eq!(lab["findings"].as_array().unwrap().len(), 1);
    assert_eq!(lab["interrupted"], false);
    let command = format!("{PROGRAM} bot --level random");
    let checked = json(&["check-bot", &command, "gin", "--first-form"]);
    assert_eq!(checked["good"], true);
    assert_eq!(checked["matches"].as_array().unwrap().len(), 1);
}

#[test]
fn records_scenarios_and_saved_matches_print_json() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let record = file("gin.record", &printed(&["demo", "gin", "--seed", "3"]));
    let replay = json(&["replay", &record, "--steps", "--verify"]);
    assert_eq!((&replay["game"], &replay["over"]), (&"gin".into(), &true.into()));
    assert_eq!(replay["seats"][1]["seat"], 2);
    assert!(replay["steps"].as_array().unwrap().len() > 10);
    assert!(replay["proof"][0].as_str().unwrap().starts_with("proved: "));
    let by_deal = replay["by_deal"].as_array().unwrap();
    assert_eq!(by_deal.len() as u64, replay["deals"].as_u64().unwrap());
    for result in by_deal {
        let seat = |name: &str| (1..=2).contains(&result[name].as_u64().unwrap_or(1));
        assert!(seat("dealer") && seat("winner") && result["how"].is_string(), "{result}");
        assert_eq!((&result["deal"], &result["dealt"]), (&1.into(), &serde_json::json!([1, 2])));
    }
    assert!(json(&["replay", &record])["steps"].is_null());
    let review = json(&["review", &record, "--playouts", "10", "--most", "2"]);
    assert!(review["decisions"].as_u64().unwrap() > 10);
    for remark in review["remarks"].as_array().unwrap() {
        assert!(remark["hand"].as_array().unwrap().len() >= 10, "{remark}");
        assert!((1..=2).contains(&remark["seat"].as_u64().unwrap()));
    }
    let good = file("a.scenario", "game gin\nseat 1 hand AH 2H\nturn 1 draw\ncount 1 2\n");
    let tried = json(&["try", &good]);
    assert_eq!((&tried["passed"], &tried["failed"]), (&1.into(), &0.into()), "{tried}");
    assert_eq!(tried["scenarios"][0]["good"], true);
    assert!(refused(&["try", "/no/such/file", "--json"]).contains("cannot be read"));
    assert!(json(&["play", "--list"])["matches"].is_array());
    assert!(refused(&["play", "gin", "--json"]).contains("--list"));
}

#[test]
fn earlier_spellings_still_work() {
    let new = json(&["arena", "gin", "--bots", "novice,random", "--matches", "2"]);
    let old = json(&["arena", "--game", "gin", "--bots", "novice,random", "--matches", "2"]);
    assert_eq!((&new["game"], &new["pairs"]), (&old["game"], &old["pairs"]));
    let lab = |flag| json(&["lab", "gin", flag, "novice", "--matches", "2"]);
    assert_eq!(lab("--bots"), lab("--level"));
    assert!(refused(&["arena", "gin", "--game", "rummy"]).contains("cannot be used"));
    assert!(!printed(&["arena", "--help"]).contains("--game"));
}
