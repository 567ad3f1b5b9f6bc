//! Tables on the server, and its own games: one tap makes a table.

use leptos::prelude::*;
use upcard_client::wire::{SeatPlan, SetUp};

use crate::remote::{self, ServerGame};
use crate::store::App;
use crate::text::tr;
use crate::{address, news};

/// Creates a table on the server and opens it, or says why there is none. The first match's dealer may be given by
/// name.
pub(crate) fn create_table(app: App, set_up: &SetUp, dealer: Option<String>) {
    remote::create_table(set_up, move |made| match made {
        Ok(id) => {
            app.host_next(dealer);
            address::open_table(app, &id);
        }
        Err(Some(why)) => app.inform(news::error(&why)),
        Err(None) => app.inform(tr!("no-server")),
    });
}

/// Returns a set-up for two people, with bots if the game needs more players. The host can change it there.
fn set_up(app: App, game: &ServerGame) -> SetUp {
    let level = app.settings().with_untracked(|s| s.level);
    let mut seats = vec![SeatPlan::Bot { level }; usize::from(game.players.0.max(2))];
    seats.iter_mut().take(2).for_each(|seat| *seat = SeatPlan::Person);
    SetUp::new(&game.id, seats)
}

/// The list; empty if the server has no games of its own.
#[component]
pub(crate) fn ServerGames() -> impl IntoView {
    let app = App::get();
    let games = RwSignal::new(Vec::<ServerGame>::new());
    remote::server_games(move |all| {
        // The screen may be gone.
        let _ = games.try_set(all);
    });
    let one = move |game: ServerGame| {
        let wanted = set_up(app, &game);
        let make = move |_| create_table(app, &wanted, None);
        view! { <button class="btn big" on:click=make><b>{game.name}</b><small>{game.summary}</small></button> }
    };
    move || {
        let all = games.get();
        (!all.is_empty()).then(|| {
            view! {
                <section class="list-of house"><h2>{tr!("house-games")}</h2>
                    {all.into_iter().map(one).collect_view()}
                </section>
            }
        })
    }
}
