//! Programs at the table: the example plays, and faults cost the seat and nothing else.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;
use upcard_arena::protocol::{ToProgram, serve};
use upcard_arena::{Contestant, Fault, Options, Patience, Report, run};
use upcard_bots::{Budget, Level, player};

fn tournament(command: &str, answer_ms: u64, start_ms: u64) -> Report {
    let bots = vec![Contestant::Program(command.to_owned()), Contestant::Bot(Level::Novice)];
    let mut options = Options::new("contract-rummy", bots);
    options.matches = 2;
    options.threads = Some(2);
    options.patience = Patience { answer_ms, start_ms };
    run(&options, &AtomicBool::new(false)).unwrap()
}

fn python() -> bool {
    std::process::Command::new("python3").arg("--version").output().is_ok()
}

/// A program of one line, in a file of its own.
fn script(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(format!("{name}.py"));
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    format!("python3 {}", path.display())
}

#[test]
fn the_example_plays() {
    if !python() {
        eprintln!("python3 is not installed here: the example is not run");
        return;
    }
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    assert!(std::fs::read_to_string(example).unwrap().lines().count() < 60);
    let report = tournament(&format!("python3 {example}"), 10_000, 10_000);
    assert_eq!(report.bots[0].faults, 0, "{:?}", report.bots[0].fault_samples);
    assert_eq!(report.matches, 2);
}

#[test]
fn faults_cost_the_seat_and_the_tournament_goes_on() {
    let check = |command: &str, fits: &dyn Fn(&Fault) -> bool| {
        let report = tournament(command, 300, 10_000);
        let row = &report.bots[0];
        assert_eq!(row.faults, 4, "{command}: two seats in two matches");
        assert!(row.fault_samples.iter().all(fits), "{command}: {:?}", row.fault_samples);
        assert_eq!(row.match_win_share.mean, 0.0, "a fault is ranked last");
        assert_eq!(report.bots[1].match_win_share.mean, 1.0);
    };
    check("./no-such-program", &|f| matches!(f, Fault::Start { .. }));
    check("true", &|f| matches!(f, Fault::Ended));
    if python() {
        let folder = tempfile::tempdir().unwrap();
        let loud = "import sys\nfor line in sys.stdin: print('x' * 200000, flush=True)";
        check(&script(&folder, "loud", loud), &|f| matches!(f, Fault::Unreadable { .. }));
        let wrong = "import sys\nfor line in sys.stdin:\n  if 'decide' in line: print('{\"action\": \"keep\"}', flush=True)";
        check(&script(&folder, "wrong", wrong), &|f| matches!(f, Fault::Refused { .. }));
    }
}

/// A program that plays properly for some decisions and then does something else.
const AFTER: &str = "import json, sys, time
left = 40
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] != 'decide':
        continue
    left -= 1
    if left < 0:
        FAULT
    print(json.dumps({'action': told['offered'][0]}), flush=True)
";

#[test]
fn faults_in_the_middle_of_a_match() {
    if !python() {
        eprintln!("python3 is not installed here: the programs are not run");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, fault: &str, fits: &dyn Fn(&Fault) -> bool| {
        let command = script(&folder, name, &AFTER.replace("FAULT", fault));
        let report = tournament(&command, 400, 10_000);
        let (row, novice) = (&report.bots[0], &report.bots[1]);
        assert_eq!((report.matches, row.faults), (2, 4), "{name}: {:?}", row.fault_samples);
        assert!(row.fault_samples.iter().all(fits), "{name}: {:?}", row.fault_samples);
        assert!(row.decisions > 4 * 40, "a novice finishes its seats");
        assert_eq!(row.match_win_share.mean, 0.0, "{name}: a fault is ranked last");
        assert_eq!((novice.match_win_share.mean, novice.faults), (1.0, 0));
        assert!(row.rating.mean < novice.rating.mean);
        assert!(report.table().contains("lost its seat 4 times"), "{}", report.table());
    };
    check("hang", "time.sleep(600)", &|f| *f == Fault::TimedOut);
    check("crash", "sys.exit(3)", &|f| *f == Fault::Ended);
    check("raise", "raise SystemError", &|f| *f == Fault::Ended);
    check("illegal", "print('{\"action\": \"keep\"}', flush=True); continue", &|f| {
        matches!(f, Fault::Refused { .. })
    });
    check("garbage", "print('\\x00{][', flush=True); continue", &|f| {
        matches!(f, Fault::Unreadable { .. })
    });
    let flood = "while True: print('{\"action\": \"take\"}')";
    check("flood", flood, &|f| matches!(f, Fault::Refused { .. }));
}

#[test]
fn a_program_that_hangs_loses_its_seat() {
    let report = tournament("sleep 600", 100, 100);
    assert!(report.bots[0].fault_samples.iter().all(|f| *f == Fault::TimedOut));
    assert_eq!(report.bots[0].faults, 4);
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
        view: Box::new(game.own_view(Some(seat))),
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
