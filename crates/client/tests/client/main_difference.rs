//! The most important difference between two games.

use upcard_client::house_rules::HouseRules;
use upcard_client::{MainDifference, main_difference};
use upcard_engine::{Library, Rules};

fn rules(game: &str) -> Rules {
    HouseRules::of(game).rules(&Library::standard().unwrap()).unwrap()
}

fn of(here: &str, there: &str) -> MainDifference {
    main_difference(&rules(here), &rules(there)).unwrap_or_else(|| panic!("{here} {there}"))
}

#[test]
fn every_two_games_have_a_main_difference() {
    let library = Library::standard().unwrap();
    let all: Vec<Rules> = library.ids().map(rules).collect();
    let mut wrong = Vec::new();
    for here in &all {
        for there in &all {
            if main_difference(here, there).is_some() == (here.set.id == there.set.id) {
                wrong.push(format!("{} {}", here.set.id, there.set.id));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn different_kind_of_game_comes_first() {
    assert_eq!(of("gin", "contract-rummy"), MainDifference::Knocking(Some(10)));
    assert_eq!(of("points-rummy", "contract-rummy"), MainDifference::Declaring);
    assert_eq!(of("three-thirteen", "contract-rummy"), MainDifference::GoingOut);
    assert_eq!(of("rummy-500", "contract-rummy"), MainDifference::MeldsScore);
    assert_eq!(of("rummy-500", "rummy"), MainDifference::MeldsScore);
    assert_eq!(of("rummy", "contract-rummy"), MainDifference::FreeMelds);
    assert!(matches!(of("contract-rummy", "gin"), MainDifference::Contracts(..)));
}

#[test]
fn games_of_one_kind_differ_by_their_special_feature() {
    let from_contract_rummy = [
        ("progressive-rummy", MainDifference::InParts(true)),
        ("shanghai-rummy", MainDifference::Shanghai(true)),
        ("liverpool-rummy", MainDifference::Cut(Some(50))),
        ("ill-buy-it", MainDifference::Rearranging(true)),
        ("contract-rummy-classic", MainDifference::MustLayDown(true)),
        ("may-i", MainDifference::Swapping(false)),
    ];
    for (game, expected) in from_contract_rummy {
        assert_eq!(of(game, "contract-rummy"), expected, "{game}");
    }
    let wild = of("progression", "contract-rummy");
    assert!(matches!(wild, MainDifference::Wild(ranks, _, true) if ranks.len() == 1));
    assert!(matches!(of("progressive-rummy-15", "contract-rummy"), MainDifference::Deals(15, _)));
    assert!(matches!(of("zioncheck", "contract-rummy"), MainDifference::Deals(6, _)));
    assert_eq!(of("block-rummy", "rummy"), MainDifference::StockOutEnds(true));
    assert_eq!(of("pool-201", "pool-101"), MainDifference::Elimination(201));
    assert!(matches!(of("deals-rummy", "points-rummy"), MainDifference::Chips(_)));
    assert_eq!(of("points-rummy", "pool-101"), MainDifference::Paid);
    // In the other direction, the missing feature is named.
    assert_eq!(of("contract-rummy", "shanghai-rummy"), MainDifference::Shanghai(false));
    assert_eq!(of("contract-rummy", "liverpool-rummy"), MainDifference::Cut(None));
    assert_eq!(of("rummy", "block-rummy"), MainDifference::StockOutEnds(false));
    assert_eq!(of("contract-rummy", "progressive-rummy"), MainDifference::InParts(false));
}
