//! The most important difference of a game for people who know another one. Pure values; user interfaces word
//! them.

use upcard_cards::{Contract, Rank};
use upcard_engine::Rules;
use upcard_engine::choices::{
    Cut, Declares, Duty, KnockLimit, LayDownMode, Money, Priority, Rearrange, StockOut, SwapWho,
    Tables, WhoScores, WildSuits, WildsPerDeal, Winner,
};

/// The most important difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MainDifference {
    /// Melds stay in the hand until a player knocks with at most this much deadwood; `None` if a card sets
    /// the limit.
    Knocking(Option<u8>),
    /// Melds stay in the hand until a player declares the whole hand.
    Declaring,
    /// Melds stay in the hand until a player goes out with the whole hand.
    GoingOut,
    /// Cards on the table score for the player who laid them.
    MeldsScore,
    /// Any melds may be laid down.
    FreeMelds,
    /// Each deal has a contract: the first and the last.
    Contracts(Contract, Contract),
    /// Players with this total are eliminated.
    Elimination(i32),
    /// Played for chips, over this many deals.
    Chips(usize),
    /// A single deal, with payment for each point.
    Paid,
    /// Played to this total.
    Target(i32),
    /// Three games are scored at once.
    ThreeGames,
    /// `true` if the first upcard sets the knock limit, `false` if the limit is fixed.
    KnockByUpcard(bool),
    /// `true` if a contract may be laid down in parts, `false` if all at once.
    InParts(bool),
    /// `true` if a discard that fits a meld may be called.
    Shanghai(bool),
    /// Points deducted for an exact cut; `None` if it earns nothing.
    Cut(Option<u8>),
    /// `true` if the melds on the table may be rearranged.
    Rearranging(bool),
    /// Each deal has its own wild rank.
    WildRank,
    /// Wild ranks, with (`true`) or without jokers; no ranks if only jokers or nothing is wild.
    Wild(Vec<Rank>, WildSuits, bool),
    /// Number of deals, and the last contract.
    Deals(usize, Contract),
    /// `true` if a player who can lay down the contract must do so.
    MustLayDown(bool),
    /// The upcard goes to the first player who asks for it.
    Race,
    /// `true` if the upcard may be bought out of turn.
    Buying(bool),
    /// `true` if an exhausted stock ends the deal, `false` if the discards are reshuffled.
    StockOutEnds(bool),
    /// `true` if a wild card on the table can be swapped for the card that it represents.
    Swapping(bool),
    /// Number of packs.
    Packs(u8),
    /// Number of cards dealt.
    Hand(u8),
}

/// How melds are laid down, and what ends a deal.
#[derive(PartialEq, Eq)]
enum GameKind {
    Contracts,
    Free,
    Knocking,
    Declaring,
    GoingOut,
}

fn game_kind(rules: &Rules) -> GameKind {
    let c = &rules.set.choices;
    match c.laying_down.mode {
        LayDownMode::Hidden if c.knocking.limit != KnockLimit::None => GameKind::Knocking,
        LayDownMode::Hidden if rules.deals.iter().any(|deal| deal.needs.sequences > 0) => {
            GameKind::Declaring
        }
        LayDownMode::Hidden if c.declaring.allowed != Declares::None => GameKind::GoingOut,
        LayDownMode::Hidden => GameKind::Knocking,
        _ if rules.has_contracts() => GameKind::Contracts,
        _ => GameKind::Free,
    }
}

/// Most important difference of a game from another one; `None` if they are equal in everything considered
/// here.
#[must_use]
pub fn main_difference(here: &Rules, there: &Rules) -> Option<MainDifference> {
    let mut all = kind(here, there);
    all.extend(ending(here, there));
    all.extend(special(here, there, true));
    all.extend(special(here, there, false));
    all.extend(rest(here, there));
    all.into_iter().next()
}

fn contracts(rules: &Rules) -> Vec<&Contract> {
    rules.schedule.iter().map(|deal| &rules.deals[usize::from(*deal)].contract).collect()
}

/// Differences in the kind of game.
fn kind(here: &Rules, there: &Rules) -> Vec<MainDifference> {
    let shown = |rules: &Rules| rules.set.choices.scoring.who == WhoScores::ShownMinusHand;
    let mut all = Vec::new();
    if shown(here) && !shown(there) {
        all.push(MainDifference::MeldsScore);
    }
    let own = game_kind(here);
    if own == game_kind(there) {
        return all;
    }
    all.push(match own {
        GameKind::Contracts => match contracts(here)[..] {
            [first, .., last] => MainDifference::Contracts(first.clone(), last.clone()),
            [only] => MainDifference::Contracts(only.clone(), only.clone()),
            [] => return all,
        },
        GameKind::Free => MainDifference::FreeMelds,
        GameKind::Knocking => MainDifference::Knocking(match here.set.choices.knocking.limit {
            KnockLimit::Points(points) => Some(points),
            _ => None,
        }),
        GameKind::Declaring => MainDifference::Declaring,
        GameKind::GoingOut => MainDifference::GoingOut,
    });
    all
}

/// Adds a difference to the list if it exists.
fn add(all: &mut Vec<MainDifference>, differs: bool, difference: MainDifference) {
    if differs {
        all.push(difference);
    }
}

/// Differences in the end of the match.
fn ending(here: &Rules, there: &Rules) -> Vec<MainDifference> {
    let (a, b) = (&here.set.choices.matching, &there.set.choices.matching);
    let mut all = Vec::new();
    if a.eliminate_at != b.eliminate_at {
        all.extend(a.eliminate_at.0.map(|limit| MainDifference::Elimination(limit.into())));
    }
    let chips = a.winner == Winner::Chips && b.winner != Winner::Chips;
    add(&mut all, chips, MainDifference::Chips(here.schedule.len()));
    let paid = |rules: &Rules| {
        rules.set.choices.settling.money != Money::None
            && rules.schedule.len() == 1
            && rules.target.is_none()
    };
    add(&mut all, paid(here) && !paid(there), MainDifference::Paid);
    let three = a.tables == Tables::Three && b.tables != Tables::Three;
    add(&mut all, three, MainDifference::ThreeGames);
    let by_upcard = |rules: &Rules| rules.set.choices.knocking.limit == KnockLimit::Upcard;
    let limits = by_upcard(here) != by_upcard(there) && game_kind(here) == GameKind::Knocking;
    add(&mut all, limits, MainDifference::KnockByUpcard(by_upcard(here)));
    all
}

/// Features that only one of the games has: `here` if `has` is `true`, otherwise `there`.
fn special(here: &Rules, there: &Rules, has: bool) -> Vec<MainDifference> {
    let (a, b) = (&here.set.choices, &there.set.choices);
    let mut all = Vec::new();
    // Whether this game has (or lacks) a feature, unlike the other.
    let differs = |here: bool, there: bool| here == has && there != has;
    let shanghai = differs(a.shanghai.allowed, b.shanghai.allowed);
    add(&mut all, shanghai, MainDifference::Shanghai(has));
    let cuts = |rules: &Rules| {
        let dealing = &rules.set.choices.dealing;
        dealing.cut != Cut::None && dealing.cut_bonus > 0
    };
    let bonus = has.then_some(a.dealing.cut_bonus);
    add(&mut all, differs(cuts(here), cuts(there)), MainDifference::Cut(bonus));
    let deals = |rules: &Rules| rules.set.choices.wilds.per_deal != WildsPerDeal::None;
    add(&mut all, has && differs(deals(here), deals(there)), MainDifference::WildRank);
    let may = |rules: &Rules| rules.set.choices.rearranging.allowed != Rearrange::Never;
    add(&mut all, differs(may(here), may(there)), MainDifference::Rearranging(has));
    if game_kind(here) == GameKind::Contracts {
        let parts = |rules: &Rules| rules.set.choices.laying_down.mode == LayDownMode::Piecemeal;
        add(&mut all, differs(parts(here), parts(there)), MainDifference::InParts(has));
    }
    if has {
        if contracts(here) != contracts(there)
            && let Some(last) = contracts(here).last().filter(|last| !last.is_empty())
        {
            all.push(MainDifference::Deals(here.schedule.len(), (*last).clone()));
        }
        let ranks = wild_ranks(here);
        if (&ranks, suits(here)) != (&wild_ranks(there), suits(there)) && !ranks.is_empty() {
            all.push(MainDifference::Wild(ranks, suits(here), jokers(here)));
        }
        let must = |rules: &Rules| rules.set.choices.laying_down.duty == Duty::Compulsory;
        add(&mut all, must(here) && !must(there), MainDifference::MustLayDown(true));
        let race =
            |rules: &Rules| buys(rules) && rules.set.choices.buying.priority == Priority::Race;
        add(&mut all, race(here) && !race(there), MainDifference::Race);
        add(&mut all, blocks(here) && !blocks(there), MainDifference::StockOutEnds(true));
    }
    all
}

fn rest(here: &Rules, there: &Rules) -> Vec<MainDifference> {
    let (a, b) = (&here.set.choices, &there.set.choices);
    let mut all = Vec::new();
    if here.target != there.target {
        all.extend(here.target.map(MainDifference::Target));
    }
    let wilds = |rules: &Rules| (wild_ranks(rules), suits(rules), jokers(rules));
    let (ranks, suits, jokers) = wilds(here);
    add(&mut all, wilds(here) != wilds(there), MainDifference::Wild(ranks, suits, jokers));
    add(&mut all, buys(here) != buys(there), MainDifference::Buying(buys(here)));
    let [swaps, swaps_there] = [a, b].map(|choices| choices.swapping.who != SwapWho::Nobody);
    add(&mut all, jokers && swaps != swaps_there, MainDifference::Swapping(swaps));
    let (duty, duty_there) = (a.laying_down.duty, b.laying_down.duty);
    add(&mut all, duty != duty_there, MainDifference::MustLayDown(duty == Duty::Compulsory));
    add(&mut all, blocks(here) != blocks(there), MainDifference::StockOutEnds(blocks(here)));
    let packs = |rules: &Rules| rules.set.choices.pack.packs.at(rules.players);
    if packs(here) != packs(there) {
        all.extend(packs(here).map(MainDifference::Packs));
    }
    let dealt = |rules: &Rules| rules.deals.first().map(|deal| deal.hand);
    if dealt(here) != dealt(there) {
        all.extend(dealt(here).map(MainDifference::Hand));
    }
    all
}

fn blocks(rules: &Rules) -> bool {
    rules.set.choices.stock_out.then == StockOut::Block
}

fn buys(rules: &Rules) -> bool {
    rules.deals.iter().any(|deal| deal.buying)
}

fn wild_ranks(rules: &Rules) -> Vec<Rank> {
    rules.set.choices.pack.wild_ranks.iter().collect()
}

fn suits(rules: &Rules) -> WildSuits {
    rules.set.choices.pack.wild_suits
}

fn jokers(rules: &Rules) -> bool {
    rules.pack.jokers() > 0
}
