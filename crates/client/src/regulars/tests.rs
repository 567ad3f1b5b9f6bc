//! Groups: matches from records and score sheets, storage, and the next dealer.

use upcard_engine::Rules;
use upcard_engine::score_pad::{DealEntry, SeatEntry};
use upcard_table::wire::Level;

use super::*;
use crate::replay::tests::record_match;
use crate::score_sheet::tests::names;

fn library() -> Arc<Library> {
    Arc::new(Library::standard().unwrap())
}

fn meeting(number: u64, dealer: usize, players: &[(&str, u8, i32)]) -> Meeting {
    let result = |&(name, place, points): &(&str, u8, i32)| PlayerResult {
        name: name.to_owned(),
        place,
        points,
    };
    let players = players.iter().map(result).collect();
    let house = HouseRules { name: "May I".into(), ..HouseRules::of("may-i") };
    Meeting { number, house, dealer: Seat::at(dealer), players }
}

#[test]
fn record_yields_places_and_next_dealer() {
    let changes = [("match.deals", "[1]"), ("dealing.first-dealer", "chosen")];
    let changes = changes.map(|(path, value)| (path.to_owned(), value.to_owned())).to_vec();
    let set = HouseRules { changes, ..HouseRules::of("may-i") }.set(&library()).unwrap();
    let rules = Arc::new(Rules::new(set, 4).unwrap());
    let players = names(&["Ann", "bot novice", "Bob", "Cat"]);
    let record = record_match(rules, players, (5, u8::MAX), |_, _| {});
    let met = Meeting::of_record(&library(), 7, &record).unwrap();
    assert_eq!(people_of(&record), ["Ann", "Bob", "Cat"]);
    assert_eq!(met.people(), ["Ann", "Bob", "Cat"]);
    // The first seat was chosen to deal and dealt the whole match; the next seat is a bot, which is skipped.
    assert_eq!((met.dealer, met.next_dealer()), (Seat::at(0), "Bob"));
    // Places count people only, fewest points first.
    let mut people: Vec<&PlayerResult> =
        met.players.iter().filter(|player| player.place > 0).collect();
    people.sort_by_key(|player| player.place);
    assert_eq!(people.len(), 3);
    assert!(people.is_sorted_by_key(|player| player.points) && people[0].place == 1);
    // The same rules again, except for the first dealer.
    assert_eq!(met.house.changes, [("match.deals".to_owned(), "[1]".to_owned())]);
    let (set_up, people) = met.rematch();
    assert_eq!(people, ["Bob", "Cat", "Ann"]);
    assert_eq!(set_up.seats[0], SeatPlan::Person);
    assert_eq!(set_up.seats[3], SeatPlan::Bot { level: Level::Novice });
    assert_eq!(SetUpDraft::new(set_up.clone()).first_dealer(), Some(1));
    assert!(set_up.source().new_rules(&library()).is_ok());
    assert_eq!(met.set_up().changes, met.house.changes);
    // Unfinished matches do not count.
    let mut short = record;
    short.lines.truncate(short.lines.len() / 2);
    assert_eq!(Meeting::of_record(&library(), 7, &short), None);
}

/// Every game's rules allow the first seat to deal.
#[test]
fn every_game_allows_a_rematch_setup() {
    let library = library();
    for id in library.ids() {
        let players = library.select(id, &[]).unwrap().usual_players();
        let people: Vec<String> = (0..players).map(|seat| format!("P{seat}")).collect();
        let players: Vec<(&str, u8, i32)> = people.iter().map(|name| (&**name, 1, 0)).collect();
        let met = Meeting { house: HouseRules::of(id), ..meeting(1, 0, &players) };
        let (set_up, turned) = met.rematch();
        assert!(set_up.source().new_rules(&library).is_ok(), "{id}");
        assert_eq!(turned[0], "P1", "{id}");
        let sheet = met.score_sheet(&library, 9).unwrap();
        assert_eq!((&sheet.names, sheet.sheet().next_deal.unwrap().dealer), (&people, Seat::at(1)));
    }
}

#[test]
fn a_score_sheet_counts_once_it_is_over() {
    let library = library();
    let changes = vec![("match.deals".into(), "[1]".into())];
    let house = HouseRules { changes, ..HouseRules::of("may-i") };
    let players = names(&["Ann", "Bob", "Cat"]);
    let mut sheet = ScoreSheet::new(&library, house, &players, Seat::at(2), 40).unwrap();
    assert_eq!(Meeting::of_sheet(&sheet, "May I"), None);
    let hands = [30, 0, 5].map(|hand| SeatEntry { hand, ..SeatEntry::default() });
    let winner = Some(Seat::at(1));
    sheet.enter(0, DealEntry { winner, seats: hands.to_vec(), ..DealEntry::default() }).unwrap();
    let met = Meeting::of_sheet(&sheet, "May I").unwrap();
    let came: Vec<(u8, i32)> = met.players.iter().map(|p| (p.place, p.points)).collect();
    assert_eq!(came, [(3, 30), (1, 0), (2, 5)]);
    assert_eq!((met.number, met.next_dealer(), &*met.house.name), (40, "Ann", "May I"));
}

#[test]
fn a_group_gathers_the_matches_of_its_people() {
    let mut all = RegularGroups::default();
    let table = names(&["Ann", "Bob"]);
    all.note(meeting(1, 0, &[("Ann", 1, 5), ("Bob", 2, 20)]));
    assert!(!all.has_match(1), "nobody has named them");
    all.add(100, " The  Sunday table ", table.clone());
    all.note(meeting(2, 0, &[("bob", 1, 10), ("Ann", 2, 15)]));
    all.note(meeting(1, 0, &[("Ann", 1, 5), ("bot novice", 0, 9), ("Bob", 2, 20)]));
    all.note(meeting(1, 0, &[("Ann", 2, 5), ("Bob", 1, 2)]));
    all.note(meeting(3, 0, &[("Ann", 1, 5), ("Bob", 2, 20), ("Cat", 3, 30)]));
    assert!(all.may_contain(&names(&["Bob"])) && !all.may_contain(&names(&["Cat"])));
    assert!(!all.may_contain(&table));
    let group = all.of(&names(&["BOB", "Ann"])).unwrap().clone();
    assert_eq!((group.made, &*group.name), (100, "The Sunday table"));
    let score = RunningScore::of(&group, all.meetings(&group));
    let people = score.people.iter().map(|p| (&*p.name, p.won, p.places, p.points));
    let people: Vec<_> = people.collect();
    assert_eq!(people, [("Ann", 1, 3, 20), ("Bob", 1, 3, 30)]);
    assert_eq!((score.matches, &*score.totals), (2, &[vec![5, 20], vec![20, 30]][..]));
    // Round trip, with duplicates dropped.
    let (groups, meetings) = all.texts();
    assert_eq!(RegularGroups::read(&groups, &meetings), all);
    let twice = format!("{groups}100\tAnother\tAnn\tBob\n");
    assert_eq!(RegularGroups::read(&twice, &format!("{meetings}{meetings}nonsense\n1\t2\n")), all);
    all.rename(100, "  ");
    all.rename(100, "Fridays");
    assert_eq!(all.get(100).unwrap().name, "Fridays");
    all.forget(2);
    assert!(all.has_match(1) && !all.has_match(2));
    all.drop(100);
    assert_eq!(all, RegularGroups::default());
}

#[test]
fn most_wins_come_first_in_people_and_totals() {
    let group = RegularGroup { made: 1, name: "x".into(), people: names(&["Ann", "Bob"]) };
    let met = [
        meeting(1, 0, &[("Ann", 2, 5), ("Bob", 1, 1)]),
        meeting(2, 0, &[("Ann", 2, 7), ("Bob", 1, 2)]),
    ];
    let score = RunningScore::of(&group, &met);
    assert_eq!(score.people[0], RegularTotals { name: "Bob".into(), won: 2, places: 2, points: 3 });
    assert_eq!(score.totals, [vec![1, 5], vec![3, 12]]);
}
