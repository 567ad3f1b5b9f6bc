//! Differences between house rules and their base game, in sentences.

use leptos::prelude::*;
use upcard_client::house_rules::HouseRules;
use upcard_engine::Rules;
use upcard_rulebook::{Difference, diff};

use crate::store::App;
use crate::text::{sentences, tr};

/// One difference: the rule here and in the base game.
fn difference(difference: Difference, there: &str) -> AnyView {
    let Difference { label, here, there: own, .. } = difference;
    let here = if here.is_empty() { tr!("differs-gone") } else { here.join(" ") };
    let own = if own.is_empty() { tr!("differs-none") } else { own.join(" ") };
    view! {
        <section class="difference">
            <h3>{label}</h3>
            <p>{here}</p>
            <p class="hint"><b>{tr!("differs-in", game = there.to_owned())}</b>" "{own}</p>
        </section>
    }
    .into_any()
}

/// All differences; the rule sheet texts must be loaded.
pub(crate) fn differences(here: &Rules, there: &Rules) -> AnyView {
    let found = diff(here, there);
    let game = there.set.catalogue.name.clone();
    if found.differences.is_empty() {
        return view! { <p>{tr!("differs-nothing-own", game = game)}</p> }.into_any();
    }
    let players = found.players.map(|players| tr!("differs-players", players = players));
    view! {
        <div class="differences">
            {players.map(|words| view! { <p class="hint">{words}</p> })}
            {found.differences.into_iter().map(|one| difference(one, &game)).collect_view()}
        </div>
    }
    .into_any()
}

/// Returns the house rules and their base game's rules, each for the usual number of players.
///
/// # Errors
/// Their flaws, in sentences.
pub(crate) fn both(app: App, rules: &HouseRules) -> Result<(Rules, Rules), String> {
    let library = app.library();
    let here = rules.rules(&library).map_err(sentences)?;
    let there = HouseRules::of(&rules.game).rules(&library).map_err(sentences)?;
    Ok((here, there))
}
