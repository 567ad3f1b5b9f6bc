//! Programs at the table: the examples play, and a fault costs the seat and nothing else.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;
use upcard_arena::protocol::{ProtocolVersion, ServeError, ToProgram, serve};
use upcard_arena::{
    ArenaError, Contestant, CustomBot, Fault, Options, Report, Thinking, Timeouts, Violation,
    check, rules, run,
};
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::{Action, Library, View};

fn played(
    command: &str,
    version: ProtocolVersion,
    game: &str,
    timeouts: Timeouts,
) -> Result<Report, ArenaError> {
    let bots =
        vec![Contestant::Program(command.to_owned(), version), Contestant::Bot(Level::Novice)];
    let options = Options { matches: 2, threads: Some(2), timeouts, ..Options::new(game, bots) };
    run(&options, &AtomicBool::new(false))
}

fn tournament(command: &str, answer_ms: u64, start_ms: u64) -> Result<Report, ArenaError> {
    played(command, ProtocolVersion::V1, "contract-rummy", Timeouts { answer_ms, start_ms })
}

/// Writes a one-line program to a file and returns its command.
fn script(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(format!("{name}.py"));
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    format!("python3 {}", path.display())
}

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Checks that an example is short and keeps to the protocol in a match of every game.
fn conforms(example: &str, command: &str) {
    let text = std::fs::read_to_string(format!("{EXAMPLES}/{example}")).unwrap();
    assert!(text.lines().count() <= 60, "{example}: {} lines", text.lines().count());
    let timeouts = Timeouts { answer_ms: 30_000, start_ms: 30_000 };
    let library = Library::standard().unwrap();
    for (number, game) in (0..).zip(library.ids()) {
        let rules = rules(game, &[], None).unwrap();
        // In a match of one deal, all others may drop before this seat has a decision.
        let asked = (number..number + 8).any(|number| {
            let checked = check(command, ProtocolVersion::V2, &rules, number, timeouts);
            assert_eq!(checked.flaws, [], "{game}: {:?}", checked.errors);
            checked.decisions > 0
        });
        assert!(asked, "{game}");
    }
}

#[test]
#[ignore = "needs python3"]
fn the_example_in_python_conforms_in_every_game() {
    conforms("bot.py", &format!("python3 {EXAMPLES}/bot.py"));
}

#[test]
#[ignore = "needs node"]
fn the_example_in_javascript_conforms_in_every_game() {
    conforms("bot.mjs", &format!("node {EXAMPLES}/bot.mjs"));
}

#[test]
fn the_example_in_rust_conforms_in_every_game() {
    // Cargo builds it with the tests, next to their folder.
    let tests = std::env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap().join("examples/bot");
    assert!(built.exists(), "cargo build --workspace --exclude upcard-web --example bot");
    conforms("bot.rs", &format!("'{}'", built.display()));
}

#[test]
#[ignore = "needs python3"]
fn violations_of_a_program_in_python_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let rules = rules("gin", &[], None).unwrap();
    let violations_of = |name: &str, text: &str| {
        let command = script(&folder, name, text);
        let timeouts = Timeouts { answer_ms: 1000, start_ms: 20_000 };
        let checked = check(&command, ProtocolVersion::V2, &rules, 1, timeouts);
        (checked.flaws, checked.decisions)
    };
    let first = "import json, sys, time\nfor line in sys.stdin:\n  told = json.loads(line)\n  \
                 if told['type'] == 'decide':\n    print(json.dumps({'action': told['offered'][0]}), flush=True)\n";
    assert_eq!(violations_of("good", first).0, []);
    let talks = first.to_owned() + "    print('well', flush=True)\n    time.sleep(0.05)\n";
    let (found, _) = violations_of("talks", &talks);
    // Found before the next request, or taken for its answer.
    let well = match &found[..] {
        [Violation::Unasked { said, .. }] => said,
        [Violation::Fault { fault: Fault::Unreadable { answer, .. }, .. }] => answer,
        _ => panic!("{found:?}"),
    };
    assert_eq!(well, "well");
    // The message names the error with the line or the action.
    for (said, what) in [
        ("'Bot 1.0'", "could not be read: \"Bot 1.0\" (expected value at line 1"),
        ("''", "could not be read: \"\" (EOF while parsing"),
        ("json.dumps({'action': 7})", "expected a string"),
        ("json.dumps({'action': 'PASS'})", "(the action, column 1: "),
    ] {
        let text = first.replace("json.dumps({'action': told['offered'][0]})", said);
        let (found, _) = violations_of("unread", &text);
        let [Violation::Fault { fault, .. }] = &found[..] else { panic!("{said}: {found:?}") };
        assert!(fault.to_string().contains(what), "{said}: {fault}");
    }
    let stays = first.to_owned() + "time.sleep(60)\n";
    assert_eq!(violations_of("stays", &stays).0, [Violation::Stays]);
    let strict = first.replace(
        "told = json.loads(line)",
        "told = json.loads(line); told.pop('type'); assert 'unknown' not in told",
    );
    let (found, decisions) = violations_of("strict", &strict);
    assert!(matches!(found[..], [Violation::Fault { fault: Fault::Ended, .. }]), "{found:?}");
    assert_eq!(decisions, 1);
    let wrong = first.replace("told['offered'][0]", "'keep'");
    let (found, _) = violations_of("wrong", &wrong);
    let [Violation::Fault { fault: Fault::Refused { code, .. }, offered, .. }] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(code.starts_with("turn.wrong-phase"), "{found:?}");
    assert!(offered.contains(&"pass".to_owned()), "{found:?}");
}

/// Error that ends a tournament: the program's first fault, number of failures, and last lines of standard
/// error.
fn unfit(command: &str, answer_ms: u64) -> (Fault, u64, Vec<String>) {
    match tournament(command, answer_ms, 10_000) {
        Err(ArenaError::Program { fault, times, errors, bot }) => {
            assert_eq!(bot, format!("cmd:{command}"));
            (fault, times, errors)
        }
        other => panic!("{command}: {other:?}"),
    }
}

#[test]
fn a_program_that_only_fails_ends_the_tournament() {
    let (fault, _, errors) = unfit("./no-such-program", 300);
    assert!(matches!(fault, Fault::Start { .. }) && errors.is_empty());
    let (fault, times, errors) = unfit("true", 300);
    assert_eq!((fault, times, errors), (Fault::Ended, 4, Vec::new()), "two seats in two matches");
}

#[test]
#[ignore = "needs python3"]
fn a_program_in_python_that_only_fails_shows_its_last_lines() {
    let folder = tempfile::tempdir().unwrap();
    let loud = "import sys\nfor line in sys.stdin: print('x' * 200000, flush=True)";
    let (fault, ..) = unfit(&script(&folder, "loud", loud), 300);
    assert!(matches!(fault, Fault::Unreadable { .. }), "{fault}");
    let wrong = "import sys\nfor line in sys.stdin:\n  if 'decide' in line: print('{\"action\": \"keep\"}', flush=True)";
    let (fault, ..) = unfit(&script(&folder, "wrong", wrong), 300);
    assert!(matches!(fault, Fault::Refused { .. }), "{fault}");
    // Its standard error is shown.
    let (fault, _, errors) = unfit(&script(&folder, "raises", "raise SystemError('no luck')"), 300);
    assert_eq!(fault, Fault::Ended);
    assert_eq!(errors.last().unwrap(), "SystemError: no luck", "{errors:?}");
    let error = tournament(&script(&folder, "raises", "raise SystemError('no luck')"), 300, 10_000);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("failed all 4 times: it exited"), "{error}");
    assert!(error.ends_with("\n    SystemError: no luck"), "{error}");
}

/// Results of a program that always fails are not kept: the same file works once it is fixed.
#[test]
fn results_of_a_failing_program_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let bots = vec![Contestant::Program("true".to_owned(), ProtocolVersion::V1)];
    let mut options = Options::new("gin", bots);
    options.resume = Some(file.clone());
    (options.matches, options.threads) = (40, Some(1));
    let error = run(&options, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, ArenaError::Program { times: 16, .. }), "not all 80 seats: {error:?}");
    let text = std::fs::read_to_string(file).unwrap();
    assert!(!text.contains("\"index\""), "which tournament it is, and no cluster: {text}");
}

/// A program that logs each message it receives.
#[test]
#[ignore = "needs python3"]
fn the_end_of_the_match_always_arrives_in_python() {
    let folder = tempfile::tempdir().unwrap();
    for (version, name) in [(ProtocolVersion::V1, "first"), (ProtocolVersion::V2, "second")] {
        let notes = folder.path().join(name);
        // Slow to exit, but within two seconds.
        let text = format!(
            "import json, sys, time\n\
             for line in sys.stdin:\n\
             \x20   told = json.loads(line)\n\
             \x20   if told['type'] == 'decide':\n\
             \x20       print(json.dumps({{'action': told['offered'][0]}}), flush=True)\n\
             time.sleep(0.3)\n\
             open('{}', 'a').write(told['type'] + '\\n')\n",
            notes.display()
        );
        let command = script(&folder, &format!("notes-{name}"), &text);
        let timeouts = Timeouts { answer_ms: 30_000, start_ms: 30_000 };
        let report = played(&command, version, "rummy", timeouts).unwrap();
        let seats = u64::from(report.bots[0].seats) * report.matches;
        let noted = std::fs::read_to_string(&notes).unwrap();
        assert_eq!(noted, "over\n".repeat(seats as usize), "{name}");
    }
}

/// A program that plays correctly for some decisions, then misbehaves in seats 1 and 2.
const FAULT_SCRIPT: &str = "import json, sys, time
left = 40
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'hello' and told['seat'] in (0, 3):
        left = 1000000
    if told['type'] != 'decide':
        continue
    left -= 1
    if left < 0:
        FAULT
    print(json.dumps({'action': told['offered'][0]}), flush=True)
";

#[test]
#[ignore = "needs python3"]
fn faults_in_python_in_the_middle_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, fault: &str, fits: &dyn Fn(&Fault) -> bool| {
        let command = script(&folder, name, &FAULT_SCRIPT.replace("FAULT", fault));
        let report = tournament(&command, 2_000, 10_000).unwrap();
        let (row, novice) = (&report.bots[0], &report.bots[1]);
        assert_eq!((report.matches, row.faults), (2, 2), "{name}: {:?}", row.fault_samples);
        assert!(row.fault_samples.iter().all(fits), "{name}: {:?}", row.fault_samples);
        assert_eq!(novice.faults, 0);
        assert!(report.table().contains("lost its seat 2 times"), "{}", report.table());
        report
    };
    check("hang", "time.sleep(600)", &|f| *f == Fault::TimedOut);
    check("crash", "sys.exit(3)", &|f| *f == Fault::Ended);
    let raised = check("raise", "raise SystemError('no luck')", &|f| *f == Fault::Ended);
    assert_eq!(raised.bots[0].errors.last().unwrap(), "SystemError: no luck");
    assert!(raised.table().contains("    SystemError: no luck"), "{}", raised.table());
    check("illegal", "print('{\"action\": \"keep\"}', flush=True); continue", &|f| {
        matches!(f, Fault::Refused { .. })
    });
    check("garbage", "print('\\x00{][', flush=True); continue", &|f| {
        matches!(f, Fault::Unreadable { .. })
    });
    let flood = "while True: print('{\"action\": \"take\"}')";
    check("flood", flood, &|f| matches!(f, Fault::Refused { .. }));
}

/// A program with a fault in each of its seats ranks last, and a novice finishes.
#[test]
#[ignore = "needs python3"]
fn a_seat_with_a_fault_in_python_is_ranked_last() {
    let folder = tempfile::tempdir().unwrap();
    let command = script(&folder, "seldom", &FAULT_SCRIPT.replace("FAULT", "sys.exit(3)"));
    let program = Contestant::Program(command, ProtocolVersion::V1);
    let novice = Contestant::Bot(Level::Novice);
    let rules = upcard_arena::rules("contract-rummy", &[], Some(3)).unwrap();
    let seats = [&novice, &program, &novice];
    let timeouts = Timeouts { answer_ms: 10_000, start_ms: 10_000 };
    let (thinking, never) = (upcard_arena::Thinking::Playouts(0), AtomicBool::new(false));
    let played = upcard_arena::play(&rules, 3, &seats, 1, thinking, timeouts, &never).unwrap();
    assert_eq!(played.faults[1], Some(Fault::Ended));
    assert!(played.decisions[1] > 40, "a novice finishes its seat");
    assert_eq!(played.wins[1], 0.0);
    assert_eq!(played.wins[0] + played.wins[2], 1.0);
}

#[test]
fn a_program_that_hangs_loses_its_seat() {
    let error = tournament("sleep 600", 100, 100).unwrap_err();
    let ArenaError::Program { fault, times, .. } = error else { panic!("{error}") };
    assert_eq!((fault, times), (Fault::TimedOut, 4));
}

#[test]
fn built_in_bots_speak_the_protocol() {
    let rules = upcard_arena::rules("shanghai-rummy", &[], None).unwrap();
    let chance = upcard_engine::chance::Chance::numbered(3);
    let mut game = upcard_engine::Game::new(rules, chance).without_undo();
    game.next_deal(&mut ());
    let seat = game.to_act().unwrap();
    let hello = ToProgram::Hello {
        protocol: 1,
        game: "shanghai-rummy".to_owned(),
        set: Default::default(),
        choices: Default::default(),
        players: 4,
        seat,
    };
    let ask = ToProgram::Decide {
        decision: 1,
        view: Box::new(game.own_view(Some(seat)).into()),
        offered: Vec::new(),
        more: false,
        millis: 1000,
    };
    let input: Vec<String> =
        [hello, ask].iter().map(|message| serde_json::to_string(message).unwrap()).collect();
    let mut output = Vec::new();
    let mut bot = player(Level::Sharp, 1);
    serve(bot.as_mut(), Thinking::Playouts(8), input.join("\n").as_bytes(), &mut output).unwrap();
    let answer: upcard_arena::protocol::Answer = serde_json::from_slice(&output).unwrap();
    game.act(seat, &answer.action.parse().unwrap(), &mut ()).unwrap();
}

/// The error with which a bot stops on these lines.
fn serve_error(lines: &(impl AsRef<[u8]> + ?Sized)) -> ServeError {
    let mut bot = player(Level::Novice, 1);
    serve(bot.as_mut(), Thinking::Playouts(0), lines.as_ref(), &mut Vec::new()).unwrap_err()
}

/// Greeted with the other protocol version, the bot states the one it speaks.
#[test]
fn the_other_version_is_recognized() {
    let second = r#"{"type":"hello","protocol":2,"game":"gin","name":"Gin","choices":{"a":true},
        "contracts":[],"players":2,"seat":1}"#
        .replace('\n', "");
    let error = serve_error(&second);
    assert!(matches!(error, ServeError::Version(2)), "{error}");
    let words = error.to_string();
    assert!(words.contains("protocol 2") && words.contains("cmd:"), "{words}");
    // Invalid UTF-8 is reported as a read error, not a write error.
    let error = serve_error(b"\n\xff\n");
    assert!(matches!(error, ServeError::Read { line: 2, .. }), "{error}");
    // A malformed message of the same version is reported as malformed.
    let error = serve_error(&second.replace("\"protocol\":2", "\"protocol\":1"));
    assert!(matches!(error, ServeError::Message { line: 1, .. }), "{error}");
}

/// A greeting for a nonexistent seat or table, and a request for another seat than the greeted one, are
/// refused with their line number.
#[test]
fn impossible_tables_are_refused() {
    let hello = |game: &str, players: u8, seat: u8| {
        format!(
            r#"{{"type":"hello","protocol":1,"game":"{game}","set":{{}},"choices":{{}},"players":{players},"seat":{seat}}}"#
        )
    };
    for seat in [2, 7, 8, 255] {
        let error = serve_error(&format!("\n{}", hello("gin", 2, seat)));
        assert!(matches!(error, ServeError::Seat { line: 2, players: 2, .. }), "{error}");
        assert!(error.to_string().contains(&format!("no seat {seat} ")), "{error}");
    }
    for (game, players) in [("gin", 0), ("gin", 3), ("gin", 255), ("rummy", 9), ("rumy", 4)] {
        let error = serve_error(&hello(game, players, 0));
        assert!(matches!(error, ServeError::Rules { line: 1, .. }), "{error}");
        assert!(error.to_string().starts_with("line 1: "), "{error}");
    }

    let rules = upcard_arena::rules("gin", &[], None).unwrap();
    let chance = upcard_engine::chance::Chance::numbered(3);
    let mut game = upcard_engine::Game::new(rules, chance).without_undo();
    game.next_deal(&mut ());
    let asked = game.to_act().unwrap();
    let ask = |view: upcard_engine::RawView| {
        let view = serde_json::to_value(view).unwrap();
        let ask = |view: &serde_json::Value| {
            format!(
                r#"{{"type":"decide","decision":1,"view":{view},"offered":[],"more":false,"millis":1}}"#
            )
        };
        (view.clone(), ask(&view))
    };
    let (view, own) = ask(game.own_view(Some(asked)).into());
    let other = hello("gin", 2, 1 - asked.index() as u8);
    let error = serve_error(&format!("{other}\n{own}"));
    assert!(matches!(error, ServeError::OtherSeat { line: 2, .. }), "{error}");
    let (_, nobody) = ask(game.own_view(None).into());
    let error = serve_error(&format!("{}\n{nobody}", hello("gin", 2, 0)));
    assert!(matches!(error, ServeError::OtherSeat { line: 2, .. }), "{error}");
    // A view that names nonexistent seats is rejected.
    let own_hello = hello("gin", 2, asked.index() as u8);
    for place in ["/seat", "/table/dealer", "/table/turn/seat", "/table/went_out"] {
        let mut wrong = view.clone();
        *wrong.pointer_mut(place).unwrap() = 200.into();
        let ask = own.replace(&view.to_string(), &wrong.to_string());
        let error = serve_error(&format!("{own_hello}\n{ask}"));
        let ServeError::View { line: 2, source } = error else { panic!("{place}: {error}") };
        assert_eq!(source, upcard_engine::ValidationError::Seat, "{place}");
    }
}

/// Takes back its plays whenever it seems to be allowed.
struct UndoingBot(Box<dyn Bot>);

impl Bot for UndoingBot {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        if view.allows(&Action::Undo) { Action::Undo } else { self.0.decide(view, budget) }
    }
}

#[test]
fn different_bots_with_one_name_are_refused() {
    let make = |seed| player(Level::Random, seed);
    let guest = Contestant::Custom(CustomBot::new("novice", make));
    let options = Options::new("gin", vec![guest, Contestant::Bot(Level::Novice)]);
    let refused = run(&options, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(refused.to_string(), "two different bots have the name 'novice'");
}

#[test]
fn an_illegal_undo_loses_the_seat() {
    let make = |seed| Box::new(UndoingBot(player(Level::Novice, seed))) as Box<dyn Bot>;
    let guest = Contestant::Custom(CustomBot::new("takes back", make));
    let mut options = Options::new("contract-rummy", vec![guest, Contestant::Bot(Level::Novice)]);
    options.matches = 1;
    let report = run(&options, &AtomicBool::new(false)).unwrap();
    let refused = Fault::Refused { action: "undo".to_owned(), code: "undo.nothing".to_owned() };
    assert_eq!(report.bots[0].fault_samples, [refused]);
}
