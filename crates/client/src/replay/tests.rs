//! A replay matches the original game.

use upcard_bots::{Bot, Budget, Novice};
use upcard_engine::View;

use super::*;
use crate::MatchFigures;

/// Record of a match between novices with these names, up to the start of this deal, after a round trip
/// through text. Calls `tell` for each step, with the game after it.
pub(crate) fn record_match(
    rules: Arc<Rules>,
    names: Vec<String>,
    (seed, deals): (u8, u8),
    tell: impl FnMut(&Game, Vec<Event>),
) -> Record {
    let decide = |view: &View<'_>| Novice.decide(view, &Budget::Playouts(1));
    let is_wanted = |game: &Game| game.table().deals_begun() >= deals;
    let record =
        upcard_testkit::recording::record_match(rules, names, seed, decide, is_wanted, tell);
    Record::parse(&record.to_string()).unwrap()
}

fn played(game: &str, players: u8, seed: u8) -> (Record, Vec<Event>, Vec<Game>) {
    let library = Library::standard().unwrap();
    let rules = Arc::new(Rules::new(library.select(game, &[]).unwrap(), players).unwrap());
    let names = (1..=players).map(|seat| format!("Player {seat}")).collect();
    let (mut all, mut games) = (Vec::new(), Vec::new());
    let record = record_match(rules, names, (seed, 4), |game, events| {
        all.extend(events);
        games.push(game.clone());
    });
    (record, all, games)
}

/// Places, points and lay-downs match the game.
#[test]
fn figures_match_the_game() {
    for (game, players) in [("contract-rummy", 4), ("gin", 2), ("rummy-500", 3)] {
        let (record, all, games) = played(game, players, 3);
        let replay = Replay::of(library(), &record).unwrap();
        let scores: Vec<i32> = games.last().unwrap().table().scores().to_vec();
        let ended = all.iter().filter(|e| matches!(e, Event::DealEnded { .. })).count();
        let lowest_wins = game == "contract-rummy";
        for seat in Seat::all(players) {
            let figures = MatchFigures::of(&replay, seat).unwrap();
            assert_eq!(figures.deals.len(), ended, "{game}");
            let own = scores[seat.index()];
            let better = scores.iter().filter(|n| if lowest_wins { **n < own } else { **n > own });
            assert_eq!(usize::from(figures.place), better.count() + 1, "{game} {scores:?}");
            let bought = |e: &&Event| matches!(e, Event::Bought { seat: by, .. } if *by == seat);
            let sum: usize = figures.deals.iter().map(|deal| usize::from(deal.bought)).sum();
            if game == "contract-rummy" {
                let points: i32 = figures.deals.iter().map(|deal| deal.points).sum();
                assert_eq!(points, own);
            }
            // Buys in unfinished deals are not counted.
            assert!(sum <= all.iter().filter(bought).count());
            assert!(game == "gin" || figures.deals.iter().any(|deal| deal.laid));
        }
        assert_eq!(MatchFigures::of(&replay, Seat::at(usize::from(players))), None);
    }
}

fn library() -> Arc<Library> {
    Arc::new(Library::standard().unwrap())
}

/// The end of a replay includes the match's result.
#[test]
fn final_state_matches_the_result() {
    let rules = Arc::new(Rules::new(library().select("gin", &[]).unwrap(), 2).unwrap());
    let names = ["Ann", "bot sharp"].map(str::to_owned).to_vec();
    let mut last = None;
    let record = record_match(rules, names, (3, 99), |game, _| last = Some(game.clone()));
    let (replay, last) = (Replay::of(library(), &record).unwrap(), last.unwrap());
    assert!(last.is_over());
    let own = last.own_view(Some(Seat::at(1)));
    let over = replay.over(Some(Seat::at(1)));
    assert_eq!(over.view.as_ref(), Some(&own));
    assert_eq!(replay.view(usize::MAX, Some(Seat::at(1))), own);
    assert_eq!((over.player_name(Seat::at(0)), over.player_name(Seat::at(1))), (Some("Ann"), None));
}

/// After every play, each seat's view equals that in the original game.
#[test]
fn every_view_equals_the_original_game() {
    for (game, players) in [("contract-rummy", 4), ("gin", 2), ("rummy-500", 3), ("pool-101", 3)] {
        let (record, all, games) = played(game, players, 7);
        let replay = Replay::of(library(), &record).unwrap();
        assert_eq!(replay.moments().len(), all.iter().filter(|event| is_play(event)).count());
        let mut looked = 0;
        for now in &games {
            let views: Vec<OwnView> =
                Seat::all(players).map(|seat| now.own_view(Some(seat))).collect();
            // An action may result in one play or several; match the last one.
            let same = |at: &usize| replay.view(*at, Some(Seat::at(0))) == views[0];
            let near = looked..(looked + 40).min(replay.moments().len());
            let Some(at) = near.clone().find(same) else { continue };
            looked = at;
            for (seat, view) in Seat::all(players).zip(&views) {
                assert_eq!(&replay.view(at, Some(seat)), view, "{game} {at}");
                assert_eq!(replay.hands(at)[seat.index()], view.hand);
            }
        }
        assert!(looked > replay.moments().len() / 2, "{game}: {looked}");
    }
}

#[test]
fn navigation_by_turn_and_deal() {
    let (record, ..) = played("contract-rummy", 4, 3);
    let replay = Replay::of(library(), &record).unwrap();
    let last = replay.moments().len() - 1;
    let mut at = 0;
    let mut turns = 0;
    while at < last {
        let next = replay.next_turn(at);
        assert!(next > at);
        if replay.moments()[next].turn > replay.moments()[at].turn {
            assert_eq!(replay.previous_turn(next), at, "back from {next}");
        }
        (at, turns) = (next, turns + 1);
    }
    assert!(turns > 20, "{turns} turns");
    assert_eq!((replay.next_turn(last), replay.previous_turn(0)), (last, 0));
    for deal in 1..=replay.deals() {
        let start = replay.deal_start(deal);
        assert_eq!(replay.moments()[start].deal, deal);
        assert!(start == 0 || replay.moments()[start - 1].deal < deal);
    }
    assert_eq!(replay.deal_start(99), last);
}

/// Lines for a seat never name a card that it did not see, and every play has a line.
#[test]
fn lines_never_reveal_hidden_cards() {
    let (record, ..) = played("contract-rummy", 4, 5);
    let replay = Replay::of(library(), &record).unwrap();
    let (mut own, mut others) = (0, 0);
    for at in 0..replay.moments().len() {
        let event = &replay.events[replay.moments[at].event];
        let Event::Drew { seat, .. } = event else { continue };
        let session = replay.session(at, Some(Seat::at(0)));
        let line = replay.line(at, &session).unwrap();
        let named = line.args.iter().any(|(name, _)| *name == "card");
        assert_eq!(named, *seat == Seat::at(0));
        *(if named { &mut own } else { &mut others }) += 1;
    }
    assert!(own > 3 && others > own, "{own} own, {others} of others");
    for deal in 1..=replay.deals() {
        let lines = replay.lines(deal, Some(Seat::at(1)), |at, session, line| {
            assert_eq!(session.view.as_ref(), Some(&replay.view(at, Some(Seat::at(1)))));
            assert_eq!(line, replay.line(at, session).as_ref());
            at
        });
        let start = replay.deal_start(deal);
        assert_eq!(lines, (start..start + lines.len()).collect::<Vec<_>>());
    }
    assert!(replay.lines(99, None, |at, _, _| at).is_empty());
    let spectator = replay.session(0, None);
    assert!(spectator.view().is_none() && spectator.view.is_some(), "they see no hand");
    let viewers = [Some(Seat::at(0)), Some(Seat::at(2)), None];
    let you = |replay: &Replay| viewers.map(|viewer| replay.session(0, viewer).you());
    assert_eq!(you(&replay), [None; 3]);
    assert_eq!(you(&replay.addressed_to(Some(Seat::at(2)))), [Some(Seat::at(2)); 3]);
}

#[test]
fn invalid_records_are_refused_with_a_reason() {
    let read = |text: &str| Replay::read(library(), text).err();
    assert!(matches!(read(""), Some(ReplayFault::Record(_))));
    assert!(matches!(read("nonsense"), Some(ReplayFault::Record(_))));
    assert_eq!(read(&" ".repeat(MAX_RECORD_BYTES + 1)), Some(ReplayFault::TooLong));
    let (record, ..) = played("gin", 2, 1);
    let text = record.to_string();
    assert!(read(&text).is_none());
    // A truncated record is an unfinished match; a record with a missing line is invalid.
    let lines: Vec<&str> = text.lines().collect();
    let empty = Record { lines: Vec::new(), ..record };
    assert_eq!(read(&empty.to_string()), Some(ReplayFault::Empty));
    let without = |gone: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone);
        kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    let broken = (0..lines.len()).filter(|gone| read(&without(*gone)).is_some()).count();
    assert!(broken * 2 > lines.len(), "{broken} of {}", lines.len());
}
