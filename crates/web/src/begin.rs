//! What the buttons of the first screen begin. It may be asked for before that screen can be drawn.

use upcard_client::house_rules::HouseRules;
use upcard_client::wire::{Level, SeatPlan, SetUp};

use crate::address;
use crate::store::{App, Overlay};

/// A set-up of one person and bots.
pub(crate) fn alone(game: &str, players: u8, level: Level) -> SetUp {
    let mut seats = vec![SeatPlan::Person];
    seats.extend((1..players).map(|_| SeatPlan::Bot { level }));
    // Bots need no window: a table of one's own waits for its person.
    SetUp { offer_seconds: 0, ..SetUp::new(game, seats) }
}

/// The house rules that were played by last; none where the game was played by its own.
pub(crate) fn house(app: App) -> Option<HouseRules> {
    let house = app
        .settings()
        .with(|s| HouseRules::read(&s.house).ok().filter(|house| house.game == s.game));
    house.filter(|house| house.rules(&app.library()).is_ok())
}

/// The game played last, or the first, with bots as last time.
fn again(app: App) -> SetUp {
    let set_up = app.settings().with_untracked(|s| alone(&s.game, s.players, s.level));
    let changes = house(app).map(|house| house.changes).unwrap_or_default();
    SetUp { changes, ..set_up }
}

/// The game played last, or the first, as a match of three deals.
pub(crate) fn short(app: App) -> Option<SetUp> {
    let (game, players, level) =
        app.settings().with_untracked(|s| (s.game.clone(), s.players, s.level));
    let changes = upcard_client::first::short(&app.library(), &game, players)?;
    Some(SetUp { changes, ..alone(&game, players, level) })
}

/// Does what a button of the first screen says: by its name, since the page has the same buttons before the
/// program is there (`static/first.js`), and keeps which was tapped.
pub(crate) fn does(app: App, what: &str) {
    match what {
        "go-on" => app.go_on(),
        "play-now" => app.play(again(app)),
        "play-short" => short(app).into_iter().for_each(|set_up| app.play(set_up)),
        "choose-game" => address::choose(app, false),
        "invite-friends" => address::choose(app, true),
        "join-code" => app.show(Overlay::Join),
        "score-home" => app.show(Overlay::Score),
        "puzzle" => app.show(Overlay::Puzzle),
        "lessons" => app.show(Overlay::Lessons),
        "my-games" => app.show(Overlay::Games),
        "settings" => app.show(Overlay::Settings),
        _ => what.strip_prefix("table ").into_iter().for_each(|id| address::go_to(app, id)),
    }
}
