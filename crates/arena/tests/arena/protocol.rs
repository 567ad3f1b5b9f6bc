//! Programs at the table: the example plays, and faults cost the seat and nothing else.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;
use upcard_arena::protocol::{Form, ToProgram, serve};
use upcard_arena::{ArenaError, Contestant, Fault, Options, Patience, Report, run};
use upcard_bots::{Budget, Level, player};
use upcard_engine::Library;

fn played(command: &str, form: Form, game: &str, patience: Patience) -> Result<Report, ArenaError> {
    let bots = vec![Contestant::Program(command.to_owned(), form), Contestant::Bot(Level::Novice)];
    let mut options = Options::new(game, bots);
    options.matches = 2;
    options.threads = Some(2);
    options.patience = patience;
    run(&options, &AtomicBool::new(false))
}

fn tournament(command: &str, answer_ms: u64, start_ms: u64) -> Result<Report, ArenaError> {
    played(command, Form::First, "contract-rummy", Patience { answer_ms, start_ms })
}

/// A program of one line, in a file of its own.
fn script(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(format!("{name}.py"));
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    format!("python3 {}", path.display())
}

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");

#[test]
#[ignore = "needs python3"]
fn the_example_in_python_plays_every_game() {
    assert!(std::fs::read_to_string(EXAMPLE).unwrap().lines().count() < 60);
    let patience = Patience { answer_ms: 30_000, start_ms: 30_000 };
    for game in Library::standard().unwrap().ids() {
        let played = played(&format!("python3 {EXAMPLE}"), Form::Second, game, patience);
        let report = played.unwrap_or_else(|error| panic!("{game}: {error}"));
        let row = &report.bots[0];
        assert_eq!(row.faults, 0, "{game}: {:?} {:?}", row.fault_samples, row.errors);
        assert!(report.matches >= 2 && row.decisions > 0, "{game}");
    }
}

/// What ends a tournament: the program's first fault, how often it failed, and its last lines.
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
    // What it has to say of it is shown.
    let (fault, _, errors) = unfit(&script(&folder, "raises", "raise SystemError('no luck')"), 300);
    assert_eq!(fault, Fault::Ended);
    assert_eq!(errors.last().unwrap(), "SystemError: no luck", "{errors:?}");
    let error = tournament(&script(&folder, "raises", "raise SystemError('no luck')"), 300, 10_000);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("failed each time, 4 times: it ended"), "{error}");
    assert!(error.ends_with("\n    SystemError: no luck"), "{error}");
}

/// Nothing is kept of a program that only fails: once it is mended, the same file serves.
#[test]
fn what_a_failing_program_played_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let bots = vec![Contestant::Program("true".to_owned(), Form::First)];
    let mut options = Options::new("gin", bots);
    options.resume = Some(file.clone());
    (options.matches, options.threads) = (40, Some(1));
    let error = run(&options, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, ArenaError::Program { times: 16, .. }), "not all 80 seats: {error:?}");
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 1, "the first line alone");
}

/// A program that plays on keeps a note of each message that it gets.
#[test]
#[ignore = "needs python3"]
fn the_end_of_the_match_always_arrives_in_python() {
    let folder = tempfile::tempdir().unwrap();
    for (form, name) in [(Form::First, "first"), (Form::Second, "second")] {
        let notes = folder.path().join(name);
        // Slow to leave, but within its two seconds.
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
        let patience = Patience { answer_ms: 30_000, start_ms: 30_000 };
        let report = played(&command, form, "rummy", patience).unwrap();
        let seats = u64::from(report.bots[0].seats) * report.matches;
        let noted = std::fs::read_to_string(&notes).unwrap();
        assert_eq!(noted, "over\n".repeat(seats as usize), "{name}");
    }
}

/// A program that plays properly for some decisions, and then does something else in the seats 1 and 2.
const AFTER: &str = "import json, sys, time
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
        let command = script(&folder, name, &AFTER.replace("FAULT", fault));
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

/// With a fault in each of its seats a program is ranked last, and a novice finishes.
#[test]
#[ignore = "needs python3"]
fn a_seat_with_a_fault_in_python_is_ranked_last() {
    let folder = tempfile::tempdir().unwrap();
    let command = script(&folder, "seldom", &AFTER.replace("FAULT", "sys.exit(3)"));
    let program = Contestant::Program(command, Form::First);
    let novice = Contestant::Bot(Level::Novice);
    let rules = upcard_arena::rules("contract-rummy", &[], Some(3)).unwrap();
    let seats = [&novice, &program, &novice];
    let patience = Patience { answer_ms: 10_000, start_ms: 10_000 };
    let (thinking, never) = (upcard_arena::Thinking::Playouts(0), AtomicBool::new(false));
    let played = upcard_arena::play(&rules, 3, &seats, 1, thinking, patience, &never).unwrap();
    assert_eq!(played.faults[1], Some(Fault::Ended));
    assert!(played.decisions[1] > 40, "a novice finishes its seat");
    assert_eq!(played.wins[1], 0.0);
    assert_eq!(played.wins[0] + played.wins[2], 1.0);
}

#[test]
fn a_program_that_hangs_loses_its_seat() {
    let error = tournament("sleep 600", 100, 100).unwrap_err();
    assert!(
        matches!(error, ArenaError::Program { fault: Fault::TimedOut, times: 4, .. }),
        "{error}"
    );
}

#[test]
fn bots_of_the_ladder_speak_it() {
    let rules = upcard_arena::rules("shanghai-rummy", &[], None).unwrap();
    let chance = upcard_engine::chance::Chance::numbered(3);
    let mut game = upcard_engine::Game::new(rules, chance).without_drafts();
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
    serve(bot.as_mut(), &Budget::Playouts(8), input.join("\n").as_bytes(), &mut output).unwrap();
    let answer: upcard_arena::protocol::Answer = serde_json::from_slice(&output).unwrap();
    game.act(seat, &answer.action.parse().unwrap(), &mut ()).unwrap();
}
