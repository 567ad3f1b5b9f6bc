//! Bots of a table on this device: their models and decisions.

use std::sync::Arc;

use upcard_bots::value::ValueNets;
use upcard_bots::{Bot, Budget, Erring, Novice, Random, Steady, fallback, think, think_by};
use upcard_client::house_rules::TrialMatch;
use upcard_client::wire::{Level, RuleSource};
use upcard_engine::{Action, OwnView, Rules, View};

use crate::lazy::{Bots, Bundle};
use crate::{browser, lazy};

/// Maximum number of playouts per decision on this device.
const MAX_PLAYOUTS: u32 = 12;

/// Returns a bot's action for this view, level and seed. The two best levels are in the `Table` bundle
/// ([`decide_deeply`]); until it is loaded, a steady bot plays for them.
pub(crate) fn decide(view: &View<'_>, level: Level, number: u64) -> Action {
    let players = |level: Level| -> Box<dyn Bot> {
        match level {
            Level::Random => Box::new(Random::new(number)),
            Level::Beginner => Box::new(Erring::beginner(number)),
            Level::Casual => Box::new(Erring::casual(number)),
            Level::Novice => Box::new(Novice),
            Level::Steady | Level::Sharp | Level::Expert => Box::new(Steady::default()),
        }
    };
    let level = if is_lazy_loaded(level) { Level::Steady } else { level };
    let thought = think_by(&players, level, view, &Budget::Playouts(MAX_PLAYOUTS), &|| true);
    thought.map_or_else(|_| fallback(view), |thought| thought.action)
}

/// Returns `true` if this level needs a bundle that is loaded later.
fn is_lazy_loaded(level: Level) -> bool {
    matches!(level, Level::Sharp | Level::Expert)
}

/// Returns the action of a sharp or expert bot; without its nets an expert plays like a sharp bot. Called
/// only from the later bundle, so that its code ends up there.
pub(crate) fn decide_deeply(
    view: &OwnView,
    rules: &Arc<Rules>,
    level: Level,
    number: u64,
) -> Option<Action> {
    let view = view.view(rules)?;
    let level = if ValueNets::is_installed() { level } else { Level::Sharp };
    let thought = think(level, number, &view, &Budget::Playouts(MAX_PLAYOUTS), &|| true);
    thought.ok().map(|thought| thought.action)
}

/// Returns a bot's action, from the later bundle if the level needs it and it is loaded, otherwise from these bots.
pub(crate) fn decide_with_fallback(
    bots: Bots,
    view: &OwnView,
    rules: &Arc<Rules>,
    level: Level,
    number: u64,
) -> Option<Action> {
    let deep = || lazy::decide(view.clone(), rules.clone(), level, number);
    let best = is_lazy_loaded(level).then(deep).flatten();
    best.or_else(|| view.view(rules).map(|view| (bots.decide)(&view, level, number)))
}

/// Lets bots play a match in the `Library` bundle; `None` if that cannot be loaded.
pub(crate) fn play_trial(
    source: RuleSource,
    seed: [u8; 32],
    then: impl FnOnce(Option<TrialMatch>) + 'static,
) {
    js_sys::futures::spawn_local(async move {
        let there = lazy::load(Bundle::Library).await;
        then(there.then(|| lazy::play_trial(source, seed)).flatten());
    });
}

/// Runs `then` once the code and nets for a bot of this level are loaded, or have failed to load. Without the
/// `Table` bundle a steady bot plays, without the nets (at this address) a sharp one.
pub(crate) fn with_level_loaded(level: Level, nets: &str, then: impl FnOnce() + 'static) {
    if !is_lazy_loaded(level) {
        return then();
    }
    let nets = nets.to_owned();
    js_sys::futures::spawn_local(async move {
        let loaded = lazy::load(Bundle::Table).await;
        let learns = level == Level::Expert && !ValueNets::is_installed();
        if !(loaded && learns) {
            return then();
        }
        browser::fetch_bytes(&nets, move |nets| {
            if let Some(nets) = nets {
                // Nets in another version's format are ignored.
                let _ = ValueNets::install(&nets);
            }
            then();
        });
    });
}
