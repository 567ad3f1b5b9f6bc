//! The maximum cost of a deal stated in a rule sheet is correct, verified by play.

use std::sync::Arc;

use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Library, Phase, Rules, Seat};
use upcard_rulebook::sheet;

/// The maximum costs stated in the sheet: of any deal, and of the last one.
fn promised(rules: &Rules) -> (i32, i32) {
    let sheet = sheet(rules);
    let text = sheet.sentences().find(|s| s.choices.contains(&"scoring.cap")).unwrap();
    let words = text.text.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<i32> = words.filter_map(|word| word.parse().ok()).collect();
    (numbers[0], *numbers.last().unwrap())
}

/// A bot's answer, except that one seat makes a wrong declaration as soon as possible.
fn answer(bots: &mut [Box<dyn Bot>], game: &Game, seat: Seat) -> Action {
    let view = game.view(seat);
    let finish = view.hand.iter_counts().next().map(|(card, _)| card);
    let wrong = Action::Declare { melds: Vec::new(), finish };
    if seat == Seat::at(1) && game.table().phase() == Phase::Play && view.allows(&wrong) {
        return wrong;
    }
    bots[seat.index()].decide(&view, &Budget::Playouts(0))
}

/// The maximum cost of a deal in these matches: of any but the last, and of the last.
fn charged(rules: &Arc<Rules>, matches: u64) -> (i32, i32) {
    let (mut any, mut last) = (0, 0);
    for seed in 0..matches {
        let mut game = Game::new(rules.clone(), Chance::numbered(seed));
        let mut bots: Vec<_> =
            (0..rules.players).map(|seat| player(Level::Novice, u64::from(seat))).collect();
        let mut deals = 0;
        while !game.is_over() {
            let mut events: Vec<Event> = Vec::new();
            match game.to_act() {
                Some(seat) => {
                    let action = answer(&mut bots, &game, seat);
                    game.act(seat, &action, &mut events).unwrap();
                }
                None => game.next_deal(&mut events),
            }
            for event in events {
                if let Event::DealEnded { points, .. } = event {
                    deals += 1;
                    let most = points.into_iter().max().unwrap_or(0);
                    let of = if deals == rules.schedule.len() { &mut last } else { &mut any };
                    *of = (*of).max(most);
                }
            }
        }
    }
    (any, last)
}

#[test]
fn maximum_deal_cost_is_tight() {
    let library = Library::standard().unwrap();
    let mut tried = 0;
    for id in library.ids() {
        let variations = &library.file(id).unwrap().variations;
        let names = variations.iter().map(|v| format!("{id}+{}", v.id));
        for name in std::iter::once(id.to_owned()).chain(names) {
            let set = library.select(&name, &[]).unwrap();
            if set.choices.scoring.cap.0.is_none() {
                continue;
            }
            tried += 1;
            let rules = Arc::new(Rules::new(set, 4).unwrap());
            let (any, last) = charged(&rules, 6);
            let (most, most_last) = promised(&rules);
            let costs = format!("{name}: {any} {last}, the sheet: {most} {most_last}");
            assert!(any <= most && last <= most_last, "{costs}");
            // If the sheet says that the last deal costs more, it does.
            assert!(most_last == most || last > most, "{costs}");
        }
    }
    assert!(tried > 20, "{tried}");
}
