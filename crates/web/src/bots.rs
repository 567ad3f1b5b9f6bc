//! The bots of a table on this device: what they think by, and what they decide.

use std::sync::Arc;

use upcard_bots::value::ValueNets;
use upcard_bots::{Bot, Budget, Erring, Novice, Random, Steady, fallback, think, think_by};
use upcard_client::house_rules::Tried;
use upcard_client::wire::{Level, RuleSource};
use upcard_engine::{Action, OwnView, Rules, View};

use crate::later::{Bots, Bundle};
use crate::{browser, later};

/// How many playouts a thinking bot may make here.
const PLAYOUTS: u32 = 12;

/// A bot's answer: what it sees, its level, a number of its own. The two best levels are in the second
/// part of the program ([`decide_deeply`]); without it a steady bot plays for them.
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
    let level = if is_deep(level) { Level::Steady } else { level };
    let thought = think_by(&players, level, view, &Budget::Playouts(PLAYOUTS), &|| true);
    thought.map_or_else(|_| fallback(view), |thought| thought.action)
}

/// Does this level need a part of the program that comes later?
fn is_deep(level: Level) -> bool {
    matches!(level, Level::Sharp | Level::Expert)
}

/// A sharp or an expert bot's answer; without what it has learnt an expert plays as a sharp one does.
/// Called from that part of the program alone, so that it lies there.
pub(crate) fn decide_deeply(
    view: &OwnView,
    rules: &Arc<Rules>,
    level: Level,
    number: u64,
) -> Option<Action> {
    let view = view.view(rules)?;
    let level = if ValueNets::is_installed() { level } else { Level::Sharp };
    let thought = think(level, number, &view, &Budget::Playouts(PLAYOUTS), &|| true);
    thought.ok().map(|thought| thought.action)
}

/// A bot's answer, by a later part of the program where the level needs it and it is there, else by these bots.
pub(crate) fn decide_as_can(
    bots: Bots,
    view: &OwnView,
    rules: &Arc<Rules>,
    level: Level,
    number: u64,
) -> Option<Action> {
    let deep = || later::decide(view.clone(), rules.clone(), level, number);
    let best = is_deep(level).then(deep).flatten();
    best.or_else(|| view.view(rules).map(|view| (bots.decide)(&view, level, number)))
}

/// Lets bots play a match, by the part of the program for house rules; none where that is not to be had.
pub(crate) fn try_out(
    source: RuleSource,
    seed: [u8; 32],
    then: impl FnOnce(Option<Tried>) + 'static,
) {
    js_sys::futures::spawn_local(async move {
        let there = later::fetch(Bundle::Library).await;
        then(there.then(|| later::try_out(source, seed)).flatten());
    });
}

/// Does something once it is there what a bot of this level thinks by, or cannot be had: without the second
/// part of the program a steady bot plays, without the nets, which lie at this address, a sharp one.
pub(crate) fn with_learnt(level: Level, nets: &str, then: impl FnOnce() + 'static) {
    if !is_deep(level) {
        return then();
    }
    let nets = nets.to_owned();
    js_sys::futures::spawn_local(async move {
        let loaded = later::fetch(Bundle::Table).await;
        let learns = level == Level::Expert && !ValueNets::is_installed();
        if !(loaded && learns) {
            return then();
        }
        browser::fetch(&nets, move |nets| {
            if let Some(nets) = nets {
                // Those of another program's form are none.
                let _ = ValueNets::install(&nets);
            }
            then();
        });
    });
}
