//! The laboratory: results do not depend on the number of cores, and its figures match the matches.

use std::sync::atomic::{AtomicBool, Ordering};

use upcard_arena::lab::{Finding, LabOptions, Subject, csv, examine, page, table};
use upcard_bots::Level;

fn options(subjects: &[&str]) -> LabOptions {
    let subjects = subjects.iter().map(|s| s.parse::<Subject>().unwrap()).collect();
    LabOptions { matches: 37, ..LabOptions::new(subjects) }
}

fn findings(options: &LabOptions) -> Vec<Finding> {
    examine(options, &AtomicBool::new(false), |_| ()).unwrap()
}

#[test]
fn results_depend_on_the_seed_but_not_on_the_threads() {
    let mut options = options(&["contract-rummy", "contract-rummy,buying.deals=none"]);
    let [one, two, five] = [1, 2, 5].map(|threads| {
        options.threads = Some(threads);
        let found = findings(&options);
        (csv(&found), table(&found), page(&options, &found).unwrap(), found)
    });
    assert_eq!(one.0, two.0);
    assert!(one == two && two == five, "bit for bit, plots included");
    options.seed += 1;
    assert_ne!(csv(&findings(&options)), one.0);
}

#[test]
fn the_effect_of_buying_is_measured() {
    let mut options = options(&["contract-rummy", "contract-rummy,buying.deals=[]"]);
    options.matches = 60;
    let found = findings(&options);
    let (with, without) = (&found[0], &found[1]);
    assert!(with.less_first.is_none());
    assert!(with.figures.buys.low > 0.0);
    assert_eq!(without.figures.buys.mean, 0.0);
    let less = without.less_first.unwrap();
    assert_eq!(less.buys.mean, -with.figures.buys.mean);
    // Without buying, fewer hands go down in time, and they cost more: both significantly.
    assert!(less.never_down.low > 0.0 && less.points.low > 0.0, "{less:?}");
    assert!(less.rounds.mean == without.figures.rounds.mean - with.figures.rounds.mean);
}

#[test]
fn figures_are_consistent() {
    let found = findings(&options(&["contract-rummy"])).remove(0);
    assert_eq!((found.matches, found.deals, found.by_deal.len()), (37, 7 * 37, 7));
    assert_eq!(found.rounds_spread.total(), found.deals);
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    // A match is the sum of its deals, and a deal the sum of its seats.
    let rounds: f64 = found.by_deal.iter().map(|d| d.figures.rounds.mean).sum();
    near(found.rounds_a_match.mean, rounds);
    near(found.figures.rounds.mean, rounds / 7.0);
    let seats: f64 = found.points_by_seat.iter().map(|i| i.mean).sum();
    near(found.figures.points.mean, seats / 4.0);
    let won: f64 = found.wins_by_seat.iter().map(|i| i.mean).sum();
    near(found.figures.blocked.mean, 1.0 - won);
    let down = found.down_spread.total() as f64 / (found.deals * 4) as f64;
    near(found.figures.never_down.mean, 1.0 - down);
    let turns: f64 =
        found.down_spread.0.iter().zip(0..).map(|(n, turn)| *n as f64 * f64::from(turn)).sum();
    near(found.figures.turns_to_go_down.mean, turns / found.down_spread.total() as f64);
    assert_eq!(found.by_deal[6].contract, "3R4");
    // The last deal lays down the whole hand, so a seat that goes down is out at once.
    near(found.by_deal[6].figures.out_at_once.mean, 1.0 - found.by_deal[6].figures.blocked.mean);
}

#[test]
fn every_kind_of_game_can_be_examined() {
    let names = ["rummy", "progressive-rummy", "shanghai-rummy", "ill-buy-it", "liverpool-rummy"];
    let mut options = options(&names);
    (options.matches, options.level) = (3, Level::Novice);
    let found = findings(&options);
    assert!(found[0].by_deal.is_empty(), "no contracts");
    let lines: Vec<String> = csv(&found).lines().map(str::to_owned).collect();
    let deals: usize = found.iter().map(|f| f.by_deal.len()).sum();
    assert_eq!(lines.len(), 1 + found.len() + deals);
    let commas = |line: &str| line.matches(',').count();
    assert!(lines.iter().all(|line| commas(line) == commas(&lines[0])));
    let rounds = format!(",{:.5},", found[0].rounds_a_match.mean);
    assert!(lines[0].ends_with(",rounds_a_match_high") && lines[1].contains(&rounds), "{lines:?}");
    let page = page(&options, &found).unwrap();
    assert_eq!(page.matches("<figure>").count(), 5);
    // Self-contained: nothing is loaded from elsewhere.
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("url("));
}

#[test]
fn matches_finished_before_a_stop_are_reported() {
    let stop = AtomicBool::new(false);
    let mut options = options(&["contract-rummy", "liverpool-rummy"]);
    options.matches = 1_000_000;
    let found = examine(&options, &stop, |_| stop.store(true, Ordering::Relaxed)).unwrap();
    assert!(found[0].matches > 0 && found[0].matches < 1_000_000);
    assert_eq!(found[0].matches, found[1].matches, "the same matches of each rule set");
    let none = examine(&options, &AtomicBool::new(true), |_| ()).unwrap();
    assert!(table(&none).contains("–") && !csv(&none).contains("NaN"));
    // A search without end is cancelled.
    (options.level, options.playouts) = (Level::Expert, u32::MAX);
    let endless = AtomicBool::new(false);
    let none = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            endless.store(true, Ordering::Relaxed);
        });
        examine(&options, &endless, |_| ()).unwrap()
    });
    assert_eq!(none[0].matches, 0);
    assert!(page(&options, &none).is_ok());
}

/// The lengths stated in the catalogue match those played.
#[test]
fn games_are_as_long_as_their_files_state() {
    let library = upcard_engine::Library::standard().unwrap();
    let mut wrong = Vec::new();
    for id in library.ids() {
        let rounds = f64::from(library.file(id).unwrap().catalogue.rounds);
        let mut options = options(&[id]);
        // Games that need sequences require a search per decision and have long matches.
        let declared = library.select(id, &[]).unwrap().choices.declaring.needs.sequences > 0;
        options.matches = if declared { 16 } else { 60 };
        let found = findings(&options)[0].rounds_a_match.mean;
        if (found / rounds - 1.0).abs() >= 0.15 {
            wrong.push(format!("{id}: {found} rounds a match, not {rounds}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// If the last card may not be discarded, players who keep a card that fits nowhere wait for ever. These bots
/// do not.
#[test]
fn the_last_card_is_one_that_can_be_played() {
    let mut options = options(&["shanghai-powe"]);
    options.matches = 60;
    let figures = &findings(&options)[0].figures;
    assert!(figures.blocked.high < 0.02, "{:?}", figures.blocked);
}

/// Rows that do not apply are absent; those of the game's rules are present.
#[test]
fn each_game_has_the_figures_of_its_rules() {
    let rows = |names: &[&str]| {
        let mut options = options(names);
        (options.matches, options.level) = (4, Level::Novice);
        let found = findings(&options);
        (table(&found), csv(&found), serde_json::to_string(&found).unwrap())
    };
    let (gin, columns, json) = rows(&["gin"]);
    for row in ["deals with a knock, %", "deals won by gin, %", "deals undercut, %"] {
        assert!(gin.contains(row), "{gin}");
    }
    for row in ["never down", "go down", "won at once", "buys", "declared", "dropped"] {
        assert!(!gin.contains(row), "{gin}");
    }
    assert!(columns.contains(",undercut_high") && !columns.contains("never_down"));
    assert!(json.contains("\"undercut\":") && !json.contains("\"never_down\""));
    let (points, ..) = rows(&["points-rummy"]);
    assert!(points.contains("hands dropped, %") && points.contains("deals declared, %"));
    assert!(points.contains("hands declared wrongly, %") && !points.contains("knock"));
    // Next to a game to which they apply, the others show them as zero.
    let (both, ..) = rows(&["gin", "rummy"]);
    assert!(both.contains("hands never down, %") && both.contains("deals with a knock, %"));
    assert!(!both.split("minus [1]").nth(1).unwrap().contains("knock"));
}

#[test]
fn shares_are_between_0_and_1() {
    let mut options = options(&["contract-rummy", "gin"]);
    (options.matches, options.level) = (3, Level::Novice);
    for found in findings(&options) {
        let row = found.figures;
        let shares = [row.never_down, row.out_at_once, row.blocked, row.knocked, row.undercut];
        let known = shares.iter().chain(&found.wins_by_seat).filter(|i| i.mean.is_finite());
        for share in known {
            assert!(0.0 <= share.low && share.low <= share.mean, "{share:?}");
            assert!(share.mean <= share.high && share.high <= 1.0, "{share:?}");
            assert!(share.low < share.high, "three matches make nobody sure: {share:?}");
        }
        assert!(row.rounds.low >= 0.0);
    }
}

/// A game file that extends another file works like a built-in game.
#[test]
fn a_game_file_can_be_examined() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("inner")).unwrap();
    let (one, two) = (folder.path().join("one.toml"), folder.path().join("inner/two.toml"));
    std::fs::write(&one, "name = \"One\"\nextends = \"rummy\"\n[melds]\nace = \"low\"\n").unwrap();
    let text = "name = \"Two\"\nextends = \"../one.toml\"\n[match]\ntarget = 40\n";
    std::fs::write(&two, text).unwrap();
    let path = two.display().to_string();
    let rules = upcard_arena::rules(&path, &[], Some(2)).unwrap();
    assert_eq!(rules.set.catalogue.name, "Two");
    assert_eq!(rules.set.catalogue.origin, "", "not that of its parent");
    let choice = |path: &str| {
        let choice = upcard_engine::choices::choice(path).unwrap();
        choice.get(&rules.set.choices).to_string()
    };
    assert_eq!((choice("melds.ace"), choice("match.target")), ("\"low\"".into(), "40".into()));
    let mut options = options(&[&path, "rummy"]);
    (options.matches, options.level) = (3, Level::Novice);
    assert_eq!(findings(&options)[0].matches, 3);
    // Errors name their location.
    std::fs::write(&one, "name = \"One\"\nextends = \"none.toml\"\n").unwrap();
    let error = upcard_arena::rules(&path, &[], None).unwrap_err().to_string();
    assert!(error.contains("none.toml"), "{error}");
    std::fs::write(&one, "name = \"One\"\nextends = \"inner/two.toml\"\n").unwrap();
    let error = upcard_arena::rules(&path, &[], None).unwrap_err().to_string();
    assert!(error.contains("file.circle"), "{error}");
}

#[test]
fn commas_within_values_do_not_split() {
    let text = "gin,pack.packs={ \"2-4\" = 2, \"5-8\" = 3 },buying.deals=[1,2],match.deals=3";
    let subject: Subject = text.parse().unwrap();
    let paths: Vec<&str> = subject.set.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(subject.game, "gin");
    assert_eq!(paths, ["pack.packs", "buying.deals", "match.deals"]);
}
