//! The most important difference between two games.

use upcard_client::{Telling, telling};
use upcard_engine::{Library, Rules};

fn rules(game: &str) -> Rules {
    let set = Library::standard().unwrap().select(game, &[]).unwrap();
    let players = set.usual_players();
    Rules::new(set, players).unwrap()
}

fn of(here: &str, there: &str) -> Telling {
    telling(&rules(here), &rules(there)).unwrap_or_else(|| panic!("{here} {there}"))
}

#[test]
fn every_two_games_have_something_to_tell() {
    let library = Library::standard().unwrap();
    let all: Vec<Rules> = library.ids().map(rules).collect();
    let mut wrong = Vec::new();
    for here in &all {
        for there in &all {
            if telling(here, there).is_some() == (here.set.id == there.set.id) {
                wrong.push(format!("{} {}", here.set.id, there.set.id));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn another_kind_of_game_is_told_before_all_else() {
    assert_eq!(of("gin", "contract-rummy"), Telling::Knocking(Some(10)));
    assert_eq!(of("points-rummy", "contract-rummy"), Telling::Declaring);
    assert_eq!(of("three-thirteen", "contract-rummy"), Telling::GoingOut);
    assert_eq!(of("rummy-500", "contract-rummy"), Telling::Shown);
    assert_eq!(of("rummy-500", "rummy"), Telling::Shown);
    assert_eq!(of("rummy", "contract-rummy"), Telling::Free);
    assert!(matches!(of("contract-rummy", "gin"), Telling::Contracts(..)));
}

#[test]
fn of_games_of_one_kind_their_own_mark_is_told() {
    let from_contract_rummy = [
        ("progressive-rummy", Telling::InParts(true)),
        ("shanghai-rummy", Telling::Shanghai(true)),
        ("liverpool-rummy", Telling::Cut(Some(50))),
        ("ill-buy-it", Telling::Rearranging(true)),
        ("contract-rummy-classic", Telling::Duty(true)),
        ("may-i", Telling::Swapping(false)),
    ];
    for (game, expected) in from_contract_rummy {
        assert_eq!(of(game, "contract-rummy"), expected, "{game}");
    }
    assert!(
        matches!(of("progression", "contract-rummy"), Telling::Wild(ranks, _, true) if ranks.len() == 1)
    );
    assert!(matches!(of("progressive-rummy-15", "contract-rummy"), Telling::Deals(15, _)));
    assert!(matches!(of("zioncheck", "contract-rummy"), Telling::Deals(6, _)));
    assert_eq!(of("block-rummy", "rummy"), Telling::Blocks(true));
    assert_eq!(of("pool-201", "pool-101"), Telling::Elimination(201));
    assert!(matches!(of("deals-rummy", "points-rummy"), Telling::Chips(_)));
    assert_eq!(of("points-rummy", "pool-101"), Telling::Paid);
    // In the other direction, the missing feature is named.
    assert_eq!(of("contract-rummy", "shanghai-rummy"), Telling::Shanghai(false));
    assert_eq!(of("contract-rummy", "liverpool-rummy"), Telling::Cut(None));
    assert_eq!(of("rummy", "block-rummy"), Telling::Blocks(false));
    assert_eq!(of("contract-rummy", "progressive-rummy"), Telling::InParts(false));
}
