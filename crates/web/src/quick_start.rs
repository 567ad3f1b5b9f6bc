//! Actions of the first screen's buttons, which may be tapped before that screen is loaded.

use upcard_client::house_rules::HouseRules;
use upcard_client::wire::{Level, SeatPlan, SetUp};

use crate::address;
use crate::store::{App, Overlay};

/// Returns a set-up for one person and bots.
pub(crate) fn solo_set_up(game: &str, players: u8, level: Level) -> SetUp {
    let mut seats = vec![SeatPlan::Person];
    seats.extend((1..players).map(|_| SeatPlan::Bot { level }));
    // No offer window: bots need none, and a solo table waits for its player.
    SetUp { offer_seconds: 0, ..SetUp::new(game, seats) }
}

/// Returns the house rules played last; `None` if the game was played without changes.
pub(crate) fn last_house_rules(app: App) -> Option<HouseRules> {
    let house = app
        .settings()
        .with(|s| HouseRules::read(&s.house).ok().filter(|house| house.game == s.game));
    house.filter(|house| house.rules(&app.library()).is_ok())
}

/// Returns the set-up of the last game played (or the first game), with the same bots.
fn last_set_up(app: App) -> SetUp {
    let set_up = app.settings().with_untracked(|s| solo_set_up(&s.game, s.players, s.level));
    let changes = last_house_rules(app).map(|house| house.changes).unwrap_or_default();
    SetUp { changes, ..set_up }
}

/// Returns the same game as a match of three deals.
pub(crate) fn short_set_up(app: App) -> Option<SetUp> {
    let (game, players, level) =
        app.settings().with_untracked(|s| (s.game.clone(), s.players, s.level));
    let changes = upcard_client::first_game::short_match_changes(&app.library(), &game, players)?;
    Some(SetUp { changes, ..solo_set_up(&game, players, level) })
}

/// Runs the action of a first-screen button, given by name because the static page has the same buttons
/// before the program is loaded (`static/first.js`), and records which was tapped.
pub(crate) fn run_action(app: App, what: &str) {
    match what {
        "go-on" => app.resume(),
        "play-now" => app.start_match(last_set_up(app)),
        "play-short" => short_set_up(app).into_iter().for_each(|set_up| app.start_match(set_up)),
        "choose-game" => address::choose_game(app, false),
        "invite-friends" => address::choose_game(app, true),
        "join-code" => app.show(Overlay::Join),
        "score-home" => app.show(Overlay::HomeScore),
        "puzzle" => app.show(Overlay::Puzzle),
        "lessons" => app.show(Overlay::Lessons),
        "my-games" => app.show(Overlay::Games),
        "settings" => app.show(Overlay::Settings),
        _ => what.strip_prefix("table ").into_iter().for_each(|id| address::open_table(app, id)),
    }
}
